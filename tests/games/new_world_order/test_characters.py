"""The powers of the characters (NWO-100 to NWO-110)."""

from __future__ import annotations

import pytest

from companion.core.game import legal_actions
from companion.games.new_world_order import GAME
from tests.games.new_world_order.tables import LEGAL, after, position, verdict

TWO_FREE = """
layer4 = [[""]]
layer3 = [["Tile 1", ""], ["", "Nano-bots"]]
layer2 = [["New Frequencies", "", ""], ["", "", ""], ["", "", ""]]
layer1 = [["", "", "", ""], ["", "", "", ""], ["", "", "", ""], ["", "", "", ""]]
"""


def test_illuminati_takes_two_tiles_for_one_set_once() -> None:
    """NWO-107, NWO-109: together they cost no more than the set; the second may be freed by the first."""
    slots = 'slots = ["3 Global Media", "6 Construction", "2 Oil Magnate"]'
    state = position('character = "Illuminati"\nsecond = "Banker"\n' + slots, "passed = true", "passed = true",
                     pyramid=TWO_FREE)  # fmt: skip
    told = "A: buy Tile 1 and New Frequencies with 1"

    assert LEGAL == verdict(state, told)
    assert "NWO-51" == verdict(state, "A: buy New Frequencies and Tile 1 with 1")
    assert "NWO-107-R" == verdict(state, "A: buy Tile 1 and Nano-bots with 1")
    assert "NWO-107" == verdict(state, "A: buy Tile 1 and New Frequencies with 1, 2")
    again = position('character = "Illuminati"\nsecond = "Banker"\nspent = ["two_tiles"]\n' + slots, "", "",
                     pyramid=TWO_FREE)  # fmt: skip
    assert "NWO-109" == verdict(again, told)


def test_each_tile_alone_by_setting() -> None:
    """NWO-107, setting illuminatiTwoTiles"""
    state = position('character = "Illuminati"\nsecond = "Banker"\nslots = ["3 Global Media"]', "", "",
                     pyramid=TWO_FREE, more='[settings]\nilluminatiTwoTiles = "each"')  # fmt: skip

    assert LEGAL == verdict(state, "A: buy Tile 1 and Nano-bots with 1")


def test_nobody_else_takes_two_tiles() -> None:
    """NWO-107"""
    state = position('slots = ["3 Global Media"]', "", "", pyramid=TWO_FREE)

    assert "NWO-107" == verdict(state, "A: buy Tile 1 and New Frequencies with 1")


def test_mediamogul_pays_with_three_sets_once() -> None:
    """NWO-105, NWO-109"""
    sets = 'slots = ["6 Construction", "3 Silver Mine", "3 Farm", "3 Casino Chain"]'
    state = position('character = "Mediamogul"\n' + sets, "", "")
    used = position('character = "Mediamogul"\nspent = ["three_sets"]\n' + sets, "", "")

    assert LEGAL == verdict(state, "A: buy Tile 9 with 1, 2, 3")
    assert "NWO-105" == verdict(state, "A: buy Tile 9 with 1, 2, 3, 4")
    assert "NWO-109" == verdict(used, "A: buy Tile 9 with 1, 2, 3")


def test_president_turns_a_usable_set_into_one_of_his_others() -> None:
    """NWO-106: 6 Silver Mine as Global Media, with 1 Global Media: 7 cards, 800 and 550."""
    slots = 'slots = ["6 Silver Mine", "Global Media", "2 Farm", "3 Gold Mine"]'
    pyramid = '\nlayer4 = [["Tile 30"]]\n'
    state = position('character = "President"\n' + slots, "", "", pyramid=pyramid)
    anybody = position(slots, "", "", pyramid=pyramid)

    assert LEGAL == verdict(state, "A: buy Tile 30 with 1 as Global Media, 2")
    assert "NWO-106" == verdict(state, "A: buy Tile 30 with 1 as Global Media")
    assert "NWO-106" == verdict(state, "A: buy Tile 30 with 3 as Gold Mine, 4")
    assert "NWO-53" == verdict(state, "A: buy Tile 30 with 4 as Silver Mine, 1")
    assert "NWO-106" == verdict(anybody, "A: buy Tile 30 with 1 as Gold Mine, 4")


