"""From pixels to millimetres of the mat and back: a lens with distortion and a plane seen in perspective.

Pixel coordinates follow OpenCV: the centre of the upper left pixel is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Doubles, Points
from vision.geometry.lens import LensModel


@dataclass(frozen=True, slots=True, eq=False)
class Homography:
    """The plane of the mat as one camera sees it. `matrix` takes millimetres to undistorted pixels."""

    matrix: Doubles
    lens: LensModel

    def to_px(self, points: ArrayLike) -> Points:
        """(n, 2) millimetres to (n, 2) pixels."""
        return self.lens.distort(apply_homography(self.matrix, points))

    def to_mm(self, points: ArrayLike) -> Points:
        """(n, 2) pixels to (n, 2) millimetres."""
        return apply_homography(np.asarray(np.linalg.inv(self.matrix)), self.lens.undistort(points))

    def pixels_per_mm(self, x: float, y: float) -> float:
        """At a place of the mat: the geometric mean over all directions."""
        here = self.to_px([(x, y), (x + 1.0, y), (x, y + 1.0)])
        (a, b), (c, d) = here[1] - here[0], here[2] - here[0]
        return float(abs(a * d - b * c) ** 0.5)


def apply_homography(matrix: Doubles, points: ArrayLike) -> Points:
    """(n, 2) points through a 3x3 homography."""
    flat = np.asarray(points, dtype=np.float64)
    mapped = flat @ matrix[:, :2].T + matrix[:, 2]
    result: Points = mapped[..., :2] / mapped[..., 2:]
    return result
