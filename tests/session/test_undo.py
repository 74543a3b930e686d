"""Taking back, by touch and by hand."""

from __future__ import annotations

import pytest

from companion.core.journal_entries import Undid
from companion.core.screen import (
    Do,
    NoticeKind,
    Undo,
)
from companion.core.table import Box, Observation
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, lying


class TestUndo:
    def test_takes_back_the_move_and_says_how_to_put_the_table_back(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Undo())

        assert 3 == len(table.actions)
        assert Undid(1) == table.events[-1]
        assert "Put the table back" == str(table.notice.heading)

    def test_what_was_undone_is_not_believed_again_while_it_still_lies_there(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Undo())
        table.sees(TAKEN, rest=10)

        assert 3 == len(table.actions)

    def test_a_hand_elsewhere_does_not_keep_the_table_from_being_put_right(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Undo())
        hand = (Box(450, 0, 500, 100),)
        table.sees(Observation(lying(market=["A1", "C1", "P1"]).labels, blind=hand))
        table.sees(TAKEN)

        assert "A: take apple -> A.1" == table.actions[-1]

    def test_a_hand_over_the_place_is_no_proof_that_it_was_put_right(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Undo())
        table.sees(Observation((), blind=(Box(0, 0, 200, 100),)))
        table.sees(TAKEN, rest=5)

        assert 3 == len(table.actions)

    def test_if_the_table_is_right_after_all_what_was_undone_is_asked(self, table: ToyTable) -> None:
        """It may have been undone because something else had happened that looks like it."""
        table.sees(TAKEN)
        table.touches(Undo())
        table.answers("The table is right")
        table.sees(TAKEN, rest=10)

        assert 3 == len(table.actions)
        assert "Was it like this? Ann took apple into basket 1" == str(table.notice.heading)
        table.answers("Yes")
        assert "A: take apple -> A.1" == table.actions[-1]

    def test_what_was_undone_and_denied_is_not_asked_again(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Undo())
        table.answers("The table is right")
        table.sees(TAKEN, rest=2)
        table.answers("No")
        table.sees(TAKEN, rest=30)

        assert (3, NoticeKind.DISAGREE) == (len(table.actions), table.notice.kind)

    def test_what_was_undone_and_is_done_anew_is_believed(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Undo())
        table.answers("The table is right")
        table.sees(lying(market=["A1", "C1", "P1"]))
        table.sees(TAKEN)

        assert ("A: take apple -> A.1", True) == (table.actions[-1], table.silent)

    def test_of_any_depth_ends_at_the_beginning(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        for _ in range(10):
            table.touches(Undo())

        assert [] == table.actions

    def test_gives_the_time_back(self, table: ToyTable) -> None:
        table.waits(3)
        table.sees(TAKEN)
        table.waits(4)
        table.touches(Undo())

        assert {"A": pytest.approx(3.0, abs=0.3)} == table.spent

    def test_pieces_put_back_by_hand_take_back_what_only_the_camera_saw(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.sees(lying(market=["A1", "C1", "P1"]))

        assert (3, True) == (len(table.actions), table.silent)
        assert Undid(1) == table.events[-1]

    def test_pieces_put_back_by_hand_after_a_touch_are_a_question(self, table: ToyTable) -> None:
        """What fingers did is not taken back by the camera alone."""
        table.touches(Do(GAME.read_action("A: take apple -> A.1")))
        table.sees(TAKEN)
        table.sees(lying(market=["A1", "C1", "P1"]), rest=1.25)

        assert "Taken back?" == str(table.notice.heading)
        table.answers("Yes")
        assert (3, True) == (len(table.actions), table.silent)
