"""Plane geometry of poses: distances, and where a piece lies whose label is seen; millimetres and degrees."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import numpy as np

from companion.core.table import Box, PieceShape, Pose
from vision.arrays import Points
from vision.labels import MODULES

JITTER_MODULES = 0.5
"""A label that is read again this near to where it was has not moved."""

JITTER_DEGREES = 2.0

LABEL_REACH = 0.71
"""Half a square's diagonal, as a share of its edge."""


def distance(one: Pose, other: Pose) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def angle_between(one: Pose, other: Pose) -> float:
    """Degrees from one rotation to the other, at most 180."""
    return abs((one.rotation - other.rotation + 180.0) % 360.0 - 180.0)


def to_mat(points: Points, pose: Pose) -> Points:
    """Points in the axes of what lies at `pose`, (n, 2), as places on the mat."""
    turn = radians(pose.rotation)
    axes = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return np.asarray(points @ axes + (pose.x, pose.y))


def is_same_reading(one: Pose, other: Pose, label_mm: float) -> bool:
    """Whether two readings of a label differ by no more than reading does."""
    near = distance(one, other) <= JITTER_MODULES * label_mm / MODULES
    return near and angle_between(one, other) <= JITTER_DEGREES


def box_around(label: Pose, label_mm: float) -> Box:
    """The square that a label covers at most, however it is turned."""
    reach = label_mm * LABEL_REACH
    return Box(label.x - reach, label.y - reach, label.x + reach, label.y + reach)


def lies_under(label: Pose, label_mm: float, upper: Pose, shape: PieceShape) -> bool:
    """Whether the piece whose label is at `upper` covers a good part of the label at `label`."""
    turn = radians(upper.rotation)
    centre_x, centre_y = piece_centre(upper, shape)
    dx, dy = label.x - centre_x, label.y - centre_y
    across, down = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
    # A quarter of the edge hidden is enough to spoil a label.
    reach = label_mm / 4
    return abs(across) < shape.width / 2 + reach and abs(down) < shape.height / 2 + reach


def piece_centre(label: Pose, shape: PieceShape) -> tuple[float, float]:
    """Where the middle of the piece is whose label lies at `label`."""
    turn = radians(label.rotation)
    return (
        label.x - shape.label_dx * cos(turn) + shape.label_dy * sin(turn),
        label.y - shape.label_dx * sin(turn) - shape.label_dy * cos(turn),
    )


def piece_outline(label: Pose, shape: PieceShape) -> Points:
    """The four corners of the piece whose label lies at `label`, (4, 2)."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (shape.width / 2, shape.height / 2)
    return to_mat(corners, Pose(*piece_centre(label, shape), label.rotation))
