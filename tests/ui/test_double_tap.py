"""Two quick taps: the second does nothing with what the first has brought under the finger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.core.pages import Stepper, TimePage
from companion.core.screen import Answer, Button, Close, Pass, Screen, Touched, Undo
from companion.core.text import NOTHING, say
from tests.ui.conftest import Touchscreen
from tests.ui.samples import evening, question

AT_ONCE, LATER = 0.1, 0.5
"""Seconds after the screen has changed."""


def answers_with(touchscreen: Touchscreen, *screens: object) -> None:
    """Each touch is followed by the next of these screens, as in an evening."""
    left, posted = list(screens), touchscreen.posted

    def handle(intent: object) -> None:
        posted.append(intent)
        if left:
            touchscreen.app.show(left.pop(0))

    touchscreen.app.handle = handle


@pytest.fixture(autouse=True)
def stopped_clock(window: Touchscreen) -> Iterator[None]:
    """Only what a touch says of itself is later than now."""
    handle, now = window.app.handle, window.app.now
    window.app.now = lambda: 1_000.0
    yield
    window.app.handle, window.app.now = handle, now


def place_of(touchscreen: Touchscreen, intent: object) -> tuple[float, float]:
    view = touchscreen.app.view
    return view.pixels(next(rect for target, rect in view.targets() if target.intent == intent))


@pytest.mark.parametrize(("after", "done"), [(AT_ONCE, 1), (LATER, 2)])
def test_an_answer_that_comes_under_the_finger_waits(touchscreen: Touchscreen, after: float, done: int) -> None:
    """Where the first question had its answer the next has one, too: a double tap answers only the first."""
    touchscreen.show(question(3))
    answers_with(touchscreen, asked_again())
    x, y = place_of(touchscreen, Answer(0, 1))
    touchscreen.touch.press(x, y)
    touchscreen.touch.press(x, y, looked=after)

    assert [Answer(0, 1), Answer(0, 2)][:done] == touchscreen.posted


def test_a_slow_machine_makes_no_second_tap_of_the_first_one(touchscreen: Touchscreen) -> None:
    """What a tap has brought is in sight when all that it does is done, not when that began."""
    touchscreen.show(question(3))
    answers_with(touchscreen, asked_again())
    handle = touchscreen.app.handle

    def slowly(intent: object) -> None:
        handle(intent)
        touchscreen.app.now = lambda: 1_000.0 + LATER

    touchscreen.app.handle = slowly
    x, y = place_of(touchscreen, Answer(0, 1))
    touchscreen.touch.press(x, y)
    touchscreen.touch.press(x, y, looked=AT_ONCE)

    assert [Answer(0, 1)] == touchscreen.posted


def asked_again() -> Screen:
    screen = question(3)
    assert screen.notice is not None
    *fruits, back = screen.notice.answers
    answers = (*(Button(each.label, Answer(number, 2)) for number, each in enumerate(fruits)), back)
    return evening(notice=replace(screen.notice, answers=answers))


def test_what_comes_elsewhere_is_felt_at_once(small: Touchscreen) -> None:
    """Whoever knows the way need not wait."""
    small.show(evening())
    answers_with(small, question(3))
    small.touch.press(*place_of(small, Pass()))
    small.touch.press(*place_of(small, Answer(0, 1)), looked=AT_ONCE)

    assert [Pass(), Answer(0, 1)] == small.posted


@pytest.mark.parametrize(("after", "done"), [(AT_ONCE, 1), (LATER, 3)])
def test_a_button_that_has_acted_acts_again_only_when_it_was_looked_at(
    small: Touchscreen, after: float, done: int
) -> None:
    """Undo stays where it is, and the second tap of two would take back a move that nobody meant."""
    moment = 1_000.0
    small.app.now = lambda: moment
    small.show(evening())
    answers_with(small, evening(columns=3), evening(columns=2))
    for _ in range(3):
        small.touch.press(*place_of(small, Undo()), looked=after)
        moment += after

    assert [Undo()] * done == small.posted


def test_the_second_tap_of_two_does_nothing_however_long_the_first_one_takes(small: Touchscreen) -> None:
    """It was made before the screen had changed, and waited for that."""
    moment = 1_000.0
    small.app.now = lambda: moment
    small.show(question(3))
    x, y = place_of(small, Answer(0, 1))
    posted = small.posted

    def takes_long(intent: object) -> None:
        nonlocal moment
        posted.append(intent)
        moment += 2.0
        small.app.show(asked_again())

    small.app.handle = takes_long
    small.touch.press(x, y)
    small.touch.press(x, y, looked=AT_ONCE - 2.0)

    assert [Answer(0, 1)] == posted


def test_an_answer_to_which_a_shorter_list_moves_the_finger_waits(small: Touchscreen) -> None:
    """The list was moved to its end; as it gets shorter, what stood higher comes under the finger."""
    small.show(question(30))
    view = small.app.view
    last = max((target for target in view.all_targets() if isinstance(target.intent, Answer)), key=lambda t: t.rect.y)
    view.scroll_to(last)
    answers_with(small, question(24))
    x, y = view.pixels(next(rect for target, rect in view.targets() if target == last))
    small.touch.press(x, y)
    small.touch.press(x, y, looked=AT_ONCE)

    assert [last.intent] == small.posted


def test_what_was_there_before_another_thing_acted_is_felt_at_once(small: Touchscreen) -> None:
    """Whoever has just passed may take it back as fast as a finger moves."""
    small.show(evening())
    answers_with(small, evening(columns=3))
    small.touch.press(*place_of(small, Pass()))
    small.touch.press(*place_of(small, Undo()), looked=AT_ONCE)

    assert [Pass(), Undo()] == small.posted


def counted(figure: int) -> TimePage:
    more = Touched("count", str(figure + 1))
    steppers = (Stepper(say("Cards"), str(figure), NOTHING, Touched("count", str(figure - 1)), more),)
    return TimePage(say("Cards"), (), steppers, NOTHING, (Button(say("Done"), Close(), "confirm"),))


def test_more_of_a_count_is_touched_as_fast_as_a_finger_can(small: Touchscreen) -> None:
    """What one touch more comes to is another figure each time; it is the same button."""
    small.show(counted(1))  # type: ignore[arg-type]
    answers_with(small, counted(2), counted(3))
    x, y = place_of(small, Touched("count", "2"))
    for _ in range(3):
        small.touch.press(x, y, looked=AT_ONCE)

    assert [Touched("count", str(figure)) for figure in (2, 3, 4)] == small.posted
