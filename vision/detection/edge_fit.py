"""Fits the four sides of K black rings at once, to a fraction of a pixel.

Along each side, at nine places, the grey values across the side are compared with what a ring looks like: a narrow
white margin, a black line 1.5 modules wide, white quiet zone. Where it fits best is a point of the side; a line
through the nine points, the doubtful ones counting little, is the side; where lines cross are the corners.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.arrays import Doubles, Floats, Luma, Quads
from vision.detection.warp import monomials, sample, seen_at, views
from vision.labels import FRAME_MODULES, MARGIN_MODULES, MODULES, RING_MODULES

COARSE, FINE = (2.0, 0.5), (1.5, 0.25)
"""How far, and in what steps, a side is looked for, in modules: what is not near yet is fitted twice."""

_PLACES = np.linspace(3.0, MODULES - 3.0, 9)


def _pattern(step: float) -> Floats:
    """Weights of grey values from outside to inside: white margin, black ring, white quiet zone; sum 0."""
    at = np.arange(-MARGIN_MODULES + step / 2, 3.25, step)
    raw = np.where(at < 0, 0.3 / MARGIN_MODULES, np.where(at < RING_MODULES, -1.0 / RING_MODULES, 0.4))
    centred = raw - raw.mean()
    return np.asarray(centred / np.abs(centred).sum(), dtype=np.float32)


def fit_edges(image: Luma, quads: Quads, search: tuple[float, float]) -> Floats:
    """Moves each side of the quads, shape (K, 4, 2), to the ring's outside; `search` is COARSE or FINE."""
    if not len(quads):
        return quads
    places, sliding, shifts = _sampling_plan(*search)
    seen = views(quads)
    profiles = sample(image, seen, places).reshape(-1, len(sliding))
    response = (profiles @ sliding).reshape(len(quads), 4, len(_PLACES), -1)
    moved = _crossings(*_robust_lines(*_subpixel_peaks(response, shifts)))
    return seen_at(seen, monomials(moved))


def ring_score(image: Luma, quads: Quads) -> Floats:
    """How much the quads look like black rings where they are, shape (K,): above 1 for a clear one, 0 for chance."""
    return _ring_contrast(image, quads, _RING_PROBES)


def quick_ring_score(image: Luma, quads: Quads) -> Floats:
    """The ring score from a few places only: spares most proposals the long look."""
    return _ring_contrast(image, quads, _QUICK_PROBES)


def _ring_contrast(image: Luma, quads: Quads, probes: tuple[Floats, int]) -> Floats:
    """Contrast of quiet zone to ring, in standard deviations of all probes; the first half of each four is the ring."""
    places, at_each = probes
    values = sample(image, views(quads), places)
    count, half = values.shape[1], at_each // 2
    mean = values.sum(axis=1) / count
    spread = np.sqrt(np.maximum(np.einsum("kp,kp->k", values, values) / count - mean * mean, 0.0)) + 2.0
    across = values.reshape(-1, at_each)
    contrast = (across[:, half:].sum(axis=1) - across[:, :half].sum(axis=1)).reshape(len(quads), count // at_each)
    return np.asarray(np.clip(contrast / half / spread[:, None], -1.0, 2.0).mean(axis=1))


@lru_cache(maxsize=8)
def _sampling_plan(reach: float, step: float) -> tuple[Floats, Floats, Doubles]:
    """Where to sample, the matrix (D, S) that slides the pattern over D depths, and the S shifts in modules."""
    pattern = _pattern(step)
    shifts = np.arange(-reach, reach + step / 2, step)
    depths = np.arange(len(shifts) + len(pattern) - 1) * step + shifts[0] - MARGIN_MODULES + step / 2
    sliding = np.zeros((len(depths), len(shifts)), dtype=np.float32)
    for place in range(len(shifts)):
        sliding[place : place + len(pattern), place] = pattern
    return monomials(across_sides(depths)), sliding, shifts


def across_sides(depths: Doubles, places: Doubles = _PLACES) -> Doubles:
    """Label coordinates of the samples, side by side, place by place, from outside to inside: shape (4 * P * D, 2)."""
    along, inward = np.meshgrid(places, MARGIN_MODULES + depths, indexing="ij")
    top = np.stack([along, inward], axis=-1)
    right = np.stack([MODULES - inward, along], axis=-1)
    return np.stack([top, right, MODULES - top, MODULES - right]).reshape(-1, 2)


def _subpixel_peaks(response: Floats, shifts: Doubles) -> tuple[Doubles, Doubles]:
    """Shift of each point, to a part of a step by a parabola, and its weight; both (K, 4, 9)."""
    best = np.clip(response.argmax(axis=-1), 1, len(shifts) - 2)
    before, at, after = (np.take_along_axis(response, (best + d)[..., None], -1)[..., 0] for d in (-1, 0, 1))
    bend = np.minimum(before - 2 * at + after, -1e-6)
    part = np.clip(0.5 * (before - after) / bend, -1.0, 1.0)
    strength = np.maximum(at, 0.0)
    return shifts[best] + part * (shifts[1] - shifts[0]), strength / (
        strength.max(axis=(1, 2), keepdims=True) + 1e-6
    ) + 1e-4


def _robust_lines(shifts: Doubles, weights: Doubles) -> tuple[Doubles, Doubles]:
    """Shift inwards at each side's middle and its slope, shape (K, 4), by reweighted least squares.

    Points off the line lose their weight (Geman and McClure, 1987), the more the nearer the line is known.
    """
    along = _PLACES - MODULES / 2
    half = len(_PLACES) // 2
    off = np.abs(shifts - np.partition(shifts, half, axis=-1)[..., half : half + 1])
    for scale in (1.5, 0.7, 0.4):
        w = weights / (1.0 + (off / scale) ** 2) ** 2
        total, first, second = w.sum(-1), w @ along, w @ along**2
        value, moment = (w * shifts).sum(-1), (w * shifts) @ along
        determinant = np.maximum(total * second - first**2, 1e-9)
        intercept = (value * second - moment * first) / determinant
        slope = np.clip((moment * total - value * first) / determinant, -0.3, 0.3)
        off = np.abs(shifts - intercept[..., None] - slope[..., None] * along)
    return intercept, slope


def _crossings(shift: Doubles, slope: Doubles) -> Doubles:
    """Where neighbouring sides cross, in label coordinates, shape (K, 4, 2), upper left first, clockwise.

    Every side is looked at as if turned to the top, centre at the origin: y = shift - half + slope * x. The side
    before it is then the left one: x = its shift - half - its slope * y.
    """
    half = FRAME_MODULES / 2
    corners = []
    for side in range(4):
        left_shift, left_slope = shift[:, side - 1], slope[:, side - 1]
        y = (shift[:, side] - half + slope[:, side] * (left_shift - half)) / (1 + slope[:, side] * left_slope)
        x = left_shift - half - left_slope * y
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[side]
        corners.append(np.stack([x * cos - y * sin, x * sin + y * cos], axis=-1))
    return np.stack(corners, axis=1) + MODULES / 2


_RING_PROBES = monomials(across_sides(np.array([0.4, 1.1, 2.0, 3.0]))), 4
"""Two places in the black of the ring and two in the quiet zone, for each of 36 places."""

_QUICK_PROBES = monomials(across_sides(np.array([0.75, 2.5])).reshape(-1, 2, 2)[1::3].reshape(-1, 2)), 2
