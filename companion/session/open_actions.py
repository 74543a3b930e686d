"""Which of the latest actions the table may still revise, because only the camera saw them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from companion.core.game import Action, Seat

MOST_DECISIONS = 3
"""So many decisions at the most are open: each costs a search whenever the table does not go on from the last."""

MOST = 12
"""So many actions at the most are open, chance events among them."""

GRACE = 6.0
"""Seconds after another player's next decision in which somebody may silently finish his own."""

LONG_AGO = float("-inf")


@dataclass(slots=True)
class OpenActions:
    """Who made each open action (None: chance), and when it was believed, in seconds; the latest last."""

    _made: list[tuple[Seat | None, float]] = field(default_factory=list)

    def make(self, actions: Iterable[Action], at: float = LONG_AGO) -> None:
        """These were believed, and open what they follow no more than a few decisions back."""
        self._made += [(action.player, at) for action in actions]
        decisions = [index for index, (seat, _) in enumerate(self._made) if seat is not None]
        oldest = decisions[-MOST_DECISIONS] if len(decisions) > MOST_DECISIONS else 0
        del self._made[: max(oldest, len(self._made) - MOST)]

    def take_back(self, actions: int) -> None:
        del self._made[len(self._made) - actions :]

    def settle(self) -> None:
        """Somebody's hand was on the screen: what stands has been seen by people."""
        self._made.clear()

    @property
    def count(self) -> int:
        return len(self._made)

    def are_long_past(self, actions: int, now: float, still: Collection[Seat]) -> bool:
        """Whether play has gone on since the earliest of so many actions: then it is asked before it is revised.

        Whoever is not `still` among those who acted has not gone on.
        """
        (first, _), *later = self._made[len(self._made) - actions :]
        return any(seat != first and seat in still and now - at > GRACE for seat, at in later)

    @property
    def times(self) -> Sequence[float]:
        """When each was believed."""
        return [at for _, at in self._made]

    def since(self, at: float) -> Sequence[Seat | None]:
        """Who made the open actions that were believed then or later."""
        return [seat for seat, made in self._made if made >= at]

    def is_hasty(self, now: float) -> bool:
        """Whether any decision was made so shortly ago that its player may still be at it while others act."""
        return any(seat is not None and now - at < GRACE for seat, at in self._made)
