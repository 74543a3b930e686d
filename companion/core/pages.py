"""The pages beside the live table, as values: what stands on them, and what a touch on each thing asks for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.camera_view import CameraView
from companion.core.scale_drawing import ScaleDrawing
from companion.core.screen import Button, Intent, Screen, Tone, Touched
from companion.core.setup_steps import LayingPage, SetupPage
from companion.core.statistics_page import Bar, NotableFigure, SeatWins, Spread, WinsByCount
from companion.core.text import NOTHING, Text
from companion.core.value_pages import CopyEntryPage, CountPage, ValuePage
from companion.core.wizard_page import WizardPage

# --- what pages are made of ---


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


@dataclass(frozen=True, slots=True)
class ListPage:
    """Groups of rows that scroll. `lines` stand above them; `name` keeps the place to which a finger has scrolled."""

    name: str
    title: Text
    groups: tuple[RowGroup, ...]
    lines: tuple[Text, ...] = ()
    buttons: tuple[Button, ...] = ()
    corner: Button | None = None
    back: bool = True


@dataclass(frozen=True, slots=True)
class DoorsPage:
    """Big ways to somewhere else."""

    title: Text
    doors: tuple[Row, ...]
    clocked: tuple[Clocked, ...] = ()


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game that can be begun. `picture` is a file, empty where there is none."""

    title: Text
    second: Text
    picture: str
    intent: Intent


@dataclass(frozen=True, slots=True)
class Resume:
    """The evening that can be gone on with."""

    title: Text
    second: Text
    picture: str
    colours: tuple[int, ...]
    intent: Intent


@dataclass(frozen=True, slots=True)
class SplashPage:
    """What stands there while the games are read."""

    title: Text
    second: Text


@dataclass(frozen=True, slots=True)
class SleepPage:
    """Nothing, dark; a touch wakes."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class HomePage:
    greeting: Text
    camera: Row
    resume: Resume | None
    heading: Text
    games: tuple[GameTile, ...]
    doors: tuple[Button, ...]
    settings: Intent


@dataclass(frozen=True, slots=True)
class Chair:
    """A place at the table: taken by somebody, or free."""

    person: Person | None
    second: Text
    intent: Intent


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The table from above: chairs clockwise from the one at this screen's left, and what else is decided."""

    title: Text
    game: Text
    picture: str
    chairs: tuple[Chair, ...]
    rows: tuple[Row, ...]
    hint: Text
    buttons: tuple[Button, ...]
    screen: Text


@dataclass(frozen=True, slots=True)
class Stepper:
    """A figure with a way down and a way up; where there is no further way there is no intent."""

    title: Text
    figure: str
    unit: Text
    less: Intent | None
    more: Intent | None


@dataclass(frozen=True, slots=True)
class TimePage:
    """How time runs: one of several ways, and its figures."""

    title: Text
    ways: tuple[Row, ...]
    steppers: tuple[Stepper, ...]
    note: Text
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class ClockPlate:
    """One player's clock. `share` of his time that is left, where it runs down."""

    person: Person
    time: str
    second: Text = NOTHING
    share: float | None = None
    low: bool = False
    next: bool = False
    intent: Intent | None = None


