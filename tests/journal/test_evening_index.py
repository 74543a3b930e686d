"""The index beside the journal is fast, and never believed over it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.game import Options
from companion.journal.evening_index import HEAD, index_of
from companion.journal.saved_games import Ending, SavedEvening
from companion.journal.store import JournalStore

WON = Ending(("A",), (("A", 9), ("B", 3)), seconds=60.0, goal="Tiles")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with two evenings that have ended, one that has not, and an index."""
    with JournalStore(tmp_path / "journal.db") as store:
        for _ in range(2):
            store.end(store.begin("a game", Options(("Ann", "Ben")), location="the club").id, WON)
        store.begin("a game", Options(("Ann", "Ben")))
        store.ended_evenings()
    return tmp_path / "journal.db"


def by_the_journal(store: JournalStore) -> list[SavedEvening]:
    return [replace(each, latest=each.ended or "") for each in store.evenings() if each.ended is not None]


def test_it_says_what_the_journal_says(path: Path) -> None:
    with JournalStore(path) as store:
        assert by_the_journal(store) == store.ended_evenings()
        assert [WON, WON] == [each.ending for each in store.ended_evenings()]


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"another program's\n", HEAD.encode() + b"\n0123456789abcdef [1]\n"],
    ids=["empty", "no text", "foreign", "damaged"],
)
def test_what_is_damaged_or_foreign_is_made_anew(path: Path, content: bytes) -> None:
    whole = index_of(path).read_bytes()
    index_of(path).write_bytes(content)
    with JournalStore(path) as store:
        assert by_the_journal(store) == store.ended_evenings()
    assert whole == index_of(path).read_bytes()


def test_a_line_with_a_turned_bit_is_not_believed(path: Path) -> None:
    whole = index_of(path).read_text()
    index_of(path).write_text(whole.replace('winners\\":[\\"A', 'winners\\":[\\"B', 1))
    with JournalStore(path) as store:
        assert [("A",), ("A",)] == [each.ending.winners for each in store.ended_evenings() if each.ending]
    assert whole == index_of(path).read_text()


def test_what_happened_since_is_read_from_the_journal(path: Path) -> None:
    with JournalStore(path) as store:
        first, _ = (each.id for each in store.ended_evenings())
        store.reopen(first)
        store.end(store.games()[-1][0], replace(WON, winners=("B",)))

        assert by_the_journal(store) == store.ended_evenings()
        assert [("B",), ("A",)] == [each.ending.winners for each in store.ended_evenings() if each.ending]


def test_no_name_stands_in_it_and_who_is_renamed_is_renamed_here(path: Path) -> None:
    assert b"Ann" not in index_of(path).read_bytes()
    with JournalStore(path) as store:
        store.merge("Ann", "Eve")
        assert [("Eve", "Ben")] * 2 == [each.names for each in store.ended_evenings()]


def test_whoever_only_reads_writes_none(path: Path) -> None:
    index_of(path).unlink()
    with JournalStore(path, to_read=True) as store:
        assert 2 == len(store.ended_evenings())
    assert not index_of(path).exists()
