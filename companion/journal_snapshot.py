"""The journal as it lies on the disk at one moment, for whoever only reads: nothing is written, cut or created there.

SQLite itself cannot promise that: what opens a log in the state in which a power cut left it makes files beside it.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.journal_disk import in_memory, migrate

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
"""Where it exists: a disk that takes nothing takes no copy either."""

LOG_HEADER = 32
TRIES = 50


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The bytes of a journal and of its write-ahead log."""

    main: bytes
    log: bytes


def snapshot(path: Path) -> Snapshot:
    """Both files as they belong together, while another program may be writing them. Raises OSError.

    What is brought from the log to the file stays in the log until the log begins anew, with another header: if that
    is the same before and after, nothing is missing.
    """
    log = path.with_name(f"{path.name}-wal")
    main = b""
    for _ in range(TRIES):
        before, stamp = _read(log, LOG_HEADER), _stamp(path)
        main, logged = path.read_bytes(), _read(log)
        if logged[:LOG_HEADER] == before and (before or stamp == _stamp(path)):
            return Snapshot(main, logged)
    raise OSError(f"another program writes {path} all the time")


def read_journal(path: Path) -> sqlite3.Connection:
    """What stands in the journal, in memory and with the tables of today.

    Raises JournalError for a newer version, and whatever SQLite and the disk raise.
    """
    taken = snapshot(path)
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        copy = Path(folder) / "journal.db"
        copy.write_bytes(taken.main)
        copy.with_name(f"{copy.name}-wal").write_bytes(taken.log)
        with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)) as db:
            memory = in_memory(db)
    try:
        migrate(memory, path)
    except BaseException:
        memory.close()
        raise
    return memory


def _read(path: Path, size: int = -1) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(size)
    except FileNotFoundError:
        return b""


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
