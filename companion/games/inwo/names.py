"""What zones and parts are called on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.game import Seat
from companion.core.table import Piece, Zone
from companion.core.text import Text, say, verbatim
from companion.core.zones import DICE, DICE_NAME, PUT_AWAY, PUT_AWAY_NAME
from companion.games.inwo.catalog import Kind, Side, Subtype, Trait
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.state import SEATS, State

SIDE = {
    Side.TOP: say("the upper edge"),
    Side.RIGHT: say("the right edge"),
    Side.BOTTOM: say("the lower edge"),
    Side.LEFT: say("the left edge"),
}

ALIGNMENT_NAME = {
    "Government": say("Government"),
    "Corporate": say("Corporate"),
    "Liberal": say("Liberal"),
    "Conservative": say("Conservative"),
    "Peaceful": say("Peaceful"),
    "Violent": say("Violent"),
    "Straight": say("Straight"),
    "Weird": say("Weird"),
    "Criminal": say("Criminal"),
    "Fanatic": say("Fanatic"),
}
KIND_NAME = {
    Kind.ORGANIZATION: say("Organization"),
    Kind.PLACE: say("Place"),
    Kind.PERSONALITY: say("Personality"),
    Subtype.GOAL: say("goal card"),
    Subtype.DISASTER: say("disaster"),
    Subtype.ASSASSINATION: say("assassination"),
    Subtype.ARTIFACT: say("Artifact"),
    Subtype.GADGET: say("Gadget"),
}
_SEAT_ZONES = {
    "illuminati": say("the Illuminati of {seat}"),
    "resources": say("the Resources of {seat}"),
    "links": say("the linked Plots of {seat}"),
    "exposed": say("the exposed Plots of {seat}"),
    "discard": say("the discard pile of {seat}"),
    "destroyed": say("the destroyed Groups of {seat}"),
}


def trait_name(trait: Trait) -> Text:
    """An alignment in the reader's language; an attribute or a colour as it is printed."""
    return ALIGNMENT_NAME.get(trait) or verbatim(trait)


def asked_for(evening: DeckEvening, trait: Trait) -> Text:
    """What an effect asks of a card: an alignment, an attribute, a kind, or to be one card by its name."""
    if trait in evening.catalog.cards:
        return evening[trait].title
    return KIND_NAME.get(trait) or trait_name(trait)  # type: ignore[call-overload]


def zone_name(evening: DeckEvening, zone: Zone) -> Text:
    """As it goes into "put it into ...": `the arrow at the left edge of C.I.A., before A`."""
    match zone.split("."):
        case ["orders"]:
            return say("the New World Orders")
        case [away] if away == PUT_AWAY:
            return PUT_AWAY_NAME
        case [dice] if dice == DICE:
            return DICE_NAME
        case ["played"]:
            return say("the middle, for what is being played")
        case [seat, place] if place in _SEAT_ZONES:
            return _SEAT_ZONES[place].fill(seat=seat)
        case [seat, master, side] if master in evening.catalog.cards:
            name = evening[master].title
            return say("the arrow at {edge} of {card} before {seat}", edge=SIDE[Side(side)], card=name, seat=seat)
        case _:
            return verbatim(zone)


def _who(state: State, seat: Seat) -> Text:
    """The player's name; his seat's letter where nobody sits."""
    index = SEATS.index(seat)
    return verbatim(state.players[index].name if index < len(state.players) else seat)


def _card(state: State, card: Piece) -> Text:
    return state.evening[card].title


def aimed(state: State, target: str) -> Text:
    """A player, or a card."""
    return _who(state, target) if target in SEATS else _card(state, target)


IN_ACTIONS: Mapping[str, Callable[[State, Any], object]] = {
    "who": lambda state, action: _who(state, action.player or action.seat),
    "of": lambda state, action: _who(state, action.seat),
    "card": lambda state, action: _card(state, getattr(action, "attacker", None) or action.card),
    "to": lambda state, action: aimed(state, action.to),
    "group": lambda state, action: _card(state, action.to),
    "target": lambda state, action: aimed(state, action.target),
    "master": lambda state, action: _card(state, action.master),
    "edge": lambda _, action: SIDE[action.side],
    "payers": lambda state, action: tuple(_card(state, each) for each in action.payers),
    "plots": lambda state, action: tuple(_card(state, each) for each in action.plots),
    "first": lambda _, action: action.first,
    "second": lambda _, action: action.second,
    "total": lambda _, action: action.total,
    "count": lambda _, action: action.count,
    "amount": lambda _, action: action.amount,
}
"""What the words in braces are in sentences and on buttons."""
