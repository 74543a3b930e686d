"""The geometry of poses on the mat: millimetres, x to the right, y down, rotations in degrees clockwise."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, radians, sin

from companion.core.table import PieceShape, Pose

Point = tuple[float, float]
"""x and y in millimetres."""


def turned(dx: float, dy: float, rotation: float) -> Point:
    """A step, turned."""
    turn = radians(rotation)
    across, down = cos(turn), sin(turn)
    return dx * across - dy * down, dx * down + dy * across


def moved(pose: Pose, dx: float, dy: float) -> Pose:
    """The pose after a step in its own directions."""
    step_x, step_y = turned(dx, dy, pose.rotation)
    return Pose(pose.x + step_x, pose.y + step_y, pose.rotation)


def offset(pose: Pose, other: Pose) -> Point:
    """How far the other pose lies across and down from this one, in this one's own directions."""
    return turned(other.x - pose.x, other.y - pose.y, -pose.rotation)


def distance(one: Pose, other: Pose) -> float:
    """Millimetres between two centres."""
    return hypot(one.x - other.x, one.y - other.y)


def angle_between(one: Pose, other: Pose) -> float:
    """How far one pose is turned against the other, 0 to 180 degrees."""
    return abs((one.rotation - other.rotation + 180.0) % 360.0 - 180.0)


def same_place(one: Pose, other: Pose, within_mm: float, within_degrees: float = 180.0) -> bool:
    """Whether two poses differ by no more than so much."""
    return distance(one, other) <= within_mm and angle_between(one, other) <= within_degrees


def piece_pose(label: Pose, shape: PieceShape) -> Pose:
    """The middle of the piece whose label lies there."""
    return moved(label, -shape.label_dx, -shape.label_dy)


def piece_outline(label: Pose, shape: PieceShape) -> tuple[Point, Point, Point, Point]:
    """The corners of the piece whose label lies there, clockwise from its own upper left."""
    turn = radians(label.rotation)
    across, down = cos(turn), sin(turn)
    left, top = -shape.label_dx - shape.width / 2, -shape.label_dy - shape.height / 2
    x, y = label.x + left * across - top * down, label.y + left * down + top * across
    width_x, width_y = shape.width * across, shape.width * down
    height_x, height_y = -shape.height * down, shape.height * across
    return (
        (x, y),
        (x + width_x, y + width_y),
        (x + width_x + height_x, y + width_y + height_y),
        (x + height_x, y + height_y),
    )


def covers(label: Pose, shape: PieceShape, place: Pose, reach: float = 0.0) -> bool:
    """Whether the piece whose label lies there, grown by `reach` on every side, covers the centre of a place."""
    across, down = offset(piece_pose(label, shape), place)
    return abs(across) < shape.width / 2 + reach and abs(down) < shape.height / 2 + reach


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the smallest convex outline round all points, in order (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def chain(along: Iterable[Point]) -> list[Point]:
        found: list[Point] = []
        for x, y in along:
            while len(found) > 1 and _cross(found[-2], found[-1], (x, y)) <= 0:
                found.pop()
            found.append((x, y))
        return found[:-1]

    return tuple(ordered) if len(ordered) < 3 else (*chain(ordered), *chain(reversed(ordered)))


def _cross(start: Point, middle: Point, end: Point) -> float:
    """Above 0 where one turns right there, y being down."""
    return (middle[0] - start[0]) * (end[1] - start[1]) - (middle[1] - start[1]) * (end[0] - start[0])
