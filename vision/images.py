"""What every reader takes: the light of a picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hardware.camera import LONGEST_EDGE


def require_luma(image: NDArray[np.generic]) -> None:
    """Raises ValueError unless the array is a luma picture: uint8, two axes, not empty, no edge too long."""
    if image.ndim != 2 or image.dtype != np.uint8 or not image.size:
        raise ValueError(f"A luma picture has two axes of uint8, not {image.dtype} of shape {image.shape}.")
    if max(image.shape) > LONGEST_EDGE:
        raise ValueError(f"A picture has at most {LONGEST_EDGE} pixels each way, not {image.shape}.")
