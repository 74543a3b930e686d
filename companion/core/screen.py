"""What the players see, as a value, and what a finger asks for.

The screen is a function of the state: a game's `present` makes one, the session adds what it has to say (a notice,
clocks, what needs attention), and the toolkit only draws it. Buttons and cells already carry their intent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from companion.core.action import Action, Seat
from companion.core.piece_sheet import PieceSheet
from companion.core.rules import Violation
from companion.core.screen_parts import Balance, BoardLink, Duel, Gauge, KeyFigure, Measure, Pips, Throw, TokenCounters
from companion.core.selection import Pick, Selection
from companion.core.table import Crop, Piece, PlacePicture, Tag, Zone
from companion.core.text import NOTHING, Text, say

# --- intents: what a finger, a button or a key asks for ---


@dataclass(frozen=True, slots=True)
class Do:
    """Do this action, and what goes with it, as far as the rules allow it then: one touch, taken back as one."""

    action: Action
    then: tuple[Action, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        return (self.action, *self.then)


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
    """Yes to the answer of the open notice that stands out, if any does."""


@dataclass(frozen=True, slots=True)
class Why:
    """Show the rule behind what the notice says."""


@dataclass(frozen=True, slots=True)
class Decide:
    """The table has decided an ambiguous point: from now on, this choice of the setting."""

    setting: str
    choice: str


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
class Drag:
    """A piece was drawn with a finger to where it lies really.

    `piece` is empty where the finger may have meant any of those that lie there. `target` is the letter of a seat where
    it was let go on a player who is drawn as one: somewhere before him.
    """

    source: Zone
    piece: Piece
    target: Zone | Seat


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


@dataclass(frozen=True, slots=True)
class Open:
    """Open a page over what is shown; `about` says which of several, such as the number of an evening."""

    page: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Close:
    """Back to where this page was opened."""


@dataclass(frozen=True, slots=True)
class Touched:
    """This thing on the open page was touched; `value` says what of it."""

    key: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """A letter, or `backspace` or `enter`, of the keyboard on the screen or of a real one."""

    letter: str


PageIntent = Open | Close | Touched | Typed
"""What pages beside the live table take."""

TableIntent = Do | Select | Back | Undo | Pass | Confirm | Why | Decide | Answer | Inspect | Drag | Identify | Dismiss
Intent = TableIntent | Leave | PageIntent

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

    `tints` are colours printed on the piece ("#rrggbb", at most three), `icon` says of which kind it is (a name in
    `companion/typefaces/icons.csv`), `short` is its name where there is little room. `value` is the short figure that
    people look for first, `provisional` while nobody has confirmed it; `count` says how many equal ones lie there.
    What is `lit` can be taken now, and `payers` are the seats of those who can. `zone` ties the cell to the table, so
    that what needs attention can be marked. `pieces` are the kinds that are drawn as this cell.
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
    icon: str = ""
    count: int = 1
    pips: Pips | None = None
    provisional: bool = False
    lit: bool = False
    payers: tuple[str, ...] = ()
    counters: TokenCounters | None = None
    short: Text | None = None
    pieces: tuple[Piece, ...] = ()


class Arrangement(Enum):
    """How the cells of a board are drawn.

    FREE: each where it says it lies, which needs no help from the game. ROWS: a list of kinds with their counts.
    STACK: layers, of which the upper cover the lower. SLOTS: piles beside each other before a player. MAP: places
    joined by routes. TREE: cards joined by arrows.
    """

    FREE = "free"
    ROWS = "rows"
    STACK = "stack"
    SLOTS = "slots"
    MAP = "map"
    TREE = "tree"


@dataclass(frozen=True, slots=True)
class Board:
    """A named area of `width` x `height` units; `weight` is its share of the screen beside other boards.

    `note` is a short line beside the title. `land` are closed lines round what the places of a map stand on, in the
    board's units.
    """

    name: str
    title: Text
    width: float
    height: float
    cells: tuple[Cell, ...]
    weight: float = 1.0
    arrangement: Arrangement = Arrangement.FREE
    note: Text | None = None
    links: tuple[BoardLink, ...] = ()
    gauge: Gauge | None = None
    gauge_intent: Intent | None = None
    land: tuple[tuple[tuple[float, float], ...], ...] = ()


class Place(Enum):
    """Where a player's panel is: by himself, or at the upper or lower edge of a board."""

    ALONE = "alone"
    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player: the name (untrusted, never markup), facts to read at a glance, and what lies before him.

    `score` is the figure that decides the game and is read first. `colour` is the number of his colour and shape, from
    0 to 5. `at` is the board at whose edge he is shown.
    `asked` is what he may have done unseen, as a short question.
    """

    seat: str
    name: str
    facts: tuple[KeyFigure, ...]
    board: Board
    on_turn: bool = False
    tone: Tone = Tone.NORMAL
    remark: Text | None = None
    clock: str = ""
    colour: int = 0
    score: KeyFigure | None = None
    asked: Text | None = None
    place: Place = Place.ALONE
    at: str = ""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Why a button is off: the reason in words, and the number of the rule that forbids it."""

    reason: Text
    rule: str


