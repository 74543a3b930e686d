"""What the journal has lost is said in the real window, at every start, until somebody has let the notice go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.application.application import Application
from companion.config import Settings
from companion.core.game import Options
from companion.core.pages import HomePage
from companion.core.screen import Answer, Screen
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.messages import Tick
from companion.simulation.touch import TouchSimulator
from scripts.gallery.page_screens import TO_THE_END, played

FIRST, *_, QUICK = GAMES
"""By random actions the last one is over soonest."""


@contextmanager
def started(journal: Path) -> Iterator[tuple[Application, TouchSimulator]]:
    """As `companion run` starts it: an evening that was cut off goes on."""
    with JournalStore(journal, or_memory=True) as store:
        application = Application(Settings(), store, lambda _: None, ENGLISH)
        touch = TouchSimulator(application.window)
        application.window.open((800, 480))
        saved = store.latest()
        if saved is None:
            application.welcome()
        else:
            application.play(saved)
        touch.frames(1)
        try:
            yield application, touch
        finally:
            application.window.close()


def notice(application: Application) -> str:
    shown = application.window.shown
    assert isinstance(shown, Screen)
    return "" if shown.notice is None else " ".join(map(str, (shown.notice.heading, *shown.notice.lines)))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """An evening whose log was taken away after the power was cut: the clocks' file alone knows of it."""
    path = tmp_path / "journal.db"
    with JournalStore(path) as store:
        store.begin(FIRST, Options(("Ann", "Ben")))
        files = {
            file.name: file.read_bytes() for file in tmp_path.iterdir() if not file.name.endswith(("-wal", "-shm"))
        }
        assert b"CREATE TABLE" not in files["journal.db"], "nothing has come from the log to the file yet"
    for file in tmp_path.iterdir():
        file.unlink()
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    return path


def test_it_is_said_until_somebody_has_seen_it(journal: Path) -> None:
    for _ in range(2):
        with JournalStore(journal) as store:
            assert "An evening that had just begun is missing" in str(store.repaired)
    with JournalStore(journal) as store:
        store.begin(FIRST, Options(("Cara", "Dan")))
    for _ in range(2):
        with started(journal) as (application, _touch):
            assert "An evening that had just begun is missing" in notice(application)
            assert "nothing recorded is lost" not in notice(application)
    with started(journal) as (application, touch):
        shown = application.window.shown
        assert isinstance(shown, Screen)
        assert shown.notice is not None
        (button,) = (each for each in shown.notice.answers if isinstance(each.intent, Answer))
        touch.tap(button.intent)
        assert "missing" not in notice(application)
    with started(journal) as (application, _touch):
        assert "missing" not in notice(application)


def test_the_evening_on_a_disk_that_comes_back_is_offered(tmp_path: Path) -> None:
    path = tmp_path / "home" / "journal.db"
    with JournalStore(path) as store:
        store.begin(FIRST, Options(("Ann", "Ben")))
    path.parent.rename(tmp_path / "away")
    path.parent.write_text("in the way")
    with started(path) as (application, _touch):
        page = application.window.shown
        assert isinstance(page, HomePage)
        assert page.resume is None
        path.parent.unlink()
        (tmp_path / "away").rename(path.parent)
        for second in range(12):
            application.handle(Tick(float(second)))
        page = application.window.shown
        assert isinstance(page, HomePage)
        assert page.resume is not None
        assert "Ann and Ben" in str(page.resume.second)


def test_a_game_that_was_over_when_the_plug_was_pulled_has_ended(tmp_path: Path) -> None:
    """Between the last action and the mark that the evening has ended: it counts, and nobody goes on with it."""
    path = tmp_path / "journal.db"
    with JournalStore(path) as store:
        history = played(store, QUICK, ("Ann", "Ben"), TO_THE_END)
        outcome = history.game.outcome(history.state)
        assert outcome is not None
        assert [] == list(store.ended_evenings())

    with started(path) as (application, _):
        application.leave()

        [evening] = application.context.store.ended_evenings()
        assert outcome.winners == evening.ending.winners
        assert application.context.store.latest() is None
