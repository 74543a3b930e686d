"""What an earlier look left open, and what goes on from it."""

from __future__ import annotations

import pytest

from companion.config import Patience
from companion.core.belief.hypothesis import Either, Hypothesis
from companion.core.table import Box, Observation
from companion.session.hypothesis_tracks import HypothesisTracks
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
