"""Whether a table lies between two others: a part of what changes has changed, and nothing else."""

from __future__ import annotations

import pytest

from companion.core.belief.observation_model import Look
from companion.core.belief.partial_actions import assumed, containing, is_between, leads_on, with_the_next
from companion.core.heights import Height
from companion.core.table import UNREADABLE, Change, TableSnapshot, Zone
from tests.core.belief.piles import GAME, STRANGER, Become, Piles

BEFORE = Piles({"market": "apple apple pear", "A": "", "pile": "fig"}, {"pile": 2})
AFTER = Piles({"market": "pear", "A": "apple apple", "pile": "fig"}, {"pile": 4})


@pytest.mark.parametrize(
    ("market", "a", "pile", "height", "leads", "between"),
    [
        ("apple apple pear", "", "fig", 2, False, False),
        ("apple pear", "", "fig", 2, True, True),
        ("apple pear", "apple", "fig", 3, True, True),
        ("pear", "apple apple", "fig", 4, True, True),
        ("pear", "apple apple apple", "fig", 4, False, False),
        ("apple apple", "", "fig", 2, False, False),
        ("apple apple apple pear", "", "fig", 2, False, False),
        ("apple apple pear", "", "kiwi", 3, True, False),
        ("apple apple pear", "", "kiwi", 4, True, False),
        ("apple apple pear", "", "kiwi", 2, False, False),
        ("apple apple pear", "", "kiwi", 5, False, False),
        ("apple apple pear", "", "kiwi", 1, False, False),
    ],
)
def test_a_table_on_the_way(market: str, a: str, pile: str, height: int, leads: bool, between: bool) -> None:
    """What lies on top of a pile may be anything on the way, if the pile is higher than it was and not too high."""
    now = Piles({"market": market, "A": a, "pile": pile}, {"pile": height})

    assert leads == leads_on(GAME, BEFORE, now, AFTER)
    assert between == is_between(*map(GAME.table, (BEFORE, now, AFTER)))


def test_a_pile_that_shrinks_is_on_the_way_as_one_that_grows() -> None:
    lower = Piles({"market": "apple apple pear", "A": "", "pile": "kiwi"}, {"pile": 3})

    assert leads_on(GAME, AFTER, Piles({**AFTER.lying, "pile": "kiwi"}, {"pile": 3}), BEFORE)
    assert not leads_on(GAME, lower, Piles({**lower.lying, "pile": "date"}, {"pile": 4}), BEFORE)


TAKE = Become("A", AFTER)
START = Piles(BEFORE.lying, BEFORE.heights, (TAKE,))


def look(heights: dict[Zone, Height] | None = None, **lying: str) -> Look:
    """The table before, but for some zones."""
    seen = TableSnapshot.of({zone: pieces.split() for zone, pieces in {**BEFORE.lying, **lying}.items()})
    return Look(seen, seen, heights or {})


@pytest.mark.parametrize(
    ("lying", "height", "is_part"),
    [
        ({}, None, False),
        ({"market": "apple pear"}, None, True),
        ({"A": "apple"}, None, True),
        ({"A": "apple apple apple"}, None, False),
        ({"A": "pear"}, None, False),
        ({"A": UNREADABLE}, None, False),
        ({"A": STRANGER}, None, False),
        ({"A": "apple"}, Height(2, 2), True),
        ({"A": "apple"}, Height(3, 3), True),
        ({"A": "apple"}, Height(4, 4), True),
        ({"A": "apple"}, Height(1, 1), False),
        ({"A": "apple"}, Height(5, 5), False),
        ({"A": "apple"}, Height(0, 9), True),
    ],
)
def test_what_is_seen_may_be_a_part_of_a_legal_action(
    lying: dict[Zone, str], height: Height | None, is_part: bool
) -> None:
    """If nothing else has changed, and no pile is lower or higher than on the way."""
    heights = {} if height is None else {"pile": height}

    assert [TAKE] * is_part == [action for action, _ in containing(GAME, START, look(heights, **lying))]


