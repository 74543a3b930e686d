"""Evenings on a disk that fails, and what has to be found of them: run in a process under `disk.c`.

Every action and every ending names the evening in which it was done, so that none is found in another.
"""

from __future__ import annotations

import errno
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.journal_faults.other_program import OtherProgram, shown
from benchmarks.power_cuts.disk import Watch
from companion.core.clock import PlayerClock
from companion.core.game import Options
from companion.core.journal_entries import Did, Entry
from companion.errors import JournalError
from companion.journal import disk as journal_disk
from companion.journal.repair import LossKind
from companion.journal.saved_games import Ending
from companion.journal.store import JournalStore

ERRORS = {"only read": errno.EROFS, "full": errno.ENOSPC, "fails": errno.EIO}
STEPS = 24
LONGEST = 120
"""Operations that one failure of the disk lasts, at most."""


Points = tuple[str, int]


@dataclass
class Tally:
    """What was found; `faults` are what must never happen, by how often and with the seeds of some."""

    runs: int = 0
    confirmed: int = 0
    in_memory: int = 0
    parted: int = 0
    failed: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    seeds: dict[str, list[int]] = field(default_factory=dict)

    def count(self, fault: str, seed: int) -> None:
        self.faults[fault] += 1
        self.seeds.setdefault(fault, []).append(seed)

    def add(self, other: Tally) -> None:
        self.runs += other.runs
        self.confirmed += other.confirmed
        self.in_memory += other.in_memory
        self.parted += other.parted
        self.failed += other.failed
        self.faults += other.faults
        for fault, seeds in other.seeds.items():
            self.seeds.setdefault(fault, []).extend(seeds)


