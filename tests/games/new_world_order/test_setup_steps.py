"""The referee at set-up: pyramid, characters, starting cards, who starts (NWO-1 to NWO-16)."""

from __future__ import annotations

import pytest

from companion.core.game import Options
from companion.errors import ConfigError
from companion.games.new_world_order import GAME
from companion.games.new_world_order.state import State
from tests.games.new_world_order.tables import FULL_PYRAMID, LEGAL, after, position, verdict

SETUP = 'phase = "setup"'


def fresh(players: int = 3, **settings: str) -> State:
    return GAME.initial_state(Options(("Ann", "Bob", "Cid", "Dan", "Eve")[:players], settings))


@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_play(players: int) -> None:
    """NWO-1"""
    with pytest.raises(ConfigError, match="New World Order is for 2, 3, 4 or 5 players, not"):
        GAME.initial_state(Options(tuple("ABCDEF"[:players])))


def test_nobody_else_acts() -> None:
    """NWO-1"""
    assert "NWO-1" == verdict(position(), "D: pass")
    assert "NWO-1" == verdict(position('slots = ["Hostile Takeover"]', "", ""), "A: take over D.1 with 1")
    assert position() == after(position(), "D: pass")


def test_the_pyramid_is_laid_once() -> None:
    """NWO-3"""
    state = after(fresh(), "lay Tile 9 at 1.0.0")

    assert "NWO-3" == verdict(state, "lay Tile 8 at 1.0.0")
    assert "NWO-3" == verdict(state, "lay Tile 9 at 1.0.1")
    assert "NWO-3" == verdict(state, "lay Tile 8 at 1.0.4")
    assert LEGAL == verdict(state, "lay Tile 8 at 1.3.3")


def test_a_tile_rests_on_four() -> None:
    """NWO-6"""
    state = after(fresh(), *(f"lay Tile {n} at 1.{place}" for n, place in enumerate(("0.0", "0.1", "1.0"), 1)))

    assert "NWO-6" == verdict(state, "lay Tile 4 at 2.0.0")
    assert LEGAL == verdict(after(state, "lay Tile 5 at 1.1.1"), "lay Tile 4 at 2.0.0")


def test_a_thousand_lies_low() -> None:
    """NWO-5: layer 2 is the highest for a tile of 1000."""
    third = FULL_PYRAMID.replace('"Tile 29"', '"Tile 1"').replace('["Tile 1", "Tile 2"]', '["", "Tile 2"]')
    state = position(pyramid=third.replace('"Tile 9"', '""'), more=SETUP, market="[]")

    assert "NWO-5" == verdict(state, "lay Tile 29 at 3.0.0")
    assert LEGAL == verdict(state, "lay Tile 9 at 3.0.0")


def test_the_top_is_cheap() -> None:
    """NWO-4: 300 at most; a tile that does not fit changes places with a laid one."""
    pyramid = FULL_PYRAMID.replace('"Tile 9"', '""').replace('"Tile 19"', '"Tile 9"')
    state = position(pyramid=pyramid, more=SETUP, market="[]")

    assert "NWO-4" == verdict(state, "lay Tile 19 at 4.0.0")
    assert LEGAL == verdict(state, "exchange Tile 19 for Tile 1")
    assert LEGAL == verdict(after(state, "exchange Tile 19 for Tile 1"), "lay Tile 1 at 4.0.0")


def test_nothing_is_exchanged_without_need() -> None:
    """NWO-4"""
    assert "NWO-4-R" == verdict(after(fresh(), "lay Tile 9 at 1.0.0"), "exchange Tile 8 for Tile 9")


def test_a_thousand_is_not_exchanged_to_a_high_place() -> None:
    """NWO-4, NWO-5"""
    pyramid = FULL_PYRAMID.replace('"Tile 9"', '""').replace('"Tile 29"', '"Tile 9"')
    state = position(pyramid=pyramid, more=SETUP, market="[]")

    assert "NWO-5" == verdict(state, "exchange Tile 29 for Tile 1")
    assert LEGAL == verdict(state, "exchange Tile 29 for Tile 5")


def test_one_character_each() -> None:
    """NWO-7"""
    state = after(fresh(), "A: draws Banker")

    assert "NWO-7" == verdict(state, "A: draws Royalty")
    assert "NWO-7" == verdict(state, "B: draws Banker")
    assert LEGAL == verdict(state, "B: draws Royalty")


