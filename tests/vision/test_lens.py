"""The lens model is OpenCV's: the same coefficients move the same points to the same places."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.simulation.renderer.camera_model import projection
from companion.simulation.renderer.scene import Bump, Optics, RenderedMat
from vision.geometry.homography import apply_homography
from vision.geometry.lens import LensModel

SIZE = (2304, 1296)
PIXELS = np.stack(np.meshgrid(np.linspace(0, 2303, 9), np.linspace(0, 1295, 7)), axis=-1).reshape(-1, 2)
MODULE_3 = LensModel(SIZE, (1774.0, 1771.0), (1160.5, 640.25), -0.031, 0.052, 0.0007, -0.0011, -0.021)
"""Figures such as cv2.calibrateCamera gives for a camera of 66 degrees across."""

small = st.floats(-0.02, 0.02)
tiny = st.floats(-0.002, 0.002)
lenses = st.builds(
    LensModel, st.just(SIZE), st.just((1774.0, 1760.0)), st.just((1170.0, 630.0)), st.floats(-0.1, 0.1), small, tiny,
    tiny, small,
)  # fmt: skip


def by_opencv(lens: LensModel, ideal: np.ndarray) -> np.ndarray:
    """Undistorted pixels as cv2.projectPoints shows them."""
    rays = cv2.convertPointsToHomogeneous((ideal - lens.centre) / lens.focal)
    px, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), lens.camera_matrix, np.array(lens.distortion))
    return px.reshape(-1, 2)


@given(lenses)
@settings(max_examples=30, deadline=None)
def test_distorting_is_what_opencv_projects(lens: LensModel) -> None:
    assert np.abs(by_opencv(lens, PIXELS) - lens.distort(PIXELS)).max() < 1e-9


@given(lenses)
@settings(max_examples=30, deadline=None)
def test_undistorting_undoes_it(lens: LensModel) -> None:
    assert np.abs(PIXELS - lens.distort(lens.undistort(PIXELS))).max() < 1e-6
    assert np.abs(PIXELS - lens.undistort(lens.distort(PIXELS))).max() < 1e-6


@pytest.mark.parametrize("shape", [(2,), (0, 2), (0, 4, 2), (3, 4, 2)])
def test_points_keep_their_shape(shape: tuple[int, ...]) -> None:
    points = np.full(shape, 700.0)

    assert (shape, shape) == (MODULE_3.undistort(points).shape, MODULE_3.distort(points).shape)


def test_a_calibration_of_opencv_is_taken_over_as_it_is() -> None:
    """cv2.calibrateCamera's matrix and coefficients straighten what cv2.projectPoints drew."""
    board = np.stack(np.meshgrid(np.arange(9.0), np.arange(6.0), [0.0]), axis=-1).reshape(-1, 3) * 30 - (120, 75, 0)
    turns = [(0.0, 0.0, 0.0), (0.5, 0.0, 0.1), (0.0, -0.5, 0.0), (-0.4, 0.4, 0.3), (0.3, 0.5, -0.2), (-0.5, -0.2, 0.6)]
    views = [
        cv2.projectPoints(
            board, np.array(turn), np.array((40.0 * n - 100, 30.0 - 10 * n, 450.0)), MODULE_3.camera_matrix,
            np.array(MODULE_3.distortion),
        )[0].astype(np.float32)
        for n, turn in enumerate(turns)
    ]  # fmt: skip

    _, matrix, found, _, _ = cv2.calibrateCamera([board.astype(np.float32)] * len(views), views, SIZE, None, None)
    lens = LensModel(SIZE, (matrix[0, 0], matrix[1, 1]), (matrix[0, 2], matrix[1, 2]), *map(float, found.ravel()))

    assert np.abs(MODULE_3.undistort(PIXELS) - lens.undistort(PIXELS)).max() < 1.0
    assert pytest.approx(MODULE_3.focal, rel=1e-3) == lens.focal
    assert pytest.approx(MODULE_3.k1, abs=2e-3) == lens.k1


def test_a_larger_picture_is_the_same_lens() -> None:
    large = MODULE_3.for_size((4608, 2592))
    where = (PIXELS + 0.5) * 2 - 0.5

    assert np.abs((MODULE_3.undistort(PIXELS) + 0.5) * 2 - 0.5 - large.undistort(where)).max() < 1e-6


def test_points_far_out_of_the_picture_do_not_fold_back_into_it() -> None:
    """Mat that one of two cameras does not see is mapped far away, whatever the polynomial says there."""
    lens = LensModel(SIZE, (1000.0, 1000.0), (1151.5, 647.5), -0.3, 0.05)
    outwards = lens.distort(np.stack([np.linspace(2304, 40_000, 200), np.full(200, 647.5)], axis=-1))

    assert (np.diff(outwards[:, 0]) > 0).all()


def test_the_simulated_camera_is_such_a_lens() -> None:
    camera = projection(RenderedMat(900.0, 600.0), Optics(*SIZE, distortion=-0.04), Bump())
    mm = np.stack(np.meshgrid(np.linspace(0, 900, 7), np.linspace(0, 600, 5)), axis=-1).reshape(-1, 2)
    half_diagonal = LensModel.undistorted(SIZE).focal[0]
    lens = LensModel(SIZE, (half_diagonal,) * 2, LensModel.undistorted(SIZE).centre, -0.04)

    assert np.abs(camera.to_px(mm) - lens.distort(apply_homography(camera.matrix, mm))).max() < 1e-9