@dataclass
class _Truth:
    """What was confirmed. `stories` are by whose evening it is: all ways in which it went on, by whoever played it."""

    stories: dict[str, set[tuple[str, ...]]] = field(default_factory=dict)
    endings: dict[str, list[Points | None]] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    """Evenings to which the other program has written."""

    def went_on(self, who: str, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        stories = self.stories.setdefault(who, set())
        stories.discard(before)
        stories.add(after)

    def longest(self, who: str) -> set[tuple[str, ...]]:
        """The stories of which no other is the continuation."""
        stories = self.stories[who]
        return {one for one in stories if not any(other != one and other[: len(one)] == one for other in stories)}


class Run:
    """One run: so many steps of people, of the disk and of the other program, drawn by lot."""

    def __init__(
        self, folder: Path, seed: int, watch: Watch, others: tuple[OtherProgram, OtherProgram], template: Path
    ) -> None:
        self.seed, self.random, self.watch = seed, Random(seed), watch
        self.other, self.reader = others
        self.path = folder / "home" / "journal.db"
        self.truth, self.tally = _Truth(), Tally(runs=1)
        self.count = 0
        self.preference: str | None = None
        if self.random.random() < 0.8:
            shutil.copytree(template, self.path.parent)
            for evening in shown(self.path) or []:
                self.truth.stories[evening["who"]] = {tuple(evening["actions"])}
                self.truth.endings[evening["who"]] = [_points(evening)]
        self._disk_fails()
        self.store = JournalStore(self.path, or_memory=True)
        self._go_on()

    def play(self) -> Tally:
        steps: list[tuple[int, Callable[[], None]]] = [
            (10, self._do), (3, self._clocks), (2, self._end), (1, self._begin), (1, self._prefer), (2, self._restart),
            (3, self._disk_fails), (2, self._disk_is_back), (1, self._look), (1, self._other_plays),
            (1, self._other_begins), (1, self._other_ends), (1, self._other_holds), (1, self._other_lets_go),
            (1, self._is_on_disk),
        ]  # fmt: skip
        weights, does = zip(*steps, strict=True)
        for do in self.random.choices(does, weights, k=STEPS):
            try:
                do()
            except JournalError as error:
                self.tally.count(f"refused: {error.__cause__!r}"[:60], self.seed)
            self.tally.in_memory += self.store.unsaved is not None
        self._disk_is_back()
        self._other_lets_go()
        self.store.return_to_disk()
        if self.store.unsaved is not None:
            self.tally.count("not back on the disk", self.seed)
        self.store.close()
        self._judge(shown(self.path))
        return self.tally

    # --- people ---

    def _go_on(self) -> None:
        latest = self.store.latest()
        if latest is None:
            self._begin()
            return
        self.id, self.who, self.is_over = latest.id, latest.options.names[0], False
        self.view = tuple(each.event.action for each in latest.entries if isinstance(each.event, Did))
        if self.view not in self._prefixes():
            self.tally.count("mixed: an evening is offered with other actions", self.seed)

    def _prefixes(self) -> set[tuple[str, ...]]:
        return {story[:count] for story in self.truth.stories.get(self.who, ()) for count in range(len(story) + 1)}

    def _begin(self) -> None:
        self.count += 1
        self.who, self.view, self.is_over = f"Ann {self.seed}-{self.count}", (), False
        self.id = self.store.begin("orchard", Options((self.who,))).id
        self.truth.stories[self.who], self.truth.endings[self.who] = {()}, [None]

    def _do(self) -> None:
        new = [self._action() for _ in range(self.random.choice((1, 1, 2, 3)))]
        if self.is_over:
            self.store.reopen(self.id)
            self._ends(None)
        first = len(self.view)
        self.store.append(self.id, [Entry(first + at, Did(action), "touch") for at, action in enumerate(new)])
        before, self.view = self.view, (*self.view, *new)
        self.truth.went_on(self.who, before, self.view)
        self.tally.confirmed += len(new)

    def _action(self) -> str:
        self.count += 1
        return f"{self.who}: {self.count}"

    def _clocks(self) -> None:
        self.store.save_clocks(self.id, {"A": PlayerClock(float(self.count))}, aside=self.random.random() < 0.5)

    def _end(self) -> None:
        self.count += 1
        self.store.end(self.id, Ending(points=((self.who, self.count),)))
        self._ends((self.who, self.count))

    def _ends(self, ending: Points | None) -> None:
        self.is_over = ending is not None
        self.truth.endings[self.who].append(ending)

    def _prefer(self) -> None:
        self.count += 1
        self.store.prefer("theme", str(self.count))
        self.preference = str(self.count)

    def _look(self) -> None:
        self.store.evenings()
        self.store.people()
        self.store.return_to_disk()

    def _restart(self) -> None:
        """Only when all is on the disk: what is not has been said to be lost."""
        if self.store.unsaved is not None:
            return
        self.store.close()
        self.store = JournalStore(self.path, or_memory=True)
        self._go_on()

    def _is_on_disk(self) -> None:
        """What is not said to be in memory alone is on the disk."""
        if self.store.unsaved is not None:
            return
        found = self.reader.does("shows", self.path)
        if found is None or not any(
            each["who"] == self.who and tuple(each["actions"][: len(self.view)]) == self.view for each in found
        ):
            self.tally.count("silent: not on the disk, and nobody was told", self.seed)

    # --- the disk ---

    def _disk_fails(self) -> None:
        first = self.random.randint(1, 40)
        until = first + self.random.choice((1, 2, self.random.randint(1, LONGEST), LONGEST))
        self.watch.fail(first, until, self.random.choice(list(ERRORS.values())))
        self.tally.failed += 1

    def _disk_is_back(self) -> None:
        self.watch.fail(0, 0, 0)

    # --- the other program ---

    def _other_plays(self) -> None:
        action = f"{self.who}: other {self._action()}"
        after = self.other.does("plays", self.path, id=self._known(), action=action)
        if after is not None:
            self.truth.shared.add(self.who)
            self.truth.went_on(self.who, tuple(after[:-1]), tuple(after))
            if tuple(after[:-1]) == self.view:
                self.truth.stories[self.who].add(self.view)

    def _known(self) -> str:
        return self.store._journal.known_as(self.id)

    def _other_begins(self) -> None:
        self.count += 1
        who = f"Cara {self.seed}-{self.count}"
        if self.other.does("begins", self.path, who=who) is not None:
            self.truth.stories[who], self.truth.endings[who] = {()}, [None]

    def _other_ends(self) -> None:
        self.count += 1
        ending = json.dumps({"winners": [], "points": [[self.who, self.count]], "abandoned": False})
        if self.other.does("ends", self.path, id=self._known(), ending=ending):
            self.truth.shared.add(self.who)
            self.truth.endings[self.who].append((self.who, self.count))

    def _other_holds(self) -> None:
        self.other.does("holds", self.path)

    def _other_lets_go(self) -> None:
        self.other.does("lets go", self.path)

    # --- what is found ---

    def _judge(self, found: list[dict[str, Any]] | None) -> None:
        if found is None:
            self.tally.count("unreadable", self.seed)
            return
        for who in self.truth.stories:
            self._judge_stories(who, Counter(tuple(each["actions"]) for each in found if each["who"] == who))
        for each in found:
            given = self.truth.endings.get(each["who"])
            if given is not None and each["who"] not in self.truth.shared:
                given = given[-1:]  # Where another program went on with it, each may have kept another one.
            if given is None:
                self.tally.count("mixed: an evening that nobody began", self.seed)
            elif each["ending"] == "":
                self.tally.count("lost: how an evening ended", self.seed)
            elif _points(each) not in given:
                self.tally.count("mixed: ended with points that are not its own", self.seed)
        with JournalStore(self.path) as store:
            if any(loss.kind != LossKind.PARTED for loss in store.losses) or list(self.path.parent.glob("*.damaged*")):
                self.tally.count("mended, though nothing was damaged", self.seed)
            if store.preferences().get("theme", self.preference) != self.preference:
                self.tally.count("lost: a preference", self.seed)

    def _judge_stories(self, who: str, there: Counter[tuple[str, ...]]) -> None:
        stories = self.truth.longest(who)
        self.tally.parted += len(stories) > 1
        for story in stories:
            if not there[story]:
                self.tally.count("lost: an evening, or actions of it", self.seed)
        if set(there) - self._prefixes_of(who):
            self.tally.count("mixed: actions of two evenings or of two stories", self.seed)
        if there.total() > len(stories):
            self.tally.count("doubled: an evening stands there twice", self.seed)

    def _prefixes_of(self, who: str) -> set[tuple[str, ...]]:
        return {story[:count] for story in self.truth.stories[who] for count in range(len(story) + 1)}


def _points(evening: dict[str, Any]) -> Points | None:
    """Whose they are, and how many; None where it goes on."""
    if evening["ending"] is None:
        return None
    ((who, points),) = json.loads(evening["ending"])["points"]
    return who, points


def template(folder: Path) -> Path:
    """A journal with an evening that has ended and one that goes on."""
    home = folder / "template"
    with JournalStore(home / "journal.db") as store:
        for who in ("Dan", "Eve"):
            id = store.begin("orchard", Options((who,))).id
            store.append(id, [Entry(at, Did(f"{who}: {at}"), "touch") for at in range(3)])
            if who == "Dan":
                store.end(id, Ending(points=((who, 7),)))
    return home


def main() -> None:
    """Plays the runs whose seeds come in as lines of JSON, first and last one, and answers with a tally."""
    journal_disk.BUSY = 0.0
    with tempfile.TemporaryDirectory(dir=sys.argv[1]) as name:
        watch = Watch(str(Path(name) / "runs"), "", 0, 0)
        others, made = (OtherProgram(), OtherProgram()), template(Path(name))
        for line in sys.stdin:
            seed = json.loads(line)
            folder = Path(name) / "runs"
            tally = Run(folder, seed, watch, others, made).play()
            shutil.rmtree(folder)
            print(
                json.dumps(
                    {**tally.__dict__, "faults": dict(tally.faults)},
                ),
                flush=True,
            )
        for other in others:
            other.close()


if __name__ == "__main__":
    main()
