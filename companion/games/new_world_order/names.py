"""Cards as the sentences of the rules name them."""

from __future__ import annotations

from collections import Counter

from companion.core.table import Piece
from companion.core.text import Text, say
from companion.games.new_world_order.state import Place, State


def card_names(state: State, cards: tuple[Piece, ...]) -> tuple[Text, ...]:
    """Each kind of card once."""
    found = (state.catalog.named(card) for card in dict.fromkeys(cards))
    return tuple(named.name for named in found if named is not None)


def counted_names(state: State, cards: tuple[Piece, ...]) -> tuple[Text, ...]:
    """Each kind of card with its number: `3 Farm`, `Oil Magnate`."""
    return tuple(
        say("{count} {card}", count=count, card=named.name) if count > 1 else named.name
        for card, count in Counter(cards).items()
        if (named := state.catalog.named(card)) is not None
    )


def place_name(place: Place) -> Text:
    """A place before a player: `slot 3`, `place 2 beside the slots`."""
    if place.outside:
        return say("place {number} beside the slots", number=place.number)
    return say("slot {number}", number=place.number)
