"""Cuts the power in evenings, takes them up again, and says what was lost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.power_cuts.disk import Operation, Written, build, left_by_a_cut, notes, operations, written
from benchmarks.power_cuts.player import JOURNAL, Task, clocks_of
from companion.core.clock import Mode
from companion.errors import JournalError
from companion.journal.saved_games import read_running_clocks, written_event
from companion.journal.store import JournalStore

IN_MEMORY = Path("/dev/shm")
"""Where it exists: the disk's own time is no part of what is measured."""

CLOCKS_WITHIN = 1.0
"""Seconds that a power cut may give back to anybody."""

MODES = tuple(mode.value for mode in Mode)
SHORTEST, LONGEST = 1, 60
"""Operations until the power is cut in a kill at random."""


@dataclass
class Tally:
    """What was found after so many cuts; `faults` are what must never happen, in words, by how often."""

    cuts: int = 0
    confirmed: int = 0
    unconfirmed: int = 0
    repaired: int = 0
    shorter: int = 0
    unreadable: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def count(self, fault: str, is_one: bool = True) -> None:
        if is_one:
            self.faults[fault] += 1

    def __str__(self) -> str:
        said = ", ".join(f"{count} x {fault}" for fault, count in self.faults.items()) or "none"
        return (
            f"{self.cuts} cuts: {self.confirmed} confirmed actions, {self.unconfirmed} unconfirmed ones found as well; "
            f"faults: {said}"
        )


class Rig:
    """A process that plays, and copies of which are killed, under `disk.c`; and a folder to play in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.power_cuts.player"],
            env={**os.environ, "LD_PRELOAD": str(build(folder)), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, task: Task) -> bool:
        """Whether the power was cut before the evening ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(task)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the player has ended with {self._process.wait()}")
        return bool(json.loads(answer))

    def play_whole(self, task: Task) -> list[Operation]:
        """What an evening without a power cut does to its disk."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder, log = Path(name) / "evening", Path(name) / "log"
            folder.mkdir()
            self.play(replace(task, folder=str(folder), log=str(log)))
            return operations(log)

    def close(self) -> None:
        self._process.communicate()


@contextmanager
def rig() -> Iterator[Rig]:
    """One that is taken down at the end."""
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        playing = Rig(Path(name))
        try:
            yield playing
        finally:
            playing.close()


@dataclass
class _Evening:
    """What is known of an evening: what was confirmed in it, and what its clocks may stand at."""

    confirmed: list[str] = field(default_factory=list)
    begun: bool = False

    def judged(self, said: Sequence[dict[str, Any]], folder: Path, tally: Tally, *, lies: bool = False) -> None:
        """Takes it up after a cut before which the program had said this; what is found is what is known then."""
        tally.cuts += 1
        self._hear(said)
        try:
            with JournalStore(folder / JOURNAL) as store:
                tally.repaired += store.repaired is not None
                evenings = store.games()
                if not evenings:
                    tally.count("evening lost", self.begun and not lies)
                    return
                saved = store.load(evenings[-1][0])
                found = [written_event(entry.event) for entry in saved.entries]
                self._compare(said, found, tally, lies=lies)
                if not lies:
                    may_stand = _may_stand(said, is_done=len(found) > len(self.confirmed))
                    is_off = bool(may_stand) and clocks_of(store, saved) not in may_stand
                    tally.count("clocks off by more than a second", is_off)
                self.confirmed = found
        except JournalError:
            tally.unreadable += 1
            tally.count("unreadable journal", not lies)

    def _hear(self, said: Sequence[dict[str, Any]]) -> None:
        self.begun = self.begun or any("begun" in each for each in said)
        self.confirmed = [*self.confirmed, *(each["did"] for each in said if "did" in each)]

    def _compare(self, said: Sequence[dict[str, Any]], found: list[str], tally: Tally, *, lies: bool) -> None:
        tally.confirmed += len(self.confirmed)
        expected = self.confirmed[: len(found)]
        more = found[len(self.confirmed) :]
        pending = [said[-1]["will"]] if said and "will" in said[-1] else []
        if found[: len(expected)] != expected or (more and more != pending):
            tally.count("action changed")
        if len(found) < len(self.confirmed):
            tally.shorter += 1
            tally.count("confirmed action lost", not lies)
        tally.unconfirmed += len(more)


def _may_stand(said: Sequence[dict[str, Any]], *, is_done: bool) -> set[str]:
    """What the clocks may be found at: what they stood at within the last second, and since the last action.

    `is_done` says whether what was about to be done is found as well: then its turn is over.
    """
    stood = [each for each in said if "clocks" in each]
    if not stood:
        return set()
    latest = stood[-1]
    if "will" in latest and is_done:
        return {latest["then"]}
    since = max((number for number, each in enumerate(stood) if "did" in each), default=0)
    stands = [each["clocks"] for each in stood[since:]]
    states = {each for each in stands if _seconds_between(each, latest["clocks"]) <= CLOCKS_WITHIN}
    return states if "will" in latest else {*states, latest.get("then", latest["clocks"])}


def _seconds_between(one: str, other: str) -> float:
    """The most that anybody's clock has run from one to the other."""
    before, after = read_running_clocks(one), read_running_clocks(other)
    return max(after[seat].spent - clock.spent for seat, clock in before.items())


