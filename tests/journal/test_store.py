"""The journal on disk: nothing acknowledged is ever lost, nothing recorded is ever changed."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

import pytest

from companion.core.clock import PlayerClock
from companion.core.game import Options
from companion.core.journal_entries import Amended, Corrected, Decided, Did, Entry, Undid
from companion.errors import JournalError
from companion.journal.store import JournalStore

OPTIONS = Options(("Ann", "Ben"), {"overflow": "restart"})


def test_every_kind_of_event_comes_back_as_it_was_written(tmp_path: Path) -> None:
    entries = (
        Entry(0, Did("A: take 3 Construction"), "camera", (("A", PlayerClock(1.5)),)),
        Entry(1, Did("B: pass", overruled="NWO-23"), "touch"),
        Entry(2, Undid(2), "touch"),
        Entry(3, Corrected("market", "N017KAAAAA", "farm"), "touch"),
        Entry(4, Amended(0, "deal Farm"), "touch"),
        Entry(5, Decided("reserve", "owner_may_look"), "touch"),
    )
    with JournalStore(tmp_path / "journal.db") as store:
        game = store.begin("a_game", OPTIONS).id
        store.append(game, entries)
        store.save_clocks(game, {"A": PlayerClock(2.5, left=600.0)})
    with JournalStore(tmp_path / "journal.db") as store:
        evening = store.load(game)

    assert (entries, OPTIONS, {"A": PlayerClock(2.5, left=600.0)}) == (evening.entries, evening.options, evening.clocks)


def test_the_latest_game_is_the_newest_that_has_not_ended(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        first, second = store.begin("a_game", OPTIONS), store.begin("a_game", OPTIONS)
        store.end(second.id)
        after_end = store.latest()
        store.reopen(second.id)
        after_reopening = store.latest()

    assert (first.id, second.id) == (after_end and after_end.id, after_reopening and after_reopening.id)


def test_a_second_writer_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as one, JournalStore(tmp_path / "journal.db") as two:
        game = one.begin("a_game", OPTIONS).id
        one.append(game, [Entry(0, Did("A: pass"), "touch")])
        with pytest.raises(JournalError, match="another writer"):
            two.append(game, [Entry(0, Did("B: pass"), "touch"), Entry(1, Did("B: pass"), "touch")])

        assert (Entry(0, Did("A: pass"), "touch"),) == two.load(game).entries


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "journal.db")
    db.execute("PRAGMA user_version = 99")
    db.execute(f"PRAGMA application_id = {0x54430000 + 99}")
    db.close()

    with pytest.raises(JournalError, match="newer version"):
        JournalStore(tmp_path / "journal.db")


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"not a database, but long enough to be looked at" * 40)

    with pytest.raises(JournalError, match=r"journal\.db is no journal"):
        JournalStore(tmp_path / "journal.db")


def test_a_full_disk_loses_nothing_already_recorded(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        game = store.begin("a_game", OPTIONS).id
        store.append(game, [Entry(0, Did("A: pass"), "touch")])
        store._journal.current.execute("PRAGMA max_page_count = 1")  # the disk is full from here on
        with pytest.raises(JournalError, match="make room on the disk"):
            store.append(game, [Entry(1, Did("x" * 100_000), "touch")])
    with JournalStore(tmp_path / "journal.db") as store:
        assert (Entry(0, Did("A: pass"), "touch"),) == store.load(game).entries


WRITER = """
import sys
from pathlib import Path
from companion.core.game import Options
from companion.core.clock import PlayerClock
from companion.core.journal_entries import Did, Entry
from companion.journal.store import JournalStore

store = JournalStore(Path(sys.argv[1]))
game = (store.latest() or store.begin("a_game", Options(("Ann",)))).id
number = len(store.load(game).entries)
while True:
    store.append(game, [Entry(number, Did(f"move {number}"), "touch")])
    print(number, flush=True)
    number += 1
