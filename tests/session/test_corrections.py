"""Labels that were misread or cannot be read."""

from __future__ import annotations

from dataclasses import replace

from companion.core.journal_entries import Corrected, Did, Undid
from companion.core.screen import (
    Identify,
    Inspect,
)
from companion.core.table import UNREADABLE, Crop
from companion.journal.store import JournalStore
from tests.session.toy_table import ToyTable
from tests.toy import lying


class TestCorrections:
    def test_an_unreadable_label_is_asked_for_and_named_with_one_touch(self, store: JournalStore) -> None:
        table = ToyTable(store)
        table.sees(lying(market=["A1", "C1", UNREADABLE]), rest=1.25)

        assert ["deal apple", "deal cherry"] == table.actions
        assert "A label in market cannot be read. Which piece is it?" == str(table.notice.heading)
        table.answers("Pear")
        assert "deal pear" == table.actions[-1]
        assert table.silent

    def test_a_wrong_label_is_corrected_in_two_touches_and_the_deal_amended(self, table: ToyTable) -> None:
        """The sticker P1 sits on a second cherry: the deal that believed it is told anew, and it stays known."""
        table.touches(Inspect("market", "pear"))
        table.answers("Cherry")

        assert ["deal apple", "deal cherry", "deal cherry"] == table.actions
        assert [Corrected("market", "P1", "cherry"), Undid(), Did("deal cherry")] == table.events[-3:]
        table.sees(lying(market=["A1", "C1"], A1=["P1"]))
        assert "A: take cherry -> A.1" == table.actions[-1]

    def test_a_correction_survives_a_restart(self, table: ToyTable) -> None:
        table.touches(Identify("market", "P1", "cherry"))
        again = ToyTable(table.store, table.game)
        again.sees(lying(market=["A1", "C1", "P1"]), rest=3)

        assert again.silent
        assert table.history.state == again.history.state

    def test_a_label_that_becomes_readable_ends_the_correction(self, store: JournalStore) -> None:
        table = ToyTable(store)
        table.sees(lying(market=["A1", "C1", UNREADABLE]), rest=1.25)
        table.answers("Pear")
        table.sees(lying(market=["A1", "C1", "P1"]))
        table.sees(lying(market=["A1", "C1", UNREADABLE]))

        assert table.silent

    def test_a_touch_on_what_does_not_lie_there_changes_nothing(self, table: ToyTable) -> None:
        before = table.actions
        table.touches(Inspect("A.1", "pear"))

        assert "Pear in A.1: nothing can be done with it now." == str(table.notice.heading)
        table.answers("Leave it")
        assert before == table.actions
        assert table.silent

    def test_a_question_shows_how_the_camera_saw_the_label(self, store: JournalStore) -> None:
        seen, table = Crop(2, 1, b"\x10\xf0"), ToyTable(store)
        looked = lying(market=["A1", "C1", UNREADABLE])
        labels = tuple(replace(each, crop=seen) if each.tag == UNREADABLE else each for each in looked.labels)
        table.sees(replace(looked, labels=labels), rest=1.25)

        assert seen == table.notice.crop

    def test_a_label_under_suspicion_is_named_with_the_piece_that_was_touched(self, table: ToyTable) -> None:
        table.touches(Inspect("market", "pear"))

        assert "Pear in market: which piece is it really?" == str(table.notice.heading)

    def test_the_piece_that_makes_the_whole_table_right_comes_first(self, table: ToyTable) -> None:
        """A cherry was taken, and its label is read as a pear's."""
        table.sees(lying(market=["A1", "P1"], A1=["P2"]), rest=3)
        table.touches(Inspect("A.1", "pear"))

        first = table.notice.answers[0]
        assert ("Cherry", "then the whole table is right") == (str(first.label), str(first.second))
