"""Whether anything stirs on a table that was calm: one cheap comparison of small pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2

from hardware.camera import Frame
from vision.arrays import Luma
from vision.tracking.light_field import relit
from vision.tracking.motion import differs

WIDTH = 192
"""Pixels across of what is looked at where the camera gives no small picture. A label is some three of them wide."""


@dataclass(frozen=True, slots=True, eq=False)
class ChangeDetector:
    """Compares with a calm table: the camera's own small picture, or else the averages of some rows of the full one.

    The small picture of all pixels takes many times as long to make, and is worth it only when something stirs.
    """

    reference: Luma

    @classmethod
    def of(cls, frame: Frame) -> ChangeDetector:
        return cls(_sampled(frame))

    def detects_change(self, frame: Frame) -> bool:
        """Whether this frame shows anything else than lamp and noise make of the same table."""
        now = _sampled(frame)
        if not differs(self.reference, now):
            return False
        return now.shape != self.reference.shape or differs(self.reference, relit(now, self.reference))


def _sampled(frame: Frame) -> Luma:
    if frame.small is not None:
        return frame.small
    step = max(round(frame.image.shape[1] / WIDTH), 1)
    rows = frame.image[step // 2 :: step]
    return cast(Luma, cv2.resize(rows, (max(rows.shape[1] // step, 1), len(rows)), interpolation=cv2.INTER_AREA))
