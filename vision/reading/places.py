"""Keeps one proposal per place, and only the ones that can be a label."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.labels import FRAME_MODULES
from vision.reading.sizes import SizeRange
from vision.reading.warp import Floats


def best_places(quads: Floats, goodness: Floats, distance: float) -> Floats:
    """The quads, best first, that have no better one within `distance` pixels of their middle."""
    ranked = _best_of_cells(quads, goodness, distance)
    return np.asarray(ranked[~has_earlier_neighbour(ranked.mean(axis=1), np.full(len(ranked), distance))])


def _best_of_cells(quads: Floats, goodness: Floats, cell: float) -> Floats:
    """The best quad of each square cell, best first: leaves few enough to compare each with each."""
    ranked = quads[np.argsort(-goodness, kind="stable")]
    x, y = (np.clip(ranked.mean(axis=1) / cell, -1e6, 1e6).astype(np.int64) + 2**20).T
    _, first = np.unique(x * 2**22 + y, return_index=True)
    return np.asarray(ranked[np.sort(first)])


def has_earlier_neighbour(places: Floats, distance: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Whether an earlier place lies within each place's distance, pixels; shape (K,)."""
    apart = np.hypot(places[:, None, 0] - places[None, :, 0], places[:, None, 1] - places[None, :, 1])
    rank = np.arange(len(places))
    return np.asarray(((apart < distance[:, None]) & (rank[:, None] > rank[None, :])).any(axis=1))


def label_like(quads: Floats, sizes: SizeRange) -> NDArray[np.bool_]:
    """Whether each quad is as large as a label can be, and no more squeezed than by a tilt of 55 degrees."""
    edges = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2) / FRAME_MODULES
    longest, shortest = edges.max(axis=1), edges.min(axis=1)
    return (longest <= 1.3 * sizes.most) & (longest >= 0.8 * sizes.least) & (shortest >= 0.5 * longest)


def outside(places: Floats, quads: Floats) -> NDArray[np.bool_]:
    """Whether each place, shape (P, 2), is farther from all quads' middles than a little more than half their edge."""
    if not len(quads) or not len(places):
        return np.ones(len(places), dtype=np.bool_)
    middle = quads.mean(axis=1)
    edge = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1)
    across = places[:, None, 0] - middle[None, :, 0]
    down = places[:, None, 1] - middle[None, :, 1]
    return np.asarray((across * across + down * down > (0.55 * edge) ** 2).all(axis=1))
