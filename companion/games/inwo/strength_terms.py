"""The strength of an attack as a sum of terms, each with what gives it, and what it is worth with two dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.rules import Statement
from companion.core.table import Piece
from companion.core.text import Text
from companion.games.inwo.settings import BOOK

LEAST, MOST = 2, 10
"""Below 2 an attack fails without a roll (INWO-134), above 10 the dice always fail (INWO-133)."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of the strength, and the rule that grants it; `card` is the card that gives it."""

    points: int
    why: Text
    rule: Statement
    card: Piece | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        return sum(term.points for term in self.terms)

    @property
    def needed(self) -> int | None:
        """The highest roll that succeeds; None where the attack fails without one."""
        return None if self.total < LEAST else min(self.total, MOST)

    @property
    def chances(self) -> int:
        """How many of the 36 rolls succeed."""
        return chances(self.total)


def chances(strength: int) -> int:
    """INWO-132 to INWO-134: rolls of the strength or less, eleven and twelve excepted."""
    return sum(first + second <= min(strength, MOST) for first in range(1, 7) for second in range(1, 7))


def term_of(points: int, why: Text, rule: str, card: Piece | None = None) -> Iterator[Term]:
    if points:
        yield Term(points, why, BOOK[rule], card)
