"""What is in no sight lies under others, is in somebody's hand, or has gone: the ways to understand a look."""

from __future__ import annotations

import pytest

from companion.core.belief.observation_model import Hidden, looks
from companion.core.heights import Height
from companion.core.table import TableSnapshot


def table(words: str) -> TableSnapshot:
    """`A apple pear | B`: two zones, the second one empty."""
    zones = (each.split() for each in words.split("|"))
    return TableSnapshot.of({zone: pieces for zone, *pieces in zones})


def held(expected: str, seen: str, hidden: Hidden) -> list[list[str]]:
    """What is held in each way to understand the look."""
    return [
        [f"{zone} {delta:+} {piece}" for zone, piece, delta in look.held]
        for look in looks(table(expected), table(seen), hidden)
    ]


APPLE = ("apple",)


@pytest.mark.parametrize(
    ("expected", "seen", "hidden", "told"),
    [
        pytest.param("A apple | B", "A | B", Hidden(), [["A -1 apple"], []], id="gone"),
        pytest.param("A apple | B", "A | B apple", Hidden(), [[]], id="moved"),
        pytest.param("A apple apple | B", "A | B apple", Hidden(), [["A -1 apple"], []], id="one of two moved"),
        pytest.param("A apple | B", "A | B ?", Hidden(), [[]], id="it may be what cannot be read"),
        pytest.param("A apple pear | B", "A ? | B", Hidden(), [["A -1 pear"], []], id="one of them cannot be read"),
        pytest.param("A apple", "A", Hidden(landed={"B": APPLE}), [[]], id="landed where nobody can look now"),
        pytest.param(
            "A apple apple | B", "A | B apple", Hidden(arrived={"B": APPLE}), [["A -1 apple"], []], id="seen to come"
        ),
        pytest.param(
            "A apple apple", "A", Hidden(landed={"B": APPLE}), [["A -1 apple"], []], id="one of two has landed"
        ),
    ],
)
def test_what_is_gone_and_has_not_landed_may_be_in_a_hand(
    expected: str, seen: str, hidden: Hidden, told: list[list[str]]
) -> None:
    assert told == held(expected, seen, hidden)


@pytest.mark.parametrize(
    ("expected", "seen", "hidden", "told"),
    [
        pytest.param("A apple | P apple", "A | P apple", Hidden(arrived={"P": APPLE}), [[]], id="onto its kind"),
        pytest.param(
            "A apple | B apple | P",
            "A | B | P apple",
            Hidden(arrived={"P": (*APPLE, *APPLE)}),
            [[]],
            id="both, and one is in sight",
        ),
        pytest.param(
            "A apple | P apple | B",
            "A | P apple | B apple",
            Hidden(departed={"P": APPLE}),
            [["A -1 apple"], []],
            id="what came is the one that left the pile",
        ),
        pytest.param(
            "A apple | P apple | B | C",
            "A | P | B apple | C apple",
            Hidden(departed={"P": (*APPLE, *APPLE)}),
            [["A -1 apple"], []],
            id="both came from the pile, on which one is missing",
        ),
        pytest.param(
            "A apple | B apple | C apple | D",
            "A apple | B | C | D apple",
            Hidden(arrived={"A": APPLE}, departed={"A": APPLE}, level=frozenset("A")),
            [["B -1 apple"], []],
            id="one left and one came where one lies",
        ),
        pytest.param(
            "A apple apple | B | C | X apple",
            "A apple | B apple | C apple | X",
            Hidden(arrived={"A": APPLE}, departed={"A": (*APPLE, *APPLE)}, level=frozenset("A")),
            [[]],
            id="two left and one came where two lay",
        ),
        pytest.param(
            "A | B apple | C apple",
            "A apple | B | C",
            Hidden(arrived={"A": (*APPLE, *APPLE)}, level=frozenset("A")),
            [["B -1 apple"], []],
            id="of two that came one lies there",
        ),
        pytest.param(
            "A apple | B", "A | B apple", Hidden(departed={"X": APPLE}), [[]], id="what left a place that nobody sees"
        ),
        pytest.param(
            "A apple | P fig",
            "A | P apple",
            Hidden(resurfaced={"P": APPLE}),
            [["A -1 apple", "P -1 fig"], []],
            id="what came to light again has not come",
        ),
        pytest.param(
            "A apple | P", "A | P apple apple", Hidden(resurfaced={"P": APPLE}), [[]], id="one of two came to light"
        ),
        pytest.param(
            "A apple | B apple",
            "A apple | B",
            Hidden(arrived={"A": APPLE}, level=frozenset("A")),
            [["B -1 apple"], []],
            id="no more lies there: what was there before lies nowhere",
        ),
        pytest.param("A apple | B apple", "A apple | B", Hidden(arrived={"A": APPLE}), [[]], id="more may lie there"),
    ],
)
def test_labels_tell_what_has_come_where_that_changes_nothing(
    expected: str, seen: str, hidden: Hidden, told: list[list[str]]
) -> None:
    assert told == held(expected, seen, hidden)


