"""The small picture of a frame, in which motion is noticed."""

from __future__ import annotations

from hardware.camera import Frame
from vision.arrays import Luma
from vision.detection.pyramid import downsample_by_halves

SMALL_WIDTH = 576
"""Pixels across of the small picture that is made where the camera gives none: at least so many, less than twice."""


def small_picture(frame: Frame) -> Luma:
    """The camera's own small picture, or the full one halved."""
    if frame.small is not None:
        return frame.small
    return downsample_by_halves(frame.image, max(frame.image.shape[1] / SMALL_WIDTH, 1.0))[0]
