"""Two people that are one, and one who is forgotten for good: the evenings stay whole, and the name is nowhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.game import Options
from companion.core.journal_entries import Did, Entry
from companion.errors import JournalError
from companion.journal.record import read_records, write_record
from companion.journal.saved_games import Ending, KnownPerson, RefusedMove
from companion.journal.store import JournalStore

NAME = "Wilhelmina von Tartu"
PROFILE = f'[[deck]]\nplayer = "{NAME}"\n'


def journal(path: Path) -> str:
    """With an evening that has ended, and one that goes on."""
    with JournalStore(path) as store:
        saved = store.begin("a game", Options((NAME, "A")), PROFILE, colours=(3, 1))
        store.append(saved.id, [Entry(number, Did(f"A: take {number}"), "touch") for number in range(40)])
        store.end(saved.id, Ending(("A",), (("A", 3), ("B", 2))))
        store.begin("a game", Options(("Ott", NAME)), colours=(1, 3))
        return saved.id


def test_who_is_forgotten_leaves_a_seat_and_no_letter_on_the_disk(tmp_path: Path) -> None:
    id = journal(tmp_path / "journal.db")
    with JournalStore(tmp_path / "journal.db", or_memory=True) as store:
        before = store.load(id)

        assert 2 == store.forget_for_good(NAME)
        assert [("Ott", "B"), ("A·", "A")] == [each.names for each in store.evenings()]
        assert (before.entries, before.ending, before.ended) == (
            (after := store.load(id)).entries,
            after.ending,
            after.ended,
        )
        assert NAME not in after.profile
        assert NAME not in write_record(store.record(id))
        assert {"A", "Ott"} == {person.name for person in store.people()}
    left = [path.name for path in tmp_path.iterdir() if NAME.encode() in path.read_bytes()]
    assert [] == left
    with JournalStore(tmp_path / "journal.db") as store:
        assert store.repaired is None


def test_points_that_stand_under_a_name_as_they_once_did_are_forgotten_too(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        saved = store.begin("a game", Options((NAME, "Ott")))
        store.end(saved.id, Ending(("A",), ((NAME, 3), ("Ott", 2))))

        assert Ending(("A",), (("A", 3), ("B", 2))) == store.load(saved.id).ending
        (tmp_path / "journal.db-index").write_text(NAME, encoding="utf-8")
        store.forget_for_good(NAME)
        assert NAME not in write_record(store.record(saved.id))
    assert [] == [path.name for path in tmp_path.iterdir() if NAME.encode() in path.read_bytes()]


def test_who_is_forgotten_has_broken_no_rule(tmp_path: Path) -> None:
    id = journal(tmp_path / "journal.db")
    with JournalStore(tmp_path / "journal.db", or_memory=True) as store:
        store.refused(id, "A", "R-1")
        store.refused(id, "B", "R-2")
        store.forget_for_good(NAME)

        assert [RefusedMove(id, "B", "R-2")] == store.refusals()


def test_what_is_known_of_somebody_outlives_his_evenings_and_the_program(tmp_path: Path) -> None:
    person = KnownPerson("Ott", 4, ("fi", "et"), left_handed=True)
    with JournalStore(tmp_path / "journal.db") as store:
        store.remember(person)
        store.begin("a game", Options(("Ott", NAME)), colours=(1, 3))
    with JournalStore(tmp_path / "journal.db") as store:
        assert replace(person, colour=1) in store.people()
        assert KnownPerson(NAME, 3, (), None) in store.people()


def test_two_who_are_one_speak_the_languages_of_both(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        store.remember(KnownPerson("Ott", 4, ("fi",)))
        store.remember(KnownPerson("Otto", 1, ("et", "fi"), left_handed=False))
        store.merge("Otto", "Ott")

        assert [KnownPerson("Ott", 4, ("fi", "et"), left_handed=False)] == store.people()


def test_two_who_are_one_have_the_evenings_of_both(tmp_path: Path) -> None:
    journal(tmp_path / "journal.db")
    with JournalStore(tmp_path / "journal.db") as store:
        store.begin("a game", Options(("Mina", "Eve")), colours=(5, 2))

        assert 1 == store.merge("Mina", NAME)
        assert 3 == len(store.evenings_with(NAME))
        assert ["A", "Eve", "Ott", NAME] == [person.name for person in store.people()]
    with JournalStore(tmp_path / "journal.db") as store:
        assert store.repaired is None


def test_who_have_met_are_two(tmp_path: Path) -> None:
    journal(tmp_path / "journal.db")
    with JournalStore(tmp_path / "journal.db") as store, pytest.raises(JournalError, match="they are two people"):
        store.merge("Ott", NAME)


def test_while_the_disk_takes_nothing_names_stay(tmp_path: Path) -> None:
    id = journal(tmp_path / "journal.db")
    with JournalStore(tmp_path / "journal.db", or_memory=True) as store:
        store._journal._let_go(OSError("full"))
        store._journal._path = tmp_path  # A folder: the disk does not come back.
        with pytest.raises(JournalError, match="try again later"):
            store.forget_for_good(NAME)
        assert (NAME, "A") == store.load(id).options.names


def test_a_record_of_before_is_not_taken_up_again(tmp_path: Path) -> None:
    id = journal(tmp_path / "journal.db")
    with JournalStore(tmp_path / "journal.db") as store:
        text = write_record(store.record(id))
        store.forget_for_good(NAME)

        assert [] == store.take_up(read_records(text.encode(), "it"))
        assert ("A·", "A") == store.load(id).options.names
