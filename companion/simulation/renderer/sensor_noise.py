"""The noise of a camera's sensor: part of it constant (read noise), part of it the light's own (shot noise)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.pixel_arrays import GrayImage

NOISE_UNIT = 24.0
SPARE = 64
"""The bank of noise is this much larger than the picture, so that no two frames share their noise."""


class SensorNoise:
    """Gaussian noise, drawn once and laid over each frame at another offset."""

    def __init__(self, width: int, height: int, seed: int) -> None:
        self._bank, after = _bank(width, height, seed)
        self._random = np.random.default_rng(seed)
        self._random.bit_generator.state = after

    def over(self, picture: GrayImage, deviation: GrayImage) -> GrayImage:
        """`deviation` is 16 times the standard deviation at each pixel, in grey levels."""
        x, y = (int(value) for value in self._random.integers(0, SPARE, 2))
        height, width = picture.shape
        piece = self._bank[y : y + height, x : x + width]
        if self._random.random() < 0.5:
            piece = piece[::-1]
        noise = cv2.multiply(piece, deviation, scale=1 / (16 * NOISE_UNIT), dtype=cv2.CV_8S)
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), dtype=np.uint8)


@lru_cache(maxsize=4)
def _bank(width: int, height: int, seed: int) -> tuple[NDArray[np.int8], Any]:
    """The noise of all cameras with so many pixels, and the chance as it is after it."""
    random = np.random.default_rng(seed)
    bank = random.standard_normal((height + SPARE, width + SPARE), dtype=np.float32)
    bank *= NOISE_UNIT
    np.clip(bank, -127, 127, out=bank)
    return bank.astype(np.int8), random.bit_generator.state


def noise_deviation(picture: GrayImage, noise: float) -> GrayImage:
    """16 times the standard deviation: half of a mid-grey pixel's variance is the sensor's, half the light's own."""
    levels = np.arange(256)
    table = np.clip(16 * noise * np.sqrt(0.5 + 0.5 * levels / 128), 0, 255)
    return np.asarray(cv2.LUT(picture, table.round().astype(np.uint8)), dtype=np.uint8)
