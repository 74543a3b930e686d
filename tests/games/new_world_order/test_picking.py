"""The referee at the market: what is picked and where it lies (NWO-30 to NWO-38)."""

from __future__ import annotations

from tests.games.new_world_order.tables import LEGAL, position, verdict


def test_from_the_market_only() -> None:
    """NWO-30"""
    assert "NWO-30" == verdict(position(), "A: take 4 Farm")
    assert "NWO-30" == verdict(position(), "A: take Central Bank")
    assert LEGAL == verdict(position(), "A: take 3 Farm")


def test_immediate_specials_are_never_taken() -> None:
    """NWO-85"""
    assert "NWO-85" == verdict(position(market='["Farm", "Blackmail"]'), "A: take Blackmail")


def test_identical_cards_or_one_colour_set() -> None:
    """NWO-31"""
    assert "NWO-31" == verdict(position(), "A: take Farm, Gold Mine")
    assert "NWO-31" == verdict(position(), "A: take 2 Gold Mine, Silver Mine")
    assert LEGAL == verdict(position(), "A: take Gold Mine, Silver Mine")


def test_dividends_of_100_and_200_are_not_identical() -> None:
    """NWO-36: they may be stacked once they lie there."""
    state = position('slots = ["Dividends 200"]', "", "", market='["Dividends 100", "Farm"]')

    assert LEGAL == verdict(state, "A: take Dividends 100 -> 1")
    assert LEGAL == verdict(state, "A: take Dividends 100 -> 2")
    assert "NWO-32" == verdict(state, "A: take Farm -> 1")


def test_only_the_slots_one_has() -> None:
    """NWO-14"""
    assert "NWO-14" == verdict(position(), "A: take Farm -> 8")
    assert LEGAL == verdict(position('character = "Banker"', "", ""), "A: take Farm -> 8")


def test_only_a_globalists_specials_lie_outside_the_slots() -> None:
    """NWO-103"""
    globalist = position('character = "Globalist"', "", "")

    assert "NWO-103" == verdict(position(), "A: take Dividends 100 -> outside 1")
    assert "NWO-103" == verdict(globalist, "A: take Farm -> outside 1")
    assert LEGAL == verdict(globalist, "A: take Dividends 100 -> outside 1")


def test_one_pile_of_each_corporation() -> None:
    """NWO-33"""
    state = position('slots = ["2 Farm"]', "", "")

    assert "NWO-33" == verdict(state, "A: take Farm -> 2")
    assert LEGAL == verdict(state, "A: take Farm -> 1")


def test_cards_in_a_colour_set_are_no_pile() -> None:
    """NWO-33, NWO-65"""
    state = position('slots = ["Alternative Fuels + Car Producer + Oil Magnate"]', "", "")

    assert LEGAL == verdict(state, "A: take Oil Magnate -> 2")
    assert "NWO-65" == verdict(state, "A: take Oil Magnate -> 1")


def test_a_colour_pick_joins_a_single_card_of_the_third() -> None:
    """NWO-34"""
    state = position('slots = ["Oil Magnate", "2 Diamond Mine"]', "", "")

    assert LEGAL == verdict(state, "A: take Alternative Fuels, Car Producer -> 1")
    assert "NWO-63" == verdict(state, "A: take Gold Mine, Silver Mine -> 2")


def test_a_single_card_joins_a_single_one_of_its_set() -> None:
    """NWO-35"""
    state = position('slots = ["Oil Magnate", "Oil Magnate + Car Producer", "2 Farm"]', "", "")

    assert LEGAL == verdict(state, "A: take Car Producer -> 1")
    assert LEGAL == verdict(state, "A: take Alternative Fuels -> 2")
    assert "NWO-63" == verdict(state, "A: take Car Producer -> 2")
    assert "NWO-32" == verdict(state, "A: take Car Producer -> 3")


def test_reserved_cards_are_royaltys() -> None:
    """NWO-101, setting royaltyMarket = twoReserved"""
    more = 'reserve = ["Central Bank"]\n[settings]\nroyaltyMarket = "twoReserved"'
    state = position('character = "Royalty"', "", "", more=more)
    other = position("", 'character = "Royalty"', "", more=more)

    assert LEGAL == verdict(state, "A: take Central Bank")
    assert "NWO-30" == verdict(other, "A: take Central Bank")


def test_slots_are_counted_by_piles() -> None:
    """NWO-38: a pile, a colour pile, also an incomplete one, and a stack of specials take one slot each."""
    slots = '"3 Gold Mine", "Oil Magnate + Car Producer", "2 Above the Law", "2 Farm", "2 Silver Mine"'
    state = position(f"slots = [{slots}]", "", "", "", market='["Construction", "Farm"]')

    assert "NWO-32" == verdict(state, "A: take Construction")
    assert LEGAL == verdict(state, "A: take Farm")
