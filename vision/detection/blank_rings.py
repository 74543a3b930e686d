"""Finds rings with nothing in them: labels whose symbol has been washed or wiped out.

Without a finder pattern nothing else proposes them. What a closed ring leaves inside is one light area of a known size.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Luma, Mask, Quads
from vision.detection.alignment import sample_modules
from vision.detection.module_size import ModuleSizeRange
from vision.detection.pyramid import downsample
from vision.labels import FRAME_MODULES, MODULES, RING_MODULES, SYMBOL_MODULES, SYMBOL_OFFSET

_MODULES_PER_PIXEL = 2.0
"""The ring is then three quarters of a pixel wide: dark enough to close, and the picture small."""

_LINE_WINDOW, _DARKER = 7, 4
"""A pixel is dark that has so much less than the mean of such a square of pixels."""

_INSIDE_MODULES = FRAME_MODULES - 2 * RING_MODULES
_LEAST_OF_INSIDE = 0.6
"""What is dark of the inside, and beside the line, is missing."""

_LEAST_OF_BOX = 0.4
"""A square that stands on its corner fills half of the upright box round it."""

_MOST_CONTRAST, _BUT_FOR = 0.35, 2
"""Between light and dark of the inside, but for so many per cent of either, in shares of the ring's own contrast: what
is washed out has 0.1 to 0.33, a line of thin print 0.4 and more."""


def blank_rings(image: Luma, sizes: ModuleSizeRange) -> Floats:
    """Rough corners, shape (K, 4, 2), of closed dark lines round light areas that are as large as a label's inside."""
    pitch = _MODULES_PER_PIXEL * sizes.middle
    small = downsample(image, pitch)
    light = cv2.adaptiveThreshold(small, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, _LINE_WINDOW, _DARKER)
    _, numbers, boxes, _ = cv2.connectedComponentsWithStats(light, connectivity=4)
    left, top, width, height, area = boxes.T
    inside = (_INSIDE_MODULES / pitch) ** 2
    fits = (area >= _LEAST_OF_INSIDE * inside * sizes.least**2) & (area <= inside * sizes.most**2)
    quads = [
        _square_round(numbers[y : y + h, x : x + w] == number, (x, y))
        for number in np.flatnonzero(fits & (area >= _LEAST_OF_BOX * width * height))
        for x, y, w, h in [(left[number], top[number], width[number], height[number])]
    ]
    step = np.array([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
    return ((np.array(quads).reshape(-1, 4, 2) + 0.5) * step - 0.5).astype(np.float32)


def _square_round(area: Mask, corner: tuple[int, int]) -> Floats:
    """Corners of the ring round an area, clockwise, from its smallest rectangle."""
    box = np.asarray(cv2.boxPoints(cv2.minAreaRect(cv2.findNonZero(area.astype(np.uint8))))) + corner
    middle = box.mean(axis=0)
    return np.asarray(middle + (box - middle) * (FRAME_MODULES / _INSIDE_MODULES), dtype=np.float32)


def is_blank(image: Luma, quads: Quads) -> Mask:
    """Whether there is next to nothing in the symbols' places, shape (K,)."""
    seen = sample_modules(image, quads).reshape(-1, MODULES, MODULES)
    first, last = int(SYMBOL_OFFSET), int(SYMBOL_OFFSET) + SYMBOL_MODULES
    symbol = seen[:, first:last, first:last].reshape(len(seen), SYMBOL_MODULES**2)
    dark, light = np.percentile(symbol, (_BUT_FOR, 100 - _BUT_FOR), axis=1)
    ring = np.concatenate([seen[:, 1, 2:-2], seen[:, -2, 2:-2], seen[:, 2:-2, 1], seen[:, 2:-2, -2]], axis=1)
    quiet = np.concatenate([seen[:, 3, 3:-3], seen[:, -4, 3:-3], seen[:, 3:-3, 3], seen[:, 3:-3, -4]], axis=1)
    return np.asarray(light - dark <= _MOST_CONTRAST * (quiet.mean(axis=1) - ring.mean(axis=1)))
