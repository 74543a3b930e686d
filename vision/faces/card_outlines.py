"""Where cards may lie: rectangles of a known size between straight edges that meet at right angles."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Mask
from vision.faces.plan import PLAN_PX, Plan

SHORTEST_MM = 8.0
"""Shorter edges are print."""

RIGHT_ANGLE = 5.0
"""Degrees by which two edges of a card may miss a right angle in the plan."""

ROUNDED_MM, BEYOND_MM = 6.0, 4.0
"""Two edges meet within so much of an end of each, before it or behind it: corners are round, and edges covered."""

SAME_MM, SAME_DEGREES = 2.0, 3.0
"""Two rectangles that differ by less are one."""

MOST_EDGES = 1500
"""The longest so many edges are looked at: the time grows with their square."""


def straight_lines(plan: Plan) -> Doubles:
    """Straight edges by their ends in millimetres, (n, 2, 2); the longest first."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(plan.light)[0]
    if found is None:
        return np.empty((0, 2, 2))
    ends = found.reshape(-1, 2, 2).astype(np.float64) / PLAN_PX + (plan.left, plan.top)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    longest = np.argsort(-lengths, kind="stable")[:MOST_EDGES]
    return np.asarray(ends[longest[lengths[longest] >= SHORTEST_MM]])


def rectangles(lines: Doubles, short: float, long: float) -> Doubles:
    """Cards that may lie between such lines: x and y of their middles in millimetres and degrees from 0 to 180, (n, 3).

    Turned by so much an upright card lies there, one way or the other.
    """
    corners, one, other = _corners(lines)
    poses = [_beside(corners, one, other, sides) for sides in ((short, long), (long, short))]
    return _distinct(np.concatenate(poses))


def _corners(ends: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """Where two edges meet at a right angle, (n, 2), and the directions of both from there, (n, 2) each."""
    along = ends[:, 1] - ends[:, 0]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    offset = (normal * ends[:, 0]).sum(axis=1)
    first, second = np.nonzero(np.triu(np.abs(along @ along.T) < np.sin(np.radians(RIGHT_ANGLE)), 1))
    a, b = normal[first], normal[second]
    slant = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    x = (offset[first] * b[:, 1] - offset[second] * a[:, 1]) / slant
    y = (offset[second] * a[:, 0] - offset[first] * b[:, 0]) / slant
    meeting = np.stack([x, y], axis=1)
    sides, near = zip(*(_away(meeting, ends[of], along[of]) for of in (first, second)), strict=True)
    kept = near[0] & near[1]
    return meeting[kept], sides[0][kept], sides[1][kept]


def _away(meeting: Doubles, ends: Doubles, along: Doubles) -> tuple[Doubles, Mask]:
    """The direction in which an edge goes on from where it meets another, (n, 2), and whether it begins near there."""
    places = np.einsum("nkd,nd->nk", ends - meeting[:, None], along)
    nearer = np.abs(places).argmin(axis=1)
    rows = np.arange(len(places))
    there, far = places[rows, nearer], places[rows, 1 - nearer]
    forward = np.sign(far)
    gap = there * forward
    return along * forward[:, None], (gap < ROUNDED_MM) & (gap > -BEYOND_MM)


def _beside(corners: Doubles, one: Doubles, other: Doubles, sides: tuple[float, float]) -> Doubles:
    """The rectangle in the corner whose side along `one` is the first of the sides; x, y, degrees."""
    middle = corners + one * sides[0] / 2 + other * sides[1] / 2
    # Both edges tell the rotation: turned by a right angle the second is as good as the first.
    turned = np.stack([other[:, 1], -other[:, 0]], axis=1)
    turned *= np.sign((turned * one).sum(axis=1))[:, None]
    mean = one + turned
    degrees = np.degrees(np.arctan2(mean[:, 1], mean[:, 0])) + (90.0 if sides[0] > sides[1] else 0.0)
    return np.column_stack([middle, degrees % 180.0])


def _distinct(poses: Doubles) -> Doubles:
    """One of all that are alike: those that fall into one box of place and rotation."""
    boxes = np.floor(poses / (SAME_MM, SAME_MM, SAME_DEGREES)).astype(np.int64)
    return poses[np.unique(boxes, axis=0, return_index=True)[1]]


def turned_places(poses: Doubles, places: Doubles) -> Floats:
    """Places of an upright card, (m, 2), on cards that lie at x, y, degrees and scale, (n, 4): (n, m, 2)."""
    turn = np.radians(poses[:, 2])
    across, down = np.cos(turn) * poses[:, 3], np.sin(turn) * poses[:, 3]
    matrix = np.stack([across, down, -down, across], axis=1).reshape(-1, 2, 2)
    return np.asarray(poses[:, None, :2].astype(np.float32) + places.astype(np.float32) @ matrix.astype(np.float32))
