"""The table as it is seen beside the table as the game has it: differences, pending moves, and what explains them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from companion.core.game import Action
from companion.core.inference import Explanation, explain
from companion.core.table import UNREADABLE, Change, Observation, Reading, TableSnapshot, Tag, Zone, diff
from companion.session.game_history import GameHistory
from companion.session.pending_moves import as_if_done, still_pending, uncovered

S = TypeVar("S")
A = TypeVar("A", bound=Action)

TAKEBACKS = 6
"""So many moves back the table is recognised when players restore it by hand."""


class Reconciler(Generic[S, A]):
    """The newest reading of the table beside the history. It changes nothing in the game.

    `pending` are differences that everybody knows of: what hands have yet to do. While zones are being restored,
    nothing on the table is taken for a move.
    """

    def __init__(self, history: GameHistory[S, A]) -> None:
        self._history, self._game = history, history.game
        self._observation: Observation | None = None
        self.reading = Reading({})
        self._seen = TableSnapshot({})
        self.pending: tuple[Change, ...] = ()
        self._restoring: frozenset[Zone] = frozenset()
        self._explained: tuple[tuple[S, TableSnapshot], Explanation[A]] | None = None

    # --- what is seen ---

    def look(self, observation: Observation) -> None:
        if self._observation is None:
            self.pending = self._interrupted()
        self._observation = observation
        self.look_again()

    def look_again(self) -> None:
        """The same picture, after a correction or an action."""
        self.reading = self._game.layout(self._history.state).read(self._observation or Observation(()))
        self._history.labels.forget_read(self.reading)
        self._seen = self._history.labels.identify(self.reading)
        self.pending = still_pending(self.pending, self.gap(), self._seen)

    @property
    def duplicates(self) -> tuple[Tag, ...]:
        return () if self._observation is None else self._observation.duplicates

    def gap(self) -> tuple[Change, ...]:
        """Where the table differs from the game."""
        return diff(self._game.table(self._history.state), self._seen)

    def differences(self) -> tuple[Change, ...]:
        """Where the table differs from the game and from the pending moves."""
        return diff(self._game.table(self._history.state), self._seen_when_done())

    def fits(self, state: S) -> bool:
        """Whether the table looks like this state, pending moves done."""
        return not diff(self._game.table(state), self._seen_when_done())

    def _seen_when_done(self) -> TableSnapshot:
        return as_if_done(self._seen, self.pending)

    # --- what explains it ---

    def explanation(self) -> Explanation[A]:
        """What explains the table; a table that rests is not explained again."""
        asked = self._history.state, self._seen_when_done()
        if self._explained is None or self._explained[0] != asked:
            self._explained = asked, explain(self._game, *asked)
        return self._explained[1]

    def taken_back(self) -> Sequence[A]:
        """The latest actions, if the table looks as it did before them."""
        played = self._history.played
        decisions = [index for index, each in enumerate(played) if each.action.player is not None]
        for index in decisions[: -TAKEBACKS - 1 : -1]:
            if not diff(self._game.table(played[index].before), self._seen):
                return tuple(each.action for each in played[index:])
        return ()

    # --- what hands have yet to do ---

    def expect_moves(self, unexplained: tuple[Change, ...] = ()) -> None:
        """After an action: what the table lacks is pending, but for what nobody had explained before."""
        self.pending = tuple(
            change for change in self.gap() if change.piece != UNREADABLE and change not in unexplained
        )

    def to_do(self) -> tuple[Change, ...]:
        """The pending moves as they are said: what lies on a pile is covered, not taken away."""
        return uncovered(self.pending, self._game.layout(self._history.state).piles)

    def _interrupted(self) -> tuple[Change, ...]:
        """What hands may not have done when the game was interrupted: all that the latest move changed."""
        now, latest = self._history.state, self._history.latest
        return diff(self._game.table(now), self._game.table(latest[0].before if latest else now))

    # --- what is being put back ---

    @property
    def restoring(self) -> bool:
        return bool(self._restoring)

    def restore(self) -> None:
        """Until the table agrees in the zones that differ now, nothing on it is taken for a move."""
        self._restoring = frozenset(change.zone for change in self.differences())

    def stop_restoring(self) -> None:
        self._restoring = frozenset()

    def restored(self) -> bool:
        """Whether the table agrees again, and nothing hides a zone that was being restored."""
        expected = self._restoring & self._game.table(self._history.state).zones.keys()
        return not self.differences() and expected <= self._seen.zones.keys()
