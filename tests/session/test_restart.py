"""What stands after a power cut, and what was never written down."""

from __future__ import annotations

import pytest

from companion.core.journal import Undid
from companion.core.screen import (
    Do,
    Pass,
)
from companion.errors import JournalError
from companion.store import JournalStore
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, lying


def test_after_a_power_cut_the_same_game_stands_on_the_screen(table: ToyTable) -> None:
    table.sees(TAKEN)
    table.waits(2)
    again = ToyTable(table.store, table.game)
    again.sees(TAKEN)

    assert table.history.state == again.history.state
    assert table.session.screen == again.session.screen


def test_after_a_power_cut_what_hands_had_not_done_is_still_to_do(table: ToyTable) -> None:
    table.touches(Do(GAME.read_action("A: take apple -> A.1")))
    again = ToyTable(table.store, table.game)
    again.sees(lying(market=["A1", "C1", "P1"]), rest=5)

    assert "Still to do" == str(again.notice.heading)
    assert ["move Apple from market to A.1"] == [str(line) for line in again.notice.lines]
    again.sees(TAKEN)
    assert (4, True) == (len(again.actions), again.silent)


def test_after_a_power_cut_what_is_no_handwork_is_a_difference(table: ToyTable) -> None:
    table.touches(Do(GAME.read_action("A: take apple -> A.1")))
    again = ToyTable(table.store, table.game)
    again.sees(lying(market=["A1"], A1=["C1", "P1"]), rest=5)

    assert "Table and game disagree" == str(again.notice.heading)


def test_a_move_that_cannot_be_written_down_has_not_happened(table: ToyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(*_: object) -> None:
        raise JournalError("The disk is full.")

    monkeypatch.setattr(table.store, "append", full_disk)
    with pytest.raises(JournalError):
        table.touches(Pass())

    assert 3 == len(table.actions)
    assert "A" == table.history.state.on_turn


def test_an_evening_that_a_changed_rule_makes_illegal_is_taken_up_before_it(store: JournalStore) -> None:
    table = ToyTable(store)
    table.sees(lying(market=["A1", "C1", "P1"]))
    table.history.do([GAME.read_action("B: take apple -> B.1")], "touch")  # legal by an older version of the rules
    again = ToyTable(store, table.game)

    assert "move 4, B: take apple -> B.1" in str(again.history.fault)
    assert 3 == len(again.actions)
    assert Undid(1) == again.events[-1]


def test_after_a_power_cut_what_only_the_camera_saw_is_still_open(table: ToyTable) -> None:
    table.sees(TAKEN)
    again = ToyTable(table.store, table.game)
    again.sees(lying(market=["C1", "P1"], A2=["A1"]))

    assert "A: take apple -> A.2" == again.actions[-1]
    assert (4, True) == (len(again.actions), again.silent)


def test_after_a_power_cut_what_a_hand_has_confirmed_is_settled(table: ToyTable) -> None:
    table.sees(lying(market=["A1", "C1", "P1"], A1=[]))
    table.touches(Do(GAME.read_action("A: take apple -> A.1")))
    again = ToyTable(table.store, table.game)
    again.sees(lying(market=["C1", "P1"], A2=["A1"]), rest=5)

    assert "A: take apple -> A.1" == again.actions[-1]
    assert not again.silent
