"""What the players see, as a value, and what a finger asks for.

The screen is a function of the state: a game's `present` makes one, the session adds what it has to say (a notice,
clocks, what needs attention), and the toolkit only draws it. Buttons and cells already carry their intent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from companion.core.action import Action
from companion.core.selection import Pick, Selection
from companion.core.table import Piece, Tag, Zone
from companion.core.text import Text, say

# --- intents: what a finger, a button or a key asks for ---


@dataclass(frozen=True, slots=True)
class Do:
    """Do this action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Select:
    """Pick this on the way to an action: the game does not change, only what can be picked next."""

    pick: Pick


@dataclass(frozen=True, slots=True)
class Back:
    """Take back the latest pick."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the latest thing that still stands."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do what this game calls ending one's turn, if it has such a thing and it is somebody's turn."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Yes to the first answer of the open notice."""


@dataclass(frozen=True, slots=True)
class Why:
    """Show the rule behind what the notice says."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer with this number to the open notice; `asked` is the notice's number, so that an old tap is dropped."""

    number: int
    asked: int


@dataclass(frozen=True, slots=True)
class Inspect:
    """A touched place: what does the camera believe here, and what is it really?"""

    zone: Zone
    piece: Piece


@dataclass(frozen=True, slots=True)
class Identify:
    """The label with this tag (or, where it cannot be read, the unreadable one in this zone) is on this piece."""

    zone: Zone
    tag: Tag
    piece: Piece


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Close what was opened."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Go on to another evening; this one stays in the journal."""


Intent = Do | Select | Back | Undo | Pass | Confirm | Why | Answer | Inspect | Identify | Dismiss | Leave

# --- the screen ---


class Tone(Enum):
    """How a thing is to be felt. Every tone has a sign of its own besides its colour."""

    NORMAL = "normal"
    DIM = "dim"
    GOOD = "good"
    ATTENTION = "attention"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Cell:
    """A card, a tile, a slot or a counter, placed on its board in the board's own units.

    `tints` are colours printed on the piece ("#rrggbb", at most three); `value` is the short figure that people look
    for first; `zone` ties the cell to the table, so that what needs attention can be marked.
    """

    title: Text
    x: float
    y: float
    width: float = 1.0
    height: float = 1.0
    value: str = ""
    detail: Text | None = None
    tints: tuple[str, ...] = ()
    tone: Tone = Tone.NORMAL
    zone: Zone | None = None
    intent: Intent | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A named area of `width` x `height` units; `weight` is its share of the screen beside other boards."""

    name: str
    title: Text
    width: float
    height: float
    cells: tuple[Cell, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player: the name (untrusted, never markup), facts to read at a glance, and what lies before him."""

    seat: str
    name: str
    facts: tuple[tuple[Text, str], ...]
    board: Board
    on_turn: bool = False
    tone: Tone = Tone.NORMAL
    remark: Text | None = None
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. A button that is not enabled says why.

    `key` names what physical buttons and keys may press as well: `pass`, `undo`, `confirm`, `why`; empty for none.
    """

    label: Text
    intent: Intent
    key: str = ""
    enabled: bool = True
    why_not: Text | None = None
    tone: Tone = Tone.NORMAL


class NoticeKind(Enum):
    SAYING = "saying"
    QUESTION = "question"
    ILLEGAL = "illegal"
    DISAGREE = "disagree"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Notice:
    """What the companion has to say: a heading, lines, the rule it cites, how to put it right, and the answers."""

    kind: NoticeKind
    heading: Text
    lines: tuple[Text, ...] = ()
    rule: Text | None = None
    repair: Text | None = None
    answers: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything on the screen. Equal screens are not drawn again."""

    title: Text
    status: Text
    seats: tuple[SeatView, ...]
    boards: tuple[Board, ...]
    buttons: tuple[Button, ...] = ()
    notice: Notice | None = None
    attention: frozenset[Zone] = frozenset()
    history: tuple[Text, ...] = ()
    remarks: tuple[Text, ...] = ()


def question(heading: Text, answers: Iterable[Button], selection: Selection, lines: Iterable[Text] = ()) -> Notice:
    """A question with its answers, and a way back where something is selected."""
    back = (Button(say("Back"), Back()),) if selection else ()
    return Notice(NoticeKind.QUESTION, heading, tuple(lines), answers=(*answers, *back))
