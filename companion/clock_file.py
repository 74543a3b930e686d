"""The running clocks on disk: a few hundred bytes in place, that neither a crash nor a power cut can tear.

What is there when the power comes back is what was synced, and each sync costs a card some pages. So there are two
files: one is written every second and never synced, which outlives the program but not the power; the other is synced,
as often as somebody says. SQLite would write and sync a page of its log each time.

In each file two slots are written in turn, each with its number and a checksum; the newest whole one of all four
counts. A slot also says how many entries the journal had, so that one which has lost its end is noticed.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

SLOT = 1024
"""Bytes: two sectors, for six players in the most talkative mode. What does not fit is not written (see `save`)."""


@dataclass(frozen=True, slots=True)
class RunningClocks:
    """What the clocks of an evening stood at, as stored values, when its journal had so many entries.

    `evening` is the checksum of its beginning: a journal may be taken away and another begun in its place.
    """

    evening: str
    entries: int
    clocks: str


class ClockFile:
    """The clocks of a journal on the disk; without one they are kept in memory.

    `volatile` is a folder that the program's end leaves as it is and a power cut empties, for what is not synced:
    where none is named it lies beside the journal, and the file system writes it now and then.
    """

    def __init__(self, journal: Path | None, volatile: Path | None = None) -> None:
        self._kept = _Slots(None if journal is None else _beside(journal, "clocks"), synced=True)
        self._running = _Slots(None if journal is None else _running_path(journal, volatile), synced=False)
        self._number, self._latest = max(self._kept.newest, self._running.newest, key=lambda each: each[0])

    @property
    def latest(self) -> RunningClocks | None:
        """What was saved last; None if nothing was, or nothing of it is whole."""
        return self._latest

    @property
    def confirmed(self) -> tuple[str, int] | None:
        """Which evening is known to have had how many entries."""
        return None if self._latest is None else (self._latest.evening, self._latest.entries)

    def save(self, running: RunningClocks, *, synced: bool) -> None:
        """Outlives the program when this returns, and where `synced` also a power cut. Raises OSError."""
        number = self._number + 1
        if synced or not self._written_unsynced(number, running):
            self._kept.write(number, running)
        self._number, self._latest = number, running

    def sync(self) -> None:
        """What was saved last outlives a power cut. Raises OSError."""
        if self._latest is not None and self._kept.newest[0] != self._number:
            self._kept.write(self._number, self._latest)

    def _written_unsynced(self, number: int, running: RunningClocks) -> bool:
        try:
            self._running.write(number, running)
        except OSError:
            return False
        return True


class _Slots:
    """A file of two slots, of which the older one is always the next to be written."""

    def __init__(self, path: Path | None, *, synced: bool) -> None:
        self._path, self._synced = path, synced
        found = _read_slots(path)
        self.newest = max(found, key=lambda each: each[0])
        self._next = 1 - found.index(self.newest)

    def write(self, number: int, running: RunningClocks) -> None:
        """Raises OSError."""
        slot = _slot(number, running)
        if self._path is not None:
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o644)
            try:
                os.pwrite(file, slot, self._next * SLOT)
                if self._synced:
                    os.fdatasync(file)
            finally:
                os.close(file)
        self.newest, self._next = (number, running), 1 - self._next


def _beside(journal: Path, name: str) -> Path:
    return journal.with_name(f"{journal.name}-{name}")


def _running_path(journal: Path, volatile: Path | None) -> Path:
    """Several journals may share the volatile folder."""
    if volatile is None:
        return _beside(journal, "running")
    return volatile / f"clocks-{blake2b(os.fsencode(journal.resolve()), digest_size=8).hexdigest()}"


def _read_slots(path: Path | None) -> list[tuple[int, RunningClocks | None]]:
    """Both slots; a number of 0 for what is not there, not whole, or cannot be read."""
    raw = b""
    if path is not None:
        with suppress(OSError):
            raw = path.read_bytes()
    return [_read_slot(raw[at : at + SLOT]) or (0, None) for at in (0, SLOT)]


def _slot(number: int, running: RunningClocks) -> bytes:
    """Raises ValueError for clocks that do not fit."""
    body = json.dumps([number, running.evening, running.entries, running.clocks], ensure_ascii=False).encode()
    slot = b"%s\n%s\n" % (_checksum(body), body)
    if len(slot) > SLOT:
        raise ValueError(f"clocks of {len(slot)} bytes do not fit into a slot of {SLOT}")
    return slot.ljust(SLOT, b" ")


def _read_slot(slot: bytes) -> tuple[int, RunningClocks] | None:
    checksum, _, rest = slot.partition(b"\n")
    body = rest.partition(b"\n")[0]
    if checksum != _checksum(body):
        return None
    number, evening, entries, clocks = json.loads(body)
    return number, RunningClocks(evening, entries, clocks)


def _checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=8).hexdigest().encode()
