"""Whether the table goes on under a piece that is not seen any more: where it does not, something lies there.

A piece that was taken away leaves the table as it is around it. Something that was laid over the piece ends somewhere:
at the piece's own outline, where a step in brightness remains, or beyond it, where the table has gone out of sight.
Only places a few pixels apart are compared, so no lamp and no sun that has moved on since makes a difference.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Doubles, Luma
from vision.tracking.background_model import RunningImage

BESIDE_PX = 2.5
"""How far on both sides of the outline the small picture is looked at: beyond what its pixels blur."""

SAMPLES = np.linspace(0.15, 0.85, 9)
"""Where along each edge: not at the corners, which are round or bent."""

STEP, LEAST_STEP = 0.06, 4.0
"""A step in brightness, as a share of it, and in grey levels: a hand's breadth of paper is more even than that."""

ENDS_THERE = 0.6
"""From this share of the outline on something ends there: a line or a field that is printed meets it here and there."""

LEAST_SAMPLES = 9
"""An edge at least must have the table beside it, and not other pieces."""


def is_interrupted(small: Luma, outline: ArrayLike, occupied: Luma, bare: RunningImage) -> bool:
    """Whether something ends along a piece's outline, (4, 2), or covers the table beside it.

    `occupied` is 255 where pieces are known to lie, and where the mat ends: what ends there tells nothing.
    """
    inner, outer = _beside(np.asarray(outline, dtype=np.float64))
    usable = _inside(small, inner) & _inside(small, outer)
    inner, outer = inner[usable], outer[usable]
    free = (occupied[outer[:, 1], outer[:, 0]] | occupied[inner[:, 1], inner[:, 0]]) == 0
    inner, outer = inner[free], outer[free]
    if len(outer) < LEAST_SAMPLES:
        return False
    even = cv2.blur(small, (3, 3))
    within, beside = even[inner[:, 1], inner[:, 0]].astype(float), even[outer[:, 1], outer[:, 0]].astype(float)
    ends = np.abs(within - beside) > np.maximum(STEP * beside, LEAST_STEP)
    return bool((ends | bare.differs_at(even, outer)).mean() > ENDS_THERE)


def _beside(outline: Doubles) -> tuple[np.typing.NDArray[np.int64], np.typing.NDArray[np.int64]]:
    """Pixels (n, 2) just inside and just outside the outline, pair by pair."""
    middle = outline.mean(axis=0)
    along = np.roll(outline, -1, axis=0) - outline
    points = (outline[:, None] + along[:, None] * SAMPLES[:, None]).reshape(-1, 2)
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.maximum(np.linalg.norm(along, axis=1), 1e-9)[:, None]
    outwards = np.where((normals * (outline + along / 2 - middle)).sum(axis=1, keepdims=True) < 0, -normals, normals)
    step = BESIDE_PX * np.repeat(outwards, len(SAMPLES), axis=0)
    return np.round(points - step).astype(np.int64), np.round(points + step).astype(np.int64)


def _inside(small: Luma, points: np.typing.NDArray[np.int64]) -> np.typing.NDArray[np.bool_]:
    height, width = small.shape
    return np.asarray(((points >= 0) & (points < (width, height))).all(axis=1))
