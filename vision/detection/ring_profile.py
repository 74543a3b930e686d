"""Tells our print from other frames by the light across its ring: what is printed, through a lens that is not known.

From outside to inside a label is white for half a module, black for 1.5, white for two, and then whatever is left of
its symbol. A lens makes a step of each edge; the light of four grounds is fitted for each blur by linear least squares.
The mean all round the ring is what is compared: noise averages out, another width or another panel does not. Some lens
makes many a frame look like ours, so that frames of other measures are tried through every lens, too.
"""

from __future__ import annotations

from functools import cache
from math import erf
from typing import NamedTuple

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
over the square of the blur, for a lens makes no step quite like ours. Of 640 washed out four have more."""

_Frames = tuple[tuple[float, float, float, float], ...]

_OURS: _Frames = tuple(
    (-MARGIN_MODULES + off, off, RING_MODULES + off, SYMBOL_OFFSET - MARGIN_MODULES + off) for off in _SHIFTS
)
_OTHERS: _Frames = tuple(
    (-MARGIN_MODULES, 0.0, width, panel)
    for width in (0.8, 1.0, 1.2, 1.5, 1.8, 2.1)
    for panel in (2.5, 3.0, 3.5, 4.0, 4.5)
    if panel > width + 0.6
)
"""Depths of the four edges in modules: of a label, which may be fitted a little off, and of other frames and panels."""

_RING, _QUIET = (_DEPTHS > 0.2) & (_DEPTHS < 1.3), (_DEPTHS > 1.9) & (_DEPTHS < 3.0)


class RingFit(NamedTuple):
    """The light across K rings, as that of a label through the lens that fits best; all of shape (K,).

    The root of the mean square over the depths by which it is off, in contrasts; by how much a label's may be; how much
    less other frames are off, in what the noise leaves of the mean; and how much darker the symbol's place is than
    the quiet zone, in contrasts of paper to ring, as if no lens had been there.
    """

    misfit: Floats
    usual: Floats
    otherwise: Floats
    tint: Floats


def fit_rings(image: Luma, quads: Quads) -> RingFit:
    """What the light across each ring tells, corners (K, 4, 2). The symbol's place is taken to be of one shade."""
    view, shape = views(quads), (len(quads), 4, len(_PLACES), len(_DEPTHS))
    values, between = sample(image, view, _probes()).reshape(shape) / 255.0, _between_pixels(view, shape)
    fits = np.stack([_fitted(np.power(values, gamma), between) for gamma in _GAMMAS])
    best = fits[:, 0].argmin(axis=0)
    misfit, usual, tint, noise = fits[best, :4, np.arange(len(quads))].T
    gained = np.sqrt(np.maximum(np.square(misfit) - np.square(fits[:, 4].min(axis=0)), 0.0))
    return RingFit(misfit, usual, gained / np.maximum(noise, 1e-6), tint)


def _fitted(light: Floats, between: Floats) -> Floats:
    """Misfit, usual, tint, noise and the least misfit of other frames, (5, K), of light (K, 4, places, depths)."""
    profile = light.mean(axis=(1, 2))
    profile -= between * np.pad(np.diff(profile, 2, axis=1) / _STEP**2, ((0, 0), (1, 1)), "edge")
    contrast = np.median(profile[:, _QUIET], axis=1) - profile[:, _RING].min(axis=1, initial=1.0)
    profile /= np.maximum(contrast, 1e-3)[:, None]
    noise = np.sqrt(np.square(np.diff(light, axis=2)).mean(axis=(1, 2, 3)) / (2 * 4 * len(_PLACES)))
    noise /= np.maximum(contrast, 1e-3)
    ours, others = (_left(profile, _bases(frames)) for frames in (_OURS, _OTHERS))
    best = ours.argmin(axis=1)
    grounds = np.einsum("kgd,kd->kg", np.linalg.pinv(_grounds(_OURS)[best]), profile)
    usual = np.maximum(_OVER_NOISE * noise, _SHARP / np.square(_BLURS[best % len(_BLURS)]))
    tint = grounds[:, 3] / np.minimum(grounds[:, 2], -1e-3)
    return np.stack([ours.min(axis=1), usual, tint, noise, others.min(axis=1)]).astype(np.float32)


def _left(profile: Floats, bases: Doubles) -> Floats:
    """What each basis, (N, depths, 4), leaves of profiles, (K, depths): roots of mean squares, (K, N)."""
    explained = np.square(np.tensordot(profile, bases, axes=(1, 1))).sum(axis=2)
    return np.sqrt(np.maximum(np.square(profile).sum(axis=1)[:, None] - explained, 0.0) / len(_DEPTHS))


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
def _grounds(frames: _Frames) -> Doubles:
    """The profile of each ground alone, frame by frame for each blur: shape (N, depths, 4)."""
    steps = _light_beyond((_DEPTHS - np.array(frames)[:, None, :, None]) / _BLURS[:, None, None])
    outside, before, after, within = np.moveaxis(steps, 2, 0)
    grounds = np.stack([np.ones_like(outside), outside, before - after, within], axis=-1)
    return np.asarray(grounds.reshape(-1, len(_DEPTHS), 4))


@cache
def _bases(frames: _Frames) -> Doubles:
    """An orthonormal basis of the profiles that each of those frames can have, shape (N, depths, 4)."""
    return np.asarray(np.linalg.qr(_grounds(frames))[0])


def _light_beyond(deviations: Doubles) -> Doubles:
    """The light so many standard deviations of the blur beyond an edge, from 0 to 1."""
    return np.asarray(0.5 + 0.5 * np.vectorize(erf)(deviations / np.sqrt(2.0)))
