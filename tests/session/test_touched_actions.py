"""Actions by touch: hands may lag behind, and what fingers pick is no move."""

from __future__ import annotations

import pytest

from companion.core.journal_entries import Did
from companion.core.screen import Back, Confirm, Do, Drag, Inspect, Intent, Pass, Select, Undo
from companion.core.selection import Pick
from companion.journal.store import JournalStore
from companion.session.messages import Redo
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, lying


class TestTouchedActions:
    def test_the_table_may_lag_behind(self, table: ToyTable) -> None:
        table.touches(Do(GAME.read_action("A: take apple -> A.1")))

        assert "Still to do" == str(table.notice.heading)
        assert ["move Apple from market to A.1"] == [str(line) for line in table.notice.lines]
        table.sees(TAKEN)
        assert (4, True) == (len(table.actions), table.silent)

    def test_half_done_handwork_is_no_new_move(self, table: ToyTable) -> None:
        table.touches(Do(GAME.read_action("A: take apple -> A.1")))
        table.sees(lying(market=["C1", "P1"]), rest=5)

        assert ["put Apple into A.1"] == [str(line) for line in table.notice.lines]
        assert 4 == len(table.actions)

    def test_a_question_of_the_game_itself_is_asked_and_can_be_confirmed(self, store: JournalStore) -> None:
        table = ToyTable(store)
        table.waits(0.25)

        assert "Deal an apple?" == str(table.notice.heading)
        table.touches(Confirm())
        assert ["deal apple"] == table.actions

    def test_an_illegal_touch_is_refused_with_the_rule(self, table: ToyTable) -> None:
        table.touches(Do(GAME.read_action("B: take apple -> B.1")))

        assert ("It is not Ben's turn.", 3) == (str(table.notice.lines[0]), len(table.actions))

    def test_what_the_table_asks_afterwards_goes_before_the_no_to_a_finger(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Pass(), Do(GAME.read_action("B: take apple -> B.1")))
        table.sees(lying(market=["P1"], A1=["A1", "C1"]), rest=1.25)

        assert "Not allowed: Ann took cherry into basket 1" == str(table.notice.heading)

    def test_the_button_pass_passes_for_whoever_is_on_turn(self, table: ToyTable) -> None:
        table.touches(Pass(), Pass())

        assert ["A: pass", "B: pass"] == table.actions[3:]

    def test_one_touch_does_what_goes_together_and_is_taken_back_and_done_again_as_one(self, table: ToyTable) -> None:
        passes = [GAME.read_action("A: pass"), GAME.read_action("B: pass")]
        table.touches(Do(passes[0], (passes[1],)))
        assert ["A: pass", "B: pass"] == table.actions[3:]

        table.touches(Undo())
        assert [] == table.actions[3:]
        table.touches(Redo())
        table.touches(Undo())
        assert [] == table.actions[3:]

    def test_what_goes_together_survives_a_restart_as_one(self, table: ToyTable) -> None:
        table.touches(Do(GAME.read_action("A: pass"), (GAME.read_action("B: pass"),)))
        again = ToyTable(table.store, table.game)
        again.touches(Undo())

        assert [] == again.actions[3:]

    def test_what_goes_with_a_touch_is_done_as_far_as_it_is_legal(self, table: ToyTable) -> None:
        table.touches(Do(GAME.read_action("A: pass"), (GAME.read_action("A: take apple -> A.1"),)))

        assert ["A: pass"] == table.actions[3:]

    def test_a_finger_on_its_way_confirms_what_the_camera_has_just_seen(self, table: ToyTable) -> None:
        """It is no second move, though the rules might allow one or forbid it; from now on it stands."""
        table.waits(10)
        table.sees(TAKEN, rest=1)
        table.touches(Do(GAME.read_action("A: take apple -> A.1")))

        assert (4, True, 0) == (len(table.actions), table.silent, table.session.open_actions)

    def test_a_finger_that_comes_later_asks_for_another_move(self, table: ToyTable) -> None:
        table.sees(TAKEN, rest=3)
        table.touches(Do(GAME.read_action("A: take apple -> A.1")))

        assert "Not allowed: Ann took apple into basket 1" == str(table.notice.heading)

    def test_a_move_the_table_already_shows_is_not_swallowed_as_handwork(self, table: ToyTable) -> None:
        table.sees(lying(market=["C1", "P1"], B1=["A1"]))
        table.touches(Pass())

        assert ["A: pass", "B: take apple -> B.1"] == table.actions[3:]


