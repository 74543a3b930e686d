"""Issue 16: from the box to the first moves by touches in the real window, with the simulated camera on its own thread.

The touches that are counted here stand in docs/first_evening.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.application import Application
from companion.bootstrap import connect_cameras
from companion.cameras.sources import SIMULATOR
from companion.config import Settings
from companion.core.camera_view import Grade, Sign
from companion.core.clock import TimeControl
from companion.core.game import Game, Options
from companion.core.pages import CameraPage, HomePage, ListPage
from companion.core.screen import Open, Screen, Touched
from companion.core.text import ENGLISH
from companion.evening_cameras import EveningCameras
from companion.games import GAMES
from companion.simulation.first_evening import camera_touches, deck_touches, evening_touches, sticking_touches
from companion.simulation.renderer.scene import Item, Mat, Optics, Scene, Setup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from companion.simulation.touch import TouchSimulator
from companion.store import JournalStore
from hardware.camera import FrameSource
from vision.labels import label_image

FIRST = next(iter(GAMES))
PATIENCE = 90.0


class Room:
    """The companion with a simulated camera, and a finger that counts."""

    def __init__(self, journal: Path, *, camera: bool) -> None:
        self.store = JournalStore(journal)
        self.application = Application(Settings(), self.store, lambda _: None, ENGLISH)
        self.cameras = EveningCameras(self.application, (SIMULATOR,))
        if camera:
            connect_cameras(self.application, self.cameras)
        self.touch = TouchSimulator(self.application.window)
        self.application.window.open((800, 480))
        self.application.welcome()
        self.touches = 0

    @property
    def shown(self) -> object:
        return self.application.window.shown

    def taps(self, *intents: object) -> None:
        """Touches these, each as soon as the window shows it."""
        for intent in intents:
            self.waits_for(lambda _shown, wanted=intent: self.offers(wanted))  # type: ignore[misc]
            self.touch.tap(intent)  # type: ignore[arg-type]
            self.touches += 1

    def offers(self, intent: object) -> bool:
        return any(target.intent == intent for target in self.application.window.view.all_targets())

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
    made = Room(tmp_path / "journal.db", camera=True)
    yield made
    made.close()


@pytest.fixture
def dark_room(tmp_path: Path) -> Iterator[Room]:
    """Nothing is looked at."""
    made = Room(tmp_path / "journal.db", camera=False)
    yield made
    made.close()


def test_the_camera_is_set_up_and_counts_labels(room: Room) -> None:
    """The steps of docs/first_evening.md before an evening; each begins and ends on the home page."""
    room.taps(*camera_touches(FIRST)[:-2])
    room.waits_for(lambda shown: isinstance(shown, CameraPage) and shown.view is not None)
    page = room.shown
    assert isinstance(page, CameraPage)
    assert page.view is not None
    assert (True, Grade.GOOD) == (page.view.simulated, page.view.judgement.grade)
    assert any(outlined.sign is Sign.ZONE for outlined in page.view.outlines)
    room.taps(*camera_touches(FIRST)[-2:])
    assert isinstance(room.shown, HomePage)
    assert len(camera_touches(FIRST)) == room.touches

    room.taps(*sticking_touches(FIRST))
    assert isinstance(room.shown, HomePage)
    assert len(camera_touches(FIRST)) + len(sticking_touches(FIRST)) == room.touches


@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if rules.deck_rules is not None])
def test_a_deck_is_begun(game: str, dark_room: Room) -> None:
    dark_room.taps(*deck_touches(game))

    assert isinstance(dark_room.shown, HomePage)
    assert len(deck_touches(game)) == dark_room.touches


CARDS = 12


def cards_in_rows(game: Game[Any, Any], *_: object) -> FrameSource:
    """The first cards that may go into a deck, each with its label, a hand's breadth apart."""
    assert game.deck_rules is not None
    tags = [tag for tag, piece in game.piece_of.items() if piece in game.deck_rules.cards][:CARDS]
    items = tuple(
        Item(tag, 60.0 + 70 * (at % 4), 50.0 + 95 * (at // 4), 0.0, 63.0, 88.0) for at, tag in enumerate(tags)
    )
    optics = Optics(width=1920, height=1080, view=(0.0, 0.0, 500.0, 281.0))
    return SimulatedCamera(lambda: Scene(items), lambda tag: label_image(tag, 10), Setup(Mat(500.0, 281.0), optics))


@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if rules.deck_rules is not None])
def test_a_deck_that_lies_under_the_camera_is_taken_in(game: str, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each label once, however long the cards lie there."""
    monkeypatch.setattr("companion.simulation.table_camera.still_camera", cards_in_rows)
    begun, ended = deck_touches(game)[:-4], deck_touches(game)[-4:]
    room.taps(*begun)
    copies = room.application.house.copies
    room.waits_for(lambda _: len(copies.decks(game).cards("Ann")) == CARDS)
    room.waits_for(lambda shown: isinstance(shown, ListPage) and card_rows(shown) == CARDS)
    room.taps(*ended)

    assert isinstance(room.shown, HomePage)
    assert CARDS == len(copies.decks(game).cards("Ann"))


def card_rows(page: ListPage) -> int:
    return sum(row.icon == "play-card" for group in page.groups for row in group.rows)


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_for_two_is_begun(game: str, dark_room: Room) -> None:
    dark_room.taps(*evening_touches(game))

    assert isinstance(dark_room.shown, Screen)
    assert len(evening_touches(game)) == dark_room.touches


def test_in_the_middle_of_an_evening_the_camera_goes_and_comes_back(room: Room) -> None:
    room.application.begin(FIRST, Options(("Ann", "Ben")), TimeControl(), (0, 1))
    room.waits_for(lambda shown: isinstance(shown, Screen) and bool(room.cameras.latest()))
    room.application.handle(Open("camera set up"))
    room.waits_for(lambda shown: isinstance(shown, CameraPage) and shown.view is not None)
    room.taps(Touched("done"))

    room.waits_for(lambda shown: isinstance(shown, Screen) and bool(room.cameras.latest()))
