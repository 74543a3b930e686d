"""When an explanation is believed: at once, when the table has rested, or only when somebody says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from companion.config import Patience
from companion.core.game import Action
from companion.core.inference import Explained, Explanation

A = TypeVar("A", bound=Action)


class Belief(Generic[A]):
    """What explains the table, and how long that has stood. Time comes in by `tick`, seconds."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._now = self._since = 0.0
        self.finding: Explanation[A] = Explained(())

    def tick(self, at: float) -> float:
        """Returns the seconds that have passed since the last tick."""
        passed, self._now = at - self._now, at
        return passed

    def consider(self, finding: Explanation[A]) -> None:
        """The same finding as before goes on resting."""
        if finding != self.finding:
            self.finding, self._since = finding, self._now

    def at_once(self) -> Sequence[A]:
        """What may be played without waiting."""
        found = self.finding
        return found.actions if isinstance(found, Explained) and is_certain(found) else ()

    def at_rest(self) -> Sequence[A]:
        """What may be played because the table has rested long enough."""
        found = self.finding
        believable = isinstance(found, Explained) and not is_unlikely(found) and self._rested(self._patience.story)
        return found.actions if believable and isinstance(found, Explained) else ()

    @property
    def doubtful(self) -> bool:
        """Whether the table has rested so long that a doubt is to be said."""
        return self._rested(self._patience.doubt)

    @property
    def waiting(self) -> bool:
        """Whether the table has not yet rested long enough for everything."""
        return not self._rested(max(self._patience.story, self._patience.doubt))

    def _rested(self, seconds: float) -> bool:
        return self._now - self._since >= seconds


def is_unlikely(found: Explained[A]) -> bool:
    """Whether the story needs more than one forgotten action."""
    return _decisions(found) > 2


def is_certain(found: Explained[A]) -> bool:
    """Whether the story may be believed at once: chance alone, or one whole action that cannot be half of another."""
    decisions = _decisions(found)
    return decisions == 0 or (decisions == 1 and not found.provisional and not found.outstanding)


def _decisions(found: Explained[A]) -> int:
    return sum(1 for action in found.actions if action.player is not None)
