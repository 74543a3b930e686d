"""Lights that lie round the mat: what changes where they shine, and there only, is their light and no news.

The lights themselves may look any way. Their light on the mat and on the table beside it has no edges: where something
ends sharply a piece or a hand has come, and so has one whose change reaches further than any light.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np

from vision.arrays import CellMask, Luma
from vision.cell_grid import CellGrid, connected_parts
from vision.geometry.homography import Homography
from vision.tracking.motion import Motion, MotionModel, changes_sharply

BEYOND_MM, WITHIN_MM = 40.0, 20.0
"""So far outside and inside the mat's edge the lights are seen: a cell is some 13 mm wide, and a lens blurs."""

GLOW_MM = 90.0
"""So far from the mat's edge their light can be told."""


@dataclass(frozen=True, slots=True, eq=False)
class LitRim:
    """The cells of the picture in which the lights lie, and those on which their light falls, these among them."""

    lights: CellMask
    glow: CellMask

    @classmethod
    def around(cls, size: tuple[float, float], homography: Homography, grid: CellGrid) -> LitRim:
        """Of a mat of (width, height) millimetres."""
        rows, columns = np.mgrid[: grid.rows, : grid.columns] + 0.5
        px = np.stack([columns * grid.picture[0] / grid.columns, rows * grid.picture[1] / grid.rows], axis=-1) - 0.5
        inwards = np.minimum(mm := homography.to_mm(px.reshape(-1, 2)), np.asarray(size) - mm).min(axis=1)
        inwards = inwards.reshape(grid.rows, grid.columns)
        return cls((inwards >= -BEYOND_MM) & (inwards <= WITHIN_MM), np.abs(inwards) <= GLOW_MM)

    def only_lit(self, differing: CellMask, now: Luma, before: Luma) -> CellMask:
        """Those of the cells in which two small pictures differ that only shine otherwise."""
        lit = np.zeros_like(differing)
        lights, glow = _in_shape(self.lights, differing.shape), _in_shape(self.glow, differing.shape)
        if not (differing & glow).any():
            return lit
        sharp = changes_sharply(now, before) & ~lights
        for part in connected_parts(differing):
            if not (part & (sharp | ~glow)).any():
                lit |= part
        return lit

    def without_lights(self, model: MotionModel, motion: Motion) -> Motion:
        """What else has moved and changed."""
        if motion.is_still:
            return motion
        lit = self.only_lit(motion.moving | motion.changed, model.last, model.lit)
        return replace(motion, moving=motion.moving & ~lit, changed=motion.changed & ~lit) if lit.any() else motion


def _in_shape(cells: CellMask, shape: tuple[int, ...]) -> CellMask:
    if cells.shape == shape:
        return cells
    return cast(CellMask, cv2.resize(cells.view(np.uint8), shape[::-1], interpolation=cv2.INTER_NEAREST) > 0)
