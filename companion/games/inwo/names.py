"""What zones and parts are called on the screen."""

from __future__ import annotations

from companion.core.table import Zone
from companion.core.text import Text, say, verbatim
from companion.games.inwo.catalog import Side, Trait
from companion.games.inwo.decks import Evening

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


def zone_name(evening: Evening, zone: Zone) -> Text:
    """As it goes into "put it into ...": `the arrow at the left edge of C.I.A., before A`."""
    match zone.split("."):
        case ["orders"]:
            return say("the New World Orders")
        case ["played"]:
            return say("the middle, for what is being played")
        case [seat, place] if place in _SEAT_ZONES:
            return _SEAT_ZONES[place].fill(seat=seat)
        case [seat, master, side] if master in evening.catalog.cards:
            name = evening[master].title
            return say("the arrow at {edge} of {card} before {seat}", edge=SIDE[Side(side)], card=name, seat=seat)
        case _:
            return verbatim(zone)
