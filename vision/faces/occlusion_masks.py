"""By what of a card a face explains best what is seen: its cells on one side of a straight edge.

What covers a card is a card as well, so that its edge is straight. The evidence that the light of n cells is that of a
face, and not another light, is -n ln(1 - r^2) by its correlation r with it: twice the logarithm of the likelihood ratio
of two normal variables. Cells that are covered take from r more than they add to n: the mask with the most evidence is
what is to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from vision.arrays import Doubles, Floats, Indices, Mask

SHARES = tuple(np.linspace(0.2, 0.95, 12).tolist())
"""How much of a card the masks leave in each direction."""

_GREY = 128.0
"""Sums of squares keep their digits where light is counted from the middle."""

_LARGEST_CORRELATION = 0.999


class Fit(NamedTuple):
    """For each of n cards: the mask by which its face explains the light best, and the evidence for it."""

    mask: Indices
    evidence: Floats


class _Sums(NamedTuple):
    """Of light over the cells of masks: itself, and its square."""

    light: Floats
    square: Floats


class OcclusionMasks:
    """Masks, (masks, cells), with the sums of the faces' light, (faces, cells), over each.

    `faces` is that light, counted from the middle grey.
    """

    def __init__(self, masks: Sequence[Mask], values: Floats) -> None:
        self._masks = np.array(masks, np.float32)
        self._counts = self._masks.sum(axis=1)
        self.faces = values - _GREY
        self._sums = self._over_masks(self.faces)

    def shown(self, mask: Indices) -> Floats:
        """Which cells the masks leave, (n, cells), 1 where shown."""
        return np.asarray(self._masks[mask])

    def share(self, mask: Indices) -> Floats:
        """How much of a card that is, (n,)."""
        return np.asarray(self._counts[mask] / self._masks.shape[1])

    def fit(self, seen: Floats, face: Indices) -> Fit:
        """The light of n cards, (n, cells), each beside one face."""
        light = seen - _GREY
        products = (light * self.faces[face]) @ self._masks.T
        own = _Sums(*(each[face] for each in self._sums))
        correlation = _correlation(self._counts, products, self._over_masks(light), own)
        evidence = -self._counts * np.log(1.0 - correlation * correlation)
        best = evidence.argmax(axis=1)
        return Fit(best, evidence[np.arange(len(best)), best])

    def likeness(self, seen: Floats, mask: Indices) -> Floats:
        """Correlation of n cards' light, (n, cells), with every face, each by its own mask: (n, faces)."""
        light = (seen - _GREY) * self._masks[mask]
        own = _Sums(light.sum(axis=1, keepdims=True), (light * light).sum(axis=1, keepdims=True))
        of_faces = _Sums(*(each.T[mask] for each in self._sums))
        return _correlation(self._counts[mask][:, None], light @ self.faces.T, own, of_faces)

    def _over_masks(self, light: Floats) -> _Sums:
        squares: Floats = np.square(light)
        return _Sums(light @ self._masks.T, squares @ self._masks.T)


def every_edge(places: Doubles, directions: int) -> list[Mask]:
    """All cells, and those that straight edges in so many directions leave."""
    return [np.ones(len(places), np.bool_), *straight_edges(places, directions, SHARES)]


def straight_edges(places: Doubles, directions: int, shares: tuple[float, ...]) -> list[Mask]:
    """The cells on one side of edges in so many directions that leave these shares of a card."""
    masks = list[Mask]()
    for number in range(directions):
        along = places @ (cos(2 * pi * number / directions), sin(2 * pi * number / directions))
        masks += [along <= np.quantile(along, share) for share in shares]
    return masks


def _correlation(count: Floats, products: Floats, one: _Sums, other: _Sums) -> Floats:
    """By sums over `count` cells; what is darker where it should be lighter is as unlike as can be: 0."""
    varying = (one.square - one.light**2 / count) * (other.square - other.light**2 / count)
    correlation = (products - one.light * other.light / count) / np.sqrt(np.maximum(varying, 1.0))
    return np.asarray(np.clip(correlation, 0.0, _LARGEST_CORRELATION), np.float32)
