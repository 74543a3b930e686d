"""The grid of module centres of a symbol of any size, and Lucas-Kanade alignment on it.

Baker and Matthews, "Lucas-Kanade 20 Years On: A Unifying Framework" (2004), inverse-compositional, as in `alignment`;
here without a ring, for any size of symbol, and by the fixed modules alone where no symbol is presumed yet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from vision.arrays import Floats, Indices, Luma, Mask, Quads
from vision.detection.codebook import at_modules, slopes_at_modules
from vision.detection.corner_moves import SETTLED, SQUARE, CornerShares, corner_moves
from vision.detection.local_contrast import MOST, contrast_normalised, normalised, unit
from vision.detection.warp import monomials, sample, seen_at, views
from vision.labels import FRAME_MODULES, SYMBOL_MODULES
from vision.symbols import module_axis

BEYOND = 1
"""Modules of quiet zone that are looked at: stickers are cut more narrowly than the standard's four."""

STEPS = 4
_MOST_VALUES = 60_000
"""So many grey values are compared at once: what fits in the processor's cache takes half the time."""

_LARGE_PX = 1.5
"""Modules of fewer pixels are blurred by the lens as much as their drawings are."""

_QUICK_CELLS = 2
"""Every so many of the compared cells tell quickly whether a proposal is worth comparing: see `quick_likeness`."""


class ModuleGrid:
    """The centres of a symbol's modules and of those round it, in label coordinates."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = size + 2 * BEYOND
        self.unit = SYMBOL_MODULES / size
        """A module's edge in label coordinates."""
        axis = module_axis(size, BEYOND)
        self.centres = np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 2)
        axis = module_axis(size)
        self.symbol_centres = np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 2)
        quarter = np.array([[-1, -1], [1, -1], [-1, 1], [1, 1]]) * self.unit / 4
        self._within = monomials((quarter[:, None] + self.centres).reshape(-1, 2))
        self._middles = monomials(self.centres)
        self.corner_shares = CornerShares.at(self.centres)

    def padded(self, fixed: Mask) -> Mask:
        """A mask of the symbol's modules, (size, size), as one of all cells, with the quiet zone: (cells * cells,)."""
        return np.pad(fixed, BEYOND, constant_values=True).ravel()

    def sample(self, image: Luma, quads: Quads) -> Floats:
        """Grey values of all cells, each the mean round its middle where modules are large, shape (K, cells * cells).

        The mean of four then, because a sharp picture of large modules is else unlike any softened drawing.
        """
        return self.sample_at(image, views(quads))

    def sample_at(self, image: Luma, view: Floats) -> Floats:
        """The same as the symbols are seen in `view`."""
        edges = np.hypot(view[0, :, 1:3], view[1, :, 1:3])
        if len(edges) and np.median(edges) * self.unit < _LARGE_PX * FRAME_MODULES:
            return sample(image, view, self._middles)
        return self.sample_means(image, view)

    def sample_means(self, image: Luma, view: Floats) -> Floats:
        """The mean round the middles of all cells, however small they are: half the noise, at four times the cost."""
        return sample(image, view, self._within).reshape(-1, 4, self.cells**2).mean(axis=1)

    def sample_middles(self, image: Luma, quads: Quads) -> Floats:
        """Grey values of all cells at their middles alone, a quarter of the cost, shape (K, cells * cells)."""
        return sample(image, views(quads), self._middles)

    def symbol_of(self, values: Floats) -> Floats:
        """Of values at all cells those at the symbol's own modules, shape (K, size * size)."""
        square = values.reshape(len(values), self.cells, self.cells)
        return square[:, BEYOND:-BEYOND, BEYOND:-BEYOND].reshape(len(values), self.size**2)


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """Softened drawings of K symbols, contrast-normalised, (K, cells ** 2), and their change per module right and down.

    `counts` are the cells that are compared, all but where the symbols of a version are not alike.
    """

    grid: ModuleGrid
    values: Floats
    slopes: Floats
    counts: Mask

    @classmethod
    def of(cls, grid: ModuleGrid, drawings: Floats, counts: Mask | None = None) -> Templates:
        """Of drawings in half modules with white round them, shape (K, n, n)."""
        around = drawings.shape[1] // 2 - grid.cells
        inside = drawings[:, around:-around, around:-around]
        normal, spread = normalised(at_modules(inside))
        every = np.ones(grid.cells**2, dtype=np.bool_)
        return cls(grid, normal, slopes_at_modules(inside) / spread, every if counts is None else counts)

    def of_each(self, chosen: Indices) -> Templates:
        """Those of some quads; one for all stays one for all."""
        return self if len(self.values) == 1 else self.where(chosen)

    def where(self, chosen: Indices) -> Templates:
        return replace(self, values=self.values[chosen], slopes=self.slopes[:, chosen])


