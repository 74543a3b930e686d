"""The referee over a player's slots: putting together, moving, throwing away (NWO-29, NWO-60 to NWO-66)."""

from __future__ import annotations

from companion.games.new_world_order.position import gone
from tests.games.new_world_order.tables import LEGAL, after, position, verdict


def test_in_the_own_turn_before_or_after_the_action() -> None:
    """NWO-29, NWO-62"""
    pair = 'slots = ["Oil Magnate", "Car Producer"]'
    state = position(pair, pair, "")

    assert LEGAL == verdict(state, "A: combine 1, 2")
    assert "NWO-29" == verdict(state, "B: combine 1, 2")
    assert LEGAL == verdict(after(state, "A: take Farm"), "A: combine 1, 2")
    assert "NWO-29" == verdict(after(state, "A: take Farm", "B: take Farm"), "A: combine 1, 2")


def test_what_belongs_together() -> None:
    """NWO-60"""
    state = position('slots = ["Oil Magnate", "Farm", "Dividends 100", "Dividends 200"]', "", "")

    assert "NWO-60" == verdict(state, "A: combine 1, 2")
    assert "NWO-60" == verdict(state, "A: combine 1, 7")
    assert LEGAL == verdict(state, "A: combine 3, 4")


def test_single_cards_only() -> None:
    """NWO-61, NWO-63"""
    state = position('slots = ["2 Oil Magnate", "Car Producer"]', "", "")

    assert "NWO-61" == verdict(state, "A: combine 1, 2")


def test_a_colour_set_stays_a_colour_set() -> None:
    """NWO-64"""
    whole = "Alternative Fuels + Car Producer + Oil Magnate"
    state = position(f'slots = ["{whole}", "Oil Magnate", "Car Producer + Oil Magnate", "Alternative Fuels"]', "", "")

    assert "NWO-64" == verdict(state, "A: combine 1, 2")
    assert LEGAL == verdict(state, "A: combine 3, 4")
    assert "NWO-64" == verdict(state, "A: move 1:Oil Magnate -> 7")
    assert "NWO-64-R" == verdict(state, "A: move 3:Oil Magnate -> 7")


def test_two_cards_of_a_colour_come_apart_by_setting() -> None:
    """NWO-64, setting partialColourLocked"""
    loose = '[settings]\npartialColourLocked = "no"'
    state = position('slots = ["Car Producer + Oil Magnate", "2 Car Producer", "Farm"]', "", "", more=loose)
    lone = position('slots = ["Car Producer + Oil Magnate"]', "", "", more=loose)

    assert LEGAL == verdict(lone, "A: move 1:Oil Magnate -> 7")
    assert LEGAL == verdict(state, "A: move 1:Car Producer -> 2")
    assert "NWO-37-R" == verdict(state, "A: move 1:Oil Magnate -> 3")
    assert "NWO-33" == verdict(state, "A: move 1:Car Producer -> 7")
    assert "NWO-33" == verdict(state, "A: move 1:Oil Magnate -> 7"), "the Car Producer would be a second pile"


def test_cards_come_apart_in_the_own_turn() -> None:
    """NWO-29"""
    loose = '[settings]\npartialColourLocked = "no"'
    state = position("", 'slots = ["Car Producer + Oil Magnate", "2 Farm"]', "", more=loose)

    assert "NWO-29" == verdict(state, "B: move 1:Oil Magnate -> 7")
    assert LEGAL == verdict(state, "B: move 2 -> 7"), "changing places changes nothing"


def test_dividends_go_back_into_a_slot() -> None:
    """NWO-37"""
    state = position(
        'character = "Globalist"\nslots = ["4 Farm", "", "Dividends 200"]\noutside = ["Dividends 100"]', "", ""
    )

    assert "NWO-37-R" == verdict(state, "A: move outside 1 -> 1")
    assert ("dividends_100",) == after(state, "A: move outside 1 -> 2").players[0].slots[1].cards
    assert ("dividends_100", "dividends_200") == after(state, "A: move outside 1 -> 3").players[0].slots[2].cards


def test_a_pile_is_not_split() -> None:
    """NWO-63"""
    state = position('slots = ["4 Farm"]', "", "")

    assert "NWO-63" == verdict(state, "A: move 1:2 -> 2")
    assert "NWO-38" == verdict(state, "A: move 3 -> 2")
    assert LEGAL == verdict(state, "A: move 1 -> 2")
    assert "NWO-14" == verdict(state, "A: move 1 -> 8")


def test_only_specials_lie_outside_the_slots() -> None:
    """NWO-103"""
    state = position('character = "Globalist"\nslots = ["4 Farm", "Above the Law"]', "", "")

    assert "NWO-103" == verdict(state, "A: move 1 -> outside 1")
    assert LEGAL == verdict(state, "A: move 2 -> outside 1")


# --- throwing away ---


def test_a_whole_pile() -> None:
    """NWO-66, NWO-66-R: of whatever kind, and out of the game."""
    state = position('slots = ["4 Farm", "Oil Magnate", "Dividends 100"]', "", "")

    assert "NWO-66" == verdict(state, "A: discard 1:2")
    assert "NWO-66" == verdict(state, "A: discard 1:5")
    assert "NWO-66" == verdict(state, "A: discard 5")
    assert [LEGAL] * 3 == [verdict(state, f"A: discard {slot}") for slot in (1, 2, 3)]
    assert ("dividends_100",) == gone(after(state, "A: discard 3"))


def test_piles_are_arranged_by_anybody_in_the_first_deal_alone() -> None:
    """NWO-29: nobody is on turn yet."""
    pair = 'slots = ["Oil Magnate", "Car Producer"]'
    first, second = (position(pair, pair, more=f'phase = "deal"\nround = {number}\ndisc = "A"') for number in (1, 2))

    assert LEGAL == verdict(first, "B: combine 1, 2")
    assert "NWO-29" == verdict(second, "B: combine 1, 2")


def test_two_piles_change_places_also_with_slots_that_were_empty_so_far() -> None:
    """NWO-38: what lies in slot 1 and in slot 3 afterwards."""
    state = after(position('slots = ["Farm", "", "2 Gold Mine"]', ""), "A: swap 3 and 1")

    beyond = after(state, "A: swap 1 and 9")

    assert [("gold_mine", "gold_mine"), (), ("farm",)] == [pile.cards for pile in state.player("A").slots[:3]]
    assert (9, ("gold_mine", "gold_mine")) == (len(beyond.player("A").slots), beyond.player("A").slots[-1].cards)
