"""Lines and shapes with corners as quads of `ui.shapes`.

The splash has none of them: it is on the display before numpy, which takes long to load, is needed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from numpy.typing import NDArray

from ui.drawing import dashes
from ui.picture import Point
from ui.shapes import SMOOTH, VALUES, Rgba

Floats = NDArray[np.float32]
Shape = tuple[Point, ...]
"""Places as seen from the first of them, y down: the same shape lies in many places."""

EDGE = 1.2
"""How many pixels wide the line is that smooths the edge of triangles."""

_ACROSS = np.array([-1, 1, 1, -1], np.float32)
_UP = np.array([-1, -1, 1, 1], np.float32)
_INSIDE = 1e4
"""Half the size of a box whose edges are far from anything drawn."""


@lru_cache(maxsize=1024)
def seen_from_first(points: Shape) -> Shape:
    x, y = points[0]
    return tuple((round(to_x - x, 2), round(to_y - y, 2)) for to_x, to_y in points)


@lru_cache(maxsize=1024)
def stroke(
    shape: Shape, dp: float, width: float, colour: Rgba, dash: tuple[float, float] | None, *, closed: bool
) -> Floats:
    """A line, or its dashes; so many pixels wide."""
    lines = _lines(shape, dash, closed=closed) * dp
    return _bars(lines, width, colour, round_ends=dash is None and len(lines) > 1)


@lru_cache(maxsize=512)
def filled(points: Shape, dp: float, colour: Rgba, *, any_outline: bool) -> Floats:
    """The area within a line: of `any_outline`, or of one that its middle sees all of; seen from the first point."""
    places = np.array(points)
    shape = np.round(places - places[0], 2)
    corners = (_any_area(places) if any_outline else _fan(shape)) * (dp, -dp)
    three = corners.reshape(-1, 3, 2)
    quads = np.zeros((len(three), 4, VALUES), np.float32)
    quads[:, :3, :2] = three
    quads[:, 3, :2] = three[:, 0]
    quads[:, :, 4:6] = _INSIDE
    quads[:, :, 8:] = colour
    edge = _bars(_around(shape) * dp, EDGE, colour, round_ends=True)
    return np.concatenate([quads, edge])


def placed(quads: Floats, first: Point) -> bytes:
    """The quads with their first place there."""
    moved = quads.copy()
    moved[:, :, :2] += first
    return moved.tobytes()


def _lines(shape: Shape, dash: tuple[float, float] | None, *, closed: bool) -> Floats:
    """From where to where each part goes, y up: `(n, 4)`, none of no length."""
    path = (*shape, shape[0]) if closed else shape
    parts = pairwise(path) if dash is None else dashes(shape, dash, closed)
    lines = [(x, -y, to_x, -to_y) for (x, y), (to_x, to_y) in parts if (x, y) != (to_x, to_y)]
    return np.array(lines, np.float32).reshape(-1, 4)


def _around(shape: NDArray[np.float64]) -> Floats:
    """As `_lines`, from each corner to the next and back to the first."""
    lines = np.hstack([shape, np.roll(shape, -1, axis=0)])
    return (lines[(lines[:, :2] != lines[:, 2:]).any(axis=1)] * (1, -1, 1, -1)).astype(np.float32)


def _bars(lines: Floats, width: float, colour: Rgba, *, round_ends: bool) -> Floats:
    way = lines[:, 2:] - lines[:, :2]
    length = np.hypot(way[:, 0], way[:, 1])[:, None]
    way = way / length
    half = length / 2 + (width / 2 if round_ends else 0.0)
    along, across = (half + SMOOTH) * _ACROSS, (width / 2 + SMOOTH) * _UP
    middle, x, y = (lines[:, :2] + lines[:, 2:]) / 2, way[:, :1], way[:, 1:]
    quads = np.empty((len(lines), 4, VALUES), np.float32)
    quads[:, :, 0] = along * x - across * y + middle[:, :1]
    quads[:, :, 1] = along * y + across * x + middle[:, 1:]
    quads[:, :, 2] = along
    quads[:, :, 3] = across
    quads[:, :, 4] = half
    quads[:, :, 5] = width / 2
    quads[:, :, 6:8] = width / 2 if round_ends else 0.0, 0.0
    quads[:, :, 8:] = colour
    return quads


def _fan(shape: NDArray[np.float64]) -> NDArray[np.float64]:
    """The triangles from the middle to each side."""
    middles = np.broadcast_to(shape.mean(axis=0), shape.shape)
    return np.stack([middles, shape, np.roll(shape, -1, axis=0)], axis=1).reshape(-1, 2)


def _any_area(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """A coast is the same on a large map and on a small one, however far that is stretched: it is worked out once."""
    corner = places.min(axis=0)
    size = places.max(axis=0) - corner
    unit = np.round((places - corner) / size, 3)
    return _tesselated(tuple(map(tuple, unit.tolist()))) * size + corner - places[0]


@lru_cache(maxsize=64)
def _tesselated(shape: Shape) -> NDArray[np.float64]:
    tesselator = Tesselator()
    tesselator.add_contour([part for point in shape for part in point])
    tesselator.tesselate(WINDING_ODD, TYPE_POLYGONS, 3)
    return np.concatenate([np.array(mesh).reshape(-1, 4)[:, :2] for mesh, _ in tesselator.meshes])
