"""OpenCV's lens model: a camera matrix and five distortion coefficients, exchangeable with its calibrations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import hypot, inf

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Doubles, Points

_TO_A_BILLIONTH_PX = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)


@dataclass(frozen=True, slots=True)
class LensModel:
    """Intrinsics of a camera whose picture is `size` = (width, height) pixels, as OpenCV's calib3d defines them.

    `focal` (fx, fy) and `centre` (cx, cy) are in pixels, the centre of the upper left pixel being (0, 0). With x, y
    in focal lengths from the centre and r^2 = x^2 + y^2, the lens moves a point to (1 + k1 r^2 + k2 r^4 + k3 r^6)
    (x, y) plus (2 p1 xy + p2 (r^2 + 2 x^2), p1 (r^2 + 2 y^2) + 2 p2 xy).
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    centre: tuple[float, float]
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0

    @classmethod
    def undistorted(cls, size: tuple[int, int]) -> LensModel:
        """A lens without distortion, its axis in the picture's middle, of a focal length of half the diagonal.

        The true focal length need not be known where only planes are looked at: k1 / f^2 and k2 / f^4 count.
        """
        width, height = size
        focal = hypot(width, height) / 2
        return cls(size, (focal, focal), ((width - 1) / 2, (height - 1) / 2))

    @property
    def distortion(self) -> tuple[float, float, float, float, float]:
        """In OpenCV's order."""
        return self.k1, self.k2, self.p1, self.p2, self.k3

    @property
    def camera_matrix(self) -> Doubles:
        """Shape (3, 3)."""
        (fx, fy), (cx, cy) = self.focal, self.centre
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    def for_size(self, size: tuple[int, int]) -> LensModel:
        """The same lens before a picture of (width, height): all of it, with more pixels or fewer."""
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        (fx, fy), (cx, cy) = self.focal, self.centre
        centre = (cx + 0.5) * across - 0.5, (cy + 0.5) * down - 0.5
        return replace(self, size=size, focal=(fx * across, fy * down), centre=centre)

    def undistort(self, points: ArrayLike) -> Points:
        """Where points of the picture, pixels, shape (..., 2), would be without distortion."""
        seen = np.asarray(points, dtype=np.float64)
        if not seen.size:
            return seen
        matrix, coefficients = self.camera_matrix, np.array(self.distortion)
        ideal = cv2.undistortPointsIter(seen.reshape(-1, 1, 2), matrix, coefficients, None, matrix, _TO_A_BILLIONTH_PX)
        return np.asarray(ideal, dtype=np.float64).reshape(seen.shape)

    def distort(self, points: ArrayLike) -> Points:
        """The inverse of `undistort`."""
        ideal = (np.asarray(points, dtype=np.float64) - self.centre) / self.focal
        squared = (ideal**2).sum(axis=-1, keepdims=True)
        # Far out of the picture the polynomial would fold back into it: there cv2.projectPoints is not followed.
        inside = np.minimum(squared, _folds_from(self.k1, self.k2, self.k3))
        radial = ideal * (1 + inside * (self.k1 + inside * (self.k2 + inside * self.k3)))
        product = ideal[..., :1] * ideal[..., 1:]
        tangential = np.array([self.p2, self.p1]) * (squared + 2 * ideal**2) + 2 * product * (self.p1, self.p2)
        return np.asarray((radial + tangential) * self.focal + self.centre)


@cache
def _folds_from(k1: float, k2: float, k3: float) -> float:
    """The least r^2 from which on points farther out are no longer drawn farther out: r (1 + k1 r^2 + ...) peaks."""
    inverse = np.roots([1.0, 3 * k1, 5 * k2, 7 * k3])
    greatest = max((float(root.real) for root in inverse if abs(root.imag) < 1e-9), default=0.0)
    return 1 / greatest if greatest > 0 else inf
