"""The pages that look back on an evening, as values: its end, result, score sheet, what happened, its replay."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.page_parts import Person, Row
from companion.core.screen import Button, Intent, Screen, Touched
from companion.core.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the ranking: `note` is how long they were on turn, `parts` are (number in the legend, points)."""

    place: int
    people: tuple[Person, ...]
    title: Text
    note: Text
    total: str
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """Somebody's points after each part of the evening."""

    colour: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndPage:
    """Whether the evening ends, under the bar of the table: how it stands, and the answers; the last loses nothing."""

    table: Screen
    title: Text
    standing: tuple[Rank, ...]
    answers: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ResultPage:
    winners: tuple[Person, ...]
    heading: Text
    second: Text
    total: str
    ranks: tuple[Rank, ...]
    legend: tuple[Text, ...]
    curves: tuple[Curve, ...]
    curves_title: Text
    curves_end: Text
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """Something of an evening that is worth telling: what it is, when, and the sentence."""

    title: Text
    time: str
    sentence: Text
    icon: str


@dataclass(frozen=True, slots=True)
class Keepsake:
    """An evening on one sheet, for paper and for a phone. `photo` is a picture file of the table as it was left.

    Where there is no picture the `table` is drawn.
    """

    game: Text
    when: str
    result: ResultPage
    table: Screen
    photo: str
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class SheetLine:
    title: Text
    second: Text
    figures: tuple[Text, ...]
    strong: bool = False
    intent: Intent | None = None


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Players (or sides) are columns."""

    title: Text
    columns: tuple[tuple[tuple[int, ...], Text], ...]
    lines: tuple[SheetLine, ...]
    note: Text
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Happening:
    """One action: when, whose, in words, whether only the camera saw it; `icon` for a change of the record itself."""

    time: str
    colour: int | None
    sentence: Text
    by_camera: bool
    intent: Intent
    chosen: bool = False
    note: Text = NOTHING
    icon: str = ""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What has happened, and the table just before the chosen action; `nothing` says what will stand here."""

    title: Text
    happenings: tuple[Happening, ...]
    table_title: Text
    table: Screen | None
    place: float
    earlier: Intent | None
    later: Intent | None
    buttons: tuple[Button, ...]
    nothing: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """How the points went as far as one step of an evening: a line each, with a point at each of these `steps`.

    `least` and `most` are those of the whole evening, `broken` the steps at which a rule was.
    """

    steps: tuple[int, ...]
    lines: tuple[Curve, ...]
    least: int
    most: int
    broken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """An evening after one of its steps, of `last`: the table as it lay, what had just happened, who told of it.

    `refused` is what the rules say against it. `slide` asks for a step by its number. `keys` lead to the neighbours,
    `jumps` further.
    """

    table: Screen
    sentence: Text
    colour: int | None
    time: str
    told: Text
    told_icon: str
    refused: Row | None
    at: int
    last: int
    course: Course
    slide: Touched
    keys: tuple[Button, ...]
    jumps: tuple[Button, ...]
    speed: Button