@dataclass(frozen=True, slots=True)
class ClockPage:
    """Big clocks: those that run (or would, if nothing were paused), and the others in their order."""

    running: tuple[ClockPlate, ...]
    waiting: tuple[ClockPlate, ...]
    paused: Text | None
    buttons: tuple[Button, ...]


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
class Tally:
    """How often somebody won, of so many plays."""

    person: Person
    wins: int
    plays: int


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """A game's evenings in figures; `games` are those that can be chosen, `nothing` is said where there are none."""

    title: Text
    games: tuple[Row, ...]
    wins_title: Text
    wins: tuple[Tally, ...]
    by_count: tuple[WinsByCount, ...]
    spreads: tuple[Spread, ...]
    records: tuple[NotableFigure, ...]
    buttons: tuple[Button, ...]
    nothing: Text = NOTHING


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table of the club; its name and the people's are untrusted, and people who are not named have none.

    `leaders` have so many `points`. `wanted` says that a referee is: `intent` that he comes, `coming` that the table
    has been told so. What is `away` is as it was when it was last heard of.
    """

    name: str
    game: Text
    people: tuple[Person, ...]
    clocked: Clocked | None
    leaders: tuple[Person, ...]
    points: str
    wanted: Text = NOTHING
    intent: Intent | None = None
    coming: bool = False
    away: bool = False


@dataclass(frozen=True, slots=True)
class ClubPage:
    """All tables of a club, those that want a referee first. `line` says how many do, or why nothing new is heard."""

    title: Text
    line: Text
    tone: Tone
    cards: tuple[TableCard, ...]


@dataclass(frozen=True, slots=True)
class FiguresPage:
    """What won, where winners sat, and how long people think: of one game, as `StatisticsPage`."""

    title: Text
    games: tuple[Row, ...]
    goals: tuple[Bar, ...]
    seats: tuple[SeatWins, ...]
    thinking: tuple[Bar, ...]
    buttons: tuple[Button, ...]
    nothing: Text = NOTHING


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
    """What has happened, and the table just before the chosen action."""

    title: Text
    happenings: tuple[Happening, ...]
    table_title: Text
    table: Screen | None
    place: float
    earlier: Intent | None
    later: Intent | None
    buttons: tuple[Button, ...]
    nothing: Text = NOTHING


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


@dataclass(frozen=True, slots=True)
class PuttingRightPage:
    """The table as people put it right: each piece is drawn to where it lies, or touched. `hint` stands above it."""

    title: Text
    table: Screen
    hint: Text
    tone: Tone
    buttons: tuple[Button, ...]
    corner: Button


@dataclass(frozen=True, slots=True)
class TypingPage:
    """One line of text, and what answers it already. `rows` of keys are letters, as they are to be typed."""

    title: Text
    typed: str
    hint: Text
    answers: tuple[Row, ...]
    keys: tuple[str, ...]
    language: str
    figures: bool
    done: Button
    icon: str = "search"
    nothing: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words of an article: plain, faint, or in a frame of their own with an icon and a heading; some lead on."""

    words: Text
    tone: Tone = Tone.NORMAL
    icon: str = ""
    heading: Text = NOTHING
    intent: Intent | None = None


@dataclass(frozen=True, slots=True)
class ArticlePage:
    """Something to read: a rule, what this is. `code` is a QR code, row by row, 1 for dark."""

    name: str
    title: Text
    paragraphs: tuple[Paragraph, ...]
    buttons: tuple[Button, ...]
    corner: Text = NOTHING
    corner_icon: str = "book"
    code: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class CameraPage:
    """What a camera sees, with what is found drawn in, and how well it stands.

    Without a view `waiting` is said instead. `rows` stand in place of the checks, `counted` in the picture, `source`
    beside the title; `advice` is the one thing to do next.
    """

    title: Text
    view: CameraView | None
    waiting: Text
    counted: Text
    advice: Text
    tone: Tone
    buttons: tuple[Button, ...]
    source: Text = NOTHING
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanPage:
    """Where a camera has to hang, drawn to scale; what can be changed; and how good that would be."""

    title: Text
    sketch: ScaleDrawing
    camera: Row
    steppers: tuple[Stepper, ...]
    lines: tuple[tuple[Tone, Text], ...]
    buttons: tuple[Button, ...] = ()


Page = (
    SplashPage
    | SleepPage
    | HomePage
    | ListPage
    | DoorsPage
    | SeatsPage
    | TimePage
    | ClockPage
    | EndPage
    | ResultPage
    | SheetPage
    | StatisticsPage
    | ClubPage
    | FiguresPage
    | HistoryPage
    | ReplayPage
    | PuttingRightPage
    | TypingPage
    | ArticlePage
    | SetupPage
    | LayingPage
    | CopyEntryPage
    | ValuePage
    | CountPage
    | CameraPage
    | PlanPage
    | WizardPage
)
