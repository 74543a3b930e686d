"""A table that plays by itself: where no camera is, simulated hands play a legal game for the companion to follow.

The hands know the rules and read the screen as people do: they make the pending moves that are asked for, and
otherwise take their time and then any legal action. What the table cannot tell, or was not understood, they touch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core.game import Action, legal_actions
from companion.core.screen import Do
from companion.core.table import Zone
from companion.label_sets.label_set import LabelSet
from companion.session.game_history import GameHistory
from companion.simulation.physical_table import BOX, PhysicalTable, table_camera
from hardware.camera import FrameSource

PAUSE = 40
"""Frames from one hand to the next: long enough to be read, voted on and believed."""

DEALING = 12
"""Frames from one hand to the next while nobody has to think: tiles are laid, cards are dealt."""

OVER = 4
"""Frames that a hand is in the picture; it moves the pieces in the middle of them."""


@dataclass(slots=True)
class SelfPlay:
    """`hands()` is asked once a frame: moves pieces now and then, and says over which zones the hands are.

    `touch` takes what fingers do on the screen.
    """

    history: GameHistory[Any, Any]
    table: PhysicalTable
    random: Random
    touch: Callable[[Do], None]
    _wait: int = DEALING
    _over: tuple[Zone, ...] = ()
    _before: Any = None
    """The state in which `_action` was done: while it stands, nobody has understood."""
    _action: Action | None = None
    _since: int = 0
    """Frames since `_action` was done or touched."""

    def hands(self) -> Sequence[Zone]:
        self._wait -= 1
        self._since += 1
        if self._wait == OVER // 2:
            self._over = self._act()
        if self._wait <= 0:
            thinking = self._action is not None and self._action.player is not None
            self._wait, self._over = PAUSE if thinking else DEALING, ()
        return self._over if self._wait <= OVER else ()

    def _act(self) -> tuple[Zone, ...]:
        """What is due: the touch for what was not understood, the pending moves, else the next legal action."""
        game, state = self.history.game, self.history.state
        if self._action is not None and self._before == state:
            if self._since >= PAUSE:
                self._since = 0
                self.touch(Do(self._action))
            return ()
        if list(self.table.moves_to(game.table(state))):
            return self._lay(state)
        legal = list(legal_actions(game, state))
        if not legal:
            return ()
        self._before, self._action, self._since = state, self.random.choice(legal), 0
        return self._lay(game.apply(state, self._action))

    def _lay(self, wanted: Any) -> tuple[Zone, ...]:
        """Moves the pieces as they lie in that state; the zones that hands are over while they do it."""
        # Where a card's neighbours lie may depend on the state.
        self.table.layout = self.history.game.layout(wanted)
        moves = self.table.make(self.history.game.table(wanted))
        return tuple({zone for move in moves for zone in (move.source, move.target)} - {BOX})


def self_playing_table(
    history: GameHistory[Any, Any], touch: Callable[[Do], None], adopted: LabelSet | None = None
) -> Callable[[], FrameSource]:
    """Goes on with this game at a table laid out as the game has it; what is returned opens a camera over it."""
    table = PhysicalTable(history.game, history.game.layout(history.state))
    table.make(history.game.table(history.state))
    play = SelfPlay(history, table, Random(1), touch)
    return lambda: table_camera(table, play.hands, adopted)
