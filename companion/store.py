"""The journal on disk: append-only SQLite that survives having its plug pulled at any instant.

WAL with `synchronous = FULL`: an entry is on the disk before anybody sees its effect. A second writer of the same entry
gets an IntegrityError instead of a corrupted game. Nothing is ever updated or deleted but the running clocks.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.core.game import Options, Seat
from companion.core.journal import Amended, Corrected, Did, Entry, Event, Undid
from companion.errors import JournalError

Now = Callable[[], datetime]
Clocks = Mapping[Seat, float]


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game as the journal has it. `profile` is the owner's copy it is played with, as it was when it began."""

    id: int
    game: str
    options: Options
    profile: str
    entries: tuple[Entry, ...]
    clocks: Clocks


def _first_tables(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE game (id INTEGER PRIMARY KEY, name TEXT, options TEXT, begun TEXT, ended TEXT) STRICT")
    db.execute(
        "CREATE TABLE entry (game INTEGER REFERENCES game, number INTEGER, at TEXT, source TEXT, event TEXT,"
        " clocks TEXT, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID"
    )
    db.execute("CREATE TABLE clock (game INTEGER PRIMARY KEY REFERENCES game, clocks TEXT) STRICT")


def _profiles(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE game ADD COLUMN profile TEXT NOT NULL DEFAULT ''")


MIGRATIONS: Sequence[Callable[[sqlite3.Connection], None]] = (_first_tables, _profiles)


class JournalStore:
    """Opens (and creates) the journal at `path`; ":memory:" keeps it in memory. `now` stamps the entries."""

    def __init__(self, path: Path | str, now: Now = lambda: datetime.now(UTC)) -> None:
        self._path, self._now = path, now
        with self._trouble("opened"):
            if isinstance(path, Path):
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None)
        try:
            with self._trouble("opened"):
                self._db.execute("PRAGMA journal_mode = wal")
                self._db.execute("PRAGMA synchronous = full")
                self._migrate()
        except JournalError:
            self._db.close()
            raise

    def _migrate(self) -> None:
        (done,) = self._db.execute("PRAGMA user_version").fetchone()
        if done > len(MIGRATIONS):
            raise JournalError(f"The journal {self._path} was written by a newer version; update the companion.")
        for number, migrate in enumerate(MIGRATIONS[done:], done + 1):
            with self._transaction():
                migrate(self._db)
                self._db.execute(f"PRAGMA user_version = {number}")

    def begin(self, game: str, options: Options, profile: str = "") -> SavedGame:
        """A new game, on disk when this returns."""
        with self._trouble("written"), self._transaction():
            row = self._db.execute(
                "INSERT INTO game (name, options, profile, begun) VALUES (?, ?, ?, ?)",
                (game, _dump({"names": options.names, "settings": dict(options.settings)}), profile, self._stamp()),
            )
        assert row.lastrowid is not None
        return SavedGame(row.lastrowid, game, options, profile, (), {})

    def end(self, id: int) -> None:
        """The game is over: `latest` no longer offers to go on with it."""
        with self._trouble("written"):
            self._db.execute("UPDATE game SET ended = ? WHERE id = ?", (self._stamp(), id))

    def reopen(self, id: int) -> None:
        """The end of the game was taken back."""
        with self._trouble("written"):
            self._db.execute("UPDATE game SET ended = NULL WHERE id = ?", (id,))

    def latest(self) -> SavedGame | None:
        """The newest game that has not ended."""
        with self._trouble("read"):
            row = self._db.execute("SELECT id FROM game WHERE ended IS NULL ORDER BY id DESC LIMIT 1").fetchone()
        return None if row is None else self.load(row[0])

    def usual(self, game: str) -> Options:
        """Who played and what was chosen when this game was begun the last time; nobody and nothing if it never was."""
        with self._trouble("read"):
            row = self._db.execute(
                "SELECT options FROM game WHERE name = ? ORDER BY id DESC LIMIT 1", (game,)
            ).fetchone()
        return Options(()) if row is None else _options(row[0])

    def load(self, id: int) -> SavedGame:
        """Raises JournalError when there is no such game or an entry cannot be read."""
        with self._trouble("read"):
            row = self._db.execute("SELECT name, options, profile FROM game WHERE id = ?", (id,)).fetchone()
            entries = self._db.execute(
                "SELECT number, event, source, clocks FROM entry WHERE game = ? ORDER BY number", (id,)
            ).fetchall()
            clock = self._db.execute("SELECT clocks FROM clock WHERE game = ?", (id,)).fetchone()
        if row is None:
            raise JournalError(f"The journal {self._path} has no game number {id}; `companion journal` lists them.")
        return SavedGame(
            id,
            row[0],
            _options(row[1]),
            row[2],
            tuple(_entry(*entry) for entry in entries),
            json.loads(clock[0]) if clock else {},
        )

    def games(self) -> list[tuple[int, str, str, str | None]]:
        """Every game: id, name, when it began, when it ended."""
        with self._trouble("read"):
            return self._db.execute("SELECT id, name, begun, ended FROM game ORDER BY id").fetchall()

    def append(self, id: int, entries: Sequence[Entry]) -> None:
        """All entries or none, on disk when this returns."""
        with self._trouble("written"), self._transaction():
            self._db.executemany(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (id, entry.number, self._stamp(), entry.source, _write_event(entry.event), _dump(entry.clocks))
                    for entry in entries
                ],
            )

    def save_clocks(self, id: int, clocks: Clocks) -> None:
        with self._trouble("written"):
            self._db.execute("INSERT OR REPLACE INTO clock VALUES (?, ?)", (id, _dump(dict(clocks))))

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _stamp(self) -> str:
        return self._now().isoformat(timespec="seconds")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextmanager
    def _trouble(self, verb: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise JournalError(
                f"The journal {self._path} has another writer; close the other companion. ({error})"
            ) from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"The journal {self._path} could not be {verb} ({error}); make room on the disk or check its rights."
                " Nothing recorded is lost."
            ) from error


def _options(stored: str) -> Options:
    options = json.loads(stored)
    return Options(tuple(options["names"]), options["settings"])


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _write_event(event: Event) -> str:
    match event:
        case Did(action, None):
            return _dump({"did": action})
        case Did(action, rule):
            return _dump({"did": action, "overruled": rule})
        case Undid(count):
            return _dump({"undid": count})
        case Corrected(zone, tag, piece):
            return _dump({"corrected": [zone, tag, piece]})
        case Amended(index, action):
            return _dump({"amended": [index, action]})


def _entry(number: int, event: str, source: str, clocks: str) -> Entry:
    seconds = tuple((seat, spent) for seat, spent in json.loads(clocks))
    match json.loads(event):
        case {"did": str(action), "overruled": str(rule)}:
            return Entry(number, Did(action, rule), source, seconds)
        case {"did": str(action)}:
            return Entry(number, Did(action), source, seconds)
        case {"undid": int(count)}:
            return Entry(number, Undid(count), source, seconds)
        case {"corrected": [zone, tag, piece]}:
            return Entry(number, Corrected(zone, tag, piece), source, seconds)
        case {"amended": [index, action]}:
            return Entry(number, Amended(index, action), source, seconds)
        case _:
            raise JournalError(f"Entry {number} of the journal cannot be read: {event}")
