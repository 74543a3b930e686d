"""What a camera cannot see of the mat."""

from __future__ import annotations

import numpy as np

from companion.core.table import Box
from tests.vision.test_localization import STRAIGHT
from vision.cell_grid import CellGrid
from vision.geometry.visibility import VisibilityMap


class TestBlindParts:
    GRID = CellGrid((1800, 1200), 30, 45)

    def blind(self, *cells: tuple[int, int]) -> tuple[Box, ...]:
        grid = np.zeros((30, 45), np.bool_)
        for row, column in cells:
            grid[row, column] = True
        return VisibilityMap.over((800.0, 500.0), STRAIGHT, self.GRID).boxes(grid)

    def test_a_mat_in_full_sight_has_no_blind_part(self) -> None:
        assert () == self.blind()

    def test_a_hand_blinds_the_squares_under_it_and_no_other(self) -> None:
        """The cell of pixels 400-440, 400-440 shows the millimetres 195-215, 190-210."""
        boxes = self.blind((10, 10))

        assert any(box.contains(205, 200) for box in boxes)
        assert not any(box.contains(260, 200) or box.contains(205, 260) for box in boxes)

    def test_what_is_out_of_the_picture_is_blind(self) -> None:
        wide = VisibilityMap.over((1200.0, 500.0), STRAIGHT, self.GRID).boxes(np.zeros((30, 45), np.bool_))

        assert any(box.contains(1000, 250) for box in wide)
        assert not any(box.contains(500, 250) for box in wide)
