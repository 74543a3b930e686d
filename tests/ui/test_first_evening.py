"""From the box to the first moves by touches in the real window, with the simulated camera on its own thread.

The touches that are counted here stand in docs/first_evening.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.first_evening_steps import camera_touches, deck_touches, evening_touches, sticking_touches
from companion.application.application import Application
from companion.application.bootstrap import begin
from companion.application.evening_cameras import EveningCameras
from companion.cameras.sources import SIMULATOR
from companion.config import Settings
from companion.core.camera_view import Grade, Sign
from companion.core.clock import TimeControl
from companion.core.game import Game, Options
from companion.core.pages import CameraPage, HomePage, ListPage
from companion.core.screen import Open, Screen, Touched
from companion.core.setup_steps import SetupPage
from companion.core.table import Tag
from companion.core.text import ENGLISH
from companion.core.wizard_page import WizardPage
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.label_sets.sticking_pace import DECK_CARDS as DECK
from companion.pages.machine import Machine
from companion.simulation.renderer.scene import Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from companion.simulation.touch import TouchSimulator
from hardware.camera import FrameSource
from tests.waiting import until
from ui.inbox import Inbox
from vision.labels import label_image

FIRST = next(iter(GAMES))


class Room:
    """The companion with a simulated camera, and a finger that counts."""

    def __init__(self, journal: Path, *, camera: bool) -> None:
        self.store = JournalStore(journal)
        inbox = Inbox()
        self.cameras = EveningCameras(Settings(), self.store, inbox.post, (SIMULATOR,))
        machine = Machine(self.cameras) if camera else Machine()
        self.application = Application(Settings(), self.store, lambda _: None, ENGLISH, machine=machine, inbox=inbox)
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

        def shows() -> bool:
            self.touch.frames(1)
            return is_there(self.shown)

        until(shows, f"another page than {type(self.shown).__name__}")

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


def test_getting_ready_leads_from_switch_on_to_the_table(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step by touch; the ring counts what the camera sees, and another day goes on at its step."""
    begin(room.application, None)
    room.taps(Touched("language", "en"), Touched("done", "language"), Touched("game", FIRST), Touched("done", "game"))
    room.taps(Touched("another day"))
    assert isinstance(room.shown, HomePage)
    room.taps(Open("getting ready"), Touched("done", "print"), Open("camera set up", f"{FIRST}:2"))
    room.taps(Touched("done"))
    monkeypatch.setattr("companion.simulation.physical_table.still_camera", lambda *_: over_cards(FIRST))
    room.taps(Touched("done", "camera"))
    room.waits_for(lambda shown: isinstance(shown, WizardPage) and shown.ring is not None and shown.ring.done > 0)
    assert isinstance(room.shown, WizardPage)
    assert f"I see {ROW} labels" in str(room.shown.hint)
    room.taps(Touched("look"), Touched("done"), Touched("step", "play"), Touched("begin"))
    room.taps(*evening_touches(FIRST)[1:])

    assert isinstance(room.shown, SetupPage)
    assert 20 > room.touches - len(evening_touches(FIRST)[1:]), "but for names"


def over_cards(game: str) -> FrameSource:
    """A camera under which the first pieces of a box lie in a row."""
    rules = GAMES[game]
    scene = Scene(in_rows(rules, list(rules.piece_of)[:ROW]))
    optics = Optics(width=2560, height=1440, view=(0.0, 0.0, 880.0, 495.0))
    return SimulatedCamera(
        lambda: scene, lambda tag: label_image(tag, 10), SceneSetup(RenderedMat(880.0, 495.0), optics)
    )


@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if rules.decks is not None])
def test_a_deck_is_begun(game: str, dark_room: Room) -> None:
    dark_room.taps(*deck_touches(game))

    assert isinstance(dark_room.shown, HomePage)
    assert len(deck_touches(game)) == dark_room.touches


ROW, HEAP = 10, 6
EVERY = 6
"""A card in so many is in the deck: of each kind some."""
CARDS = DECK // 2
"""Under the camera together."""


def in_rows(game: Game[Any, Any], tags: Sequence[Tag]) -> tuple[Item, ...]:
    """A hand's breadth apart."""
    return tuple(
        card(game, tag, (60.0 + 82 * (at % ROW), 70.0 + 110 * (at // ROW)), 0.0) for at, tag in enumerate(tags)
    )


def in_heaps(game: Game[Any, Any], tags: Sequence[Tag]) -> tuple[Item, ...]:
    """Thrown onto each other so that each label is in sight, and none lies straight."""
    chance = Random(16)
    places = ((95.0 + 170 * (at // HEAP), 90.0 + 31 * (at % HEAP)) for at in range(len(tags)))
    return tuple(
        card(game, tag, (x + chance.uniform(-8, 8), y), chance.uniform(-7, 7))
        for tag, (x, y) in zip(tags, places, strict=True)
    )


def card(game: Game[Any, Any], tag: Tag, place: tuple[float, float], rotation: float) -> Item:
    shape = game.shape(game.piece_of[tag])
    return Item(tag, *place, rotation, shape.width, shape.height, (shape.label_dx, shape.label_dy))


@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if rules.decks is not None])
def test_a_deck_of_sixty_cards_is_taken_in_under_the_camera(
    game: str, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of them in rows, half in heaps; each label once, however long the cards lie there."""
    rules = GAMES[game]
    assert rules.decks is not None
    tags = [tag for tag, piece in rules.piece_of.items() if piece in rules.deck_rules.cards][::EVERY][:DECK]
    lying = [in_rows(rules, tags[:CARDS])]
    optics = Optics(width=2560, height=1440, view=(0.0, 0.0, 880.0, 495.0))

    def camera(*_: object) -> FrameSource:
        setup = SceneSetup(RenderedMat(880.0, 495.0), optics)
        return SimulatedCamera(lambda: Scene(lying[0]), lambda tag: label_image(tag, 10), setup)

    monkeypatch.setattr("companion.simulation.physical_table.still_camera", camera)
    begun, ended = deck_touches(game)[:-4], deck_touches(game)[-4:]
    room.taps(*begun)
    decks = room.application.context.copies.decks(game)
    room.waits_for(lambda _: len(decks.cards("Ann")) == CARDS)
    lying[0] = in_heaps(rules, tags[CARDS:])
    room.waits_for(lambda _: len(decks.cards("Ann")) == DECK)
    room.waits_for(lambda shown: isinstance(shown, ListPage) and card_rows(shown) == DECK)
    assert {rules.piece_of[tag] for tag in tags} == set(decks.cards("Ann"))
    assert decks.is_sound("Ann")
    room.taps(*ended)

    assert isinstance(room.shown, HomePage)
    assert DECK == len(decks.cards("Ann"))


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
