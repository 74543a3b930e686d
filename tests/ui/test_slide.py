"""Along the course of an evening a finger slides, and each step that comes under it is asked for once."""

from __future__ import annotations

from companion.core.screen import Touched
from scripts.gallery.page_screens import replayed
from tests.ui.conftest import Touchscreen
from tests.ui.test_drag import Hand


def test_a_finger_slides_along_the_course_of_an_evening(touchscreen: Touchscreen) -> None:
    page = replayed("new_world_order", ("Liisa", "Ott"), 20)
    touchscreen.show(page)  # type: ignore[arg-type]
    view = touchscreen.app.view
    (slide,) = view.picture.slides
    dp, height = view._dp, view.height
    y = height - slide.rect.centre[1] * dp
    hand = Hand(touchscreen, (slide.left * dp, y))
    for share in (0.0, 0.5, 1.0):
        hand.moves((slide.left + (slide.right - slide.left) * share) * dp, y)
    hand.lets_go()
    touchscreen.touch.frames(1)

    assert {Touched("show", "0"), Touched("show", "10")} == set(touchscreen.posted), "it stands at the last already"
