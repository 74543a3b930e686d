"""The service manager hears from us only while screen, session, journal and every camera's thread get on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, Self

import pytest

from companion.bootstrap import Progress
from companion.heartbeat import LIMITS, Heartbeat, Pulse
from companion.store import JournalStore
from hardware.camera import Frame
from vision.worker import VisionThread

PARTS = ("screen", "session", "journal", "camera 0")


class Listening:
    """A service manager that writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def ready(self) -> None:
        self.heard.append("ready")

    def alive(self) -> None:
        self.heard.append("alive")


def played(frozen: str, seconds: int) -> tuple[list[str], Pulse]:
    """What the manager hears in so many seconds when one part stands still from the tenth on."""
    count = dict.fromkeys(PARTS, 0)
    manager = Listening()
    pulse = Pulse(manager, lambda: count)
    for now in range(0, seconds, 2):
        for part in PARTS:
            count[part] += part != frozen or now < 10
        pulse.feel(float(now))
    return manager.heard, pulse


def test_all_that_gets_on_is_told_and_readiness_once() -> None:
    heard, _ = played("nothing", 20)

    assert ["alive", "ready", *["alive"] * 9] == heard


@pytest.mark.parametrize("frozen", PARTS)
def test_whatever_stands_still_silences_us(frozen: str, caplog: pytest.LogCaptureFixture) -> None:
    limit = LIMITS[frozen.split(maxsplit=1)[0]]
    enough, _ = played(frozen, 8 + int(limit) + 2)
    too_long, _ = played(frozen, 8 + int(limit) + 100)

    assert abs(len(too_long) - len(enough)) <= 1
    assert f"standing still: {frozen}" in caplog.messages


def test_what_recovers_is_told_again() -> None:
    heartbeat = Heartbeat()
    heartbeat.note({"session": 1}, 0.0)
    heartbeat.note({"session": 1}, 11.0)
    assert ("session",) == heartbeat.stuck(11.0)
    heartbeat.note({"session": 2}, 12.0)
    assert () == heartbeat.stuck(12.0)


def test_a_camera_that_is_not_watched_any_more_is_no_fault() -> None:
    heartbeat = Heartbeat()
    heartbeat.note({"camera 0": 1}, 0.0)
    heartbeat.note({}, 1.0)

    assert () == heartbeat.stuck(1000.0)


def test_one_that_never_comes_up_is_never_ready() -> None:
    heartbeat = Heartbeat()
    for now in range(50):
        heartbeat.note({"screen": now, "session": now, "journal": 0}, float(now))

    assert not heartbeat.has_come_up


class Hanging:
    """A camera whose driver does not answer."""

    def __init__(self) -> None:
        self.answered = Event()

    def read(self) -> Frame | None:
        self.answered.wait(30)
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def close(self) -> None:
        return None


class TestRealParts:
    """Each counter is that of the real part."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[JournalStore]:
        with JournalStore(tmp_path / "journal.db") as store:
            yield store

    def progress(self, store: JournalStore, cameras: dict[str, int]) -> Progress:
        application: Any = SimpleNamespace(window=SimpleNamespace(frames=0), ticks=0)
        watching: Any = SimpleNamespace(progress=lambda: cameras)
        return Progress(application, store, watching)

    def test_a_journal_that_can_be_read(self, store: JournalStore) -> None:
        progress = self.progress(store, {})

        assert [1, 2, 3] == [progress()["journal"] for _ in range(3)]

    def test_a_journal_that_cannot(self, store: JournalStore, monkeypatch: pytest.MonkeyPatch) -> None:
        progress = self.progress(store, {})
        broken = sqlite3.connect(":memory:")
        broken.close()
        monkeypatch.setattr(store, "_db", broken)

        assert [0, 0] == [progress()["journal"] for _ in range(2)]
        monkeypatch.undo()

    def test_a_camera_that_hangs_does_not_get_on_and_one_that_has_ended_is_over(self) -> None:
        camera: Any = Hanging()
        thread = VisionThread(camera, SimpleNamespace(process=lambda _: None), lambda _: None)
        thread.start()
        assert (0, False) == (thread.turns, thread.is_over)
        camera.answered.set()
        assert thread.join(5.0)
        assert thread.is_over
