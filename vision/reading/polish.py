"""Moves the corners of K labels so that the picture looks most like the tag it is thought to be.

Gauss-Newton on the four corners (Lucas and Kanade 1981, with a homography as in Baker and Matthews 2004), for all
labels at once: grey values at the 29 x 29 module centres against the softened drawing of the tag, each evened by the
light around it. Modules that disagree much - covered, or in a glare - lose their say.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.labels import FRAME_MODULES, MARGIN_MODULES, MODULES
from vision.reading.warp import Floats, homographies, look, project

STEPS = 4
_PROBE = 0.4
_STIFFNESS = 8.0
_LARGEST_STEP = 0.7

_CENTRES = np.stack(np.meshgrid(np.arange(MODULES) + 0.5, np.arange(MODULES) + 0.5), -1).reshape(-1, 2)
_PROBES = np.concatenate([_CENTRES + shift for shift in ((0, 0), (_PROBE, 0), (-_PROBE, 0), (0, _PROBE), (0, -_PROBE))])
_SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * FRAME_MODULES + MARGIN_MODULES


def polish(image: NDArray[np.uint8], quads: Floats, labels: Floats, steps: int = STEPS) -> Floats:
    """Better quads, shape (K, 4, 2), first corner the label's own upper left; `labels` (K, 841) as Codebook.labels."""
    wanted, _ = _evened(labels)
    for _ in range(steps if len(quads) else 0):
        matrices = homographies(quads)
        values = look(image, matrices, _PROBES).reshape(len(quads), 5, -1)
        seen, spread = _evened(values[:, 0])
        slope = np.stack([values[:, 1] - values[:, 2], values[:, 3] - values[:, 4]], axis=-1)
        moves = _solve(seen - wanted, np.asarray(slope / (2 * _PROBE * spread[..., None]), dtype=np.float32))
        quads = project(matrices, _SQUARE + moves).astype(np.float32)
    return quads


def _solve(residual: Floats, slope: Floats) -> Floats:
    """Corner moves in modules, shape (K, 4, 2), that take away most of the residual, shape (K, 841)."""
    jacobian = (slope[:, :, None, :] * _CORNER_SHARES[None, :, :, None]).reshape(*residual.shape, 8)
    weight = 1.0 / (1.0 + (residual / 0.8) ** 2) ** 2
    weighted = jacobian * weight[..., None]
    square = np.swapaxes(weighted, 1, 2) @ jacobian + _STIFFNESS * np.eye(8, dtype=np.float32)
    gradient = np.swapaxes(weighted, 1, 2) @ residual[..., None]
    moves = -np.linalg.solve(square, gradient)[..., 0].reshape(-1, 4, 2)
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
