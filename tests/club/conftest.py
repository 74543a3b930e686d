"""A real broker on a free port, which can be killed and started again, with or without TLS and a password."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import SystemRandom

import pytest

from tests.waiting import PATIENCE, until

MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
PORTS = range(20_000, 30_000)
"""The system gives none of these to a connection of its own: one that is free while a broker is away stays free."""


def free_port() -> int:
    # Not by `random`: every worker's begins anew with each test, and all would choose the same.
    for port in SystemRandom().sample(PORTS, 100):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("none of 100 ports is free")


class Broker:
    """`lines` are of mosquitto's configuration, besides its port."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self.port = free_port()
        self._file, self._log = folder / "mosquitto.conf", folder / "mosquitto.log"
        store = ("persistence true", f"persistence_location {folder}/")
        owner = ("user root",) if os.geteuid() == 0 else ()
        self._file.write_text("\n".join((f"listener {self.port} 127.0.0.1", *store, *owner, *lines, "")))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert MOSQUITTO is not None
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([MOSQUITTO, "-c", self._file], stdout=log, stderr=log)
        until(self._answers, f"mosquitto to come up; it said {self._log.read_text()!r}")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def _answers(self) -> bool:
        with socket.socket() as trial:
            return trial.connect_ex(("127.0.0.1", self.port)) == 0


@pytest.fixture
def new_broker(tmp_path: Path) -> Iterator[Callable[..., Broker]]:
    """Starts brokers; they end with the test."""
    if MOSQUITTO is None:
        said = "mosquitto is not installed: `./check` installs it, and with it the club's tests are run"
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(said)
    brokers: list[Broker] = []

    def start(*lines: str) -> Broker:
        folder = tmp_path / f"broker{len(brokers)}"
        folder.mkdir()
        brokers.append(Broker(folder, *lines))
        brokers[-1].start()
        return brokers[-1]

    yield start
    for broker in brokers:
        broker.stop()


@pytest.fixture
def broker(new_broker: Callable[..., Broker]) -> Broker:
    return new_broker("allow_anonymous true")
