"""What open actions brought is gone again: they were taken back, and not otherwise."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.core.belief.hypothesis import Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.scan import Scan
from companion.core.belief.taken_back import taken_back_in_disorder, taken_back_whole, with_traceless
from companion.core.heights import Height
from companion.core.table import Change, TableSnapshot
from tests.core.belief.piles import GAME, Become, Piles

FULL = Piles({"P": "fig", "Q": "date", "A": "", "B": ""}, {"P": 3, "Q": 3})
LESS = Piles({"P": "pear", "Q": "date", "A": "fig", "B": ""}, {"P": 2, "Q": 3})
LEAST = Piles({"P": "pear", "Q": "kiwi", "A": "fig", "B": "date"}, {"P": 2, "Q": 2})


def scan(
    *states: Piles, seats: str = "AB", hidden: Hidden | None = None, heights: tuple[int, int] = (3, 3), **seen: str
) -> Scan[Piles, Become]:
    """These states were believed, one after the other; the table looks as at first, but for some zones."""
    looks = TableSnapshot.of({zone: pieces.split() for zone, pieces in {**states[0].lying, **seen}.items()})
    decided = [Become(seat if seat in "AB" else None, state) for seat, state in zip(seats, states[1:], strict=False)]
    latest = [OpenAction(before, action) for (before, _), action in zip(pairwise(states), decided, strict=True)]
    told = hidden or Hidden(heights={zone: Height(count, count) for zone, count in zip("PQ", heights, strict=True)})
    return Scan(GAME, states[-1], latest, Sighting(looks, looks, told))


@pytest.mark.parametrize(
    ("seats", "least", "back"), [("AB", 1, 2), ("AB", 2, 2), ("AB", 3, None), ("A-", 1, 2), ("A-", 2, None)]
)
def test_all_lies_as_before_open_actions(seats: str, least: int, back: int | None) -> None:
    """Of which so many are decisions; chance is none."""
    found = taken_back_whole(scan(FULL, LESS, LEAST, seats=seats), least)

    assert (None if back is None else Hypothesis(back)) == found
    assert taken_back_whole(scan(FULL, LESS, LEAST, seats=seats, A="fig"), least) is None


ARRIVED = {"P": ("fig",), "Q": ("date",)}
TURNED = Change("P", "fig", -1), Change("P", "pear", 1)


@pytest.mark.parametrize(
    ("seen", "arrived", "heights", "outstanding"),
    [
        pytest.param({"P": "pear"}, "P", (3, 3), TURNED, id="in another order on its pile"),
        pytest.param(
            {"P": "pear", "Q": "kiwi"},
            "PQ",
            (3, 3),
            (*TURNED, Change("Q", "date", -1), Change("Q", "kiwi", 1)),
            id="on two piles",
        ),
        pytest.param({"P": "pear", "Q": "kiwi"}, "P", (3, 3), None, id="nothing came to one of them"),
        pytest.param({"P": "pear"}, "Q", (3, 3), None, id="nothing came to it"),
        pytest.param({"P": "pear"}, "P", (2, 3), None, id="it is too low"),
        pytest.param({"P": "pear", "A": "fig"}, "P", (3, 3), None, id="it lies elsewhere still"),
        pytest.param({"P": ""}, "P", (3, 3), None, id="it is gone"),
        pytest.param({"P": "", "Q": "date kiwi"}, "PQ", (3, 3), None, id="it is gone, and another came elsewhere"),
        pytest.param({"P": "pear pear"}, "P", (3, 3), None, id="two came for one"),
        pytest.param({}, "P", (3, 3), None, id="nothing differs"),
    ],
)
def test_what_was_put_back_in_disorder(
    seen: dict[str, str], arrived: str, heights: tuple[int, int], outstanding: tuple[Change, ...] | None
) -> None:
    told = Hidden(
        arrived={zone: ARRIVED[zone] for zone in arrived},
        heights={zone: Height(count, count) for zone, count in zip("PQ", heights, strict=True)},
    )

    found = next(taken_back_in_disorder(scan(FULL, LESS, LEAST, hidden=told, **seen)), None)

    assert (None if outstanding is None else Hypothesis(2, outstanding=outstanding)) == found


def test_what_left_no_trace_is_taken_back_with_what_followed_it() -> None:
    """The pass of B told of itself only by what A did then; chance, and a pile that grew, were seen."""
    grown = Piles(FULL.lying, {**FULL.heights, "Q": 4})
    after_a_pass = scan(FULL, FULL, FULL, LESS, seats="BBA")

    assert 3 == with_traceless(after_a_pass, 1)
    assert 3 == with_traceless(after_a_pass, 2)
    assert 1 == with_traceless(scan(FULL, FULL, LESS, seats="-A"), 1)
    assert 1 == with_traceless(scan(FULL, grown, LESS, seats="BA"), 1)
    assert 1 == with_traceless(scan(FULL, LESS, LEAST), 1)
    assert 2 == with_traceless(scan(FULL, LESS, LESS, LEAST, seats="ABA"), 1)
