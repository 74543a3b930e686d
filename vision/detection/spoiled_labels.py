"""Tells labels of ours whose symbol is all but gone from frames that somebody printed.

A label's ring is printed evenly in black on white, with white quiet zone inside and a white rim outside. A frame of
just that kind is rare; one that is also empty, or has something dark where our symbols have their corners, is a label.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from vision.arrays import Floats, Indices, Luma, Mask, Quads
from vision.detection.alignment import finder_likeness, sample_modules
from vision.detection.edge_fit import across_sides
from vision.detection.non_maximum_suppression import edge_lengths
from vision.detection.ring_profile import fit_rings
from vision.detection.warp import monomials, sample, views
from vision.labels import FRAME_MODULES, MODULES, SYMBOL_MODULES, SYMBOL_OFFSET

_RIM, _RING, _QUIET = (-0.375, -0.125), (0.375, 0.625, 0.875, 1.125), (2.125, 2.375, 2.625, 2.875)
"""Depths from the ring's outside, in modules, at which 36 places round it are looked at."""

_LEAST_SEEN, _HALF = 0.9, 0.5
"""At so many of the places the contrast of quiet zone to ring is at least half of what it is in the middle."""

_Limits = tuple[float, float, float]
"""A module's size in pixels, below which modules run into one another; and the limits below and above it."""

_MOST_UNEVEN = 0.42
_MOST_UNEVEN_QUIET: _Limits = 1.25, 0.42, 0.28
"""Standard deviation of the ring's darkness, and of the quiet zone's lightness, in contrasts: the quiet zone has 0.25
and less in 365 that were worn or in a glare, 0.34 to 0.41 where a frame is fitted beside its line."""

_LEAST_RIM: _Limits = 1.2, -0.08, -0.02
"""How much lighter than the ring its rim looks in the middle, in contrasts: 0 to 0.4, and -0.07 to 0.2 where half a
module is hardly half a pixel. A frame that is thicker than our ring has -0.05 to -0.09 there, and -0.09 to -0.25."""

_LEAST_INSIDE = 0.75
"""How light the symbol's place is in the middle, in contrasts: a reflection makes it lighter than 1, water leaves a
grey of 0.78. With 0.8 as many labels are reported, and as many frames."""

_MOST_LEFT, _MOST_NOISE, _BUT_FOR = 0.075, 0.9, 2
"""How much farther below the median the symbol's darkest is than its lightest is above, but for so many per cent of
either, and how far they are apart at most, in contrasts, where it is empty: noise is as dark as light, print is not.
730 washed out have -0.07 to 0.07, a symbol in flecks 0.17 and more."""

_TINTS = (-0.25, -0.04, 0.2)
"""An empty symbol's place is darker than the quiet zone, at least and at most so much, or so much lighter, in
contrasts: 600 washed out have -0.14 to -0.05, and a reflection shines. Frames that somebody printed round nothing have
0.0 to 0.17, for a soft picture darkens what lies beside the line."""

_LEAST_WASHED = 0.09
"""How much darker it is as if no lens had been there (`ring_profile`), least: 0.092 in 729 of 730."""

_MOST_OTHERWISE, _MOST_OTHERWISE_WORN, _MOST_OTHERWISE_SHINING = 0.8, 2.5, 7.0
"""How much less the light may be off from that of another frame than from ours, in what the noise leaves: of 730 washed
out three have more, of 60 frames that somebody printed, and that are off no more than ours, eighteen; and where
something is left in a symbol, which is of no one shade: 2.3 in 203 that were worn, 6.5 in 334 in a glare."""

_MOST_TEXTURE: _Limits = 1.25, 0.5, 0.42
_LEAST_NOISE = 0.015
"""How much an empty symbol's place varies but for slow changes, each place with its neighbours, against the noise that
the quiet zone has, and what noise is taken for at least, in contrasts: 0.15 to 0.42 in 721 of 730 washed out, 0.5 to
2.9 in 18 of 23 pieces of photographs, however pale; the others are flat."""

_FOURTH_CORNER, _BEST_CORNER = 0.6, 0.22
"""A symbol has three finder patterns: its fourth corner is less dark than so much of its darkest, 95 in 100 less than
0.53, and its best corner looks like one, 0.24 and more of 312 that were worn or in a glare. Frames within frames have
four corners alike, panes none."""

