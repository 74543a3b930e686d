"""Belief revision on the smallest of games: what a look at the table says of the latest moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import pytest

from companion.core.belief.hypothesis import Finding, Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting, looks
from companion.core.belief.revision import revise
from companion.core.belief.scan import Scan
from companion.core.belief.search import Ambiguous, Illegal, Unexplained
from companion.core.game import legal_actions
from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone
from tests.core.test_inference import after, table
from tests.toy import GAME, Action, Pass, State, Take, Throw

START = after()
TAKEN = after("A: take apple -> A.1")
BOTH = after("A: take apple -> A.1", "B: take cherry -> B.1")
A_AGAIN = after("A: take apple -> A.1", "B: pass")


def found(*recent: State, seen: TableSnapshot, buried: Mapping[Zone, Sequence[Piece]] | None = None) -> Finding[Action]:
    *earlier, now = recent
    made = [legal_action(before, after) for before, after in pairwise(recent)]
    latest = [OpenAction(before, action) for before, action in zip(earlier, made, strict=True)]
    return revise(GAME, now, latest, Sighting(seen, seen, Hidden(buried or {})))


def legal_action(before: State, after: State) -> Action:
    """The one that leads from state to state."""
    return next(action for action in legal_actions(GAME, before) if GAME.apply(before, action) == after)


def revision(*recent: State, **changed: Iterable[str]) -> Hypothesis[Action]:
    """What a table like the last of these states, but for some zones, says."""
    says = found(*recent, seen=table(recent[-1], **changed))
    assert isinstance(says, Hypothesis)
    return says


class TestGoingOn:
    def test_a_table_as_it_should_be_changes_nothing(self) -> None:
        assert Hypothesis() == revision(START)

    def test_what_explains_the_table_goes_on_from_what_is_believed(self) -> None:
        says = revision(START, TAKEN, market=["pear"], B1=["cherry"])

        assert Hypothesis(0, (Take("B", "cherry", "B.1"),)) == says
        assert says.is_exact

    def test_what_had_changed_places_with_its_like_and_is_gone_is_no_exchange(self) -> None:
        seen = table(TAKEN)
        gone = Hidden(replaced=[("B.1", "cherry")], level=frozenset({"B.1"}))

        assert Hypothesis(0, (Take("A", "apple", "A.1"),)) == revise(GAME, START, [], Sighting(seen, seen, gone))


class TestOpenDecisions:
    def test_the_latest_was_another(self) -> None:
        assert Hypothesis(1, (Take("A", "apple", "A.2"),)) == revision(START, TAKEN, A1=[], A2=["apple"])

    def test_the_latest_was_not_made(self) -> None:
        assert Hypothesis(1) == found(START, TAKEN, seen=table(START))

    def test_an_earlier_one_was_another_and_the_later_stands(self) -> None:
        says = revision(START, TAKEN, BOTH, A1=[], A2=["apple"])

        assert Hypothesis(2, (Take("A", "apple", "A.2"), Take("B", "cherry", "B.1"))) == says

    def test_what_is_settled_is_not_revised(self) -> None:
        """Fingers confirmed A's move: only B's is open."""
        says = found(TAKEN, BOTH, seen=table(BOTH, A1=[], A2=["apple"]))

        assert Unexplained((Change("A.1", "apple", -1), Change("A.2", "apple", 1))) == says


class TestHeldPieces:
    def test_what_left_its_place_and_lies_nowhere_is_held(self) -> None:
        says = revision(TAKEN, A1=[])

        assert ((), (Change("A.1", "apple", -1),), ()) == (says.actions, says.held, says.discarded)

    def test_what_must_not_be_thrown_away_is_held_and_the_rule_is_named(self) -> None:
        """It is B's turn: A may take his apple up, but not throw it away."""
        says = revision(TAKEN, A1=[])

        assert says.slip is not None
        assert (Throw("A", "A.1"), "T-1") == (says.slip.action, says.slip.violation.rule.id)

    def test_what_may_be_thrown_away_is_still_held(self) -> None:
        """A is on turn and may throw his basket away; he may as well hold the apple in his hand."""
        says = revision(A_AGAIN, A1=[])

        assert ((), (Hypothesis(0, (Throw("A", "A.1"),)),), False) == (says.actions, says.discarded, says.forced)
        assert (Change("A.1", "apple", -1),) == says.held

    def test_a_held_piece_stops_no_story_elsewhere(self) -> None:
        says = revision(A_AGAIN, A1=[], market=["pear"], A2=["cherry"])

        assert (Take("A", "cherry", "A.2"),) == says.actions
        assert (Change("A.1", "apple", -1),) == says.held

    def test_back_at_its_place_it_is_as_if_nothing_had_been(self) -> None:
        assert Hypothesis() == revision(A_AGAIN)

    def test_somewhere_else_it_has_landed(self) -> None:
        assert Hypothesis(0, (Take("A", "cherry", "A.2"),)) == revision(A_AGAIN, market=["pear"], A2=["cherry"])

    @pytest.mark.parametrize("first", ["A.1", "B.1"])
    def test_of_several_of_a_kind_the_one_is_held_that_vanished_first(self, first: str) -> None:
        """The other one lies on a pile of its kind now, which looks as it did before."""
        expected = TableSnapshot(dict.fromkeys(("A.1", "B.1", "pile"), ("apple",)))
        seen = TableSnapshot({"A.1": (), "B.1": (), "pile": ("apple",)})
        lack = (first, *{"A.1", "B.1"} - {first})

        look, *_ = looks(expected, seen, Hidden(arrived={"pile": ("apple",)}, lack=lack))

        assert (Change(first, "apple", -1),) == look.held

    def test_what_went_one_after_the_other_was_put_away_in_that_order(self) -> None:
        """A empties both baskets: the second one first, as the table showed it."""
        both = after("A: take apple -> A.1", "B: pass", "A: take cherry -> A.2")
        seen = table(both, A1=[], A2=[])
        for order in (("A.1", "A.2"), ("A.2", "A.1")):
            says = revise(GAME, both, [], Sighting(seen, seen, Hidden(lack=order)))

            assert isinstance(says, Hypothesis)
            assert [tuple(Throw("A", zone) for zone in order)] == [each.actions for each in says.discarded]

    @pytest.mark.parametrize("first", ["A.1", "market"])
    def test_a_story_is_told_in_the_order_in_which_places_were_emptied(self, first: str) -> None:
        """A throws the apple away and takes the cherry, in either order: the place tells that was empty first."""
        throw, take = Throw("A", "A.1"), Take("A", "cherry", "A.2")
        seen = table(A_AGAIN, market=["pear"], A1=[], A2=["cherry"])
        stories = Scan(GAME, A_AGAIN, [], Sighting(seen, seen, Hidden(lack=[first])))

        [told] = stories.exact_hypotheses(A_AGAIN, 0, stories.looks[-1:])

        assert told.actions == ((throw, take) if first == "A.1" else (take, throw))


