"""Which lights of a strip lie beside a place, and what they say of a screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.light_strip import (
    AMBER,
    CORNERS,
    DARK,
    GREEN,
    RED,
    SQUARE,
    WHITE,
    StripPlace,
    corner_points,
    lights,
    place_of,
    round_the_mat,
)
from companion.core.screen import Board, Cell, Notice, NoticeKind, Screen, SeatView
from companion.core.table import Box, Pose
from companion.core.text import say
from companion.core.zones import Area, ZoneLayout

SIZE = 1200.0, 800.0
LENGTH = 2 * sum(SIZE)
ZONES = {"A.1": Box(500, 600, 700, 800), "market": Box(0, 300, 200, 500), "pile": Box(900, 0, 1200, 200)}
LAYOUT = ZoneLayout(*SIZE, {}, {name: Area(name, box, Pose(0, 0)) for name, box in ZONES.items()})
BOARD = Board("A", say("baskets"), 1, 1, (Cell(say("one"), 0, 0, zone="A.1"),))
SCREEN = Screen(say("Orchard"), say("turn"), (SeatView("A", "Ann", (), BOARD, on_turn=True),), ())
FROM_UPPER_LEFT = StripPlace(200)


def colours(screen: Screen, place: StripPlace = FROM_UPPER_LEFT) -> dict[tuple[int, int, int], float]:
    """By colour: the millimetres round the mat at which it shines, in the middle."""
    found = {}
    picture = lights(screen, LAYOUT, place).steady
    for colour in {*picture} - {DARK}:
        lit = [number for number, each in enumerate(picture) if each == colour]
        found[colour] = (lit[0] + lit[-1]) / 2 / place.count * LENGTH
    return found


@pytest.mark.parametrize("start", range(len(CORNERS)))
@pytest.mark.parametrize("clockwise", [True, False])
def test_a_strip_may_begin_at_any_corner_and_go_either_way(start: int, clockwise: bool) -> None:
    place = StripPlace(400, start, clockwise)
    corner = round_the_mat(corner_points(SIZE)[start], SIZE)
    for point, way in (((300, 10), 300), ((1190, 300), 1500), ((300, 790), 2900), ((10, 300), 3700)):
        (middle,) = sorted(place.beside(point, SIZE))[4:5]
        told = middle / 400 * LENGTH
        assert way == pytest.approx((corner + told if clockwise else corner - told) % LENGTH, abs=12)
    assert place == StripPlace.read(str(place))


@pytest.mark.parametrize("words", ["", "nonsense", "12 7 clockwise", "-3 0 clockwise", "9 1 up"])
def test_what_was_not_written_by_us_says_nothing(words: str) -> None:
    assert None is StripPlace.read(words)


def test_who_is_on_turn_has_white_at_his_edge() -> None:
    assert {WHITE: pytest.approx(1200 + 800 + 600, abs=20)} == colours(SCREEN)
    assert {} == colours(replace(SCREEN, seats=()))


@pytest.mark.parametrize("kind", [NoticeKind.ILLEGAL, NoticeKind.DISAGREE])
def test_a_fault_is_red_and_where_it_goes_green(kind: NoticeKind) -> None:
    notice = Notice(kind, say("Not allowed"))
    screen = replace(SCREEN, notice=notice, attention=frozenset({"market"}), astray=(("market", "pile"),))
    shown = colours(screen)

    assert LENGTH - 400 == pytest.approx(shown[RED], abs=20)
    assert 1050 == pytest.approx(shown[GREEN], abs=20)
    assert {RED, WHITE} == set(colours(replace(screen, astray=())))


def test_a_question_is_slow_and_does_not_hide_whose_turn_it_is() -> None:
    asked = replace(SCREEN, notice=Notice(NoticeKind.QUESTION, say("Which?")), attention=frozenset({"market"}))
    found = lights(asked, LAYOUT, FROM_UPPER_LEFT)
    assert found.slow is not None
    assert ({AMBER, WHITE, DARK}, {WHITE, DARK}) == ({*found.steady}, {*found.slow})

    of_nowhere = lights(replace(asked, attention=frozenset()), LAYOUT, FROM_UPPER_LEFT)
    assert ({AMBER, DARK}, {DARK}) == ({*of_nowhere.steady}, {*(of_nowhere.slow or ())})


def test_what_is_still_to_do_is_green() -> None:
    screen = replace(SCREEN, notice=Notice(NoticeKind.SAYING, say("Still to do")), astray=(("market", "pile"),))

    assert {GREEN, WHITE} == set(colours(screen))


def test_round_a_display_each_side_has_as_many() -> None:
    shown = lights(SCREEN, LAYOUT, StripPlace(120), SQUARE).steady

    assert [74, 75, 76] == [number for number, each in enumerate(shown) if each == WHITE][1:4]


@pytest.mark.parametrize("start", range(len(CORNERS)))
@pytest.mark.parametrize("clockwise", [True, False])
def test_lights_that_were_seen_say_how_the_strip_lies(start: int, clockwise: bool) -> None:
    """With errors of some millimetres, and one light in five out of sight."""
    corner, pitch = round_the_mat(corner_points(SIZE)[start], SIZE), LENGTH / 240
    way = 1 if clockwise else -1
    seen = [
        (number, (corner + way * number * pitch + (number * 7 % 11 - 5)) % LENGTH)
        for number in range(2, 236, 8)
        if number % 5
    ]
    found = place_of(seen, SIZE)

    assert found is not None
    assert (start, clockwise) == (found.start, found.clockwise)
    assert 240 == pytest.approx(found.count, abs=1)


def test_lights_on_no_line_say_nothing() -> None:
    assert None is place_of([(0, 0.0), (8, 900.0), (16, 100.0), (24, 2000.0), (32, 20.0)], SIZE)
    assert None is place_of([(0, 0.0), (8, 100.0)], SIZE)


def test_four_lights_on_a_line_are_enough() -> None:
    seen = [(number, number * LENGTH / 100) for number in (3, 10, 20, 41)]

    assert StripPlace(100) == place_of(seen, SIZE)
    assert None is place_of(seen[:3], SIZE)


def test_the_lights_beside_a_point_reach_as_far_on_either_side() -> None:
    """20 mm apart: the one at 1000 mm round the mat, and those of 40 mm before and after it."""
    assert [48, 49, 50, 51, 52] == [*StripPlace(200).beside((1000, 0), SIZE)]
    assert [198, 199, 0, 1, 2] == [*StripPlace(200).beside((0, 0), SIZE)]
    assert [] == [*StripPlace(0).beside((0, 0), SIZE)]
