"""What is found out of a state is found out once, and a search asks no more than it is allowed."""

from __future__ import annotations

import gc
from dataclasses import replace
from weakref import ref

from companion.core.belief.search import Explained, Search, Unexplained
from companion.core.belief.search_budget import NOTHING, Allowance, Budget
from companion.core.belief.transposition_table import position
from companion.core.game import legal_actions, play
from companion.core.heights import NO_HEIGHTS
from companion.core.table import TableSnapshot
from tests.toy import GAME, OPTIONS, Pass, State, Take


def dealt() -> State:
    state = GAME.initial_state(OPTIONS)
    for notation in ("deal apple", "deal cherry", "deal pear"):
        state = play(GAME, state, GAME.read_action(notation))
    return state


STATE = dealt()


def test_equal_states_are_one_position() -> None:
    assert position(GAME, STATE) is position(GAME, replace(STATE))
    assert GAME.table(STATE) == position(GAME, STATE).table


def test_where_actions_lead() -> None:
    now = position(GAME, STATE)
    after = {action: now.after(action) for action in legal_actions(GAME, STATE)}

    assert {action: GAME.apply(STATE, action) for action in after} == {
        action: later.state for action, later in after.items() if later is not None
    }


def test_what_breaks_a_rule_leads_nowhere_but_can_be_carried_out() -> None:
    too_early = Pass("B")

    assert position(GAME, STATE).after(too_early) is None
    assert GAME.apply(STATE, too_early) == position(GAME, STATE).after_slip(too_early).state


def search(seen: TableSnapshot, allowance: Allowance) -> Search[State, object]:
    return Search(GAME, STATE, seen, NO_HEIGHTS, allowance)  # type: ignore[arg-type,return-value]


TWO_BEHIND = GAME.table(play(GAME, play(GAME, STATE, Pass("A")), Take("B", "pear", "B.2")))
MUCH = Budget(500, 5_000, 500)


def test_a_search_goes_on_where_it_stopped() -> None:
    begun = search(TWO_BEHIND, Allowance(MUCH, MUCH, MUCH))

    assert isinstance(begun.explanation(1), Unexplained)
    assert Explained((Pass("A"), Take("B", "pear", "B.2"))) == begun.explanation(2)


def test_searches_share_what_they_may_ask() -> None:
    """The first takes all there is; what comes later has the least, which is too little here."""
    allowance = Allowance(Budget(3, 30, 3), MUCH, NOTHING)
    first, later = search(TWO_BEHIND, allowance), search(TWO_BEHIND, allowance)
    first.explanation(3)

    assert isinstance(later.explanation(3), Unexplained)
    assert later.judged <= 1


def test_what_a_search_kept_goes_with_it() -> None:
    """A full garbage collection stops play for tens of milliseconds: a search leaves nothing for it to find."""
    gc.disable()
    try:
        begun = search(TWO_BEHIND, Allowance(MUCH, MUCH, MUCH))
        begun.explanation(3)
        gone = ref(begun)
        del begun

        assert gone() is None
    finally:
        gc.enable()
