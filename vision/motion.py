"""Where the table moves and where it has changed, from small pictures of it.

The picture is divided into cells. A cell is moving when it differs from the frame before, and changed when it differs
from what is remembered. Only light is compared, so a hand in any glove is as visible as a bare one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Gray = NDArray[np.uint8]
Grid = NDArray[np.bool_]

CELL_PX = 8
"""Edge of a cell in pixels of the small picture: about a label's edge on the table."""

LEAST_CONTRAST = 5.0
"""Grey levels below which a difference is nothing, however quiet the camera is."""

NOISE_FACTOR = 5.0
"""A difference counts from so many standard deviations of the noise on: once in a million pixels by chance."""

PIXELS_THAT_COUNT = 3
"""Different pixels that make a cell different: with a single pixel chance would still have its turn."""

GAIN_MATTERS = 0.015
"""The lamp is taken to be brighter or darker from this share on."""


@dataclass(frozen=True, slots=True, eq=False)
class Activity:
    """For each cell, shape (rows, columns): whether it moves, and whether it differs from what is remembered.

    `light` is how many times brighter the picture is than the remembered one.
    """

    moving: Grid
    changed: Grid
    light: float = 1.0

    @property
    def in_same_light(self) -> bool:
        return abs(self.light - 1) < GAIN_MATTERS


class MotionWatch:
    """Compares each small picture with the one before and with the remembered one."""

    def __init__(self) -> None:
        self._before: Gray | None = None
        self._remembered: Gray = np.zeros((0, 0), np.uint8)
        self._as_lit: Gray = self._remembered
        self._now: Gray = self._remembered
        self._noise: float | None = None

    def look(self, small: Gray) -> Activity:
        """One more small picture. The first is remembered, and counts as moving: nothing is known about it yet."""
        self._now = small
        if self._before is None or self._before.shape != small.shape:
            self._before = small
            self._remembered = self._as_lit = small.copy()
            rows, columns = self.cells(small.shape)
            return Activity(np.ones((rows, columns), np.bool_), np.zeros((rows, columns), np.bool_))
        moved = cv2.absdiff(small, self._before)
        threshold = self._threshold(moved)
        moving = self._cells_above(moved, threshold)
        light = self._light()
        self._as_lit = self._remembered if abs(light - 1) < GAIN_MATTERS else self._lit(light)
        changed = self._cells_above(cv2.absdiff(small, self._as_lit), threshold)
        self._before = small
        return Activity(moving, changed, light)

    def remember(self, cells: Grid) -> None:
        """From now on these cells look as they look now, and all others as they would in the light that is now."""
        # Else a place that a hand was over when the lamp was switched would differ from its neighbours for ever.
        self._remembered = self._as_lit
        if cells.all():
            self._remembered = self._as_lit = self._now.copy()
        elif cells.any():
            height, width = self._now.shape
            mask = cv2.resize(cells.view(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
            cv2.copyTo(self._now, mask, self._remembered)

    @staticmethod
    def cells(shape: tuple[int, ...]) -> tuple[int, int]:
        """Rows and columns of cells for a small picture of (height, width)."""
        return max(round(shape[0] / CELL_PX), 1), max(round(shape[1] / CELL_PX), 1)

    def _threshold(self, difference: Gray) -> float:
        """Follows the camera's noise, which the half of the pixels that differ least are enough to know."""
        counts = np.cumsum(np.bincount(difference[::8, ::8].ravel(), minlength=256))
        noise = float(np.interp(0.5, counts / counts[-1], np.arange(256) + 0.5)) / 0.6745
        self._noise = noise if self._noise is None else self._noise + 0.2 * (noise - self._noise)
        return max(LEAST_CONTRAST, NOISE_FACTOR * self._noise)

    def _light(self) -> float:
        """How much brighter the lamp is than it was: the middle of many pixels' ratios ignores hands."""
        sparse = np.s_[:: 2 * CELL_PX, :: 2 * CELL_PX]
        ratios = (self._now[sparse].astype(np.float32) / np.maximum(self._remembered[sparse], 1)).ravel()
        middle = ratios.size // 2
        return float(np.partition(ratios, middle)[middle])

    def _lit(self, light: float) -> Gray:
        """The remembered picture as bright as the lamp is now."""
        return np.asarray(cv2.convertScaleAbs(self._remembered, alpha=light))

    def _cells_above(self, difference: Gray, threshold: float) -> Grid:
        _, above = cv2.threshold(difference, threshold, 255, cv2.THRESH_BINARY)
        rows, columns = self.cells(difference.shape)
        if not cv2.countNonZero(above):
            return np.zeros((rows, columns), np.bool_)
        share = cv2.resize(above, (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(share > 255 * (PIXELS_THAT_COUNT - 0.5) / CELL_PX**2)


def grown(cells: Grid, steps: int = 1) -> Grid:
    """The cells and all within `steps` of them."""
    size = 2 * steps + 1
    return np.asarray(cv2.dilate(cells.view(np.uint8), np.ones((size, size), np.uint8)), dtype=np.bool_)


def parts(cells: Grid, reach: int = 1) -> list[Grid]:
    """The cells in connected parts; gaps of up to `reach` cells on each side are bridged."""
    count, numbers = cv2.connectedComponents(grown(cells, reach).view(np.uint8), connectivity=8)
    return [(numbers == number) & cells for number in range(1, count)]


def at_edge(cells: Grid) -> bool:
    """Whether any of the cells lies at the picture's edge."""
    return bool(cells[0].any() or cells[-1].any() or cells[:, 0].any() or cells[:, -1].any())
