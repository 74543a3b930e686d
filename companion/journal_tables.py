"""The tables of the journal, how they came to be, and how to tell whether they are whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import cast

from companion.journal_seals import EntryRow, HeadPart, SealedEntry, checksum_of, found_in, seal_head, sealed
from companion.stored_values import read_colours, read_options


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
        head = seal_head(game, dict(zip(BEGAN_WITH, began_with, strict=True)))
        insert_head(db, head)
        after = head[-1].checksum
        rows = db.execute(
            "SELECT game, number, at, source, event, clocks FROM entry WHERE game = ? ORDER BY number", (game,)
        ).fetchall()
        for row in rows:
            (entry,) = sealed(after, [row])
            after = entry.checksum
            db.execute("UPDATE entry SET seal = ? WHERE game = ? AND number = ?", (entry.seal, game, entry.number))


BEGAN_WITH = ("name", "options", "profile", "begun", "time", "colours")
"""What of an evening is sealed before its first entry."""

Confirmed = tuple[str, int]
"""The checksum of an evening's beginning, and how many entries it is known to have had."""

MIGRATIONS: Sequence[Callable[[sqlite3.Connection], None]] = (_first_tables, _profiles, _people_and_time, _seals)


def application_id(version: int) -> int:
    """Says the version a second time: one turned bit does not make a journal that of a newer companion."""
    return 0x54430000 + version


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


def insert_game(
    db: sqlite3.Connection, began_with: Mapping[str, str], id: int | None = None, ended: str | None = None
) -> int:
    """An evening without its head and its entries, and who plays in it; returns its number, the next one for None."""
    row = db.execute(
        f"INSERT INTO game ({', '.join(BEGAN_WITH)}, id, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - our own names
        (*(began_with[name] for name in BEGAN_WITH), id, ended),
    )
    people = zip(read_options(began_with["options"]).names, read_colours(began_with["colours"]), strict=False)
    db.executemany("INSERT OR REPLACE INTO person VALUES (?, ?)", people)
    assert row.lastrowid is not None
    return row.lastrowid


def insert_head(db: sqlite3.Connection, head: Sequence[HeadPart]) -> None:
    db.executemany(
        "INSERT INTO head VALUES (?, ?, ?, ?)", [(part.game, part.part, part.stored, part.seal) for part in head]
    )


def insert_entries(db: sqlite3.Connection, entries: Iterable[SealedEntry]) -> None:
    db.executemany(
        "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(each.game, each.number, each.at, each.source, each.event, each.clocks, each.seal) for each in entries],
    )


def copy_missing(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Everything that the source has and the target has not: nothing is ever changed but how an evening ended."""
    with transaction(target):
        for table in ("game", "head", "entry", "person", "preference"):
            rows = source.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own names
            for row in rows:
                target.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
        endings = source.execute("SELECT ended, ending, id FROM game").fetchall()
        target.executemany("UPDATE game SET ended = ?, ending = ? WHERE id = ?", endings)


def beginning(db: sqlite3.Connection, game: int) -> str:
    """The checksum of what an evening began with."""
    (seal,) = db.execute("SELECT seal FROM head WHERE game = ? ORDER BY part DESC LIMIT 1", (game,)).fetchone()
    return checksum_of(seal)


def count_entries(db: sqlite3.Connection, game: int) -> int:
    (count,) = db.execute("SELECT count(*) FROM entry WHERE game = ?", (game,)).fetchone()
    return int(count)


def latest_checksum(db: sqlite3.Connection, game: int) -> str:
    """The one that the next entry follows."""
    row = db.execute("SELECT seal FROM entry WHERE game = ? ORDER BY number DESC LIMIT 1", (game,)).fetchone()
    return beginning(db, game) if row is None else checksum_of(row[0])


def is_whole(db: sqlite3.Connection, in_log: Iterable[SealedEntry], confirmed: Confirmed | None) -> bool:
    """Whether nothing has happened to tables, to what evenings began with, to those that go on, and to the log's end.

    SQLite takes a damaged log for one that ends sooner: what stands in it has to be in the tables, except for what a
    power cut left of an entry that was not yet `confirmed`.
    """
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        return False
    evenings = db.execute("SELECT id, ended IS NULL FROM game").fetchall()
    written = {(entry.game, entry.number) for entry in in_log}
    missing = {
        place
        for place in written
        if not db.execute("SELECT 1 FROM entry WHERE game = ? AND number = ?", place).fetchone()
    }
    return all(
        is_evening_whole(db, id) if is_open else _is_beginning_whole(db, id) for id, is_open in evenings
    ) and all(_was_being_written(db, game, number, confirmed) for game, number in missing)


def _was_being_written(db: sqlite3.Connection, game: int, number: int, confirmed: Confirmed | None) -> bool:
    if confirmed is None or not db.execute("SELECT 1 FROM head WHERE game = ?", (game,)).fetchone():
        return False
    evening, entries = confirmed
    return beginning(db, game) == evening and entries <= count_entries(db, game) <= number


def is_evening_whole(db: sqlite3.Connection, game: int) -> bool:
    """Whether it stands there as it was sealed, from its beginning to its last entry."""
    if not _is_beginning_whole(db, game):
        return False
    checksum = beginning(db, game)
    rows = db.execute(
        "SELECT game, number, at, source, event, clocks, seal FROM entry WHERE game = ? ORDER BY number", (game,)
    )
    for number, (*row, seal) in enumerate(rows):
        entry = SealedEntry.stored(cast(EntryRow, tuple(row)), seal)
        if entry is None or entry.number != number or not entry.holds_after(checksum):
            return False
        checksum = entry.checksum
    return True


def _is_beginning_whole(db: sqlite3.Connection, game: int) -> bool:
    parts = db.execute("SELECT text || seal FROM head WHERE game = ? ORDER BY part", (game,)).fetchall()
    found = found_in("\0".join(text for (text,) in parts).encode()).get(game)
    row = db.execute(f"SELECT {', '.join(BEGAN_WITH)} FROM game WHERE id = ?", (game,)).fetchone()  # noqa: S608 - our own names
    return found is not None and row is not None and dict(zip(BEGAN_WITH, row, strict=True)) == found.began_with
