"""The grid of module centres of a symbol of any size, and Lucas-Kanade alignment on it.

Baker and Matthews, "Lucas-Kanade 20 Years On: A Unifying Framework" (2004), inverse-compositional, as in `alignment`;
here without a ring, for any size of symbol, and by the fixed modules alone where no symbol is presumed yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.arrays import Floats, Luma, Mask, Quads
from vision.detection.warp import monomials, sample, seen_at, views
from vision.labels import FRAME_MODULES, MARGIN_MODULES, SYMBOL_MODULES
from vision.symbols import module_axis

BEYOND = 1
"""Modules of quiet zone that are looked at: stickers are cut more narrowly than the standard's four."""

STEPS = 4
_MOST_VALUES = 1_000_000
"""So many grey values are held at once while thousands of proposals are compared."""

_LARGEST_STEP, _SETTLED = 0.7, 0.02
"""Modules a corner moves in a step at most, for slopes are those of one module; and below which it has arrived."""

_LARGE_PX = 1.5
"""Modules of fewer pixels are blurred by the lens as much as their drawings are."""

_QUICK_CELLS = 2
"""Every so many of the compared cells tell quickly whether a proposal is worth comparing: see `quick_likeness`."""

_NEIGHBOURHOOD = 4
"""Modules each way in whose light a module is seen: more than half a finder pattern, which is not to be evened out."""

_WEDGE = np.kron(np.array([[1.0, -1.0, 1.0, -1.0]]), np.eye(2)).astype(np.float32)
_STIFFNESS = (8.0 * np.eye(8, dtype=np.float32) + 40.0 * _WEDGE.T @ _WEDGE) / 841
"""For each module looked at: against any move a little, against moves that make a wedge much (as in `alignment`)."""

_SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * FRAME_MODULES + MARGIN_MODULES


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
        u, v = ((self.centres - MARGIN_MODULES) / FRAME_MODULES).T
        self.corner_shares = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], -1).astype(np.float32)

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
    """Softened drawings of K symbols, contrast-normalised, (K, cells ** 2), and their change as corners move, (.., 8).

    `counts` are the cells that are compared, all but where the symbols of a version are not alike.
    """

    grid: ModuleGrid
    values: Floats
    jacobian: Floats
    counts: Mask

    @classmethod
    def of(cls, grid: ModuleGrid, drawings: Floats, counts: Mask | None = None) -> Templates:
        """Of drawings in half modules with white round them, shape (K, n, n)."""
        at_cells, slopes = _at_cells(drawings, grid.cells)
        normal, spread = normalised(at_cells)
        slopes /= spread[..., None]
        by_corner = slopes[:, :, None, :] * grid.corner_shares[None, :, :, None]
        every = np.ones(grid.cells**2, dtype=np.bool_)
        return cls(
            grid, normal, by_corner.reshape(len(normal), normal.shape[1], 8), every if counts is None else counts
        )


def align(image: Luma, quads: Quads, templates: Templates, steps: int = STEPS) -> Floats:
    """The quads, shape (K, 4, 2), upright, moved to where the picture looks most like one template each."""
    grid, counts = templates.grid, templates.counts
    values, jacobian = templates.values[:, counts], templates.jacobian[:, counts]
    for _ in range(steps if len(quads) else 0):
        view = views(quads)
        seen, _ = normalised(grid.sample_at(image, view))
        moves = _solve(seen[:, counts] - values, jacobian)
        quads = seen_at(view, monomials(_SQUARE - moves * grid.unit))
        if np.abs(moves).max() < _SETTLED:
            break
    return quads


