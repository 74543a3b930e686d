"""A picture divided into cells, and masks of its cells."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.arrays import CellMask


@dataclass(frozen=True, slots=True)
class CellGrid:
    """How a picture of (width, height) pixels is divided into rows and columns of cells."""

    picture: tuple[int, int]
    rows: int
    columns: int

    def holding(self, px: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Row and column of the cells that hold the points; -1 for points out of the picture."""
        points = np.asarray(px, dtype=np.float64)
        width, height = self.picture
        columns = np.floor((points[..., 0] + 0.5) / width * self.columns).astype(np.int64)
        rows = np.floor((points[..., 1] + 0.5) / height * self.rows).astype(np.int64)
        outside = (columns < 0) | (columns >= self.columns) | (rows < 0) | (rows >= self.rows)
        return np.where(outside, -1, rows), np.where(outside, -1, columns)


def mask_rectangles(grid: CellMask) -> list[tuple[int, int, int, int]]:
    """Disjoint rectangles (left, top, right, bottom) that cover the True cells: runs of a row, grown downwards."""
    found: list[tuple[int, int, int, int]] = []
    growing: dict[tuple[int, int], int] = {}
    for y in range(grid.shape[0] + 1):
        runs = set(_runs(grid[y])) if y < grid.shape[0] else set()
        ended = [run for run in growing if run not in runs]
        found += [(run[0], growing.pop(run), run[1], y) for run in ended]
        for run in runs:
            growing.setdefault(run, y)
    return sorted(found)


def dilated(cells: CellMask, steps: int = 1) -> CellMask:
    """The cells and all within `steps` of them."""
    size = 2 * steps + 1
    return np.asarray(cv2.dilate(cells.view(np.uint8), np.ones((size, size), np.uint8)), dtype=np.bool_)


def connected_parts(cells: CellMask, reach: int = 1) -> list[CellMask]:
    """The cells in connected parts; gaps of up to `reach` cells on each side are bridged."""
    count, numbers = cv2.connectedComponents(dilated(cells, reach).view(np.uint8), connectivity=8)
    return [(numbers == number) & cells for number in range(1, count)]


def touches_edge(cells: CellMask) -> bool:
    """Whether any of the cells lies at the picture's edge."""
    return bool(cells[0].any() or cells[-1].any() or cells[:, 0].any() or cells[:, -1].any())


def _runs(row: CellMask) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]]).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in zip(edges[::2], edges[1::2], strict=True)]
