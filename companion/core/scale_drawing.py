"""Drawings to scale as values: lines and notes in millimetres, x right, y down. Screens, SVG and PDF draw them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.text import Text

Place = tuple[float, float]


class LineKind(Enum):
    """What a line is."""

    OUTLINE = "outline"
    SIGHT = "sight"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class DrawnLine:
    kind: LineKind
    points: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class DrawnNote:
    """Words with the middle of their line at a place."""

    place: Place
    words: Text


@dataclass(frozen=True, slots=True)
class ScaleDrawing:
    """`width` and `height` in millimetres hold everything."""

    width: float
    height: float
    lines: tuple[DrawnLine, ...]
    notes: tuple[DrawnNote, ...]
