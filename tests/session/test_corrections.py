"""Labels that were misread or cannot be read."""

from __future__ import annotations

from companion.core.journal import Corrected, Did, Undid
from companion.core.screen import (
    Identify,
    Inspect,
)
from companion.core.table import UNREADABLE
from companion.store import JournalStore
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

    def test_two_touches_on_what_nobody_sees_change_nothing(self, table: ToyTable) -> None:
        table.touches(Inspect("A.1", "pear"))

        assert table.silent
