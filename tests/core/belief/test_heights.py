"""How high piles are, as far as labels tell: bounds are bounds."""

from __future__ import annotations

import pytest

from companion.core.evidence import Evidence
from companion.core.heights import Height, between, evidence_of, fit_heights
from companion.core.table import TableSnapshot
from tests.core.belief.piles import GAME, Piles

TWO = Piles({"pile": "apple", "market": "pear"}, {"pile": 2})


@pytest.mark.parametrize(
    ("height", "is_in"), [(Height(2, 3), False), (Height(1, 1), True), (Height(1), True), (Height(0, 1), True)]
)
def test_a_height_has_both_its_bounds(height: Height, is_in: bool) -> None:
    assert is_in == (1 in height)
    assert "1" not in height


@pytest.mark.parametrize(
    ("height", "fits", "restacked", "intact"),
    [
        (Height(2, 2), True, [], ["pile"]),
        (Height(2, 3), True, [], []),
        (Height(1, 2), True, [], []),
        (Height(3, 3), False, ["pile"], []),
        (Height(0, 1), False, ["pile"], []),
    ],
)
def test_a_pile_is_restacked_where_it_cannot_be_as_high(
    height: Height, fits: bool, restacked: list[str], intact: list[str]
) -> None:
    """One that is known to be as high is intact."""
    told = {"pile": height}
    seen = GAME.table(TWO)

    evidence = evidence_of(GAME, TWO, seen, told)

    assert fits == fit_heights(GAME, TWO, told)
    assert ({*restacked}, {*intact}) == (evidence.restacked, evidence.intact)
    assert Evidence.between(seen, seen) == evidence_of(GAME, TWO, seen, {})


def test_evidence_may_be_of_another_table() -> None:
    gone = TableSnapshot({"pile": (), "market": ("pear",)})

    assert Evidence.between(gone, GAME.table(TWO)) == evidence_of(GAME, TWO, GAME.table(TWO), {}, gone)


def test_a_pile_that_grows_is_never_lower_on_the_way_nor_higher_than_it_becomes() -> None:
    now = {"grows": 2, "shrinks": 5, "stays": 3}
    told = {"grows": Height(4, 4), "shrinks": Height(1, 2), "stays": Height(3, 3)}

    assert {"grows": Height(2, 4), "shrinks": Height(1, 5), "stays": Height(3, 3)} == between(now, told)
