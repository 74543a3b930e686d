"""The families of behaviours, and what several of them look for on the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import Thing

Behaviour = Callable[[People], bool]
"""Does something clumsy and leaves behind what is true; False where the position does not allow it."""

Families = dict[str, dict[str, Behaviour]]
"""By family and name."""

SETS: dict[str, Families] = {"first": {}, "second": {}, "third": {}, "fourth": {}}
"""The companion is built with the first set in sight; the others tell whether it holds for strangers."""


def behaviour(family: str, name: str, into: str = "first") -> Callable[[Behaviour], Behaviour]:
    def enter(function: Behaviour) -> Behaviour:
        SETS[into].setdefault(family, {})[name] = function
        return function

    return enter


def of_a_move(least: int = 1) -> Callable[[Callable[..., bool | None]], Callable[..., bool]]:
    """A behaviour of one decision, with at least so many carries; after it hands do what chance demands.

    The function gets the people, the action, what hands carry for it, and whatever else; it says False where the
    position does not allow it.
    """

    def around(function: Callable[..., bool | None]) -> Callable[..., bool]:
        @wraps(function)
        def behave(people: People, **said: Any) -> bool:
            action = people.a_decision(least=least)
            if action is None or function(people, action, people.moves_of(action), **said) is False:
                return False
            people.chance()
            return True

        return behave

    return around


def any_piece(people: People) -> Thing | None:
    """A piece that hands may take: the topmost of what lies there."""
    free = [thing for thing in people.table.things if people.table.is_free(thing)]
    return people.random.choice(free) if free else None


def fans(people: People) -> list[list[Thing]]:
    """What lies side by side or fanned in one zone: several labels in sight."""
    zones = {thing.zone for thing in people.table.things if people.table.is_free(thing)}
    piles = [[each for each in people.table.zone_things(zone) if people.table.is_free(each)] for zone in sorted(zones)]
    return [pile for pile in piles if 2 <= len(pile) <= 8]
