"""A drawn screen as a value: marks from the lowest to the topmost, and what can be touched. Lengths in dp, y down.

What makes a picture is pure; `ui.painter` puts it on the display, and tests read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.core.screen import Forbidden, Touched
from companion.core.text import Text
from ui.rect import Rect
from ui.tokens import TOUCH

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled box with round corners; `#rrggbb`. One that `fades` turns slowly from the colour it had by that name."""

    rect: Rect
    colour: str
    radius: float = 0.0
    alpha: float = 1.0
    fades: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """A line along the inside of a box's edge."""

    rect: Rect
    colour: str
    radius: float = 0.0
    width: float = 1.5


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points; `dash` is how long its dashes and the gaps between them are."""

    points: tuple[Point, ...]
    colour: str
    width: float = 2.0
    dash: tuple[float, float] | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled shape whose outline sees its whole inside from its middle."""

    points: tuple[Point, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Region:
    """A filled shape of any outline that does not cross itself."""

    points: tuple[Point, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class PictureWords:
    """One line of words, its left end and the middle of its line at a place; `icon` if it is a sign of that face."""

    text: str
    x: float
    y: float
    width: float
    face: str
    size: float
    colour: str
    icon: bool = False

    @property
    def rect(self) -> Rect:
        """The letters' box, from the capitals' top to below the line."""
        return Rect(self.x, self.y - self.size / 2, self.width, self.size)


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture file, cut to fill its box; `colour` stands for it until it is there."""

    path: str
    rect: Rect
    radius: float = 0.0


PIECE = "\0"
"""Between the name of a piece and which of several it is, in the name of a thing that moves."""


@dataclass(frozen=True, slots=True)
class Moving:
    """Marks that belong to one thing: when it lies elsewhere in the next picture, it glides there."""

    name: str
    rect: Rect
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Scroll:
    """Marks and targets higher than their box, which a finger moves; `name` keeps the place between pictures.

    What is in it is placed as if nothing were moved, from the box's upper left corner on.
    """

    name: str
    rect: Rect
    height: float
    marks: tuple[Mark, ...]
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class GreyPicture:
    """A camera's picture, grey: `width` x `height` bytes row by row from the top, filling its box."""

    rect: Rect
    width: int
    height: int
    pixels: bytes


@dataclass(frozen=True, slots=True)
class Veil:
    """Covers a bar when it is first shown and draws back to the right, one after the other in their `order` from 0."""

    rect: Rect
    colour: str
    order: int


Mark = Fill | Outline | Stroke | Polygon | Region | PictureWords | Photo | GreyPicture | Veil | Moving | Scroll


def flat(marks: Iterable[Mark]) -> Iterator[Mark]:
    """The marks with those of what moves; lists stay whole."""
    for mark in marks:
        yield from flat(mark.marks) if isinstance(mark, Moving) else (mark,)


@dataclass(frozen=True, slots=True)
class Target:
    """A place to touch. One that is off has no intent and says why; one that `repeats` is touched again and again."""

    rect: Rect
    intent: object | None
    why_not: Text | Forbidden | None = None
    radius: float = 0.0
    key: str = ""
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Slide:
    """A line along which a finger slides: from `left` to `right` lie the steps from 0 to `last`, `at` one of them.

    What it asks for is the intent with the step's number for its value.
    """

    rect: Rect
    left: float
    right: float
    intent: Touched
    last: int
    at: int

    def under(self, x: float) -> int:
        """The step under a finger."""
        share = (x - self.left) / (self.right - self.left)
        return round(min(1.0, max(0.0, share)) * self.last)


@dataclass(frozen=True, slots=True)
class Nearest:
    """A surface of things smaller than a finger: a touch means the nearest of them that is within a finger's size."""

    rect: Rect
    things: tuple[tuple[Rect, Touched], ...]

    def under(self, x: float, y: float) -> Touched | None:
        """What a finger there means."""
        if not self.rect.contains(x, y):
            return None
        far = [(rect.distance(x, y), at) for at, (rect, _) in enumerate(self.things)]
        away, at = min(far, default=(TOUCH, 0))
        return self.things[at][1] if away <= TOUCH / 2 else None


@dataclass(frozen=True, slots=True)
class PicturePlace:
    """Where a zone of the table is drawn, or one of the things in it.

    What a finger draws from there to another is of one of these kinds of `pieces`; `name` is that of the `Moving` that
    shows it. Pieces of one `stack` lie on each other, and none is put onto another by hand.
    """

    rect: Rect
    zone: str
    pieces: tuple[str, ...] = ()
    name: str = ""
    stack: str = ""


@dataclass(frozen=True, slots=True)
class WindowPicture:
    """A whole window. `dropped` are words for which there was no room at all: none of what must be said."""

    width: float
    height: float
    ground: str
    marks: tuple[Mark, ...]
    targets: tuple[Target, ...]
    dropped: tuple[str, ...] = ()
    places: tuple[PicturePlace, ...] = ()
    slides: tuple[Slide, ...] = ()
    nearest: tuple[Nearest, ...] = ()
