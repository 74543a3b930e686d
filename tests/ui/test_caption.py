"""A demonstration is marked on every screen, below all that the screen says itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.text import say
from scripts.gallery import screens as gallery
from tests.ui.conftest import Touchscreen
from ui.picture import PictureWords

SAID = say("A demonstration: the table plays by itself, and nothing is kept.")


@pytest.fixture
def demonstration(touchscreen: Touchscreen) -> Iterator[Touchscreen]:
    touchscreen.app.caption = SAID
    yield touchscreen
    touchscreen.app.caption = None


@pytest.mark.parametrize("exhibit", ["iron_sky-no-camera", "inwo-disagree", "result-inwo", "home"])
def test_it_stands_below_every_screen_and_covers_nothing(demonstration: Touchscreen, exhibit: str) -> None:
    demonstration.show(gallery.shown(exhibit))
    picture = demonstration.app.view.picture
    (line,) = (mark for mark in picture.marks if isinstance(mark, PictureWords) and mark.text == str(SAID))

    assert line.y > picture.height, "below the screen's own foot"
    assert all(target.rect.bottom <= picture.height for target in picture.targets)
    assert str(SAID) in demonstration.words


def test_an_evening_of_this_house_has_none(touchscreen: Touchscreen) -> None:
    touchscreen.show(gallery.shown("iron_sky-no-camera"))

    assert str(SAID) not in touchscreen.words
    assert touchscreen.app.view.height == touchscreen.app.view.picture.height * touchscreen.app._look.space.dp  # type: ignore[union-attr]
