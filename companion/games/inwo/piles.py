"""Cards of which nobody minds the order: tuples, equal ones together."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.table import Piece


def without(cards: tuple[Piece, ...], card: Piece) -> tuple[Piece, ...]:
    """The cards less one copy; as they were if there is none."""
    if card not in cards:
        return cards
    index = cards.index(card)
    return (*cards[:index], *cards[index + 1 :])


def without_latest(pile: tuple[Piece, ...], card: Piece) -> tuple[Piece, ...]:
    """A pile, in its order, less the uppermost copy of a card that lies in it."""
    index = len(pile) - pile[::-1].index(card)
    return (*pile[: index - 1], *pile[index:])


def with_card(cards: Iterable[Piece], card: Piece) -> tuple[Piece, ...]:
    """The cards and one more, sorted."""
    return tuple(sorted((*cards, card)))
