"""Laying out the game: the pyramid layer by layer, the characters, the first cards (NWO-3 to NWO-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.setup_steps import SetupStep
from companion.core.text import say
from companion.games.new_world_order.pyramid import PLACES, zone
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.state import State

PYRAMID = SetupStep(
    say("Pyramid"),
    say("Build the pyramid"),
    (
        say("Shuffle the 30 tiles and lay them face up: 16, then 9, 4 and 1. Every tile lies on four."),
        say("The top one is worth 300 at most. Both tiles of 1000 lie in the two lower layers."),
    ),
    {zone(index): 1 for index in range(len(PLACES))},
    book["NWO-3"],
)
CHARACTERS = SetupStep(
    say("Characters"),
    say("Draw the characters"),
    (
        say("Each player draws a character by chance and lays it before him, face up."),
        say("The lowest number starts."),
    ),
    {},
    book["NWO-7"],
)
FIRST_CARDS = SetupStep(
    say("Cards"),
    say("Take the first cards"),
    (
        say("Each player takes one card of each corporation named on his character and lays them in his slots."),
        say("A colour set may lie in one slot instead of three."),
    ),
    {},
    book["NWO-9"],
)
MARKET = SetupStep(
    say("Market"),
    say("Deal the market"),
    (
        say("Shuffle the other corporation cards with the 14 special cards."),
        say("Deal 13 of them face up as the market."),
    ),
    {"market": 13},
    book["NWO-12"],
)


def setup_steps(state: State) -> Sequence[SetupStep]:
    characters = {f"{seat}.character": 1 for seat in state.seats}
    first_slots = {f"{seat}.{slot}": 1 for seat in state.seats for slot in (1, 2, 3)}
    return PYRAMID, replace(CHARACTERS, zones=characters), replace(FIRST_CARDS, zones=first_slots), MARKET
