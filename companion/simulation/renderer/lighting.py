"""The lamp over the table and the fall of light towards the corners of the lens."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.camera_model import Projection
from companion.simulation.renderer.pixel_arrays import GrayImage
from companion.simulation.renderer.scene import Reflection, SceneLight, Shadow

SOFT = 2.0
"""A reflection goes on for so many of its radii, ever fainter."""

FAINTEST = 0.5**SOFT**2


def draw_reflection(picture: GrayImage, reflection: Reflection, camera: Projection) -> None:
    """Adds the lamp's light to `picture`, in place: most in the middle, half of it at the radius."""
    part, share = _about(picture, reflection, camera)
    cv2.add(part, np.clip(255 * reflection.strength * share, 0, 255).astype(np.uint8), dst=part)


def draw_shadow(picture: GrayImage, shadow: Shadow, camera: Projection) -> None:
    """Takes light from `picture`, in place: most in the middle, half of it at the radius."""
    part, share = _about(picture, shadow, camera)
    part[:] = np.round(part * (1 - shadow.depth * share)).astype(np.uint8)


def _about(picture: GrayImage, soft: Reflection | Shadow, camera: Projection) -> tuple[GrayImage, NDArray[np.float64]]:
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
