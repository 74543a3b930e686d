"""What stands after a power cut, and what was never written down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.journal_entries import Undid
from companion.core.plane import moved
from companion.core.screen import (
    Do,
    NoticeKind,
    Pass,
)
from companion.core.table import Change, Observation, Reading
from companion.errors import JournalError
from companion.journal.store import JournalStore
from companion.session.known_labels import KnownLabels
from companion.session.sight_prompts import not_seen
from companion.session.unseen_pieces import UnseenPieces
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, lying


def test_after_a_power_cut_the_same_game_stands_on_the_screen(table: ToyTable) -> None:
    table.sees(TAKEN)
    table.waits(2)
    again = ToyTable(table.store, table.game)
    again.sees(TAKEN)

    assert table.history.state == again.history.state
    assert table.session.screen == again.session.screen


class TestWhereLabelsWereSeenLast:
    DEALT = lying(market=["A1", "C1", "P1"])

    def test_outlives_a_power_cut_also_of_one_that_is_out_of_sight(self, table: ToyTable) -> None:
        """The table does not agree with the game then, but it rests."""
        table.sees(self.DEALT, rest=5)
        table.sees(replace(self.DEALT, labels=self.DEALT.labels[1:]), rest=60)

        known = table.store.known_places(table.game)
        assert {place.tag: place.pose for place in self.DEALT.labels} == {place.tag: place.pose for place in known}
        assert self.DEALT.labels == tuple(ToyTable(table.store, table.game).history.kept_look)

    def test_is_written_when_something_lies_elsewhere_and_no_oftener(
        self, table: ToyTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def lies(aside: float) -> Observation:
            first, *others = self.DEALT.labels
            return replace(self.DEALT, labels=(replace(first, pose=moved(first.pose, aside, 0.0)), *others))

        table.sees(lies(0.0), rest=5)
        written = list[tuple[object, ...]]()
        monkeypatch.setattr(table.store, "keep_look", lambda *look: written.append(look))
        table.sees(lies(0.4), rest=5)
        assert 0 == len(written)
        table.sees(lies(3.0), rest=5)
        assert 1 == len(written)


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


class TestALabelInTheGlare:
    """After a power cut the apple lies in the market as before, but the light is bad: nobody was at it."""

    DEALT = lying(market=["A1", "C1", "P1"])

    @pytest.fixture
    def again(self, table: ToyTable) -> ToyTable:
        table.sees(self.DEALT)
        again = ToyTable(table.store, table.game)
        again.sees(lying(market=["C1", "P1"]), rest=5)
        return again

    def test_is_asked_about_once(self, again: ToyTable) -> None:
        assert (NoticeKind.SAYING, "Is it still there?") == (again.notice.kind, str(again.notice.heading))
        assert ["The label of Apple in market cannot be seen."] == [str(line) for line in again.notice.lines]
        again.answers("Yes")
        again.waits(60)
        assert again.silent

    def test_is_in_no_moves_way(self, again: ToyTable) -> None:
        """The market changes, and nobody asks about the apple anew."""
        again.answers("Yes")
        again.sees(lying(market=["P1"], A1=["C1"]), rest=5)

        assert "A: take cherry -> A.1" == again.actions[-1]
        assert again.silent

    def test_is_in_no_moves_way_before_anybody_answers(self, again: ToyTable) -> None:
        again.sees(lying(market=["P1"], A1=["C1"]))

        assert "A: take cherry -> A.1" == again.actions[-1]

    def test_that_comes_to_light_elsewhere_was_moved(self, again: ToyTable) -> None:
        again.answers("Yes")
        again.sees(lying(market=["C1", "P1"], A1=["A1"]))

        assert "A: take apple -> A.1" == again.actions[-1]
        assert again.silent

    def test_that_has_gone_is_missed_when_people_say_so(self, again: ToyTable) -> None:
        again.answers("No")
        again.waits(5)

        assert "Table and game disagree" == str(again.notice.heading)
        assert ["put Apple into market"] == [str(line) for line in again.notice.lines]


def test_of_several_pieces_that_are_not_seen_one_may_have_gone() -> None:
    """Yes, No, or which: then the rest is asked for."""
    unseen, labels = UnseenPieces(), KnownLabels({"A1": "apple", "C1": "cherry", "P1": "plum", "P2": "plum"})
    lacking = [Change("market", "apple", -1), Change("market", "cherry", -1)]
    assert unseen.first_look(lacking, Reading({"market": ("P1", "P2")}), labels)
    replies = dict(not_seen(GAME, unseen.changes).replies)
    assert ["Yes", "No", "Apple has gone", "Cherry has gone"] == [str(words) for words in replies]
    unseen.forget(("market", "apple"))

    assert (lacking[1:], True) == (list(unseen.changes), unseen.in_question)
    assert ["Yes", "No"] == [str(words) for words, _ in not_seen(GAME, unseen.changes).replies]
    unseen.forget(("market", "cherry"))
    assert ([], False) == (list(unseen.changes), unseen.in_question)
    assert {("market", "apple"), ("market", "cherry")} == unseen.denied


def test_what_was_in_a_hand_at_the_power_cut_may_have_been_put_away_since(table: ToyTable) -> None:
    """A held his apple; people say that it lies there no more."""
    table.sees(TAKEN)
    table.touches(Do(GAME.read_action("B: pass")))
    again = ToyTable(table.store, table.game)
    again.sees(lying(market=["C1", "P1"]), rest=5)
    again.answers("No")
    again.waits(5)

    assert "In somebody's hand" == str(again.notice.heading)
    again.answers("Ann threw")
    assert "A: throw A.1" == again.actions[-1]
    assert again.silent


def test_a_table_that_is_cleared_is_no_matter_of_light(table: ToyTable) -> None:
    """It is laid anew after the list, until all lies there."""
    table.sees(lying(market=["A1"], A1=["C1"]))
    again = ToyTable(table.store, table.game)
    again.sees(lying(), rest=5)

    assert "Table and game disagree" == str(again.notice.heading)