def kills(rig: Rig, count: int, seed: int = 1) -> Tally:
    """Kills the program in random operations of evenings that go on until they end."""
    random, tally, number = Random(seed), Tally(), 0
    while tally.cuts < count:
        mode = MODES[number % len(MODES)]
        number += 1
        folder, evening, was_cut = rig.folder / f"evening-{number}", _Evening(), True
        folder.mkdir()
        while was_cut and tally.cuts < count:
            log = rig.folder / "log"
            log.unlink(missing_ok=True)
            cut_at, torn = random.randint(SHORTEST, LONGEST), random.choice(_TORN)
            task = Task(str(folder), str(log), cut_at, torn, mode=mode)
            was_cut = rig.play(task)
            evening.judged(notes(operations(log)), folder, tally)
        shutil.rmtree(folder)
    return tally


_TORN = (0, 1, 24, 511, 512, 4096)
"""Bytes of the last write that still arrive."""


def kills_at_every_operation(rig: Rig, torn: Sequence[int] = (0, 512)) -> Tally:
    """Kills the program in each operation of one evening in turn, which begins anew each time."""
    tally = Tally()
    for part in torn:
        number, was_cut = 1, True
        while was_cut:
            with tempfile.TemporaryDirectory(dir=rig.folder) as name:
                folder, log = Path(name) / "evening", Path(name) / "log"
                folder.mkdir()
                was_cut = rig.play(replace(_SHORT, folder=str(folder), log=str(log), cut_at=number, torn=part))
                _Evening().judged(notes(operations(log)), folder, tally)
            number += 1
    return tally


_SHORT = Task("", entries=16, mode=Mode.FISCHER.value)


def losses(rig: Rig, count: int, seed: int = 1, *, lies: bool = False) -> Tally:
    """Takes the power away in an evening after a random operation; sectors that were not synced may be lost."""
    random, tally = Random(seed), Tally()
    evenings = [rig.play_whole(Task("", mode=mode)) for mode in MODES]
    for _ in range(count):
        done = random.choice(evenings)
        cut = random.randint(1, len(done))
        with tempfile.TemporaryDirectory(dir=rig.folder) as folder:
            for name, content in left_by_a_cut(done[:cut], random, lies=lies).items():
                Path(folder, Path(name).name).write_bytes(content)
            _Evening().judged(notes(done[:cut]), Path(folder), tally, lies=lies)
    return tally


def bytes_of_an_evening(rig: Rig, hours: float, actions: int) -> Written:
    """What is written to the card when so many actions take so many hours, clocks running all the while."""
    return written(rig.play_whole(Task("", entries=actions, seconds=hours * 3600 / actions)))
