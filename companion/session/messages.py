"""What comes into a session, and what it writes into its log."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.action import Action, Seat
from companion.core.editor import Edit
from companion.core.screen import Intent
from companion.core.table import Change, DiceThrown, Observation
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passes. `at` is monotonic seconds."""

    at: float


class CameraChoice(Enum):
    """What is to look at the table."""

    LOOK_AGAIN = "look again"
    NONE = "touch alone"


@dataclass(frozen=True, slots=True)
class Watched:
    """A camera looks at the table from now on."""


@dataclass(frozen=True, slots=True)
class Unwatched:
    """Nothing looks at the table from now on, in one sentence: it is played by touch, which is no trouble."""

    what: Text


class Concern(Enum):
    """What a trouble is about, the most urgent first; there is one of each at most."""

    JOURNAL = "journal"
    CAMERA = "camera"
    TOUCH = "touch"
    SOUND = "sound"
    STRIP = "strip"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something outside the game does not work, in one sentence; None: it works again.

    What `lasts` is still shown when somebody has read it. `is_lost`: something recorded is.
    """

    what: Text | None
    concern: Concern
    lasts: bool = False
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """The players stop all clocks."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """The clocks run again."""


@dataclass(frozen=True, slots=True)
class AdjustClock:
    """This player gets so many seconds, or loses them."""

    seat: Seat
    seconds: float


@dataclass(frozen=True, slots=True)
class GoBack:
    """The so many latest actions are taken back, chance events included."""

    actions: int


@dataclass(frozen=True, slots=True)
class Redo:
    """What was taken back last is done again."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The players put the table right: until they are through, what is seen is taken for no move, and clocks stand."""

    on: bool


@dataclass(frozen=True, slots=True)
class PutRight:
    """The players say how the table stands, outside the rules."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class DealAtRandom:
    """These chance events and set-up decisions were drawn by the companion, for people who try the game out."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class EndEvening:
    """The players end the evening with what stands."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What ended has been compared with the table; so many questions stayed open."""

    still_open: int


Asked = Pause | GoOn | AdjustClock | GoBack | Redo | Hold | PutRight | DealAtRandom | EndEvening | Audited
"""What pages ask of a session."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the session had worked out elsewhere is known."""


Message = Intent | Observation | DiceThrown | Tick | Thought | Trouble | Watched | Unwatched | CameraChoice | Asked


@dataclass(frozen=True, slots=True)
class Addressed:
    """A message to one evening alone, by its session: to whoever sits here next it is nothing."""

    session: object
    message: object


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A line of the session's log: what was concluded, and from which differences on the table.

    `kind` is explained, touched, illegal, asked, disagree, overruled, undone, decided, corrected or put right.
    """

    kind: str
    lines: tuple[Text, ...]
    saw: tuple[Change, ...] = ()
