"""The arrays that vision passes round: what each type holds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hardware.camera import LONGEST_EDGE

Luma = NDArray[np.uint8]
"""A picture's light, shape (height, width), 0 black to 255 white."""

Floats = NDArray[np.float32]
"""Any shape; the function says which, and the unit."""

Doubles = NDArray[np.float64]
"""Any shape, where float32 is not exact enough: homographies, millimetres."""

Indices = NDArray[np.intp]
"""Shape (n,)."""

Points = Doubles
"""Shape (n, 2): x to the right, y down, in pixels or millimetres."""

Quads = NDArray[np.floating]
"""Shape (n, 4, 2): the outside corners of n black rings in pixels, clockwise."""

Mask = NDArray[np.bool_]
"""Which of n candidates, shape (n,), or which modules of a label, shape (rows, columns)."""

CellMask = NDArray[np.bool_]
"""Which cells of a picture's grid, shape (rows, columns)."""

TrackMask = NDArray[np.bool_]
"""Which tracks of a table, shape (n,)."""


def require_luma(image: NDArray[np.generic]) -> None:
    """Raises ValueError unless the array is a luma picture: uint8, two axes, not empty, no edge too long."""
    if image.ndim != 2 or image.dtype != np.uint8 or not image.size:
        raise ValueError(f"A luma picture has two axes of uint8, not {image.dtype} of shape {image.shape}.")
    if max(image.shape) > LONGEST_EDGE:
        raise ValueError(f"A picture has at most {LONGEST_EDGE} pixels each way, not {image.shape}.")
