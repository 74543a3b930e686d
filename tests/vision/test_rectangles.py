"""Arithmetic of rectangles on the mat."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.core.table import Box
from vision.geometry.rectangles import disjoint, subtract

boxes = st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), *[st.integers(0, 12)] * 2, *[st.integers(1, 8)] * 2)
points = st.tuples(st.integers(0, 20), st.integers(0, 20))


@given(st.lists(boxes, max_size=5), st.lists(boxes, max_size=5), points)
def test_cutting_away_leaves_exactly_what_is_not_covered(
    area: list[Box], cover: list[Box], point: tuple[int, int]
) -> None:
    def holds(many: list[Box] | tuple[Box, ...]) -> bool:
        return any(box.contains(point[0] + 0.5, point[1] + 0.5) for box in many)

    assert (holds(area) and not holds(cover)) == holds(subtract(area, cover))


@given(st.lists(boxes, max_size=6), points)
def test_disjoint_boxes_hold_each_point_of_the_area_once(area: list[Box], point: tuple[int, int]) -> None:
    inside = [box.contains(point[0] + 0.5, point[1] + 0.5) for box in area]
    once = sum(box.contains(point[0] + 0.5, point[1] + 0.5) for box in disjoint(area))

    assert int(any(inside)) == once
