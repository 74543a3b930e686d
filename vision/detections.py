"""What detectors and QR readers report: labels in one picture.

Pixels as OpenCV counts them: x right, y down, whole numbers are pixel centres. Angles are degrees, clockwise as the
picture shows it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class UnreadableLabel:
    """A label that could not be decoded: the four corners of the black ring's outside, clockwise."""

    corners: Corners

    @property
    def x(self) -> float:
        return crossing(self.corners)[0]

    @property
    def y(self) -> float:
        return crossing(self.corners)[1]

    @property
    def size_px(self) -> float:
        return mean_edge(self.corners)


@dataclass(frozen=True, slots=True)
class Detection:
    """One label that was decoded.

    `corners` are the outside corners of the black ring (28 of the label's 29 modules), the label's own upper left
    first, clockwise; x and y the label's centre, where the diagonals cross. `rotation_deg` is the turn of the label's
    upper edge (0: upright, 90: its top points right); `size_px` the mean edge. `score` is the correlation with the
    tag's own symbol (1 is perfect), `margin` its lead over the next best; both are 1 from QR readers.
    A card that was known by its `face`, the name of that in the closed set, is told where its label would be stuck.
    """

    tag: str
    x: float
    y: float
    rotation_deg: float
    size_px: float
    corners: Corners
    score: float
    margin: float
    face: str | None = None

    @property
    def look(self) -> str:
        """What the closed set knows it by."""
        return self.face or self.tag

    @classmethod
    def from_corners(
        cls, tag: str, corners: Corners, score: float, margin: float, face: str | None = None
    ) -> Detection:
        x, y = crossing(corners)
        return cls(tag, x, y, rotation(corners), mean_edge(corners), corners, score, margin, face)


@dataclass(frozen=True, slots=True)
class Detections:
    """All labels of one picture. A tag that lies there twice is reported twice."""

    decoded: tuple[Detection, ...]
    unreadable: tuple[UnreadableLabel, ...]


def as_corners(quad: NDArray[np.floating]) -> Corners:
    """Four points, shape (4, 2), as plain values."""
    upper_left, upper_right, lower_right, lower_left = ((float(x), float(y)) for x, y in quad)
    return upper_left, upper_right, lower_right, lower_left


def crossing(corners: Corners) -> Point:
    """Where the diagonals cross: the picture of the square's centre under any perspective."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    ux, uy, vx, vy = cx - ax, cy - ay, dx - bx, dy - by
    slant = ux * vy - uy * vx
    share = ((bx - ax) * vy - (by - ay) * vx) / slant if slant else 0.5
    return ax + share * ux, ay + share * uy


def mean_edge(corners: Corners) -> float:
    return sum(math.dist(corners[i], corners[i - 1]) for i in range(4)) / 4


def rotation(corners: Corners) -> float:
    """Degrees clockwise in [0, 360), from the upper and the lower edge together."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return math.degrees(math.atan2(by - ay + cy - dy, bx - ax + cx - dx)) % 360.0
