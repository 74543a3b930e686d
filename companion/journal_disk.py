"""The journal's file: how it is opened to be written, and what is done where it was damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from errno import EIO
from pathlib import Path

from companion.clock_file import ClockFile
from companion.core.text import Text, say_plural
from companion.errors import JournalError
from companion.journal_repair import (
    bytes_of,
    finish_replacing,
    is_damage,
    is_journal,
    log_bytes_of,
    log_of,
    replace_damaged,
)
from companion.journal_seals import Found, SealedEntry, entries_in, found_in
from companion.journal_tables import (
    MIGRATIONS,
    application_id,
    count_entries,
    end_evening,
    holds,
    insert_beginning,
    insert_entries,
    is_whole,
    number_of,
    transaction,
)

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


def open_journal(
    path: Path, clocks: ClockFile, now: str, known: sqlite3.Connection
) -> tuple[sqlite3.Connection, Text | None]:
    """The journal at this path, mended if it was damaged: that is said. What is `known` cannot be lost with its log.

    Raises JournalError for a file that is none, and whatever SQLite and the disk raise.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    finish_replacing(path)
    raw, log = bytes_of(path), log_bytes_of(path)
    in_log = [entry for entry in entries_in(log) if not holds(known, entry)]
    db = _opened_whole(path, in_log, clocks)
    repaired = None
    if db is None and len(raw) <= 1:
        raise OSError(EIO, "nothing can be written there")  # What was not there is not damaged.
    if db is None:
        db, repaired = mend(path, raw, now)
    try:
        lost = _lost_entries(db, clocks)
    except BaseException:
        db.close()
        raise
    if lost and repaired is None:
        repaired = say_plural(
            "The end of the journal is missing: {count} entry.",
            "The end of the journal is missing: {count} entries.",
            lost,
        )
    return db, repaired


def files_at(path: Path) -> tuple[int, ...]:
    """Which files these are: the journal's and its log's. Raises OSError where there are none."""
    found = path.stat(), log_of(path).stat()
    return tuple(number for each in found for number in (each.st_dev, each.st_ino))


def mend(path: Path, raw: bytes, now: str) -> tuple[sqlite3.Connection, Text]:
    """Takes up what is found in these bytes of a damaged journal. Raises JournalError if they are none."""
    found = found_in(raw)
    if not found and not is_journal(raw):
        raise JournalError(f"The file {path} is no journal; give the path of one, or of none that is there yet.")
    repaired = replace_damaged(path, lambda new: _write_anew(new, found, now))
    return open_database(path), repaired


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


def _lost_entries(db: sqlite3.Connection, clocks: ClockFile) -> int:
    """How many entries more the evening once had (a log that was cut off looks whole); told once."""
    running = clocks.latest
    number = None if running is None else number_of(db, running.evening)
    if running is None or number is None:
        return 0
    count = count_entries(db, number)
    if running.entries > count:
        clocks.save(replace(running, entries=count))
    return max(0, running.entries - count)


def _write_anew(path: Path, found: Mapping[str, Found], now: str) -> int:
    """A journal with these evenings; returns how many entries it has.

    Where it is not found whether one has ended, the newest may be gone on with.
    """
    db = open_database(path)
    with closing(db), transaction(db):
        for id, evening in found.items():
            insert_entries(db, insert_beginning(db, id, evening.began_with), evening.entries)
            if evening.ending is not None:
                end_evening(db, id, evening.ending.ended, evening.ending.how)
            elif id != list(found)[-1]:
                end_evening(db, id, now, "")
    return sum(len(evening.entries) for evening in found.values())
