"""A part of the table seen from straight above: the mat's plane in pixels of one size, whatever the camera's tilt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np

from companion.core.table import Box
from vision.arrays import Doubles, Floats, Luma
from vision.geometry.homography import Homography

PLAN_PX, CLOSE_PX = 1.5, 2.5
"""Pixels a millimetre: of a plan, and of a part of it that is looked at more closely."""

_COARSE = 16
"""The lens bends so little that every so many pixels its way need be asked for; between them it is straight."""

_ALIASED = 0.4
"""What is finer than a plan's pixel is blurred by so much of one before it is left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """`light`, (height, width), 0 to 255; the middle of its upper left pixel lies at (`left`, `top`) millimetres.

    It has `px` pixels a millimetre; `closer` makes a plan of a box in millimetres with as many as the picture has.
    """

    light: Luma
    left: float
    top: float
    px: float = PLAN_PX
    closer: Callable[[Box], Plan] | None = None
    _blurred: dict[float, Luma] = field(default_factory=dict)

    def closer_at(self, places: Doubles, reach: float) -> Plan:
        """A closer view of these millimetres, (n, 2), and so much around them; where there is none, this one."""
        if self.closer is None:
            return self
        right, bottom = np.array(self.light.shape[::-1]) / self.px + (self.left, self.top)
        low = np.maximum(places.min(axis=0) - reach, (self.left, self.top))
        high = np.minimum(places.max(axis=0) + reach, (right, bottom))
        return self.closer(Box(*low.tolist(), *high.tolist()))

    def samples(self, blur_mm: float, places: Floats) -> Floats:
        """Bilinear samples at millimetres, (n, m, 2) to (n, m), of the plan blurred with that sigma."""
        if not len(places):
            return np.empty(places.shape[:2], np.float32)
        pixels = ((places - (self.left, self.top)) * self.px).astype(np.float32)
        # cv2.remap makes no picture with more rows or columns than 32,766.
        parts = [
            cv2.remap(self.blurred(blur_mm), some, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for some in np.array_split(pixels, len(pixels) // 30_000 + 1)
        ]
        return np.concatenate(parts).astype(np.float32)

    def blurred(self, blur_mm: float) -> Luma:
        """The plan as soft as that; each blur is made once."""
        if blur_mm not in self._blurred:
            self._blurred[blur_mm] = cv2.GaussianBlur(self.light, (0, 0), blur_mm * self.px)
        return self._blurred[blur_mm]


def plan_of(image: Luma, homography: Homography, box: Box, px: float = PLAN_PX) -> Plan:
    """The box, in millimetres of the mat, out of a camera's picture."""
    own = homography.pixels_per_mm(*box.centre)
    closer = partial(plan_of, image, homography, px=min(own, CLOSE_PX)) if own > px else None
    across, down = (max(round((high - low) * px), 2) for low, high in _sides(box))
    coarse = np.mgrid[: down + _COARSE : _COARSE, : across + _COARSE : _COARSE].astype(np.float64)
    places = np.stack([box.left + coarse[1] / px, box.top + coarse[0] / px], axis=-1)
    ways = homography.to_px(places.reshape(-1, 2)).reshape(places.shape)
    finer = np.array([[1 / _COARSE, 0.0, 0.0], [0.0, 1 / _COARSE, 0.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    way = cv2.warpAffine(ways.astype(np.float32), finer, (across, down), flags=flags)
    low = np.clip(np.floor(ways.min(axis=(0, 1))) - 8, 0, None).astype(int)
    high = np.ceil(ways.max(axis=(0, 1))).astype(int) + 8
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return Plan(np.zeros((down, across), np.uint8), box.left, box.top, px)
    if own > px:
        part = cv2.GaussianBlur(part, (0, 0), _ALIASED * own / px)
    light = cv2.remap(part, way - low.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Plan(np.asarray(light), box.left, box.top, px, closer)


def _sides(box: Box) -> tuple[tuple[float, float], tuple[float, float]]:
    return (box.left, box.right), (box.top, box.bottom)
