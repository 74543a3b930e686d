"""Pieces that do not lie flat: held in a hand, lifted by an edge, or curled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin

import numpy as np

from companion.simulation.renderer.camera_model import Points, Position
from companion.simulation.renderer.scene import Item

BENT_STRIPS = 10
"""A curled card is drawn as so many flat strips."""


@dataclass(frozen=True, slots=True, eq=False)
class RaisedStrip:
    """A flat part of a piece from edge to edge, from share `start` to share `end` of its height from above.

    `outline` is where the camera sees its corners on the mat, (4, 2) millimetres, clockwise from the upper left.
    """

    start: float
    end: float
    outline: Points


def is_raised(item: Item) -> bool:
    return bool(item.tilt or item.bend or item.lift)


def strips(item: Item, camera: Position) -> Iterator[RaisedStrip]:
    """The parts of a piece as a camera there sees them."""
    edges = np.linspace(0.0, 1.0, BENT_STRIPS + 1 if item.bend else 2)
    for start, end in pairwise(map(float, edges)):
        upper, lower = (_edge(item, share) for share in (start, end))
        outline = [_on_the_mat(point, camera) for point in (upper[0], upper[1], lower[1], lower[0])]
        yield RaisedStrip(start, end, np.array(outline))


def _edge(item: Item, share: float) -> tuple[Position, Position]:
    """The left and right end of the line across the piece at this share of its height."""
    shortened = 1 - 8 / 3 * (item.bend / item.height) ** 2  # A flat parabola's chord, for its length.
    lean, turn = radians(item.tilt), radians(item.rotation)
    above, up = (1 - share) * item.height * shortened, item.bend * (2 * share - 1) ** 2
    down, height = item.height / 2 - above * cos(lean) - up * sin(lean), item.lift + above * sin(lean) + up * cos(lean)

    def end(across: float) -> Position:
        return item.x + across * cos(turn) - down * sin(turn), item.y + across * sin(turn) + down * cos(turn), height

    return end(-item.width / 2), end(item.width / 2)


def _on_the_mat(point: Position, camera: Position) -> tuple[float, float]:
    """Where the line of sight through a point meets the mat."""
    x, y, height = point
    reach = camera[2] / (camera[2] - height)
    return camera[0] + (x - camera[0]) * reach, camera[1] + (y - camera[1]) * reach
