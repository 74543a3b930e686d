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


def with_card(cards: Iterable[Piece], card: Piece) -> tuple[Piece, ...]:
    """The cards and one more, sorted."""
    return tuple(sorted((*cards, card)))
