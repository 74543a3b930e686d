"""Motion and change detection: frame differencing, and comparison with a reference image, on small pictures.

The picture is divided into cells. A cell is moving when it differs from the frame before, and changed when it differs
from the reference image. Only light is compared, so a hand in any glove is as visible as a bare one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import CellMask, Doubles, Luma

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

MOST_MOVING = 0.5
"""A frame with more of its cells moving than this tells nothing about the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Which cells move, and which differ from the reference image; `gain` is how many times brighter the lamp is."""

    moving: CellMask
    changed: CellMask
    gain: float = 1.0

    @property
    def in_same_light(self) -> bool:
        return abs(self.gain - 1) < GAIN_MATTERS

    @property
    def is_quiet(self) -> bool:
        """Whether enough of the picture is at rest for the table to be judged."""
        return bool(self.moving.mean() <= MOST_MOVING)

    @property
    def is_still(self) -> bool:
        """Whether nothing at all moves, has changed, or is lit differently."""
        return self.in_same_light and not self.moving.any() and not self.changed.any()


@dataclass(frozen=True, slots=True, eq=False)
class MotionModel:
    """The last small picture and the reference image, `lit` in the light that is now.

    `noise` is the camera's, in grey levels (standard deviation); None until two pictures have been compared.
    """

    last: Luma
    reference: Luma
    lit: Luma
    noise: float | None = None

    def warped(self, matrix: Doubles) -> MotionModel:
        """After the camera has moved: the reference image as it sees the table now.

        `matrix`, (3, 3), takes homogeneous pixels of the small picture to where they are now.
        """
        height, width = self.last.shape
        reference = np.asarray(
            cv2.warpPerspective(self.lit, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
        )
        return replace(self, reference=reference, lit=reference)

    def with_reference(self, cells: CellMask) -> MotionModel:
        """From now on these cells look as they look now, and all others as they would in the light that is now."""
        # Else a place that a hand was over when the lamp was switched would differ from its neighbours for ever.
        reference = self.lit
        if cells.any():
            height, width = self.last.shape
            mask = cv2.resize(cells.view(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
            reference = reference.copy()
            cv2.copyTo(self.last, mask, reference)
        return replace(self, reference=reference, lit=reference)


def detect_motion(model: MotionModel | None, small: Luma) -> tuple[MotionModel, Motion]:
    """Compares a small picture with the one before and with the reference image.

    The first of its size becomes the reference, and counts as moving: nothing is known about it yet.
    """
    if model is None or model.last.shape != small.shape:
        cells, reference = cells_across(small.shape), small.copy()
        return MotionModel(small, reference, reference), Motion(np.ones(cells, np.bool_), np.zeros(cells, np.bool_))
    moved = cv2.absdiff(small, _lit(model.last, _gain(small, model.last)))
    noise = _noise(moved, model.noise)
    threshold = max(LEAST_CONTRAST, NOISE_FACTOR * noise)
    gain = _gain(small, model.reference)
    lit = _lit(model.reference, gain)
    motion = Motion(_cells_above(moved, threshold), _cells_above(cv2.absdiff(small, lit), threshold), gain)
    return MotionModel(small, model.reference, lit, noise), motion


def cells_across(shape: tuple[int, ...]) -> tuple[int, int]:
    """Rows and columns of cells for a small picture of (height, width)."""
    return max(round(shape[0] / CELL_PX), 1), max(round(shape[1] / CELL_PX), 1)


def _noise(difference: Luma, before: float | None) -> float:
    """The camera's noise in grey levels, smoothed: the half of the pixels that differ least are enough to know it."""
    counts = np.cumsum(np.bincount(difference[::8, ::8].ravel(), minlength=256))
    noise = float(np.interp(0.5, counts / counts[-1], np.arange(256) + 0.5)) / 0.6745
    return noise if before is None else before + 0.2 * (noise - before)


def _gain(small: Luma, reference: Luma) -> float:
    """How much brighter the lamp is than it was: the median of many pixels' ratios ignores hands."""
    sparse = np.s_[:: 2 * CELL_PX, :: 2 * CELL_PX]
    ratios = (small[sparse].astype(np.float32) / np.maximum(reference[sparse], 1)).ravel()
    middle = ratios.size // 2
    return float(np.partition(ratios, middle)[middle])


def _lit(picture: Luma, gain: float) -> Luma:
    """The picture as it would look under a lamp so many times brighter."""
    if abs(gain - 1) < GAIN_MATTERS:
        return picture
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain))


def _cells_above(difference: Luma, threshold: float) -> CellMask:
    _, above = cv2.threshold(difference, threshold, 255, cv2.THRESH_BINARY)
    rows, columns = cells_across(difference.shape)
    if not cv2.countNonZero(above):
        return np.zeros((rows, columns), np.bool_)
    share = cv2.resize(above, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(share > 255 * (PIXELS_THAT_COUNT - 0.5) / CELL_PX**2)
