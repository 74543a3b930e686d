"""Which of the latest actions the table may still revise, because only the camera saw them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

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
    _begun: list[float] = field(default_factory=list)

    def make(self, actions: Iterable[Action], at: float = LONG_AGO, begun: Iterable[float] = ()) -> None:
        """These were believed, and open what they follow no more than a few decisions back.

        `begun` is when the first of the pieces that each of them takes away was missed.
        """
        self._made += [(action.player, at) for action in actions]
        self._begun += [*begun]
        self._begun += [at] * (len(self._made) - len(self._begun))
        decisions = [index for index, (seat, _) in enumerate(self._made) if seat is not None]
        oldest = decisions[-MOST_DECISIONS] if len(decisions) > MOST_DECISIONS else 0
        self._forget(slice(max(oldest, len(self._made) - MOST)))

    def take_back(self, actions: int) -> None:
        self._forget(slice(len(self._made) - actions, None))

    def _forget(self, some: slice) -> None:
        del self._made[some], self._begun[some]

    def settle(self) -> None:
        """Somebody's hand was on the screen: what stands has been seen by people."""
        self._forget(slice(None))

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

    @property
    def begun(self) -> Sequence[float]:
        """When each was seen to begin, none before the one that is told before it."""
        return tuple(accumulate(self._begun, max))

    def since(self, at: float) -> Sequence[Seat | None]:
        """Who made the latest open actions, those that began then or later."""
        later = next((number for number, begun in enumerate(self.begun) if begun >= at), self.count)
        return [seat for seat, _ in self._made[later:]]

    def is_hasty(self, now: float) -> bool:
        """Whether any decision was made so shortly ago that its player may still be at it while others act."""
        return any(seat is not None and now - at < GRACE for seat, at in self._made)
