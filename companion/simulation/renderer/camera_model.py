"""The simulated camera's geometry: a tilted pinhole above the table with a slightly curved lens.

Pixel coordinates follow OpenCV: the centre of the upper left pixel is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.scene import Bump, Optics, Rectangle, RenderedMat

# --- array types of the renderer ---


GrayImage = NDArray[np.uint8]
"""Shape (height, width), grey levels 0 to 255."""

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are the first ones outside."""

Points = NDArray[np.float64]
"""Shape (n, 2): x and y, in pixels or millimetres as the function says."""


# --- the camera ---


FIELD_OF_VIEW = 66.0
"""Horizontal, degrees: Raspberry Pi Camera Module 3 data sheet."""

MARGIN = 0.03
"""Share of the mat's larger side that stays visible around it."""

FOLDS_FROM = 2.0
"""Squared distance from the middle, in half diagonals, from which on the lens is taken to bend no further."""

NEAREST = 0.2
"""Share of a place's depth at which something over it would be too near to the camera to be drawn."""


Position = tuple[float, float, float]
"""A place over the mat: x, y and height, millimetres."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraProjection:
    """Where a point of the mat, in millimetres, falls in the picture, in pixels; and back."""

    matrix: NDArray[np.float64]
    centre: tuple[float, float]
    radius: float
    distortion: float

    def to_px(self, points: Points) -> Points:
        """(n, 2) millimetres to (n, 2) pixels."""
        ideal = _mapped(self.matrix, points) - self.centre
        # Far out of the picture the curve would fold back into it.
        squared = np.minimum(_squared(ideal) / self.radius**2, FOLDS_FROM)
        curved: Points = ideal * (1 + self.distortion * squared) + self.centre
        return curved

    def reach_mm(self, start: tuple[float, float], direction: tuple[float, float]) -> float:
        """How far one can go over the table from `start` before coming near the camera's own plane."""
        depth = float(self.matrix[2] @ (*start, 1.0))
        loss = -float(self.matrix[2, :2] @ direction)
        return depth * (1 - NEAREST) / loss if loss > 0 else float("inf")

    def to_mm(self, points: Points) -> Points:
        """(n, 2) pixels to (n, 2) millimetres."""
        seen = np.asarray(points, dtype=np.float64) - self.centre
        ideal = seen
        for _ in range(6 if self.distortion else 0):
            ideal = seen / (1 + self.distortion * (_squared(ideal) / self.radius**2))
        return _mapped(np.asarray(np.linalg.inv(self.matrix)), ideal + self.centre)


def projection(mat: RenderedMat, optics: Optics, bump: Bump) -> CameraProjection:
    """The camera of `optics`, hung so that its view fills the picture, then pushed by `bump`."""
    view = optics.view if optics.view is not None else _with_margin(mat)
    placed = _fitted(_looking_down(view, optics), view, optics)
    centre = ((optics.width - 1) / 2, (optics.height - 1) / 2)
    radius = hypot(optics.width, optics.height) / 2
    return CameraProjection(placed @ _pushed(bump, view), centre, radius, optics.distortion)


def position(mat: RenderedMat, optics: Optics) -> Position:
    """Where the camera of `optics` hangs."""
    left, top, right, bottom = optics.view if optics.view is not None else _with_margin(mat)
    tilt, turn = radians(optics.tilt), radians(optics.turn)
    away = _distance((left, top, right, bottom), optics)
    back = away * sin(tilt)
    return (left + right) / 2 + back * sin(turn), (top + bottom) / 2 + back * cos(turn), away * cos(tilt)


def corners(box: Rectangle) -> Points:
    """The four corners of a rectangle, clockwise from the upper left."""
    left, top, right, bottom = box
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64)


def _with_margin(mat: RenderedMat) -> Rectangle:
    edge = MARGIN * max(mat.width, mat.height)
    return -edge, -edge, mat.width + edge, mat.height + edge


def _mapped(matrix: NDArray[np.float64], points: Points) -> Points:
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    mapped = flat @ matrix[:, :2].T + matrix[:, 2]
    result: Points = (mapped[:, :2] / mapped[:, 2:]).reshape(np.shape(points))
    return result


def _squared(points: Points) -> Points:
    """How far away each is, squared, as (..., 1); to sum over an axis of two takes many times as long."""
    return np.asarray(points[..., :1] ** 2 + points[..., 1:] ** 2)


def _looking_down(view: Rectangle, optics: Optics) -> NDArray[np.float64]:
    """The pinhole's homography before the picture is cropped to the view."""
    left, top, right, bottom = view
    focal, height = _focal(optics), _distance(view, optics)
    tilt, turn = radians(optics.tilt), radians(optics.turn)
    shift = np.array([[1, 0, -(left + right) / 2], [0, 1, -(top + bottom) / 2], [0, 0, 1]])
    spin = np.array([[cos(turn), -sin(turn), 0], [sin(turn), cos(turn), 0], [0, 0, 1]])
    # The lower edge of the table is the nearer one: the camera stands behind it.
    pinhole = np.array([[focal, 0, 0], [0, focal * cos(tilt), 0], [0, -sin(tilt), height]])
    return np.asarray(pinhole @ spin @ shift)


def _focal(optics: Optics) -> float:
    return optics.width / (2 * tan(radians(FIELD_OF_VIEW / 2)))


def _distance(view: Rectangle, optics: Optics) -> float:
    """From the camera to the middle of what it looks at, millimetres."""
    left, top, right, bottom = view
    return _focal(optics) * max((right - left) / optics.width, (bottom - top) / optics.height)


def _fitted(matrix: NDArray[np.float64], view: Rectangle, optics: Optics) -> NDArray[np.float64]:
    """Scaled and shifted so that the view just fills the picture."""
    seen = _mapped(matrix, corners(view))
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = min((optics.width - 1) / (high[0] - low[0]), (optics.height - 1) / (high[1] - low[1]))
    middle = (low + high) / 2 * scale
    crop = np.array(
        [[scale, 0, (optics.width - 1) / 2 - middle[0]], [0, scale, (optics.height - 1) / 2 - middle[1]], [0, 0, 1]]
    )
    return np.asarray(crop @ matrix)


def _pushed(bump: Bump, view: Rectangle) -> NDArray[np.float64]:
    """The table as it lies under a camera that was moved: shifted and turned the other way."""
    x, y = (view[0] + view[2]) / 2, (view[1] + view[3]) / 2
    turn = radians(-bump.turn)
    spin = np.array([[cos(turn), -sin(turn), 0], [sin(turn), cos(turn), 0], [0, 0, 1]])
    there = np.array([[1, 0, x - bump.dx], [0, 1, y - bump.dy], [0, 0, 1]])
    back = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]])
    return np.asarray(there @ spin @ back)
