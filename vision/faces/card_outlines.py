"""Where cards may lie: rectangles of a known size between straight edges that meet at right angles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Luma, Mask
from vision.faces.face_parts import FACE_PX
from vision.faces.plan import PLAN_PX, Plan

SHORTEST_MM = 8.0
"""Shorter edges are print."""

RIGHT_ANGLE = 5.0
"""Degrees by which two edges of a card may miss a right angle in the plan."""

ROUNDED_MM, BEYOND_MM = 6.0, 4.0
"""Two edges meet within so much of an end of each, before it or behind it: corners are round, and edges covered."""

SAME_MM, SAME_DEGREES = 2.0, 3.0
"""Two rectangles that differ by less are one."""

PRINTED_MM, COMMON, MOST_PRINTED = 1.5, 0.15, 6
"""Printed corners within so much of each other are one; the share of faces that have it; and how many are tried."""

MOST_EDGES = 1500
"""The longest so many edges are looked at: the time grows with their square."""


def straight_lines(plan: Plan) -> Doubles:
    """Straight edges by their ends in millimetres, (n, 2, 2); the longest first."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(plan.light)[0]
    if found is None:
        return np.empty((0, 2, 2))
    ends = found.reshape(-1, 2, 2).astype(np.float64) / plan.px + (plan.left, plan.top)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    longest = np.argsort(-lengths, kind="stable")[:MOST_EDGES]
    return np.asarray(ends[longest[lengths[longest] >= SHORTEST_MM]])


Insets = Sequence[tuple[float, float]]
"""Where corners are on a card: millimetres inside its longer side and inside its shorter one."""

OUTER: Insets = ((0.0, 0.0),)


def rectangles(lines: Doubles, short: float, long: float, insets: Insets = OUTER) -> Doubles:
    """Cards that may lie between such lines: x and y of their middles in millimetres and degrees from 0 to 180, (n, 3).

    Turned by so much an upright card lies there, one way or the other. Where two lines meet is one of its corners, or
    one of what is printed on it.
    """
    corners, one, other = _corners(lines)
    poses = []
    for across, down in insets:
        to_middle = short / 2 - across, long / 2 - down
        poses += [_beside(corners, one, other, to_middle), _beside(corners, other, one, to_middle)]
    return _distinct(np.concatenate(poses))


def printed_corners(pictures: Sequence[Luma]) -> Insets:
    """Where most corners are printed on cards of one series, by some of their upright faces: of frames and pictures."""
    found: Counter[tuple[int, int]] = Counter()
    for picture in pictures:
        small = cv2.resize(picture, None, fx=PLAN_PX / FACE_PX, fy=PLAN_PX / FACE_PX, interpolation=cv2.INTER_AREA)
        at, one, other = _corners(straight_lines(Plan(np.asarray(small), 0.5 / PLAN_PX, 0.5 / PLAN_PX)))
        lies = np.abs(one[:, :1]) > np.abs(one[:, 1:])
        way = np.where(lies, one, other)[:, 0], np.where(lies, other, one)[:, 1]
        inside = [
            np.where(to > 0, at[:, axis], size / FACE_PX - at[:, axis])
            for axis, (to, size) in enumerate(zip(way, picture.shape[::-1], strict=True))
        ]
        found.update(set(zip(*(np.rint(of / PRINTED_MM).astype(int).tolist() for of in inside), strict=True)))
    often = [place for place, count in found.most_common() if count >= COMMON * len(pictures)]
    kept: list[tuple[int, int]] = []
    for place in often:
        if min(place) >= 0 and all(max(abs(place[0] - k[0]), abs(place[1] - k[1])) > 1 for k in kept):
            kept.append(place)
    return [(across * PRINTED_MM, down * PRINTED_MM) for across, down in kept[:MOST_PRINTED]]


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


def _beside(corners: Doubles, across: Doubles, along: Doubles, to_middle: tuple[float, float]) -> Doubles:
    """The card whose shorter side lies across, and whose middle is so far from the corner both ways; x, y, degrees."""
    middle = corners + across * to_middle[0] + along * to_middle[1]
    # Both edges tell the rotation: turned by a right angle the second is as good as the first.
    turned = np.stack([along[:, 1], -along[:, 0]], axis=1)
    turned *= np.sign((turned * across).sum(axis=1))[:, None]
    mean = across + turned
    return np.column_stack([middle, np.degrees(np.arctan2(mean[:, 1], mean[:, 0])) % 180.0])


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
