"""The noise of a camera's sensor: part of it constant (read noise), part of it the light's own (shot noise)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.camera_model import CameraProjection, GrayImage
from companion.simulation.renderer.scene import Reflection, SceneLight, Shadow

# --- the lamp over the table and the fall of light towards the corners of the lens ---


SOFT = 2.0
"""A reflection goes on for so many of its radii, ever fainter."""

FAINTEST = 0.5**SOFT**2


def draw_reflection(picture: GrayImage, reflection: Reflection, camera: CameraProjection) -> None:
    """Adds the lamp's light to `picture`, in place: most in the middle, half of it at the radius."""
    part, share = _about(picture, reflection, camera)
    cv2.add(part, np.clip(255 * reflection.strength * share, 0, 255).astype(np.uint8), dst=part)


def draw_shadow(picture: GrayImage, shadow: Shadow, camera: CameraProjection) -> None:
    """Takes light from `picture`, in place: most in the middle, half of it at the radius."""
    part, share = _about(picture, shadow, camera)
    part[:] = np.round(part * (1 - shadow.depth * share)).astype(np.uint8)


def _about(
    picture: GrayImage, soft: Reflection | Shadow, camera: CameraProjection
) -> tuple[GrayImage, NDArray[np.float64]]:
    """The part of the picture about something soft, and how much of it falls on each pixel, 0 to 1."""
    here = camera.to_px(np.array([(soft.x, soft.y), (soft.x + soft.radius, soft.y)]))
    (x, y), radius = here[0], float(np.linalg.norm(here[1] - here[0]))
    height, width = picture.shape
    left, right = (int(np.clip(x + side * SOFT * radius, 0, width)) for side in (-1, 1))
    top, bottom = (int(np.clip(y + side * SOFT * radius, 0, height)) for side in (-1, 1))
    across, down = np.arange(left, right) - x, np.arange(top, bottom) - y
    squared = (across[None] ** 2 + down[:, None] ** 2) / radius**2
    return picture[top:bottom, left:right], np.clip((0.5**squared - FAINTEST) / (1 - FAINTEST), 0, 1)


def illumination(light: SceneLight, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """How much light falls on each pixel: most on the lamp's side, and a little less in the corners of the lens."""
    height, width = shape
    angle = np.radians(light.angle)
    x, y = np.meshgrid(np.linspace(-1, 1, 64, dtype=np.float32), np.linspace(-1, 1, 36, dtype=np.float32))
    towards = (x * np.cos(angle) + y * np.sin(angle)) / (abs(np.cos(angle)) + abs(np.sin(angle)))
    falloff = light.unevenness ** ((towards - 1) / 2)
    corner = 1 - 0.10 * (x**2 + y**2) / 2
    field: NDArray[np.float32] = (light.level * falloff * corner).astype(np.float32)
    return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


# --- noise of the sensor ---


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
