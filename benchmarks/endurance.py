"""Evening after evening: `python -m benchmarks.endurance [--minutes 10]`.

The real application plays evening after evening of all games, with its window, its journal on the disk, its threads and
its camera's process: simulated hands play, an eye that sees everything that lies open looks, pages are opened, evenings
are left and others begun; beside it a camera's pictures are rendered and tracked. Four frames are a second of table
time, and are played as fast as they can be. Printed are hours of table time, memory, threads, processes and open files.
The goals: after each game was played for a while, and each page opened, memory grows by at most 2 % from the first to
the last third, and nothing else does. What an evening needs while it is played is given back when it ends, so memory is
read between evenings, with bounded caches emptied; the most that was needed in one is printed beside it.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import click

from companion.appliance.memory import GIVE_BACK_EVERY, give_back
from companion.conformance.playouts import NAMES
from companion.core.game import Options
from companion.core.screen import Close, Open
from companion.core.table import Observation, Zone
from companion.games import GAMES

FRAMES_PER_SECOND = 4
EVENING = 5 * 60 * FRAMES_PER_SECOND
"""Frames at most: many short evenings show better what one of them leaves behind than a few long ones."""

LOOK_EVERY = FRAMES_PER_SECOND
"""And whenever hands come or go."""

PAGE_EVERY, TRACKED_EVERY = 90 * FRAMES_PER_SECOND, 60 * FRAMES_PER_SECOND
GIVE_BACK_EVERY_FRAMES = round(GIVE_BACK_EVERY * FRAMES_PER_SECOND)
PAGES = ("more", "history", "result", "clock", "rules", "settings", "about", "camera", "set up", "correct")
GROWTH = 0.02
FIRST_TIME = 60 * FRAMES_PER_SECOND
"""Frames of each game with each number of players before anything is measured."""

HELD = 5 * FRAMES_PER_SECOND
"""Ticks for which each page stays open then: some load what they show when it is first needed."""

PAGE = os.sysconf("SC_PAGE_SIZE")
MOST_FINDINGS = 12


@dataclass(frozen=True, slots=True)
class Sample:
    """What the process holds between two evenings: megabytes, and counts; `most` is what the last one needed."""

    at: float
    hours: float
    megabytes: float
    most: float
    threads: int
    files: int

    @classmethod
    def taken(cls, at: float, hours: float, most: float) -> Sample:
        """Of what is held when what is free has been given back, as is done every five minutes of an evening.

        Caches that are bounded are emptied: how full they are says what was played, and would hide what is kept.
        """
        _empty_caches()
        gc.collect()
        give_back()
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())
        files = len(list(Path("/proc/self/fd").iterdir()))
        return cls(at, hours, megabytes(), most, int(status["Threads"]), files)

    def __str__(self) -> str:
        return (
            f"{self.at:6.0f} s {self.hours:7.2f} h of table time {self.megabytes:8.1f} MB, at most {self.most:6.1f}; "
            f"{self.threads:3} threads {self.files:3} files"
        )


def _empty_caches() -> None:
    """Those that forget what is oldest; the others, and all else that is kept, stay."""
    # Asked for their type, not whether they are one: a weak reference to what is gone would raise.
    for each in gc.get_objects():
        if type(each) is _lru_cache_wrapper and each.cache_info().maxsize is not None:
            each.cache_clear()


def megabytes() -> float:
    """What this process holds in memory now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE / 2**20


