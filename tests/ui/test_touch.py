"""Fingers and keys: every touch posts the intent it was put on, exactly once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.base import EventLoop
from kivy.config import Config
from kivy.uix.scrollview import ScrollView

from companion.core.screen import Confirm, Dismiss, Inspect, Pass, Tone, Undo, Why
from companion.core.text import say
from companion.simulation.touch import SimulatedTouch
from tests.ui import drawn
from tests.ui.conftest import Touchscreen
from tests.ui.samples import SAMPLES, evening
from ui.theme import TOUCH


@pytest.mark.parametrize("name", ["three_illegal", "other_illegal"])
def test_every_enabled_button_posts_its_intent_once(touchscreen: Touchscreen, name: str) -> None:
    touchscreen.show(SAMPLES[name])
    intents = [view.button.intent for view in drawn.buttons(touchscreen.app.view) if view.button.enabled]
    for intent in intents:
        touchscreen.touch.tap(intent)
    assert intents == touchscreen.posted
    assert len(intents) >= 3


def test_each_of_26_answers_can_be_reached_by_scrolling(touchscreen: Touchscreen) -> None:
    screen = SAMPLES["five_which"]
    touchscreen.show(screen)
    wanted = [screen.notice.answers[number].intent for number in (0, 12, 25)]
    for intent in wanted:
        touchscreen.touch.tap(intent)
    assert wanted == touchscreen.posted


def swing_the_answers(small: Touchscreen) -> ScrollView:
    scroll = small.app.view.notice.ids.choices
    x, y = scroll.center
    finger = SimulatedTouch(x, y)
    EventLoop.post_dispatch_input("begin", finger)
    for step in range(1, 9):
        finger.move({"x": finger.sx, "y": (y + 10 * step) / small.app.view.height})
        EventLoop.post_dispatch_input("update", finger)
        small.touch.frames(1)
    EventLoop.post_dispatch_input("end", finger)
    small.touch.frames(5)
    return scroll


def test_a_drag_over_the_answers_scrolls_and_presses_nothing(small: Touchscreen) -> None:
    small.show(SAMPLES["five_which"])
    scroll = swing_the_answers(small)
    assert scroll.scroll_y < 1
    assert small.posted == []


def test_a_new_question_stands_still_though_the_last_one_was_swung(small: Touchscreen) -> None:
    small.show(SAMPLES["five_which"])
    swing_the_answers(small)
    small.show(SAMPLES["lobby"])
    small.touch.frames(30)
    assert 1 == small.app.view.notice.ids.choices.scroll_y


def test_the_answers_stay_where_they_were_scrolled_to_while_the_question_is_the_same(small: Touchscreen) -> None:
    screen = SAMPLES["lobby"]
    small.show(screen)
    scroll = small.app.view.notice.ids.choices
    scroll.scroll_y = 0.3
    first, *others = screen.notice.answers
    again = replace(screen.notice, answers=(replace(first, tone=Tone.GOOD), *others))
    small.show(replace(screen, notice=again))
    assert pytest.approx(0.3, abs=0.02) == scroll.scroll_y

    small.show(replace(screen, notice=replace(again, heading=say("Another question?"))))
    assert 1 == small.app.view.notice.ids.choices.scroll_y


@pytest.mark.parametrize("players", [2, 5])
def test_every_cell_that_shows_posts_its_own_intent(touchscreen: Touchscreen, players: int) -> None:
    touchscreen.show(evening(players, taken=1))
    views = [view for view in drawn.cells(touchscreen.app.view) if min_side(view) >= 12][players % 5 :: 5]
    wanted = []
    for view in views:
        x, y, width, height = view.kivy_rect(view.area.visible)
        touchscreen.touch.press(x + width / 2, y + height / 2)
        wanted.append(view.cell.intent)
    assert wanted == touchscreen.posted
    assert len(wanted) >= 8


def min_side(view: drawn.CellView) -> float:
    return min(view.area.visible.width, view.area.visible.height)


def test_the_upper_of_two_tiles_gets_the_touch(small: Touchscreen) -> None:
    small.show(evening(2))
    small.touch.tap(Inspect("pyramid.3.0.0", SAMPLES["two"].boards[1].cells[-1].intent.piece))
    assert ["pyramid.3.0.0"] == [intent.zone for intent in small.posted]


def test_a_greyed_button_says_why_and_posts_nothing(small: Touchscreen) -> None:
    small.show(SAMPLES["three"])
    small.touch.tap("why")
    assert small.posted == []
    assert "There is nothing to explain." in drawn.texts(small.app.view.ids.bottom_bar)
    small.show(SAMPLES["two"])
    assert "There is nothing to explain." not in drawn.texts(small.app.view.ids.bottom_bar)


def test_the_reason_goes_away_when_an_equal_screen_is_asked_for_again(small: Touchscreen) -> None:
    small.show(SAMPLES["three"])
    small.touch.tap("why")
    small.touch.tap(Undo())
    assert [Undo()] == small.posted
    assert "There is nothing to explain." not in drawn.texts(small.app.view.ids.bottom_bar)


def test_a_finger_that_slides_off_a_button_posts_nothing(small: Touchscreen) -> None:
    small.show(SAMPLES["three"])
    button = next(view for view in drawn.buttons(small.app.view) if view.button.key == "pass")
    finger = SimulatedTouch(*button.center)
    EventLoop.post_dispatch_input("begin", finger)
    finger.move({"x": 0.5, "y": 0.6})
    EventLoop.post_dispatch_input("update", finger)
    EventLoop.post_dispatch_input("end", finger)
    small.touch.frames(2)
    assert small.posted == []


def test_a_button_that_changes_under_the_finger_posts_nothing(small: Touchscreen) -> None:
    screen = SAMPLES["three"]
    small.show(screen)
    button = next(view for view in drawn.buttons(small.app.view) if view.button.key == "pass")
    finger = SimulatedTouch(*button.center)
    EventLoop.post_dispatch_input("begin", finger)
    *others, last = screen.buttons
    small.show(replace(screen, buttons=(*others, replace(last, intent=Dismiss()))))
    EventLoop.post_dispatch_input("end", finger)
    small.touch.frames(2)
    assert small.posted == []


def test_a_cell_that_changes_under_the_finger_posts_nothing(small: Touchscreen) -> None:
    screen = SAMPLES["three"]
    small.show(screen)
    view = drawn.boards(small.app.view)[0].cells[7]
    finger = SimulatedTouch(*view.center)
    EventLoop.post_dispatch_input("begin", finger)
    market, pyramid = screen.boards
    moved = tuple(replace(cell, intent=Inspect("market", "another")) for cell in market.cells)
    small.show(replace(screen, boards=(replace(market, cells=moved), pyramid)))
    EventLoop.post_dispatch_input("end", finger)
    small.touch.frames(2)
    assert small.posted == []


def test_a_near_miss_of_a_small_cell_still_counts(small: Touchscreen) -> None:
    """A pressable cell smaller than a finger is pressed within half a finger of its centre."""
    screen = SAMPLES["two"]
    market, pyramid = screen.boards
    tiny = replace(market.cells[7], x=2.45, y=1.45, width=0.1, height=0.1)
    small.show(replace(screen, boards=(replace(market, cells=(tiny,), width=5, height=3), pyramid)))
    view = drawn.boards(small.app.view)[0].cells[0]
    assert view.width < TOUCH
    small.touch.press(view.center_x + TOUCH / 2 - 1, view.center_y)
    small.touch.press(view.center_x + TOUCH / 2 + view.width + 2, view.center_y)
    assert [tiny.intent] == small.posted


def test_keys_do_what_the_hardware_buttons_do(small: Touchscreen) -> None:
    small.show(SAMPLES["three_illegal"])
    for key in ("p", "u", "c", "w", "escape", "x"):
        small.touch.key(key)
    assert [Pass(), Undo(), Confirm(), Why(), Dismiss()] == small.posted
    assert EventLoop.status == "started"


def test_a_key_held_down_is_one_press(small: Touchscreen) -> None:
    small.show(SAMPLES["three"])
    for _ in range(5):
        EventLoop.window.dispatch("on_key_down", ord("u"), 0, "u", [])
    EventLoop.window.dispatch("on_key_up", ord("u"), 0)
    small.touch.key("u")
    assert [Undo(), Undo()] == small.posted


def test_one_click_of_the_window_is_one_press(touchscreen: Touchscreen) -> None:
    """Through the configured source of touches: two sources at once would make two presses of one tap."""
    touchscreen.show(SAMPLES["three"])
    button = next(view for view in drawn.buttons(touchscreen.app.view) if view.button.key == "undo")
    x, y = button.center_x, touchscreen.app.view.height - button.center_y
    EventLoop.window.dispatch("on_mouse_down", x, y, "left", [])
    touchscreen.touch.frames(2)
    EventLoop.window.dispatch("on_mouse_up", x, y, "left", [])
    touchscreen.touch.frames(2)
    assert [Undo()] == touchscreen.posted
    assert ["mouse"] == [name for name, _ in Config.items("input")]


def test_fingers_find_nothing_to_touch(small: Touchscreen) -> None:
    small.show(SAMPLES["bare"])
    with pytest.raises(LookupError, match="can be touched for Undo"):
        small.touch.tap(Undo())