class TestTouchedPieces:
    """No touch opens nothing. A piece that no camera sees says what can be done with it, or why nothing."""

    @pytest.fixture
    def blind(self, store: JournalStore) -> ToyTable:
        """An apple, a cherry and a pear have been dealt by touch; no camera sees them."""
        table = ToyTable(store)
        table.touches(*(Do(GAME.read_action(f"deal {fruit}")) for fruit in ("apple", "cherry", "pear")))
        return table

    def test_a_touch_on_a_piece_and_one_on_what_is_done_with_it(self, blind: ToyTable) -> None:
        blind.touches(Inspect("market", "apple"))

        assert "Apple in market: what is done with it?" == str(blind.notice.heading)
        blind.answers("Ann took apple")
        assert ["A: take apple -> A.1"] == blind.actions[3:]

    def test_what_cannot_be_moved_says_which_rule_forbids_it(self, blind: ToyTable) -> None:
        blind.touches(Do(GAME.read_action("A: take apple -> A.1")))
        blind.touches(Inspect("A.1", "apple"))
        blind.waits(0.25)

        assert "Apple in A.1: nothing can be done with it now." == str(blind.notice.heading)
        assert "It is not Ann's turn." == str(blind.notice.lines[0])
        assert blind.notice.rule is not None

    def test_a_piece_that_is_drawn_to_another_place_is_moved_there(self, blind: ToyTable) -> None:
        blind.touches(Drag("market", "apple", "A.2"))

        assert ["A: take apple -> A.2"] == blind.actions[3:]
        blind.touches(Undo())
        assert 3 == len(blind.actions)

    def test_drawn_against_a_rule_it_is_refused_or_allowed(self, blind: ToyTable) -> None:
        """T-1: it is Ann's turn; people may put it right all the same, and the journal keeps the rule."""
        blind.touches(Drag("market", "apple", "B.1"))

        assert "Not allowed: Ben took apple into basket 1" == str(blind.notice.heading)
        assert 3 == len(blind.actions)
        blind.answers("We allow it")
        assert ["B: take apple -> B.1"] == blind.actions[3:]
        assert Did("B: take apple -> B.1", "T-1") == blind.events[-1]

    def test_a_piece_that_is_drawn_onto_a_player_lies_somewhere_before_him(self, blind: ToyTable) -> None:
        """Of his places those are offered to which it may go."""
        blind.touches(Drag("market", "apple", "A"))

        assert "Apple in market: what is done with it?" == str(blind.notice.heading)
        blind.answers("Ann took apple into basket 2")
        assert ["A: take apple -> A.2"] == blind.actions[3:]

    def test_where_no_move_brings_it_that_is_said(self, blind: ToyTable) -> None:
        blind.touches(Do(GAME.read_action("A: take apple -> A.1")), Drag("A.1", "apple", "B.1"))
        blind.waits(0.25)

        assert "No move brings Apple to B.1 by itself." == str(blind.notice.heading)
        assert 4 == len(blind.actions)


class TestSelections:
    """What fingers have picked on the way to an action is no move: no journal knows of it, and no inference."""

    TAKE = Select(Pick("take"))

    def test_lead_to_what_can_be_picked_next(self, table: ToyTable) -> None:
        table.touches(self.TAKE)

        assert "Take which?" == str(table.notice.heading)
        assert 3 == len(table.events)

    def test_end_with_the_action(self, table: ToyTable) -> None:
        table.touches(self.TAKE)
        table.answers("A: take apple -> A.1")
        table.sees(TAKEN)

        assert (4, True) == (len(table.actions), table.silent)

    @pytest.mark.parametrize("way_back", [Back(), Undo()])
    def test_can_be_taken_back(self, table: ToyTable, way_back: Intent) -> None:
        table.touches(self.TAKE, way_back)

        assert (3, True) == (len(table.actions), table.silent)

    def test_are_gone_when_the_state_changes(self, table: ToyTable) -> None:
        table.touches(self.TAKE)
        table.sees(TAKEN)

        assert (4, True) == (len(table.actions), table.silent)

    def test_going_back_from_none_changes_nothing(self, table: ToyTable) -> None:
        table.touches(Back())

        assert (3, True) == (len(table.actions), table.silent)
