"""What is played while the disk takes nothing comes to the journal when it is back, and is never mixed with another."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.core.game import Options
from companion.core.journal_entries import Did, Entry
from companion.journal import disk as journal_disk
from companion.journal.saved_games import Ending
from companion.journal.store import JournalStore, KnownPerson

OURS, THEIRS = Options(("Ann", "Ben")), Options(("Cara", "Dan"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal lies with an evening that goes on."""
    path = tmp_path / "home" / "journal.db"
    with JournalStore(path) as store:
        play(store, store.begin("orchard", THEIRS).id, "A: take 1 apple", "B: pass")
    return path


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_disk, "BUSY", 0.0)


def play(store: JournalStore, id: str, *actions: str) -> None:
    number = len(store.load(id).entries)
    for offset, action in enumerate(actions):
        store.append(id, [Entry(number + offset, Did(action), "touch")])


@contextmanager
def disk_taken_away(path: Path) -> Iterator[None]:
    """Nothing of it can be read."""
    away = path.parent.with_name("away")
    path.parent.rename(away)
    path.parent.write_text("in the way")
    try:
        yield
    finally:
        path.parent.unlink()
        away.rename(path.parent)


@contextmanager
def disk_that_is_only_read(path: Path) -> Iterator[None]:
    """Another program keeps all writers out."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def written(path: Path) -> dict[tuple[str, ...], list[str]]:
    """The actions of each evening, by who played."""
    with JournalStore(path) as store:
        assert store.repaired is None
        return {
            evening.names: [entry.event.action for entry in store.load(evening.id).entries]  # type: ignore[union-attr]
            for evening in store.evenings()
        }


def test_an_evening_that_was_begun_without_the_disk_stands_beside_that_on_it(path: Path) -> None:
    """Both journals give their first evening the number 1."""
    with disk_taken_away(path):
        store = JournalStore(path, or_memory=True)
        assert store.latest() is None
        ours = store.begin("orchard", OURS)
        play(store, ours.id, "A: take 7 apples", "B: take 8 apples", "A: pass")
        assert store.unsaved is not None
    with store:
        play(store, ours.id, "B: pass")
        assert store.unsaved is None
        assert [OURS.names, THEIRS.names] == [evening.names for evening in store.evenings()], "it is offered again"

    assert {
        THEIRS.names: ["A: take 1 apple", "B: pass"],
        OURS.names: ["A: take 7 apples", "B: take 8 apples", "A: pass", "B: pass"],
    } == written(path)


def test_the_end_of_one_evening_is_not_the_end_of_another(path: Path) -> None:
    with disk_taken_away(path):
        store = JournalStore(path, or_memory=True)
        ours = store.begin("orchard", OURS)
        play(store, ours.id, "A: pass")
        store.end(ours.id, Ending(("A",), (("A", 40), ("B", 2))))
        store.prefer("theme", "light")
        store.remember(KnownPerson("Eve", 3))
    with store:
        store.return_to_disk()
        theirs = store.latest()
    with JournalStore(path) as store:
        newest, oldest = store.evenings()

        assert theirs is not None
        assert (oldest.id, THEIRS) == (theirs.id, theirs.options)
        assert (None, None) == (oldest.ended, oldest.ending)
        assert (OURS.names, Ending(("A",), (("A", 40), ("B", 2)))) == (newest.names, newest.ending)
        assert {"theme": "light"} == store.preferences()
        assert ["Eve"] == [person.name for person in store.people()]


def test_a_disk_that_can_only_be_read_offers_its_evening(path: Path) -> None:
    with disk_that_is_only_read(path):
        store = JournalStore(path, or_memory=True)
        latest = store.latest()
        assert latest is not None
        assert (THEIRS, 2) == (latest.options, len(latest.entries))
        play(store, latest.id, "A: take 2 apples")
        store.end(latest.id)
        store.reopen(latest.id)
        assert store.unsaved is not None
        before = store.evenings()
    with store:
        play(store, latest.id, "B: take 3 apples")
        assert store.unsaved is None
        assert before[0].id == store.evenings()[0].id

    assert {THEIRS.names: ["A: take 1 apple", "B: pass", "A: take 2 apples", "B: take 3 apples"]} == written(path)


def test_a_disk_that_goes_between_two_moves_refuses_none(path: Path) -> None:
    """The file is gone under the program, which still has it open: what it writes there would be lost."""
    with JournalStore(path, or_memory=True) as store:
        latest = store.latest()
        assert latest is not None
        with disk_taken_away(path):
            play(store, latest.id, "A: take 2 apples")
            assert store.unsaved is not None
            assert 3 == len(store.load(latest.id).entries)
        play(store, latest.id, "B: take 3 apples")
        assert store.unsaved is None

    assert {THEIRS.names: ["A: take 1 apple", "B: pass", "A: take 2 apples", "B: take 3 apples"]} == written(path)


def test_another_disk_in_its_place_gets_all_that_is_known(path: Path) -> None:
    with JournalStore(path, or_memory=True) as store:
        latest = store.latest()
        assert latest is not None
        store.prefer("theme", "light")
        path.parent.rename(path.parent.with_name("old"))
        play(store, latest.id, "A: take 2 apples", "B: take 3 apples")
        assert store.unsaved is None

    assert {THEIRS.names: ["A: take 1 apple", "B: pass", "A: take 2 apples", "B: take 3 apples"]} == written(path)
    assert {THEIRS.names: ["A: take 1 apple", "B: pass"]} == written(path.parent.with_name("old") / path.name)
    with JournalStore(path) as store:
        assert {"theme": "light"} == store.preferences()


class TestAnotherProgramWritesIntoTheEvening:
    """Both stories are kept, and no move is refused."""

    def test_while_the_disk_is_away(self, path: Path) -> None:
        with disk_taken_away(path):
            elsewhere = path.parent.with_name("away") / path.name
            store = JournalStore(path, or_memory=True)
            with JournalStore(elsewhere) as other:
                evening = other.latest()
            assert evening is not None
        with store, disk_that_is_only_read(path):
            assert store.unsaved is not None
        with disk_that_is_only_read(path):
            store = JournalStore(path, or_memory=True)
            play(store, evening.id, "A: take 2 apples")
        with JournalStore(path) as other:
            play(other, evening.id, "A: take 5 apples", "B: take 6 apples")
        with store:
            play(store, evening.id, "B: take 3 apples")
            store.end(evening.id, Ending(("A",)))
        assert_both(path, ["A: take 5 apples", "B: take 6 apples"], ["A: take 2 apples", "B: take 3 apples"])

    def test_while_both_have_it_open(self, path: Path) -> None:
        with JournalStore(path, or_memory=True) as store:
            evening = store.latest()
            assert evening is not None
            with JournalStore(path) as other:
                play(other, evening.id, "A: take 5 apples", "B: take 6 apples")
            store.append(evening.id, [Entry(2, Did("A: take 2 apples"), "touch")])
            store.append(evening.id, [Entry(3, Did("B: take 3 apples"), "touch")])
            store.end(evening.id, Ending(("A",)))
            assert store.unsaved is None
        assert_both(path, ["A: take 5 apples", "B: take 6 apples"], ["A: take 2 apples", "B: take 3 apples"])


def assert_both(path: Path, theirs: list[str], ours: list[str]) -> None:
    began = ["A: take 1 apple", "B: pass"]
    with JournalStore(path) as store:
        newest, oldest = store.evenings()
        assert "Another program has gone on with the same evening" in str(store.repaired)
        assert [*began, *ours] == [each.event.action for each in store.load(newest.id).entries]  # type: ignore[union-attr]
        assert [*began, *theirs] == [each.event.action for each in store.load(oldest.id).entries]  # type: ignore[union-attr]
        assert (Ending(("A",)), None) == (newest.ending, oldest.ended)
