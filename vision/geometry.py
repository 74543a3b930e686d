"""From pixels to millimetres of the mat and back: a straightening lens and a plane seen in perspective.

Pixel coordinates follow OpenCV: the centre of the upper left pixel is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]
"""Shape (n, 2): x to the right, y down."""


@dataclass(frozen=True, slots=True)
class Lens:
    """How much the lens bends straight lines: a point at `d` from `centre` belongs at d (1 + k1 r^2 + k2 r^4).

    `r` is the distance in units of `radius`, the picture's half diagonal. All lengths in pixels.
    """

    centre: tuple[float, float]
    radius: float
    k1: float = 0.0
    k2: float = 0.0

    @classmethod
    def straight(cls, picture: tuple[int, int]) -> Lens:
        """A lens that bends nothing, for a picture of (width, height)."""
        return cls.bent(picture, 0.0, 0.0)

    @classmethod
    def bent(cls, picture: tuple[int, int], k1: float, k2: float) -> Lens:
        """A lens of that bend, for a picture of (width, height): the bend is the same at any size of picture."""
        width, height = picture
        return cls(((width - 1) / 2, (height - 1) / 2), hypot(width, height) / 2, k1, k2)

    def straighten(self, points: ArrayLike) -> Points:
        """Where the points would be without the lens's bend."""
        offset = np.asarray(points, dtype=np.float64) - self.centre
        return offset * self._stretch(offset) + self.centre

    def bend(self, points: ArrayLike) -> Points:
        """The inverse of `straighten`, to a thousandth of a pixel for the lenses that are used over tables."""
        wanted = np.asarray(points, dtype=np.float64) - self.centre
        offset = wanted
        for _ in range(12):
            offset = wanted / self._stretch(offset)
        return offset + self.centre

    def _stretch(self, offset: Points) -> Points:
        squared = (offset**2).sum(axis=-1, keepdims=True) / self.radius**2
        stretch: Points = 1 + squared * (self.k1 + squared * self.k2)
        return stretch


@dataclass(frozen=True, slots=True, eq=False)
class Homography:
    """The plane of the mat as one camera sees it. `matrix` takes millimetres to straightened pixels."""

    matrix: NDArray[np.float64]
    lens: Lens

    def to_px(self, points: ArrayLike) -> Points:
        """(n, 2) millimetres to (n, 2) pixels."""
        return self.lens.bend(projected(self.matrix, points))

    def to_mm(self, points: ArrayLike) -> Points:
        """(n, 2) pixels to (n, 2) millimetres."""
        return projected(np.asarray(np.linalg.inv(self.matrix)), self.lens.straighten(points))

    def pixels_per_mm(self, x: float, y: float) -> float:
        """At a place of the mat: the geometric mean over all directions."""
        here = self.to_px([(x, y), (x + 1.0, y), (x, y + 1.0)])
        (a, b), (c, d) = here[1] - here[0], here[2] - here[0]
        return float(abs(a * d - b * c) ** 0.5)


def projected(matrix: NDArray[np.float64], points: ArrayLike) -> Points:
    """(n, 2) points through a 3x3 homography."""
    flat = np.asarray(points, dtype=np.float64)
    mapped = flat @ matrix[:, :2].T + matrix[:, 2]
    result: Points = mapped[..., :2] / mapped[..., 2:]
    return result