"""


def test_killed_at_any_instant_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    """Three times the writer is killed at full speed, which needs no compiler as `test_power_cuts` does."""
    journal, acknowledged = tmp_path / "journal.db", -1
    for run in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(journal)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            for _ in range(3 + 7 * run):
                acknowledged = int(writer.stdout.readline())
            os.kill(writer.pid, signal.SIGKILL)
            acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])
        with JournalStore(journal) as store:
            evening = store.latest()
            assert evening is not None
            numbers = [entry.number for entry in evening.entries]

        assert list(range(len(numbers))) == numbers
        assert acknowledged <= numbers[-1] <= acknowledged + 1


def test_entries_are_stored_as_readable_json(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        store.append(store.begin("a_game", OPTIONS).id, [Entry(0, Did("A: pass", "NWO-1"), "touch")])
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        (event,) = db.execute("SELECT event FROM entry").fetchone()

    assert {"did": "A: pass", "overruled": "NWO-1"} == json.loads(event)


class TestDiskThatTakesNothing:
    """The game goes on in memory, which is said, and is written down as soon as the disk takes it."""

    def test_full_disk(self, tmp_path: Path) -> None:
        with JournalStore(tmp_path / "journal.db", or_memory=True) as store:
            game = store.begin("a_game", OPTIONS).id
            store.append(game, [Entry(0, Did("A: pass"), "touch")])
            store._journal.current.execute("PRAGMA max_page_count = 1")
            store.append(game, [Entry(1, Did("x" * 100_000), "touch")])
            said = str(store.unsaved)
            store.append(game, [Entry(2, Did("B: pass"), "touch")])
            now_said = store.unsaved
        with JournalStore(tmp_path / "journal.db") as store:
            assert 3 == len(store.load(game).entries)

        assert "cannot be written (database or disk is full)" in said
        assert now_said is None, "the limit was that connection's: the next write finds room"

    def test_clocks_that_cannot_be_written(self, tmp_path: Path) -> None:
        with JournalStore(tmp_path / "journal.db", or_memory=True) as store:
            game = store.begin("a_game", OPTIONS).id
            (tmp_path / "journal.db-clocks").unlink()
            (tmp_path / "journal.db-clocks").mkdir()
            store.save_clocks(game, {"A": PlayerClock(1.0)})
            said = str(store.unsaved)
            store.append(game, [Entry(0, Did("A: pass"), "touch")])

            assert 1 == len(store.load(game).entries)
        assert "cannot be written" in said

    def test_folder_that_is_not_there(self, tmp_path: Path) -> None:
        (tmp_path / "home").write_text("in the way of the folder")
        path = tmp_path / "home" / "journal.db"
        with JournalStore(path, or_memory=True) as store:
            assert store.unsaved is not None
            game = store.begin("a_game", OPTIONS).id
            store.append(game, [Entry(0, Did("A: pass"), "touch")])
            path.parent.unlink()
            store.append(game, [Entry(1, Did("B: pass"), "touch")])
            assert store.unsaved is None
        with JournalStore(path) as store:
            assert ("A: pass", "B: pass") == tuple(entry.event.action for entry in store.load(game).entries)  # type: ignore[union-attr]

    def test_commands_that_only_read_say_what_is_wrong(self, tmp_path: Path) -> None:
        (tmp_path / "home").write_text("in the way of the folder")
        with pytest.raises(JournalError, match="could not be opened"):
            JournalStore(tmp_path / "home" / "journal.db")


def test_a_clock_that_jumps_by_years_changes_nothing(tmp_path: Path) -> None:
    """A Raspberry Pi knows no time when it is switched on: evenings stand in the order in which they were begun."""
    times = cycle(datetime(year, 1, 1, tzinfo=UTC) for year in (2026, 1970, 2106, 9999, 1, 2000))
    with JournalStore(tmp_path / "journal.db", lambda: next(times)) as store:
        ids = [store.begin("a_game", OPTIONS).id for _ in range(3)]
        for number in range(7):
            store.append(ids[-1], [Entry(number, Did(f"A: take {number}"), "touch")])
        store.save_clocks(ids[-1], {"A": PlayerClock(2.5)})
        expected = store.load(ids[-1])
    with JournalStore(tmp_path / "journal.db", lambda: next(times)) as store:
        assert expected == store.latest()
        assert list(reversed(ids)) == [evening.id for evening in store.evenings()]
        assert store.repaired is None
    raw = bytearray((tmp_path / "journal.db").read_bytes())
    raw[100:116] = bytes(16)  # Nothing can be opened any more, and all is found again by its form.
    (tmp_path / "journal.db").write_bytes(raw)
    with JournalStore(tmp_path / "journal.db", lambda: next(times)) as store:
        assert expected.entries == store.load(ids[-1]).entries
        assert "7 entries were found again" in str(store.repaired)
