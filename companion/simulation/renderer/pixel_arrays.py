"""Array types of the renderer, once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

GrayImage = NDArray[np.uint8]
"""Shape (height, width), grey levels 0 to 255."""

PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are the first ones outside."""

Points = NDArray[np.float64]
"""Shape (n, 2): x and y, in pixels or millimetres as the function says."""