def test_one_card_by_setting() -> None:
    """NWO-106, setting presidentConversion"""
    state = position('character = "President"\nslots = ["6 Silver Mine", "Global Media"]', "", "",
                     pyramid='\nlayer4 = [["New Frequencies"]]\n',
                     more='[settings]\npresidentConversion = "oneCard"')  # fmt: skip

    assert LEGAL == verdict(state, "A: buy New Frequencies with 1 as Global Media, 2")


def test_two_powers_are_not_merged() -> None:
    """NWO-110"""
    state = position('character = "Illuminati"\nsecond = "President"\nslots = ["6 Silver Mine"]', "", "",
                     pyramid=TWO_FREE)  # fmt: skip

    assert "NWO-110" == verdict(state, "A: buy Tile 1 and New Frequencies with 1 as Farm")


@pytest.mark.parametrize(
    ("setting", "holder", "size"),
    [("all15", "B", 15), ("onlyWhenStarting", "A", 13), ("onlyWhenStarting", "B", 15), ("twoReserved", "A", 15)],
)
def test_royaltys_market(setting: str, holder: str, size: int) -> None:
    """NWO-101, setting royaltyMarket"""
    more = f'phase = "deal"\ndisc = "{holder}"\n[settings]\nroyaltyMarket = "{setting}"'
    state = position("", 'character = "Royalty"', "", market="[]", more=more)
    dealt = 0
    while state.phase.value == "deal":
        state = GAME.apply(state, next(action for action in legal_actions(GAME, state)))
        dealt += 1

    assert size == dealt
    assert size == len(state.market) + len(state.reserve)


def test_banker_and_globalist() -> None:
    """NWO-100, NWO-103"""
    banker = position('character = "Banker"', "", "")
    globalist = position('character = "Globalist"', "", "", market='["Above the Law", "Dividends 100"]')

    assert 8 == len(banker.player("A").slots)
    assert () == after(globalist, "A: take Above the Law").player("A").slots[0].cards
    assert 1 == len(after(globalist, "A: take Above the Law").player("A").outside)


def test_what_lies_outside_a_globalists_slots() -> None:
    """NWO-103-R: Dividends as one set, every other special for itself."""
    market = '["2 Above the Law", "Dividends 100", "Dividends 200"]'
    state = position('character = "Globalist"', "passed = true", "passed = true", market=market)
    state = after(state, "A: take 2 Above the Law", "A: take Dividends 100", "A: take Dividends 200")

    assert [("dividends_100", "dividends_200"), ("above_the_law",), ("above_the_law",)] == [
        pile.cards for pile in state.player("A").outside
    ]


def test_philanthropists_colour_set_is_200() -> None:
    """NWO-104"""
    colour = 'slots = ["Silver Mine + Gold Mine + Diamond Mine"]'
    top = '\nlayer4 = [["Tile 1"]]\n'

    assert LEGAL == verdict(position('character = "Philanthropist"\n' + colour, "", "", pyramid=top),
                            "A: buy Tile 1 with 1")  # fmt: skip
    assert "NWO-53" == verdict(position(colour, "", "", pyramid=top), "A: buy Tile 1 with 1")


def test_what_pays_as_it_is_needs_no_power() -> None:
    """NWO-106-R3, NWO-109: 3 Gold Mine and 2 Global Media are 600; nothing has to be turned for a tile of 300."""
    state = position('character = "President"\nslots = ["3 Gold Mine", "2 Global Media"]', "", "")
    needed = position('character = "President"\nslots = ["3 Gold Mine", "Global Media"]', "", "")
    told = "A: buy Tile 9 with 1 as Global Media, 2"

    assert () == after(state, told).player("A").spent
    assert after(state, "A: buy Tile 9 with 1, 2") == after(state, told)
    assert ("conversion",) == after(needed, told).player("A").spent
