"""The journal as it lies on the disk at one moment, for whoever only reads: nothing is written, cut or created there.

SQLite itself cannot promise that: what opens a log in the state in which a power cut left it makes files beside it.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.errors import JournalError
from companion.journal.database_tables import is_application_id
from companion.journal.repair import is_journal, log_of, new_of

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
"""Where it exists: a disk that takes nothing takes no copy either."""

LOG_HEADER = 32
TRIES = 50
_SIGNATURE = b"SQLite format 3\0"
_APPLICATION_ID = slice(68, 72)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The bytes of a journal and of its write-ahead log."""

    main: bytes
    log: bytes

    @property
    def raw(self) -> bytes:
        return b"\0".join((self.main, self.log))

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """A copy of it elsewhere, to be read. Raises sqlite3.Error, OSError."""
        with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
            copy = Path(folder) / "journal.db"
            copy.write_bytes(self.main)
            log_of(copy).write_bytes(self.log)
            with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
                yield db


def snapshot(path: Path) -> Snapshot:
    """Both files as they belong together, while another program may be writing them. Raises OSError.

    Not for a program that has the journal open itself: with the file it would close its locks on it.
    What is brought from the log to the file stays in the log until the log begins anew, with another header: if that
    is the same before and after, nothing is missing.
    """
    if not path.exists() and new_of(path).exists():
        path = new_of(path)  # The power was cut while it was put in the place of a damaged one.
    log = log_of(path)
    for _ in range(TRIES):
        before, stamp = _read(log, LOG_HEADER), _stamp(path)
        main, logged = path.read_bytes(), _read(log)
        if logged[:LOG_HEADER] == before and (before or stamp == _stamp(path)):
            return Snapshot(main, logged)
    raise OSError(f"another program writes {path} all the time")


def require_journal(path: Path, taken: Snapshot) -> None:
    """A database of another program is left alone. Raises JournalError."""
    if taken.main.startswith(_SIGNATURE) and is_application_id(taken.main[_APPLICATION_ID]):
        return
    try:
        with taken.opened() as db:
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
            (id,) = db.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error:
        if not is_journal(taken.raw):
            raise JournalError(
                f"The file {path} is no journal; give the path of one, or of none that is there yet."
            ) from None
        return
    if (tables or id) and not {"game", "entry"} <= tables:
        raise JournalError(
            f"The file {path} is a database of another program, and was left as it is; give the path of a journal, or"
            " of none that is there yet."
        )


def _read(path: Path, size: int = -1) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(size)
    except FileNotFoundError:
        return b""


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