class Soak:
    """Plays; `seconds` of table time have passed."""

    def __init__(self, folder: Path) -> None:
        from companion.application.application import Application
        from companion.application.evening_cameras import EveningCameras
        from companion.config import Settings
        from companion.core.text import ENGLISH
        from companion.journal.store import JournalStore
        from companion.pages.machine import Machine
        from ui.inbox import Inbox
        from ui.window import set_pace

        self._random, self.seconds = Random(1), 0.0
        settings, store, inbox = Settings(), JournalStore(folder / "journal.db"), Inbox()
        # One that is not there: opened again and again, each time in a new process.
        self._cameras = EveningCameras(settings, store, inbox.post, ("webcam:97",))
        machine = Machine(self._cameras)
        self.application = Application(settings, store, lambda _: None, ENGLISH, machine=machine, inbox=inbox)
        self.application.context.copies.asks = False
        self.application.window.open((800, 480))
        set_pace(0)
        self.application.welcome()
        self._tracked = _tracked_frames()

    def evenings(self) -> Iterator[float]:
        """Endless evenings: the most megabytes that each needed."""
        for number, name in enumerate(cycle(GAMES)):
            players = GAMES[name].players
            self._begin(name, players[number // len(GAMES) % len(players)])
            yield max(megabytes() for _ in self._evening())
            self.application.leave()

    def see_everything_once(self) -> None:
        """Each game for a while, and every page over it: what is loaded and cached then is no growth."""
        for name, game in GAMES.items():
            for players in game.players:
                self._begin(name, players)
                for _ in islice(self._evening(), FIRST_TIME):
                    pass
                for page in PAGES:
                    self._open(page)
                self.application.leave()

    def _begin(self, game: str, players: int) -> None:
        from companion.core.clock import COUNTING

        self.application.begin(game, Options(NAMES[:players]), COUNTING, tuple(range(players)))

    def _open(self, page: str) -> None:
        from kivy.base import EventLoop

        from companion.session.messages import Tick

        self.application.handle(Open(page))
        for _ in range(HELD):
            self.seconds += 1 / FRAMES_PER_SECOND
            self.application.handle(Tick(self.seconds))
            EventLoop.idle()
        self.application.handle(Close())

    def _evening(self) -> Iterator[None]:
        from benchmarks.recorded_evening import SimulatedEye
        from companion.session.messages import Tick
        from companion.simulation.physical_table import PhysicalTable
        from companion.simulation.self_play import SelfPlay

        session = self.application.context.session
        assert session is not None, "an evening has begun"
        history = session.history
        table = PhysicalTable(history.game, history.game.layout(history.state))
        table.make(history.game.table(history.state))
        play, eye = SelfPlay(history, table, self._random, self.application.handle), SimulatedEye(table)
        seen: Observation | None = None
        over: Sequence[Zone] = ()
        for frame in range(EVENING):
            if history.game.outcome(history.state) is not None or self.application.context.session is not session:
                return
            hands = play.hands()
            if hands != over or frame % LOOK_EVERY == 0:
                over, looked = hands, eye.look(hands)
                if looked != seen:
                    seen = looked
                    self.application.handle(looked)
            self.seconds += 1 / FRAMES_PER_SECOND
            self.application.handle(Tick(self.seconds))
            self._look_around(frame)
            yield

    def _look_around(self, frame: int) -> None:
        """What happens beside the game: the window draws, pages are opened, pictures are tracked."""
        from kivy.base import EventLoop

        if frame % PAGE_EVERY == PAGE_EVERY // 2:
            self.application.handle(Open(self._random.choice(PAGES)))
        elif frame % PAGE_EVERY == 0:
            self.application.handle(Close())
        if frame % TRACKED_EVERY == 0:
            next(self._tracked)
        if frame % FRAMES_PER_SECOND == 0:
            EventLoop.idle()
        if frame % GIVE_BACK_EVERY_FRAMES == 0:
            give_back()

    def close(self) -> None:
        self._cameras.close()
        self.application.window.close()


def _tracked_frames() -> Iterator[Any]:
    """An endless play before one camera, of which every frame is tracked."""
    from functools import partial

    from benchmarks.watching.evening import CARDS, payload, picture, pipeline_of, playing_mat
    from benchmarks.watching.play import Play
    from companion.simulation.renderer.scene import Optics, SceneSetup
    from companion.simulation.renderer.simulated_camera import SimulatedCamera

    tags, mat = [payload(number) for number in range(1, CARDS + 1)], playing_mat()
    pipeline = pipeline_of(mat, tags)
    setup = SceneSetup(mat, Optics(width=1536, height=864, small_width=768))
    with SimulatedCamera(Play(tags, 1).scenes(), picture, setup) as camera:
        yield from map(pipeline.process, iter(partial(camera.read), None))


def samples(minutes: float) -> Iterator[Sample]:
    """What is held after each evening, for so many minutes."""
    from ui.window import set_environment

    set_environment()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder))
        soak.see_everything_once()
        begun, played = time.monotonic(), soak.seconds
        for most in soak.evenings():
            passed = time.monotonic() - begun
            yield Sample.taken(passed, (soak.seconds - played) / 3600, most)
            if passed >= 60 * minutes:
                break
        soak.close()


def growth(taken: list[Sample], held: Callable[[Sample], float]) -> float:
    """As a share: from the first to the last third of the time."""
    values = [held(each) for each in taken]
    third = max(len(values) // 3, 1)
    return median(values[-third:]) / median(values[:third]) - 1


@click.command()
@click.option("--minutes", default=10.0, show_default=True, help="Of real time.")
@click.option("--trace", is_flag=True, help="Say what has grown, by the lines that made it; slower.")
def main(minutes: float, trace: bool) -> None:
    """Play for hours of table time, and say what has grown."""
    taken: list[Sample] = []
    before = None
    for each in samples(minutes):
        taken.append(each)
        click.echo(str(each))
        if trace and before is None:
            tracemalloc.start()
            before = tracemalloc.take_snapshot()
    if before is not None:
        for line in tracemalloc.take_snapshot().compare_to(before, "lineno")[:MOST_FINDINGS]:
            click.echo(str(line))
    grown = {
        "memory": (growth(taken, lambda each: each.megabytes), GROWTH),
        "threads": (growth(taken, lambda each: each.threads), 0.0),
        "open files": (growth(taken, lambda each: each.files), 0.0),
    }
    for what, (share, goal) in grown.items():
        click.echo(f"{what}: {share:+.1%}, goal: at most {goal:.0%}{'   << missed' if share > goal else ''}")
    sys.exit(any(share > goal for share, goal in grown.values()))


if __name__ == "__main__":
    main()
