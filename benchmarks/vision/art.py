"""Decoration that looks a little like labels to a reader: print in frames, stars, dice, dots, rings, chequers.

Lengths are texels of a flat drawing, light 0 to 1; every function draws into the array that it is given.
"""

from __future__ import annotations

import string
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Stamp = Callable[[np.random.Generator, Floats, tuple[int, int], int, float], None]


def decorate(rng: np.random.Generator, drawing: Floats, stamps: int) -> None:
    """So many ornaments, each somewhere, of some size up to a label's, in an ink that stands off the ground."""
    rows, columns = drawing.shape
    for _ in range(stamps):
        edge = int(rng.integers(20, 110))
        left, top = int(rng.integers(-8, max(columns - 12, -7))), int(rng.integers(-8, max(rows - 12, -7)))
        x, y = min(max(left, 0), columns - 1), min(max(top, 0), rows - 1)
        ground = float(drawing[y, x])
        ink = float(rng.uniform(0.05, 0.25) if ground > 0.4 else rng.uniform(0.6, 0.88))
        _STAMPS[int(rng.integers(len(_STAMPS)))](rng, drawing, (left, top), edge, ink)


def cloth(rng: np.random.Generator, height: int, width: int, pitch: float) -> Floats:
    """A table-cloth of dots, checks or diamonds, shape (height, width); `pitch` is a module in pixels."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    period = pitch * rng.uniform(4, 30)
    u, v = (x * np.cos(angle) + y * np.sin(angle)) / period, (y * np.cos(angle) - x * np.sin(angle)) / period
    kind = rng.integers(3)
    if kind == 0:
        figure = np.hypot(u % 1 - 0.5, v % 1 - 0.5) < rng.uniform(0.2, 0.42)
    elif kind == 1:
        figure = (np.floor(u) + np.floor(v)) % 2 == 0
    else:
        figure = np.maximum(np.abs(u % 1 - 0.5), np.abs(v % 1 - 0.5)) < 0.33
    low, high = sorted(rng.uniform(0.05, 0.85, 2))
    return np.asarray(np.where(figure, low, high), dtype=np.float32)


def _paragraph(rng: np.random.Generator, drawing: Floats, corner: tuple[int, int], edge: int, ink: float) -> None:
    """Lines of print, now and then in a frame."""
    size, (left, top) = float(rng.uniform(0.25, 0.6)), corner
    pitch = max(6, int(22 * size))
    letters = np.array([*string.ascii_letters, *string.digits, " ", " ", " "])
    for line in range(max(1, edge // pitch)):
        text = "".join(rng.choice(letters, max(2, int(edge / (18 * size)))))
        base = top + (line + 1) * pitch
        cv2.putText(drawing, text, (left + 4, base), cv2.FONT_HERSHEY_DUPLEX, size, ink, 1, cv2.LINE_AA)
    if rng.random() < 0.6:
        corner_away = (left + edge + 6, top + edge + 6)
        cv2.rectangle(drawing, (left, top), corner_away, ink, int(rng.integers(1, 7)))


def _star(rng: np.random.Generator, drawing: Floats, corner: tuple[int, int], edge: int, ink: float) -> None:
    points, turn = int(rng.integers(5, 9)), rng.uniform(0, np.pi)
    angle = turn + np.arange(2 * points) * np.pi / points
    radius = np.where(np.arange(2 * points) % 2 == 0, 0.5, rng.uniform(0.18, 0.35)) * edge
    outline = np.stack([radius * np.cos(angle), radius * np.sin(angle)], -1) + np.array(corner) + edge / 2
    cv2.fillPoly(drawing, [np.rint(outline).astype(np.int32)], ink, cv2.LINE_AA)


def _die(rng: np.random.Generator, drawing: Floats, corner: tuple[int, int], edge: int, ink: float) -> None:
    """A square with pips, in a frame as often as not."""
    left, top = corner
    paper = 0.88 if ink < 0.4 else 0.06
    cv2.rectangle(drawing, corner, (left + edge, top + edge), paper, -1)
    cv2.rectangle(drawing, corner, (left + edge, top + edge), ink, int(rng.integers(1, 8)))
    for place in rng.permutation(9)[: rng.integers(1, 10)]:
        middle = (left + edge * (1 + int(place) % 3) // 4, top + edge * (1 + int(place) // 3) // 4)
        cv2.circle(drawing, middle, max(2, edge // 10), ink, -1, cv2.LINE_AA)


def _rings(rng: np.random.Generator, drawing: Floats, corner: tuple[int, int], edge: int, ink: float) -> None:
    """Rings or squares in one another, as shields and finder patterns have them."""
    ground = 0.85 if ink < 0.4 else 0.08
    rings, square = int(rng.integers(2, 6)), rng.random() < 0.5
    for ring in range(rings):
        shade, inset = ink if ring % 2 == 0 else ground, ring * edge // (2 * rings)
        low, high = (corner[0] + inset, corner[1] + inset), (corner[0] + edge - inset, corner[1] + edge - inset)
        if square:
            cv2.rectangle(drawing, low, high, shade, -1)
        else:
            middle = (corner[0] + edge // 2, corner[1] + edge // 2)
            cv2.circle(drawing, middle, max(1, edge // 2 - inset), shade, -1, cv2.LINE_AA)


def _chequers(rng: np.random.Generator, drawing: Floats, corner: tuple[int, int], edge: int, ink: float) -> None:
    cell = int(rng.integers(3, 14))
    for row in range(edge // cell):
        for column in range(row % 2, edge // cell, 2):
            low = (corner[0] + column * cell, corner[1] + row * cell)
            cv2.rectangle(drawing, low, (low[0] + cell - 1, low[1] + cell - 1), ink, -1)


def _grid(rng: np.random.Generator, drawing: Floats, corner: tuple[int, int], edge: int, ink: float) -> None:
    """A table: frame, columns, rows."""
    step, width = int(rng.integers(8, 30)), int(rng.integers(1, 5))
    for at in range(0, edge + 1, step):
        cv2.line(drawing, (corner[0] + at, corner[1]), (corner[0] + at, corner[1] + edge), ink, width)
        cv2.line(drawing, (corner[0], corner[1] + at), (corner[0] + edge, corner[1] + at), ink, width)


def _specks(rng: np.random.Generator, drawing: Floats, corner: tuple[int, int], edge: int, ink: float) -> None:
    """A square of random cells, as a noise texture or another maker's code gives."""
    cell = int(rng.integers(3, 7))
    cells = max(2, edge // cell)
    figure = (rng.random((cells, cells)) < 0.5).repeat(cell, 0).repeat(cell, 1)
    top, left = max(corner[1], 0), max(corner[0], 0)
    part = drawing[top : top + len(figure), left : left + len(figure)]
    part[figure[: part.shape[0], : part.shape[1]]] = ink


_STAMPS: tuple[Stamp, ...] = (_paragraph, _paragraph, _star, _die, _rings, _chequers, _grid, _specks)
