"""The journal on disk: nothing acknowledged is ever lost, nothing recorded is ever changed."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.game import Options
from companion.core.journal import Amended, Corrected, Did, Entry, Undid
from companion.errors import JournalError
from companion.store import JournalStore

OPTIONS = Options(("Ann", "Ben"), {"overflow": "restart"})


def test_every_kind_of_event_comes_back_as_it_was_written(tmp_path: Path) -> None:
    entries = (
        Entry(0, Did("A: take 3 Construction"), "camera", (("A", 1.5),)),
        Entry(1, Did("B: pass", overruled="NWO-23"), "touch"),
        Entry(2, Undid(2), "touch"),
        Entry(3, Corrected("market", "N017KAAAAA", "farm"), "touch"),
        Entry(4, Amended(0, "deal Farm"), "touch"),
    )
    with JournalStore(tmp_path / "journal.db") as store:
        game = store.begin("a_game", OPTIONS).id
        store.append(game, entries)
        store.save_clocks(game, {"A": 2.5})
    with JournalStore(tmp_path / "journal.db") as store:
        evening = store.load(game)

    assert (entries, OPTIONS, {"A": 2.5}) == (evening.entries, evening.options, evening.clocks)


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
    db.close()

    with pytest.raises(JournalError, match="newer version"):
        JournalStore(tmp_path / "journal.db")


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"not a database, but long enough to be looked at" * 40)

    with pytest.raises(JournalError, match=r"journal\.db could not be opened"):
        JournalStore(tmp_path / "journal.db")


def test_a_full_disk_loses_nothing_already_recorded(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        game = store.begin("a_game", OPTIONS).id
        store.append(game, [Entry(0, Did("A: pass"), "touch")])
        store._db.execute("PRAGMA max_page_count = 1")  # the disk is full from here on
        with pytest.raises(JournalError, match="make room on the disk"):
            store.append(game, [Entry(1, Did("x" * 100_000), "touch")])
    with JournalStore(tmp_path / "journal.db") as store:
        assert (Entry(0, Did("A: pass"), "touch"),) == store.load(game).entries


WRITER = """
import sys
from pathlib import Path
from companion.core.game import Options
from companion.core.journal import Did, Entry
from companion.store import JournalStore

store = JournalStore(Path(sys.argv[1]))
game = (store.latest() or store.begin("a_game", Options(("Ann",)))).id
number = len(store.load(game).entries)
while True:
    store.append(game, [Entry(number, Did(f"move {number}"), "touch")])
    print(number, flush=True)
    number += 1
"""


def test_killed_at_any_instant_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    """Ten times the writer is killed at full speed; the next one goes on after the last acknowledged move."""
    journal, acknowledged = tmp_path / "journal.db", -1
    for run in range(10):
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
