"""Rules that carry their citation: the number of a rule is written once, above its check.

    book = Rulebook(Source.BOOK)

    @book.rule("NWO-51", page=5)
    def completely_free(state, action):
        '''Only a tile with nothing on top of it may be taken.'''
        if covered(state, action.tile):
            return refuse("{tile} is covered.", repair="Put it back and take a free tile.", tile=...)

Everything that names a rule (messages, screens, logs, documents, tests) reads it from here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from companion.core.text import Text, say

S = TypeVar("S")
A = TypeVar("A")


class Source(Enum):
    """Who says so. A ruling is shown as one, never dressed up as the book."""

    BOOK = "rulebook"
    CARD = "card text"
    FAQ = "published answer"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class RuleReference:
    """Where a rule is to be found: its stable id, its source, and the printed page where the source numbers them."""

    id: str
    source: Source
    page: int | None = None

    def __str__(self) -> str:
        where = f", p. {self.page}" if self.page is not None else ""
        return f"{self.id} ({self.source.value}{where})"

    @property
    def text(self) -> Text:
        """The citation as the players read it."""
        if self.page is None:
            return say("{id} ({source})", id=self.id, source=say(self.source.value))
        return say("{id} ({source}, p. {page})", id=self.id, source=say(self.source.value), page=self.page)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A check's own words: why not, and how to put it right."""

    reason: Text
    repair: Text


def refuse(reason: str, *, repair: str, **values: object) -> Refusal:
    """A check's No. Both sentences are templates over the same values."""
    return Refusal(say(reason, **values), say(repair, **values))


@dataclass(frozen=True, slots=True)
class Violation:
    """The verdict of one check: the rule, why it is broken, and how to put it right."""

    rule: RuleReference
    reason: Text
    repair: Text

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"


Check = Callable[[S, A], Refusal | None]


@dataclass(frozen=True, slots=True)
class Rule(Generic[S, A]):
    """A check of one action with the rule it enforces. `statement` is the rule in our own words."""

    reference: RuleReference
    check: Check[S, A]
    statement: str

    def __call__(self, state: S, action: A) -> Violation | None:
        refusal = self.check(state, action)
        return None if refusal is None else Violation(self.reference, refusal.reason, refusal.repair)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Makes rules of one source, and hands out references to its numbers for scoring and effects."""

    source: Source
    cited: dict[str, RuleReference] = field(default_factory=dict)

    def rule(self, id: str, page: int | None = None) -> Callable[[Check[S, A]], Rule[S, A]]:
        reference = self.cite(id, page)

        def decorate(check: Check[S, A]) -> Rule[S, A]:
            return Rule(reference, check, (check.__doc__ or "").strip())

        return decorate

    def cite(self, id: str, page: int | None = None) -> RuleReference:
        """The reference of a rule that is kept by construction, an effect or a score line rather than by a check."""
        reference = RuleReference(id, self.source, page)
        return self.cited.setdefault(id, reference)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet and the rule that grants it. `provisional`: rests on an unconfirmed value."""

    points: int
    why: Text
    rule: RuleReference
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """A player's (or a side's) score sheet."""

    player: str
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def provisional(self) -> bool:
        """Whether the total rests on an unconfirmed value."""
        return any(line.provisional for line in self.lines)
