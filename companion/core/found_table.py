"""How a game makes a position of what is found on a table that nobody has followed.

The defaults suit a game whose pieces can be put right by hand and whose score lies open: what is laid comes out of the
editor's stores, and nothing has to be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.core.action import SEATS, Seat
from companion.core.editor import Edit, EditRefused, Figure
from companion.core.rules import Violation
from companion.core.table import Piece, Pose, TableLayout, TableSnapshot, Zone
from companion.core.text import Text, say
from companion.core.zones import DICE, PUT_AWAY

if TYPE_CHECKING:
    from companion.core.game import Game

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Unseen:
    """Pieces that were read nowhere, though `count` of them must lie in these zones; the likeliest first."""

    pieces: tuple[Piece, ...]
    count: int
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Figures that are asked in one question: whoever answers of one of them says that all the others are usual."""

    name: str
    sentence: Text
    figures: tuple[Figure, ...]


class FoundTable(Generic[S]):
    """The positions of one game out of what lies; a game says what is its own."""

    def __init__(self, game: Game[S, Any]) -> None:
        self.game = game

    def begun(self, state: S) -> S:
        """The position with nothing laid, out of the one before set-up."""
        return state

    def put(self, state: S, zone: Zone, piece: Piece) -> S:
        """The position with one more piece there. Raises EditRefused: perhaps not before others lie."""
        editor = self.game.editor
        refused = EditRefused(say("{piece} does not belong there.", piece=self.game.piece_name(piece)))
        for source, store in editor.stores(state).items():
            if source != zone and piece in store.pieces:
                try:
                    return editor.move(state, piece, source, zone)
                except EditRefused as error:
                    refused = error
        raise refused

    mark = ""
    """The place before each seat, such as `character`, of what marks his pieces; none in a game of common boards."""

    def layout_around(self, state: S, marks: Mapping[Seat, Pose]) -> TableLayout | None:  # noqa: ARG002
        """Where things lie on a table without a mat, if that follows from where the labels of the marks lie."""
        return None

    def counts(self, zone: Zone) -> bool:  # noqa: ARG002
        """Whether what lies there may make a difference to the score."""
        return True

    def hangs(self, piece: Piece) -> bool:  # noqa: ARG002
        """Whether such a piece lies where another one leads: where none does, that one was not read."""
        return False

    def loose(self, state: S, poses: Mapping[Zone, Pose]) -> frozenset[Zone]:  # noqa: ARG002
        """Where what hangs lies so far off, by the poses of the labels, that it may lie there by chance."""
        return frozenset()

    def places(self, state: S, seat: Seat | None, piece: Piece) -> tuple[Zone, ...]:
        """Where a piece of that seat, or of nobody, may lie where nothing but that is known, the likeliest first."""
        for zone in self.game.layout(state).zones:
            owner = zone.partition(".")[0]
            fits = owner == seat if seat is not None else owner not in (*SEATS, PUT_AWAY, DICE)
            if fits and self.game.may_lie(state, zone, piece):
                try:
                    self.put(state, zone, piece)
                except (EditRefused, LookupError):
                    continue
                return (zone,)
        return ()

    def resumed(self, state: S, seen: TableSnapshot) -> S:  # noqa: ARG002
        """The position with which play goes on once all is laid: what nobody sees is as it usually is."""
        return self.game.editor.settled(state, state)

    def revealed(self, state: S, seen: TableSnapshot) -> Sequence[Edit]:  # noqa: ARG002
        """What comes to light where nobody could look when play was taken up, and was thought to be something else."""
        return ()

    def complete(self, state: S) -> S:
        """The position once all is laid, with what follows by itself; as it is counted at the end."""
        return state

    def unseen(self, state: S, seen: TableSnapshot) -> Sequence[Unseen]:  # noqa: ARG002
        """What must be in sight, by what was read, and is not."""
        return ()

    def notes(self, state: S) -> Sequence[Text]:  # noqa: ARG002
        """What is taken for granted of a whole position, in sentences."""
        return ()

    def figures(self, state: S) -> Sequence[Figure | Together]:  # noqa: ARG002
        """What the score may rest on and no picture shows."""
        return ()

    def with_figure(self, state: S, name: str, value: str) -> S:
        """The position with one of these; `value` is one of its choices."""
        return self.game.editor.with_figure(state, name, value)

    def faults(self, state: S) -> tuple[Violation, ...]:
        """What cannot be in the position, of what a picture shows."""
        return self.game.faults(state)
