"""What an owner may answer about his copy, and how far he is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from companion.core.copy_form import (
    Answers,
    ChoiceInput,
    Different,
    InputChoice,
    InputKind,
    MapPoint,
    NameInput,
    NoForm,
    NumberInput,
    Question,
    QuestionSheet,
    Remark,
    RoutesInput,
    accepted,
    different,
    in_words,
    sound,
    status,
)
from companion.core.facts import Provenance
from companion.core.text import verbatim
from companion.errors import CatalogError

WORDS = verbatim("?")
COLOURS = ChoiceInput(tuple(InputChoice(name, verbatim(name)) for name in ("red", "blue", "green")), 1, 2)
PLACES = RoutesInput(tuple(MapPoint(name, WORDS, 0, 0) for name in ("a", "b")))


def question(kind: InputKind, name: str = "farm.price", **more: object) -> Question:
    return Question(name, WORDS, WORDS, kind, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (NumberInput(2, 12), "2", "2"),
        (NumberInput(2, 12), "012", "12"),
        (NumberInput(2, 12), "1", None),
        (NumberInput(2, 12), "13", None),
        (NumberInput(2, 12), "٣", None),
        (NumberInput(2, 12), "-3", None),
        (NumberInput(0, 10**12), "1234567890", None),
        (COLOURS, "red", "red"),
        (COLOURS, "blue red", "red blue"),
        (COLOURS, "", None),
        (COLOURS, "red red", None),
        (COLOURS, "red blue green", None),
        (COLOURS, "pink", None),
        (replace(COLOURS, most=3), "green red blue", "red blue green"),
        (PLACES, "a~b", "a~b"),
        (PLACES, "a~a", None),
        (PLACES, "a~c", None),
        (NameInput(5), " Own  1 ", "Own 1"),
        (NameInput(5), "Own 12", None),
        (NameInput(5), "X", "X"),
        (NameInput(5), " ", None),
        (NameInput(5), "...", None),
    ],
)
def test_what_is_an_answer(kind: InputKind, value: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(CatalogError):
            accepted(question(kind), value)
    else:
        assert expected == accepted(question(kind), value)


def test_how_far_the_owner_is() -> None:
    """Known values are not asked for; needed are the counted ones of pieces in play; what fits is no doubt."""
    known = question(NumberInput(0, 9), "farm.size", known=Provenance.RULEBOOK)
    other = question(NumberInput(0, 9), "mine.price", counted=False)
    sheets = [
        QuestionSheet("farm", WORDS, verbatim("cards"), (question(NumberInput(0, 9)), known), "farm"),
        QuestionSheet("mine", WORDS, verbatim("cards"), (other, question(NumberInput(0, 9), "mine.size")), "mine"),
        QuestionSheet("map", WORDS, verbatim("maps"), (question(NumberInput(0, 9), "map.size"),)),
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


def test_an_answer_that_is_none_is_told_with_how_many_are_expected() -> None:
    for most, count in ((1, "1"), (2, "1 to 2")):
        with pytest.raises(CatalogError, match=f"^\\? {count} of red, blue, green is expected, not 'pink'.$"):
            accepted(question(replace(COLOURS, most=most)), "pink")


def test_an_answer_is_read_as_it_was_touched() -> None:
    """What the sheet does not know is left out; nothing at all has words of its own."""
    colours = question(replace(COLOURS, none=verbatim("no colour")))

    assert "red and green" == str(in_words(colours, "red pink green"))
    assert "no colour" == str(in_words(colours, ""))
    assert "12" == str(in_words(question(NumberInput(0, 20)), "12"))


@dataclass(frozen=True)
class Copy(NoForm):
    """A copy of which some prices are known."""

    prices: tuple[tuple[str, str], ...]
    said: tuple[Remark, ...] = ()

    def sheets(self, answers: Answers) -> tuple[QuestionSheet, ...]:
        questions = tuple(
            question(
                NumberInput(0, 9), name, known=Provenance.OWNER if price else Provenance.PROVISIONAL, printed=price
            )
            for name, price in self.prices
        )
        return (QuestionSheet("cards", verbatim("Cards"), WORDS, questions),)

    def remarks(self, answers: Answers) -> tuple[Remark, ...]:
        return self.said


def test_two_copies_differ_in_what_either_knows() -> None:
    """Known to both and not the same, to one alone, asked of one alone; what neither knows is no difference."""
    here = Copy((("farm", "1"), ("mine", "2"), ("bank", "3"), ("oil", ""), ("inn", ""), ("mill", "4"), ("map", "")))
    there = Copy((("farm", "1"), ("mine", "5"), ("bank", ""), ("oil", "6"), ("inn", "")))

    assert [("2", "5"), ("3", "None"), ("None", "6"), ("4", "None")] == [
        (str(each.here), str(each.there)) for each in different(here, there)
    ]


def test_what_a_check_doubts_is_no_sound_answer() -> None:
    doubt, praise = Remark(WORDS, ("farm",)), Remark(WORDS, ("mine",), fits=True)

    assert {"mine": "2", "bank": "3"} == sound(Copy((), (doubt, praise)), {"farm": "1", "mine": "2", "bank": "3"})


def test_a_sheet_has_a_short_title_where_one_is_given() -> None:
    long = QuestionSheet("farm", verbatim("Farm of the north"), WORDS, ())

    assert "Farm of the north" == str(long.short_title)
    assert "Farm" == str(replace(long, short=verbatim("Farm")).short_title)
