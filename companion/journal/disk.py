"""The journal's file: how it is opened to be written or only to be read, and what is done where it was damaged."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from errno import EIO
from pathlib import Path

from companion.errors import JournalError
from companion.journal.clock_file import ClockFile
from companion.journal.database_tables import (
    MIGRATIONS,
    application_id,
    count_entries,
    end_evening,
    holds,
    insert_beginning,
    insert_entries,
    insert_people,
    is_application_id,
    is_evening_whole,
    is_whole,
    number_of,
    transaction,
)
from companion.journal.repair import (
    Loss,
    LossKind,
    finish_replacing,
    is_damage,
    is_journal,
    log_of,
    new_of,
    replace_damaged,
    write_losses,
)
from companion.journal.seals import FoundEntries, SealedEntry, entries_in, found_in

# --- to read only ---
#
# The journal as it lies on the disk at one moment, for whoever only reads: nothing is written, cut or created there.
#
# SQLite itself cannot promise that: what opens a log in the state in which a power cut left it makes files beside it.


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


# --- the disk ---


BUSY = 0.25
"""Seconds to wait for another program that is writing: whoever touches the screen waits as long."""


def open_database(path: Path | str) -> sqlite3.Connection:
    """With the tables of today. Raises JournalError for a file of a newer version, and whatever SQLite raises."""
    db = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = wal")
        db.execute("PRAGMA synchronous = full")
        migrate(db, path)
    except BaseException:
        db.close()
        raise
    return db


def migrate(db: sqlite3.Connection, path: Path | str) -> None:
    """Makes the tables of today of those that are there. Raises JournalError where these are of a newer version."""
    (done,) = db.execute("PRAGMA user_version").fetchone()
    if done > len(MIGRATIONS):
        if db.execute("PRAGMA application_id").fetchone() != (application_id(done),):
            raise sqlite3.DatabaseError("the version is damaged")
        raise JournalError(f"The journal {path} was written by a newer version; update the companion.")
    for number, change in enumerate(MIGRATIONS[done:], done + 1):
        with transaction(db):
            change(db)
            db.execute(f"PRAGMA user_version = {number}")
            db.execute(f"PRAGMA application_id = {application_id(number)}")


def in_memory(source: sqlite3.Connection | None = None) -> sqlite3.Connection:
    """A journal of its own in memory, with all that the source holds."""
    if source is None:
        return open_database(":memory:")
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        source.backup(memory)
    except BaseException:
        memory.close()
        raise
    return memory


def open_journal(path: Path, clocks: ClockFile, now: str, known: sqlite3.Connection) -> sqlite3.Connection:
    """The journal at this path, mended if it was damaged. What is `known` cannot be lost with its log.

    What is missing is written down in it. Raises JournalError for a file that is none, and whatever SQLite and the
    disk raise.
    """
    finish_replacing(path)
    taken = snapshot(path) if path.exists() else Snapshot(b"", _log_alone(path))
    require_journal(path, taken)
    in_log = [entry for entry in entries_in(taken.log) if not holds(known, entry)]
    db = _opened_whole(path, in_log, clocks)
    losses: list[Loss] = []
    if db is None and not taken.main and not taken.log:
        raise OSError(EIO, "nothing can be written there")  # What was not there is not damaged.
    if db is None:
        db, loss = mend(path, taken.raw, now)
        losses.append(loss)
    try:
        losses += missing(db, clocks)
        if losses:
            with transaction(db):
                write_losses(db, losses, now)
            with suppress(OSError):  # Then it is said once more.
                _settle(db, clocks)
    except BaseException:
        db.close()
        raise
    return db


def read_journal(path: Path, clocks: ClockFile, now: str) -> sqlite3.Connection:
    """What stands in the journal, in memory, with what is missing; the file is left as it is.

    Raises JournalError for a file that is none, and whatever SQLite and the disk raise.
    """
    taken = snapshot(path)
    require_journal(path, taken)
    memory = _read_whole(path, taken, clocks)
    losses: list[Loss] = []
    if memory is None:
        memory = in_memory()
        losses.append(Loss(LossKind.DAMAGED, _write_found(memory, found_in(taken.raw), now)))
    write_losses(memory, (*losses, *missing(memory, clocks)), now)
    return memory


def _read_whole(path: Path, taken: Snapshot, clocks: ClockFile) -> sqlite3.Connection | None:
    """None if something has happened to it."""
    memory = None
    try:
        with taken.opened() as db:
            memory = in_memory(db)
        migrate(memory, path)
        numbers = [number for (number,) in memory.execute("SELECT number FROM game")]
        if is_whole(memory, list(entries_in(taken.log)), clocks.confirmed) and all(
            is_evening_whole(memory, number) for number in numbers
        ):
            kept, memory = memory, None
            return kept
    except (sqlite3.DatabaseError, ValueError):
        pass  # The copy lies in memory: it is no disk that fails.
    finally:
        if memory is not None:
            memory.close()
    return None


def _log_alone(path: Path) -> bytes:
    return log_of(path).read_bytes() if log_of(path).exists() else b""


def files_at(path: Path) -> tuple[int, ...]:
    """Which files these are: the journal's and its log's. Raises OSError where there are none."""
    found = path.stat(), log_of(path).stat()
    return tuple(number for each in found for number in (each.st_dev, each.st_ino))


def mend(path: Path, raw: bytes, now: str) -> tuple[sqlite3.Connection, Loss]:
    """Takes up what is found in these bytes of a damaged journal."""
    found = found_in(raw)
    kept, entries = replace_damaged(path, lambda new: _write_anew(new, found, now))
    return open_database(path), Loss(LossKind.DAMAGED, entries, kept)


def missing(db: sqlite3.Connection, clocks: ClockFile) -> list[Loss]:
    """What the evening that was played last had by its clocks' file: a log that was cut off looks whole."""
    running = clocks.latest
    if running is None:
        return []
    number = number_of(db, running.evening)
    if number is None:
        return [Loss(LossKind.GONE, running.entries)]
    count = count_entries(db, number)
    return [Loss(LossKind.SHORTER, running.entries - count)] if running.entries > count else []


