"""Where a game stands: set-up, deal, the turns of a round, the end; each knows what it needs, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.core.game import Seat
from companion.core.table import Piece


class Phase(Enum):
    """The stages by name."""

    SETUP = "setup"
    DEAL = "deal"
    TURNS = "turns"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SetUp:
    """Pyramid, characters and starting cards are laid out."""

    phase: ClassVar = Phase.SETUP


@dataclass(frozen=True, slots=True)
class Deal:
    """The market is filled up.

    `added`: a card has been dealt. `open`: the immediate specials that are being resolved, handful by handful in the
    order in which they were dealt; a handful is sorted, since nobody sees in which order its cards came. `dropped`: who
    has thrown something away for Cut the Losses. `owed`: how many corporation cards have to come (setting replacement).
    """

    phase: ClassVar = Phase.DEAL
    added: bool = False
    open: tuple[tuple[Piece, ...], ...] = ()
    dropped: tuple[Seat, ...] = ()
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Acted:
    """Who acted last, and may go on until somebody else acts (NWO-29). `lawed`: by Above the Law (NWO-82-R3)."""

    seat: Seat
    lawed: bool = False


@dataclass(frozen=True, slots=True)
class Granted:
    """How many actions Above the Law still grants the player on turn, one at least (NWO-82)."""

    actions: int = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """The player on turn has to act or to pass.

    `added`: the deal of this round brought cards. `final`: this round is the last (NWO-71). `after`: what came before,
    None at the start of the round and after a pass. `again`: who may rob once more (setting stackedSpecials).
    """

    phase: ClassVar = Phase.TURNS
    added: bool = False
    final: bool = False
    after: Acted | Granted | None = None
    again: Seat | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """The scores are counted. `final`: the last round was played because the deck is empty (NWO-71)."""

    phase: ClassVar = Phase.OVER
    final: bool = False


Stage = SetUp | Deal | Turn | Over
BEGINNING = SetUp()
