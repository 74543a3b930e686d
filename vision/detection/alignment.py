"""Inverse-compositional Lucas-Kanade: moves the corners of K labels to where the picture looks most like their tags.

Baker and Matthews, "Lucas-Kanade 20 Years On: A Unifying Framework" (2004). Gauss-Newton on the four corners, for all
labels at once: grey values at the 29 x 29 module centres against the template, the tag's softened drawing, the local
light taken out of both. The gradients are the template's, not the picture's: they are free of noise and the same in
every step. Modules that disagree much - covered, or in a glare - lose their weight (Geman and McClure, 1987).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices, Luma, Quads
from vision.detection.codebook import Codebook
from vision.detection.warp import homographies, project, sample
from vision.labels import FRAME_MODULES, MARGIN_MODULES, MODULES

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
class Templates:
    """Softened drawings of K tags, contrast-normalised, (K, 841), and their change as a corner moves, (K, 841, 8)."""

    values: Floats
    jacobian: Floats

    @classmethod
    def of(cls, codebook: Codebook, tags: Indices) -> Templates:
        values, spread = _contrast_normalised(codebook.labels(tags))
        slopes = codebook.slopes(tags) / spread[..., None]
        by_corner = slopes[:, :, None, :] * _CORNER_SHARES[None, :, :, None]
        return cls(values, by_corner.reshape(*spread.shape, 8))


def align(image: Luma, quads: Quads, templates: Templates, steps: int = STEPS) -> Floats:
    """The quads, shape (K, 4, 2), first corner the label's own upper left, aligned to one template each."""
    for _ in range(steps if len(quads) else 0):
        matrices = homographies(quads)
        seen, _ = _contrast_normalised(sample(image, matrices, _CENTRES))
        moves = _solve(seen - templates.values, templates.jacobian)
        quads = project(matrices, _SQUARE - moves).astype(np.float32)
        if np.abs(moves).max() < _SETTLED:
            break
    return quads


def _solve(residual: Floats, jacobian: Floats) -> Floats:
    """Corner moves in modules, shape (K, 4, 2), that explain most of the residual, shape (K, 841); reweighted."""
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


def _contrast_normalised(values: Floats) -> tuple[Floats, Floats]:
    """Values, shape (K, 841), against their neighbourhood's mean and spread, and that spread."""
    square = values.reshape(-1, MODULES, MODULES)
    mean = _AVERAGING.T @ square @ _AVERAGING
    spread = np.sqrt(np.maximum(_AVERAGING.T @ (square * square) @ _AVERAGING - mean * mean, 0.0))
    floor = 0.25 * spread.mean(axis=(1, 2), keepdims=True) + 1e-3
    spread = np.maximum(spread, floor)
    return ((square - mean) / spread).reshape(values.shape), spread.reshape(values.shape)


_CORNER_SHARES = _corner_shares()
_AVERAGING = _averaging(4)


def correlation(image: Luma, quads: Quads, labels: Floats) -> Floats:
    """Correlation of whole labels, ring and finders included, with what the quads show, shape (K,)."""
    seen, _ = _contrast_normalised(sample(image, homographies(quads), _CENTRES))
    wanted, _ = _contrast_normalised(labels)
    seen, wanted = (np.clip(v, -1.5, 1.5) for v in (seen, wanted))
    seen, wanted = (v - v.mean(axis=1, keepdims=True) for v in (seen, wanted))
    lengths = np.linalg.norm(seen, axis=1) * np.linalg.norm(wanted, axis=1)
    return np.asarray((seen * wanted).sum(axis=1) / np.maximum(lengths, 1e-6))
