"""Puts a whole journal in the place of a damaged one, which is kept beside it.

The plug may be pulled here too: the new file is complete before the damaged one is renamed, and whoever finds it alone
in the folder finishes the work.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import count
from pathlib import Path

from companion.core.text import Text, say, say_plural
from companion.journal.seals import entries_in

# --- what a journal has lost, as it is written down in it and said until somebody has seen it ---


class LossKind(StrEnum):
    """What may have happened to a journal."""

    DAMAGED = "damaged"
    SHORTER = "shorter"
    GONE = "gone"
    PARTED = "parted"


@dataclass(frozen=True, slots=True)
class Loss:
    """`count` entries were found again of what was damaged, or are missing; `file` is where the damaged one is kept."""

    kind: LossKind
    count: int = 0
    file: str = ""

    @property
    def text(self) -> Text:
        match self.kind:
            case LossKind.DAMAGED:
                found = say_plural("{count} entry was found again", "{count} entries were found again", self.count)
                if not self.file:
                    return say("The journal is damaged; {found}.", found=found)
                return say(
                    "The journal was damaged; {found}. The damaged file is kept as {file}.", found=found, file=self.file
                )
            case LossKind.SHORTER:
                return say_plural(
                    "The end of the journal is missing: {count} entry.",
                    "The end of the journal is missing: {count} entries.",
                    self.count,
                )
            case LossKind.GONE if self.count:
                return say_plural(
                    "An evening is missing from the journal, with {count} entry: its file or its log was taken away.",
                    "An evening is missing from the journal, with {count} entries: its file or its log was taken away.",
                    self.count,
                )
            case LossKind.GONE:
                return say(
                    "An evening that had just begun is missing from the journal: its file or its log was taken away."
                )
            case LossKind.PARTED:
                return say(
                    "Another program has gone on with the same evening: both are kept, and this one goes on by itself."
                )


def write_losses(db: sqlite3.Connection, losses: Iterable[Loss], now: str) -> None:
    rows = [(now, json.dumps(asdict(loss))) for loss in losses]
    db.executemany("INSERT INTO loss (at, what) VALUES (?, ?)", rows)


def unseen_losses(db: sqlite3.Connection) -> list[Loss]:
    """Those that nobody has seen yet, the oldest first."""
    rows = db.execute("SELECT what FROM loss WHERE NOT seen ORDER BY number").fetchall()
    found = [json.loads(what) for (what,) in rows]
    return [Loss(LossKind(each["kind"]), each["count"], each["file"]) for each in found]


def losses_seen(db: sqlite3.Connection) -> None:
    db.execute("UPDATE loss SET seen = 1")


def together(losses: Iterable[Loss]) -> Text | None:
    """All of it in one text; None for nothing."""
    said: Text | None = None
    for loss in losses:
        said = loss.text if said is None else say("{sentence} {next_sentence}", sentence=said, next_sentence=loss.text)
    return said


# --- the repair ---


_SIGNATURE = b"SQLite format 3\0"
_VERSIONS = slice(18, 20)
"""Of the file format: SQLite only reads a file with others than it knows."""

_NOT_DAMAGE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_AUTH,
}
"""What keeps SQLite from working although the file is whole."""

_UNWRITABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}


def bytes_of(path: Path) -> bytes:
    """The journal and its write-ahead log as they lie on the disk; nothing of what is not there."""
    return b"\0".join(file.read_bytes() for file in (path, log_of(path)) if file.exists())


def is_journal(raw: bytes) -> bool:
    """Whether these bytes may have been a journal: a database, or what a failing disk leaves of one."""
    start = raw[: len(_SIGNATURE)]
    alike = sum(one == other for one, other in zip(start, _SIGNATURE, strict=False))
    return 2 * alike >= len(start) or not raw.strip(b"\0\xff") or any(True for _ in entries_in(raw))


def is_damage(error: sqlite3.Error, path: Path) -> bool:
    """Whether this error comes from what stands in the file. A bit that has turned may make a file read-only, too."""
    code = (getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_READONLY:
        return bytes_of(path)[_VERSIONS] not in (b"\1\1", b"\2\2")
    return isinstance(error, sqlite3.DatabaseError) and code not in _NOT_DAMAGE


def is_unwritable(error: BaseException | None) -> bool:
    """Whether the disk takes nothing: it is full, read-only, not there, or another program keeps it to itself."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    return isinstance(error, OSError) or code in _UNWRITABLE


def replace_damaged(path: Path, write: Callable[[Path], int]) -> tuple[str, int]:
    """`write` makes a whole journal at the path it is given and returns how many entries it holds.

    Returns the name under which the damaged one is kept, and how many they are. Raises OSError.
    """
    new = new_of(path)
    for leftover in (new, log_of(new), _shared(new)):
        leftover.unlink(missing_ok=True)
    entries = write(new)
    kept = _kept(path)
    path.replace(kept)
    _put_in_place(path, kept)
    return kept.name, entries


def finish_replacing(path: Path) -> None:
    """What a power cut left half done. Raises OSError."""
    if not path.exists() and new_of(path).exists():
        _put_in_place(path, _kept(path))


def _put_in_place(path: Path, kept: Path) -> None:
    if log_of(path).exists():  # SQLite would play an old log into the new file.
        log_of(path).replace(log_of(kept))
    _shared(path).unlink(missing_ok=True)
    new_of(path).replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _kept(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in count(1))
    return next(name for name in names if not name.exists())


def new_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _shared(path: Path) -> Path:
    return path.with_name(f"{path.name}-shm")
