"""Fingers and keys: every touch posts the intent it was put on, exactly once."""

from __future__ import annotations

import pytest
from kivy.base import EventLoop
from kivy.config import Config

from companion.core.screen import Answer, Confirm, Dismiss, Drag, Forbidden, Inspect, Pass, Undo, Why
from companion.core.screen import Open as OpenPage
from companion.core.text import Text, say
from companion.simulation.touch import SimulatedTouch
from tests.ui.conftest import Touchscreen
from tests.ui.samples import evening, question
from ui.navigation import OpenPanel


def test_every_target_posts_its_intent_once(touchscreen: Touchscreen) -> None:
    touchscreen.show(question(3))
    intents = [target.intent for target in touchscreen.app.view.all_targets() if target.intent is not None]
    for intent in intents:
        touchscreen.touch.tap(intent)

    assert len(intents) >= 5
    assert intents == touchscreen.posted


def test_each_of_40_answers_can_be_reached_by_scrolling(touchscreen: Touchscreen) -> None:
    touchscreen.show(question(40))
    wanted = [Answer(number, 1) for number in (0, 20, 39)]
    for intent in wanted:
        touchscreen.touch.tap(intent)

    assert wanted == touchscreen.posted


def test_a_drag_over_the_answers_scrolls_and_presses_nothing(small: Touchscreen) -> None:
    small.show(question(40))
    before = [rect.y for _, rect in small.app.view.targets()]
    small.touch.drag((300, 200), (300, 320))

    assert [] == small.posted
    assert before != [rect.y for _, rect in small.app.view.targets()]


class Wheel(SimulatedTouch):
    """A notch of a mouse's wheel, as Kivy hands it out: a touch of a button of its own."""

    def __init__(self, x: float, y: float, button: str) -> None:
        self.turned = button
        super().__init__(x, y)

    def depack(self, args: dict[str, float]) -> None:
        super().depack(args)
        self.profile, self.button = ["pos", "button"], self.turned


def test_a_mouse_s_wheel_scrolls_and_presses_nothing(small: Touchscreen) -> None:
    """On a desktop: down and up again."""
    small.show(question(40))
    places = [[rect.y for _, rect in small.app.view.targets()]]
    for turned in ("scrollup", "scrolldown"):
        notch = Wheel(300, 200, turned)
        EventLoop.post_dispatch_input("begin", notch)
        EventLoop.post_dispatch_input("end", notch)
        small.touch.frames(2)
        places.append([rect.y for _, rect in small.app.view.targets()])

    assert [] == small.posted
    assert places[0] == places[2]
    assert places[0] != places[1]


def test_another_question_begins_at_its_first_answer(small: Touchscreen) -> None:
    small.show(question(40))
    fresh = [rect.y for _, rect in small.app.view.targets()]
    small.touch.drag((300, 200), (300, 320))
    small.show(question(40, say("Another question?")))

    assert fresh == [rect.y for _, rect in small.app.view.targets()]


def test_cells_that_are_too_small_for_a_finger_open_their_area(small: Touchscreen) -> None:
    """SCREENS 1.9: what is below 48 dp is not pressed itself."""
    small.show(evening(columns=13))
    small.touch.tap(OpenPanel("market"))
    assert [] == small.posted

    small.touch.tap(Inspect("market.7", "fruit_7"))
    assert [Inspect("market.7", "fruit_7")] == small.posted


def test_cells_that_are_large_enough_are_touched_where_they_lie(small: Touchscreen) -> None:
    small.show(evening(columns=4))

    assert Inspect("market.0", "fruit_0") in [target.intent for target in small.app.view.all_targets()]


def test_a_piece_is_drawn_with_a_finger_to_where_it_lies_really(small: Touchscreen) -> None:
    small.show(evening(columns=4))
    view = small.app.view
    lying = [place for place in view.picture.places if place.pieces]
    source, target = lying[0], lying[3]
    small.touch.drag(view.pixels(source.rect), view.pixels(target.rect))

    assert [Drag("market.0", "fruit_0", target.zone)] == small.posted


