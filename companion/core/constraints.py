"""What a value of a schema has to be besides its type: `Annotated[int, between(0, 8)]`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Constraint:
    """`expected` completes "expected ..., not 3": `Constraint("an even number", lambda number: number % 2 == 0)`."""

    expected: str
    holds: Callable[[Any], bool]


def at_least(lowest: int) -> Constraint:
    return Constraint(f"a whole number from {lowest}", lambda number: number >= lowest)


def between(lowest: int, highest: int, name: str = "a whole number") -> Constraint:
    return Constraint(f"{name} from {lowest} to {highest}", lambda number: lowest <= number <= highest)


def some_of(*values: str) -> Constraint:
    return Constraint(" or ".join(values), values.__contains__)


LONGEST_NAME = 80


def is_name(words: str) -> bool:
    """Whether it can stand on a screen as the name of something: one line of letters that can be seen."""
    return words.isprintable() and any(map(str.isalnum, words)) and len(words) <= LONGEST_NAME


PRINTED_NAME = Constraint("a name that can be shown", is_name)
