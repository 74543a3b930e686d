"""The running clocks on disk: a few hundred bytes a second, written in place, that a power cut cannot tear.

Two slots of one sector are written in turn, each with its number and a checksum; the newer whole one counts. SQLite
would write and sync a page of its log for every second of an evening. A slot also says how many entries the journal
had, so that one which has lost its end is noticed.
"""

from __future__ import annotations

import json
import os
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
    """The clocks beside the journal at `path`; without one they are kept in memory."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._number, self._latest = self._read()

    @property
    def latest(self) -> RunningClocks | None:
        """What was saved last; None if nothing was, or nothing of it is whole."""
        return self._latest

    @property
    def confirmed(self) -> tuple[str, int] | None:
        """Which evening is known to have had how many entries."""
        return None if self._latest is None else (self._latest.evening, self._latest.entries)

    def save(self, running: RunningClocks) -> None:
        """On the disk when this returns. Raises OSError."""
        if self._path is not None:
            slot = _slot(self._number + 1, running)
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o644)
            try:
                os.pwrite(file, slot, (self._number + 1) % 2 * SLOT)
                os.fdatasync(file)
            finally:
                os.close(file)
        self._number, self._latest = self._number + 1, running

    def _read(self) -> tuple[int, RunningClocks | None]:
        if self._path is None or not self._path.exists():
            return 0, None
        raw = self._path.read_bytes()
        whole = [found for at in (0, SLOT) if (found := _read_slot(raw[at : at + SLOT])) is not None]
        return max(whole, key=lambda each: each[0], default=(0, None))


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
