"""What systemd hears from the service: the datagrams of sd_notify(3)."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.systemd_notify import SystemdNotifier

PROCESS = 4711


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A listening manager, and its address as systemd writes it."""
    address = str(tmp_path / "notify") if request.param == "path" else f"@companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address.replace("@", "\0", 1))
        listening.settimeout(10.0)
        yield address, listening


def test_every_message_arrives_in_systemds_words(manager: tuple[str, socket.socket]) -> None:
    address, listening = manager
    systemd = SystemdNotifier({"NOTIFY_SOCKET": address}, PROCESS)
    systemd.ready()
    systemd.alive()
    systemd.status("Ann is\nto move")
    systemd.stopping()

    assert [b"READY=1", b"WATCHDOG=1", b"STATUS=Ann is to move", b"STOPPING=1"] == [listening.recv(99) for _ in "1234"]


def test_without_systemd_nothing_happens() -> None:
    systemd = SystemdNotifier({}, PROCESS)
    systemd.ready()

    assert 0.0 == systemd.watchdog


@pytest.mark.parametrize(
    ("watched", "seconds"), [({}, 30.0), ({"WATCHDOG_PID": "4711"}, 30.0), ({"WATCHDOG_PID": "1"}, 0.0)]
)
def test_the_watchdog_is_ours_only_if_it_names_us(watched: dict[str, str], seconds: float) -> None:
    environment = {"NOTIFY_SOCKET": "@nobody", "WATCHDOG_USEC": "30000000", **watched}

    assert seconds == SystemdNotifier(environment, PROCESS).watchdog


def test_a_manager_that_went_away_is_no_reason_to_stop(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    SystemdNotifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}, PROCESS).alive()

    assert 1 == len(caplog.messages)
    assert "WATCHDOG=1 was not told" in caplog.messages[0]
