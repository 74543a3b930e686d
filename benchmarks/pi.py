"""What the companion costs a Raspberry Pi: `python -m benchmarks.pi [PART...]`.

Measured here, and estimated for a Pi 5 (twice as long) and a Pi 4 (4.5 times as long), each beside its goal:

* `looks`: one look at a quiet and at a busy table of 200 labels, 12 megapixels (see `benchmarks.watching.costs`);
* `screens`: a new screen in the real window, the slowest twentieth;
* `explain`: what happened on a table that is 1 to 8 moves behind, the slowest of many in each game;
* `memory`: all processes of the real program, with an evening and a camera of 12 megapixels, at its largest.

Times are of the thread that does the work, so that a busy machine disturbs them less; what the graphics processor does
on a Pi, and other threads do here, is not in a screen's.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from statistics import quantiles

import click

from companion.appliance.memory import settle
from companion.conformance.playouts import NAMES, playout
from companion.core.game import Options
from companion.games import GAMES
from companion.journal.store import JournalStore

PI_5, PI_4 = 2.0, 4.5

MOVES_BEHIND = 8
TABLES = 6
"""Of each number of moves behind, in each game."""

PATIENCE = 120.0
CAMERA_PROCESS = "hardware.camera_child"
PICTURES = 40


@dataclass(frozen=True, slots=True)
class Figure:
    """Milliseconds or, where it does not depend on the processor, megabytes."""

    what: str
    here: float
    goal: float
    unit: str = "ms"

    def __str__(self) -> str:
        factors = (1.0, PI_5, PI_4) if self.unit == "ms" else (1.0, 1.0, 1.0)
        columns = "".join(f"{self.here * factor:>12.1f}" for factor in factors)
        estimated = zip(("Pi 5", "Pi 4"), factors[1:], strict=True)
        missed = [name for name, factor in estimated if self.here * factor > self.goal]
        mark = f"   << missed on {' and '.join(missed)}" if missed else ""
        return f"{self.what:44}{columns}{self.goal:>10.0f} {self.unit}{mark}"


def looks() -> Iterator[Figure]:
    from benchmarks.watching.costs import busy_looks, quiet_minute, with_small_picture
    from vision.threads import use_one_thread

    use_one_thread()
    quiet, busy = quiet_minute(with_small_picture).looks, busy_looks().looks
    yield Figure("a quiet look, half of them", float(quiet[quiet.argsort()][len(quiet) // 2]), 2)
    yield Figure("a quiet look, on average with what is seldom", float(quiet.mean()), 2)
    yield Figure("a busy look, half of them", float(busy[busy.argsort()][len(busy) // 2]), 60)
    yield Figure("a busy look, nine of ten", float(busy[busy.argsort()][len(busy) * 9 // 10]), 60)


def screens() -> Iterator[Figure]:
    from benchmarks.touchscreen import screen_times

    for game, drawn in screen_times():
        yield Figure(f"a new screen of {game}", quantiles(drawn, n=20)[-1], 100)


def explain() -> Iterator[Figure]:
    from benchmarks.looks import onlooker
    from companion.core.belief.search import explain as explained

    for name, game in GAMES.items():
        random, eyes, slowest, slowest_at = Random(1), onlooker(game), 0.0, 0
        for behind in range(1, MOVES_BEHIND + 1):
            for seed in range(TABLES):
                states = [state for state, *_ in islice(playout(game, random.choice(game.players), seed), 400)]
                at = random.randrange(max(len(states) - behind, 1))
                before, after = states[at], states[min(at + behind, len(states) - 1)]
                seen = game.layout(before).read(eyes.observe(after, random)).identify(game.piece_of)
                settle()  # as the program does before an evening: the many states played for this are no part of it
                start = time.thread_time()
                explained(game, before, seen)
                took = 1000 * (time.thread_time() - start)
                if took > slowest:
                    slowest, slowest_at = took, behind
        yield Figure(f"explain in {name}, slowest: {slowest_at} behind", slowest, 500)


def memory() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        photograph(folder / "pictures")
        with JournalStore(folder / "journal.db") as store:
            store.begin(next(iter(GAMES)), Options(NAMES[:3]))
        journal = "--journal", str(folder / "journal.db")
        program = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", *journal, "--camera", f"folder:{folder}/pictures"],
            env={**os.environ, "SDL_VIDEODRIVER": "offscreen"},
            stderr=subprocess.DEVNULL,
        )
        try:
            largest = max(_samples(program))
        finally:
            program.terminate()
            program.wait()
    yield Figure("memory of all processes", largest, 600, "MB")


def photograph(folder: Path) -> None:
    """So many pictures of 12 megapixels, the same one again and again."""
    import cv2

    from benchmarks.watching.costs import photograph

    folder.mkdir()
    cv2.imwrite(str(folder / "0.bmp"), photograph())
    for number in range(1, PICTURES):
        (folder / f"{number}.bmp").symlink_to(folder / "0.bmp")


def _samples(program: subprocess.Popen[bytes]) -> Iterator[float]:
    """The memory of the program and of its camera's process, in megabytes, while there is one."""
    until, had_camera = time.monotonic() + PATIENCE, False
    while program.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
        try:
            children = [(task / "children").read_text() for task in Path(f"/proc/{program.pid}/task").iterdir()]
            camera = [int(child) for line in children for child in line.split() if _is_camera(int(child))]
            if camera:
                yield sum(map(_megabytes, (program.pid, *camera)))
            elif had_camera:
                return
            had_camera = bool(camera)
        except (FileNotFoundError, ProcessLookupError):  # one of them has just ended
            continue
    raise SystemExit("the camera has never been opened, or its pictures never ended")


def _is_camera(process: int) -> bool:
    """And not one of the small programs that are run while the companion comes up."""
    return CAMERA_PROCESS.encode() in Path(f"/proc/{process}/cmdline").read_bytes()


def _megabytes(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "looks": looks,
    "screens": screens,
    "explain": explain,
    "memory": memory,
}


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
def main(parts: tuple[str, ...]) -> None:
    """Measure what the companion costs, and estimate it for two machines."""
    click.echo(f"{'':44}{'here':>12}{'Pi 5':>12}{'Pi 4':>12}{'goal':>10}")
    for part in parts or PARTS:
        for figure in PARTS[part]():
            click.echo(str(figure))


if __name__ == "__main__":
    main()
