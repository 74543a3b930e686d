"""One Gauss-Newton step of Lucas-Kanade: how the corners of K labels move to where the picture looks like templates.

How a place goes with the corners is the same in all labels, so the normal equations are matrix products over all of
them. Places that disagree much - covered, or in a glare - lose their weight (Geman and McClure, 1987).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.arrays import Doubles, Floats, Mask
from vision.labels import FRAME_MODULES, MARGIN_MODULES

SETTLED = 0.02
"""A step, in modules, after which another one would gain nothing."""

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * FRAME_MODULES + MARGIN_MODULES
"""The corners in label coordinates."""

_LARGEST_STEP = 0.7
"""Modules a corner moves in a step at most, for slopes are those of one module."""

_WEDGE = np.kron(np.array([[1.0, -1.0, 1.0, -1.0]]), np.eye(2)).astype(np.float32)
_STIFFNESS = (8.0 * np.eye(8, dtype=np.float32) + 40.0 * _WEDGE.T @ _WEDGE) / 841
"""For each place looked at: against any move a little, against moves that make a wedge of a parallelogram much."""


class CornerShares(NamedTuple):
    """How far each of P places goes with each corner, bilinear, (P, 4), and the products of any two, (P, 16)."""

    of_one: Floats
    of_two: Floats

    @classmethod
    def at(cls, places: Doubles) -> CornerShares:
        """Of places in label coordinates, shape (P, 2)."""
        u, v = ((places - MARGIN_MODULES) / FRAME_MODULES).T
        one = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1).astype(np.float32)
        return cls(one, (one[:, :, None] * one[:, None, :]).reshape(-1, 16))

    def where(self, chosen: Mask) -> CornerShares:
        return CornerShares(self.of_one[chosen], self.of_two[chosen])


def corner_moves(residual: Floats, slopes: Floats, shares: CornerShares) -> Floats:
    """Corner moves in modules, shape (K, 4, 2), that explain most of the residual, shape (K, P); reweighted.

    The slopes to the right and down are each residual's own, (2, K, P), or one for all, (2, 1, P).
    """
    labels, (right, down) = len(residual), slopes
    weight = np.square(1.0 + np.square(residual / 0.8))
    np.reciprocal(weight, out=weight)
    weighted = weight * right, weight * down
    across = np.concatenate([weighted[0] * right, weighted[0] * down, weighted[1] * down]) @ shares.of_two
    square = np.empty((labels, 4, 2, 4, 2), dtype=np.float32)
    square[:, :, 0, :, 0], square[:, :, 0, :, 1], square[:, :, 1, :, 1] = across.reshape(3, labels, 4, 4)
    square[:, :, 1, :, 0] = square[:, :, 0, :, 1]
    pull = np.concatenate([part * residual for part in weighted]) @ shares.of_one
    pull = np.moveaxis(pull.reshape(2, labels, 4), 0, -1).reshape(labels, 8, 1)
    stiffness = _STIFFNESS * residual.shape[1]
    moves = np.linalg.solve(square.reshape(labels, 8, 8) + stiffness, pull).reshape(labels, 4, 2)
    return np.clip(moves, -_LARGEST_STEP, _LARGEST_STEP)
