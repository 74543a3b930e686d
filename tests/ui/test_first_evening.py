"""Issue 16: from the box to the first moves by touches in the real window, with the simulated camera on its own thread.

The touches that are counted here stand in docs/first_evening.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.application import Application
from companion.bootstrap import EveningCameras, connect_cameras
from companion.cameras.sources import SIMULATOR
from companion.config import Settings
from companion.core.camera_view import Grade
from companion.core.clock import TimeControl
from companion.core.game import Options
from companion.core.pages import CameraPage, HomePage, PlanPage
from companion.core.screen import Close, Open, Screen, Touched
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.simulation.touch import TouchSimulator
from companion.store import JournalStore

FIRST = next(iter(GAMES))
PATIENCE = 90.0


class Room:
    """The companion with a simulated camera, and a finger that counts."""

    def __init__(self, journal: Path, settings: Settings) -> None:
        self.store = JournalStore(journal)
        self.application = Application(settings, self.store, lambda _: None, ENGLISH)
        self.cameras = EveningCameras(self.application, (SIMULATOR,))
        connect_cameras(self.application, self.cameras)
        self.touch = TouchSimulator(self.application.window)
        self.application.window.open((800, 480))
        self.application.welcome()
        self.touches = 0

    @property
    def shown(self) -> object:
        return self.application.window.shown

    def taps(self, *intents: object) -> None:
        for intent in intents:
            self.touch.tap(intent)  # type: ignore[arg-type]
            self.touches += 1

    def waits_for(self, is_there: Callable[[object], bool]) -> None:
        """Frames of the window pass until it shows that."""
        end = time.monotonic() + PATIENCE
        while not is_there(self.shown):
            assert time.monotonic() < end, f"still {type(self.shown).__name__}"
            time.sleep(0.05)
            self.touch.frames(1)

    def close(self) -> None:
        self.cameras.close()
        self.application.window.close()
        self.store.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "journal.db", Settings())
    yield made
    made.close()


def test_the_camera_is_set_up_planned_and_counts_labels(room: Room) -> None:
    """Three touches to a judged view, one to play like this; three to the counting of labels."""
    assert isinstance(room.shown, HomePage)
    room.taps(Open("camera set up"), Open("camera set up", FIRST))
    room.waits_for(lambda shown: isinstance(shown, CameraPage) and shown.view is not None)
    page = room.shown
    assert isinstance(page, CameraPage)
    assert page.view is not None
    assert (True, Grade.GOOD) == (page.view.simulated, page.view.judgement.grade)
    room.taps(Open("camera planner", FIRST))
    assert isinstance(room.shown, PlanPage)
    room.taps(Close(), Touched("done"))
    assert 5 == room.touches

    room.taps(Close(), Open("settings"), Open("sticking"), Open("sticking", FIRST))
    room.waits_for(lambda shown: isinstance(shown, CameraPage) and bool(shown.rows))
    page = room.shown
    assert isinstance(page, CameraPage)
    assert "Stick the labels" == str(page.title)
    room.taps(Touched("done"))
    assert 10 == room.touches


def test_in_the_middle_of_an_evening_the_camera_goes_and_comes_back(room: Room) -> None:
    room.application.begin(FIRST, Options(("Ann", "Ben")), TimeControl(), (0, 1))
    room.waits_for(lambda shown: isinstance(shown, Screen) and bool(room.cameras.latest()))
    room.application.handle(Open("camera set up"))
    room.waits_for(lambda shown: isinstance(shown, CameraPage) and shown.view is not None)
    room.taps(Touched("done"))

    room.waits_for(lambda shown: isinstance(shown, Screen) and bool(room.cameras.latest()))
