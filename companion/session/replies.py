"""What may be answered to a notice, and the notice with its answers, as values."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from companion.core.game import Action, Seat
from companion.core.rules import Statement
from companion.core.screen import (
    Button,
    Decide,
    Dismiss,
    Do,
    Identify,
    Inspect,
    Leave,
    Notice,
    Undo,
)
from companion.core.table import Change, Piece, Zone
from companion.core.text import Text
from companion.session.instructions import PieceRoute
from companion.session.messages import CameraChoice


@dataclass(frozen=True, slots=True)
class Believe:
    """These actions happened, instead of so many of the latest decisions."""

    actions: tuple[Action, ...]
    taken_back: int = 0


@dataclass(frozen=True, slots=True)
class Allow:
    """These actions happened, and the players agree to set the rule aside for the last one."""

    actions: tuple[Action, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """So many of the players' latest actions were taken back on the table."""

    actions: int


@dataclass(frozen=True, slots=True)
class Restore:
    """The table will be put back as the game has it."""


@dataclass(frozen=True, slots=True)
class TrustTable:
    """The table is right after all: explain it again."""


@dataclass(frozen=True, slots=True)
class StillThere:
    """What is not seen lies there all the same."""


@dataclass(frozen=True, slots=True)
class MissUnseen:
    """What is not seen does not lie there; only those pieces of one zone, where they are named."""

    gone: tuple[Zone, Piece] | None = None


@dataclass(frozen=True, slots=True)
class LeaveAlone:
    """What differs stays as it is, and play goes on."""


@dataclass(frozen=True, slots=True)
class AskWhich:
    """One of these labels is misread."""

    suspects: tuple[Inspect, ...]


Reply = (
    Believe
    | Allow
    | TakeBack
    | Restore
    | TrustTable
    | LeaveAlone
    | StillThere
    | MissUnseen
    | AskWhich
    | Inspect
    | Identify
    | Decide
    | Do
    | Undo
    | CameraChoice
    | Dismiss
    | Leave
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A notice, the replies to it, and the zones it is about. `broken` is the rule behind it, for whoever asks why.

    `aside`: said beside the game's own question, which stays open. `reasons` are what speaks for the first replies.
    `astray` leads from where pieces lie to where they belong; `asked` is what somebody may have done unseen.
    `page` opens what leads on from it, before all replies.
    `way` is what a refusal is about, told with numbers where the screen shows both of its ends; `changed` is where the
    table differs by it; `tried` is whose move it was.
    """

    notice: Notice
    replies: tuple[tuple[Text, Reply], ...] = ()
    zones: frozenset[Zone] = frozenset()
    aside: bool = False
    broken: Statement | None = None
    reasons: tuple[Text | None, ...] = ()
    astray: tuple[tuple[Zone, Zone], ...] = ()
    asked: tuple[tuple[Seat, Text], ...] = ()
    way: PieceRoute | None = None
    tried: Seat | None = None
    page: Button | None = None
    changed: tuple[Change, ...] = ()

    def ends(self, shown: Container[Zone | None], *, now: bool = False) -> tuple[tuple[Zone, Piece], ...]:
        """The two places that it speaks of, if they are shown: where a piece went from and to; of several pieces where
        two of them lay, or `now` lie. One where no more is shown."""
        way, lay = self.way, sorted(self.changed, key=lambda change: (change.delta > 0) != now)
        route = ((way.source, way.piece), (way.target, way.piece)) if way is not None else ()
        several: dict[Piece, Zone] = {}
        for change in lay:
            if change.zone in shown and change.zone not in several.values():
                several.setdefault(change.piece, change.zone)
        if len(several) > 1:
            return tuple((zone, piece) for piece, zone in several.items())[:2]
        return tuple(end for end in route if end[0] and end[0] in shown)
