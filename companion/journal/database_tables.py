"""The tables of the journal, how they came to be, and how to tell whether they are whole."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from errno import EIO
from typing import cast

from companion.journal.saved_games import read_colours, read_options
from companion.journal.seals import (
    EntryRow,
    FoundEntries,
    HeadPart,
    SealedEnding,
    SealedEntry,
    checksum_of,
    heads_in,
    identity_of_numbered,
    seal_head,
    sealed,
    unpacked,
)


def _first_tables(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE game (id INTEGER PRIMARY KEY, name TEXT, options TEXT, begun TEXT, ended TEXT) STRICT")
    db.execute(
        "CREATE TABLE entry (game INTEGER REFERENCES game, number INTEGER, at TEXT, source TEXT, event TEXT,"
        " clocks TEXT, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE TABLE clock (game INTEGER PRIMARY KEY REFERENCES game, clocks TEXT) STRICT")


def _profiles(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE game ADD COLUMN profile TEXT NOT NULL DEFAULT ''")


def _people_and_time(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE game ADD COLUMN time TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE game ADD COLUMN colours TEXT NOT NULL DEFAULT '[]'")
    db.execute("ALTER TABLE game ADD COLUMN ending TEXT NOT NULL DEFAULT ''")
    db.execute("CREATE TABLE person (name TEXT PRIMARY KEY, colour INTEGER) STRICT")
    db.execute("CREATE TABLE preference (name TEXT PRIMARY KEY, value TEXT) STRICT")


def _seals(db: sqlite3.Connection) -> None:
    db.execute(
        "CREATE TABLE head (game INTEGER, part INTEGER, text TEXT, seal TEXT, PRIMARY KEY (game, part))"
        " STRICT, WITHOUT ROWID"
    )
    db.execute("ALTER TABLE entry ADD COLUMN seal TEXT NOT NULL DEFAULT ''")
    games = db.execute("SELECT id, name, options, profile, begun, time, colours FROM game").fetchall()
    for game, *began_with in games:
        head = seal_head(str(game), game, dict(zip(BEGAN_WITH, began_with, strict=True)))
        insert_head(db, game, head)
        after = head[-1].checksum
        rows = db.execute(
            "SELECT number, at, source, event, clocks FROM entry WHERE game = ? ORDER BY number", (game,)
        ).fetchall()
        for row in rows:
            (entry,) = sealed(after, [(str(game), *row)])
            after = entry.checksum
            db.execute("UPDATE entry SET seal = ? WHERE game = ? AND number = ?", (entry.seal, game, entry.number))


def _identities(db: sqlite3.Connection) -> None:
    """An evening was known by the number of its row, which begins at 1 in every journal."""
    db.execute("ALTER TABLE game RENAME COLUMN id TO number")
    db.execute("ALTER TABLE game ADD COLUMN id TEXT NOT NULL DEFAULT ''")
    for (number,) in db.execute("SELECT number FROM game").fetchall():
        numbered = evening_in(db, number)
        if numbered is None:
            raise sqlite3.DatabaseError("an evening is damaged: sealed anew, that would be seen no more")
        id = identity_of_numbered(numbered.head[-1].checksum)
        db.execute("UPDATE game SET id = ? WHERE number = ?", (id, number))
        db.execute("DELETE FROM head WHERE game = ?", (number,))
        db.execute("DELETE FROM entry WHERE game = ?", (number,))
        evening = numbered.known_as(id)
        insert_head(db, number, evening.head)
        insert_entries(db, number, evening.entries)
        ended, ending = db.execute("SELECT ended, ending FROM game WHERE number = ?", (number,)).fetchone()
        if ended is not None:
            end_evening(db, id, ended, ending)
    db.execute("CREATE UNIQUE INDEX game_identity ON game (id)")


def _losses(db: sqlite3.Connection) -> None:
    db.execute(
        "CREATE TABLE loss (number INTEGER PRIMARY KEY, at TEXT, what TEXT, seen INTEGER NOT NULL DEFAULT 0) STRICT"
    )


def _person_and_refusals(db: sqlite3.Connection) -> None:
    """Refusals lie outside of what is sealed: they are said of people, and go with them."""
    db.execute("ALTER TABLE person ADD COLUMN languages TEXT NOT NULL DEFAULT ''")
    db.execute("ALTER TABLE person ADD COLUMN left_handed INTEGER")
    db.execute(
        "CREATE TABLE refusal (evening TEXT, seat TEXT, rule TEXT, at TEXT, PRIMARY KEY (evening, seat, rule, at))"
        " STRICT, WITHOUT ROWID"
    )


BEGAN_WITH = ("name", "options", "profile", "begun", "time", "colours")
"""What of an evening is sealed before its first entry."""

Written = tuple[str, str, str, str]
"""At, source, event and clocks of an entry."""

Confirmed = tuple[str, int]
"""The identity of an evening, and how many entries it is known to have had."""

MIGRATIONS: Sequence[Callable[[sqlite3.Connection], None]] = (
    _first_tables,
    _profiles,
    _people_and_time,
    _seals,
    _identities,
    _losses,
    _person_and_refusals,
)


def application_id(version: int) -> int:
    """Says the version a second time: one turned bit does not make a journal that of a newer companion."""
    return _OURS + version


def is_application_id(stored: bytes) -> bool:
    """Whether it is that of a journal, of whatever version."""
    return int.from_bytes(stored, "big") >> 8 == _OURS >> 8


_OURS = 0x54430000


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def insert_beginning(db: sqlite3.Connection, id: str, began_with: Mapping[str, str]) -> int:
    """An evening without its entries; returns its number in this file, the next one."""
    (number,) = db.execute("SELECT coalesce(max(number), 0) + 1 FROM game").fetchone()
    db.execute(
        f"INSERT INTO game ({', '.join(BEGAN_WITH)}, number, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own names
        (*(began_with[name] for name in BEGAN_WITH), number, id),
    )
    insert_head(db, number, seal_head(id, number, began_with))
    return int(number)


def insert_people(db: sqlite3.Connection, began_with: Mapping[str, str]) -> None:
    """Who plays in an evening plays in this house, and likes the colour that he has there."""
    people = zip(read_options(began_with["options"]).names, read_colours(began_with["colours"]), strict=False)
    db.executemany(
        "INSERT INTO person (name, colour) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET colour = excluded.colour",
        people,
    )


def insert_head(db: sqlite3.Connection, number: int, head: Sequence[HeadPart]) -> None:
    db.executemany(
        "INSERT INTO head VALUES (?, ?, ?, ?)", [(number, part.part, part.stored, part.seal) for part in head]
    )


def insert_entries(db: sqlite3.Connection, number: int, entries: Iterable[SealedEntry]) -> None:
    db.executemany(
        "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(number, each.number, each.at, each.source, each.event, each.clocks, each.seal) for each in entries],
    )


def end_evening(db: sqlite3.Connection, id: str, ended: str, how: str) -> bool:
    """Writes down when and how it ended; whether there is such an evening."""
    number = number_of(db, id)
    if number is not None:
        ending = SealedEnding.after(latest_checksum(db, number), id, ended, how)
        db.execute("UPDATE game SET ended = ?, ending = ? WHERE number = ?", (ended, ending.text, number))
    return number is not None


def reopen_evening(db: sqlite3.Connection, id: str) -> None:
    db.execute("UPDATE game SET ended = NULL, ending = '' WHERE id = ?", (id,))


def ending_of(db: sqlite3.Connection, number: int) -> SealedEnding | None:
    """None for an evening that goes on, or where it is not as it was sealed."""
    ended, text = db.execute("SELECT ended, ending FROM game WHERE number = ?", (number,)).fetchone()
    ending = None if ended is None else SealedEnding.stored(text)
    return ending if ending is not None and ending.ended == ended else None


def append_entries(db: sqlite3.Connection, id: str, first: int, rows: Iterable[Written]) -> None:
    """What was written down at once, as the entries from number `first` on.

    Raises sqlite3.IntegrityError where the evening has not so many before.
    """
    number = number_of(db, id)
    if number is None or count_entries(db, number) != first:
        raise sqlite3.IntegrityError("the evening has other entries by now")
    ending = ending_of(db, number)
    numbered = [(id, place, *row) for place, row in enumerate(rows, first)]
    append_sealed(db, number, numbered)
    if ending is not None:
        end_evening(db, id, ending.ended, ending.how)


def append_sealed(db: sqlite3.Connection, number: int, rows: Sequence[EntryRow]) -> None:
    """Rows that were written down at once."""
    insert_entries(db, number, sealed(latest_checksum(db, number), rows))


def holds(db: sqlite3.Connection, entry: SealedEntry) -> bool:
    """Whether this very entry stands in it."""
    asked = "SELECT 1 FROM entry WHERE game = ? AND number = ? AND seal = ?"
    return db.execute(asked, (number_of(db, entry.game), entry.number, entry.seal)).fetchone() is not None


def number_of(db: sqlite3.Connection, id: str) -> int | None:
    """Where an evening stands in this file; None if it is not in it."""
    row = db.execute("SELECT number FROM game WHERE id = ?", (id,)).fetchone()
    return None if row is None else int(row[0])


def copy_missing(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Everything that the source has and the target has not: nothing is ever changed but how an evening ended."""
    with transaction(target):
        for table in ("game", "head", "entry", "person", "preference", "refusal"):
            rows = source.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own names
            for row in rows:
                target.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
        endings = source.execute("SELECT ended, ending, id FROM game").fetchall()
        target.executemany("UPDATE game SET ended = ?, ending = ? WHERE id = ?", endings)


