"""Measures a camera's lens with pictures of a chequerboard."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Luma
from vision.geometry.homography import apply_homography
from vision.geometry.lens import LensModel
from vision.geometry.plane_fit import PlaneView, fit_planes


def detect_chequerboard(image: Luma, inner_corners: tuple[int, int], square_mm: float) -> PlaneView | None:
    """The inner corners (columns, rows) of a chequerboard in a picture; None when it is not wholly in sight."""
    found, corners = cv2.findChessboardCornersSB(image, inner_corners, flags=cv2.CALIB_CB_ACCURACY)
    if not found:
        return None
    columns, rows = inner_corners
    mm = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * square_mm
    return PlaneView(mm.astype(np.float64), corners.reshape(-1, 2).astype(np.float64), np.ones(columns * rows))


def calibrate_lens(views: Sequence[PlaneView], picture: tuple[int, int]) -> LensModel:
    """The lens through which all the planes are most nearly plane, for pictures of (width, height) pixels.

    Unlike cv2.calibrateCamera this leaves each view a homography of its own: boards that all lie flat on the table tell
    the distortion, though not the focal length.
    """
    return fit_planes(views, LensModel.undistorted(picture), fit_distortion=True)[1]


def lens_residual_mm(views: Sequence[PlaneView], lens: LensModel) -> float:
    """Root mean square of how far the points of all views are off their places through this lens, millimetres."""
    errors = []
    for view in views:
        undistorted = lens.undistort(view.px)
        matrix = np.asarray(cv2.findHomography(undistorted, view.mm, 0)[0], dtype=np.float64)
        errors.append(((apply_homography(matrix, undistorted) - view.mm) ** 2).sum(axis=1))
    return float(np.sqrt(np.concatenate(errors).mean()))
