"""The printed label: a standard QR symbol inside a black square ring.

From the outside in, in modules: 0.5 white, 1.5 black ring, 2 white quiet zone, 21 symbol, and the same on the other
side: 29. Label coordinates are modules from the label's upper left corner, x right, y down, as a person reads it.
Any phone reads the symbol (version 1, level H, alphanumeric); the ring makes the label a black quadrilateral, which
is what the reader finds (see docs/reading.md).
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import segno

from vision.arrays import Doubles, Luma, Mask

SYMBOL_MODULES = 21
MODULES = 29
MARGIN_MODULES = 0.5
RING_MODULES = 1.5
FRAME_MODULES = MODULES - 2 * MARGIN_MODULES
"""Edge of the black ring, outside to outside. `Detection.corners` are the corners of this square."""

SYMBOL_OFFSET = (MODULES - SYMBOL_MODULES) / 2
MASK_PATTERN = 0
"""Always the same QR mask: a payload must give the same picture for ever, whichever mask an encoder would prefer."""


@lru_cache(maxsize=4096)
def symbol(payload: str) -> Mask:
    """The payload's QR symbol, shape (21, 21), True where black. Raises ValueError when it does not fit version 1-H."""
    code = segno.make_qr(payload, version=1, error="h", mode="alphanumeric", mask=MASK_PATTERN, boost_error=False)
    modules = np.array([[bool(module) for module in row] for row in code.matrix], dtype=np.bool_)
    modules.flags.writeable = False
    return modules


@cache
def data_modules() -> Mask:
    """The 208 modules that carry codewords, shape (21, 21): what is not finder, separator, timing or format.

    ISO/IEC 18004, figure of version 1. All other modules are the same in every symbol and tell nothing.
    """
    mask = np.ones((SYMBOL_MODULES, SYMBOL_MODULES), dtype=np.bool_)
    mask[:9, :9] = mask[:9, -8:] = mask[-8:, :9] = False
    mask[6, :] = mask[:, 6] = False
    mask.flags.writeable = False
    return mask


def half_modules(payload: str) -> Mask:
    """The whole label in half modules, shape (58, 58), True where black: the exact drawing, ring and margin too."""
    drawing = np.zeros((2 * MODULES, 2 * MODULES), dtype=np.bool_)
    outside, inside = int(2 * MARGIN_MODULES), int(2 * (MARGIN_MODULES + RING_MODULES))
    drawing[outside:-outside, outside:-outside] = True
    drawing[inside:-inside, inside:-inside] = False
    first = int(2 * SYMBOL_OFFSET)
    last = first + 2 * SYMBOL_MODULES
    drawing[first:last, first:last] = symbol(payload).repeat(2, axis=0).repeat(2, axis=1)
    return drawing


def label_image(payload: str, pixels_per_module: float) -> Luma:
    """The label as a picture, 0 black to 255 white, shape (29 * ppm, 29 * ppm) rounded; edges are averaged by area."""
    edge = max(1, round(MODULES * pixels_per_module))
    weights = _area_weights(2 * MODULES, edge)
    white = 1.0 - half_modules(payload)
    return np.rint(255.0 * (weights @ white @ weights.T)).astype(np.uint8)


@lru_cache(maxsize=16)
def _area_weights(cells: int, pixels: int) -> Doubles:
    """Share of each cell in each pixel when `cells` are spread evenly over `pixels`; rows sum to 1."""
    edges = np.linspace(0.0, cells, pixels + 1)
    starts, stops = edges[:-1, None], edges[1:, None]
    cell = np.arange(cells)[None, :]
    overlap = np.minimum(stops, cell + 1) - np.maximum(starts, cell)
    weights = np.clip(overlap, 0.0, None) / (stops - starts)
    weights.flags.writeable = False
    return weights
