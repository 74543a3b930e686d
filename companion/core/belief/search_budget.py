"""How much a search may ask the rules before it gives up: bounded by questions, never by a clock."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """After how much a search gives up: actions that were `tried`, or asked whether they are legal (`judged`).

    `vain` are those of the tried ones that brought the picture no nearer to what is seen.
    """

    tried: int
    judged: int
    vain: int

    def plus(self, other: Budget) -> Budget:
        return Budget(self.tried + other.tried, self.judged + other.judged, self.vain + other.vain)

    def minus(self, other: Budget) -> Budget:
        return Budget(self.tried - other.tried, self.judged - other.judged, self.vain - other.vain)

    def is_beyond(self, other: Budget) -> bool:
        """Whether any of it is more."""
        return self.tried > other.tried or self.judged > other.judged or self.vain > other.vain


NOTHING = Budget(0, 0, 0)

THOROUGH = Budget(375, 3_000, 375)
"""For a search of its own, for which no other look has to wait."""


class Allowance:
    """What several searches may ask together: each as much as `each`, while some is left of `together`; then `least`.

    What is told is mostly told soon; so a hopeless search cannot take all time from those that come after it.
    """

    def __init__(self, together: Budget, each: Budget, least: Budget) -> None:
        self.each, self.least = each, least
        self.left = together

    def beyond(self, asked: Budget) -> Budget:
        """Up to where a search may go on that has asked so much."""
        return asked.plus(Budget(*map(max, self.least, map(min, self.each, self.left))))

    def spend(self, asked: Budget) -> None:
        self.left = self.left.minus(asked)
