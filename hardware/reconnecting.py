"""A camera that is opened again after it was lost: a cable that is plugged in once more must be enough."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from companion.errors import HardwareError
from hardware.camera import Frame, FrameSource
from hardware.device import Device


class ReconnectingCamera(Device):
    """Opens its camera at the first frame that is asked for, and again after each time it was lost."""

    def __init__(self, open_source: Callable[[], FrameSource]) -> None:
        self._open_source = open_source
        self._source: FrameSource | None = None
        self._held = ExitStack()
        self._closed = False

    def open(self) -> FrameSource:
        """Opens the camera. Raises HardwareError where that is not possible; the next frame tries again."""
        if self._source is None:
            self._source = self._held.enter_context(self._open_source())
        return self._source

    def read(self) -> Frame | None:
        """The next frame; None when there will be no more. Raises HardwareError while the camera is lost."""
        if self._closed:
            return None
        source = self.open()
        try:
            return source.read()
        except HardwareError:
            self._let_go()
            raise

    def close(self) -> None:
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        self._source = None
        self._held.close()