_EMPTY_CORNER = 0.05
_DARK_CORNERS: _Limits = 1.35, 0.1, 0.3
_DARK_CORNER: _Limits = 1.35, 0.06, 0.13
"""How much darker than the modules on both sides of it the outer line of a finder pattern is in the symbol's corner, in
contrasts: so much in the darkest two together, or in the darkest where two look a little like finder patterns. Where a
reflection lies over the rest of the symbol it is 0.3 in one, and 0.17 and more in what is worn; no more than 0.04 where
730 were washed out; of frames that somebody
printed 95 in 100 have none, and codes in frames of ours, pale as they are, up to 0.13."""

_MOST_BARE: _Limits = 1.35, 0.6, 0.42
_LEAST_INK = 0.55
"""How much lighter than the median the symbol's lightest is at most, and its darkest darker at least, in contrasts,
where it is not empty: it is as black as its ring, on the quiet zone's paper. What is worn or in a glare has 0.51 and
less, 0.39 in large modules, and 0.60 and more; of 33 framed photographs of codes 19 have not."""

_SHINES = 0.05
"""How much lighter than the quiet zone a symbol in a glare is in the middle, in contrasts: 0.09 and more in 334; what
is worn is darker."""

_BEST_WORN: _Limits = 1.25, 0.22, 0.27
_MOST_MISFIT = 0.06
"""How much the best corner of what is worn looks like a finder pattern, and how far the light across its ring may be
from that of our print (`ring_profile`), in contrasts: 0.28 and more, and 0.051, in 133 of 135, and 203."""

_LIKE_A_FINDER = 0.26
"""Likeness of the second best corner to a finder pattern. Dice with many pips have up to 0.24."""

_ALONG_CORNER = 5
"""Modules of a finder pattern's outer line that are looked at along each of the symbol's edges."""


def are_spoiled_labels(image: Luma, quads: Quads) -> Mask:
    """Whether each quad, shape (K, 4, 2), fitted to its ring, is a label whose symbol is all but gone, shape (K,).

    The limits were found with 408 labels spoiled in three ways and 738 frames on boards without labels.
    """
    probes = sample(image, views(quads), _PROBES).reshape(len(quads), *_PROBES_OF_RING)
    rim, ring, quiet = (part.mean(axis=2) for part in np.split(probes, np.cumsum([len(_RIM), len(_RING)]), axis=2))
    contrast = np.maximum(np.median(quiet - ring, axis=1), 1.0)
    modules = sample_modules(image, quads)
    symbol = modules[:, _SYMBOL]
    like_ours = (
        ((quiet - ring > _HALF * contrast[:, None]).mean(axis=1) >= _LEAST_SEEN)
        & (ring.std(axis=1) <= _MOST_UNEVEN * contrast)
        & (quiet.std(axis=1) <= _limit(quads, _MOST_UNEVEN_QUIET) * contrast)
        & (np.median(rim - ring, axis=1) >= _limit(quads, _LEAST_RIM) * contrast)
        & (np.median(symbol, axis=1) - np.median(ring, axis=1) >= _LEAST_INSIDE * contrast)
    )
    dark, middle, light = np.percentile(symbol, (_BUT_FOR, 50, 100 - _BUT_FOR), axis=1)
    left = np.abs(light + dark - 2 * middle)
    empty = (left <= _MOST_LEFT * contrast) & (light - dark <= _MOST_NOISE * contrast)
    tint = (middle - np.median(modules[:, _QUIET_ZONE], axis=1)) / contrast
    darkest, lighter, shining = _TINTS
    empty &= ((tint >= darkest) & (tint <= lighter)) | (tint >= shining)
    empty &= _texture(modules, contrast) <= _limit(quads, _MOST_TEXTURE)
    corners = -np.sort(-_corner_darkness(modules), axis=1) / contrast[:, None]
    empty &= corners[:, 0] <= _EMPTY_CORNER
    best, second = finder_likeness(image, quads)[:, :2].T
    printed = (corners[:, 0] >= _limit(quads, _DARK_CORNER)) & (second >= _LIKE_A_FINDER)
    printed |= (corners[:, :2].sum(axis=1) >= _limit(quads, _DARK_CORNERS)) & (best >= _BEST_CORNER)
    printed &= corners[:, 3] <= _FOURTH_CORNER * corners[:, 0]
    printed &= (middle - dark >= _LEAST_INK * contrast) & (light - middle <= _limit(quads, _MOST_BARE) * contrast)
    shines = tint > _SHINES
    printed &= shines | (best >= _limit(quads, _BEST_WORN))
    spoiled = like_ours & (empty | printed)
    fit, shines = fit_rings(image, quads[spoiled]), shines[spoiled]
    printed[spoiled] &= shines | (fit.misfit <= _MOST_MISFIT)
    printed[spoiled] &= fit.otherwise <= np.where(shines, _MOST_OTHERWISE_SHINING, _MOST_OTHERWISE_WORN)
    empty[spoiled] &= (fit.misfit <= fit.usual) & (fit.otherwise <= _MOST_OTHERWISE)
    empty[spoiled] &= shines | (fit.tint >= _LEAST_WASHED)
    spoiled &= empty | printed
    return np.asarray(spoiled)


