"""A camera that is opened again after it was lost: a cable that is plugged in once more must be enough."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack

from companion.errors import DarkPictureError
from hardware.camera import Frame, FrameSource
from hardware.device import Device

logger = logging.getLogger(__name__)


class ReconnectingCamera(Device):
    """Opens its camera at the first frame that is asked for, and again after each time it was lost.

    Drivers raise what they like: whatever it is, the camera is let go of, and the failure passed on.
    """

    def __init__(self, open_source: Callable[[], FrameSource]) -> None:
        self._open_source = open_source
        self._source: FrameSource | None = None
        self._held = ExitStack()
        self._closed = False

    def read(self) -> Frame | None:
        """The next frame; None when there will be no more. Raises whatever the camera does while it is lost."""
        if self._closed:
            return None
        try:
            if self._source is None:
                self._source = self._held.enter_context(self._open_source())
            return self._source.read()
        except DarkPictureError:
            raise  # The camera is there, and to be asked again.
        except Exception:
            self._let_go()
            raise

    def close(self) -> None:
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        held, self._held, self._source = self._held, ExitStack(), None
        try:
            held.close()
        except Exception:  # a camera that is lost may not even be closed; the next one is opened all the same
            logger.warning("The camera could not be closed.", exc_info=True)
