"""The motion of the camera from frame to frame: an arm that shakes, sags or is knocked moves the whole picture alike.

A similarity (shift, turn, scale) is fitted to the small picture by Gauss-Newton on the points with the most contrast
(Lucas and Kanade, 1981), all at once; points that disagree, under a hand or on a piece that moved, lose their weight
(Geman and McClure, 1987). A knock that is too far for gradients is found by phase correlation first (Kuglin and Hines,
1975). The small picture is blurred before: its modules are finer than its pixels, and would pretend another motion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.arrays import Doubles, Floats, Luma, Mask, Points
from vision.detections import Corners, Detection, Detections, UnreadableLabel, as_corners
from vision.tracking.motion import blurred

POINTS = 1200
BLOCK_PX = 8
"""Of each block of so many pixels only the point with the most contrast counts, that no single piece decides."""

COARSE = 4
"""How many times smaller a picture is made to find a knock in it, which may turn it by some pixels too."""

STEPS = 8
SETTLED_PX = 0.004
"""A step of Gauss-Newton, in pixels of the small picture, after which another one would gain nothing."""

OUTLIER = 4.0
"""Grey levels by which a point may differ before it loses much of its weight."""

DARKEST = -0.6
"""A lamp that loses a larger share of its light, or a hand on the lens, leaves nothing to compare."""

AGREEING_SHARE = 0.5
"""Of all points so many must agree with a motion: a hand and its shadow cover a third of a picture at most."""


@dataclass(frozen=True, slots=True)
class GlobalMotion:
    """Where the picture shows now what it showed at `home`: the pixel p there is at `matrix` (2, 2) p + `shift` now.

    Pixels are those of the full picture. `largest` is how far any of its corners has moved.
    """

    matrix: tuple[tuple[float, float], tuple[float, float]] = ((1.0, 0.0), (0.0, 1.0))
    shift: tuple[float, float] = (0.0, 0.0)
    largest: float = 0.0

    def __bool__(self) -> bool:
        return self.largest > 0.0

    def displaced(self, home: ArrayLike) -> Points:
        """Where the picture shows points (..., 2) of home."""
        points = np.asarray(home, dtype=np.float64)
        return points if not self else np.asarray(points @ np.transpose(self.matrix) + self.shift)

    def at_home(self, points: ArrayLike) -> Points:
        """Where at home the points (..., 2) of the picture are."""
        seen = np.asarray(points, dtype=np.float64)
        return seen if not self else np.asarray((seen - self.shift) @ np.linalg.inv(self.matrix).T)

    def apart_from(self, other: GlobalMotion, picture: tuple[float, float]) -> float:
        """By how many pixels a corner of a picture of (width, height) differs between two motions, at most."""
        corners = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]) * picture
        return float(np.linalg.norm(self.displaced(corners) - other.displaced(corners), axis=1).max())

    def offsets(self, home: Points) -> NDArray[np.intp] | None:
        """By how many whole pixels points (n, 2) of home have moved, (n, 2); None when nothing has."""
        return np.rint(self.displaced(home) - home).astype(np.intp) if self else None

    def detections_at_home(self, found: Detections) -> Detections:
        """What was detected in the picture, in pixels of home."""
        if not self:
            return found
        decoded = tuple(self._detection_at_home(detection) for detection in found.decoded)
        return Detections(decoded, tuple(UnreadableLabel(self._corners_at_home(u.corners)) for u in found.unreadable))

    def aligned(self, small: Luma, ratio: float) -> Luma:
        """The small picture as it would be at home; a pixel of it is `ratio` pixels of the full one."""
        if not self:
            return small
        height, width = small.shape
        # Pixels are counted at their centres, in both pictures.
        half = (ratio - 1) / 2
        shift = (np.asarray(self.matrix) @ (half, half) + self.shift - half) / ratio
        matrix = np.column_stack([self.matrix, shift])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warped = cv2.warpAffine(small, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return cast(Luma, warped)

    def _detection_at_home(self, detection: Detection) -> Detection:
        x, y = self.at_home((detection.x, detection.y))
        return replace(detection, x=float(x), y=float(y), corners=self._corners_at_home(detection.corners))

    def _corners_at_home(self, corners: Corners) -> Corners:
        return as_corners(self.at_home(corners))


STILL = GlobalMotion()


@dataclass(frozen=True, slots=True, eq=False)
class MotionTemplate:
    """How home looks, at its points of most contrast: the pixels `x` and `y`, (n,), of the small picture, their grey
    `levels`, and how these change with each parameter of the motion, (n, 5): shift, scale, turn, and brightness.

    `picture` is the whole of it, blurred; a pixel is `ratio` pixels of the full picture.
    """

    picture: Luma
    ratio: float
    x: Floats
    y: Floats
    levels: Floats
    jacobian: Floats

    @classmethod
    def of(cls, small: Luma, ratio: float) -> MotionTemplate:
        picture = blurred(small)
        across, down = (cv2.Scharr(picture, cv2.CV_32F, *axis, scale=1 / 32) for axis in ((1, 0), (0, 1)))
        y, x = _most_contrast(across * across + down * down)
        gx, gy, levels = across[y, x], down[y, x], picture[y, x].astype(np.float32)
        u, v = _from_middle(x, y, small.shape)
        jacobian = np.stack([gx, gy, gx * u + gy * v, gy * u - gx * v, levels], axis=1)
        return cls(picture, ratio, x.astype(np.float32), y.astype(np.float32), levels, jacobian)

    def motion_of(self, small: Luma, before: GlobalMotion) -> GlobalMotion | None:
        """How the camera has moved from home to this picture; None when too little of it agrees with any motion.

        `before` is the motion of the last picture, near which it is looked for first.
        """
        if len(self.x) < POINTS // 10 or small.shape != self.picture.shape:
            return None
        picture = blurred(small)
        for start in (self._parameters(before), None):
            found, agreeing = self.fitted(picture, self._knocked(picture) if start is None else start)
            if agreeing >= AGREEING_SHARE:
                return self._motion(found)
        return None

    def fitted(self, picture: Luma, start: Doubles) -> tuple[Doubles, float]:
        """The parameters that explain the picture best, and the share of points that agree with them."""
        found = start.copy()
        u, v = _from_middle(self.x, self.y, picture.shape)
        x, y, residual = self.x, self.y, np.zeros_like(self.levels)
        for _ in range(STEPS):
            dx, dy, scale, turn, light = found
            x, y = self.x + dx + scale * u - turn * v, self.y + dy + scale * v + turn * u
            residual = self.levels * (1 + light) - _sampled(picture, x, y)
            spread = max(OUTLIER, 1.5 * float(np.median(np.abs(residual))))
            weighted = (self.jacobian / ((1 + (residual / spread) ** 2) ** 2)[:, None]).T
            step = np.linalg.solve(weighted @ self.jacobian + 1e-3 * np.eye(5), weighted @ residual)
            # A brighter lamp makes the points brighter; all else moves them.
            found += step * (1, 1, 1, 1, -1)
            if np.abs(step[:4]).max() < SETTLED_PX:
                break
        agreeing = (np.abs(residual) < 2 * OUTLIER) & _inside(picture, x, y)
        return found, float(agreeing.mean()) if found[4] > DARKEST else 0.0

    def _knocked(self, picture: Luma) -> Doubles:
        """A motion from nowhere near: the shift first, then in a picture in which a pixel is as far as it is turned."""
        home, now = (cv2.resize(p, self.coarse_size, interpolation=cv2.INTER_AREA) for p in (self.picture, picture))
        window = cv2.createHanningWindow(self.coarse_size, cv2.CV_32F)
        shift, _ = cv2.phaseCorrelate(home.astype(np.float32), now.astype(np.float32), window)
        coarse = MotionTemplate.of(cast(Luma, home), self.ratio * COARSE)
        found, _ = coarse.fitted(blurred(cast(Luma, now)), np.array([*shift, 0.0, 0.0, 0.0]))
        return COARSE * found

    @property
    def coarse_size(self) -> tuple[int, int]:
        height, width = self.picture.shape
        return max(width // COARSE, 1), max(height // COARSE, 1)

    def _motion(self, parameters: Doubles) -> GlobalMotion:
        """In pixels of the full picture, which count from the centre of the first one."""
        height, width = self.picture.shape
        dx, dy, scale, turn = parameters[:4]
        scale, turn = scale / (width / 2), turn / (width / 2)
        matrix = np.array([[1 + scale, -turn], [turn, 1 + scale]])
        middle = self.ratio * np.array([width / 2, height / 2]) - 0.5
        shift = self.ratio * np.array([dx, dy]) + middle - matrix @ middle
        corners = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]) * (2 * middle)
        largest = np.linalg.norm(corners @ matrix.T + shift - corners, axis=1).max()
        rows = ((float(1 + scale), float(-turn)), (float(turn), float(1 + scale)))
        return GlobalMotion(rows, (float(shift[0]), float(shift[1])), float(largest))

    def _parameters(self, motion: GlobalMotion) -> Doubles:
        if not motion:
            return np.zeros(5)
        height, width = self.picture.shape
        middle = self.ratio * np.array([width / 2, height / 2]) - 0.5
        dx, dy = (motion.displaced(middle) - middle) / self.ratio
        (scale, _), (turn, _) = motion.matrix
        return np.array([dx, dy, (scale - 1) * width / 2, turn * width / 2, 0.0])


def _from_middle(x: ArrayLike, y: ArrayLike, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Pixels as shares of half the picture's width, from its middle."""
    height, width = shape
    u, v = ((np.asarray(p, np.float32) + 0.5 - size / 2) / (width / 2) for p, size in ((x, width), (y, height)))
    return u, v


