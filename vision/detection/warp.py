"""Many small homographies at once: from label coordinates (modules) to pixels.

`quads` are arrays of shape (K, 4, 2): the outside corners of K black rings in pixels, clockwise.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats
from vision.labels import FRAME_MODULES, MARGIN_MODULES

# cv2.remap takes no picture with more than 32766 rows or columns, so the places are laid out as a rectangle.
_REMAP_COLUMNS = 1024
_FAR, _NEAREST = 1e6, 1e-6
"""What lies behind the camera is sent far away, out of the picture."""


def homographies(quads: NDArray[np.floating]) -> Doubles:
    """Matrices of shape (K, 3, 3) that map label coordinates (modules from the label's corner) to pixels.

    Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), section 2.2.3: unit square to quadrilateral.
    """
    p0, p1, p2, p3 = np.ascontiguousarray(quads.transpose(1, 2, 0), dtype=np.float64)
    across, down = p1 - p2, p3 - p2
    twist = p0 - p1 - down
    determinant = _not_zero(across[0] * down[1] - down[0] * across[1])
    g = (twist[0] * down[1] - down[0] * twist[1]) / determinant
    h = (across[0] * twist[1] - twist[0] * across[1]) / determinant
    matrix = np.ones((3, 3, len(quads)))
    matrix[:2, 0] = p1 - p0 + g * p1
    matrix[:2, 1] = p3 - p0 + h * p3
    matrix[:2, 2] = p0
    matrix[2, 0], matrix[2, 1] = g, h
    return matrix.transpose(2, 0, 1) @ _TO_UNIT


_TO_UNIT = np.array(
    [
        [1 / FRAME_MODULES, 0.0, -MARGIN_MODULES / FRAME_MODULES],
        [0.0, 1 / FRAME_MODULES, -MARGIN_MODULES / FRAME_MODULES],
        [0.0, 0.0, 1.0],
    ]
)


def project(matrices: Doubles, points: NDArray[np.floating]) -> Doubles:
    """Points in label coordinates, shape (P, 2) or (K, P, 2), as pixels, shape (K, P, 2)."""
    homogeneous = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)
    mapped = homogeneous @ np.swapaxes(matrices, 1, 2)
    return np.asarray(mapped[..., :2] / np.maximum(mapped[..., 2:], _NEAREST))


def sample(image: NDArray[np.generic], matrices: Doubles, points: NDArray[np.floating]) -> Floats:
    """Bilinear values of `image` at P places of each of K labels, shape (K, P); its border is continued outwards.

    `points` are label coordinates, shape (P, 2). Bilinear to 1/32 pixel, as cv2.remap does it.
    """
    labels, places = len(matrices), len(points)
    if not labels:
        return np.empty((0, places), dtype=np.float32)
    homogeneous = np.concatenate([points.T, np.ones((1, places))]).astype(np.float32)
    mapped = (matrices.reshape(-1, 3).astype(np.float32) @ homogeneous).reshape(labels, 3, places)
    nearer = 1.0 / np.maximum(mapped[:, 2], _NEAREST)
    x, y = (_as_rectangle(mapped[:, axis] * nearer) for axis in (0, 1))
    values = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values.ravel()[: labels * places].reshape(labels, places).astype(np.float32)


def _as_rectangle(values: Floats) -> Floats:
    rectangle = np.zeros((-(-values.size // _REMAP_COLUMNS), _REMAP_COLUMNS), dtype=np.float32)
    np.clip(values.ravel(), -_FAR, _FAR, out=rectangle.ravel()[: values.size])
    return rectangle


def _not_zero(values: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.where(np.abs(values) < 1e-6, values.dtype.type(1e-6), values)
