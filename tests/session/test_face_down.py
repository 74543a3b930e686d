"""A card that lies face down may be the one that is missing: that is said where something is said of its place."""

from __future__ import annotations

from dataclasses import replace

from companion.core.screen import Do, Undo
from companion.core.table import Box, Observation, Zone
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, LAYOUT, lying

DEALT = lying(market=["A1", "C1", "P1"])


def with_a_back(seen: Observation, zone: Zone) -> Observation:
    """The middle of a card that lies face down in the zone."""
    x, y = LAYOUT.zones[zone].centre
    return replace(seen, face_down=(Box(x - 20, y - 20, x + 20, y + 20),))


def lines(table: ToyTable) -> list[str]:
    return [str(line) for line in table.notice.lines]


def holding(table: ToyTable, back: Zone) -> ToyTable:
    """A's apple has gone from his basket, and a card lies face down in that zone."""
    table.sees(TAKEN, rest=5)
    table.touches(Do(GAME.read_action("B: pass")))
    table.sees(with_a_back(lying(market=["C1", "P1"]), back), rest=5)
    return table


def test_a_card_that_is_missed_where_one_lies_face_down(table: ToyTable) -> None:
    """What is said is as without it; what to do is said last."""
    holding(table, "A.1")

    assert "In somebody's hand" == str(table.notice.heading)
    assert ["put Apple into A.1", "A card lies face down in A.1: turn it over."] == lines(table)


def test_of_a_card_that_lies_face_down_elsewhere_nothing_is_said(table: ToyTable) -> None:
    """Decks lie so, and so do cards of which nobody has to know."""
    table.sees(with_a_back(DEALT, "market"), rest=5)
    assert table.silent

    assert ["put Apple into A.1"] == lines(holding(table, "B.1"))


def test_a_label_that_no_look_has_shown(table: ToyTable) -> None:
    """It is asked whether the card is still there, since nobody was at it: it may have been turned over."""
    table.sees(DEALT)
    again = ToyTable(table.store, table.game)
    again.sees(with_a_back(lying(market=["C1", "P1"]), "market"), rest=5)

    assert "Is it still there?" == str(again.notice.heading)
    assert "A card lies face down in market: turn it over." == lines(again)[-1]


def test_a_card_turned_over_on_the_spot_covers_its_own_place(table: ToyTable) -> None:
    """For the camera something lies where its label was; what it is, is known."""
    place = LAYOUT.zones["market"]
    table.sees(with_a_back(replace(DEALT, blind=(place,), hidden=(place,)), "market"), rest=5)

    assert "Something is covering market" == str(table.notice.heading)
    assert ["A card lies face down in market: turn it over."] == lines(table)


def test_a_card_that_was_laid_face_down_where_the_game_waits_for_it(table: ToyTable) -> None:
    table.sees(DEALT)
    table.touches(Do(GAME.read_action("A: take apple -> A.1")))
    table.sees(with_a_back(lying(market=["C1", "P1"]), "A.1"), rest=5)

    assert "A card lies face down in A.1: turn it over." == lines(table)[-1]


def test_a_card_that_was_put_back_face_down(table: ToyTable) -> None:
    table.sees(TAKEN)
    table.touches(Undo())
    table.sees(with_a_back(lying(market=["C1", "P1"]), "market"))

    assert "Put the table back" == str(table.notice.heading)
    assert ["put Apple into market", "A card lies face down in market: turn it over."] == lines(table)


def test_each_card_lies_in_one_place(table: ToyTable) -> None:
    """Places may overlap, and a card reach into two: it lies in the nearer one. Two cards are two."""
    places = LAYOUT.zones["market"], LAYOUT.zones["A.1"]
    market, basket = (place.centre for place in places)
    cards = Box(market[0] + 10, 20, market[0] + 55, 60), Box(basket[0], 20, basket[0] + 40, 60)
    table.sees(replace(DEALT, blind=places, hidden=places, face_down=cards[:1]), rest=5)
    assert ["A card lies face down in market: turn it over."] == lines(table)

    table.sees(replace(DEALT, blind=places, hidden=places, face_down=cards), rest=5)

    assert ["Cards lie face down in market and A.1: turn them over."] == lines(table)
