"""Clocks as a referee sets them (DESIGN 2.17): every mode, for two to six and for sides, with time driven by hand."""

from __future__ import annotations

import pytest

from companion.core.clock import (
    COUNTING,
    ClockFace,
    Clocks,
    Mode,
    PlayerClock,
    TimeControl,
    adjust,
    clock_time,
    end_turn,
    face,
    run,
    start,
)

SEATS = "ABCDEF"


class Driven:
    """Clocks and a hand that turns them."""

    def __init__(self, control: TimeControl, players: int = 2) -> None:
        self.control = control
        self.clocks: Clocks = start(control, SEATS[:players])

    def runs(self, seats: str, seconds: float) -> Driven:
        self.clocks = run(self.control, self.clocks, tuple(seats), seconds)
        return self

    def turn(self, seats: str, seconds: float) -> Driven:
        self.runs(seats, seconds)
        self.clocks = end_turn(self.control, self.clocks, tuple(seats))
        return self

    def shows(self, seat: str) -> str:
        return clock_time(face(self.control, self.clocks[seat]))


def test_count_up_shows_what_was_thought() -> None:
    assert "1:05" == Driven(COUNTING).turn("A", 60).turn("B", 3).turn("A", 5).shows("A")


def test_countdown_runs_to_nothing_and_on() -> None:
    driven = Driven(TimeControl(Mode.COUNTDOWN, 60))

    assert "0:10" == driven.turn("A", 50).shows("A")
    assert "\N{MINUS SIGN}0:05" == driven.turn("A", 15).shows("A")


def test_fischer_gives_back_after_every_turn() -> None:
    driven = Driven(TimeControl(Mode.FISCHER, 60, 5))

    assert "0:40" == driven.runs("A", 20).shows("A")
    assert "0:45" == driven.turn("A", 0).shows("A")


def test_delay_lets_a_turn_begin_for_nothing() -> None:
    driven = Driven(TimeControl(Mode.DELAY, 60, 5))

    assert "1:00" == driven.runs("A", 3).runs("A", 2).shows("A")
    assert "0:57" == driven.turn("A", 3).shows("A")
    assert "0:57" == driven.turn("A", 5).shows("A")


def test_bronstein_gives_back_what_was_used_but_never_more() -> None:
    driven = Driven(TimeControl(Mode.BRONSTEIN, 60, 5))

    assert "1:00" == driven.turn("A", 3).shows("A")
    assert "0:55" == driven.turn("A", 10).shows("A")


def test_byo_yomi_costs_nothing_below_a_period() -> None:
    driven = Driven(TimeControl(Mode.BYO_YOMI, 10, 30, periods=2)).turn("A", 10)

    assert "0:30" == driven.shows("A")
    assert 2 == face(driven.control, driven.turn("A", 29).clocks["A"]).periods
    assert 1 == face(driven.control, driven.turn("A", 31).clocks["A"]).periods
    assert 0 == face(driven.control, driven.turn("A", 40).clocks["A"]).periods
    assert "\N{MINUS SIGN}0:04" == driven.runs("A", 4).shows("A")


def test_an_hourglass_runs_to_the_next_one_and_loses_nothing() -> None:
    driven = Driven(TimeControl(Mode.HOURGLASS, 60), players=3).turn("A", 20).turn("C", 5)

    assert ["0:45", "1:20", "0:55"] == [driven.shows(seat) for seat in "ABC"]
    assert 180 == pytest.approx(sum(clock.left for clock in driven.clocks.values()))


def test_an_hourglass_of_sides_runs_to_the_other_side() -> None:
    driven = Driven(TimeControl(Mode.HOURGLASS, 60), players=4).turn("AB", 10)

    assert ["0:50", "0:50", "1:10", "1:10"] == [driven.shows(seat) for seat in "ABCD"]


def test_a_turn_of_its_own_begins_anew() -> None:
    driven = Driven(TimeControl(Mode.PER_TURN, extra=30))

    assert "0:10" == driven.runs("A", 20).shows("A")
    assert "0:30" == driven.turn("A", 0).shows("A")


def test_total_and_turn_are_both_limited() -> None:
    driven = Driven(TimeControl(Mode.TOTAL_AND_TURN, 600, 30)).runs("A", 40)
    shown = face(driven.control, driven.clocks["A"])

    assert (560, -10, True) == (shown.seconds, shown.turn, shown.over)


def test_a_round_begins_anew_when_all_have_had_a_turn() -> None:
    driven = Driven(TimeControl(Mode.PER_ROUND, 60), players=3).turn("A", 20).turn("B", 30)

    assert "0:40" == driven.shows("A")
    driven.turn("C", 1)
    assert ["1:00"] * 3 == [driven.shows(seat) for seat in "ABC"]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("players", [2, 5])
