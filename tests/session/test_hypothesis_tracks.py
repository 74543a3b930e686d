"""What an earlier look left open, and what goes on from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.config import Patience
from companion.core.belief.hypothesis import Either, Hypothesis
from companion.core.table import Box, Change, Observation, TableSnapshot
from companion.session import hypothesis_tracks
from companion.session.belief import Belief
from companion.session.hypothesis_tracks import HypothesisTracks
from companion.session.order_of_play import times_begun
from companion.session.session_state import SessionState
from companion.session.thinking import at_once
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, Action, State, lying

TOOK, TOOK_ELSEWHERE, PASSED = (
    GAME.read_action(each) for each in ("A: take apple -> A.1", "A: take apple -> A.2", "A: pass")
)


@pytest.fixture
def state(table: ToyTable) -> SessionState[State, Action]:
    state = SessionState.of(table.history, Patience(), at_once)
    state.table.look(lying(market=["A1", "C1", "P1"]))
    return state


def test_a_look_at_a_part_of_the_table_does_not_answer_what_all_of_it_left_open(
    state: SessionState[State, Action],
) -> None:
    """A hand lies over the baskets: the apple may have gone into either of them still."""
    told = Hypothesis(actions=(TOOK,)), Hypothesis(actions=(TOOK_ELSEWHERE,))
    state.belief.told = Either(told)
    state.table.look(Observation(lying(market=["C1", "P1"]).labels, blind=(Box(100, 0, 500, 100),)))

    assert told == HypothesisTracks(state).left_open()


def test_what_is_in_sight_answers_it(state: SessionState[State, Action]) -> None:
    state.belief.told = Either((Hypothesis(actions=(TOOK,)), Hypothesis(actions=(TOOK_ELSEWHERE,))))
    state.table.look(Observation(TAKEN.labels, blind=(Box(0, 0, 100, 100),)))

    assert () == HypothesisTracks(state).left_open()


def test_what_follows_goes_on_from_taking_back_too(table: ToyTable) -> None:
    """It was asked whether A took his apple back or something else happened; he takes the cherry then."""
    table.sees(TAKEN)
    state = SessionState.of(table.history, Patience(), at_once)
    state.table.look(TAKEN)
    state.belief.told = Either((Hypothesis(1), Hypothesis(actions=(PASSED,))))
    state.table.look(lying(market=["A1", "P1"], A1=["C1"]))
    found = Hypothesis(1, (GAME.read_action("A: take cherry -> A.1"),))

    assert [Hypothesis(1)] == HypothesisTracks(state).told_before(found)


def test_what_was_asked_about_goes_on_though_the_table_now_looks_otherwise_too(
    state: SessionState[State, Action],
) -> None:
    """Nobody says whether A took the apple alone or after a pass; it is away again: it may be held, or thrown away."""
    told = Hypothesis(actions=(TOOK,)), Hypothesis(actions=(PASSED, TOOK))
    state.belief.consider(Either(told))
    state.belief.tick(10.0)
    state.table.look(lying(market=["C1", "P1"]))
    tracks = HypothesisTracks(state)
    found = Either((Hypothesis(actions=(PASSED,)), Hypothesis(1)))

    assert [*told] == tracks.told_before(found)
    held = (Change("A.1", "apple", -1),)
    assert Either(tuple(replace(each, held=held) for each in told)) == tracks.each_with_what_follows(told, found)


def test_of_more_stories_than_are_followed_those_remain_in_which_least_is_in_a_hand(
    state: SessionState[State, Action], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The apple that A took is away: in one of two stories it has been thrown away, while play went on."""
    throws = (TOOK, GAME.read_action("B: pass"), GAME.read_action("A: throw A.1"))
    told = Hypothesis(actions=(TOOK,)), Hypothesis(actions=throws)
    state.belief.consider(Either(told))
    state.belief.tick(10.0)
    state.table.look(lying(market=["C1", "P1"]))
    monkeypatch.setattr(hypothesis_tracks, "MOST_ASKED", 1)

    assert Either(told[1:]) == HypothesisTracks(state).each_with_what_follows(told, Hypothesis(1))


def test_nothing_remains_to_be_asked_where_all_lies_as_if_none_of_it_had_happened(
    state: SessionState[State, Action],
) -> None:
    """A card was laid open and taken back: who would have played it nobody has to say. A hand may hide it still."""
    told = Hypothesis(actions=(TOOK,)), Hypothesis(actions=(PASSED, TOOK))
    state.belief.consider(Either(told))
    state.belief.tick(10.0)
    tracks = HypothesisTracks(state)
    assert tracks.each_with_what_follows(told, Hypothesis()) is None

    state.table.look(Observation(lying().labels, blind=(Box(0, 0, 500, 100),)))
    assert Either(told) == tracks.each_with_what_follows(told, Hypothesis())


def test_tiles_that_lie_over_others_are_no_hand_over_the_table(state: SessionState[State, Action]) -> None:
    """Only what nothing on the table accounts for may be lifted again: what is said waits for that alone."""
    under_a_hand = Observation(TAKEN.labels, blind=(Box(0, 0, 100, 100),))
    state.table.look(under_a_hand)
    assert state.table.sight.covered

    state.table.look(TAKEN)
    assert not state.table.sight.covered
    state.table.sight.seen = TableSnapshot({"A.1": ("apple",)})
    assert not state.table.sight.covered


def test_what_is_kept_when_something_else_is_told_before_it_began_when_it_did(table: ToyTable) -> None:
    belief: Belief[Action] = Belief(Patience())
    belief.tick(20.0)
    begun = times_begun(GAME, belief, table.history.state, (PASSED, TOOK_ELSEWHERE), {TOOK_ELSEWHERE: 4.0})

    assert [20.0, 4.0] == [*begun]
