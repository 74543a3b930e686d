"""What an evening meets beside power cuts: `python -m benchmarks.faults [--kills 50]`.

The camera's process is killed again and again while frames are asked for; the machine's clock is moved by a day back
and forth between the moves of an evening; a second program is started on the journal of one that runs. Printed is how
often something was not well after it, and the sentence by which each is told.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

import click
import cv2
import numpy as np

from companion.conformance.playouts import any_legal
from companion.core.game import Options
from companion.errors import HardwareError
from companion.games import GAMES, with_profile
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from hardware.camera import CameraSettings
from hardware.camera_process import CameraProcess
from hardware.reconnecting import ReconnectingCamera

DAY = timedelta(days=1)
SILENT = "nothing: only dates in the list of evenings show it"
NAMES = ("Liisa", "Ott", "Kadri")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How often something happened, how often all was well after it, and what was said, each sentence once."""

    fault: str
    times: int
    well: int
    said: tuple[str, ...]

    def row(self) -> str:
        return f"| {self.fault} | {self.times} | {self.times - self.well} | {' '.join(self.said)} |"


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def camera_killed(times: int, folder: Path) -> Outcome:
    """After each kill one sentence, and then frames again; no process and no file is left behind."""
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((120, 160), 90 + number, np.uint8))
    opened: list[CameraProcess] = []

    def open_camera() -> CameraProcess:
        opened.append(CameraProcess(f"folder:{folder}", CameraSettings(size=(160, 120))))
        return opened[-1]

    said: dict[str, None] = {}
    well, before = 0, open_files()
    with ReconnectingCamera(open_camera) as camera:
        camera.read()
        for _ in range(times):
            os.kill(opened[-1].process_id, signal.SIGKILL)
            try:
                while camera.read() is not None:
                    pass
            except HardwareError as error:
                said[str(error)] = None
            well += camera.read() is not None
    left_behind = sum(Path(f"/proc/{each.process_id}").exists() for each in opened) + open_files() - before
    return Outcome("the camera's process is killed", times, well - left_behind, tuple(said))


def clock_moved(times: int, folder: Path) -> Outcome:
    """A day forth and a day back between moves: order, moves and the time that was played stay."""
    moves = cycle((DAY, -DAY, -DAY, DAY))
    at = [datetime(2026, 11, 1, 19, tzinfo=UTC)]
    game = next(iter(GAMES))
    with JournalStore(folder / "journal.db", now=lambda: at[0]) as store:
        history = GameHistory(with_profile(game, ""), store, store.begin(game, Options(NAMES), ""))
        well, random = 0, Random(7)
        for _ in range(times):
            at[0] += next(moves) + timedelta(seconds=30)
            history.do([any_legal(history.game, history.state, random)], "touch")
            expected = [entry.at for entry in history.entries]
            again = store.latest()
            well += again is not None and again.id == history.id and [entry.at for entry in again.entries] == expected
        played = timedelta(seconds=history.duration)
    within = timedelta() <= played <= timedelta(seconds=30 * times)
    return Outcome("the machine's clock is moved by a day", times, well if within else 0, (SILENT,))


def two_programs(times: int, folder: Path) -> Outcome:
    """The second one says so and ends; the first goes on."""
    journal = folder / "journal.db"
    said: dict[str, None] = {}
    well = 0
    with JournalStore(journal) as store:
        for number in range(times):
            second = subprocess.run(
                [sys.executable, "-c", SECOND, str(journal)], capture_output=True, text=True, check=False
            )
            said[second.stderr.strip().rpartition(": ")[2].replace(str(journal), "*path*")] = None
            store.prefer("number", str(number))
            well += second.returncode == 1 and store.preferences()["number"] == str(number)
    return Outcome("a second program is started on the journal", times, well, tuple(said))


SECOND = """
import sys
from pathlib import Path
from companion.journal.store import JournalStore
JournalStore(Path(sys.argv[1]))
"""


def faults(kills: int, moves: int, starts: int) -> Iterator[Outcome]:
    runs: tuple[Callable[[Path], Outcome], ...] = (
        partial(camera_killed, kills),
        partial(clock_moved, moves),
        partial(two_programs, starts),
    )
    for run in runs:
        with tempfile.TemporaryDirectory() as folder:
            yield run(Path(folder))


@click.command(help=__doc__)
@click.option("--kills", default=50, show_default=True, help="Of the camera's process.")
@click.option("--moves", default=200, show_default=True, help="Of the machine's clock.")
@click.option("--starts", default=10, show_default=True, help="Of a second program.")
def main(kills: int, moves: int, starts: int) -> None:
    click.echo("| what happens | times | not well after it | what is said |\n|---|---|---|---|")
    for outcome in faults(kills, moves, starts):
        click.echo(outcome.row())


if __name__ == "__main__":
    main()
