"""Whether anything stirs on a table that was calm: one cheap comparison of small pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2

from hardware.camera import Frame
from vision.arrays import Luma
from vision.tracking.light_field import relit
from vision.tracking.lit_rim import LitRim
from vision.tracking.motion import differing_cells

WIDTH = 192
"""Pixels across of what is looked at where the camera gives no small picture. A label is some three of them wide."""


@dataclass(frozen=True, slots=True, eq=False)
class ChangeDetector:
    """Compares with a calm table: the camera's own small picture, or else the averages of some rows of the full one.

    The small picture of all pixels takes many times as long to make, and is worth it only when something stirs.
    """

    reference: Luma
    rim: LitRim | None = None

    @classmethod
    def of(cls, frame: Frame, rim: LitRim | None = None) -> ChangeDetector:
        return cls(_sampled(frame), rim)

    def detects_change(self, frame: Frame) -> bool:
        """Whether this frame shows anything else than lamp and noise make of the same table."""
        now = _sampled(frame)
        return now.shape != self.reference.shape or (self._differs(now) and self._differs(relit(now, self.reference)))

    def _differs(self, now: Luma) -> bool:
        differing = differing_cells(self.reference, now)
        if self.rim is not None and differing.any():
            differing &= ~self.rim.only_lit(differing, now, self.reference)
        return bool(differing.any())


def _sampled(frame: Frame) -> Luma:
    if frame.small is not None:
        return frame.small
    step = max(round(frame.image.shape[1] / WIDTH), 1)
    rows = frame.image[step // 2 :: step]
    return cast(Luma, cv2.resize(rows, (max(rows.shape[1] // step, 1), len(rows)), interpolation=cv2.INTER_AREA))