def test_what_the_table_lacks_of_it_is_left_to_hands() -> None:
    left = Change("A", "apple", -2), Change("market", "apple", 1)

    assert [(TAKE, left)] == [*containing(GAME, START, look(market="apple pear"))]


def test_a_part_of_an_action_and_what_another_one_did_after_it() -> None:
    """Ann has taken an apple of two, Bob the pear; whoever began goes on himself, and chance is nobody."""
    whole = Piles({**AFTER.lying, "market": "", "B": "pear"}, AFTER.heights)
    table_now = {"market": "apple", "A": "apple", "B": "pear"}
    for player, told in (("B", 1), ("A", 0), (None, 0)):
        then = Become(player, whole)
        taken = Become("A", Piles({**AFTER.lying, "B": ""}, AFTER.heights, (then,)))
        start = Piles({**BEFORE.lying, "B": ""}, BEFORE.heights, (taken,))
        missing = Change("A", "apple", -1), Change("market", "apple", 1)

        found = [*with_the_next(GAME, start, look(**table_now))]

        assert [((taken, then), missing)] * told == found
        assert [] == [*with_the_next(GAME, start, look(**{**table_now, "B": STRANGER}))]


def test_two_who_are_both_still_at_it() -> None:
    """Ann has taken an apple of two, and of two pears Bob has one: of both a part is seen, and both lack one."""
    whole = Piles({**AFTER.lying, "market": "", "B": "pear pear"}, AFTER.heights)
    then = Become("B", whole)
    taken = Become("A", Piles({**AFTER.lying, "B": ""}, AFTER.heights, (then,)))
    start = Piles({**BEFORE.lying, "B": ""}, BEFORE.heights, (taken,))
    seen = look(market="apple", A="apple", B="pear")

    assert [] == [*with_the_next(GAME, start, seen)]
    [(actions, missing)] = with_the_next(GAME, start, seen, begun=True)
    assert (taken, then) == actions
    assert Change("B", "pear", -1) in missing


@pytest.mark.parametrize(("height", "told"), [(2, 0), (3, 1), (4, 0)])
def test_a_pile_on_the_way_is_a_part_of_which_all_else_is_done(height: int, told: int) -> None:
    """Ann has both apples, Bob the pear; her pile has grown by one of two. Had it not changed, it would be no part."""
    then = Become("B", Piles({**AFTER.lying, "market": "", "B": "pear"}, AFTER.heights))
    taken = Become("A", Piles({**AFTER.lying, "B": ""}, AFTER.heights, (then,)))
    start = Piles({**BEFORE.lying, "B": ""}, BEFORE.heights, (taken,))
    seen = look({"pile": Height(height, height)}, market="", A="apple apple", B="pear")

    assert [((taken, then), ())] * told == [*with_the_next(GAME, start, seen)]


def test_a_decision_is_assumed_of_which_nothing_is_seen() -> None:
    """Nothing changes in sight, or all of it is left to do; a pile of told height shows; chance is nobody."""
    lower = Piles(BEFORE.lying, {"pile": 1})
    nothing, by_chance, lifts = Become("A", BEFORE), Become(None, BEFORE), Become("B", lower)
    height = {"pile": Height(1, 1)}

    assert (nothing,) == assumed(GAME, BEFORE, (nothing, by_chance), look())
    assert (nothing, lifts) == assumed(GAME, BEFORE, (nothing, lifts), look())
    assert (nothing,) == assumed(GAME, BEFORE, (nothing, lifts), look(height))
    assert (TAKE,) == assumed(GAME, BEFORE, (TAKE,), look())
    assert () == assumed(GAME, BEFORE, (TAKE,), look(A="apple"))
    only_a = TableSnapshot({"A": ("apple", "apple")})
    assert () == assumed(GAME, BEFORE, (TAKE,), Look(only_a, only_a, {}))
    unseen = TableSnapshot({"pile": ("fig",)})
    assert (TAKE,) == assumed(GAME, BEFORE, (TAKE,), Look(unseen, unseen, {}))
