"""What the rules say of a deck that a player brings, with its numbers (INWO-2, INWO-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from companion.core.decks import DeckRemark, DeckRules
from companion.core.screen import Tone
from companion.core.table import Piece
from companion.core.text import say, say_plural
from companion.games.inwo.catalog import Catalog, Kind
from companion.games.inwo.copy_form import GROUP_NAMES
from companion.games.inwo.decks import MOST_CARDS, RECOMMENDED_SIZE


@lru_cache(maxsize=8)
def rules_of_decks(catalog: Catalog) -> DeckRules:
    cards = sorted(catalog.cards.values(), key=lambda card: card.name.casefold())
    return DeckRules(
        {card.id: GROUP_NAMES[card.kind] for card in cards}, lambda deck, others: tuple(_remarks(catalog, deck, others))
    )


def _remarks(catalog: Catalog, deck: Sequence[Piece], others: Mapping[str, int]) -> Iterator[DeckRemark]:
    kinds = Counter(catalog[card].kind for card in deck)
    groups = sum(catalog[card].is_group for card in deck)
    if not kinds[Kind.ILLUMINATI]:
        yield DeckRemark(say("It has no Illuminati; a deck has one at least."), Tone.BAD)
    if not groups:
        yield DeckRemark(say("It has no Group that could lead; a deck has one at least."), Tone.BAD)
    if len(deck) > MOST_CARDS:
        many = say_plural(
            "It has {count} card; {most} are the most.",
            "It has {count} cards; {most} are the most.",
            len(deck),
            most=MOST_CARDS,
        )
        yield DeckRemark(many, Tone.BAD)
    for owner, size in others.items():
        if size != len(deck):
            unequal = say_plural(
                "It has {count} card and the deck of {owner} has {size}; all decks are of one size.",
                "It has {count} cards and the deck of {owner} has {size}; all decks are of one size.",
                len(deck),
                owner=owner,
                size=size,
            )
            yield DeckRemark(unequal, Tone.ATTENTION)
            return
    if len(deck) == RECOMMENDED_SIZE:
        yield DeckRemark(say("It has {size} cards, which is the size to use.", size=RECOMMENDED_SIZE), Tone.GOOD)
    else:
        other = say_plural(
            "It has {count} card; {size} is the size to use, and any is allowed that all decks have.",
            "It has {count} cards; {size} is the size to use, and any is allowed that all decks have.",
            len(deck),
            size=RECOMMENDED_SIZE,
        )
        yield DeckRemark(other, Tone.ATTENTION)
