"""When a finding is believed: at once, when the table has rested, or only when somebody says so."""

from __future__ import annotations

from typing import Generic, TypeVar

from companion.config import Patience
from companion.core.game import Action
from companion.core.inference import Ambiguous
from companion.core.revision import Either, Finding, Revision, Unfinished
from companion.session.open_decisions import OpenDecisions

A = TypeVar("A", bound=Action)


class Belief(Generic[A]):
    """What the table says, how long that has stood, and which decisions are open. Time comes in by `tick`, seconds."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._now = self._since = 0.0
        self._covered = False
        self.finding: Finding[A] = Revision()
        self.open = OpenDecisions()

    def tick(self, at: float) -> float:
        """Returns the seconds that have passed since the last tick."""
        passed, self._now = at - self._now, at
        return passed

    @property
    def now(self) -> float:
        return self._now

    def consider(self, finding: Finding[A], covered: bool = False) -> None:
        """The same finding as before goes on resting. `covered`: a part of the table is out of sight."""
        self._covered = covered
        if finding != self.finding:
            self.finding, self._since = finding, self._now

    @property
    def hasty(self) -> bool:
        """Whether what lands now may belong to an earlier decision.

        While that is being asked, time does not answer it.
        """
        return isinstance(self.finding, Either) or self.open.is_hasty(self._now)

    def at_once(self) -> Revision[A] | None:
        """What may be played without waiting: what explains the table to the last piece."""
        found = self.finding
        if not isinstance(found, Revision) or not found.is_exact or self.is_long_past(found):
            return None
        return found if found.taken_back or decisions(found) <= 1 else None

    def is_long_past(self, found: Revision[A]) -> bool:
        """Whether it revises what play has gone on from."""
        return bool(found.taken_back) and self.open.are_long_past(found.taken_back, self._now)

    def at_rest(self) -> Revision[A] | None:
        """What may be played because the table has rested long enough."""
        found = self.finding
        if not isinstance(found, Revision) or not self._rested(self._patience.story):
            return None
        if found.forced:
            return Revision(0, found.discards)
        if found.changes_nothing or is_unlikely(found) or needs_word(found) or self.is_long_past(found):
            return None
        return found

    @property
    def doubtful(self) -> bool:
        """Whether the table has rested so long that a doubt is to be said.

        That takes longer while something is covered, and where what follows may still tell which story is true.
        """
        waits = self._covered or isinstance(self.finding, Ambiguous | Either)
        return self._rested(self._patience.part if waits else self._patience.doubt)

    @property
    def unfinished(self) -> bool:
        """Whether the table has rested so long that what is missing is to be said."""
        return self._rested(self._patience.part)

    @property
    def patience_left(self) -> tuple[bool, bool]:
        """What the passing of time alone has brought to be said."""
        return self.doubtful, self._may_be_unfinished and self.unfinished

    @property
    def _may_be_unfinished(self) -> bool:
        found = self.finding
        return isinstance(found, Unfinished) or (isinstance(found, Revision) and bool(found.held))

    @property
    def waiting(self) -> bool:
        """Whether the table has not yet rested long enough for everything."""
        patience = self._patience
        part = patience.part if self._may_be_unfinished else 0.0
        return not self._rested(max(patience.story, patience.doubt, part))

    def _rested(self, seconds: float) -> bool:
        return self._now - self._since >= seconds


def is_unlikely(found: Revision[A]) -> bool:
    """Whether it needs more than one decision that nobody saw, or very many."""
    return decisions(found) - len(found.assumed) > 3 or len(found.assumed) > 1


def needs_word(found: Revision[A]) -> bool:
    """Whether a decision without a trace stands alone before the one that needs it: nothing has confirmed it yet."""
    return bool(found.assumed) and decisions(found) <= 1 + len(found.assumed)


def decisions(found: Revision[A]) -> int:
    return sum(1 for action in found.actions if action.player is not None)
