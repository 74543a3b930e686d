"""The shortest stories, among states that follow each other as they are told."""

from __future__ import annotations

import pytest

from companion.core.belief.search import Ambiguous, Explained, Search, Traffic, Unexplained
from companion.core.belief.search_budget import THOROUGH, Allowance, Budget
from companion.core.heights import Height
from companion.core.table import Change, TableSnapshot, Zone
from tests.core.belief.piles import GAME, Become, Piles


def piles(a: str = "", height: int = 2, *then: Become, top: str = "fig") -> Piles:
    """What lies in A, how high the pile is, and what may be done."""
    return Piles({"A": a, "P": top}, {"P": height}, then)


def search(
    start: Piles, a: str, *, height: Height | None = None, traffic: Traffic | None = None, top: str = "fig"
) -> Search[Piles, Become]:
    """What explains that this lies in A, and that the pile is as high as told."""
    seen = TableSnapshot.of({"A": a.split(), "P": top.split()})
    heights: dict[Zone, Height] = {} if height is None else {"P": height}
    return Search(GAME, start, seen, heights, Allowance(THOROUGH, THOROUGH, THOROUGH), traffic=traffic)


PEAR = Become("B", piles("pear"))


def test_nothing_explains_a_table_as_it_should_be() -> None:
    assert Explained(()) == search(piles(), "").explanation(3)
    assert Explained(()) == search(piles(), "").in_sight(0)


def test_a_decision_that_leaves_no_trace_is_assumed_last() -> None:
    """Ann passes, and Bob takes the pear: in sight nothing explains it."""
    passes = Become("A", piles("", 2, PEAR))
    told = search(piles("", 2, passes), "pear")

    assert Unexplained((Change("A", "pear", 1),)) == told.in_sight(3)
    assert Unexplained((Change("A", "pear", 1),)) == told.explanation(1)
    assert Explained((passes, PEAR)) == told.explanation(2)


@pytest.mark.parametrize("height", [Height(3, 3), None])
def test_what_makes_a_pile_higher_shows_where_its_height_is_told(height: Height | None) -> None:
    """Of what happens out of sight nothing is assumed."""
    higher = Become("A", piles("", 3, Become("B", piles("pear", 3))))
    told = search(piles("", 2, higher), "pear", height=height)

    whole = Explained((higher, *higher.becomes.then))
    assert (whole if height else Unexplained((Change("A", "pear", 1),))) == told.in_sight(3)
    assert (whole if height else Unexplained((Change("A", "pear", 1),))) == told.explanation(3)


def test_a_pile_that_grows_and_shrinks_again_is_no_story() -> None:
    """Unless the labels show it."""
    back = Become("B", piles("pear", 2))
    to_and_fro = Become("A", piles("pear", 3, back))
    start = piles("", 2, Become("A", piles("fig", 3, back)))
    steps = start.then[0], back

    assert isinstance(search(start, "pear").explanation(3), Unexplained)
    assert Explained(steps) == search(start, "pear", traffic=Traffic(exchanged={"P"})).explanation(3)
    assert Explained((to_and_fro,)) == search(piles("", 2, to_and_fro), "pear").explanation(3)


@pytest.mark.parametrize(
    ("traffic", "untold"),
    [
        (Traffic(), 0),
        (Traffic(came={"P"}), 0),
        (Traffic(left={"P"}), 1),
        (Traffic(came={"P", "A"}), 1),
        (Traffic(came={"A"}, left={"P"}), 2),
        (Traffic(came={"P"}, left={"A", "B"}), 2),
    ],
)
def test_labels_that_came_or_left_may_be_left_untold(traffic: Traffic, untold: int) -> None:
    """The pile grows by what was done."""
    grows = Become("A", piles("pear", 3))

    assert untold == search(piles("", 2, grows), "pear", traffic=traffic).untold_traffic((grows,))


def test_stories_of_one_length_are_told_by_what_they_leave_to_be_done() -> None:
    """A pear in A by Ann alone; by Bob a fig would lie on the pile as well."""
    clean, more = Become("A", piles("pear")), Become("B", piles("pear", 3, top="kiwi"))

    assert Explained((clean,)) == search(piles("", 2, clean, more), "pear").explanation(3)
    both = Explained((clean,)), Explained((PEAR,))
    assert Ambiguous(both) == search(piles("", 2, clean, PEAR), "pear").explanation(3)
    by_labels = search(piles("", 2, clean, Become("B", piles("pear", 3))), "pear", traffic=Traffic(came={"P"}))
    assert Explained((Become("B", by_labels.start.state.then[1].becomes),)) == by_labels.explanation(3)


def test_of_two_ways_to_one_state_the_one_counts_that_labels_tell() -> None:
    """Both end alike; by the second one the pile grew before, which the labels show."""
    end = piles("pear pear", 3)
    plain, grown = Become("A", piles("pear", 2, Become("B", end))), Become("A", piles("pear", 3, Become("B", end)))
    start = piles("", 2, plain, grown)

    assert 0 == search(start, "pear pear").untold_traffic((plain, plain.becomes.then[0]))
    assert Explained((plain, plain.becomes.then[0])) == search(start, "pear pear").explanation(3)


def test_chance_is_followed_as_far_as_it_brings_the_picture_nearer() -> None:
    """And no further; an event that forbids another one gives way to it."""
    full = piles("fig pear")
    second = Become(None, full)
    first = Become(None, piles("fig", 2, second))
    useless = Become(None, piles("", 2))
    dead_end = Become(None, piles("pear"))

    assert Explained((first, second)) == search(piles("", 2, useless, first), "fig pear").explanation(3)
    assert Explained((first, second)) == search(piles("", 2, dead_end, first), "fig pear").explanation(3)
    assert Explained((first,)) == search(piles("", 2, first), "fig").explanation(0)


def test_no_more_decisions_are_looked_at_than_a_table_may_be_behind() -> None:
    steps = [piles("a b c d")]
    for lying in ("a b c", "a b", "a", ""):
        steps.append(piles(lying, 2, Become("AB"[len(steps) % 2], steps[-1])))
    *_, three, four = steps

    assert 3 == len(getattr(search(three, "a b c d").explanation(3), "actions", ()))
    assert isinstance(search(three, "a b c d").explanation(2), Unexplained)
    assert isinstance(search(four, "a b c d").explanation(3), Unexplained)


def test_what_is_exhausted_is_sought_no_further() -> None:
    """Only the first of two moves was looked at: what would follow it is no story, the other may be told as well."""
    first, other = Become("A", piles("fig", 2, PEAR)), Become("A", piles("kiwi", 2, PEAR))
    seen, one = TableSnapshot.of({"A": ["pear"], "P": ["fig"]}), Budget(1, 1, 1)
    told = Search(GAME, piles("", 2, first, other), seen, {}, Allowance(THOROUGH, one, one))
    untold = Unexplained((Change("A", "pear", 1),))

    assert [untold, untold] == [told.explanation(1), told.explanation(3)]
