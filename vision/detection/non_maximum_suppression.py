"""Keeps one proposal per place, and only the ones that can be a label."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Mask, Quads
from vision.detection.module_size import ModuleSizeRange
from vision.labels import FRAME_MODULES

_BLOCK = 1024
"""So many places are compared with all others at a time: their distances are numbers to be kept, too."""

MOST_WEDGE = 0.1
"""How far the diagonals' middles may lie apart, in half edges: 0.03 for a label 50 cm away that leans by 45 degrees."""


def centres(quads: Quads) -> Floats:
    """Means of the corners, shape (K, 2)."""
    return 0.25 * quads.sum(axis=1)


def edge_lengths(quads: Quads) -> Floats:
    """Lengths of the four sides, pixels, shape (K, 4)."""
    sides = quads - quads[:, [3, 0, 1, 2]]
    return np.asarray(np.sqrt((sides * sides).sum(axis=2)))


def suppress_non_maxima(quads: Quads, score: Floats, distance: float) -> Floats:
    """The quads, best first, that have no better one within `distance` pixels of their middle."""
    ranked = best_per_cell(quads, score, distance)
    return np.asarray(ranked[~has_earlier_neighbour(centres(ranked), np.full(len(ranked), distance))])


def best_per_cell(quads: Quads, score: Floats, cell: float) -> Floats:
    """The best quad of each square cell, best first: leaves few enough to compare each with each."""
    ranked = quads[np.argsort(-score, kind="stable")]
    x, y = (np.clip(centres(ranked) / cell, -1e6, 1e6).astype(np.int64) + 2**20).T
    _, first = np.unique(x * 2**22 + y, return_index=True)
    return np.asarray(ranked[np.sort(first)])


def has_earlier_neighbour(places: Floats, distance: NDArray[np.floating]) -> Mask:
    """Whether an earlier place lies within each place's distance, pixels; shape (K,)."""
    found = np.zeros(len(places), dtype=np.bool_)
    for first in range(0, len(places), _BLOCK):
        part, earlier = places[first : first + _BLOCK], places[: first + _BLOCK]
        apart = np.hypot(part[:, None, 0] - earlier[None, :, 0], part[:, None, 1] - earlier[None, :, 1])
        near = np.tril(apart < distance[first : first + _BLOCK, None], first - 1)
        found[first : first + _BLOCK] = near.any(axis=1)
    return found


def plausible_labels(quads: Quads, sizes: ModuleSizeRange) -> Mask:
    """Whether each quad is as large as a label can be, no more squeezed than by a tilt of 55 degrees, and no wedge.

    A label is small beside its distance from the camera: seen slantingly it is very nearly a parallelogram.
    """
    across = 0.5 * (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / FRAME_MODULES
    down = 0.5 * (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / FRAME_MODULES
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    # Singular values of the frame: their product is the area, their squares add up to those of its entries.
    squares = (across * across + down * down).sum(axis=1)
    squeeze = 0.5 * squares / np.maximum(area, 1e-9)
    most = 0.5 * (sizes.max_aspect + 1 / sizes.max_aspect)
    size = np.sqrt(np.maximum(area, 0.0))
    wedge = np.linalg.norm(quads[:, 0] - quads[:, 1] + quads[:, 2] - quads[:, 3], axis=1) / FRAME_MODULES
    large_enough = (size <= 1.25 * sizes.most) & (size >= 0.8 * sizes.least)
    return np.asarray(large_enough & (squeeze <= most) & (wedge <= MOST_WEDGE * size * np.sqrt(sizes.max_aspect)))


def outside_quads(places: Floats, quads: Quads) -> Mask:
    """Whether each place, shape (P, 2), is farther from all quads' centres than a little more than half their edge."""
    if not len(quads) or not len(places):
        return np.ones(len(places), dtype=np.bool_)
    middle = centres(quads)
    edge = 0.25 * edge_lengths(quads).sum(axis=1)
    across = places[:, None, 0] - middle[None, :, 0]
    down = places[:, None, 1] - middle[None, :, 1]
    return np.asarray((across * across + down * down > (0.55 * edge) ** 2).all(axis=1))
