"""Which of the latest decisions the table may still revise, because only the camera saw them made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.core.game import Action, Seat

MOST = 3
"""So many decisions at the most are open: each costs a search whenever the table does not go on from the last."""

GRACE = 6.0
"""Seconds after another player's next decision in which somebody may silently finish his own."""


@dataclass(slots=True)
class OpenDecisions:
    """The players of the open decisions, and when each was believed, in seconds; the latest last."""

    _made: list[tuple[Seat, float]] = field(default_factory=list)

    def make(self, actions: Iterable[Action], at: float) -> None:
        self._made += [(action.player, at) for action in actions if action.player is not None]
        del self._made[: max(0, len(self._made) - MOST)]

    def take_back(self, decisions: int) -> None:
        del self._made[len(self._made) - decisions :]

    def settle(self) -> None:
        """Somebody's hand was on the screen: what stands has been seen by people."""
        self._made.clear()

    @property
    def count(self) -> int:
        return len(self._made)

    def are_long_past(self, decisions: int, now: float) -> bool:
        """Whether play has gone on since the earliest of so many decisions: then it is asked before it is revised."""
        made = self._made[len(self._made) - decisions :]
        return any(seat != made[0][0] and now - at > GRACE for seat, at in made[1:])

    def is_hasty(self, now: float) -> bool:
        """Whether any was made so shortly ago that its player may still be at it while others act."""
        return any(now - at < GRACE for _, at in self._made)
