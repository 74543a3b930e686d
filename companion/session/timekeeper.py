"""Lets the clocks run: for whoever is to move, and not while play rests."""

from __future__ import annotations

from typing import Generic, TypeVar

from companion.core.game import Action
from companion.session.dialogue import Dialogue
from companion.session.game_history import GameHistory

S = TypeVar("S")
A = TypeVar("A", bound=Action)

LONGEST_GAP = 5.0
"""Seconds without a tick that still count as play: more is a sleeping machine."""


class Timekeeper(Generic[S, A]):
    """`paused_for` are the seconds for which the players have stopped the clocks, None while these run."""

    def __init__(self, history: GameHistory[S, A], dialogue: Dialogue) -> None:
        self._history, self._dialogue = history, dialogue
        self.paused_for: float | None = None

    def tick(self, seconds: float) -> None:
        """So much time has passed since the last tick."""
        if self.paused_for is not None:
            self.paused_for += seconds
        elif 0 < seconds < LONGEST_GAP and not self._stopped:
            self._history.spend(seconds, self._history.game.to_move(self._history.state))

    def pause(self) -> None:
        self.paused_for = 0.0 if self.paused_for is None else self.paused_for

    def go_on(self) -> None:
        self.paused_for = None

    @property
    def _stopped(self) -> bool:
        over = self._history.game.outcome(self._history.state) is not None
        return self._dialogue.takes_no_time or over
