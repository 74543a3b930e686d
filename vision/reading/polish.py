"""Moves the corners of K labels so that the picture looks most like the tag it is thought to be.

Gauss-Newton on the four corners, for all labels at once: grey values at the 29 x 29 module centres against the softened
drawing of the tag, each evened by the light around it. The slopes are the drawing's, not the picture's (the inverse
compositional way of Baker and Matthews, "Lucas-Kanade 20 Years On", 2004): they are free of noise and the same in every
step. Modules that disagree much - covered, or in a glare - lose their say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook
from vision.labels import FRAME_MODULES, MARGIN_MODULES, MODULES
from vision.reading.warp import Floats, homographies, look, project

STEPS = 2
_LARGEST_STEP = 0.7
_SETTLED = 0.02
"""A step, in modules, after which another one would gain nothing."""

_WEDGE = np.kron(np.array([[1.0, -1.0, 1.0, -1.0]]), np.eye(2)).astype(np.float32)
_STIFFNESS = 8.0 * np.eye(8, dtype=np.float32) + 40.0 * _WEDGE.T @ _WEDGE
"""Against any move a little, against moves that make a wedge of a parallelogram much."""

_CENTRES = np.stack(np.meshgrid(np.arange(MODULES) + 0.5, np.arange(MODULES) + 0.5), -1).reshape(-1, 2)
_SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * FRAME_MODULES + MARGIN_MODULES


@dataclass(frozen=True, slots=True, eq=False)
class Drawings:
    """Softened drawings of K tags, evened, shape (K, 841), and how they change when a corner moves, (K, 841, 8)."""

    values: Floats
    jacobian: Floats

    @classmethod
    def of(cls, codebook: Codebook, tags: NDArray[np.intp]) -> Drawings:
        values, spread = _evened(codebook.labels(tags))
        slopes = codebook.slopes(tags) / spread[..., None]
        by_corner = slopes[:, :, None, :] * _CORNER_SHARES[None, :, :, None]
        return cls(values, by_corner.reshape(*spread.shape, 8))


def polish(image: NDArray[np.uint8], quads: Floats, drawings: Drawings, steps: int = STEPS) -> Floats:
    """Better quads, shape (K, 4, 2), first corner the label's own upper left, for one drawing each."""
    for _ in range(steps if len(quads) else 0):
        matrices = homographies(quads)
        seen, _ = _evened(look(image, matrices, _CENTRES))
        moves = _solve(seen - drawings.values, drawings.jacobian)
        quads = project(matrices, _SQUARE - moves).astype(np.float32)
        if np.abs(moves).max() < _SETTLED:
            break
    return quads


def _solve(residual: Floats, jacobian: Floats) -> Floats:
    """Corner moves in modules, shape (K, 4, 2), that explain most of the residual, shape (K, 841)."""
    weight = 1.0 / (1.0 + (residual / 0.8) ** 2) ** 2
    weighted = np.swapaxes(jacobian * weight[..., None], 1, 2)
    square = weighted @ jacobian + _STIFFNESS
    moves = np.linalg.solve(square, weighted @ residual[..., None])[..., 0].reshape(-1, 4, 2)
    return np.clip(moves, -_LARGEST_STEP, _LARGEST_STEP)


def _corner_shares() -> Floats:
    """How far each module centre goes with each corner, bilinear; shape (841, 4)."""
    u, v = ((_CENTRES - MARGIN_MODULES) / FRAME_MODULES).T
    return np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1).astype(np.float32)


def _averaging(radius: int) -> Floats:
    place = np.arange(MODULES)
    near = (np.abs(place[:, None] - place[None, :]) <= radius).astype(np.float32)
    return np.asarray(near / near.sum(axis=0, keepdims=True))


def _evened(values: Floats) -> tuple[Floats, Floats]:
    """Values, shape (K, 841), against their neighbourhood's mean and spread, and that spread."""
    square = values.reshape(-1, MODULES, MODULES)
    mean = _AVERAGING.T @ square @ _AVERAGING
    spread = np.sqrt(np.maximum(_AVERAGING.T @ (square * square) @ _AVERAGING - mean * mean, 0.0))
    floor = 0.25 * spread.mean(axis=(1, 2), keepdims=True) + 1e-3
    spread = np.maximum(spread, floor)
    return ((square - mean) / spread).reshape(values.shape), spread.reshape(values.shape)


_CORNER_SHARES = _corner_shares()
_AVERAGING = _averaging(4)


def likeness(image: NDArray[np.uint8], quads: Floats, labels: Floats) -> Floats:
    """Correlation of whole labels, ring and finders included, with what the quads show, shape (K,)."""
    seen, _ = _evened(look(image, homographies(quads), _CENTRES))
    wanted, _ = _evened(labels)
    seen, wanted = (np.clip(v, -1.5, 1.5) for v in (seen, wanted))
    seen, wanted = (v - v.mean(axis=1, keepdims=True) for v in (seen, wanted))
    lengths = np.linalg.norm(seen, axis=1) * np.linalg.norm(wanted, axis=1)
    return np.asarray((seen * wanted).sum(axis=1) / np.maximum(lengths, 1e-6))
