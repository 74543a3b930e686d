"""Which tag a label shows of which a part is covered: the best match of all its halves and larger parts.

The correlation with a tag is a sum over modules, so it is taken block by block once for each tag, and every part is a
sum of blocks. The parts are what a straight edge leaves; each is compared with all tags, and what leads must lead all
others in all their parts.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from vision.arrays import Floats, Indices
from vision.labels import SYMBOL_MODULES, data_modules

_GRID = 5
_DIRECTIONS = 8
_SHARES = (0.5, 0.65, 0.8)
"""How much of the symbol a part leaves: less than half tells too little of 208 modules."""

_SMALLER_COUNTS_LESS = 0.25
"""A part of n modules counts (n / 208) to this power: of many small parts one agrees by chance."""


def best_parts(turned: Floats, bank: Floats) -> Floats:
    """The best part's correlation for patches in four turns, (K, 4, 208), with each tag of a bank, (208, T): (K, 4, T).

    The patches are to be contrast-normalised, so that the mean of every part is about 0.
    """
    patches = turned.reshape(-1, turned.shape[2])
    blocks, parts = _blocks(), _parts()
    by_block = np.stack([patches[:, block] @ bank[block] for block in blocks], axis=1)
    light = np.stack([(patches[:, block] ** 2).sum(axis=1) for block in blocks])
    weight = np.stack([(bank[block] ** 2).sum(axis=0) for block in blocks])
    shares = parts @ np.array([len(block) for block in blocks], dtype=np.float32) / patches.shape[1]
    of_patches = (shares[:, None] ** _SMALLER_COUNTS_LESS / np.sqrt(np.maximum(parts @ light, 1e-6))).T
    of_tags = 1.0 / np.sqrt(parts @ weight)
    best = np.empty((len(patches), bank.shape[1]), dtype=np.float32)
    # One patch at a time: what fits in the processor's cache is summed in half the time.
    for of_blocks, of_patch, into in zip(by_block, of_patches, best, strict=True):
        agreement = (parts * of_patch[:, None]) @ of_blocks
        agreement *= of_tags
        np.max(agreement, axis=0, out=into)
    return best.reshape(*turned.shape[:2], bank.shape[1])


@cache
def _places() -> Floats:
    """The data modules' places from the symbol's middle, -1 to 1, shape (208, 2)."""
    rows, columns = np.nonzero(data_modules())
    half = SYMBOL_MODULES / 2
    return np.asarray((np.stack([columns, rows], axis=-1) + 0.5 - half) / half, dtype=np.float32)


@cache
def _blocks() -> tuple[Indices, ...]:
    """The data modules of each square of a grid, where there are any."""
    cell = np.clip(((_places() + 1) / 2 * _GRID).astype(np.intp), 0, _GRID - 1)
    number = cell[:, 1] * _GRID + cell[:, 0]
    return tuple(np.flatnonzero(number == block) for block in np.unique(number))


@cache
def _parts() -> Floats:
    """Which blocks each part leaves, shape (parts, blocks), the whole first."""
    middles = np.array([_places()[block].mean(axis=0) for block in _blocks()])
    counts = np.array([len(block) for block in _blocks()])
    parts = {(True,) * len(middles)}
    for angle in np.arange(_DIRECTIONS) * 2 * np.pi / _DIRECTIONS:
        along = middles @ [np.cos(angle), np.sin(angle)]
        order = np.argsort(along)
        total = np.cumsum(counts[order]) / counts.sum()
        for share in _SHARES:
            left = along <= along[order[np.searchsorted(total, share)]]
            parts.add(tuple(bool(block) for block in left))
    return np.array(sorted(parts, reverse=True), dtype=np.float32)
