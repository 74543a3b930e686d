"""The window draws only what has changed, and moves what has moved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PIL import Image

from companion.core.text import say
from tests.ui.conftest import Touchscreen
from tests.ui.samples import SMALL, evening, question
from ui.picture import Moving, Picture, Words
from ui.rect import Rect


def test_an_equal_screen_is_not_drawn_again(small: Touchscreen) -> None:
    small.show(evening())
    drawn = small.app.view.drawn
    small.show(evening())
    small.touch.frames(30)

    assert drawn == small.app.view.drawn


def test_a_clock_that_ticks_is_drawn_once(small: Touchscreen) -> None:
    screen = evening()
    small.show(screen)
    drawn = small.app.view.drawn
    first, *others = screen.seats
    small.show(replace(screen, seats=(replace(first, clock="1:06"), *others)))

    assert drawn + 1 == small.app.view.drawn
    assert "1:06" in small.words


def test_what_stays_keeps_its_instructions(small: Touchscreen) -> None:
    """Only the clock's words are drawn anew; everything else is the same on the display."""
    screen = evening()
    small.show(screen)
    before = set(small.app.view.picture.marks)
    first, *others = screen.seats
    small.show(replace(screen, seats=(replace(first, clock="1:06"), *others)))

    assert [Words] * 1 == [type(mark) for mark in small.app.view.picture.marks if mark not in before]


def test_what_is_shown_is_what_is_saved(small: Touchscreen, tmp_path: Path) -> None:
    small.show(evening())
    small.app.picture(tmp_path / "shown.png")
    with Image.open(tmp_path / "shown.png") as picture:
        assert SMALL == picture.size
        assert (0x4F, 0x9D, 0xFF) == picture.convert("RGB").getpixel((4, 4))


def test_light_and_dark_say_the_same(small: Touchscreen) -> None:
    small.show(question(6))
    dark = small.words
    small.app.wear("light")
    light = small.words
    small.app.wear("dark")

    assert dark == light


def test_a_thing_that_lies_elsewhere_glides_there(small: Touchscreen) -> None:
    """SCREENS 2, motion: a cell to its new place in 250 ms."""
    small.app.wear("dark", motion=True)
    try:
        view = small.app.view
        view.show(_with_a_thing_at(Rect(100, 100, 50, 50)))
        view.show(_with_a_thing_at(Rect(300, 100, 50, 50)))
        assert {"tile": (-200, 0)} == view.away
        view.glide = 0.5
        assert {"tile": (-100, 0)} == view.away
        view.glide = 1.0
        assert {} == view.away
    finally:
        small.app.wear("dark", motion=False)


def _with_a_thing_at(rect: Rect) -> Picture:
    return Picture(800, 480, "#15120E", (Moving("tile", rect, ()),), ())


def test_names_are_words_and_never_markup(small: Touchscreen) -> None:
    screen = evening()
    first, *others = screen.seats
    small.show(replace(screen, seats=(replace(first, name="[b]{x}[/b]"), *others), heading=say("Go")))

    assert not any("{x}" in word and "[b]" not in word for word in small.words)
