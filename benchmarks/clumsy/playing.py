"""Moves as they should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.clumsy.family import behaviour
from benchmarks.clumsy.people import People


@behaviour("tidy", "a move")
def one_move(people: People) -> bool:
    return _counted(people)


def tidy(people: People, fits: Callable[[Any], bool] = lambda _: True) -> bool:
    """A move as it should be made."""
    action = people.a_decision(fits=fits)
    if action is None:
        return False
    people.do(action)
    people.chance()
    people.wait(2.0)
    return True


@behaviour("tidy", "several moves in a row")
def tidy_moves(people: People) -> bool:
    """Each counts: was anything asked about it?"""
    for _ in range(people.random.randrange(2, 7)):
        if not _counted(people):
            return people.verdict.moves > 0
        people.wait(people.random.uniform(4, 10))
    return True


def _counted(people: People) -> bool:
    """Tidy people touch nothing unless they are asked."""
    asked = people.judge.asked
    if not tidy(people):
        return False
    people.settle(only_if_asked=True)
    people.verdict.moves += 1
    people.verdict.asked += people.judge.asked > asked
    return True


@behaviour("tidy", "what nobody can see is done with a button")
def by_button(people: People) -> bool:
    action = people.a_traceless_decision()
    if action is None:
        return False
    people.touch(action)
    people.chance()
    people.wait(2.0)
    return _counted(people)
