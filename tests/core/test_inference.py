"""From a change on the table to the actions that made it, on the smallest of games."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from companion.core.belief.search import Ambiguous, Explained, Illegal, Unexplained, explain
from companion.core.game import legal_actions, perft, play, violation
from companion.core.table import UNREADABLE, Change, TableSnapshot
from tests.toy import GAME, OPTIONS, Action, Dealt, Pass, State, Take, Throw


def after(*notations: str) -> State:
    state = GAME.initial_state(OPTIONS)
    for notation in ("deal apple", "deal cherry", "deal pear", *notations):
        state = play(GAME, state, GAME.read_action(notation))
    return state


def table(state: State, **changed: Iterable[str]) -> TableSnapshot:
    """The state's table with other contents in some zones: `table(state, A1=["apple"])`."""
    zones = {zone.replace(".", ""): zone for zone in GAME.table(state).zones}
    return TableSnapshot.of({**GAME.table(state).zones, **{zones[name]: held for name, held in changed.items()}})


def test_a_table_as_it_should_be_needs_no_story() -> None:
    assert Explained(()) == explain(GAME, after(), table(after()))


def test_one_action_is_found() -> None:
    seen = table(after(), market=["cherry", "pear"], A1=["apple"])

    assert Explained((Take("A", "apple", "A.1"),)) == explain(GAME, after(), seen)


def test_chance_is_followed_as_far_as_the_table_shows_it() -> None:
    seen = TableSnapshot.of({"market": ["pear", "apple"]})
    found = explain(GAME, GAME.initial_state(OPTIONS), seen)

    assert Explained((Dealt("apple"), Dealt("pear"))) == found


def test_a_forgotten_pass_is_filled_in() -> None:
    seen = table(after(), market=["apple", "cherry"], B2=["pear"])

    found = explain(GAME, after(), seen)

    assert isinstance(found, Explained)
    assert (Pass("A"), Take("B", "pear", "B.2")) == found.actions


def test_what_the_story_says_and_the_table_does_not_show_yet_is_outstanding() -> None:
    seen = table(after(), A1=["apple"])

    assert Explained((Take("A", "apple", "A.1"),), (Change("market", "apple", 1),)) == explain(GAME, after(), seen)


def test_what_may_be_half_of_another_action_is_told_beside_it() -> None:
    """The pear has left the market and A.2 holds the apple of A.1: thrown away, or the hand is not done yet?"""
    state = after("A: take apple -> A.1", "B: pass")
    whole = explain(GAME, state, table(state, A1=[]))
    half = explain(GAME, state, table(state, market=["cherry"], A1=[]))

    assert Explained((Throw("A", "A.1"),)) == whole
    assert isinstance(half, Ambiguous)


def test_stories_that_fit_equally_well_are_all_told() -> None:
    found = explain(GAME, after(), table(after(), market=["cherry", "pear"]))

    assert isinstance(found, Ambiguous)
    assert {(Take("A", "apple", "A.1"),), (Take("A", "apple", "A.2"),)} == {r.actions for r in found.readings}


def test_an_illegal_action_is_named_with_its_rule() -> None:
    state = after("A: take apple -> A.1", "B: pass")
    found = explain(GAME, state, table(state, market=["pear"], A1=["apple", "cherry"]))

    assert isinstance(found, Illegal)
    assert (Take("A", "cherry", "A.1"), "T-2") == (found.action, found.violation.rule.id)


def test_the_first_rule_a_referee_would_name_is_named() -> None:
    """Out of turn, and into a full basket as well: whose turn it is comes first."""
    state = after("A: take apple -> A.1", "B: take cherry -> B.1")
    found = explain(GAME, state, table(state, market=[], B1=["cherry", "pear"]))

    assert isinstance(found, Illegal)
    assert (Take("B", "pear", "B.1"), "T-1") == (found.action, found.violation.rule.id)


def test_what_no_action_makes_is_unexplained() -> None:
    assert Unexplained((Change("A.1", "apple", 2),)) == explain(GAME, after(), table(after(), A1=["apple", "apple"]))


def test_an_unreadable_label_neither_needs_nor_prevents_a_story() -> None:
    assert Explained(()) == explain(GAME, after(), table(after(), A2=[UNREADABLE]))
    seen = table(after(), market=["cherry", UNREADABLE], A1=["apple"])
    assert Explained((Take("A", "apple", "A.1"),)) == explain(GAME, after(), seen)


def test_zones_that_are_not_seen_are_left_to_the_story() -> None:
    seen = TableSnapshot.of({"A.1": ["apple"]})

    assert Explained((Take("A", "apple", "A.1"),)) == explain(GAME, after(), seen)


def test_leaf_counts_are_what_counting_by_hand_gives() -> None:
    """Three deals of three fruits; then six takes and a pass; then, for B, 4 takes and a pass (or 6 and a pass)."""
    assert 27 == perft(GAME, GAME.initial_state(OPTIONS), 3)
    assert 7 == perft(GAME, after(), 1)
    assert 6 * 5 + 7 == perft(GAME, after(), 2)


@given(st.data())
def test_every_legal_action_is_explained_by_itself_or_asked_about(data: st.DataObject) -> None:
    state = GAME.initial_state(OPTIONS)
    for _ in range(data.draw(st.integers(0, 8))):
        legal = list(legal_actions(GAME, state))
        if not legal:
            break
        state = GAME.apply(state, data.draw(st.sampled_from(legal)))
    for action in legal_actions(GAME, state):
        found = explain(GAME, state, GAME.table(GAME.apply(state, action)))
        assert _agrees(state, action, found)


def _agrees(state: State, action: Action, found: object) -> bool:
    goal = GAME.table(GAME.apply(state, action))
    match found:
        case Explained(()):
            return goal == GAME.table(state)
        case Explained(actions):
            return goal == GAME.table(_played(state, actions))
        case Ambiguous(readings):
            return all(goal == GAME.table(_played(state, reading.actions)) for reading in readings)
    return False


def _played(state: State, actions: Iterable[Action]) -> State:
    for action in actions:
        assert violation(GAME, state, action) is None
        state = GAME.apply(state, action)
    return state


def test_what_is_only_gone_breaks_no_rule_by_what_may_be_done_with_it() -> None:
    """Somebody holds an apple while the fruits are dealt: only where it came to lie was it taken too early."""
    dealing = play(GAME, play(GAME, GAME.initial_state(OPTIONS), Dealt("apple")), Dealt("cherry"))
    held, laid = (explain(GAME, dealing, table(dealing, market=["cherry"], A1=basket)) for basket in ((), ["apple"]))

    assert Unexplained((Change("market", "apple", -1),)) == held
    assert isinstance(laid, Illegal)
    assert (Take("A", "apple", "A.1"), "T-1") == (laid.action, laid.violation.rule.id)
