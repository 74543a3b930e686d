"""A display that stands or hangs otherwise than it was made for: picture and touches are turned together, live."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent
from PIL import Image

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Pass, Touched
from companion.core.text import verbatim
from tests.ui.conftest import Touchscreen
from tests.ui.samples import BIG, SMALL, UPRIGHT
from ui.window import save_window

TURNS = (0, 90, 180, 270)
SIZES = pytest.mark.parametrize("size", [SMALL, BIG, UPRIGHT], ids=["800x480", "1280x720", "720x1280"])


class Finger(MotionEvent):
    """As a touchscreen's driver tells of one: shares of the panel, which knows nothing of any turn."""

    def depack(self, args: tuple[float, float]) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


@pytest.fixture
def turned(window: Touchscreen, painted: None) -> Iterator[Touchscreen]:
    yield window
    window.app.turn(0)


def panel_of(layout: tuple[int, int], turn: int) -> tuple[int, int]:
    """The display on which a layout of this size is seen when it is turned."""
    return layout if turn % 180 == 0 else (layout[1], layout[0])


def on_panel(x: float, y: float, turn: int) -> tuple[float, float]:
    """Where a place of the picture, as shares from its lower left, lies on the panel when it is turned clockwise."""
    return {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[turn]


def open_turned(window: Touchscreen, size: tuple[int, int], turn: int) -> None:
    for _ in range(5):  # a busy display may tell of the size before only now, and Kivy then goes back to it
        window.app.turn(0)
        window.at(panel_of(size, turn))
        window.app.turn(turn)
        window.touch.frames(3)
        if size == tuple(EventLoop.window.size):
            return


@SIZES
@pytest.mark.parametrize("turn", TURNS)
def test_a_finger_touches_what_it_is_on(turned: Touchscreen, size: tuple[int, int], turn: int) -> None:
    open_turned(turned, size, turn)
    assert size == tuple(EventLoop.window.size), "the layout is that of the turned display"
    view = turned.app.view
    target = next(target for target in view.all_targets() if target.intent == Pass())
    x, y = view.pixels(next(rect for one, rect in view.targets() if one == target))
    finger = Finger("panel", "touch", on_panel(x / size[0], y / size[1], turn), is_touch=True, type_id="touch")
    finger.time_start = turned.app.now() + 1.0
    EventLoop.post_dispatch_input("begin", finger)
    turned.touch.frames(1)
    EventLoop.post_dispatch_input("end", finger)
    turned.touch.frames(2)

    assert [Pass()] == turned.posted


def test_a_display_that_is_noticed_before_the_first_frame_of_another_size_has_its_own_density(
    turned: Touchscreen,
) -> None:
    """Kivy asks for it when it is told that the window is on another display, and so of the first one."""
    turned.at(SMALL)
    turned.app.open(BIG)
    EventLoop.window._update_density_and_dpi()

    assert 1.0 == EventLoop.window._density


LONG = ListPage(
    "long",
    verbatim("Long"),
    (RowGroup(verbatim("Rows"), tuple(Row(verbatim(f"Row {n}"), intent=Touched("row", str(n))) for n in range(40))),),
)


@SIZES
def test_the_picture_is_the_same_turned_with_what_scrolls_cut_off_where_it_ends(
    turned: Touchscreen, size: tuple[int, int], tmp_path: Path
) -> None:
    seen = {}
    for turn in TURNS:
        open_turned(turned, size, turn)
        turned.app.show(LONG)
        turned.touch.frames(3)
        save_window(tmp_path / f"{turn}.png")
        picture = np.asarray(Image.open(tmp_path / f"{turn}.png").convert("L"), dtype=np.int16)
        seen[turn] = np.rot90(picture, turn // 90)  # numpy turns against the clock

    for turn in TURNS[1:]:
        assert seen[0].shape == seen[turn].shape
        differing = np.mean(np.abs(seen[0] - seen[turn]) > 48)
        assert differing < 0.003, f"turned by {turn}: {differing:.1%} of the pixels differ, words are less than 1%"