def _settle(db: sqlite3.Connection, clocks: ClockFile) -> None:
    """What is missing has been written down: it is not missed again. Raises OSError."""
    if (running := clocks.latest) is None:
        return
    number = number_of(db, running.evening)
    if number is None:
        clocks.forget()
    else:
        clocks.save(replace(running, entries=min(running.entries, count_entries(db, number))))


def _opened_whole(path: Path, in_log: Sequence[SealedEntry], clocks: ClockFile) -> sqlite3.Connection | None:
    """None if it cannot be opened, or something has happened to it."""
    db = None
    try:
        db = open_database(path)
        if is_whole(db, in_log, clocks.confirmed):
            kept, db = db, None
            return kept
    except ValueError:
        pass  # A value that nobody wrote so.
    except sqlite3.Error as error:
        if not is_damage(error, path):
            raise
    finally:
        # Left open, it would believe in a lock that is gone as soon as the file is read by its bytes.
        if db is not None:
            db.close()
    return None


def _write_anew(path: Path, found: Mapping[str, FoundEntries], now: str) -> int:
    """A journal with these evenings; returns how many entries it has."""
    with closing(open_database(path)) as db:
        return _write_found(db, found, now)


def _write_found(db: sqlite3.Connection, found: Mapping[str, FoundEntries], now: str) -> int:
    """Where it is not found whether an evening has ended, the newest may be gone on with."""
    with transaction(db):
        for id, evening in found.items():
            insert_entries(db, insert_beginning(db, id, evening.began_with), evening.entries)
            insert_people(db, evening.began_with)
            if evening.ending is not None:
                end_evening(db, id, evening.ending.ended, evening.ending.how)
            elif id != list(found)[-1]:
                end_evening(db, id, now, "")
    return sum(len(evening.entries) for evening in found.values())
