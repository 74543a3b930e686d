"""Squares of modules as they are compared: the local light taken out, each module against those around it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.arrays import Floats

_NEIGHBOURHOOD = 4
"""Modules each way in whose light a module is seen: more than half a finder pattern, which is not to be evened out."""

MOST = 1.5
"""In local spreads: what is lighter or darker, as in a glare, tells no more."""


def normalised(values: Floats, least: float = 0.5) -> tuple[Floats, Floats]:
    """Values, shape (K, n * n), against their neighbourhood's mean and spread; and that spread.

    The spread is taken to be at least such a share of what it is in the square's mean.
    """
    side = round(values.shape[1] ** 0.5)
    square, averaging = values.reshape(len(values), side, side), _averaging(side)
    mean = averaging.T @ square @ averaging
    spread = np.sqrt(np.maximum(averaging.T @ (square * square) @ averaging - mean * mean, 0.0))
    spread = np.maximum(spread, least * spread.mean(axis=(1, 2), keepdims=True) + 1e-3)
    return ((square - mean) / spread).reshape(values.shape), spread.reshape(values.shape)


def contrast_normalised(values: Floats, least: float = 0.5) -> Floats:
    """The same values, bounded."""
    return np.clip(normalised(values, least)[0], -MOST, MOST)


def unit(vectors: Floats) -> Floats:
    """Vectors of zero mean and unit length, along the last axis."""
    centred = vectors - vectors.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.asarray(centred / np.maximum(length, 1e-6))


def correlation(seen: Floats, wanted: Floats) -> Floats:
    """Of each row with the same one of the other, or with the only one, shape (K,)."""
    return np.asarray((unit(seen) * unit(wanted)).sum(axis=1), dtype=np.float32)


@lru_cache(maxsize=64)
def _averaging(side: int) -> Floats:
    place = np.arange(side)
    near = (np.abs(place[:, None] - place[None, :]) <= _NEIGHBOURHOOD).astype(np.float32)
    return np.asarray(near / near.sum(axis=0, keepdims=True))