class TestBuriedPieces:
    def test_count_as_lying(self) -> None:
        seen = table(START, market=["cherry", "pear"])

        assert Hypothesis() == found(START, seen=seen, buried={"market": ["apple"]})

    def test_lie_elsewhere_once_they_are_seen_there(self) -> None:
        seen = table(START, market=["cherry", "pear"], A1=["apple"])

        assert Hypothesis(0, (Take("A", "apple", "A.1"),)) == found(START, seen=seen)

    def test_hide_no_broken_rule_elsewhere(self) -> None:
        """The pear lies under the cherry; B takes the apple out of his turn's reach into A's full basket."""
        seen = table(A_AGAIN, market=[], A1=["apple", "cherry"])
        says = found(A_AGAIN, seen=seen, buried={"market": ["pear"]})

        assert isinstance(says, Illegal)
        assert (Take("A", "cherry", "A.1"), "T-2") == (says.action, says.violation.rule.id)


class TestDecisionsWithoutATrace:
    def test_are_assumed_and_weighed_against_the_broken_rule(self) -> None:
        says = revision(START, market=["cherry", "pear"], B1=["apple"])

        assert ((Pass("A"), Take("B", "apple", "B.1")), (Pass("A"),)) == (says.actions, says.assumed)
        assert says.slip is not None
        assert (Take("B", "apple", "B.1"), "T-1") == (says.slip.action, says.slip.violation.rule.id)
        assert not says.is_exact

    def test_are_confirmed_by_what_follows(self) -> None:
        """Who has passed acts no more: B can only go on if A has."""
        says = revision(START, market=["cherry"], B1=["apple"], B2=["pear"])

        assert (Pass("A"),) == says.assumed
        assert 3 == len(says.actions)


class TestWhatIsWrong:
    def test_a_broken_rule_is_named(self) -> None:
        says = found(A_AGAIN, seen=table(A_AGAIN, market=["pear"], A1=["apple", "cherry"]))

        assert isinstance(says, Illegal)
        assert (Take("A", "cherry", "A.1"), "T-2") == (says.action, says.violation.rule.id)

    def test_work_that_is_left_to_do_is_outstanding(self) -> None:
        says = revision(START, A1=["apple"])

        assert (Take("A", "apple", "A.1"),) == says.actions
        assert (Change("market", "apple", 1),) == says.outstanding
        assert not says.is_exact

    def test_two_stories_are_both_told(self) -> None:
        says = found(START, seen=table(START, market=["cherry", "pear"], A1=[UNREADABLE], A2=[UNREADABLE]))

        assert isinstance(says, Ambiguous)
        assert {(Take("A", "apple", "A.1"),), (Take("A", "apple", "A.2"),)} == {each.actions for each in says.readings}

    def test_what_nothing_explains_is_listed(self) -> None:
        assert Unexplained((Change("A.1", "apple", 2),)) == found(START, seen=table(START, A1=["apple", "apple"]))
