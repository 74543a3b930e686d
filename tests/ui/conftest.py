"""One real window for all tests of the screen, at the sizes it is made for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from companion.core.screen import Screen
from companion.core.text import ENGLISH
from companion.simulation.touch import TouchSimulator
from tests.ui.samples import BIG, SMALL, UPRIGHT, evening
from ui.app import CompanionApp

Size = tuple[int, int]


@dataclass
class Touchscreen:
    """The open application, touches on it, and what it has posted."""

    posted: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.app = CompanionApp(self.posted.append, ENGLISH, motion=False)
        self.touch = TouchSimulator(self.app)

    def at(self, size: Size) -> Touchscreen:
        """In this size, and else as if it had just been opened: nothing is left of what another test did with it."""
        app = self.app
        app.handle = self.posted.append
        if app.caption is not None:
            app.caption = None
        app.shut()
        app.show(evening())
        app.suit(ENGLISH, left=False, turned=0)
        app.open(size)
        app.wear("dark", large=False, motion=False)
        self.touch.frames(1)
        self.posted.clear()
        return self

    def show(self, screen: Screen) -> None:
        self.app.show(screen)
        self.touch.frames(2)

    @property
    def words(self) -> list[str]:
        """All that is written."""
        return list(self.app.view.words())


@pytest.fixture(scope="session")
def window() -> Iterator[Touchscreen]:
    touchscreen = Touchscreen()
    yield touchscreen
    touchscreen.app.close()


@pytest.fixture(scope="module", params=[SMALL, BIG, UPRIGHT], ids=["800x480", "1280x720", "720x1280"])
def display_size(request: pytest.FixtureRequest) -> Size:
    """A module's tests of one size follow each other: a window that changes its size takes longest."""
    size: Size = request.param
    return size


@pytest.fixture
def touchscreen(window: Touchscreen, display_size: Size) -> Touchscreen:
    """The screen at every size."""
    return window.at(display_size)


@pytest.fixture
def small(window: Touchscreen) -> Touchscreen:
    """The screen where room is scarcest; for what does not depend on the size."""
    return window.at(SMALL)
