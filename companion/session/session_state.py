"""Everything that a session keeps, in four parts with one owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.config import Patience
from companion.core.game import Action, Game
from companion.core.table import Crop, Piece, PlacePicture, Zone
from companion.session.belief import Belief
from companion.session.dialogue import Dialogue
from companion.session.game_history import GameHistory
from companion.session.reconciler import Reconciler
from companion.session.thinking import Run

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class SessionState(Generic[S, A]):
    """What happened, what is seen beside it, what is believed to explain that, and what is talked about."""

    history: GameHistory[S, A]
    table: Reconciler[S, A]
    belief: Belief[A]
    dialogue: Dialogue

    @classmethod
    def of(cls, history: GameHistory[S, A], patience: Patience, run: Run) -> SessionState[S, A]:
        belief = Belief[A](patience)
        belief.open.make(played.action for played in history.played[len(history.played) - history.unconfirmed :])
        return cls(history, Reconciler(history, run), belief, Dialogue())

    def unseeing(self, patience: Patience, run: Run) -> SessionState[S, A]:
        """The same for a table that nobody looks at: nothing that was seen counts, and what happened is settled."""
        belief = Belief[A](patience)
        belief.tick(self.belief.now)
        self.dialogue.stop_seeing()
        return SessionState(self.history, Reconciler(self.history, run), belief, self.dialogue)

    def crop_of(self, zone: Zone, piece: Piece) -> Crop | None:
        """The camera's picture of the label on that piece; None where it sees none there."""
        tag = self.history.labels.tag_of(piece, self.table.sight.reading, zone)
        return None if tag is None else self.table.sight.crop_of(zone, tag)

    def picture_of(self, ends: Sequence[tuple[Zone, Piece]]) -> PlacePicture | None:
        """The camera's picture of these places, of the labels there where they are seen."""
        reading = self.table.sight.reading
        return self.table.sight.picture_of(
            [(zone, self.history.labels.tag_of(piece, reading, zone)) for zone, piece in ends]
        )

    @property
    def game(self) -> Game[S, A]:
        return self.history.game
