"""A camera over a table: perspective, lens distortion, and pictures by area sampling.

Table coordinates are pixels of the untilted picture's centre scale, origin at the picture's centre, z up to the
camera. A point at (0, 0, 0) is drawn in the middle, one unit there is one pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SUBSAMPLES = 5


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """`view` turns table coordinates to the camera's, `focal` in pixels, `distortion` at the half diagonal."""

    width: int
    height: int
    view: Floats
    focal: float
    distortion: float

    def plane(self, centre: Floats, axes: Floats) -> Floats:
        """Homography from coordinates on a plane (centre (3,), axes (3, 2)) to undistorted pixels from the middle."""
        columns = self.view @ np.column_stack([axes, centre])
        columns[2] = -columns[2]
        return np.array([self.focal * columns[0], self.focal * columns[1], columns[2] + [0, 0, self.focal]])

    def distort(self, points: Floats) -> Floats:
        """Undistorted to distorted, both from the middle, shape (..., 2)."""
        return np.asarray(points * (1 + self.distortion * self._squared_radius(points)))

    def undistort(self, points: Floats) -> Floats:
        """The inverse of `distort`, by fixed-point iteration."""
        result = points
        for _ in range(6):
            result = points / (1 + self.distortion * self._squared_radius(result))
        return np.asarray(result)

    def to_pixels(self, plane: Floats, points: Floats) -> Floats:
        """Points on a plane, shape (P, 2), as pixels of the picture."""
        mapped = np.column_stack([points, np.ones(len(points))]) @ plane.T
        return self.distort(mapped[:, :2] / mapped[:, 2:]) + self.middle

    def angle(self, plane: Floats, point: Floats) -> float:
        """Degrees between a plane's normal and the ray to a point (2,) on it."""
        # Divided by the focal length the columns are the plane's axes and origin as the camera sees them.
        axes = plane / np.array([[self.focal], [self.focal], [1.0]])
        normal, ray = np.cross(axes[:, 0], axes[:, 1]), axes @ [*point, 1.0]
        cosine = abs(normal @ ray) / np.linalg.norm(normal) / np.linalg.norm(ray)
        return float(np.rad2deg(np.arccos(min(cosine, 1.0))))

    @property
    def middle(self) -> Floats:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    def _squared_radius(self, points: Floats) -> Floats:
        """From the middle, in half diagonals, shape (..., 1). NumPy adds two numbers far faster than a row of two."""
        return np.asarray((points[..., :1] ** 2 + points[..., 1:] ** 2) / self._half_diagonal**2)

    @property
    def _half_diagonal(self) -> float:
        return float(np.hypot(self.width, self.height) / 2)


def tilted(width: int, height: int, tilt: float, azimuth: float, distortion: float) -> Camera:
    """A camera whose axis is `tilt` degrees off the table's normal, towards `azimuth` degrees."""
    return Camera(width, height, rotation(tilt, azimuth), 1.4 * width, distortion)


def rotation(tilt: float, azimuth: float) -> Floats:
    """Turns a plane by `tilt` degrees about an axis in it at `azimuth` degrees; shape (3, 3)."""
    axis = np.array([np.cos(np.deg2rad(azimuth)), np.sin(np.deg2rad(azimuth)), 0.0])
    return np.asarray(cv2.Rodrigues(axis * np.deg2rad(tilt))[0])


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Part of a picture: its upper left pixel, its values, and how much of each pixel it fills (0 to 1)."""

    left: int
    top: int
    values: NDArray[np.float32]
    cover: NDArray[np.float32]

    @property
    def window(self) -> tuple[slice, slice]:
        rows, columns = self.values.shape
        return slice(self.top, self.top + rows), slice(self.left, self.left + columns)


def photograph(camera: Camera, plane: Floats, drawing: NDArray[np.float32], scale: float) -> Patch | None:
    """A drawing on a plane as the sensor sees it; None when it is out of the picture.

    `scale` is plane units per drawing sample; the plane's origin is the drawing's middle. Every pixel is the mean of
    5 x 5 rays through perspective and lens.
    """
    rows, columns = drawing.shape
    corners = (np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - [columns / 2, rows / 2]) * scale
    pixels = camera.to_pixels(plane, corners)
    left, top = np.maximum(np.floor(pixels.min(0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(pixels.max(0)).astype(int) + 2, [camera.width, camera.height])
    if right <= left or bottom <= top:
        return None
    grid = (np.arange(max(right - left, bottom - top) * SUBSAMPLES) + 0.5) / SUBSAMPLES - 0.5
    x, y = np.meshgrid(left + grid[: (right - left) * SUBSAMPLES], top + grid[: (bottom - top) * SUBSAMPLES])
    rays = camera.undistort(np.stack([x, y], -1) - camera.middle)
    on_plane = np.concatenate([rays, np.ones((*rays.shape[:2], 1))], -1) @ np.linalg.inv(plane).T
    where = on_plane[..., :2] / on_plane[..., 2:] / scale + [columns / 2 - 0.5, rows / 2 - 0.5]
    padded = np.pad(drawing, 1, constant_values=-1.0)
    seen = cv2.remap(
        padded, (where[..., 0] + 1).astype(np.float32), (where[..., 1] + 1).astype(np.float32), cv2.INTER_NEAREST,
        borderMode=cv2.BORDER_CONSTANT, borderValue=-1.0,
    )  # fmt: skip
    hit = (seen >= 0).astype(np.float32)
    size = (right - left, bottom - top)
    cover = cv2.resize(hit, size, interpolation=cv2.INTER_AREA)
    light = cv2.resize(seen * hit, size, interpolation=cv2.INTER_AREA)
    return Patch(int(left), int(top), light, cover)
