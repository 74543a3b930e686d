"""What is read in a picture that nobody renders: labels with places and losses drawn from measured reading errors.

Measured in 145 rendered pictures of the tables of benchmarks/picture_tables.py, 2,500 labels of at least a pixel a
module: how many are read by how wide a module is, and by what lies on them; how far their corners are off.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin
from random import Random

import numpy as np

from benchmarks.picture_tables import Shot, Tabletop
from companion.core.plane import turned
from companion.label_sets.piece_labels import LABEL_MM, label_edge
from companion.picture_score.common_plane import ring_mm
from companion.picture_score.label_views import LabelView
from companion.simulation.renderer.scene import Item
from vision.arrays import Points
from vision.detections import Detection, UnreadableLabel, as_corners
from vision.labels import FRAME_MODULES

LOST_BY_SIZE = (
    (0.80, 0.96), (0.85, 0.89), (0.90, 0.67), (0.95, 0.44), (1.0, 0.24), (1.05, 0.07), (1.1, 0.02), (1.3, 0.009),
    (99.0, 0.0014),
)  # fmt: skip
"""Pixels of a module where it is narrowest, and what share of uncovered labels is lost below that, without a trace."""

ONLY_FRAME = 0.0015
"""Of uncovered labels, the share of which only the frame is made out."""

COVERED = {"middle": (0.6, 0.4), "pencil": (0.46, 0.0), "rim": (0.02, 0.003), "piece": (0.75, 0.0)}
"""What lies over a label; how often it is lost then, and how often its frame alone is made out."""

SHARES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
FLAT, BENT = (0.02, 0.04, 0.08, 0.13, 0.22, 0.36, 0.46, 0.7), (0.1, 0.25, 0.5, 0.91, 1.51, 1.91, 2.25, 2.62)
"""So far, in modules, the corners of so great a share of labels are off at most: on flat cards and on curled ones."""

JITTER = 0.1
"""Pixels by which each corner is off for itself."""


def drawn_view(table: Tabletop, shot: Shot, name: str, random: Random) -> LabelView:
    """The labels of that picture."""
    camera, size = table.camera(shot), np.array(table.size)
    decoded, unreadable = [], []
    for tag, ring, covers, bent in _printed(table):
        px = camera.to_px(ring)
        if px.min() < 1 or (px >= size - 1).any():
            continue
        sides = np.linalg.norm(np.roll(px, -1, axis=0) - px, axis=1)
        narrowest = float(sides.min()) / FRAME_MODULES
        lost, frame = _chances(narrowest, covers)
        drawn = random.random()
        off = float(np.interp(random.random(), SHARES, BENT if bent else FLAT)) * float(sides.mean()) / FRAME_MODULES
        away = radians(random.uniform(0, 360))
        px = px + (off * cos(away), off * sin(away)) + [[random.gauss(0, JITTER) for _ in "xy"] for _ in range(4)]
        if drawn >= lost + frame:
            decoded.append(Detection.from_corners(tag, as_corners(px), 0.95, 0.3))
        elif drawn >= lost:
            unreadable.append(UnreadableLabel(as_corners(px)))
    return LabelView(name, table.size, tuple(decoded), tuple(unreadable))


def _chances(narrowest: float, covers: list[str]) -> tuple[float, float]:
    """How likely a label is lost, and only its frame made out."""
    lost = next(share for size, share in LOST_BY_SIZE if narrowest < size)
    frame = ONLY_FRAME
    for cover in covers:
        lost, frame = max(lost, COVERED[cover][0]), max(frame, COVERED[cover][1])
    return lost, min(frame, 1 - lost)


def _printed(table: Tabletop) -> Iterator[tuple[str, Points, list[str], bool]]:
    """Each label with the corners of its ring in millimetres, what lies over it, and whether its card is curled."""
    for number, (placed, item) in enumerate(zip(table.pieces, table.items, strict=True)):
        pose, edge = placed.label, label_edge(placed.shape)
        covers = [how for over in table.leavings if (how := _cover(over, pose.x, pose.y, pose.rotation, edge))]
        covers += ["piece" for over in table.items[number + 1 :] if _lies_on(over, pose.x, pose.y)]
        yield placed.tag, _ring(pose.x, pose.y, pose.rotation, edge), covers, bool(item.bend)
    for anchor in table.mat.anchors:
        covers = ["piece" for over in table.items if _lies_on(over, anchor.x, anchor.y)]
        yield anchor.tag, _ring(anchor.x, anchor.y, anchor.rotation, LABEL_MM), covers, False


def _ring(x: float, y: float, rotation: float, edge: float) -> Points:
    half = ring_mm(edge) / 2
    corners = (turned(dx, dy, rotation) for dx, dy in ((-half, -half), (half, -half), (half, half), (-half, half)))
    return np.array([(x + dx, y + dy) for dx, dy in corners])


def _cover(over: Item, x: float, y: float, rotation: float, edge: float) -> str:
    """How a thing that was left lying covers a label: not at all, its rim, its middle, or as a pencil does."""
    if over.height > 2 * over.width:
        across, along = turned(x - over.x, y - over.y, -over.rotation)
        near = abs(across) < (edge + over.width) / 2 and abs(along) < (edge + over.height) / 2
        return "pencil" if near else ""
    across, down = turned(over.x - x, over.y - y, -rotation)
    if hypot(across, down) < edge * 0.2:
        return "middle"
    reach = (edge + over.width) / 2
    return "rim" if abs(across) < reach and abs(down) < reach else ""


def _lies_on(over: Item, x: float, y: float) -> bool:
    across, down = turned(x - over.x, y - over.y, -over.rotation)
    return abs(across) < over.width / 2 and abs(down) < over.height / 2
