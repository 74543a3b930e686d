"""The live table in the manner of whoever is on turn: language, hand, and the side of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.screen import Screen
from companion.journal.saved_games import KnownPerson
from companion.pages.to_each import Manner, manner
from tests.ui.samples import NAMES, evening

LIISA = KnownPerson(NAMES[0], 0, ("et", "fi"), left_handed=True)
OWN = {"buttons": "own", "own language": "on"}


def turn_of(seat: int) -> Screen:
    screen = evening()
    seats = tuple(replace(each, on_turn=number == seat) for number, each in enumerate(screen.seats))
    return replace(screen, seats=seats)


def test_nothing_changes_where_the_house_wants_nothing() -> None:
    assert Manner("en", left_handed=False, turned=0) == manner({}, "en", turn_of(0), [LIISA])


def test_who_is_on_turn_has_his_language_and_the_buttons_at_his_hand() -> None:
    assert Manner("et", left_handed=True, turned=0) == manner(OWN, "en", turn_of(0), [LIISA])
    assert Manner("en", left_handed=False, turned=0) == manner(OWN, "en", turn_of(1), [LIISA])


def test_a_page_and_a_turn_of_several_are_the_houses() -> None:
    several = replace(turn_of(0), seats=tuple(replace(each, on_turn=True) for each in turn_of(0).seats))

    assert Manner("en", left_handed=False, turned=0) == manner(OWN, "en", several, [LIISA])
    assert Manner("en", left_handed=True, turned=90) == manner({"buttons": "left", "turn": "90"}, "en", None, [LIISA])


@pytest.mark.parametrize(
    ("sides", "count", "expected"),
    [("1", 4, [0, 0, 0, 0]), ("2", 2, [0, 180]), ("2", 4, [0, 180, 180, 0]), ("4", 2, [0, 180]),
     ("4", 3, [0, 90, 270]), ("4", 4, [0, 90, 180, 270]), ("2", 6, [0, 0, 180, 180, 180, 0])],
)  # fmt: skip
def test_a_screen_on_the_table_turns_to_the_side_of_whoever_is_on_turn(
    sides: str, count: int, expected: list[int]
) -> None:
    """They sit clockwise, the first one below the screen; a quarter clockwise is read from the left."""
    first = evening().seats[0]
    names = [f"{first.name}{number}" for number in range(count)]
    for seat, degrees in enumerate(expected):
        seats = tuple(replace(first, name=name, on_turn=number == seat) for number, name in enumerate(names))
        assert degrees == manner({"facing": sides}, "en", replace(evening(), seats=seats), []).turned