def likeness(image: Luma, quads: Quads, templates: Templates) -> Floats:
    """Correlation of the compared cells with what the quads show, shape (K,)."""
    at_once = max(1, _MOST_VALUES // templates.values.shape[1])
    blocks = [_likeness(image, quads[first : first + at_once], templates) for first in range(0, len(quads), at_once)]
    return np.concatenate([np.empty(0, dtype=np.float32), *blocks])


def quick_likeness(image: Luma, quads: Quads, templates: Templates) -> Floats:
    """Correlation of some of the compared cells' middles with what the quads show, in one light, shape (K,).

    A thirtieth of the cost of `likeness`, for a symbol of version 5.
    """
    places, wanted = _quick_probes(templates)
    seen = sample(image, views(quads), places)
    seen -= seen.mean(axis=1, keepdims=True)
    return np.asarray((seen @ wanted) / np.maximum(np.linalg.norm(seen, axis=1), 1e-3))


@lru_cache(maxsize=64)
def _quick_probes(templates: Templates) -> tuple[Floats, Floats]:
    """Where those cells lie, `monomials` (6, P), and one template there, of zero mean and unit length, (P,)."""
    cells = np.flatnonzero(templates.counts)[::_QUICK_CELLS]
    wanted = templates.values[0, cells] - templates.values[0, cells].mean()
    return monomials(templates.grid.centres[cells]), np.asarray(wanted / np.linalg.norm(wanted), dtype=np.float32)


def _likeness(image: Luma, quads: Quads, templates: Templates) -> Floats:
    counts = templates.counts
    seen = np.clip(normalised(templates.grid.sample(image, quads))[0], -1.5, 1.5)[:, counts]
    wanted = np.clip(templates.values, -1.5, 1.5)[:, counts]
    seen, wanted = (values - values.mean(axis=1, keepdims=True) for values in (seen, wanted))
    lengths = np.linalg.norm(seen, axis=1) * np.linalg.norm(wanted, axis=1)
    return np.asarray((seen * wanted).sum(axis=1) / np.maximum(lengths, 1e-6), dtype=np.float32)


def contrast_normalised(patches: Floats) -> Floats:
    """Square patches, (K, n * n), with the local light taken out: each module against mean and contrast around it."""
    return np.clip(normalised(patches)[0], -1.5, 1.5)


def normalised(values: Floats) -> tuple[Floats, Floats]:
    """Values, shape (K, n * n), against their neighbourhood's mean and spread; and that spread."""
    side = round(values.shape[1] ** 0.5)
    square, averaging = values.reshape(len(values), side, side), _averaging(side)
    mean = averaging.T @ square @ averaging
    spread = np.sqrt(np.maximum(averaging.T @ (square * square) @ averaging - mean * mean, 0.0))
    floor = 0.5 * spread.mean(axis=(1, 2), keepdims=True) + 1e-3
    spread = np.maximum(spread, floor)
    return ((square - mean) / spread).reshape(values.shape), spread.reshape(values.shape)


def _solve(residual: Floats, jacobian: Floats) -> Floats:
    """Corner moves in modules, shape (K, 4, 2), that explain most of the residual, shape (K, P); reweighted."""
    weight = 1.0 / (1.0 + (residual / 0.8) ** 2) ** 2
    weighted = np.swapaxes(jacobian * weight[..., None], 1, 2)
    square = weighted @ jacobian + _STIFFNESS * residual.shape[1]
    moves = np.linalg.solve(square, weighted @ residual[..., None])[..., 0].reshape(-1, 4, 2)
    return np.clip(moves, -_LARGEST_STEP, _LARGEST_STEP)


def _at_cells(drawings: Floats, cells: int) -> tuple[Floats, Floats]:
    """Drawings in half modules at the cells' centres, (K, cells ** 2), and their slopes per module, (.., 2)."""
    around = drawings.shape[1] // 2 - cells
    halves = drawings[:, around:-around, around:-around].reshape(len(drawings), cells, 2, cells, 2)
    right, down = (np.diff(halves.mean(axis=other), axis=own) for other, own in ((2, 3), (4, 2)))
    slopes = 2 * np.stack([right.reshape(len(halves), cells**2), down.reshape(len(halves), cells**2)], axis=-1)
    return halves.mean(axis=(2, 4)).reshape(len(halves), cells**2), slopes


@lru_cache(maxsize=64)
def _averaging(side: int) -> Floats:
    place = np.arange(side)
    near = (np.abs(place[:, None] - place[None, :]) <= _NEIGHBOURHOOD).astype(np.float32)
    return np.asarray(near / near.sum(axis=0, keepdims=True))
