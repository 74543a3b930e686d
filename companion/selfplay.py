"""A table that plays by itself: where no camera is, simulated hands play a legal game for the companion to follow.

The hands know the rules and read the screen as people do: they do the handwork that is asked for, and otherwise take
their time and then any legal action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core.game import Action, legal_actions
from companion.core.table import Zone
from companion.record import Record
from companion.stage import BOX, Stage

PAUSE = 40
"""Frames between two actions."""


@dataclass(slots=True)
class SelfPlay:
    """`hands()` is asked once a frame: moves pieces now and then, and says over which zones the hands are."""

    record: Record[Any, Any]
    stage: Stage
    random: Random
    _wait: int = PAUSE
    _over: tuple[Zone, ...] = ()

    def hands(self) -> Sequence[Zone]:
        self._wait -= 1
        if self._wait == 2:
            self._over = self._act()
        if self._wait <= 0:
            self._wait, self._over = PAUSE, ()
        return self._over if self._wait <= 4 else ()

    def _act(self) -> tuple[Zone, ...]:
        """Does the handwork; where none is due, the next legal action, or all that chance has to do now."""
        game, state = self.record.game, self.record.state
        if not list(self.stage.moves_to(game.table(state))):
            action = self._choice(state)
            while action is not None:
                state = game.apply(state, action)
                following = self._choice(state) if action.player is None else None
                action = following if following is not None and following.player is None else None
        moves = self.stage.make(game.table(state))
        return tuple({zone for move in moves for zone in (move.source, move.target)} - {BOX})

    def _choice(self, state: Any) -> Action | None:
        legal = list(legal_actions(self.record.game, state))
        return self.random.choice(legal) if legal else None
