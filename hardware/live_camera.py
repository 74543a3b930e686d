"""A camera over a table, as distinct from recorded pictures: it never ends, sees some light, and no two pictures of it
are the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.errors import DarkPictureError, HardwareError
from hardware.camera import Frame, FrameSource
from hardware.device import Device

BAD_FOR = 5.0
"""Seconds for which a picture is black or stands still before that is said: a light may be off for a moment."""

BLACK, LIT = 24, 0.005
"""In a black picture less than this share of the pixels is lighter than this, of 255: noise is, no label ever."""

SAMPLED = 256
"""So many pixels across are compared, as the sensor gave them: averages would hide its noise, by which it is told from
a picture that stands still."""


@dataclass(slots=True)
class PictureHealth:
    """What is the matter with a camera's pictures; it outlasts the camera's being opened anew."""

    _sample: NDArray[np.uint8] | None = None
    _same_since: float = 0.0
    _lit_at: float | None = None

    def check(self, frame: Frame) -> None:
        """Raises DarkPictureError or HardwareError for pictures that show nothing."""
        step = max(1, frame.image.shape[1] // SAMPLED)
        sample = frame.image[::step, ::step]
        if self._sample is None or not np.array_equal(sample, self._sample):
            # A copy: the frame's memory goes back to the camera.
            self._sample, self._same_since = sample.copy(), frame.taken_at
        if self._lit_at is None or np.count_nonzero(sample > BLACK) >= LIT * sample.size:
            self._lit_at = frame.taken_at
        if frame.taken_at - self._lit_at >= BAD_FOR:
            raise DarkPictureError("The picture is black: take the cap off the lens, or make light.")
        if frame.taken_at - self._same_since >= BAD_FOR:
            raise HardwareError(
                "The picture stands still, and the camera is being restarted: if it stays so, unplug it and plug it in"
                " again."
            )


class LiveCamera(Device):
    """Says of its pictures what is the matter with them; owns its source."""

    def __init__(self, source: FrameSource, health: PictureHealth) -> None:
        self._source, self._health = source, health

    def read(self) -> Frame:
        """The next frame. Raises HardwareError when there is none, or when it shows nothing."""
        frame = self._source.read()
        if frame is None:
            raise HardwareError(
                "The camera gives no more pictures and is being restarted: if it stays so, check its cable."
            )
        self._health.check(frame)
        return frame

    def close(self) -> None:
        self._source.__exit__(None, None, None)
