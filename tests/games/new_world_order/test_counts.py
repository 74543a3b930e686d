"""Exhaustive counts, as perft counts chess: how many sequences of legal actions there are from fixed positions.

A failure prints the count under each first action: the one that is wrong names the rule that is.
"""

from __future__ import annotations

import pytest

from companion.core.game import legal_actions, perft
from companion.games.new_world_order import GAME
from companion.games.new_world_order.state import State
from tests.games.new_world_order.tables import FULL_PYRAMID, position

TWO_TILES = """
layer4 = [[""]]
layer3 = [["Tile 1", ""], ["", "Nano-bots"]]
layer2 = [["", "", ""], ["", "", ""], ["", "", ""]]
layer1 = [["", "", "", ""], ["", "", "", ""], ["", "", "", ""], ["", "", "", ""]]
"""

BLACKMAIL = 'phase = "deal"\nround = 2\ndisc = "A"\nopen = ["Blackmail"]'

POSITIONS = {
    "a round begins": position("", "", "", market='["3 Farm", "Oil Magnate", "Car Producer", "Dividends 100"]'),
    "two players must act": position("", "", market='["2 Farm"]'),
    "rich": position(
        'slots = ["6 Construction", "3 Global Media", "Oil Magnate", "Car Producer", "2 Farm"]',
        'slots = ["3 Gold Mine"]',
        market='["Alternative Fuels"]',
        pyramid=TWO_TILES,
    ),
    "special cards": position(
        'slots = ["Hostile Takeover", "Above the Law", "Dividends 100", "Dividends 200"]',
        'slots = ["4 Gold Mine"]',
        'slots = ["2 Oil Magnate"]',
        market='["Farm"]',
        pyramid=FULL_PYRAMID,
    ),
    "powers": position(
        'character = "Illuminati"\nsecond = "Mediamogul"\nslots = ["6 Construction", "3 Global Media", "3 Farm"]',
        'character = "President"\nslots = ["3 Gold Mine", "2 Global Media"]',
        market="[]",
        pyramid=TWO_TILES,
    ),
    "blackmail is dealt": position(
        'slots = ["Farm"]',
        'tiles = ["Tile 2"]\nslots = ["3 Silver Mine", "Oil Magnate"]',
        market='["8 Farm", "4 Construction"]',
        pyramid=TWO_TILES,
        more=BLACKMAIL,
    ),
    "and resolved in any order": position(
        'slots = ["Farm"]',
        'tiles = ["Tile 2"]\nslots = ["3 Silver Mine", "Oil Magnate"]',
        market='["8 Farm", "4 Construction"]',
        pyramid=TWO_TILES,
        more=BLACKMAIL + '\n[settings]\nimmediateOrder = "any"',
    ),
}
COUNTS: dict[str, tuple[int, ...]] = {
    "a round begins": (8, 50, 242),
    "two players must act": (2, 2, 4),
    "rich": (15, 63, 433),
    "special cards": (18, 108, 475),
    "powers": (15, 102, 354),
    "blackmail is dealt": (34, 431, 6473),
    "and resolved in any order": (34, 435, 6722),
}


def divided(state: State, depth: int) -> str:
    """The counts under each first action, for reading."""
    return "\n".join(
        f"{GAME.write_action(action)}: {perft(GAME, GAME.apply(state, action), depth - 1)}"
        for action in legal_actions(GAME, state)
    )


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_sequences_as_there_are(name: str) -> None:
    for depth, expected in enumerate(COUNTS[name], start=1):
        assert expected == perft(GAME, POSITIONS[name], depth), divided(POSITIONS[name], depth)
