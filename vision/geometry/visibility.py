"""Which of the mat a camera cannot see: the cells of its picture that are blind, as rectangles in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.core.table import Box
from vision.arrays import CellMask
from vision.cell_grid import CellGrid, mask_rectangles
from vision.geometry.homography import Homography

CELL_MM = 20.0
"""The mat is blind or not in squares of this size: a label's edge."""


@dataclass(frozen=True, slots=True, eq=False)
class VisibilityMap:
    """The mat in squares of CELL_MM, and for each the low-resolution cells of the picture that show it.

    `rows`, `columns` hold the cells of its middle and its corners, shape (5, squares down, across); -1 is out of sight.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    size_mm: tuple[float, float]

    @classmethod
    def over(cls, size_mm: tuple[float, float], homography: Homography, cells: CellGrid) -> VisibilityMap:
        """For a mat of (width, height) millimetres."""
        across, down = (max(round(edge / CELL_MM), 1) for edge in size_mm)
        xs = (np.arange(across) + 0.5) * size_mm[0] / across
        ys = (np.arange(down) + 0.5) * size_mm[1] / down
        centres = np.stack(np.meshgrid(xs, ys), axis=-1)
        # Just inside the corners: a square that only touches a cell does not lie in it.
        reach = 0.49 * np.array([size_mm[0] / across, size_mm[1] / down])
        samples = np.stack([centres + reach * side for side in ((0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1))])
        rows, columns = cells.holding(homography.to_px(samples))
        return cls(rows, columns, size_mm)

    def boxes(self, blind_cells: CellMask) -> tuple[Box, ...]:
        """What of the mat lies in blind cells or out of the picture, as few rectangles as are easily found."""
        outside = self.rows[0] < 0
        if not outside.any():
            return self.boxes_in_picture(blind_cells)
        return self._boxes(outside | self._showing(blind_cells))

    def boxes_in_picture(self, cells: CellMask) -> tuple[Box, ...]:
        """What of the mat lies in the cells, as few rectangles as are easily found."""
        return self._boxes(self._showing(cells)) if cells.any() else ()

    def share_in_picture(self, cells: CellMask) -> float:
        """How much of the mat that is in the picture lies in the cells, from 0 to 1."""
        shown = self.rows[0] >= 0
        return float(cells[self.rows[0][shown], self.columns[0][shown]].mean()) if shown.any() else 0.0

    def _showing(self, cells: CellMask) -> NDArray[np.bool_]:
        shown = cells[np.maximum(self.rows, 0), np.maximum(self.columns, 0)] & (self.rows >= 0)
        return np.asarray(shown.any(axis=0))

    def _boxes(self, squares: NDArray[np.bool_]) -> tuple[Box, ...]:
        width, height = self.size_mm[0] / squares.shape[1], self.size_mm[1] / squares.shape[0]
        return tuple(
            Box(left * width, top * height, right * width, bottom * height)
            for left, top, right, bottom in mask_rectangles(squares)
        )
