"""The running clocks on disk: each second one page is overwritten in place, and a power cut costs no more than that.

Two slots of a small file are written in turn, each with its number and a checksum: while one is being written the other
is whole, and the newest whole one counts. The file has its size from the start, so that a sync brings one page to the
card and nothing of the file system's own. A slot also says how many entries the journal had, so that one which has lost
its end is noticed. SQLite would write a page of its log, and sooner or later the same page of its table.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from companion.journal.seals import identity_of_numbered

SLOT = 4096
"""Bytes: a page of its own, so that writing one slot never rewrites the other. Six players' clocks take 400 of them."""

_CHECKSUM = "[0-9a-f]{16}"
"""Of an evening's beginning: that is what evenings were known by before they had identities."""

Run = Callable[[Callable[[], None]], "Future[None]"]
"""Has a write done, here or on another thread."""


@dataclass(frozen=True, slots=True)
class RunningClocks:
    """What the clocks of an evening stood at, as stored values, when its journal had so many entries.

    `evening` is its identity: a journal may be taken away and another begun in its place.
    """

    evening: str
    entries: int
    clocks: str


def at_once(write: Callable[[], None]) -> Future[None]:
    """Writes here and now. Raises what the write raises."""
    write()
    done = Future[None]()
    done.set_result(None)
    return done


class ClockFile:
    """The clocks of a journal on the disk; without one they are kept in memory. `run` does what need not be waited for.

    `latest` is what was saved last; None if nothing was, or nothing of it is whole.
    """

    def __init__(self, journal: Path | None) -> None:
        self.run: Run = at_once
        self._path = None if journal is None else journal.with_name(f"{journal.name}-clocks")
        found = _read_slots(self._path)
        newest = max(found, key=lambda each: each[0])
        self._number, self.latest = newest
        self._next = 1 - found.index(newest)
        self._written = self.latest
        self._lock, self._writing = Lock(), at_once(lambda: None)

    @property
    def confirmed(self) -> tuple[str, int] | None:
        """Which evening is known to have had how many entries."""
        return None if self.latest is None else (self.latest.evening, self.latest.entries)

    def save(self, running: RunningClocks) -> None:
        """Outlives a power cut when this returns. Raises OSError."""
        self.latest = running
        self._write_latest()

    def save_aside(self, running: RunningClocks) -> None:
        """Outlives a power cut soon, without being waited for. Raises OSError, also for what was saved so before."""
        self.latest = running
        if self._writing.done():
            writing, self._writing = self._writing, at_once(lambda: None)
            writing.result()
            self._writing = self.run(self._write_latest)

    def go_on(self, before: ClockFile) -> None:
        """Writes as the one before did, and what that had not brought to the disk; again later if that fails."""
        self.run = before.run
        if before.latest is not None and before.latest is not before._written:
            with suppress(OSError):
                self.save(before.latest)

    def forget(self) -> None:
        """What is missing has been written down elsewhere. Raises OSError."""
        self.save(RunningClocks("", 0, "[]"))
        self.latest = None

    def finish(self) -> None:
        """What was saved last outlives a power cut when this returns. Raises OSError."""
        if self.latest is not None:
            self._write_latest()

    def _write_latest(self) -> None:
        with self._lock:
            running = self.latest
            if running is None or running is self._written:
                return
            if self._path is not None:
                _write(self._path, self._next, _slot(self._number + 1, running))
            self._number, self._next, self._written = self._number + 1, 1 - self._next, running


def _write(path: Path, slot: int, content: bytes) -> None:
    """On the disk when this returns. Raises OSError."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        there = os.fstat(file).st_size
        if there < 2 * SLOT:
            os.pwrite(file, bytes(2 * SLOT - there), there)
        os.pwrite(file, content, slot * SLOT)
        os.fdatasync(file)
    finally:
        os.close(file)


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
    slot = b"%s\n%s\n" % (checksum(body), body)
    if len(slot) > SLOT:
        raise ValueError(f"clocks of {len(slot)} bytes do not fit into a slot of {SLOT}")
    return slot.ljust(SLOT, b" ")


def _read_slot(slot: bytes) -> tuple[int, RunningClocks | None] | None:
    sealed, _, rest = slot.partition(b"\n")
    body = rest.partition(b"\n")[0]
    if sealed != checksum(body):
        return None
    number, evening, entries, clocks = json.loads(body)
    if re.fullmatch(_CHECKSUM, evening):
        evening = identity_of_numbered(evening)
    return number, RunningClocks(evening, entries, clocks) if evening else None


def checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=8).hexdigest().encode()
