"""The one thread that processes frames: newest frame in, what is certain out, until it is told to stop."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from typing import Protocol, Self

from companion.core.table import Observation
from companion.errors import CompanionError, NoCameraError
from hardware.camera import Frame, FrameSource, failure_in_words

logger = logging.getLogger(__name__)

RETRY_AFTER = 2.0
"""Seconds until a camera that was lost is tried again, and twice as long after each failure."""

RETRY_AFTER_AT_MOST = 10.0
"""Each attempt loads drivers, which a small machine feels; whoever plugs a cable in waits no longer than this."""

JOIN_AFTER = 5.0
"""Seconds a polite end may take: one frame of a slow camera and one full search."""


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera gives no frames at the moment; `reason` is a sentence for the players. It is tried again.

    `is_there` is False where there is no camera at all.
    """

    reason: str
    is_there: bool = True


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The camera that was lost gives frames again."""


@dataclass(frozen=True, slots=True)
class CameraEnded:
    """There will be no more frames: a recording has come to its end."""


VisionMessage = Observation | CameraLost | CameraBack | CameraEnded


class FrameProcessor(Protocol):
    """What makes something certain of frames."""

    def process(self, frame: Frame) -> Observation | None: ...


class VisionThread:
    """Opens the camera, reads frames, has them processed, posts what comes of it, and closes the camera: all on one
    thread of its own. `post` is called there, and not any more once `stop` was called.

    `after` are threads that may still hold the camera: their end is waited for. `stopping` is set by `stop`; whatever
    waits for a camera may end its waiting by it.
    """

    def __init__(
        self,
        source: FrameSource,
        processor: FrameProcessor,
        post: Callable[[VisionMessage], None],
        after: Sequence[VisionThread] = (),
        stopping: Event | None = None,
    ) -> None:
        self._source, self._processor, self._post_outside = source, processor, post
        self._after = after
        self._stopping = stopping or Event()
        self._thread = Thread(target=self._run, name="vision", daemon=True)
        self._is_lost = False
        self._retry_after = RETRY_AFTER
        self.latest: Frame | None = None
        """The newest frame."""
        self.turns = 0
        """How often it has asked for a frame and got on, with one or without."""
        self.is_over = False
        """Whether it has ended as it should, and not of a mistake."""

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Asks the thread to close the camera and to end; waits for nothing. Stopping twice is harmless."""
        self._stopping.set()

    def join(self, timeout: float | None = JOIN_AFTER) -> bool:
        """Waits for the thread to end, after `stop` or with a recording; whether it did."""
        if self._thread.is_alive():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.join()

    def _run(self) -> None:
        for other in self._after:
            other.join(None)
        # Each would keep the one before it, and so all evenings since the start, with all that was played in them.
        self._after = ()
        with self._source:
            while not self._stopping.is_set() and self._one_frame():
                self.turns += 1
        self.is_over = True

    def _one_frame(self) -> bool:
        """Whether there may be more."""
        try:
            frame = self._source.read()
        except Exception as failure:  # drivers raise what they like, and each of it means that nothing is seen
            if self._stopping.is_set():
                return False
            logger.debug("The camera failed.", exc_info=True)
            self._report_lost(CameraLost(failure_in_words(failure), is_there=not isinstance(failure, NoCameraError)))
            self._stopping.wait(self._retry_after)
            self._retry_after = min(2 * self._retry_after, RETRY_AFTER_AT_MOST)
            return True
        if frame is None:
            self._post(CameraEnded())
            return False
        self._retry_after = RETRY_AFTER
        self._report_back()
        self.latest = frame
        self._process(frame)
        return True

    def _process(self, frame: Frame) -> None:
        try:
            observation = self._processor.process(frame)
        except CompanionError as failure:
            # One picture that cannot be processed is not the end of the evening.
            logger.warning("A frame was passed over: %s", failure)
            return
        except Exception:  # nor is our mistake in one picture: without this thread nothing would be seen any more
            logger.exception("A frame was passed over")
            return
        if observation is not None:
            self._post(observation)

    def _report_lost(self, lost: CameraLost) -> None:
        if self._is_lost:
            return
        self._is_lost = True
        logger.warning("The camera is lost: %s", lost.reason)
        self._post(lost)

    def _report_back(self) -> None:
        if not self._is_lost:
            return
        self._is_lost = False
        self._post(CameraBack())

    def _post(self, message: VisionMessage) -> None:
        if not self._stopping.is_set():
            self._post_outside(message)
