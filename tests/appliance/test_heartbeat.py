"""The service manager hears from us only while screen, session, journal and every camera's thread get on."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, Self

import pytest

from companion.appliance.heartbeat import LIMITS, Heartbeat, Pulse
from companion.appliance.service import LOOKS_FOR_RIGHTS, Progress, require_screen
from companion.application.application import Application
from companion.errors import HardwareError
from companion.journal.store import JournalStore
from companion.session.messages import Tick
from hardware.camera import Frame
from tests.waiting import PATIENCE
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
        self.answered.wait(PATIENCE)
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
        return Progress(application, store, lambda: cameras)

    def test_a_journal_that_can_be_read(self, store: JournalStore) -> None:
        progress = self.progress(store, {})

        assert [1, 2, 3] == [progress()["journal"] for _ in range(3)]

    def test_a_journal_that_cannot(self, store: JournalStore, monkeypatch: pytest.MonkeyPatch) -> None:
        progress = self.progress(store, {})
        broken = sqlite3.connect(":memory:")
        broken.close()
        monkeypatch.setattr(store._journal, "disk", broken)

        assert [0, 0] == [progress()["journal"] for _ in range(2)]
        monkeypatch.undo()

    def test_a_camera_that_hangs_does_not_get_on_and_one_that_has_ended_is_over(self) -> None:
        camera: Any = Hanging()
        thread = VisionThread(camera, SimpleNamespace(process=lambda _: None), lambda _: None)
        thread.start()
        assert (0, False) == (thread.turns, thread.is_over)
        camera.answered.set()
        assert thread.join(PATIENCE)
        assert thread.is_over

    def test_a_session_that_only_makes_mistakes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The loop turns and says that a mistake was made, but nothing gets on."""
        application = object.__new__(Application)
        said: list[object] = []
        parts: dict[str, Any] = {"ticks": 0, "_say": said.append, "_tell_of_the_journal": lambda: None}
        parts |= {"_news": SimpleNamespace(follow=lambda *_: None), "_display": SimpleNamespace(screen=None, page=None)}
        for name, part in {**parts, "_take": lambda _: 1 / 0}.items():
            monkeypatch.setattr(application, name, part, raising=False)
        application.handle(Tick(1.0))
        assert (0, 1) == (application.ticks, len(said))
        monkeypatch.setattr(application, "_take", lambda _: None)
        application.handle(Tick(2.0))
        assert 1 == application.ticks


def test_the_real_companion_is_ready_stays_alive_and_stops(tmp_path: Path) -> None:
    """A process of its own, and a socket that listens as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
            "SDL_VIDEODRIVER": "offscreen",
            "HOME": str(tmp_path),
        }
        command = [sys.executable, "-m", "companion", "run", "--journal", str(tmp_path / "journal.db")]
        with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as companion:
            heard = [systemd.recv(99)]
            while b"READY=1" not in heard or heard[-1] != b"WATCHDOG=1":
                heard.append(systemd.recv(99))
            # Ctrl+C on its own keyboard ends no evening.
            companion.send_signal(signal.SIGINT)
            while heard[-2:] != [b"WATCHDOG=1"] * 2:
                heard.append(systemd.recv(99))
            companion.terminate()
            while heard[-1] != b"STOPPING=1":
                heard.append(systemd.recv(99))
            _, words = companion.communicate(timeout=60)

    assert (0, "") == (companion.returncode, words)


class TestScreen:
    """A service waits for a screen; at a desk it is said that there is none."""

    def test_it_is_waited_for(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        there = iter([False, False, True])
        monkeypatch.setattr("ui.window.has_display", lambda: next(there))
        monkeypatch.setattr("ui.window.may_draw", lambda: True)
        waited: list[float] = []
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(str(tmp_path / "notify"))
            monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
            require_screen(waited.append)
            heard = [systemd.recv(99) for _ in range(4)]

        assert [b"STATUS=There is no screen; waiting for one.", b"EXTEND_TIMEOUT_USEC=20000000"] * 2 == heard
        assert [2.0, 2.0] == waited

    @pytest.mark.parametrize(
        ("opens_at", "looks"), [(0, 0), (2, 2), (1000, LOOKS_FOR_RIGHTS)], ids=["at once", "soon", "never"]
    )
    def test_a_card_that_udev_has_not_given_yet_is_waited_for_a_while(
        self, opens_at: int, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The first picture of a card that starts slowly came to nobody."""
        waited: list[float] = []
        monkeypatch.setattr("ui.window.has_display", lambda: True)
        monkeypatch.setattr("ui.window.may_draw", lambda: len(waited) >= opens_at)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(str(tmp_path / "notify"))
            monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
            monkeypatch.setattr("hardware.systemd_notify.SystemdNotifier.more_time", lambda *_: None)
            monkeypatch.setattr("hardware.systemd_notify.SystemdNotifier.status", lambda *_: None)
            require_screen(waited.append)

        assert looks == len(waited)

    def test_at_a_desk_it_is_missed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ui.window.has_display", lambda: False)
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
        with pytest.raises(HardwareError, match="plug one in"):
            require_screen(lambda _: None)
