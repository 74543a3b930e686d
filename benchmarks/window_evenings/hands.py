"""Hands over a table that is looked at: they lay the pieces as the game has them, and an eye reads every label.

What a real camera makes of a table is measured elsewhere (docs/watching.md, docs/clumsy.md); here it is what fingers
and looks make of each other.
"""

from __future__ import annotations

from typing import Any

from benchmarks.window_evenings.room import Room
from companion.core.table import LabelPlace, Observation
from companion.core.text import say, verbatim
from companion.session.messages import Concern, Trouble
from companion.simulation.physical_table import PhysicalTable

LOOKS, EACH = 30, 0.5
"""So often it is asked whether a look has been understood, and after how many seconds of the evening each time."""


class Hands:
    """They follow the game of this room. While the camera is `lost` nothing is looked at."""

    def __init__(self, room: Room) -> None:
        self._room = room
        history = room.history
        self._game = history.game
        self._table = PhysicalTable(self._game, self._game.layout(history.state))
        self.lost = False
        self.lay(history.state)

    def lay(self, state: Any) -> None:
        """The pieces come to lie as in that state, and are looked at."""
        # Where a card's neighbours lie may depend on the state.
        self._table.layout = self._game.layout(state)
        for move in list(self._table.moves_to(self._game.table(state))):
            # One after the other: of a pile only the topmost shows, and each has been that once.
            self._table.move(move)
            self.look()

    def follow(self) -> None:
        """Hands do what the game has been told."""
        session = self._room.session
        if session is not None:
            self.lay(session.history.state)
            self.rest()

    def look(self) -> None:
        session = self._room.session
        if self.lost or session is None:
            return
        labels = tuple(LabelPlace(piece.tag, piece.label) for piece in self._table.visible())
        self._room.application.post_to(session)(Observation(labels))
        self._room.settle()

    def rest(self) -> bool:
        """Nobody moves anything until what lies there has been understood, or is asked about; whether it has."""
        for _ in range(LOOKS):
            self._room.settle_with_thoughts()
            session = self._room.session
            if session is None or (session.resting and session.prompt is not None):
                return False
            if session.resting and not self.differ():
                return True
            self._room.wait(EACH)
        return not self.differ()

    def differ(self) -> bool:
        """Whether the pieces lie otherwise than the game has them."""
        session = self._room.session
        if session is None:
            return False
        wanted = self._game.table(session.history.state)
        return bool(list(self._table.moves_to(wanted)))

    def lose_sight(self) -> None:
        """The camera is gone, as its thread says it."""
        self.lost = True
        self._say(
            Trouble(
                say("The camera sees nothing. {reason}", reason=verbatim("It was pulled out.")),
                Concern.CAMERA,
                lasts=True,
            )
        )

    def see_again(self) -> None:
        self.lost = False
        self._say(Trouble(None, Concern.CAMERA))
        self.look()
        self.rest()

    def _say(self, trouble: Trouble) -> None:
        session = self._room.session
        if session is not None:
            self._room.application.post_to(session)(trouble)
            self._room.settle()