@pytest.mark.parametrize(
    ("expected", "seen", "lack", "told"),
    [
        pytest.param("A apple | B apple | P", "A | B | P apple", "BA", [["B -1 apple"], []], id="the first is held"),
        pytest.param("A apple | B apple | P", "A | B | P apple", "AB", [["A -1 apple"], []], id="whichever it is"),
        pytest.param(
            "A apple | B pear",
            "A | B",
            "A",
            [["A -1 apple", "B -1 pear"], ["A -1 apple"], []],
            id="what went last may have gone for good",
        ),
        pytest.param(
            "A apple | B pear",
            "A | B fig",
            "AB",
            [["A -1 apple", "B -1 pear"], ["B -1 pear"], []],
            id="or lies under what has come there",
        ),
    ],
)
def test_the_order_in_which_places_were_emptied_tells_what_is_held(
    expected: str, seen: str, lack: str, told: list[list[str]]
) -> None:
    assert told == held(expected, seen, Hidden(lack=tuple(lack)))


@pytest.mark.parametrize(
    ("seen", "hidden", "told"),
    [
        pytest.param("A | B apple", Hidden(lack=("A",), new={"B": APPLE}), [["A -1 apple"], []], id="another one"),
        pytest.param("A | B apple", Hidden(new={"B": APPLE}), [[]], id="nobody has seen A empty before"),
        pytest.param("A | B apple apple", Hidden(lack=("A",), new={"B": APPLE}), [[]], id="one of two is another one"),
        pytest.param(
            "A apple | B",
            Hidden(replaced={("A", "apple")}, level=frozenset("A")),
            [["A -1 apple"], []],
            id="its like lies in its place",
        ),
        pytest.param(
            "A apple | B apple",
            Hidden(replaced={("A", "apple")}, level=frozenset("A"), departed={"A": APPLE}),
            [[]],
            id="its like lies in its place, and it lies elsewhere",
        ),
        pytest.param("A apple | B", Hidden(replaced={("A", "apple")}), [[]], id="both may lie there"),
    ],
)
def test_another_of_its_kind_is_not_what_is_gone(seen: str, hidden: Hidden, told: list[list[str]]) -> None:
    assert told == held("A apple | B", seen, hidden)


@pytest.mark.parametrize(
    ("expected", "seen", "buried", "ways"),
    [
        ("P fig pear", "P fig", "pear", [("P fig pear", []), ("P fig pear", ["pear"]), ("P fig", [])]),
        ("P pear pear", "P pear", "pear pear", [("P pear pear", []), ("P pear pear", ["pear"]), ("P pear", [])]),
        ("P fig", "P fig", "pear", [("P fig", [])]),
    ],
)
def test_what_may_be_buried_lies_there_is_held_or_has_gone(
    expected: str, seen: str, buried: str, ways: list[tuple[str, list[str]]]
) -> None:
    found = looks(table(expected), table(seen), Hidden(buried={"P": buried.split(), "unseen": ["pear"]}))
    strange = looks(table(expected), table(f"{seen} | Q"), Hidden(buried={"P": buried.split(), "Q": ["pear"]}))

    assert [(table(words), pieces) for words, pieces in ways] == [
        (each.seen, [change.piece for change in each.held]) for each in found
    ]
    assert [each.held for each in found] == [each.held for each in strange]


def test_a_pile_on_which_something_was_laid_lacks_nothing() -> None:
    assert [[]] == held("P fig", "P pear", Hidden(heights={"P": Height(2, 2)}))
    assert [["P -1 fig"], []] == held("P fig", "P", Hidden(heights={"P": Height(0, 0)}))
    come_to_light = Hidden(heights={"P": Height(1, 1)}, resurfaced={"P": ("pear",)})
    assert [["P -1 fig"], []] == held("P fig", "P pear", come_to_light)


def test_where_its_like_lies_in_its_place_both_would() -> None:
    back, _ = looks(table("A apple"), table("A apple"), Hidden(replaced={("A", "apple")}, level=frozenset("A")))

    assert table("A apple apple") == back.seen


def test_what_is_held_may_lie_on_its_pile_again() -> None:
    """Where another label was seen to go from it the pile may be as much higher; if it has gone, it is not."""
    lower = {"P": Height(0, 0)}
    hidden = Hidden(heights=lower, departed={"P": ("fig",)}, heights_if_gone={"P": Height(0, 2)})

    back, gone = looks(table("P fig"), table("P"), hidden)

    assert ({"P": Height(0, 1)}, {"P": Height(0, 2)}) == (back.heights, gone.heights)
    assert lower == looks(table("P fig"), table("P"), Hidden(heights=lower))[0].heights
    assert {} == looks(table("P fig"), table("P"), Hidden(departed={"P": ("fig",)}))[0].heights
    assert (table("P fig"), table("P"), table("P")) == (back.seen, back.lying, gone.seen)
