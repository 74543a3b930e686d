"""How soon the companion ends when it is told to, and how: `python -m benchmarks.stopping [--runs 100] [--seed 1]`.

The real program, in a window that nobody sees, gets SIGTERM at a moment drawn by lot, from when it can first obey until
some seconds into an evening: with a simulated table that is watched and played at, with pictures of 12 megapixels that
are searched all the while, and without a camera. What does not end with exit code 0 and in time is printed with its
last words.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click

from benchmarks.pi import photograph
from companion.games import GAMES

GOAL = 2.0
"""Seconds from the signal to the end of the process."""

LONGEST = 8.0
"""Seconds after which the signal comes at the latest."""

GIVEN_UP = 60.0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: its exit code, seconds from the signal to the end, and what it said last."""

    camera: str
    after: float
    code: int
    seconds: float
    said: str

    @property
    def is_well(self) -> bool:
        return self.code == 0 and self.seconds <= GOAL


def stopped(camera: str, folder: Path, after: float) -> Ending:
    """Starts the companion, and stops it so many seconds after it can first obey."""
    evening = ("--game", next(iter(GAMES)), "--players", "Ann,Ben", "--journal", str(folder / "journal.db"))
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "run", *evening, "--camera", camera],
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _wait_until_it_obeys(program)
        time.sleep(after)
        began = time.monotonic()
        program.send_signal(signal.SIGTERM)
        said = program.communicate(timeout=GIVEN_UP)[1]
        return Ending(camera, after, program.returncode, time.monotonic() - began, said)
    finally:
        if program.poll() is None:
            program.kill()


def _wait_until_it_obeys(program: subprocess.Popen[str]) -> None:
    """Until it catches SIGTERM: before, Python itself is not up yet."""
    caught = 1 << (signal.SIGTERM - 1)
    while program.poll() is None:
        status = Path(f"/proc/{program.pid}/status").read_text(encoding="ascii")
        mask = next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:")), "0")
        if int(mask, 16) & caught:
            return
        time.sleep(0.01)
    raise SystemExit(f"it has ended before it was told to: {program.communicate()[1]}")


def _told(endings: Sequence[Ending]) -> str:
    well = sum(ending.is_well for ending in endings)
    slowest = max(ending.seconds for ending in endings)
    return f"{well} of {len(endings)} well (exit code 0 within {GOAL:.0f} s); the slowest took {slowest:.2f} s"


@click.command()
@click.option("--runs", default=100, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
def main(runs: int, seed: int) -> None:
    """Stop the companion again and again."""
    random = Random(seed)
    endings: list[Ending] = []
    with tempfile.TemporaryDirectory() as name:
        pictures = Path(name) / "pictures"
        photograph(pictures)
        cameras = ("simulator", f"folder:{pictures}", "auto")
        for number in range(runs):
            camera, after = cameras[number % len(cameras)], random.uniform(0.0, LONGEST)
            ending = stopped(camera, Path(name), after)
            endings.append(ending)
            if not ending.is_well:
                kind = camera.partition(":")[0]
                click.echo(f"run {number}, {kind}, after {after:.2f} s: code {ending.code}, {ending.seconds:.2f} s")
                click.echo(ending.said[-1000:])
    for camera in cameras:
        if some := [ending for ending in endings if ending.camera == camera]:
            click.echo(f"{camera.partition(':')[0]:10} {_told(some)}")
    click.echo(f"{'all':10} {_told(endings)}")
    sys.exit(0 if all(ending.is_well for ending in endings) else 1)


if __name__ == "__main__":
    main()
