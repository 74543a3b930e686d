"""What speaks against a hypothesis, and when two are too near: on Nine Men's Morris."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from nine_mens_morris import GAME, Lay, Push, State, Take

from companion.core.belief.cost import Cost, Premise, Shortfall, cost
from companion.core.belief.hypothesis import Either, Finding, Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import cheapest_findings, revise
from companion.core.belief.scan import Scan
from companion.core.declared.placement import Placement

Action = Lay | Push | Take
WHITE, BLACK = ("d1", "d2", "d3", "f6", "e5"), ("b4", "b2", "g4", "a7", "d7")
PLAYED = (Take("A", "b4"), Push("B", "b2", "b4"), Push("A", "d2", "b2"))


def position(white: Sequence[str], black: Sequence[str], laid: int = 9, *, takes: bool = False) -> State:
    placement = Placement({**dict.fromkeys(white, ("white",)), **dict.fromkeys(black, ("black",))})
    return State(names=("Ann", "Ben"), placement=placement, to_lay=(9 - laid, 9 - laid), takes=takes)


def states(start: State, actions: Sequence[Action]) -> list[State]:
    return [reduce(GAME.apply, actions[:number], start) for number in range(len(actions) + 1)]


def look(
    start: State, believed: Sequence[Action], then: Sequence[Action], hidden: Hidden | None = None
) -> tuple[State, list[OpenAction[State, Action]], Sighting]:
    """The table after these were believed, and those were done."""
    *before, now = states(start, believed)
    seen = GAME.table(states(now, then)[-1])
    latest = [OpenAction(state, action) for state, action in zip(before, believed, strict=True)]
    return now, latest, Sighting(seen, seen, hidden or Hidden())


def told(
    start: State, believed: Sequence[Action], then: Sequence[Action], hidden: Hidden | None = None
) -> Finding[Action]:
    now, latest, sighting = look(start, believed, then, hidden)
    return revise(GAME, now, latest, sighting, hasty=True)


def test_what_a_look_has_refuted_is_not_offered() -> None:
    """That b2 was taken, and b4 never left, has fewer decisions; but b4 was seen to be empty."""
    start = position(WHITE, BLACK, takes=True)

    assert Hypothesis(0, (Push("B", "g4", "g1"),)) == told(start, PLAYED, [Push("B", "g4", "g1")])


def test_each_look_that_lies_on_no_way_to_the_end_counts() -> None:
    now, latest, sighting = look(position(WHITE, BLACK, takes=True), PLAYED, [Push("B", "g4", "g1")])
    stories = Scan(GAME, now, latest, sighting)
    other = Hypothesis(3, (Take("A", "b2"), Push("B", "g4", "g1"), Push("A", "d2", "b2")))

    assert Cost(Shortfall.NONE, Premise.NONE, 0, 1, False, 6, 3, 0, 3) == cost(stories, other)


def test_a_man_with_a_label_that_nobody_had_seen_was_not_put_back() -> None:
    """After c4 was taken a white man lies there: another one was laid, unless it is the one that was taken."""
    start = replace(position(("c4", "d5"), ("a7", "d7", "g7"), laid=5, takes=True), on_turn="B")
    believed, then = [Take("B", "c4")], [Lay("A", "c4")]

    assert Hypothesis(0, (Lay("A", "c4"),)) == told(start, believed, then, Hidden(new={"c4": ("white",)}))
    assert isinstance(told(start, believed, then), Either)


def test_why_this_tells_the_best_first_and_what_speaks_against_each() -> None:
    start = position(("d2", "a4", "f6", "e5"), ("b2", "g4", "a7", "d7"))
    now, latest, sighting = look(start, [Push("A", "d2", "d1")], [Push("B", "b2", "d2")])

    best = cheapest_findings(GAME, now, latest, sighting)

    assert Hypothesis(0, (Push("B", "b2", "d2"),)) == best[0][1]
    assert [cost for cost, _ in best] == sorted(cost for cost, _ in best)