def align(image: Luma, quads: Quads, templates: Templates, steps: int = STEPS) -> Floats:
    """The quads, shape (K, 4, 2), upright, moved to where the picture looks most like one template each."""
    grid, counts, shares = templates.grid, templates.counts, templates.grid.corner_shares.where(templates.counts)
    aligned, moving = np.array(quads, dtype=np.float32), np.arange(len(quads))
    for _ in range(steps):
        if not len(moving):
            break
        view, wanted = views(aligned[moving]), templates.of_each(moving)
        seen, _ = normalised(grid.sample_at(image, view))
        moves = corner_moves(seen[:, counts] - wanted.values[:, counts], wanted.slopes[..., counts], shares)
        aligned[moving] = seen_at(view, monomials(SQUARE - moves * grid.unit))
        moving = moving[np.abs(moves).max(axis=(1, 2)) >= SETTLED]
    return aligned


def likeness(image: Luma, quads: Quads, templates: Templates) -> Floats:
    """Correlation of the compared cells with what the quads show, shape (K,)."""
    at_once = max(1, _MOST_VALUES // templates.values.shape[1])
    parts = (quads[first : first + at_once] for first in range(0, len(quads), at_once))
    blocks = [likeness_of(templates.grid.sample(image, part), templates) for part in parts]
    return np.concatenate([np.empty(0, dtype=np.float32), *blocks])


def likeness_of(values: Floats, templates: Templates) -> Floats:
    """The same of grey values of all cells, shape (K, cells * cells)."""
    wanted = _bounded(templates)
    seen = contrast_normalised(values)[:, templates.counts]
    total = seen.sum(axis=1)
    spread = np.einsum("kp,kp->k", seen, seen) - total * total / len(wanted)
    return np.asarray((seen @ wanted) / np.sqrt(np.maximum(spread, 1e-6)), dtype=np.float32)


def quick_likeness(image: Luma, quads: Quads, templates: Templates) -> Floats:
    """Correlation of some of the compared cells' middles with what the quads show, in one light, shape (K,).

    A thirtieth of the cost of `likeness`, for a symbol of version 5.
    """
    places, wanted = _quick_probes(templates)
    seen = sample(image, views(quads), places)
    seen -= seen.mean(axis=1, keepdims=True)
    return np.asarray((seen @ wanted) / np.maximum(np.linalg.norm(seen, axis=1), 1e-3))


@lru_cache(maxsize=64)
def _bounded(templates: Templates) -> Floats:
    """The compared cells of one template as they are seen, of zero mean and unit length, (P,)."""
    return unit(np.clip(templates.values[0, templates.counts], -MOST, MOST))


@lru_cache(maxsize=64)
def _quick_probes(templates: Templates) -> tuple[Floats, Floats]:
    """Where those cells lie, `monomials` (6, P), and one template there, of zero mean and unit length, (P,)."""
    cells = np.flatnonzero(templates.counts)[::_QUICK_CELLS]
    return monomials(templates.grid.centres[cells]), unit(templates.values[0, cells])
