"""Tells our print from other frames by the light across its ring: what is printed, through a lens that is not known.

From outside to inside a label is white for half a module, black for 1.5, white for two, and then whatever is left of
its symbol. A lens makes a step of each edge; the light of four grounds is fitted for each blur by linear least squares.
The mean all round the ring is what is compared: noise averages out, another width or another panel does not.
"""

from __future__ import annotations

from functools import cache
from math import erf, sqrt

import numpy as np

from vision.arrays import Doubles, Floats, Luma, Quads
from vision.detection.edge_fit import across_sides
from vision.detection.warp import monomials, sample, views
from vision.labels import MARGIN_MODULES, MODULES, RING_MODULES, SYMBOL_OFFSET

_DEPTHS = np.arange(-0.25, 6.01, 0.25)
_PLACES = np.linspace(5.0, MODULES - 5.0, 20)
"""Depths from the ring's outside, and places along each side, in modules, but for the corners."""

_BLURS = (0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.9)
"""Standard deviations in modules."""

_GAMMA = 1.8
"""Grey values are the light to the power of about 1 / 1.6 to 1 / 2.2: in grey values no edge is a symmetrical step."""

_EDGES = (-MARGIN_MODULES, 0.0, RING_MODULES, SYMBOL_OFFSET - MARGIN_MODULES)
_RING, _QUIET = (_DEPTHS > 0.2) & (_DEPTHS < 1.3), (_DEPTHS > 1.9) & (_DEPTHS < 3.0)


def profile_misfit(image: Luma, quads: Quads) -> Floats:
    """How far the light across each ring, corners (K, 4, 2), is from that of a label, in contrasts, shape (K,).

    The root of the mean square over the depths. The symbol's place is taken to be of one shade.
    """
    light = np.power(sample(image, views(quads), _probes()) / 255.0, _GAMMA)
    profile = light.reshape(len(quads), 4 * len(_PLACES), len(_DEPTHS)).mean(axis=1)
    contrast = np.maximum(np.median(profile[:, _QUIET], axis=1) - profile[:, _RING].min(axis=1, initial=1.0), 1e-3)
    square = (profile * profile).sum(axis=1)
    left = np.min([square - ((profile @ basis) ** 2).sum(axis=1) for basis in _bases()], axis=0)
    return np.asarray(np.sqrt(np.maximum(left, 0.0) / len(_DEPTHS)) / contrast, dtype=np.float32)


@cache
def _probes() -> Floats:
    return monomials(across_sides(_DEPTHS, _PLACES))


@cache
def _bases() -> tuple[Doubles, ...]:
    """For each blur an orthonormal basis of the profiles that labels can have, shape (depths, 4)."""
    bases = []
    for blur in _BLURS:
        outside, before, after, within = (np.array([_step(at - edge, blur) for at in _DEPTHS]) for edge in _EDGES)
        grounds = np.stack([np.ones(len(_DEPTHS)), outside, before - after, within], axis=1)
        bases.append(np.linalg.qr(grounds)[0])
    return tuple(bases)


def _step(distance: float, blur: float) -> float:
    """The light of a blurred edge, from 0 to 1."""
    return 0.5 * (1.0 + erf(distance / (blur * sqrt(2.0))))