def _most_contrast(contrast: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the points of most contrast, one in a block at most; none at the edge."""
    rows, columns = contrast.shape[0] // BLOCK_PX, contrast.shape[1] // BLOCK_PX
    grid = contrast[: rows * BLOCK_PX, : columns * BLOCK_PX].reshape(rows, BLOCK_PX, columns, BLOCK_PX)
    blocks = grid.transpose(0, 2, 1, 3)[1:-1, 1:-1].reshape(-1, BLOCK_PX**2)
    best = np.argsort(-blocks.max(axis=1), kind="stable")[:POINTS]
    inside, (row, column) = blocks.argmax(axis=1)[best], np.divmod(best, max(columns - 2, 1))
    return (row + 1) * BLOCK_PX + inside // BLOCK_PX, (column + 1) * BLOCK_PX + inside % BLOCK_PX


def _inside(picture: Luma, x: Floats, y: Floats) -> Mask:
    height, width = picture.shape
    return np.asarray((x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1))


def _sampled(picture: Luma, x: Floats, y: Floats) -> Floats:
    """Grey levels between the pixels, bilinear."""
    height, width = picture.shape
    x, y = np.clip(x, 0, width - 1.001), np.clip(y, 0, height - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, below = (x - left).astype(np.float32), (y - top).astype(np.float32)
    flat, first = picture.reshape(-1), top * width + left
    upper = flat[first] * (1 - right) + flat[first + 1] * right
    lower = flat[first + width] * (1 - right) + flat[first + width + 1] * right
    return np.asarray(upper * (1 - below) + lower * below)
