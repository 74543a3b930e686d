"""Many small homographies at once: from label coordinates (modules) to pixels.

`quads` are arrays of shape (K, 4, 2): the outside corners of K black rings in pixels, clockwise.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats
from vision.labels import FRAME_MODULES, MARGIN_MODULES, MODULES

_REMAP_EDGE = 32_766
"""cv2.remap makes no picture with more rows or columns."""

_NEAREST = 1e-6
"""What lies behind the camera is sent far away, out of the picture."""

_STEEPEST = 0.5
"""No label is half as large on one side as on the other: what proposals make of chance patterns is."""


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


def views(quads: NDArray[np.floating]) -> Floats:
    """Where the places of K labels are seen, as polynomials of second order: all x, then all y, shape (2, K, 6).

    The homographies' Taylor polynomials round the labels' middles: no division for each place, and nothing is behind
    the camera. A label is small beside its distance: where two corners are a thirtieth nearer than the other two, its
    places are a hundredth of a module off at most.
    """
    corners = quads.swapaxes(1, 2).reshape(-1, 4)
    middle, across, down, twist = (corners @ _SUMS_OF_CORNERS).reshape(-1, 2, 4).transpose(2, 1, 0)
    area = _not_zero(_cross(across, down))
    g = np.clip(_cross(twist, across) / area, -_STEEPEST, _STEEPEST)
    h = np.clip(_cross(down, twist) / area, -_STEEPEST, _STEEPEST)
    bent_across, bent_down = across * g, down * h
    terms = np.empty((2, len(quads), 6), dtype=np.float32)
    terms[..., 0] = middle + 0.25 * (bent_across + bent_down)
    terms[..., 1], terms[..., 2] = across, down
    terms[..., 3], terms[..., 4], terms[..., 5] = -bent_across, twist, -bent_down
    return terms


def monomials(points: NDArray[np.floating]) -> Floats:
    """What the terms of `views` are multiplied with at points in label coordinates, (.., P, 2): shape (.., 6, P)."""
    u, v = (np.moveaxis(points, -1, 0) - MODULES / 2) / FRAME_MODULES
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=-2).astype(np.float32)


def seen_at(view: Floats, places: Floats) -> Floats:
    """Pixels, shape (K, P, 2), of the places of each of K labels, `monomials` of shape (K, 6, P)."""
    return np.moveaxis((view[:, :, None] @ places)[:, :, 0], 0, -1)


def sample(image: NDArray[np.generic], view: Floats, places: Floats) -> Floats:
    """Bilinear values of `image` at P places, `monomials` of shape (6, P), of each of K labels in `view`: (K, P).

    The picture's border is continued outwards. Bilinear to 1/32 pixel, as cv2.remap does it.
    """
    labels, count = view.shape[1], places.shape[1]
    x, y = (view.reshape(-1, 6) @ places).reshape(2, labels, count)
    values = np.empty((labels, count), dtype=np.float32)
    for top, left in product(range(0, labels, _REMAP_EDGE), range(0, count, _REMAP_EDGE)):
        part = np.s_[top : top + _REMAP_EDGE, left : left + _REMAP_EDGE]
        values[part] = cv2.remap(image, x[part], y[part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values


def _cross(one: NDArray[np.floating], other: NDArray[np.floating]) -> NDArray[np.floating]:
    return one[0] * other[1] - one[1] * other[0]


_SUMS_OF_CORNERS = np.array(
    [[0.25, -0.5, -0.5, 1.0], [0.25, 0.5, -0.5, -1.0], [0.25, 0.5, 0.5, 1.0], [0.25, -0.5, 0.5, -1.0]], dtype=np.float32
)
"""Middle, right and down vectors, and twist of a quadrilateral, from its corners."""


def _not_zero(values: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.where(np.abs(values) < 1e-6, values.dtype.type(1e-6), values)