def _texture(modules: Floats, contrast: Floats) -> Floats:
    """How rough each symbol's place is, shape (K,), in units of the noise along the quiet zone."""
    square = modules.reshape(-1, MODULES, MODULES)
    rough = (square[:, _WITHIN, _WITHIN].reshape(-1, _WIDE**2) @ _roughness()).std(axis=1)
    along = np.concatenate([square[:, _BESIDE], square.swapaxes(1, 2)[:, _BESIDE]], axis=1)[..., _ALONG_SYMBOL]
    noise = along[..., 1:-1] - 0.5 * (along[..., :-2] + along[..., 2:])
    return np.asarray(rough / np.maximum(np.sqrt((noise * noise).mean(axis=(1, 2))), _LEAST_NOISE * contrast))


@cache
def _roughness() -> Floats:
    """What a surface of second order leaves of a square of modules, each with its neighbours: matrix (289, 225)."""
    place = np.linspace(-1.0, 1.0, _WIDE)
    x, y = (axis.ravel() for axis in np.meshgrid(place, place))
    surfaces, _ = np.linalg.qr(np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1))
    near = (np.abs(np.arange(_WIDE)[:, None] - np.arange(1, _WIDE - 1)) <= 1) / 3
    mean = np.kron(near, near)
    return np.asarray(mean - surfaces @ (surfaces.T @ mean), dtype=np.float32)


def _limit(quads: Quads, limits: _Limits) -> Floats:
    below, small, large = limits
    modules = edge_lengths(quads).mean(axis=1) / FRAME_MODULES
    return np.where(modules < below, np.float32(small), np.float32(large))


def _corner_darkness(modules: Floats) -> Floats:
    """How much darker a finder pattern's outer line is than both its neighbours in each corner, shape (K, 4)."""
    quiet = np.median(modules[:, _QUIET_ZONE], axis=1)[:, None]
    outer, inner = (modules[:, places].mean(axis=2) for places in (_OUTER_LINES, _INNER_LINES))
    return np.asarray(np.minimum(quiet, inner) - outer)


def _corner_lines(inset: int) -> Indices:
    """Indices of the modules along each corner of the symbol, so many modules inside it, shape (4, 9)."""
    first, last = int(SYMBOL_OFFSET), int(SYMBOL_OFFSET) + SYMBOL_MODULES - 1
    corners = []
    for y, down in ((first + inset, 1), (last - inset, -1)):
        for x, across in ((first + inset, 1), (last - inset, -1)):
            along = [(y, x + step * across) for step in range(_ALONG_CORNER)]
            corners.append(along + [(y + step * down, x) for step in range(1, _ALONG_CORNER)])
    rows, columns = np.moveaxis(np.array(corners), -1, 0)
    return np.asarray(rows * MODULES + columns)


_x, _y = np.meshgrid(np.arange(MODULES) - MODULES // 2, np.arange(MODULES) - MODULES // 2)
_FROM_MIDDLE = np.maximum(np.abs(_x), np.abs(_y)).ravel()
_SYMBOL, _QUIET_ZONE = _FROM_MIDDLE <= SYMBOL_MODULES // 2, _FROM_MIDDLE == SYMBOL_MODULES // 2 + 1
_FIRST, _LAST = int(SYMBOL_OFFSET), int(SYMBOL_OFFSET) + SYMBOL_MODULES
_ALONG_SYMBOL, _WITHIN, _BESIDE = slice(_FIRST, _LAST), slice(_FIRST + 2, _LAST - 2), [_FIRST - 1, _LAST]
_WIDE = SYMBOL_MODULES - 4
_OUTER_LINES, _INNER_LINES = _corner_lines(0), _corner_lines(1)
_PROBES = monomials(across_sides(np.array(_RIM + _RING + _QUIET)))
_PROBES_OF_RING = (36, len(_RIM + _RING + _QUIET))
