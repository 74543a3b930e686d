"""Where a camera hangs over the mat, out of a homography and a focal length: its place, its height, its lean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry.homography import Homography


@dataclass(frozen=True, slots=True)
class CameraPose:
    """The camera's place in millimetres of the mat, its height above it, and how far it leans off the vertical.

    `facing` is the unit vector on the mat along which a leaning camera looks; (0, 0) where it looks straight down.
    """

    x: float
    y: float
    height: float
    lean: float
    facing: tuple[float, float]


def camera_pose(homography: Homography, focal_px: float) -> CameraPose:
    """The pose of a pinhole of that focal length whose axis is the middle of the picture.

    Zhang (2000), section 3.1: the columns of K^-1 H are two axes of the mat and its origin, up to one scale.
    """
    cx, cy = homography.lens.centre
    inverse = np.array([[1 / focal_px, 0, -cx / focal_px], [0, 1 / focal_px, -cy / focal_px], [0, 0, 1]])
    columns = inverse @ homography.matrix
    scale = float(np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1])))
    columns = columns / (scale if columns[2, 2] > 0 else -scale)
    across, down = columns[:, 0], columns[:, 1]
    rough = np.column_stack([across, down, np.cross(across, down)])
    left, _, right = np.linalg.svd(rough)
    rotation = left @ right
    place = -rotation.T @ columns[:, 2]
    axis = rotation[2]
    lean = float(np.degrees(np.arccos(np.clip(abs(axis[2]), 0.0, 1.0))))
    sideways = float(np.hypot(axis[0], axis[1]))
    facing = (float(axis[0]) / sideways, float(axis[1]) / sideways) if sideways > 1e-6 else (0.0, 0.0)
    return CameraPose(float(place[0]), float(place[1]), abs(float(place[2])), lean, facing)