def forbidden(found: Violation | None) -> Forbidden | None:
    """Why what breaks a rule cannot be pressed; None if nothing is broken."""
    return None if found is None else Forbidden(found.reason, found.rule.id)


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. A button that is not enabled says why: in words, or by the rule that forbids it.

    `key` names what physical buttons and keys may press as well: `pass`, `undo`, `confirm`, `why`; empty for none.
    `icon` is a name in `companion/typefaces/icons.csv`, `tint` its ground; `second` says why this may be the answer.
    `looks` is the piece that it stands for, as people know it again; `group` is what it is one of.
    """

    label: Text
    intent: Intent
    key: str = ""
    enabled: bool = True
    why_not: Text | Forbidden | None = None
    tone: Tone = Tone.NORMAL
    icon: str = ""
    tint: str = ""
    second: Text | None = None
    looks: Cell | None = None
    group: Text = NOTHING


@dataclass(frozen=True, slots=True)
class PadRow:
    """One number to enter: what it is of, a key for each that it can be, which of them is chosen."""

    title: Text
    keys: tuple[Button, ...]
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class Pad:
    """Numbers to enter, one in each row, as keys or as the faces of `dice`; `needed` is what they should come to.

    `instead` leads to another way of telling them.
    """

    rows: tuple[PadRow, ...]
    hint: Text
    dice: bool = False
    needed: Balance | None = None
    instead: Button | None = None


@dataclass(frozen=True, slots=True)
class RollChart:
    """What two dice should come to, and a key for each sum of theirs, from 2 on; `instead` leads to their faces."""

    needed: Balance
    sums: tuple[Button, ...]
    hint: Text
    instead: Button


@dataclass(frozen=True, slots=True)
class RunningSum:
    """An attack while anything may still be added.

    `sums`: where the dice decide it, a key for each of theirs, from 2 on; to tell it says that nobody adds any more.
    """

    balance: Balance
    sums: tuple[Button, ...] = ()


class NoticeKind(Enum):
    """ILLEGAL is what has been done on the table, REFUSED what a finger asked for: of that nothing has been done."""

    SAYING = "saying"
    QUESTION = "question"
    REFUSED = "refused"
    ILLEGAL = "illegal"
    DISAGREE = "disagree"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class ValueAsked:
    """Printed values that decide what is said here, by the questions of the copy form, the first to ask first.

    `why` says what they decide; `then` is what a finger asked for, to be done once they are told, and `action` what
    they are asked for.
    """

    questions: tuple[str, ...]
    why: Text
    then: Intent | None = None
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """What the companion has to say: a heading, lines, the rule it cites, how to put it right, and the answers.

    The first answer stands out and is what `Confirm` gives if it is `likely`: never only because it is the first.
    `why` is the rule itself, for whoever asks; it is open while `asked_why`. `detail` is what is
    drawn beside the lines or instead of them. `crop` is the camera's picture of the label that is asked about.
    `chooses`: the answers are what can be done next, of which people choose one, and not what may have happened.
    `place` is the camera's picture of the places that it speaks of, in their order; `pointed` are the pieces that are
    meant there, where they are several.
    `measures` are the position's own figures beside the rule, `related` the rules next to it.
    `asks` are printed values on which all of it rests: they are asked on a page of their own.
    """

    kind: NoticeKind
    heading: Text
    lines: tuple[Text, ...] = ()
    rule: Text | None = None
    repair: Text | None = None
    answers: tuple[Button, ...] = ()
    why: tuple[Text, ...] = ()
    asked_why: bool = False
    detail: RunningSum | Duel | Pad | RollChart | Throw | PieceSheet | None = None
    crop: Crop | None = field(default=None, compare=False)
    place: PlacePicture | None = field(default=None, compare=False)
    pointed: tuple[Text, ...] = ()
    likely: bool = True
    chooses: bool = False
    measures: tuple[Measure, ...] = ()
    related: tuple[Button, ...] = ()
    asks: ValueAsked | None = None

    @property
    def foremost(self) -> Button | None:
        """The answer that stands out."""
        return next((each for each in self.answers[:1] if self.likely and each.enabled), None)


class Seen(Enum):
    """How the companion knows what happened last."""

    CAMERA = "camera"
    FINGER = "finger"


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything on the screen. Equal screens are not drawn again.

    `heading` is whose turn it is, said short; `steps` are the parts of a turn and `step` the one that is open.
    `seen` is how the last thing of the `history` is known; `trouble` is what does not work, as long as it lasts;
    `unwatched` says, while that is news, that nothing looks at the table. `clocks_stand` while the companion asks.
    `unsettled` are the places that what only the camera saw has filled, with whose it was: it may still turn out to be
    something else. `unseen` cannot be looked at just now. `astray` leads from where a piece lies to where it belongs.
    `numbered` are the places that the notice speaks of as (1) and (2), and which piece is meant there.
    """

    title: Text
    status: Text
    seats: tuple[SeatView, ...]
    boards: tuple[Board, ...]
    buttons: tuple[Button, ...] = ()
    notice: Notice | None = None
    attention: frozenset[Zone] = frozenset()
    history: tuple[Text, ...] = ()
    remarks: tuple[Text, ...] = ()
    heading: Text | None = None
    steps: tuple[Text, ...] = ()
    step: int = 0
    seen: Seen | None = None
    trouble: Text | None = None
    trouble_icon: str = ""
    clocks_stand: bool = False
    unwatched: Text | None = None
    unsettled: tuple[tuple[Zone, str], ...] = ()
    unseen: frozenset[Zone] = frozenset()
    astray: tuple[tuple[Zone, Zone], ...] = ()
    numbered: tuple[tuple[Zone, Piece], ...] = ()


def question(
    heading: Text, answers: Iterable[Button], selection: Selection, lines: Iterable[Text] = (), *, likely: bool = False
) -> Notice:
    """A question with its answers, and a way back where something is selected; an only answer is the likely one."""
    ways, back = tuple(answers), (Button(say("Back"), Back()),) if selection else ()
    likely = likely or len(ways) == 1
    return Notice(NoticeKind.QUESTION, heading, tuple(lines), answers=ways + back, likely=likely, chooses=True)
