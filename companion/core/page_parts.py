"""What pages are made of: people, rows and their groups, whose clock runs."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.screen import Intent, Tone
from companion.core.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: an untrusted name, and the number of his colour and shape."""

    name: str
    colour: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: what it is, a sentence, what is chosen. Without an intent it cannot be touched and says why."""

    title: Text
    second: Text = NOTHING
    right: Text = NOTHING
    icon: str = ""
    intent: Intent | None = None
    tone: Tone = Tone.NORMAL
    chosen: bool = False
    colours: tuple[int, ...] = ()
    why_not: Text | None = None
    tint: str = ""


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows under a title. `beside`: short ones beside each other, one is chosen. `cards`: as pieces on a table."""

    title: Text
    rows: tuple[Row, ...]
    tone: Tone = Tone.NORMAL
    beside: bool = False
    cards: bool = False


@dataclass(frozen=True, slots=True)
class Clocked:
    """Whose clock runs, for the corner of a page over a game."""

    person: Person
    time: str
