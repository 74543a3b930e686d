"""A part of the table seen from straight above: the mat's plane in pixels of one size, whatever the camera's tilt."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.core.table import Box
from vision.arrays import Floats, Luma
from vision.geometry.homography import Homography

PLAN_PX = 1.5
"""Pixels a millimetre."""

_COARSE = 16
"""The lens bends so little that every so many pixels its way need be asked for; between them it is straight."""

_ALIASED = 0.4
"""What is finer than a plan's pixel is blurred by so much of one before it is left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """`light`, (height, width), 0 to 255; the middle of its upper left pixel lies at (`left`, `top`) millimetres."""

    light: Luma
    left: float
    top: float
    _blurred: dict[float, Luma] = field(default_factory=dict)

    def samples(self, blur_mm: float, places: Floats) -> Floats:
        """Bilinear samples at millimetres, (n, m, 2) to (n, m), of the plan blurred with that sigma."""
        if not len(places):
            return np.empty(places.shape[:2], np.float32)
        pixels = ((places - (self.left, self.top)) * PLAN_PX).astype(np.float32)
        # cv2.remap makes no picture with more rows or columns than 32,766.
        parts = [
            cv2.remap(self.blurred(blur_mm), some, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for some in np.array_split(pixels, len(pixels) // 30_000 + 1)
        ]
        return np.concatenate(parts).astype(np.float32)

    def blurred(self, blur_mm: float) -> Luma:
        """The plan as soft as that; each blur is made once."""
        if blur_mm not in self._blurred:
            self._blurred[blur_mm] = cv2.GaussianBlur(self.light, (0, 0), blur_mm * PLAN_PX)
        return self._blurred[blur_mm]


def plan_of(image: Luma, homography: Homography, box: Box) -> Plan:
    """The box, in millimetres of the mat, out of a camera's picture."""
    across, down = (max(round((high - low) * PLAN_PX), 2) for low, high in _sides(box))
    coarse = np.mgrid[: down + _COARSE : _COARSE, : across + _COARSE : _COARSE].astype(np.float64)
    places = np.stack([box.left + coarse[1] / PLAN_PX, box.top + coarse[0] / PLAN_PX], axis=-1)
    ways = homography.to_px(places.reshape(-1, 2)).reshape(places.shape)
    finer = np.array([[1 / _COARSE, 0.0, 0.0], [0.0, 1 / _COARSE, 0.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    way = cv2.warpAffine(ways.astype(np.float32), finer, (across, down), flags=flags)
    low = np.clip(np.floor(ways.min(axis=(0, 1))) - 8, 0, None).astype(int)
    high = np.ceil(ways.max(axis=(0, 1))).astype(int) + 8
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return Plan(np.zeros((down, across), np.uint8), box.left, box.top)
    density = homography.pixels_per_mm(*box.centre) / PLAN_PX
    if density > 1:
        part = cv2.GaussianBlur(part, (0, 0), _ALIASED * density)
    light = cv2.remap(part, way - low.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Plan(np.asarray(light), box.left, box.top)


def _sides(box: Box) -> tuple[tuple[float, float], tuple[float, float]]:
    return (box.left, box.right), (box.top, box.bottom)
