"""The referee over a purchase: which tile, which sets, what they are worth (NWO-40 to NWO-59)."""

from __future__ import annotations

import pytest

from companion.games.new_world_order import GAME
from companion.games.new_world_order.piles import points
from tests.games.new_world_order.tables import LEGAL, after, position, verdict

RICH = 'slots = ["6 Construction", "4 Silver Mine", "3 Global Media", "2 Farm", "Oil Magnate + Car Producer"]'


def test_a_tile_of_the_pyramid() -> None:
    """NWO-50"""
    state = position(RICH, 'tiles = ["Tile 2"]', "", pyramid='\nlayer4 = [["Tile 9"]]\n')

    assert "NWO-50" == verdict(state, "A: buy Tile 1 with 1")
    assert "NWO-50" == verdict(state, "A: buy Tile 2 with 1")
    assert LEGAL == verdict(state, "A: buy Tile 9 with 1")


def test_a_free_one() -> None:
    """NWO-51"""
    assert "NWO-51" == verdict(position(RICH, "", ""), "A: buy Tile 1 with 1")


def test_with_one_or_two_sets() -> None:
    """NWO-52"""
    state = position(RICH, "", "")

    assert "NWO-52" == verdict(state, "A: buy Tile 9 with 1, 2, 3")
    assert "NWO-52" == verdict(state, "A: buy Tile 9 with 1, 1")
    assert "NWO-52" == verdict(state, "A: buy Tile 9 with")


def test_whole_sets() -> None:
    """NWO-54"""
    state = position(RICH, "", "")

    assert "NWO-54" == verdict(state, "A: buy Tile 9 with 1:5")
    assert "NWO-54" == verdict(state, "A: buy Tile 9 with 1:7")
    assert "NWO-54" == verdict(state, "A: buy Tile 9 with 7")
    assert LEGAL == verdict(state, "A: buy Tile 9 with 1:6")


def test_of_at_least_half() -> None:
    """NWO-42, NWO-57"""
    assert "NWO-42" == verdict(position(RICH, "", ""), "A: buy Tile 9 with 1, 4")


@pytest.mark.parametrize(
    ("pile", "expected"),
    [("Oil Magnate", "NWO-42"), ("2 Oil Magnate", LEGAL), ("2 Gold Mine", "NWO-42"), ("3 Gold Mine", "NWO-53"),
     ("2 Farm", "NWO-42"), ("3 Farm", "NWO-53")],
)  # fmt: skip
def test_half_is_two_of_four_three_of_five_three_of_six(pile: str, expected: str) -> None:
    """NWO-42"""
    assert expected == verdict(position(f'slots = ["{pile}"]', "", ""), "A: buy Tile 9 with 1")


def test_a_begun_colour_set_pays_nothing() -> None:
    """NWO-43"""
    assert "NWO-43" == verdict(position(RICH, "", ""), "A: buy Tile 9 with 1, 5")


def test_other_specials_have_no_points() -> None:
    """NWO-45"""
    state = position('slots = ["6 Construction", "Above the Law"]', "", "")

    assert "NWO-45" == verdict(state, "A: buy Tile 9 with 1, 2")


def test_dividends_of_this_round_wait() -> None:
    """NWO-81"""
    state = position('slots = ["6 Construction", "Dividends 100 (new)"]', "", "")

    assert "NWO-81-R" == verdict(state, "A: buy Tile 9 with 1, 2")


def test_enough_points() -> None:
    """NWO-53: and what is too much is lost (NWO-55)."""
    state = position(RICH, "", "")

    assert "NWO-53" == verdict(state, "A: buy Tile 9 with 2")
    assert LEGAL == verdict(state, "A: buy Tile 9 with 1, 3")


def test_spent_cards_leave_the_game() -> None:
    """NWO-56, NWO-59"""
    state = after(position(RICH, "", ""), "A: buy Tile 9 with 1")

    assert ("tile_09",) == state.player("A").tiles
    assert 'gone = ["6 Construction"]' in GAME.write_position(state)


# --- what piles are worth ---


@pytest.mark.parametrize(
    ("pile", "worth"),
    [
        ("Construction", 20),
        ("4 Construction", 190),
        ("3 Dividends 100 + 2 Dividends 200", 700),
        ("Above the Law", 0),
        ("Oil Magnate + Car Producer", 0),
        ("Oil Magnate + Car Producer + Alternative Fuels", 100),
    ],
)
def test_what_a_pile_shows(pile: str, worth: int) -> None:
    """NWO-40, NWO-43, NWO-44, NWO-45 (ladders are fixtures)"""
    state = position(f'slots = ["{pile}"]', "", "", market="[]")

    assert worth == points(state, state.player("A"), state.player("A").slots[0].cards)


def test_the_figures_behind_a_purchase_that_is_too_dear() -> None:
    """NWO-53: what was paid of what it costs, then what each pile can pay, and from when on (NWO-42)."""
    state = position('slots = ["4 Silver Mine", "2 Farm", "3 Global Media"]', "", "")
    buy = GAME.read_action("A: buy Tile 9 with 1")
    dear = GAME.read_action("A: buy Tile 9 with 2")

    total, paid, *others = GAME.measures(state, buy, GAME.rulebook["NWO-53"])
    worth = points(state, state.player("A"), state.player("A").slots[0].cards)
    price = GAME.catalog.tiles["tile_09"].points
    assert f"{worth} of {price}" == str(total.value)
    assert ("Silver Mine", True, "can pay") == (str(paid.title), paid.enough, str(paid.verdict))
    assert ["Farm", "Global Media"] == [str(each.title) for each in others]

    farm, *_ = GAME.measures(state, dear, GAME.rulebook["NWO-42"])
    assert ("Farm", False, "not yet: from 3 cards on") == (str(farm.title), farm.enough, str(farm.verdict))
    assert farm.meant
