"""Evenings have identities of their own: what was written when they only had numbers is carried over whole."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.clock import PlayerClock
from companion.core.game import Options
from companion.core.journal_entries import Decided, Did, Entry, Undid
from companion.journal.saved_games import Ending, KnownPerson
from companion.journal.store import JournalStore

NUMBERED = Path(__file__).with_name("journals")
"""A journal that the version before wrote: an evening that has ended, one that goes on, people, and a preference."""

PROFILE = "".join(f"{number * 7919} " for number in range(150))
GONE_ON_WITH = (
    Entry(0, Did("A: take 1 apple"), "touch"),
    Entry(1, Undid(), "touch"),
    Entry(2, Decided("overflow", "restart"), "touch"),
)


@pytest.fixture
def numbered(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((NUMBERED / "numbered.sql").read_text(encoding="utf-8"))
    shutil.copy(NUMBERED / "numbered.db-clocks", tmp_path / "journal.db-clocks")
    return path


def test_a_journal_of_numbers_loses_nothing(numbered: Path) -> None:
    for opened in ("carried over", "opened again"):
        with JournalStore(numbered) as store:
            latest, (newer, older) = store.latest(), store.evenings()
            assert latest is not None
            ended = store.load(older.id)

            assert store.repaired is None, opened
            assert (GONE_ON_WITH, Options(("Cara", "Dan", "Eve"))) == (latest.entries, latest.options)
            assert {"A": PlayerClock(2.5, left=600.0)} == latest.clocks
            assert latest.id == newer.id
            assert (12, PROFILE, (2, 5)) == (len(ended.entries), ended.profile, ended.colours)
            assert Ending(("B",), (("A", 3), ("B", 7))) == older.ending
            assert [KnownPerson("Ann", 2), KnownPerson("Ben", 5), KnownPerson("Finn", 4)] == store.people()
            assert {"theme": "light"} == store.preferences()


def test_wherever_it_is_carried_over_an_evening_is_the_same(numbered: Path, tmp_path: Path) -> None:
    shutil.copy(numbered, tmp_path / "copy.db")
    with JournalStore(numbered) as here, JournalStore(tmp_path / "copy.db") as there:
        assert here.games() == there.games()


def test_a_journal_of_numbers_that_cannot_be_opened_is_found_again(numbered: Path) -> None:
    raw = bytearray(numbered.read_bytes())
    raw[100:116] = bytes(16)
    numbered.write_bytes(raw)
    with JournalStore(numbered) as store:
        latest = store.latest()
        assert latest is not None
        assert (GONE_ON_WITH, {"A": PlayerClock(2.5, left=600.0)}) == (latest.entries, latest.clocks)
        assert "15 entries were found again" in str(store.repaired)


def test_a_changed_letter_is_not_sealed_anew(numbered: Path) -> None:
    """In an evening that has ended, which nobody would have looked at before it is carried over."""
    with closing(sqlite3.connect(numbered, isolation_level=None)) as db:
        db.execute("UPDATE entry SET event = replace(event, 'take 4', 'take 5') WHERE game = 1")
    with JournalStore(numbered) as store:
        assert "11 entries were found again" in str(store.repaired)
        assert 8 == len(store.load(store.games()[0][0]).entries)


def test_two_evenings_are_never_the_same(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "one.db") as one, JournalStore(tmp_path / "two.db") as two:
        assert one.begin("orchard", Options(("Ann",))).id != two.begin("orchard", Options(("Ann",))).id
