"""Where the screen draws the territories: apart from each other, on the map, in the rows of the table."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.games.iron_sky.geography import COASTS, SPOTS
from companion.games.iron_sky.layout import BLOCKS
from companion.games.iron_sky.screen_boards import COLUMNS, FRAME_HEIGHT, FRAME_WIDTH

ROWS = 3


@pytest.mark.parametrize("board", sorted(SPOTS))
class TestMap:
    def test_frames_lie_apart(self, board: str) -> None:
        for (x, y), (other_x, other_y) in combinations(SPOTS[board], 2):
            assert abs(x - other_x) >= FRAME_WIDTH or abs(y - other_y) >= FRAME_HEIGHT

    def test_frames_and_coasts_lie_on_the_map(self, board: str) -> None:
        for x, y in SPOTS[board]:
            assert FRAME_WIDTH / 2 <= x <= COLUMNS - FRAME_WIDTH / 2
            assert 0 <= y - FRAME_HEIGHT / 2 <= y + FRAME_HEIGHT / 2 <= ROWS
        for x, y in (point for coast in COASTS[board] for point in coast):
            assert -0.05 <= x <= COLUMNS + 0.05
            assert -0.05 <= y <= ROWS + 0.05

    def test_territories_follow_each_other_as_on_the_table(self, board: str) -> None:
        """Who finds a territory left of or above another on the table finds it so on the screen."""
        for (one, spot), (other, beside) in combinations(zip(BLOCKS, SPOTS[board], strict=True), 2):
            if one[1] == other[1]:
                assert (one[0] < other[0]) == (spot[0] < beside[0])
            elif one[0] == other[0]:
                assert (one[1] < other[1]) == (spot[1] < beside[1])
