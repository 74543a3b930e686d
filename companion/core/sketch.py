"""Drawings to scale as values: lines and notes in millimetres, x right, y down. Screens, SVG and PDF draw them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.text import Text

Place = tuple[float, float]


class Line(Enum):
    """What a line is."""

    OUTLINE = "outline"
    SIGHT = "sight"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class SketchLine:
    kind: Line
    points: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class SketchNote:
    """Words with the middle of their line at a place."""

    place: Place
    words: Text


@dataclass(frozen=True, slots=True)
class Sketch:
    """`width` and `height` in millimetres hold everything."""

    width: float
    height: float
    lines: tuple[SketchLine, ...]
    notes: tuple[SketchNote, ...]
