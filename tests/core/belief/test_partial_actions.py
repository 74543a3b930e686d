"""Whether a table lies between two others: a part of what changes has changed, and nothing else."""

from __future__ import annotations

import pytest

from companion.core.belief.partial_actions import is_between, leads_on
from tests.core.belief.piles import GAME, Piles

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
