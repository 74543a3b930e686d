"""The pages beside the live table, as values: what stands on them, and what a touch on each thing asks for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.camera_view import CameraView
from companion.core.page_parts import Clocked, Person, Row, RowGroup
from companion.core.picture_pages import ScoredPicturePage
from companion.core.result_pages import EndPage, HistoryPage, ReplayPage, ResultPage, SheetPage
from companion.core.scale_drawing import ScaleDrawing
from companion.core.screen import Button, Intent, Screen, Tone
from companion.core.setup_steps import LayingPage, SetupPage
from companion.core.statistics_pages import (
    FiguresPage,
    StatisticsPage,
)
from companion.core.text import NOTHING, Text
from companion.core.value_pages import CopyEntryPage, CountPage, ValuePage
from companion.core.wizard_page import WizardPage

# --- what pages are made of ---


@dataclass(frozen=True, slots=True)
class ListPage:
    """Groups of rows that scroll. `lines` stand above them; `name` keeps the place to which a finger has scrolled.

    One that is `searched` offers that where it is long; one that is `lettered` as well begins with it. `icon` stands
    over the lines where there are no rows yet.
    """

    name: str
    title: Text
    groups: tuple[RowGroup, ...]
    lines: tuple[Text, ...] = ()
    buttons: tuple[Button, ...] = ()
    corner: Button | None = None
    back: bool = True
    searched: bool = False
    lettered: bool = False
    icon: str = ""


@dataclass(frozen=True, slots=True)
class DoorsPage:
    """Big ways to somewhere else."""

    title: Text
    doors: tuple[Row, ...]
    clocked: tuple[Clocked, ...] = ()


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game that can be begun, or `why_not`. `picture` is a file, empty where there is none."""

    title: Text
    second: Text
    picture: str
    intent: Intent | None
    why_not: Text | None = None


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
    | ScoredPicturePage
    | WizardPage
)