def test_a_piece_that_is_drawn_off_the_table_stays_where_it_is(small: Touchscreen) -> None:
    small.show(evening(columns=4))
    view = small.app.view
    source = next(place for place in view.picture.places if place.pieces)
    small.touch.drag(view.pixels(source.rect), (790, 470))

    assert [] == small.posted


def test_a_finger_that_shakes_on_a_piece_touches_it(small: Touchscreen) -> None:
    small.show(evening(columns=4))
    view = small.app.view
    x, y = view.pixels(next(place.rect for place in view.picture.places if place.pieces))
    small.touch.drag((x, y), (x + 12, y))

    assert [Inspect("market.0", "fruit_0")] == small.posted


def test_a_grey_button_says_why_and_posts_nothing(small: Touchscreen) -> None:
    small.show(evening())
    off = next(rect for target, rect in small.app.view.targets() if target.intent is None)
    small.touch.press(*small.app.view.pixels(off))

    assert [] == small.posted
    assert "There is nothing to sell." in small.words


def test_a_grey_button_leads_to_the_rule_that_forbids_it(small: Touchscreen) -> None:
    small.show(evening(why_not=Forbidden(say("The plum is sold."), "X-1")))
    off = next(rect for target, rect in small.app.view.targets() if target.intent is None)
    small.touch.press(*small.app.view.pixels(off))
    assert "The plum is sold." in small.words
    small.touch.tap(OpenPage("rule", "X-1"))

    assert [OpenPage("rule", "X-1")] == small.posted


def test_the_reason_goes_with_the_next_touch(small: Touchscreen) -> None:
    small.show(evening())
    off = next(rect for target, rect in small.app.view.targets() if target.intent is None)
    small.touch.press(*small.app.view.pixels(off))
    small.touch.tap(Undo())

    assert [Undo()] == small.posted
    assert "There is nothing to sell." not in small.words


def test_nothing_is_posted_when_what_lay_under_the_finger_has_changed(small: Touchscreen) -> None:
    small.show(question(3))
    place = next(rect for target, rect in small.app.view.targets() if target.intent == Answer(0, 1))
    finger = SimulatedTouch(*small.app.view.pixels(place))
    EventLoop.post_dispatch_input("begin", finger)
    small.show(evening())
    EventLoop.post_dispatch_input("end", finger)

    assert [] == small.posted


def test_a_finger_that_slides_off_posts_nothing(small: Touchscreen) -> None:
    small.show(evening())
    place = next(rect for target, rect in small.app.view.targets() if target.intent == Pass())
    x, y = small.app.view.pixels(place)
    small.touch.drag((x, y), (200, 200))

    assert [] == small.posted


@pytest.mark.parametrize(
    ("key", "intent"), [("p", Pass()), ("u", Undo()), ("c", Confirm()), ("w", Why()), ("escape", Dismiss())]
)
def test_keys_post_what_the_buttons_in_the_tables_edge_do(small: Touchscreen, key: str, intent: object) -> None:
    small.touch.key(key)

    assert [intent] == small.posted


def test_a_key_that_is_held_down_counts_once(small: Touchscreen) -> None:
    for _ in range(3):
        EventLoop.window.dispatch("on_key_down", ord("p"), 0, "p", [])
    EventLoop.window.dispatch("on_key_up", ord("p"), 0)

    assert [Pass()] == small.posted


def test_touches_come_from_one_source_only(small: Touchscreen) -> None:
    """Two would make two presses of one tap."""
    assert 1 == len(Config.items("input"))


@pytest.mark.parametrize("why", [say("Not now."), Forbidden(say("The plum is sold."), "X-1")])
@pytest.mark.parametrize("asked", [False, True])
def test_a_hint_leaves_the_buttons_at_the_foot_to_the_finger(
    touchscreen: Touchscreen, why: Text | Forbidden, asked: bool
) -> None:
    """It lay over the button that was wanted next, for five seconds."""
    touchscreen.show(question(3) if asked else evening())
    view = touchscreen.app.view
    buttons = {
        (target.intent, target.rect) for target in view.all_targets() if not isinstance(target.intent, OpenPanel)
    }
    touchscreen.app.hint(why)
    touchscreen.touch.frames(1)

    assert buttons <= {(target.intent, target.rect) for target in view.all_targets()}
