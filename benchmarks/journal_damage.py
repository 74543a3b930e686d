"""Journals that were damaged, opened to be read and to be played on: `python -m benchmarks.journal_damage`.

The log or the file is taken away, cut off, bits turn, pages become zeros or something else, seals are cut, in journals
that were closed and in such as a power cut leaves. Whatever is missing then has to be said by whoever opens it; whoever
only reads changes nothing; and no evening has an action, a name, points or clocks that it did not have.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import click

from benchmarks.power_cuts.cuts import IN_MEMORY
from companion.core.clock import PlayerClock
from companion.core.game import Options
from companion.core.journal_entries import Did, Entry
from companion.errors import JournalError
from companion.journal.saved_games import Ending, SavedEvening, SavedGame
from companion.journal.store import JournalStore

JOURNAL = "journal.db"
PAGE, SECTOR = 4096, 512
PROFILE = "\n".join(f"tile_{number} = {number * 7919}" for number in range(200))
_SEAL = re.compile(rb":[0-9a-f]{16}")

Damage = Callable[[dict[str, bytearray], Random], None]
Files = dict[str, bytes]


@dataclass
class Tally:
    """What was found; `faults` are what must never happen, by how often and with the seeds of some."""

    damages: int = 0
    whole: int = 0
    said: int = 0
    refused: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    seeds: dict[str, list[int]] = field(default_factory=dict)

    def count(self, fault: str, seed: int) -> None:
        self.faults[fault] += 1
        self.seeds.setdefault(fault, []).append(seed)


@dataclass(frozen=True)
class Written:
    """A journal as it was written: its evenings, and its files after a clean end and after a power cut."""

    evenings: dict[str, SavedGame]
    endings: dict[str, SavedEvening]
    files: tuple[Files, ...]


def written(folder: Path) -> Written:
    """Two evenings that have ended and one that goes on."""
    path, cuts, ids = folder / JOURNAL, [], []
    with JournalStore(path) as store:
        for number, who in enumerate(("Ann", "Cara", "Eve")):
            id = store.begin("orchard", Options((who, "Ben"), {"overflow": "restart"}), PROFILE).id
            ids.append(id)
            clocks = (("A", PlayerClock(61.5)), ("B", PlayerClock(12.25)))
            for at in range(0, 6 + 4 * number, 2):
                events = Did(f"A: take {who} {at}"), Did("B: pass")
                store.append(id, [Entry(at + each, event, "touch", clocks) for each, event in enumerate(events)])
            store.save_clocks(id, dict(clocks))
            if who != "Eve":
                store.end(id, Ending(("A",), (("A", 40 + number), ("B", 31 + number))))
            cuts.append(_files(folder))
        evenings, endings = {id: store.load(id) for id in ids}, {each.id: each for each in store.evenings()}
    return Written(evenings, endings, (_files(folder), cuts[-1]))


def _files(folder: Path) -> Files:
    return {
        file.name: file.read_bytes() for file in sorted(folder.iterdir()) if not file.name.endswith(("-shm", "-lock"))
    }


# --- damages ---


def _victim(files: dict[str, bytearray], random: Random) -> str:
    return random.choice([name for name, raw in files.items() if raw and not name.endswith("-clocks")])


def taken_away(files: dict[str, bytearray], random: Random) -> None:
    log = f"{JOURNAL}-wal"
    del files[log if log in files and random.random() < 0.7 else JOURNAL]


def cut_off(files: dict[str, bytearray], random: Random) -> None:
    raw = files[_victim(files, random)]
    del raw[random.randrange(len(raw)) :]


def bits_turned(files: dict[str, bytearray], random: Random) -> None:
    raw = files[_victim(files, random)]
    for _ in range(random.choice((1, 1, 3, 20))):
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)


def pages_zeroed(files: dict[str, bytearray], random: Random) -> None:
    raw = files[_victim(files, random)]
    size = random.choice((SECTOR, PAGE))
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(raw)) // size * size
        raw[at : at + size] = bytes(len(raw[at : at + size]))


def pages_of_other_data(files: dict[str, bytearray], random: Random) -> None:
    raw = files[_victim(files, random)]
    at = random.randrange(len(raw)) // PAGE * PAGE
    raw[at : at + PAGE] = random.randbytes(len(raw[at : at + PAGE]))


def seals_cut(files: dict[str, bytearray], random: Random) -> None:
    """Checksums become other checksums."""
    raw = files[_victim(files, random)]
    seals = list(_SEAL.finditer(raw))
    for seal in random.sample(seals, min(len(seals), random.choice((1, 1, 3)))):
        raw[seal.start() + 1 : seal.end()] = b"%016x" % random.getrandbits(64)


DAMAGES: tuple[Damage, ...] = (taken_away, cut_off, bits_turned, pages_zeroed, pages_of_other_data, seals_cut)


# --- what is found ---


def damages(count: int, seed: int = 1) -> Tally:
    """Damages so many journals, with seeds from this one on."""
    tally = Tally()
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        home = Path(name) / "written"
        home.mkdir()
        truth = written(home)
        for each in range(seed, seed + count):
            folder = Path(name) / "damaged"
            folder.mkdir()
            _damage(truth, folder, Random(each), tally)
            _judge(truth, folder, each, tally)
            shutil.rmtree(folder)
    return tally


def _damage(truth: Written, folder: Path, random: Random, tally: Tally) -> None:
    files = {name: bytearray(raw) for name, raw in random.choice(truth.files).items()}
    do = random.choice(DAMAGES)
    do(files, random)
    tally.damages += 1
    tally.kinds[do.__name__.replace("_", " ")] += 1
    for name, raw in files.items():
        (folder / name).write_bytes(raw)


def _judge(truth: Written, folder: Path, seed: int, tally: Tally) -> None:
    path, before = folder / JOURNAL, {file.name: file.read_bytes() for file in folder.iterdir()}
    if path.exists():
        _opened(truth, path, seed, tally, to_read=True)
        if before != {file.name: file.read_bytes() for file in folder.iterdir()}:
            tally.count("a command that reads has written", seed)
    said = _opened(truth, path, seed, tally, to_read=False)
    if said and _opened(truth, path, seed, tally, to_read=False) is False:
        tally.count("silent: what was lost is not said at the next start", seed)


def _opened(truth: Written, path: Path, seed: int, tally: Tally, *, to_read: bool) -> bool | None:
    """Whether something was said; None where the file was refused with a sentence."""
    try:
        with JournalStore(path, to_read=to_read) as store:
            saved = {id: store.load(id) for id, *_ in store.games()}
            evenings = {each.id: each for each in store.evenings()}
            said = store.repaired is not None
    except JournalError:
        tally.refused += 1
        return None
    is_whole = _is_same(truth, saved, evenings)
    tally.whole += is_whole
    tally.said += said
    if not is_whole and not said:
        tally.count(f"silent: {'read' if to_read else 'played on'} as if nothing were missing", seed)
    for id, found in saved.items():
        if id not in truth.evenings:
            tally.count("mixed: an evening that nobody began", seed)
        elif not _is_beginning_of(found, truth.evenings[id]):
            tally.count("mixed: an evening with what it did not have", seed)
        elif evenings[id].ending not in (None, truth.endings[id].ending):
            tally.count("mixed: other points", seed)
    return said


def _is_same(truth: Written, saved: dict[str, SavedGame], evenings: dict[str, SavedEvening]) -> bool:
    return saved == truth.evenings and evenings == truth.endings


def _is_beginning_of(found: SavedGame, whole: SavedGame) -> bool:
    entries = whole.entries[: len(found.entries)]
    clocks = found.clocks in ({}, whole.clocks)
    ending = found.ended, found.ending
    return clocks and found == replace(whole, entries=entries, clocks=found.clocks, ended=ending[0], ending=ending[1])


@click.command()
@click.option("--damages", "count", default=1000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, help="That of the first one; each has the next one.")
def main(count: int, seed: int) -> None:
    """Damage journals, and say what nobody was told of."""
    tally = damages(count, seed)
    click.echo(f"{'damaged journals':>40} {tally.damages:9}")
    for kind, times in sorted(tally.kinds.items()):
        click.echo(f"{kind:>40} {times:9}")
    click.echo(f"{'opened, and found whole':>40} {tally.whole:9}")
    click.echo(f"{'opened, and said to have lost something':>40} {tally.said:9}")
    click.echo(f"{'refused with a sentence':>40} {tally.refused:9}")
    for kind in ("silent", "mixed"):
        click.echo(f"{kind:>40} {sum(n for fault, n in tally.faults.items() if fault.startswith(kind)):9}")
    for fault, times in tally.faults.most_common():
        click.echo(f"  {times} x {fault}, as with the seeds {', '.join(map(str, tally.seeds[fault][:6]))}")
    sys.exit(bool(tally.faults))


if __name__ == "__main__":
    main()
