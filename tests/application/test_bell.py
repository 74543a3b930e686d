"""When a clock is heard: each time once, and only the clock that runs."""

from __future__ import annotations

from companion.application.bell import Bell
from companion.core.clock import Mode, TimeControl, run, start

FIVE_MINUTES = TimeControl(Mode.COUNTDOWN, 300.0)


def heard(time: TimeControl, seconds: int) -> list[tuple[int, str]]:
    """What is heard, and after how many seconds, while A thinks."""
    bell, clocks, said = Bell(), start(time, "AB"), []
    for second in range(seconds):
        if what := bell.listen(time, clocks, "A"):
            said.append((second, what))
        clocks = run(time, clocks, "A", 1.0)
    return said


def test_low_and_over_are_heard_once_each() -> None:
    assert [(271, "low"), (301, "over")] == heard(FIVE_MINUTES, 400)


def test_a_short_turn_is_low_only_near_its_end() -> None:
    assert [(25, "low"), (31, "over")] == heard(TimeControl(Mode.PER_TURN, extra=30.0), 40)


def test_a_player_with_a_time_of_his_own_is_warned_by_it() -> None:
    assert [(571, "low")] == heard(FIVE_MINUTES.with_own("A", 600.0), 600)


def test_what_only_counts_is_never_heard() -> None:
    assert [] == heard(TimeControl(Mode.COUNT_UP), 4000)


def test_an_evening_that_is_taken_up_with_a_low_clock_begins_in_silence() -> None:
    clocks = run(FIVE_MINUTES, start(FIVE_MINUTES, "AB"), "A", 290.0)

    assert "" == Bell().listen(FIVE_MINUTES, clocks, "A")