def test_ten_minutes_in_quarters_of_a_second_are_ten_minutes(mode: Mode, players: int) -> None:
    """At most 10 ms an hour are lost against the clock that drives them, in every mode, before its time and after."""
    driven = Driven(TimeControl(mode, 100, 5), players)
    for tick in range(4 * 600):
        seat = SEATS[tick // 40 % players]
        driven.runs(seat, 0.25)
        if tick % 40 == 39:
            driven.clocks = end_turn(driven.control, driven.clocks, seat)

    assert 600 == pytest.approx(sum(clock.spent for clock in driven.clocks.values()), abs=0.01 / 6)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_everybody_of_a_side_runs_at_once(players: int) -> None:
    side = SEATS[: players // 2]
    driven = Driven(TimeControl(Mode.COUNTDOWN, 60), players).turn(side, 12)

    assert ["0:48"] * len(side) + ["1:00"] * len(side) == [driven.shows(seat) for seat in SEATS[:players]]


def test_one_player_can_be_given_another_total() -> None:
    assert "10:00" == Driven(TimeControl(Mode.COUNTDOWN, 60, own=(("B", 600.0),))).shows("B")


@pytest.mark.parametrize(
    ("control", "expected"),
    [(TimeControl(Mode.COUNTDOWN, 60), "2:00"), (COUNTING, "0:00"), (TimeControl(Mode.PER_TURN, extra=30), "0:30")],
    ids=lambda each: each.mode.value if isinstance(each, TimeControl) else None,
)
def test_one_player_gets_a_minute_more(control: TimeControl, expected: str) -> None:
    driven = Driven(control).runs("A", 0 if control.mode is Mode.COUNTDOWN else 20)

    assert expected == clock_time(face(control, adjust(control, driven.clocks, "A", 60)["A"]))


def test_a_minute_more_of_the_total_leaves_the_turn_as_it_is() -> None:
    control = TimeControl(Mode.TOTAL_AND_TURN, 600, 30)
    driven = Driven(control).runs("A", 20)

    assert ClockFace(640, turn=10) == face(control, adjust(control, driven.clocks, "A", 60)["A"])


def test_hours_have_a_figure_of_their_own() -> None:
    assert "1:02:09" == clock_time(face(COUNTING, PlayerClock(3729)))


def test_a_clock_at_nothing_is_not_overdrawn() -> None:
    assert [False, True] == [ClockFace(seconds).over for seconds in (0, -0.1)]
    assert [False, True] == [ClockFace(60, turn=turn).over for turn in (0, -0.1)]
    assert ["0:00", "\N{MINUS SIGN}0:01"] == [clock_time(ClockFace(seconds)) for seconds in (-0.9, -1)]
    assert ["59:59", "1:00:00"] == [clock_time(ClockFace(seconds)) for seconds in (3599, 3600)]


def test_a_period_ends_when_it_is_used_up() -> None:
    """What is left of the main time is thought first; a period of no length is used at once."""
    driven = Driven(TimeControl(Mode.BYO_YOMI, 10, 30, periods=2)).runs("A", 39)

    assert (1, 2) == (
        face(driven.control, driven.clocks["A"]).seconds,
        face(driven.control, driven.clocks["A"]).periods,
    )
    assert 1 == face(driven.control, driven.runs("A", 1).clocks["A"]).periods
    assert ClockFace(-5, periods=0) == face(
        (none := TimeControl(Mode.BYO_YOMI, 10, 0, periods=2)), PlayerClock(left=0, beyond=5)
    )
    assert 2 == end_turn(none, {"A": PlayerClock(left=0, beyond=5)}, "A")["A"].periods


def test_the_last_moment_of_the_main_time_is_no_period_and_a_period_may_be_short() -> None:
    control = TimeControl(Mode.BYO_YOMI, 10, 0.5, periods=3)

    assert ClockFace(0.2, periods=3) == face(control, PlayerClock(left=0.2))
    assert ClockFace(0.25, periods=2) == face(control, PlayerClock(left=0, beyond=0.75))


def test_a_turn_for_nothing_is_shown_until_it_is_used() -> None:
    control = TimeControl(Mode.DELAY, 60, 5)

    assert [2, None] == [face(control, PlayerClock(60, turn=turn)).turn for turn in (3, 5)]


def test_an_hourglass_that_nobody_turns_stands_still() -> None:
    driven = Driven(TimeControl(Mode.HOURGLASS, 60), players=2).runs("", 10)

    assert ["1:00", "1:00"] == [driven.shows(seat) for seat in "AB"]
    assert ["0:50", "0:50"] == [driven.runs("AB", 10).shows("A"), driven.shows("B")]


def test_who_is_not_at_the_table_ends_no_turn() -> None:
    clocks = start(COUNTING, "AB")

    assert clocks == end_turn(COUNTING, clocks, "C")
    assert {} == end_turn(TimeControl(Mode.PER_ROUND, 60), {}, "A")
    assert [1, 0] == [end_turn(COUNTING, clocks, "A")[seat].turns for seat in "AB"]


def test_a_player_may_have_a_total_of_his_own_and_give_it_back() -> None:
    control = TimeControl(Mode.COUNTDOWN, 60).with_own("B", 90).with_own("A", 30)

    assert [30, 90, 60] == [control.total_of(seat) for seat in "ABC"]
    assert [30, 60, 60] == [control.with_own("B", None).with_own("C", None).total_of(seat) for seat in "ABC"]


def test_a_delay_is_spent_once_a_turn() -> None:
    """5 s are free; of 4 and then 6 s in one turn 5 count, and in the next turn the delay is there again."""
    driven = Driven(TimeControl(Mode.DELAY, 60, 5)).runs("A", 4).runs("A", 6)

    assert "0:55" == driven.shows("A")
    assert "0:53" == driven.turn("A", 2).turn("B", 1).turn("A", 5).shows("A")
