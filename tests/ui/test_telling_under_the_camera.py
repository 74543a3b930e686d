"""Telling a copy in the real window: a card laid under the simulated camera is asked about, its picture beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.application import Application
from companion.cameras.sources import SIMULATOR, EveningCamera
from companion.cameras.table_watch import WatchedTable
from companion.cameras.view_inspector import ViewInspector
from companion.config import Settings
from companion.core.capture_page import CapturePage
from companion.core.screen import Open, Touched
from companion.core.table import TableSnapshot
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.labels import opening_state
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.table_camera import table_camera
from companion.simulation.touch import TouchSimulator
from companion.store import JournalStore

FIRST = next(iter(GAMES))


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Application]:
    with JournalStore(tmp_path / "journal.db") as store:
        made = Application(Settings(), store, lambda _: None, ENGLISH)
        made.window.open((800, 480))
        made.welcome()
        yield made
        made.window.close()


def test_the_card_under_the_camera_is_told_by_touches_and_kept(application: Application, tmp_path: Path) -> None:
    """Real frames, the real reader, the real window; what was told is on the disk at every value."""
    game = GAMES[FIRST]
    layout = game.layout(opening_state(game))
    table = PhysicalTable(game, layout)
    camera = table_camera(table, lambda: ())
    watched = WatchedTable(game, layout, Settings(), lambda: camera)
    inspector = ViewInspector(watched, EveningCamera(SIMULATOR, Settings(), lambda: camera))
    touch = TouchSimulator(application.window)
    for intent in (Open("settings"), Open("copies"), Open("copy", FIRST)):
        touch.tap(intent)

    table.make(TableSnapshot({"market": ("oil_magnate",)}))
    frame = camera.read()
    assert frame is not None
    application.handle(inspector.inspect(frame))
    touch.frames(2)
    page = application.window.shown
    assert isinstance(page, CapturePage)
    assert "Oil Magnate" == str(page.heading)
    assert "seen" == str(page.seen)
    assert page.photo is not None
    assert min(page.photo.width, page.photo.height) > 60
    assert 60 < max(page.photo.pixels) - min(page.photo.pixels), "it is a picture of something"

    for key, value in (("digit", "1"), ("digit", "2"), ("digit", "5"), ("digit", "4"), ("digit", "0"), ("enter", "")):
        touch.tap(Touched(key, value))
    told = (tmp_path / "copies" / f"{FIRST}.told").read_text(encoding="utf-8").splitlines()
    assert [
        '[["corporations.oil_magnate.ladder.1", "125"]]',
        '[["corporations.oil_magnate.ladder.2", "40"]]',
    ] == told
    assert "The values of Oil Magnate grow with every card" in " ".join(application.window.view.words())
