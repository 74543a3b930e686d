"""A steady rate for sources that have none of their own: recorded pictures, and a simulated table."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

from hardware.camera import Frame, FrameSource
from hardware.device import Device


class PacedCamera(Device):
    """Lets at least `seconds` pass from one frame to the next; owns its source."""

    def __init__(
        self,
        source: FrameSource,
        seconds: float,
        now: Callable[[], float] = monotonic,
        wait: Callable[[float], None] = sleep,
    ) -> None:
        self._source, self._seconds, self._now, self._wait = source, seconds, now, wait
        self._due = now()

    def read(self) -> Frame | None:
        """The next frame when it is due; None when there will be no more."""
        self._wait(max(self._due - self._now(), 0.0))
        self._due = self._now() + self._seconds
        return self._source.read()

    def close(self) -> None:
        self._source.__exit__(None, None, None)
