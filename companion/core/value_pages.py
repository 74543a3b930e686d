"""The page on which an owner tells what is printed on his copy, as a value; and that on which a count is typed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.screen import Button, Intent, Tone
from companion.core.table import Crop
from companion.core.text import NOTHING, Text


class Told(Enum):
    """How a value is known."""

    OPEN = "nobody has told it"
    KNOWN = "it was known before"
    TOLD = "the owner has told it"
    DOUBTED = "it cannot be right"


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """One printed value of the piece: what it is, what it is worth; `height` of its step in a staircase, 0 to 1."""

    caption: Text
    value: Text
    told: Told
    asked: bool
    intent: Intent
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class NumberPad:
    """Ten keys; `enter` is None while nothing is typed."""

    typed: str
    enter: Intent | None


@dataclass(frozen=True, slots=True)
class CountPage:
    """One count, to be typed or changed by one. `note` says what it may be, or why it cannot be what was typed."""

    title: Text
    counted: Text
    value: str
    less: Intent | None
    more: Intent | None
    pad: NumberPad
    note: Text
    tone: Tone


@dataclass(frozen=True, slots=True)
class PadKey:
    """Something to touch as an answer; at its end `more`, where it may be one of two answers."""

    label: Text
    intent: Intent
    icon: str = ""
    tint: str = ""
    chosen: bool = False
    more: Intent | None = None


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Answers that tell two values at once, and what they share; `alone` tells only that, `more` as of a key."""

    label: Text
    keys: tuple[PadKey, ...]
    alone: Intent | None = None
    more: Intent | None = None


@dataclass(frozen=True, slots=True)
class ChoicePad:
    keys: tuple[PadKey, ...]
    done: Button | None = None


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place that can be touched; its middle in shares of the map."""

    label: Text
    x: float
    y: float
    intent: Intent
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class MapPad:
    """`routes` join places by their numbers."""

    places: tuple[MapPlace, ...]
    routes: tuple[tuple[int, int], ...]
    done: Button


@dataclass(frozen=True, slots=True)
class ValuePage:
    """One printed value that decides something now: which, where on the piece, why it is asked, and what it may be.

    `keys` are the answers, the `likeliest` first where one is; `ranges` lead to the others in two touches, and `pad` is
    open for any number. A `table` has answers to two questions at once; `switches` say what else is there, before the
    answer. `photo` is the piece as the camera sees it.
    """

    title: Text
    heading: Text
    where: Text
    why: Text
    icon: str
    tint: str
    photo: Crop | None
    keys: tuple[PadKey, ...]
    table: tuple[KeyRow, ...]
    switches: tuple[PadKey, ...]
    likeliest: bool
    ranges: tuple[PadKey, ...]
    pad: NumberPad | MapPad | None
    buttons: tuple[Button, ...]
    note: Text = NOTHING


@dataclass(frozen=True, slots=True)
class CopyEntryPage:
    """One piece with its values, and how the next one is told. `photo` is the camera's picture of it.

    `to_go` and `needed` are always in sight; `share` of everything is told.
    """

    title: Text
    share: float
    to_go: Text
    needed: Text
    heading: Text
    second: Text
    seen: Text
    icon: str
    tint: str
    photo: Crop | None
    slots: tuple[PrintedValue, ...]
    growing: bool
    asks: Text
    pad: NumberPad | ChoicePad | MapPad | None
    likely: tuple[Button, ...]
    buttons: tuple[Button, ...]
    remark: Text = NOTHING
    remark_tone: Tone = Tone.NORMAL