def test_no_cardinal_with_two() -> None:
    """NWO-2"""
    assert "NWO-2" == verdict(fresh(2), "A: draws Cardinal")
    assert LEGAL == verdict(fresh(3), "A: draws Cardinal")


def test_no_royalty_with_house_rule_a() -> None:
    """NWO-16"""
    assert "NWO-16" == verdict(fresh(houseMarket15="on"), "A: draws Royalty")
    assert LEGAL == verdict(fresh(), "A: draws Royalty")


def test_house_rule_b_takes_13_cards_out_of_the_deck() -> None:
    """NWO-16"""
    assert 182 == fresh().deck
    assert 169 == fresh(houseRemove13="on").deck


def test_illuminati_chooses_from_what_is_left() -> None:
    """NWO-8"""
    state = after(fresh(), "A: draws Illuminati", "B: draws Banker")

    assert "NWO-8" == verdict(state, "A: chooses Royalty")
    state = after(state, "C: draws President")
    assert "NWO-8" == verdict(state, "A: chooses Banker")
    assert "NWO-8" == verdict(state, "B: chooses Royalty")
    assert LEGAL == verdict(state, "A: chooses Royalty")
    assert "NWO-8" == verdict(after(state, "A: chooses Royalty"), "A: chooses Cardinal")


def test_starting_cards_are_those_on_the_character() -> None:
    """NWO-9"""
    state = after(fresh(), "A: draws Banker", "B: draws Illuminati")

    assert "NWO-9" == verdict(state, "A: starts with Farm")
    assert "NWO-9" == verdict(state, "C: starts with Farm")
    assert "NWO-9" == verdict(state, "B: starts with Farm")
    assert LEGAL == verdict(state, "A: starts with Construction")
    assert "NWO-9" == verdict(after(state, "A: starts with Construction"), "A: starts with Construction")


def test_president_starts_with_any_three() -> None:
    """NWO-9: or, by table setting, with one colour set."""
    state = after(fresh(), "A: draws President", "A: starts with Farm")
    strict = after(fresh(presidentStarters="oneColourSet"), "A: draws President", "A: starts with Farm")

    assert LEGAL == verdict(state, "A: starts with Gold Mine")
    assert "NWO-9-R1" == verdict(strict, "A: starts with Gold Mine")
    assert LEGAL == verdict(strict, "A: starts with Cardinal M")


def test_starting_cards_lie_apart_or_together() -> None:
    """NWO-10"""
    state = after(fresh(), "A: draws President", "A: starts with Farm -> 2")

    assert LEGAL == verdict(state, "A: starts with Cardinal M -> 2")
    assert "NWO-10" == verdict(state, "A: starts with Gold Mine -> 2")
    assert "NWO-10" == verdict(state, "A: starts with Gold Mine -> 8")


@pytest.mark.parametrize(("first", "starts"), [("Banker", "A"), ("Illuminati", "B")])
def test_the_lowest_number_starts(first: str, starts: str) -> None:
    """NWO-8-R, NWO-13, NWO-13-R1: Illuminati keeps his 9 and starts with the cards of the chosen one."""
    three = ("Construction", "Investment Bank", "Central Bank")
    state = after(
        position("", "", pyramid=FULL_PYRAMID, more=SETUP, market="[]"),
        f"A: draws {first}",
        "B: draws Bilderberger",
        *(["A: chooses Banker"] if first == "Illuminati" else []),
        *(f"A: starts with {card}" for card in three),
        *(f"B: starts with {card}" for card in ("Alternative Fuels", "Car Producer", "Oil Magnate")),
    )

    assert starts == state.on_turn == state.disc


def test_the_lower_number_counts_by_setting() -> None:
    """NWO-13-R1, setting illuminatiNumber"""
    state = position(
        'character = "Illuminati"\nsecond = "Banker"', 'character = "Bilderberger"\nstarters = []', market="[]",
        more=SETUP + '\n[settings]\nilluminatiNumber = "lowest"',
    )  # fmt: skip
    state = after(state, *(f"B: starts with {card}" for card in ("Alternative Fuels", "Car Producer", "Oil Magnate")))

    assert "A" == state.on_turn
