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

_STEP = 0.25
_DEPTHS = np.arange(-0.25, 6.01, _STEP)
_PLACES = np.linspace(5.0, MODULES - 5.0, 20)
"""Depths from the ring's outside, and places along each side, in modules, but for the corners."""

_BLURS = np.arange(0.2, 1.0, 0.05)
"""Standard deviations in modules."""

_SHIFTS = (-0.05, 0.0, 0.05)
"""How far the sides may be off, in modules. With twice as much a ring of 1.75 modules is one of 1.5."""

_GAMMAS = (1.2, 1.6, 2.0)
"""Grey values are the light to the power of 1 / 1.6 to 1 / 2.2, and nearer to it where the picture was halved: no edge
is a symmetrical step in them."""

_OVER_NOISE, _SHARP = 1.3, 0.0022
"""How far the light of a label may be off, in contrasts: so many times what the noise leaves of the mean, or so much
over the square of the blur, for a lens makes no step quite like ours. Of 640 washed out four have more; of 93 frames
round a pale panel fourteen have less: their ring and panel are ours as far as the noise lets tell."""

_EDGES = (-MARGIN_MODULES, 0.0, RING_MODULES, SYMBOL_OFFSET - MARGIN_MODULES)
_RING, _QUIET = (_DEPTHS > 0.2) & (_DEPTHS < 1.3), (_DEPTHS > 1.9) & (_DEPTHS < 3.0)


def profile_misfit(image: Luma, quads: Quads) -> tuple[Floats, Floats]:
    """How far the light across each ring, corners (K, 4, 2), is from that of a label, and how far a label's may be.

    The root of the mean square over the depths, in contrasts, both shape (K,), by the lens that fits best. The symbol's
    place is taken to be of one shade.
    """
    view, shape = views(quads), (len(quads), 4, len(_PLACES), len(_DEPTHS))
    values, between = sample(image, view, _probes()).reshape(shape) / 255.0, _between_pixels(view, shape)
    tried = np.concatenate([_misfits(np.power(values, gamma), between) for gamma in _GAMMAS], axis=2)
    best = tried[0].argmin(axis=1)
    misfit, usual = np.take_along_axis(tried, best[None, :, None], axis=2)[..., 0]
    return misfit, usual


def _misfits(light: Floats, between: Floats) -> Floats:
    """The same for each blur from the light along the rings' sides, (K, 4, places, depths): shape (2, K, blurs)."""
    profile = light.mean(axis=(1, 2))
    profile -= between * np.pad(np.diff(profile, 2, axis=1) / _STEP**2, ((0, 0), (1, 1)), "edge")
    noise = np.sqrt(np.square(np.diff(light, axis=2)).mean(axis=(1, 2, 3)) / (2 * 4 * len(_PLACES)))
    contrast = np.median(profile[:, _QUIET], axis=1) - profile[:, _RING].min(axis=1, initial=1.0)
    explained = np.square(profile @ _bases()).reshape(-1, len(_BLURS), len(_SHIFTS), 4).sum(axis=3).max(axis=2)
    misfit = np.sqrt(np.maximum(np.square(profile).sum(axis=1)[:, None] - explained, 0.0) / len(_DEPTHS))
    contrast = np.maximum(contrast, 1e-3)[:, None]
    usual = np.maximum(_OVER_NOISE * noise[:, None] / contrast, _SHARP / np.square(_BLURS))
    return np.asarray(np.stack([misfit / contrast, usual]), dtype=np.float32)


def _between_pixels(view: Floats, shape: tuple[int, int, int, int]) -> Floats:
    """What of a curved profile's second derivative a straight line between pixels adds to it, shape (K, depths).

    In square modules, and but for its mean, which only blurs. Where a label lies as the pixels' rows do, a whole side
    is seen between two of them at the same depth.
    """
    x, y = (view.reshape(-1, 6) @ _probes()).reshape(2, *shape)
    across, down = (np.gradient(along, _STEP, axis=-1) for along in (x, y))
    off = ((along - np.floor(along)) * (np.ceil(along) - along) for along in (x, y))
    bent = np.square(across) * next(off) + np.square(down) * next(off)
    mean = 0.5 * (bent / np.square(np.square(across) + np.square(down))).mean(axis=(1, 2))
    return np.asarray(mean - mean.mean(axis=1, keepdims=True))


@cache
def _probes() -> Floats:
    return monomials(across_sides(_DEPTHS, _PLACES))


@cache
def _bases() -> Doubles:
    """For each blur and shift an orthonormal basis of the profiles that labels can have, side by side: (depths, N)."""
    bases = []
    for blur in _BLURS:
        for shift in _SHIFTS:
            outside, before, after, within = (
                np.array([_step(at - edge - shift, blur) for at in _DEPTHS]) for edge in _EDGES
            )
            grounds = np.stack([np.ones(len(_DEPTHS)), outside, before - after, within], axis=1)
            bases.append(np.linalg.qr(grounds)[0])
    return np.concatenate(bases, axis=1)


def _step(distance: float, blur: float) -> float:
    """The light of a blurred edge, from 0 to 1."""
    return 0.5 * (1.0 + erf(distance / (blur * sqrt(2.0))))
