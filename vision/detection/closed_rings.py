"""Finds closed rings whatever is in them: labels whose symbol has been washed out, worn off or lies in a glare.

Without finder patterns nothing else proposes them. What a closed ring leaves inside is one light area of a known size,
with holes where something of the symbol is left.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Luma, Quads
from vision.detection.edge_fit import quick_ring_score
from vision.detection.module_size import ModuleSizeRange
from vision.detection.non_maximum_suppression import outside_quads
from vision.detection.pyramid import downsample
from vision.labels import FRAME_MODULES, RING_MODULES

_MODULES_PER_PIXEL = 1.35
"""The ring is then more than a pixel wide. At 1.5 it leaks: of 69 labels in a glare 56 % are proposed, at 1.2 81 %."""

_WINDOW_MODULES, _LIGHT = 10.0, 0.57
"""A pixel is light that lies so far above the darkest of the square round it, in shares of its contrast. Of rings with
nothing in them 64 % are found with a window of 7 modules, all with 10; at a share of 0.4 they are 86 %."""

_FLAT = 10
"""Where a square has less contrast, in grey values, nothing in it is a ring: it is light all over."""

NO_QUADS: Quads = np.empty((0, 4, 2))

_OFF_CENTRE = 0.12
"""How far an area's centre of mass may lie from the middle of the rectangle round it, in shares of its edge: 0.08 at
most in 431 spoiled labels, more in one in four of the areas between print and ornaments."""

_INSIDE_MODULES = FRAME_MODULES - 2 * RING_MODULES
_LEAST_FILLED, _MOST_OBLONG = 0.7, 2.1
_SLACK = (0.88, 1.08)
"""An area of whole pixels is so much smaller and larger than its ring's inside at most."""

_NEARLY_A_RING = 0.2
"""Quick ring score of a proposal that has not been fitted yet."""


def closed_rings(image: Luma, sizes: ModuleSizeRange, found: Quads = NO_QUADS) -> Floats:
    """Rough corners, shape (K, 4, 2), of dark lines that close in light areas as large as a label's inside.

    Outside labels already `found`, corners (L, 4, 2).
    """
    small = downsample(image, _MODULES_PER_PIXEL * sizes.middle)
    step = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
    modules_per_pixel = float(step.mean()) / sizes.middle
    light = _light(small, round(_WINDOW_MODULES / modules_per_pixel) | 1)
    inside = _INSIDE_MODULES - 0.5 * modules_per_pixel
    pixels = inside / modules_per_pixel / sizes.middle
    edges = _SLACK[0] * sizes.least * pixels, _SLACK[1] * sizes.most * pixels
    areas = _areas(light, edges, np.asarray((found + 0.5) / step - 0.5), FRAME_MODULES / inside)
    quads = np.asarray((areas + 0.5) * step - 0.5, dtype=np.float32)
    return quads[quick_ring_score(image, quads) >= _NEARLY_A_RING]


def _light(small: Luma, window: int) -> Luma:
    """255 where a pixel is light in its neighbourhood, `window` pixels wide."""
    square = np.ones((window, window), np.uint8)
    darkest, lightest = (cv2.blur(extreme(small, square), (window, window)) for extreme in (cv2.erode, cv2.dilate))
    light = cv2.compare(small, cv2.addWeighted(lightest, _LIGHT, darkest, 1 - _LIGHT, 0.0), cv2.CMP_GT)
    flat = cv2.compare(cv2.subtract(lightest, darkest), np.full((1, 1), _FLAT, np.uint8), cv2.CMP_LT)
    return np.asarray(light | flat, dtype=np.uint8)


def _areas(light: Luma, edges: tuple[float, float], found: Quads, grown: float) -> Floats:
    """The smallest squares round light areas with `edges` between two lengths, `grown` so many times: (K, 4, 2)."""
    least, most = edges
    quads = []
    for outline in _outlines(light, edges, found):
        filled = cv2.contourArea(outline)
        if filled < _LEAST_FILLED * least**2:
            continue
        middle, (width, height), turn = cv2.minAreaRect(outline)
        area, longest = width * height, max(width, height)
        if least**2 <= area <= most**2 and longest**2 <= _MOST_OBLONG * area and filled >= _LEAST_FILLED * area:
            quads.append(cv2.boxPoints((middle, (width * grown, height * grown), turn)))
    return np.array(quads, dtype=np.float32).reshape(-1, 4, 2)


def _outlines(light: Luma, edges: tuple[float, float], found: Quads) -> Iterator[Indices]:
    """Outlines of the light areas that may be so large, and as heavy on one side as on the other, outside `found`."""
    least, most = edges
    _, numbers, boxes, masses = cv2.connectedComponentsWithStats(light, connectivity=4)
    sides = boxes[:, 2:4] - 1
    # An outline runs through the middles of pixels; the smallest rectangle round it is no larger than the upright one.
    fits = (
        (sides[:, 0] * sides[:, 1] >= least**2) & (sides.max(axis=1) < 1.6 * most) & (sides.min(axis=1) >= 0.6 * least)
    )
    which = np.flatnonzero(fits)
    middles = boxes[which, :2] + 0.5 * sides[which]
    even = np.abs(masses[which] - middles).max(axis=1, initial=0.0) <= _OFF_CENTRE * sides[which].max(axis=1, initial=0)
    for number in which[even & outside_quads(middles, found)]:
        x, y, width, height = boxes[number, :4].tolist()
        alone = (numbers[y : y + height, x : x + width] == number).view(np.uint8)
        (outline, *_), _ = cv2.findContours(alone, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(x, y))
        yield outline
