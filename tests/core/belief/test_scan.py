"""From which earlier states a look is explained, and what its labels still leave untold there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.core.belief.hypothesis import Hypothesis
from companion.core.belief.observation_model import Hidden, Look
from companion.core.belief.scan import came_in_sight, undone
from companion.core.belief.search import Explained, readings
from companion.core.heights import Height
from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone
from tests.core.belief.piles import Become, Piles, scan

START = Piles({"P": "fig", "A": "", "market": "pear"}, {"P": 2})
GROWN = Piles({"P": "fig", "A": "", "market": "pear"}, {"P": 3})
TAKEN = Piles({"P": "fig", "A": "pear", "market": ""}, {"P": 3})
LAID = Piles({"P": "kiwi", "A": "pear", "market": ""}, {"P": 4})


class TestEarlier:
    @pytest.mark.parametrize(
        ("seats", "seen", "back"),
        [
            ("AB", {}, [1, 2]),
            ("A-", {}, [2]),
            ("-B", {}, [1]),
            ("A-", {"A": ""}, [1, 2]),
            ("A-", {"market": "fig"}, [1, 2]),
            ("A-", {"P": "date"}, [2]),
        ],
    )
    def test_chance_is_doubted_where_the_table_differs(self, seats: str, seen: dict[str, str], back: list[int]) -> None:
        """The first one raised the pile, of which nothing shows; the second one brought the pear from the market."""
        found = [*scan(START, GROWN, TAKEN, seats=seats, **seen).earlier()]

        assert back == [number for number, _ in found]
        assert [[TAKEN, GROWN, START][number] for number in back] == [state for _, state in found]

    def test_and_where_it_took_something_away(self) -> None:
        taken = Piles({**START.lying, "market": ""}, START.heights)

        assert [(1, START)] == [*scan(START, taken, seats="-").earlier()]
        assert [] == [*scan(taken, START, seats="-").earlier()]

    def test_what_is_left_to_hands_differs_too(self) -> None:
        assert [(1, GROWN)] == [*scan(GROWN, TAKEN, seats="-", done={"A": ""}).earlier()]

    def test_before_none_of_them_is_now(self) -> None:
        told = scan(START, GROWN, TAKEN)

        assert [TAKEN, GROWN, START] == [told.before(number) for number in range(3)]


HIDDEN = Hidden(
    arrived={"P": ("kiwi",), "A": ("pear",)}, departed={"P": ("fig",), "market": ("pear",)}, level=frozenset({"P", "A"})
)


class TestStillUntold:
    """What labels tell of piles, but for what open actions have told of it."""

    def untold(self, state: Piles, heights: Mapping[Zone, Height] | None = None) -> Hidden:
        told = scan(START, TAKEN, LAID, hidden=replace(HIDDEN, heights=heights or {}))
        return told._still_untold(state)

    def test_a_pile_that_is_as_high_as_is_told_holds_what_arrived(self) -> None:
        as_told = self.untold(LAID, {"P": Height(4, 4)})

        assert ({"A": ("pear",)}, {}) == (as_told.arrived, as_told.departed)

    @pytest.mark.parametrize("heights", [{}, {"P": Height(5, 5)}, {"A": Height(4, 4)}])
    def test_of_another_one_they_tell_more(self, heights: dict[Zone, Height]) -> None:
        """What left a place where all lies in sight is missing there."""
        untold = self.untold(LAID, heights)

        assert ({"P": ("kiwi",), "A": ("pear",)}, {"P": ("fig",)}) == (untold.arrived, untold.departed)
        assert {"P", "A"} == untold.level

    def test_seen_from_before_open_actions_these_brought_what_shows(self) -> None:
        untold = self.untold(START)

        assert {"P": ("kiwi", "kiwi"), "A": ("pear",)} == untold.arrived
        assert {"A"} == untold.level
        assert {"P": ("kiwi",), "A": ("pear",)} == self.untold(TAKEN).arrived

    def test_of_a_pile_that_is_as_high_as_it_was_the_labels_tell_all(self) -> None:
        before = Piles({"P": "fig", "Q": "date"}, {"P": 2, "Q": 1})
        after = Piles({"P": "kiwi", "Q": "date"}, {"P": 3, "Q": 1})
        untold = scan(before, after, hidden=Hidden(level=frozenset({"Q"})))._still_untold(before)

        assert ({"P": ("kiwi",)}, {"Q"}) == (untold.arrived, untold.level)


@pytest.mark.parametrize(
    ("told", "state", "least"),
    [
        (Height(4, 4), LAID, None),
        (Height(5, 5), LAID, 4),
        (Height(3, 9), LAID, None),
        (Height(4, 4), TAKEN, 3),
        (Height(3, 3), TAKEN, None),
        (Height(3, 3), START, 2),
    ],
)
def test_more_may_have_come_to_a_pile_that_has_grown(told: Height, state: Piles, least: int | None) -> None:
    """From the lower of what it was and is on."""
    heights = {"P": told}
    looks = scan(START, TAKEN, LAID, hidden=Hidden(heights=heights))

    ways = looks.if_more_was_moved(state, looks.looks)

    assert ([] if least is None else [{**heights, "P": Height(least)}] * len(looks.looks)) == [w.heights for w in ways]


def test_the_table_lies_as_in_a_state_with_nothing_in_a_hand() -> None:
    told = scan(START, hidden=Hidden(heights={"P": Height(2, 2)}))
    low = scan(START, hidden=Hidden(heights={"P": Height(1, 1)}))
    held = scan(START, market="")

    assert told.lies_as(START, told.looks)
    assert not low.lies_as(START, low.looks)
    assert not held.lies_as(START, held.looks)
    assert not told.lies_as(TAKEN, told.looks)


def test_what_came_in_sight() -> None:
    """A pear to A, two to the pile, of which the top is another now; what is out of sight counts nothing."""
    whole, partly = scan(LAID), scan(LAID, A="-")

    assert {("A", "pear"), ("P", "kiwi"), ("P", UNREADABLE)} == came_in_sight(whole, START, LAID)
    assert {("P", "kiwi"), ("P", UNREADABLE)} == came_in_sight(partly, START, LAID)
    assert {("market", "pear"), ("P", "fig")} == came_in_sight(whole, LAID, START)
    assert set() == came_in_sight(scan(LAID, P="-"), START, GROWN)
    assert {("P", UNREADABLE)} == came_in_sight(whole, START, GROWN)


@pytest.mark.parametrize(
    ("steps", "cancelled"),
    [
        ((("A", TAKEN), ("B", LAID)), []),
        ((("A", TAKEN), ("B", GROWN)), [0, 1]),
        ((("A", TAKEN), (None, GROWN)), [0]),
        ((("A", GROWN), ("B", TAKEN), ("A", START)), [0, 1, 2]),
    ],
)
def test_decisions_of_which_others_undo_a_part(
    steps: tuple[tuple[str | None, Piles], ...], cancelled: list[int]
) -> None:
    actions: list[Become] = [Become(*step) for step in steps]

    assert [actions[number] for number in cancelled] == [*undone(scan(START), actions)]


def test_what_else_would_lie_out_of_sight() -> None:
    to_laid = (Become("A", LAID),)
    told: list[tuple[Zone, Piece, int]] = [("A", "pear", 1), ("P", "fig", -1), ("P", "kiwi", 1), ("P", UNREADABLE, 2)]

    assert () == scan(START).unseen(START, to_laid, TableSnapshot({"A": (), "P": (), "market": ()}))
    assert tuple(Change(*each) for each in told) == scan(START).unseen(START, to_laid, TableSnapshot({"market": ()}))
    assert () == scan(START).unseen(START, (), TableSnapshot({}))


def test_decisions_are_not_told_in_the_order_of_what_was_missed_where_that_leads_elsewhere() -> None:
    """The kiwi was missed first, but whoever takes the pear after it lays the kiwi back."""
    pear = Become("A", Piles({"A": "", "B": "kiwi"}, then=(Become("A", Piles({"A": "", "B": ""})),)))
    start = Piles({"A": "pear", "B": "kiwi"}, then=(pear,))
    looks = scan(start, A="", B="", hidden=Hidden(lack=("B", "A")))

    assert Hypothesis(actions=(pear, *pear.becomes.then)) == looks.exact(start, 0, looks.looks[-1:])


def test_a_short_story_of_one_way_goes_before_a_long_one_of_another() -> None:
    """Ann took the pear, and Bob laid the kiwi; or the kiwi lies there still, and only the pear is gone."""
    pear = Become("A", Piles({"A": "", "B": ""}, then=(Become("B", Piles({"A": "", "B": "kiwi"})),)))
    start = Piles({"A": "pear", "B": ""}, then=(pear,))
    looks = scan(start, A="")
    both, one = (Look(table, table, {}) for table in (TableSnapshot({"A": (), "B": kiwi}) for kiwi in (("kiwi",), ())))

    assert Hypothesis(actions=(pear, *pear.becomes.then)) == looks.exact(start, 0, [both])
    assert Hypothesis(actions=(pear,)) == looks.exact(start, 0, [both, one])


def test_to_which_piles_labels_came_and_which_they_left_by_open_actions() -> None:
    """The pile has grown by one, and by two; in the other direction it has shrunk."""
    grown, shrunk = scan(START, GROWN), scan(GROWN, START)

    assert ({"P"}, set()) == (grown._traffic(START).came, grown._traffic(START).left)
    assert (set(), {"P"}) == (shrunk._traffic(GROWN).came, shrunk._traffic(GROWN).left)
    assert (set(), set()) == (grown._traffic(GROWN).came, grown._traffic(GROWN).left)


@pytest.mark.parametrize(
    ("hidden", "told"),
    [
        (Hidden(arrived={"P": ("fig",)}), [1, 2]),
        (Hidden(departed={"P": ("fig",)}), [0]),
        (Hidden(arrived={"P": ("fig",)}, departed={"Q": ("fig",)}), [2]),
    ],
)
def test_of_several_stories_those_are_told_that_move_the_piles_whose_labels_moved(
    hidden: Hidden, told: list[int]
) -> None:
    """A pear lies in A; the pile P is lower, or higher by one label of its own, or by one of the pile Q."""
    heights = ({"P": 1, "Q": 3}, {"P": 3, "Q": 3}, {"P": 3, "Q": 2})
    lying = {"P": "fig", "Q": "fig", "A": ""}
    actions = [Become("A", Piles({**lying, "A": "pear"}, each)) for each in heights]
    start = Piles(lying, {"P": 2, "Q": 3}, tuple(actions))
    looks = scan(start, A="pear", hidden=hidden)

    found = readings(looks.in_sight(start, looks.looks[-1]))

    assert [Explained((actions[number],)) for number in told] == [*found]


def test_of_two_stories_that_is_told_which_tells_what_lies_beneath() -> None:
    """A date came to the pile by its label, and lies under the kiwi; that a lime came first nobody has seen."""
    laid = [Become("A", Piles({"P": "kiwi"}, {"P": 4})) for _ in range(2)]
    first = [
        Become("A", Piles({"P": piece}, {"P": 3}, (then,))) for piece, then in zip(("lime", "date"), laid, strict=True)
    ]
    start = Piles({"P": "fig"}, {"P": 2}, tuple(first))
    looks = scan(start, P="kiwi", hidden=Hidden(buried={"P": ("date",)}, arrived={"P": ("date", "kiwi")}))

    assert Explained((first[1], laid[1])) == looks.in_sight(start, looks.looks[-1])
