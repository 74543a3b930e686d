"""The experiment beside the product's belief: paths of states that are weighed against every look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from benchmarks.belief_filter.beam import Beam
from benchmarks.belief_filter.looks import Look
from benchmarks.belief_filter.paths import Back, Path, weigh
from benchmarks.clumsy.__main__ import Choice, plan, run
from companion.core.belief.hypothesis import Finding, Hypothesis
from companion.core.table import Change, Reading, TableSnapshot
from tests.toy import GAME, Action, Dealt, State, Take, Throw

DEALT: Sequence[Action] = (Dealt("apple"), Dealt("cherry"), Dealt("pear"))
APPLE, PEAR, CHERRY = Take("A", "apple", "A.1"), Take("B", "pear", "B.1"), Take("A", "cherry", "A.2")
START = Path((State(("Ann", "Ben")),)).then(GAME, DEALT).end


def look(at: float, *, without: str = "", **zones: str) -> Look:
    """The dealt table but for these zones (`A_1="apple"`), and those that are out of sight."""
    seen = dict(GAME.table(START).zones)
    seen.update({zone.replace("_", "."): tuple(pieces.split()) for zone, pieces in zones.items()})
    snapshot = TableSnapshot.of(seen).without(without.split())
    return Look(at, snapshot, Reading({}), {}, {"": Counter()})


TABLE = look(0.0)
TAKEN = look(5.0, market="cherry pear", A_1="apple")
BOTH_TAKEN = look(10.0, market="cherry", A_1="apple", B_1="pear")


def found(*looks: Look, done: Sequence[Action] = (), settled: int = 0) -> Finding[Action]:
    """What is said of the last of these looks, where the journal has these actions since the table was dealt."""
    journal, beam = Path((START,)).then(GAME, done), Beam(GAME)
    for each in looks:
        each.done = len(done)
        beam.look(each)
        beam.follow(journal.states, journal.steps, settled, 0)
        beam.think(hasty=False)
    return beam.finding()


def test_what_was_done_and_taken_back_stands_no_more() -> None:
    path = Path((START,)).then(GAME, [APPLE]).back(1).then(GAME, [CHERRY])

    assert (CHERRY,) == path.done
    assert (APPLE, Back(1), CHERRY) == path.steps
    assert GAME.apply(START, CHERRY) == path.end


def test_a_look_contradicts_who_says_that_nothing_was_done_and_not_who_says_that_it_was_taken_back() -> None:
    nothing = Path((START,))
    undone = nothing.then(GAME, [APPLE]).back(1)
    looks = [TABLE, TAKEN, look(10.0)]

    assert 1 == weigh(GAME, nothing, looks, nothing).cost.looks
    assert 0 == weigh(GAME, undone, looks, nothing).cost.looks


def test_what_goes_on_is_told_from_where_the_last_look_was() -> None:
    assert Hypothesis(actions=(APPLE,)) == found(TABLE, TAKEN)
    assert Hypothesis(actions=(PEAR,)) == found(TABLE, TAKEN, BOTH_TAKEN, done=[APPLE])


def test_who_put_it_elsewhere_did_so_before_what_followed() -> None:
    into_the_other = Take("A", "apple", "A.2")
    seen = look(10.0, market="cherry", A_2="apple", B_1="pear")

    assert Hypothesis(1, (into_the_other, PEAR)) == found(TABLE, TAKEN, seen, done=[APPLE])


def test_what_is_settled_is_not_gone_back_on() -> None:
    seen = look(10.0, market="cherry", A_2="apple", B_1="pear")

    told = found(TABLE, TAKEN, seen, done=[APPLE], settled=1)

    assert Hypothesis(1, (Take("A", "apple", "A.2"), PEAR)) != told


def test_what_only_left_its_place_is_held_and_thrown_away_once_play_goes_on_from_that() -> None:
    done = [APPLE, PEAR]
    gone = look(15.0, market="cherry", B_1="pear")
    on = look(20.0, market="", B_1="pear", B_2="cherry")

    held = found(TABLE, TAKEN, BOTH_TAKEN, gone, done=done)

    assert isinstance(held, Hypothesis)
    assert (Change("A.1", "apple", -1),) == held.held
    assert Hypothesis(actions=(Throw("A", "A.1"),)) in held.discarded
    thrown = Throw("A", "A.1"), Take("B", "cherry", "B.2")
    assert Hypothesis(actions=thrown) == found(TABLE, TAKEN, BOTH_TAKEN, gone, on, done=done)


def test_what_lies_under_a_book_is_no_matter() -> None:
    assert Hypothesis() == found(TABLE, TAKEN, look(10.0, without="market A.1 A.2"), done=[APPLE])


@pytest.mark.parametrize("number", [17, 46])
def test_clumsy_people_are_understood_without_their_cases(number: int) -> None:
    """The next one acts before the last has finished; two moves are taken back. No code knows either."""
    [planned] = plan(Choice(("new_world_order",), 1901, belief="filter"), [number])

    verdict = run(planned).verdict

    assert verdict is not None
    assert [] == ([] if verdict.clean else verdict.notes)
