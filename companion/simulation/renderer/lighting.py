"""The lamp over the table and the fall of light towards the corners of the lens."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.scene import Light


def illumination(light: Light, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """How much light falls on each pixel: most on the lamp's side, and a little less in the corners of the lens."""
    height, width = shape
    angle = np.radians(light.angle)
    x, y = np.meshgrid(np.linspace(-1, 1, 64, dtype=np.float32), np.linspace(-1, 1, 36, dtype=np.float32))
    towards = (x * np.cos(angle) + y * np.sin(angle)) / (abs(np.cos(angle)) + abs(np.sin(angle)))
    falloff = light.unevenness ** ((towards - 1) / 2)
    corner = 1 - 0.10 * (x**2 + y**2) / 2
    field: NDArray[np.float32] = (light.level * falloff * corner).astype(np.float32)
    return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)
