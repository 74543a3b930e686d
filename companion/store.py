"""The journal on disk: append-only SQLite that survives having its plug pulled at any instant.

WAL with `synchronous = FULL`: an entry is on the disk before anybody sees its effect. A second writer of the same entry
gets an IntegrityError instead of a corrupted game. Nothing is ever updated or deleted. Entries are sealed
(`journal_seals`): what has been damaged is never read as if it were whole, and all that can be found again in a damaged
file is taken up in a new one, while the damaged one is kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from companion.clock_file import ClockFile, Run, RunningClocks
from companion.core.clock import COUNTING, Clocks, TimeControl
from companion.core.game import Options
from companion.core.journal import Entry
from companion.core.text import Text, say, say_plural
from companion.errors import JournalError
from companion.journal_repair import (
    bytes_of,
    finish_replacing,
    is_damage,
    is_journal,
    is_unwritable,
    log_bytes_of,
    replace_damaged,
)
from companion.journal_seals import Found, entries_in, found_in, seal_head, sealed
from companion.journal_tables import (
    BEGAN_WITH,
    MIGRATIONS,
    application_id,
    beginning,
    copy_missing,
    count_entries,
    insert_entries,
    insert_game,
    insert_head,
    is_evening_whole,
    is_whole,
    latest_checksum,
    transaction,
)
from companion.saved_games import PLAYED_OUT, Ending, Evening, Person, SavedGame
from companion.stored_values import (
    read_entry,
    read_evening,
    read_head,
    read_running_clocks,
    time_played,
    written,
    written_clocks,
    written_event,
    written_time,
)

__all__ = ["Ending", "Evening", "JournalStore", "Person", "SavedGame"]

T = TypeVar("T")

Now = Callable[[], datetime]


class JournalStore:
    """Opens (and creates) the journal at `path`; ":memory:" keeps it in memory. `now` stamps the entries.

    With `or_memory`, an evening goes on in memory while the disk takes nothing (full, read-only, not there), which
    `unsaved` then says, and is written down as soon as it does. `repaired` says what was damaged. `folder` is where it
    lies, with what else the house keeps; None in memory.
    """

    def __init__(
        self,
        path: Path | str,
        now: Now = lambda: datetime.now(UTC),
        *,
        or_memory: bool = False,
    ) -> None:
        self._path, self._now, self._or_memory = path, now, or_memory
        self.folder = path.parent if isinstance(path, Path) else None
        self.repaired: Text | None = None
        self.unsaved: Text | None = None
        self._db = self._open(":memory:")
        self._clocks = ClockFile(path if isinstance(path, Path) else None)
        if not isinstance(path, Path):
            return
        try:
            self._open_file(path)
        except JournalError as error:
            self._db.close()
            if not self._goes_on_without_disk(error):
                raise
            self._db = self._open(":memory:")

    def _open_file(self, path: Path) -> None:
        with self._trouble("opened"):
            path.parent.mkdir(parents=True, exist_ok=True)
            finish_replacing(path)
            raw, log = bytes_of(path), log_bytes_of(path)
            if not self._is_whole(path, log):
                self._repair(path, raw)
            lost = self._lost_entries()
            if lost and self.repaired is None:
                self.repaired = say_plural(
                    "The end of the journal is missing: {count} entry.",
                    "The end of the journal is missing: {count} entries.",
                    lost,
                )

    def _is_whole(self, path: Path, log: bytes) -> bool:
        """Whether the journal can be opened, and nothing has happened to it."""
        try:
            self._use(self._open(path))
            return is_whole(self._db, entries_in(log), self._clocks.confirmed)
        except UnicodeDecodeError:
            return False
        except sqlite3.Error as error:
            if not is_damage(error, path):
                raise
            return False

    def _lost_entries(self) -> int:
        """How many entries more the evening once had (a log that was cut off looks whole); told once."""
        running = self._clocks.latest
        evenings = {beginning(self._db, id): id for (id,) in self._db.execute("SELECT id FROM game").fetchall()}
        if running is None or running.evening not in evenings:
            return 0
        count = count_entries(self._db, evenings[running.evening])
        if running.entries > count:
            self._clocks.save(replace(running, entries=count))
        return max(0, running.entries - count)

    def _repair(self, path: Path, raw: bytes) -> None:
        """Takes up what is found in these bytes of a damaged journal. Raises JournalError if they are none."""
        self._db.close()
        found = found_in(raw)
        if not found and not is_journal(raw):
            raise JournalError(f"The file {path} is no journal; give the path of one, or of none that is there yet.")
        self.repaired = replace_damaged(path, lambda new: self._write_anew(new, found))
        self._use(self._open(path))

    def _write_anew(self, path: Path, found: Mapping[int, Found]) -> int:
        """A journal with these evenings, of which the newest may be gone on with; returns how many entries it has."""
        db = self._open(path)
        with closing(db), transaction(db):
            for id, evening in found.items():
                insert_game(db, evening.began_with, id, None if id == max(found) else self.stamp())
                insert_head(db, evening.head)
                insert_entries(db, evening.entries)
        return sum(len(evening.entries) for evening in found.values())

    def _open(self, path: Path | str) -> sqlite3.Connection:
        """Raises JournalError for a file of a newer version, and whatever SQLite raises."""
        db = sqlite3.connect(path, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode = wal")
            db.execute("PRAGMA synchronous = full")
            self._migrate(db)
        except BaseException:
            db.close()
            raise
        return db

    def _migrate(self, db: sqlite3.Connection) -> None:
        (done,) = db.execute("PRAGMA user_version").fetchone()
        if done > len(MIGRATIONS):
            if db.execute("PRAGMA application_id").fetchone() != (application_id(done),):
                raise sqlite3.DatabaseError("the version is damaged")
            raise JournalError(f"The journal {self._path} was written by a newer version; update the companion.")
        for number, migrate in enumerate(MIGRATIONS[done:], done + 1):
            with transaction(db):
                migrate(db)
                db.execute(f"PRAGMA user_version = {number}")
                db.execute(f"PRAGMA application_id = {application_id(number)}")

    def _write(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Makes all of a change or nothing: on disk when this returns, or in memory while the disk takes nothing."""
        self._return_to_disk()
        try:
            with self._trouble("written"), transaction(self._db):
                return change(self._db)
        except JournalError as error:
            if not self._goes_on_without_disk(error):
                raise
        memory = self._open(":memory:")
        copy_missing(self._db, memory)
        self._use(memory)
        with transaction(memory):
            return change(memory)

    def _use(self, db: sqlite3.Connection) -> None:
        """From now on this connection; that before it is closed."""
        self._db.close()
        self._db = db

    def _goes_on_without_disk(self, error: JournalError) -> bool:
        if not self._or_memory or not is_unwritable(error.__cause__):
            return False
        self.unsaved = say(
            "The journal cannot be written ({reason}). The game goes on, but a power cut would lose it: make room on"
            " the disk, or make it writable.",
            reason=str(error.__cause__),
        )
        return True

    def _return_to_disk(self) -> None:
        """Writes down what is in memory alone, if that can be done by now."""
        if self.unsaved is None or not isinstance(self._path, Path):
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open(self._path)) as disk:
                copy_missing(self._db, disk)
            disk = self._open(self._path)
        except (sqlite3.Error, OSError):
            return
        self._db.close()
        self._db, self.unsaved = disk, None

    def begin(
        self,
        game: str,
        options: Options,
        profile: str = "",
        time: TimeControl = COUNTING,
        colours: Sequence[int] = (),
    ) -> SavedGame:
        """A new game, on disk when this returns."""
        chosen = written({"names": options.names, "settings": dict(options.settings)})
        values = (game, chosen, profile, self.stamp(), written_time(time), written(tuple(colours)))
        began = dict(zip(BEGAN_WITH, values, strict=True))

        def insert(db: sqlite3.Connection) -> int:
            id = insert_game(db, began)
            insert_head(db, seal_head(id, began))
            return id

        return SavedGame(self._write(insert), game, options, profile, (), {}, time, tuple(colours), began["begun"])

    def end(self, id: int, ending: Ending = PLAYED_OUT) -> None:
        """The game is over: `latest` no longer offers to go on with it."""
        stored = self.stamp(), written(asdict(ending)), id
        self._write(lambda db: db.execute("UPDATE game SET ended = ?, ending = ? WHERE id = ?", stored))

    def reopen(self, id: int) -> None:
        """The end of the game was taken back."""
        self._write(lambda db: db.execute("UPDATE game SET ended = NULL, ending = '' WHERE id = ?", (id,)))

    def latest(self) -> SavedGame | None:
        """The newest game that has not ended."""
        with self._trouble("read"):
            row = self._db.execute("SELECT id FROM game WHERE ended IS NULL ORDER BY id DESC LIMIT 1").fetchone()
        return None if row is None else self.load(row[0])

    def usual(self, game: str) -> SavedGame | None:
        """This game as it was begun the last time, without what was played; None if it never was."""
        with self._trouble("read"):
            row = self._db.execute("SELECT id FROM game WHERE name = ? ORDER BY id DESC LIMIT 1", (game,)).fetchone()
        return None if row is None else self._head(row[0])

    def load(self, id: int) -> SavedGame:
        """Raises JournalError when there is no such game or an entry cannot be read."""
        head = self._head(id)
        with self._trouble("read"):
            if self.unsaved is None and isinstance(self._path, Path) and not is_evening_whole(self._db, id):
                self._repair(self._path, bytes_of(self._path))
                head = self._head(id)
            entries = self._db.execute(
                "SELECT number, event, source, clocks, at FROM entry WHERE game = ? ORDER BY number", (id,)
            ).fetchall()
            read = tuple(read_entry(*entry) for entry in entries)
            clocks = self._running_clocks(id, read)
        return replace(head, entries=read, clocks=clocks)

    def _running_clocks(self, id: int, entries: Sequence[Entry]) -> Clocks:
        """What they stood at last; nothing where only the entries tell."""
        running = self._clocks.latest
        if running is not None and running.evening == beginning(self._db, id):
            return read_running_clocks(running.clocks, entries[running.entries :])
        row = self._db.execute("SELECT clocks FROM clock WHERE game = ?", (id,)).fetchone()
        return read_running_clocks(row[0]) if row else {}

    def _head(self, id: int) -> SavedGame:
        """A game without what was played in it."""
        with self._trouble("read"):
            row = self._db.execute(
                "SELECT name, options, profile, time, colours, begun, ended, ending FROM game WHERE id = ?", (id,)
            ).fetchone()
        if row is None:
            raise JournalError(f"The journal {self._path} has no game number {id}; `companion journal` lists them.")
        return read_head(id, row)

    def games(self) -> list[tuple[int, str, str, str | None]]:
        """Every game: id, name, when it began, when it ended."""
        with self._trouble("read"):
            return self._db.execute("SELECT id, name, begun, ended FROM game ORDER BY id").fetchall()

    def evenings(self) -> list[Evening]:
        """Every game with who played and how it ended, the newest first."""
        with self._trouble("read"):
            rows = self._db.execute(
                "SELECT id, name, options, colours, begun, ended, ending,"
                " (SELECT max(at) FROM entry WHERE entry.game = game.id) FROM game ORDER BY id DESC"
            ).fetchall()
        return [read_evening(row) for row in rows]

    def people(self) -> list[Person]:
        """Everybody who has played here and wished for a colour, by name."""
        with self._trouble("read"):
            rows = self._db.execute("SELECT name, colour FROM person ORDER BY name").fetchall()
        return [Person(*row) for row in rows]

    def remember(self, name: str, colour: int) -> None:
        """This person plays here, and likes that colour."""
        self._write(lambda db: db.execute("INSERT OR REPLACE INTO person VALUES (?, ?)", (name, colour)))

    def forget(self, name: str) -> None:
        """This person plays here no more; the evenings stay."""
        self._write(lambda db: db.execute("DELETE FROM person WHERE name = ?", (name,)))

    def preferences(self) -> dict[str, str]:
        """What was chosen on the screen for this house, by name."""
        with self._trouble("read"):
            return dict(self._db.execute("SELECT name, value FROM preference").fetchall())

    def prefer(self, name: str, value: str) -> None:
        self._write(lambda db: db.execute("INSERT OR REPLACE INTO preference VALUES (?, ?)", (name, value)))

    def append(self, id: int, entries: Sequence[Entry]) -> str:
        """All entries or none, on disk when this returns: when that was."""
        at = self.stamp()
        rows = [
            (id, entry.number, at, entry.source, written_event(entry.event), written_clocks(entry.clocks))
            for entry in entries
        ]
        self._write(lambda db: insert_entries(db, sealed(latest_checksum(db, id), rows)))
        return at

    def write_clocks_on(self, run: Run) -> None:
        """Has running clocks written elsewhere, such as on another thread."""
        self._clocks.run = run

    def save_clocks(self, id: int, clocks: Clocks, *, aside: bool = False) -> None:
        """Often and cheaply, beside the journal: on the disk when this returns, or soon if `aside`."""
        self._return_to_disk()
        if self.unsaved is not None:
            return
        try:
            with self._trouble("written"):
                running = written_clocks(clocks.items())
                saved = RunningClocks(beginning(self._db, id), count_entries(self._db, id), running)
                (self._clocks.save_aside if aside else self._clocks.save)(saved)
        except JournalError as error:
            if not self._goes_on_without_disk(error):
                raise

    def copy_to(self, path: Path) -> None:
        """All of the journal in a new file, also what is in memory alone."""
        with self._trouble("copied"), closing(sqlite3.connect(path)) as copy:
            self._db.backup(copy)

    def close(self) -> None:
        self._return_to_disk()
        with suppress(OSError):  # Where the disk takes nothing, that has been said.
            self._clocks.finish()
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    time_played = staticmethod(time_played)

    def stamp(self) -> str:
        """What time it is, as it is written down: ISO 8601 in UTC."""
        return self._now().isoformat(timespec="seconds")

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
