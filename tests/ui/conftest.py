"""One real window for all tests of the screen, at both sizes it is made for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from companion.core.screen import Screen
from companion.core.text import ENGLISH
from companion.simulation.touch import TouchSimulator
from tests.ui.samples import BIG, SMALL, evening
from ui.app import CompanionApp

Size = tuple[int, int]


@dataclass
class Touchscreen:
    """The open application, touches on it, and what it has posted."""

    posted: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.app = CompanionApp(self.posted.append, ENGLISH)
        self.touch = TouchSimulator(self.app)

    def at(self, size: Size) -> Touchscreen:
        # The window is shared: a panel that another test has scrolled must not go on rolling under this one's touches.
        self.app.show(evening(2))
        self.app.open(size)
        self.touch.frames(1)
        self.posted.clear()
        return self

    def show(self, screen: Screen) -> None:
        self.app.show(screen)
        self.touch.frames(3)


@pytest.fixture(scope="session")
def window() -> Iterator[Touchscreen]:
    touchscreen = Touchscreen()
    yield touchscreen
    touchscreen.app.close()


@pytest.fixture(params=[SMALL, BIG], ids=["800x480", "1280x720"])
def size(request: pytest.FixtureRequest) -> Size:
    return request.param


@pytest.fixture
def touchscreen(window: Touchscreen, size: Size) -> Touchscreen:
    """The screen at both sizes."""
    return window.at(size)


@pytest.fixture
def small(window: Touchscreen) -> Touchscreen:
    """The screen where room is scarcest; for what does not depend on the size."""
    return window.at(SMALL)
