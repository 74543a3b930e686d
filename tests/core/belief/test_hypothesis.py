"""What a hypothesis says of itself, and how much a search may ask."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.belief.hypothesis import Either, Hypothesis, Unfinished, hypotheses_of, is_whole, one_or_either
from companion.core.belief.search import Ambiguous, Explained, Unexplained
from companion.core.belief.search_budget import Allowance, Budget
from companion.core.table import Change
from tests.toy import Take

TAKE, OTHER = Take("A", "apple", "A.1"), Take("A", "apple", "A.2")
LEFT = (Change("A.1", "apple", 1),)
TOLD: Hypothesis[Any] = Hypothesis(actions=(TAKE,))


@pytest.mark.parametrize("doubt", ["outstanding", "assumed", "unseen", "amid_doubt", "refused"])
def test_each_doubt_alone_makes_it_inexact(doubt: str) -> None:
    doubted: Hypothesis[Any] = Hypothesis(actions=(TAKE,), **{doubt: LEFT})

    assert TOLD.is_exact
    assert not doubted.is_exact
    assert (True, False) == (is_whole(TOLD), is_whole(doubted))


def test_what_is_held_is_told_once_what_becomes_of_it_is() -> None:
    assert [True, False, True, True] == [
        is_whole(each)
        for each in (
            Hypothesis(),
            Hypothesis(held=LEFT),
            Hypothesis(held=LEFT, discarded=(TOLD,)),
            Hypothesis(actions=(TAKE,), held=LEFT),
        )
    ]


def test_a_question_is_whole_where_each_answer_is() -> None:
    done, more = Explained((TAKE,)), Explained((OTHER,), LEFT)

    assert [True, True, False, False, False] == [
        is_whole(each)
        for each in (
            Either((TOLD,)),
            Ambiguous((done,)),
            Ambiguous((done, more)),
            Unexplained(()),
            Unfinished(0, (), ()),
        )
    ]


def test_taking_back_changes_something() -> None:
    assert [True, False, False] == [each.changes_nothing for each in (Hypothesis(), Hypothesis(1), TOLD)]


def test_one_story_is_no_question() -> None:
    other: Hypothesis[Any] = Hypothesis(actions=(OTHER,), outstanding=LEFT)
    either = Either((TOLD, other))

    assert (TOLD, either) == (one_or_either([TOLD]), one_or_either([TOLD, other]))
    assert ((TOLD,), (TOLD, other), ()) == (hypotheses_of(TOLD), hypotheses_of(either), hypotheses_of(Unexplained(())))
    assert (TOLD, other) == hypotheses_of(Ambiguous((Explained((TAKE,)), Explained((OTHER,), LEFT))))


def test_a_search_asks_as_much_as_each_may_while_something_is_left_and_then_the_least() -> None:
    allowance = Allowance(Budget(10, 20, 30), Budget(6, 8, 40), Budget(2, 3, 1))

    assert Budget(7, 9, 31) == allowance.beyond(Budget(1, 1, 1))
    allowance.spend(Budget(7, 19, 30))
    assert Budget(3, 3, 0) == allowance.left.minus(Budget(0, -2, 0))
    assert Budget(3, 3, 1) == allowance.beyond(Budget(0, 0, 0))


@pytest.mark.parametrize("asked", [Budget(4, 0, 0), Budget(0, 5, 0), Budget(0, 0, 6)])
def test_it_gives_up_once_any_of_it_is_more(asked: Budget) -> None:
    assert asked.is_beyond(Budget(3, 4, 5))
    assert not Budget(3, 4, 5).is_beyond(asked.plus(Budget(3, 4, 5)))
