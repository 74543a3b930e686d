"""A chequerboard tells the lens."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.test_calibration import PICTURE, a_camera
from vision.geometry.lens_calibration import calibrate_lens, detect_chequerboard
from vision.geometry.plane_fit import PlaneView


def test_a_chequerboard_in_three_poses_gives_the_lens() -> None:
    """Lines that are straight on the board come out straight."""
    square = np.stack(np.meshgrid(np.arange(9.0), np.arange(6.0)), axis=-1).reshape(-1, 2)
    views = []
    for tilt, turn in ((5.0, 0.0), (25.0, 20.0), (15.0, -60.0)):
        camera = a_camera(tilt=tilt, turn=turn, distortion=-0.03)
        px = camera.to_px(square * 60.0 + (200.0, 150.0))
        views.append(PlaneView(square * 60.0, px + np.random.default_rng(2).normal(0, 0.05, px.shape), np.ones(54)))

    lens = calibrate_lens(views, PICTURE)

    camera = a_camera(tilt=0.0, distortion=-0.03)
    edge = lens.undistort(camera.to_px(np.array([(0.0, 0.0), (450.0, 0.0), (900.0, 0.0)])))
    straight_through = (edge[0] + edge[2]) / 2
    assert 1.0 > abs(edge[1][1] - straight_through[1])


def test_the_corners_of_a_photographed_chequerboard_are_found() -> None:
    board = np.kron(np.indices((7, 10)).sum(axis=0) % 2, np.ones((40, 40))).astype(np.uint8) * 200 + 20
    photograph = cv2.copyMakeBorder(board, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(220,))

    view = detect_chequerboard(photograph, (9, 6), 25.0)

    assert view is not None
    assert (54, 2) == view.px.shape
    steps = np.linalg.norm(np.diff(view.px[:9], axis=0), axis=1)
    assert np.abs(steps - 40.0).max() < 0.5
    assert 25.0 == pytest.approx(float(view.mm[1, 0] - view.mm[0, 0]))


def test_without_a_chequerboard_there_is_no_view() -> None:
    assert detect_chequerboard(np.full((300, 400), 128, np.uint8), (9, 6), 25.0) is None
