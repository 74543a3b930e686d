"""The journal on disk: append-only SQLite that survives having its plug pulled at any instant.

WAL with `synchronous = FULL`: an entry is on the disk before anybody sees its effect. A second writer of the same entry
gets an IntegrityError instead of a corrupted game. Nothing is ever updated or deleted. Entries are sealed
(`seals`): what has been damaged is never read as if it were whole, and all that can be found again in a damaged
file is taken up in a new one, while the damaged one is kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

from companion.core.clock import COUNTING, Clocks, TimeControl
from companion.core.game import Options, Seat
from companion.core.journal_entries import Entry
from companion.core.table import LabelPlace
from companion.core.text import Text
from companion.errors import JournalError
from companion.journal.clock_file import Run, RunningClocks
from companion.journal.database_connection import JournalConnection
from companion.journal.database_tables import (
    BEGAN_WITH,
    append_entries,
    append_sealed,
    count_entries,
    end_evening,
    insert_beginning,
    insert_people,
    number_of,
    reopen_evening,
)
from companion.journal.evening_index import ended_evenings, index_of
from companion.journal.people import evenings_with, forget, merge, people, remember
from companion.journal.record import EveningRecord
from companion.journal.repair import Loss, losses_seen, together, unseen_losses
from companion.journal.saved_games import (
    PLAYED_OUT,
    Ending,
    KnownPerson,
    RefusedMove,
    SavedEvening,
    SavedGame,
    read_entry,
    read_evening,
    read_head,
    read_running_clocks,
    time_played,
    written,
    written_clocks,
    written_ending,
    written_event,
    written_options,
    written_time,
)
from companion.journal.seals import EntryRow, follows_in
from companion.journal.table_looks import TableLook, TableLooks

__all__ = ["Ending", "JournalStore", "KnownPerson", "SavedEvening", "SavedGame"]

Now = Callable[[], datetime]


def _began_with(saved: SavedGame) -> dict[str, str]:
    chosen, time = written_options(saved), written_time(saved.time)
    values = saved.game, chosen, saved.profile, saved.begun, time, written(saved.colours)
    return dict(zip(BEGAN_WITH, values, strict=True))


def _insert_all(db: sqlite3.Connection, records: Iterable[EveningRecord]) -> None:
    for record in records:
        _insert(db, record)


def _insert(db: sqlite3.Connection, record: EveningRecord) -> None:
    """An evening with all its entries, sealed as it was where it was played."""
    saved = record.saved
    number = insert_beginning(db, saved.id, _began_with(saved))
    at_once: list[EntryRow] = []
    for entry in saved.entries:
        told = entry.at, entry.source, written_event(entry.event), written_clocks(entry.clocks)
        at_once.append((saved.id, entry.number, *told))
        if entry.number not in record.together:
            append_sealed(db, number, at_once)
            at_once = []
    append_sealed(db, number, at_once)
    if saved.ended is not None:
        end_evening(db, saved.id, saved.ended, "" if saved.ending is None else written_ending(saved.ending))
    elif saved.clocks:
        db.execute("INSERT INTO clock VALUES (?, ?)", (number, written_clocks(saved.clocks.items())))


class JournalStore:
    """Opens (and creates) the journal at `path`; ":memory:" keeps it in memory. `now` stamps the entries.

    With `or_memory`, an evening goes on in memory while the disk takes nothing (full, read-only, not there), which
    `unsaved` then says, and is written down as soon as it does. A store that is opened `to_read` leaves the journal as
    it is, whatever is wrong with it. `folder` is where it lies, with what else the house keeps; None in memory.
    """

    def __init__(
        self,
        path: Path | str,
        now: Now = lambda: datetime.now(UTC),
        *,
        or_memory: bool = False,
        to_read: bool = False,
    ) -> None:
        self._path, self._now = path, now
        self.folder = path.parent if isinstance(path, Path) else None
        self._looks = TableLooks(None if to_read else self.folder)
        self._journal = JournalConnection(path, self.stamp, or_memory=or_memory, to_read=to_read)

    @property
    def unsaved(self) -> Text | None:
        """Why what is played is in memory alone, if it is."""
        return self._journal.unsaved

    @property
    def losses(self) -> list[Loss]:
        """What the journal has lost, and what nobody has seen of that yet."""
        return self._journal.read(unseen_losses)

    @property
    def repaired(self) -> Text | None:
        """The `losses` in words; None if there are none."""
        return together(self.losses)

    def losses_seen(self) -> None:
        """Somebody has read of the losses: they are said no more."""
        self._journal.write(losses_seen, again=True)

    def begin(  # noqa: PLR0913 - all that an evening begins with
        self,
        game: str,
        options: Options,
        profile: str = "",
        time: TimeControl = COUNTING,
        colours: Sequence[int] = (),
        *,
        version: str = "",
        location: str = "",
        position: str = "",
    ) -> SavedGame:
        """A new game, on disk when this returns. `version` is the game's, `location` where it is played.

        `position` is what lies on the table already, in the game's notation.
        """
        saved = SavedGame(uuid4().hex, game, options, profile, (), {}, time, tuple(colours))
        saved = replace(saved, begun=self.stamp(), version=version, location=location, position=position)
        began = _began_with(saved)

        def insert(db: sqlite3.Connection) -> None:
            insert_beginning(db, saved.id, began)
            insert_people(db, began)

        self._journal.write(insert)
        self._journal.save_clocks(RunningClocks(saved.id, 0, written(())))
        return saved

    def record(self, id: str) -> EveningRecord:
        """An evening to be handed on. Raises JournalError as `load` does."""
        saved = self.load(id)
        asked = "SELECT number, seal FROM entry WHERE game = ?"
        rows = self._journal.read(lambda db: db.execute(asked, (number_of(db, saved.id),)).fetchall())
        return EveningRecord(saved, frozenset(number for number, seal in rows if follows_in(seal)))

    def take_up(self, records: Sequence[EveningRecord]) -> list[str]:
        """Evenings that were handed on: all that are not here yet or none. Returns the identities of the new ones.

        Who played elsewhere is none of this house's people.
        """
        here = {id for id, *_ in self.games()}
        new = {each.saved.id: each for each in records if each.saved.id not in here}
        if new:
            self._journal.write(lambda db: _insert_all(db, new.values()), again=True)
        return list(new)

    def end(self, id: str, ending: Ending = PLAYED_OUT) -> None:
        """The game is over: `latest` no longer offers to go on with it."""
        at, how, known_as = self.stamp(), written_ending(ending), self._journal.known_as
        self._journal.write(lambda db: end_evening(db, known_as(id), at, how), again=True)

    def reopen(self, id: str) -> None:
        """The end of the game was taken back."""
        self._journal.write(lambda db: reopen_evening(db, self._journal.known_as(id)), again=True)

    def latest(self) -> SavedGame | None:
        """The newest game that has not ended."""
        asked = "SELECT id FROM game WHERE ended IS NULL ORDER BY number DESC LIMIT 1"
        row = self._journal.read(lambda db: db.execute(asked).fetchone())
        return None if row is None else self.load(row[0])

    def usual(self, game: str) -> SavedGame | None:
        """This game as it was begun the last time, without what was played; None if it never was."""
        asked = "SELECT id FROM game WHERE name = ? ORDER BY number DESC LIMIT 1"
        row = self._journal.read(lambda db: db.execute(asked, (game,)).fetchone())
        return None if row is None else self._head(row[0])

    def load(self, id: str) -> SavedGame:
        """Raises JournalError when there is no such game or an entry cannot be read."""
        id = self._journal.known_as(id)
        self._head(id)
        self._journal.mend_evening(id)
        head = self._head(id)
        asked = "SELECT number, event, source, clocks, at FROM entry WHERE game = ? ORDER BY number"
        entries = self._journal.read(lambda db: db.execute(asked, (number_of(db, id),)).fetchall())
        read = tuple(read_entry(*entry) for entry in entries)
        return replace(head, entries=read, clocks=self._running_clocks(id, read))

    def _running_clocks(self, id: str, entries: Sequence[Entry]) -> Clocks:
        """What they stood at last; nothing where only the entries tell."""
        running = self._journal.clocks.latest
        if running is not None and self._journal.known_as(running.evening) == id:
            return read_running_clocks(running.clocks, entries[running.entries :])
        asked = "SELECT clocks FROM clock WHERE game = ?"
        row = self._journal.read(lambda db: db.execute(asked, (number_of(db, id),)).fetchone())
        return read_running_clocks(row[0]) if row else {}

    def _head(self, id: str) -> SavedGame:
        """A game without what was played in it."""
        asked = "SELECT name, options, profile, time, colours, begun, ended, ending FROM game WHERE id = ?"
        row = self._journal.read(lambda db: db.execute(asked, (id,)).fetchone())
        if row is None:
            raise JournalError(f"The journal {self._path} has no game {id}; `companion journal` lists them.")
        return read_head(id, row)

    def games(self) -> list[tuple[str, str, str, str | None]]:
        """Every game in the order in which they were begun: id, name, when it began, when it ended."""
        return self._journal.read(
            lambda db: db.execute("SELECT id, name, begun, ended FROM game ORDER BY number").fetchall()
        )

    def evenings(self) -> list[SavedEvening]:
        """Every game with who played and how it ended, the newest first."""
        asked = (
            "SELECT id, name, options, colours, begun, ended, ending,"
            " (SELECT at FROM entry WHERE entry.game = game.number ORDER BY entry.number DESC LIMIT 1)"
            " FROM game ORDER BY game.number DESC"
        )
        return [read_evening(row) for row in self._journal.read(lambda db: db.execute(asked).fetchall())]

    def ended_evenings(self) -> list[SavedEvening]:
        """Those that have ended, the newest first, as fast as there can be many; `latest` is when they ended."""

        def read(db: sqlite3.Connection) -> list[SavedEvening]:
            on_disk = isinstance(self._path, Path) and db is self._journal.disk
            return ended_evenings(db, index_of(Path(self._path)) if on_disk else None)

        return self._journal.read(read)

    def refused(self, id: str, seat: Seat, rule: str) -> None:
        """Somebody tried in this evening what that rule forbids."""
        row = self._journal.known_as(id), seat, rule, self.stamp()
        self._journal.write(lambda db: db.execute("INSERT OR IGNORE INTO refusal VALUES (?, ?, ?, ?)", row), again=True)

    def not_refused(self, id: str, seat: Seat, rule: str) -> None:
        """What was refused last was not what happened."""
        of = self._journal.known_as(id), seat, rule
        latest = "SELECT max(at) FROM refusal WHERE (evening, seat, rule) = (?, ?, ?)"
        forgotten = f"DELETE FROM refusal WHERE (evening, seat, rule) = (?, ?, ?) AND at = ({latest})"  # noqa: S608
        self._journal.write(lambda db: db.execute(forgotten, (*of, *of)), again=True)

    def refusals(self) -> list[RefusedMove]:
        """Every move that was refused in any evening, the oldest first."""
        asked = "SELECT evening, seat, rule FROM refusal ORDER BY at"
        return [RefusedMove(*row) for row in self._journal.read(lambda db: db.execute(asked).fetchall())]

    def people(self) -> list[KnownPerson]:
        """Everybody who has played here and wished for a colour, by name."""
        return self._journal.read(people)

    def remember(self, person: KnownPerson) -> None:
        """This person plays here, and that is known of him."""
        self._journal.write(lambda db: remember(db, person), again=True)

    def forget(self, name: str) -> None:
        """This person plays here no more; the evenings stay."""
        self._journal.write(lambda db: db.execute("DELETE FROM person WHERE name = ?", (name,)), again=True)

    def evenings_with(self, name: str) -> list[tuple[str, ...]]:
        """Who played in each evening in which this person did."""
        return self._journal.read(lambda db: [names for _, names in evenings_with(db, name)])

    def merge(self, name: str, other: str) -> int:
        """This person is that other one, in all evenings as well; returns in how many.

        Raises JournalError where both played in one.
        """
        if any(other in names for names in self.evenings_with(name)):
            raise JournalError(f"{name} and {other} have played in one evening; they are two people.")
        return self._rename(lambda db: merge(db, name, other))

    def forget_for_good(self, name: str) -> int:
        """The evenings keep a seat and no name; returns how many these are. This cannot be taken back."""
        return self._rename(lambda db: forget(db, name))

    def _rename(self, rename: Callable[[sqlite3.Connection], int]) -> int:
        """Raises JournalError while the disk takes nothing: there the old name would stay."""

        def change(db: sqlite3.Connection) -> int:
            if self.unsaved is not None:
                raise JournalError(
                    "The journal cannot be written now, so that names stay as they are; try again later."
                )
            return rename(db)

        count = self._journal.write(change)
        self._journal.fold_log()
        if self.folder is not None:
            # It is made anew without a name; one of an earlier version may have held some.
            index_of(Path(self._path)).unlink(missing_ok=True)
        return count

    def preferences(self) -> dict[str, str]:
        """What was chosen on the screen for this house, by name."""
        return dict(self._journal.read(lambda db: db.execute("SELECT name, value FROM preference").fetchall()))

    def prefer(self, name: str, value: str) -> None:
        self._journal.write(
            lambda db: db.execute("INSERT OR REPLACE INTO preference VALUES (?, ?)", (name, value)), again=True
        )

    def append(self, id: str, entries: Sequence[Entry]) -> str:
        """All entries or none, on disk when this returns: when that was."""
        at, known_as = self.stamp(), self._journal.known_as
        if not entries:
            return at
        first = entries[0].number
        rows = [(at, each.source, written_event(each.event), written_clocks(each.clocks)) for each in entries]

        def insert(db: sqlite3.Connection) -> None:
            append_entries(db, known_as(id), first, rows)

        try:
            self._journal.write(insert)
        except JournalError as error:
            if not self._journal.or_memory or not isinstance(error.__cause__, sqlite3.IntegrityError):
                raise
            self._journal.go_on_apart(id, first)
            self._journal.write(insert, here=True)
        return at

    def write_clocks_on(self, run: Run) -> None:
        """Has running clocks written elsewhere, such as on another thread."""
        self._journal.clocks.run = run

    def save_clocks(self, id: str, clocks: Clocks, *, aside: bool = False) -> None:
        """Often and cheaply, beside the journal: on the disk when this returns, or soon if `aside`."""
        evening = self._journal.known_as(id)
        count = self._journal.read(lambda db: count_entries(db, number_of(db, evening) or 0))
        self._journal.save_clocks(RunningClocks(evening, count, written_clocks(clocks.items())), aside=aside)

    def keep_look(
        self, id: str, entries: int, labels: Sequence[LabelPlace], elsewhere: Sequence[LabelPlace] = ()
    ) -> None:
        """How the table lies that agrees with the evening, which has so many entries, and where others were last."""
        self._looks.keep(id, TableLook(entries, self._now().timestamp(), labels, elsewhere))

    def look_of(self, id: str, entries: int) -> Sequence[LabelPlace]:
        """What was kept of the evening when it had as many entries; nothing if the table may be another by now."""
        look = self._looks.latest(id)
        return look.labels if look is not None and look.is_of(entries, self._now().timestamp()) else ()

    def known_places(self, id: str) -> Sequence[LabelPlace]:
        """Where each label of the evening was seen last, however long ago: most may lie there still."""
        look = self._looks.latest(id)
        return () if look is None else look.places

    def copy_to(self, path: Path) -> None:
        """All of the journal in a new file, also what is in memory alone."""
        self._journal.copy_to(path)

    def return_to_disk(self) -> None:
        """Writes down what is in memory alone, if that can be done by now."""
        self._journal.return_to_disk()

    def close(self) -> None:
        self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    time_played = staticmethod(time_played)

    def stamp(self) -> str:
        """What time it is, as it is written down: ISO 8601 in UTC."""
        return self._now().isoformat(timespec="seconds")
