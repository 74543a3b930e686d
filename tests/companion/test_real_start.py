"""The program as it is started on a table: a real process, with a real window on a display that nobody sees."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.core.game import Options
from companion.games import GAMES
from companion.journal.store import JournalStore
from tests.waiting import PATIENCE

BROKEN_SETTINGS = """
[camera]
source = "webcam:97
[buttons]
pass = 17
[display]
size = [640, 48O]
"""


class Running:
    """The companion, started with settings that are broken, an evening to go on with, and no camera."""

    def __init__(self, folder: Path) -> None:
        (folder / "companion.toml").write_text(BROKEN_SETTINGS)
        with JournalStore(folder / "journal.db") as store:
            store.begin(next(iter(GAMES)), Options(("Ann", "Ben")))
        self._manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._manager.bind(str(folder / "notify"))
        self._manager.settimeout(60.0)
        settings, journal = ("--settings", folder / "companion.toml"), ("--journal", folder / "journal.db")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", *settings, "run", *journal, "--camera", "webcam:97"],
            env={**os.environ, "SDL_VIDEODRIVER": "offscreen", "NOTIFY_SOCKET": str(folder / "notify")},
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_until_ready(self) -> None:
        while b"READY=1" not in self._manager.recv(4096):
            pass

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=PATIENCE)
        self._manager.close()
        return self.process.returncode, said


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    started = Running(tmp_path)
    yield started
    if started.process.poll() is None:
        started.process.kill()
        started.process.wait()


def family(process: int) -> Iterator[int]:
    yield process
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from family(int(child))


def sockets(process: int) -> set[str]:
    """The numbers of the sockets that it holds."""
    held = set()
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        try:
            found = re.fullmatch(r"socket:\[(\d+)\]", str(descriptor.readlink()))
        except FileNotFoundError:
            continue
        held |= {found[1]} if found else set()
    return held


def reachable(process: int) -> list[str]:
    """Lines of the kernel's tables about sockets of this process by which somebody could reach it."""
    net, held = Path(f"/proc/{process}/net"), sockets(process)
    lines = []
    for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        if (net / table).exists():
            lines += [line for line in (net / table).read_text().splitlines()[1:] if line.split()[9] in held]
    listening = [line.split() for line in (net / "unix").read_text().splitlines()[1:]]
    return lines + [" ".join(line) for line in listening if line[6] in held and int(line[3], 16) & 0x10000]


def test_it_starts_with_broken_settings_listens_to_nobody_and_ends_when_it_is_told_to(running: Running) -> None:
    """No listening socket, in it or in its camera's process; nothing is left of it."""
    running.wait_until_ready()
    processes = list(family(running.process.pid))

    assert [] == [line for process in processes for line in reachable(process)]
    code, said = running.stop()
    assert 0 == code, said
    assert not any(Path(f"/proc/{process}").exists() for process in processes)


@pytest.mark.parametrize("sources", [(), ("--camera", "simulator")], ids=["no camera", "a demonstration"])
def test_nothing_plays_in_an_evening_that_nobody_touches(tmp_path: Path, sources: Sequence[str]) -> None:
    """Neither where no camera is found nor where a demonstration is asked for, which goes on beside it. Ten seconds."""
    file = tmp_path / "journal.db"
    evening = ["--journal", str(file), "--game", "new_world_order", "--players", "Ann,Ben"]
    if sources:
        with JournalStore(file) as store:
            store.begin("new_world_order", Options(("Ann", "Ben")))
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "--debug", "run", *evening, *sources],
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    if sources:
        assert any("explained" in line for line in process.stderr), "somebody has seen it play"
    else:
        time.sleep(10.0)
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=PATIENCE)[1]

    assert 0 == process.returncode, said
    with JournalStore(file) as store:
        assert [()] == [store.load(id).entries for id, *_ in store.games()]


def test_the_search_for_sockets_finds_those_that_listen(tmp_path: Path) -> None:
    listens = (
        "import socket\n"
        "with socket.create_server(('127.0.0.1', 0)), socket.socket(socket.AF_UNIX) as unix:\n"
        f"    unix.bind({str(tmp_path / 'door')!r})\n"
        "    unix.listen()\n"
        "    input('listens\\n')\n"
    )
    with subprocess.Popen([sys.executable, "-c", listens], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert b"listens\n" == process.stdout.readline()

        assert 2 == len(reachable(process.pid))
        process.communicate(b"\n")
