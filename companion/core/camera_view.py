"""What a camera sees of a table and how well, as values: a picture, what is found in it, and what should be better."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.table import Crop, Tag
from companion.core.text import NOTHING, Text

Shares = tuple[float, float]
"""A place in a picture: its distance from the left and the upper edge in widths and heights of the picture."""


class Grade(Enum):
    """How good something is, the best first."""

    GOOD = "good"
    USABLE = "usable"
    NOT_YET = "not yet"

    @property
    def badness(self) -> int:
        return list(Grade).index(self)


class Part(Enum):
    """What is judged of a view, in the order in which it is put right."""

    MAT = "mat"
    HEIGHT = "height"
    LIGHT = "light"
    GLARE = "glare"
    FOCUS = "focus"
    ANGLE = "angle"
    SIZE = "size"


@dataclass(frozen=True, slots=True)
class ViewCheck:
    """One light: what was judged, in a few words, with its measure, and what to do where it is not good."""

    part: Part
    grade: Grade
    title: Text
    detail: Text = NOTHING
    remedy: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Judgement:
    """All checks of a view, the worst first."""

    checks: tuple[ViewCheck, ...]

    @property
    def grade(self) -> Grade:
        """As good as its worst part."""
        return max((check.grade for check in self.checks), key=lambda grade: grade.badness, default=Grade.NOT_YET)

    @property
    def next_step(self) -> Text:
        """The one thing to do next; nothing where all is good."""
        return next((check.remedy for check in self.checks if check.grade is not Grade.GOOD), NOTHING)


class Sign(Enum):
    """What is drawn into a picture."""

    LABEL = "label"
    ANCHOR = "anchor"
    MISSING = "missing"
    UNREADABLE = "unreadable"
    ZONE = "zone"


@dataclass(frozen=True, slots=True)
class Outlined:
    """Four corners in the picture, of something that was found or that should be there; a zone has its name."""

    sign: Sign
    corners: tuple[Shares, Shares, Shares, Shares]
    name: Text = NOTHING


@dataclass(frozen=True, slots=True)
class RegionFigure:
    """The middle of a part of the mat, and how many pixels the smallest square of a label has there."""

    middle: Shares
    pixels_per_module: float
    grade: Grade


@dataclass(frozen=True, slots=True)
class CameraAtHand:
    """A camera that can look at the table: its name for the companion, how people call it, and whether it does look."""

    source: str
    title: Text
    looks: bool = False


@dataclass(frozen=True, slots=True)
class CameraView:
    """What a camera sees at one moment. `camera` is its name; `simulated` if there is no camera at all.

    `tags` are the labels that were read, one for each place where one lies; `unreadable` how many were not.
    `height` is the camera's over the table in millimetres, None where that cannot be told. `close_ups` are pictures of
    the labels that have just come, with what is round them, where they are few. `cameras` are all that could look here.
    `mat` are the corners of the mat, clockwise from its upper left, where they are known.
    """

    camera: str
    simulated: bool
    picture: Crop
    outlines: tuple[Outlined, ...]
    regions: tuple[RegionFigure, ...]
    tags: tuple[Tag, ...]
    unreadable: int
    height: float | None
    judgement: Judgement
    close_ups: tuple[tuple[Tag, Crop], ...] = ()
    cameras: tuple[CameraAtHand, ...] = ()
    mat: tuple[Shares, ...] = ()


@dataclass(frozen=True, slots=True)
class NoView:
    """There is no picture at the moment, and why. `is_there` is False where there is no camera at all."""

    reason: Text
    is_there: bool = True
    cameras: tuple[CameraAtHand, ...] = ()
