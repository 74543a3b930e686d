"""Masks of a picture's cells."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from vision.cell_grid import mask_rectangles


@given(arrays.arrays(np.bool_, st.tuples(st.integers(1, 8), st.integers(1, 8))))
def test_rectangles_cover_each_blind_square_once_and_nothing_else(grid: np.ndarray) -> None:
    covered = np.zeros(grid.shape, np.int64)
    for left, top, right, bottom in mask_rectangles(grid):
        covered[top:bottom, left:right] += 1

    assert grid.astype(np.int64).tolist() == covered.tolist()