def beginning(db: sqlite3.Connection, number: int) -> str:
    """The checksum of what an evening began with."""
    (seal,) = db.execute("SELECT seal FROM head WHERE game = ? ORDER BY part DESC LIMIT 1", (number,)).fetchone()
    return checksum_of(seal)


def count_entries(db: sqlite3.Connection, number: int) -> int:
    (count,) = db.execute("SELECT count(*) FROM entry WHERE game = ?", (number,)).fetchone()
    return int(count)


def latest_checksum(db: sqlite3.Connection, number: int) -> str:
    """The one that the next entry follows."""
    row = db.execute("SELECT seal FROM entry WHERE game = ? ORDER BY number DESC LIMIT 1", (number,)).fetchone()
    return beginning(db, number) if row is None else checksum_of(row[0])


def is_whole(db: sqlite3.Connection, in_log: Iterable[SealedEntry], confirmed: Confirmed | None) -> bool:
    """Whether nothing has happened to tables, to what evenings began with, to those that go on, and to the log's end.

    SQLite takes a damaged log for one that ends sooner: what stands in it has to be in the tables, except for what a
    power cut left of an entry that was not yet `confirmed`.
    """
    (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if refused := re.search(r"error code=(\d+)", found):
        code = int(refused[1])
        if code & 0xFF == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_SHORT_READ:
            raise OSError(EIO, f"the disk could not be read: {found}")  # It says so instead of raising it.
    if found != "ok":
        return False
    evenings = db.execute("SELECT number, id, ended IS NULL FROM game").fetchall()
    if not all(
        is_evening_whole(db, number) if is_open else _is_beginning_whole(db, number) and _is_end_whole(db, number)
        for number, _, is_open in evenings
    ):
        return False
    numbers = {id: number for number, id, _ in evenings} | {str(number): number for number, *_ in evenings}
    written = {(numbers.get(entry.game), entry.number) for entry in in_log}
    return all(
        number is not None and (_is_there(db, number, entry) or _was_being_written(db, number, entry, confirmed))
        for number, entry in written
    )


def _is_there(db: sqlite3.Connection, number: int, entry: int) -> bool:
    return db.execute("SELECT 1 FROM entry WHERE game = ? AND number = ?", (number, entry)).fetchone() is not None


def _was_being_written(db: sqlite3.Connection, number: int, entry: int, confirmed: Confirmed | None) -> bool:
    if confirmed is None:
        return False
    evening, entries = confirmed
    return number_of(db, evening) == number and entries <= count_entries(db, number) <= entry


def is_evening_whole(db: sqlite3.Connection, number: int) -> bool:
    """Whether it stands there as it was sealed, from its beginning to its last entry."""
    return _is_beginning_whole(db, number) and evening_in(db, number) is not None


def evening_in(db: sqlite3.Connection, number: int) -> FoundEntries | None:
    """An evening as it stands in the tables; None if it is not as it was sealed."""
    head = _head_in(db, number)
    if head is None:
        return None
    checksum, entries = head[-1].checksum, []
    rows = db.execute(
        "SELECT number, at, source, event, clocks, seal FROM entry WHERE game = ? ORDER BY number", (number,)
    )
    for place, (*row, seal) in enumerate(rows):
        entry = SealedEntry.stored(cast(EntryRow, (head[0].game, *row)), seal)
        if entry is None or entry.number != place or not entry.holds_after(checksum):
            return None
        checksum = entry.checksum
        entries.append(entry)
    return FoundEntries(head, tuple(entries))


def _is_beginning_whole(db: sqlite3.Connection, number: int) -> bool:
    head = _head_in(db, number)
    return head is not None and (number_of(db, head[0].game), head[0].place) == (number, number)


def _is_end_whole(db: sqlite3.Connection, number: int) -> bool:
    ending = ending_of(db, number)
    return ending is not None and ending.holds_after(latest_checksum(db, number))


def _head_in(db: sqlite3.Connection, number: int) -> tuple[HeadPart, ...] | None:
    """None where it is not as it was sealed, or where the table of evenings says otherwise."""
    parts = db.execute("SELECT text || seal FROM head WHERE game = ? ORDER BY part", (number,)).fetchall()
    heads = list(heads_in("\0".join(text for (text,) in parts).encode()))
    row = db.execute(f"SELECT {', '.join(BEGAN_WITH)} FROM game WHERE rowid = ?", (number,)).fetchone()  # noqa: S608 - our own names
    if len(heads) != 1 or row is None or dict(zip(BEGAN_WITH, row, strict=True)) != unpacked(heads[0]):
        return None
    return heads[0]
