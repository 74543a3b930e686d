"""What an owner may answer about his copy, and how far he is."""

from __future__ import annotations

import pytest

from companion.core.capture import (
    Choice,
    Choices,
    Different,
    Kind,
    Number,
    Place,
    Question,
    Remark,
    Routes,
    Sheet,
    Words,
    accepted,
    status,
)
from companion.core.facts import Provenance
from companion.core.text import verbatim
from companion.errors import CatalogError

WORDS = verbatim("?")
COLOURS = Choices(tuple(Choice(name, verbatim(name)) for name in ("red", "blue", "green")), 1, 2)
PLACES = Routes(tuple(Place(name, WORDS, 0, 0) for name in ("a", "b")))


def question(kind: Kind, name: str = "farm.price", **more: object) -> Question:
    return Question(name, WORDS, WORDS, kind, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (Number(2, 12), "2", "2"),
        (Number(2, 12), "012", "12"),
        (Number(2, 12), "1", None),
        (Number(2, 12), "13", None),
        (Number(2, 12), "٣", None),
        (Number(2, 12), "-3", None),
        (Number(0, 10**12), "1234567890", None),
        (COLOURS, "red", "red"),
        (COLOURS, "blue red", "red blue"),
        (COLOURS, "", None),
        (COLOURS, "red red", None),
        (COLOURS, "red blue green", None),
        (COLOURS, "pink", None),
        (PLACES, "a~b", "a~b"),
        (PLACES, "a~a", None),
        (PLACES, "a~c", None),
        (Words(5), " Own  1 ", "Own 1"),
        (Words(5), "Own 12", None),
        (Words(5), " ", None),
        (Words(5), "...", None),
    ],
)
def test_what_is_an_answer(kind: Kind, value: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(CatalogError):
            accepted(question(kind), value)
    else:
        assert expected == accepted(question(kind), value)


def test_how_far_the_owner_is() -> None:
    """Known values are not asked for; needed are the counted ones of pieces in play; what fits is no doubt."""
    known = question(Number(0, 9), "farm.size", known=Provenance.RULEBOOK)
    other = question(Number(0, 9), "mine.price", counted=False)
    sheets = [
        Sheet("farm", WORDS, verbatim("cards"), (question(Number(0, 9)), known), "farm"),
        Sheet("mine", WORDS, verbatim("cards"), (other, question(Number(0, 9), "mine.size")), "mine"),
        Sheet("map", WORDS, verbatim("maps"), (question(Number(0, 9), "map.size"),)),
    ]
    remarks = [Remark(WORDS, ("farm.price",)), Remark(WORDS, ("mine.size",), fits=True)]
    farm = status(sheets, {}, ["farm"], remarks)

    assert (5, 4, 2, 1) == (farm.total, farm.to_go, farm.needed, farm.doubtful)
    assert {"cards": (4, 3), "maps": (1, 1)} == farm.by_group
    assert 3 == status(sheets, {}).needed
    assert (0, 0, 0) == (status([], {}).total, status([], {}).to_go, status([], {}).needed)


def test_a_difference_says_who_has_told_what() -> None:
    one, two = verbatim("1"), verbatim("2")

    assert [
        "Farm, price: 2 there; nobody has told it here.",
        "Farm, price: 1 here; nobody has told it there.",
        "Farm, price: 1 here, 2 there.",
    ] == [
        str(Different(verbatim("Farm"), verbatim("price"), here, there).sentence())
        for here, there in ((None, two), (one, None), (one, two))
    ]
