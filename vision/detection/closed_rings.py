"""Finds closed rings whatever is in them: labels whose symbol has been washed out, worn off or lies in a glare.

Without finder patterns nothing else proposes them. What a closed ring leaves inside is one light area of a known size,
with holes where something of the symbol is left.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Luma
from vision.detection.edge_fit import quick_ring_score
from vision.detection.module_size import ModuleSizeRange
from vision.detection.pyramid import downsample
from vision.labels import FRAME_MODULES, RING_MODULES

_MODULES_PER_PIXEL = 1.2
"""The ring is then more than a pixel wide. At 1.5 it leaks: of 69 labels in a glare 56 % are proposed, at 1.2 81 %."""

_WINDOW_MODULES, _LIGHT = 10.0, 0.6
"""A pixel is light that lies so far above the darkest of the square round it, in shares of its contrast. Of rings with
nothing in them 64 % are found with a window of 7 modules, all with 10; at a share of 0.4 they are 86 %."""

_FLAT = 10
"""Where a square has less contrast, in grey values, nothing in it is a ring: it is light all over."""

_INSIDE_MODULES = FRAME_MODULES - 2 * RING_MODULES
_LEAST_FILLED, _MOST_OBLONG = 0.7, 2.1
_SLACK = (0.88, 1.08)
"""An area of whole pixels is so much smaller and larger than its ring's inside at most."""

_NEARLY_A_RING = 0.2
"""Quick ring score of a proposal that has not been fitted yet."""


def closed_rings(image: Luma, sizes: ModuleSizeRange) -> Floats:
    """Rough corners, shape (K, 4, 2), of dark lines that close in light areas as large as a label's inside."""
    small = downsample(image, _MODULES_PER_PIXEL * sizes.middle)
    step = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
    modules_per_pixel = float(step.mean()) / sizes.middle
    light = _light(small, round(_WINDOW_MODULES / modules_per_pixel) | 1)
    quads = np.asarray((_areas(light, sizes, modules_per_pixel) + 0.5) * step - 0.5, dtype=np.float32)
    return quads[quick_ring_score(image, quads) >= _NEARLY_A_RING]


def _light(small: Luma, window: int) -> Luma:
    """255 where a pixel is light in its neighbourhood, `window` pixels wide."""
    square = np.ones((window, window), np.uint8)
    darkest, lightest = (cv2.blur(extreme(small, square), (window, window)) for extreme in (cv2.erode, cv2.dilate))
    light = cv2.compare(small, cv2.addWeighted(lightest, _LIGHT, darkest, 1 - _LIGHT, 0.0), cv2.CMP_GT)
    flat = cv2.compare(cv2.subtract(lightest, darkest), np.full((1, 1), _FLAT, np.uint8), cv2.CMP_LT)
    return np.asarray(light | flat, dtype=np.uint8)


def _areas(light: Luma, sizes: ModuleSizeRange, modules_per_pixel: float) -> Floats:
    """The smallest squares, made as large as a ring, round light areas as large as a label's inside."""
    inside = _INSIDE_MODULES - 0.5 * modules_per_pixel
    pixels = inside / modules_per_pixel / sizes.middle
    least, most = _SLACK[0] * sizes.least * pixels, _SLACK[1] * sizes.most * pixels
    _, numbers, boxes, _ = cv2.connectedComponentsWithStats(light, connectivity=4)
    _, _, width, height, _ = boxes.T
    # An outline runs through the middles of pixels; the smallest rectangle round it is no larger than the upright one.
    fits = (width - 1) * (height - 1) >= least**2
    fits &= (np.maximum(width, height) <= 1.6 * most) & (np.minimum(width, height) >= 0.6 * least)
    quads = []
    for number in np.flatnonzero(fits):
        x, y, w, h = (int(edge) for edge in boxes[number, :4])
        alone = (numbers[y : y + h, x : x + w] == number).view(np.uint8)
        (outline, *_), _ = cv2.findContours(alone, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(x, y))
        middle, sides, turn = cv2.minAreaRect(outline)
        area = sides[0] * sides[1]
        if (
            least**2 <= area <= most**2
            and max(sides) <= _MOST_OBLONG * min(sides)
            and cv2.contourArea(outline) >= _LEAST_FILLED * area
        ):
            grown = FRAME_MODULES / inside
            quads.append(cv2.boxPoints((middle, (sides[0] * grown, sides[1] * grown), turn)))
    return np.array(quads, dtype=np.float32).reshape(-1, 4, 2)
