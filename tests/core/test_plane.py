"""The geometry of poses: millimetres, y down, degrees clockwise."""

from __future__ import annotations

import pytest

from companion.core.plane import (
    angle_between,
    covers,
    distance,
    hull,
    moved,
    offset,
    piece_outline,
    piece_pose,
    same_place,
    turned,
)
from companion.core.table import PieceShape, Pose

SHAPE = PieceShape(60, 40, label_dx=10, label_dy=-5)


@pytest.mark.parametrize(("rotation", "step"), [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (-90, (0, -1))])
def test_a_step_turns_clockwise(rotation: float, step: tuple[float, float]) -> None:
    assert pytest.approx(step) == turned(1, 0, rotation)


def test_a_step_in_a_poses_own_directions_and_back() -> None:
    pose = Pose(100, 50, 30)

    assert pytest.approx((7, -3)) == offset(pose, moved(pose, 7, -3))
    assert pytest.approx(5) == distance(pose, moved(pose, 3, 4))


@pytest.mark.parametrize(("one", "other", "turn"), [(10, 350, 20), (0, 180, 180), (90, 90, 0), (-170, 170, 20)])
def test_poses_are_turned_by_half_a_circle_at_most(one: float, other: float, turn: float) -> None:
    assert (
        turn == angle_between(Pose(0, 0, one), Pose(9, 9, other)) == angle_between(Pose(0, 0, other), Pose(0, 0, one))
    )


def test_a_piece_lies_where_its_label_says() -> None:
    middle = piece_pose(Pose(100, 50, 90), SHAPE)

    assert pytest.approx((95, 40)) == (middle.x, middle.y)
    corners = [(115, 10), (115, 70), (75, 70), (75, 10)]
    assert [pytest.approx(corner) for corner in corners] == list(piece_outline(Pose(100, 50, 90), SHAPE))


@pytest.mark.parametrize("rotation", [0, 30, 200])
def test_the_corners_of_a_piece_lie_round_its_middle(rotation: float) -> None:
    label = Pose(100, 50, rotation)
    steps = ((-30, -20), (30, -20), (30, 20), (-30, 20))
    corners = [moved(piece_pose(label, SHAPE), *step) for step in steps]

    assert [pytest.approx((corner.x, corner.y)) for corner in corners] == list(piece_outline(label, SHAPE))


def test_a_piece_covers_up_to_its_edges_and_not_them() -> None:
    """60 x 40 mm, its label in the middle, as it lies and grown by 5 mm."""
    shape, label = PieceShape(60, 40), Pose(0, 0)

    for reach in (0.0, 5.0):
        across, down = 30 + reach, 20 + reach
        inside = [(across - 0.1, 0), (0.1 - across, 0), (0, down - 0.1), (0, 0.1 - down)]
        edges = [(across, 0), (-across, 0), (0, down), (0, -down)]

        assert [True] * 4 == [covers(label, shape, Pose(x, y), reach) for x, y in inside]
        assert [False] * 4 == [covers(label, shape, Pose(x, y), reach) for x, y in edges]


def test_a_piece_covers_what_lies_below_it() -> None:
    label = Pose(100, 50, 90)

    assert covers(label, SHAPE, Pose(114, 69))
    assert not covers(label, SHAPE, Pose(116, 40))
    assert covers(label, SHAPE, Pose(116, 40), reach=2)
    assert not covers(label, SHAPE, Pose(95, 72), reach=1.5)


def test_a_place_is_the_same_when_it_is_near_and_turned_alike() -> None:
    pose = Pose(100, 50, 179)

    assert same_place(pose, Pose(100, 51, -179), 1.0, 2.0)
    assert not same_place(pose, Pose(100, 51, -178), 1.0, 2.0)
    assert not same_place(pose, Pose(100, 51.1, 179), 1.0, 2.0)
    assert same_place(pose, Pose(100, 51, 0), 1.0)


def test_the_outline_round_points_has_their_outermost_ones_in_order() -> None:
    square = ((10.0, 20.0), (14.0, 20.0), (14.0, 24.0), (10.0, 24.0))

    assert square == hull([(12, 20), (12, 22), (11, 21), (13, 23), *square[::-1], (10, 22), *square])
    assert ((1.0, 5.0), (3.0, 2.0)) == hull([(3, 2), (1, 5), (3, 2)])
    assert ((1.0, 1.0), (3.0, 3.0)) == hull([(1, 1), (2, 2), (3, 3)])
