"""Zones on the mat: in which one a label lies, which cannot be looked at, which anchors are the corners."""

from __future__ import annotations

from companion.core.table import Box, LabelPlace, Observation, Pose
from companion.core.zones import Area, ZoneLayout, corner_anchors

LAYOUT = ZoneLayout(
    40, 20, {}, {name: Area(name, Box(left, 0, left + 20, 20), Pose(left, 0)) for name, left in (("A", 0), ("B", 20))}
)


def test_a_label_lies_in_one_zone_and_on_an_edge_in_the_next() -> None:
    """The left and upper edge are a zone's own, also the mat's."""
    places = [(0, 0), (19.9, 19.9), (20, 0), (39.9, 0), (40, 0), (5, 20), (-0.1, 5), (5, -0.1)]

    assert ["A", "A", "B", "B", None, None, None, None] == [LAYOUT.zone_at(Pose(x, y)) for x, y in places]


def test_of_a_zone_that_is_covered_in_part_nothing_is_told() -> None:
    """A label outside all zones is none of the table's; a box that only touches covers nothing."""
    seen = tuple(LabelPlace(tag, Pose(x, 5)) for tag, x in (("T", 5), ("U", 25), ("V", 50)))

    assert {"A": ("T",), "B": ("U",)} == dict(LAYOUT.read(Observation(seen, blind=(Box(40, 0, 60, 20),))).zones)
    assert {"A": ("T",)} == dict(LAYOUT.read(Observation(seen, blind=(Box(39, 0, 60, 20),))).zones)


def test_the_anchors_nearest_to_the_corners_are_those_of_a_table_without_a_mat() -> None:
    """Clockwise from the upper left, of a mat that is wider than high."""
    corners = {"1": Pose(10, 10), "2": Pose(290, 10), "3": Pose(290, 90), "4": Pose(10, 90)}
    between = {"5": Pose(100, 10), "6": Pose(100, 90), "7": Pose(200, 90)}

    assert corners == corner_anchors({**between, **corners}, (300, 100))
    assert list(corners) == list(corner_anchors({**between, **corners}, (300, 100)))
