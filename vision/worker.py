"""The one thread that processes frames: newest frame in, what is certain out, until it is told to stop."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Lock, Thread
from time import monotonic
from typing import Protocol, Self

from companion.core.table import Observation
from companion.errors import CompanionError, NoCameraError
from hardware.camera import Frame, FrameSource

logger = logging.getLogger(__name__)

RETRY_AFTER = 2.0
"""Seconds between attempts to reach a camera that was lost."""

STALLED_AFTER = 45.0
"""Seconds without an answer after which a camera's driver hangs: opening, settling and focusing take up to 30."""

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

    `after` are threads that may still hold the camera: their end is waited for.
    """

    def __init__(
        self,
        source: FrameSource,
        processor: FrameProcessor,
        post: Callable[[VisionMessage], None],
        after: Sequence[VisionThread] = (),
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._source, self._processor, self._post_outside = source, processor, post
        self._after, self._now = after, now
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="vision", daemon=True)
        self._is_lost, self._lock = False, Lock()
        self.turns = 0
        """How often it has asked for a frame and got on, with one or without."""
        self.is_over = False
        """Whether it has ended as it should, and not of a mistake."""
        self._asked_at: float | None = None
        """When the camera was asked for what it has not answered yet."""

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

    def check(self) -> None:
        """Says that the camera is lost when its driver hangs. To be called from time to time, from any other thread."""
        asked_at = self._asked_at
        if asked_at is not None and self._now() - asked_at > STALLED_AFTER:
            self._report_lost(CameraLost("The camera does not answer: unplug it and plug it in, or restart."))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.join()

    def _run(self) -> None:
        for other in self._after:
            other.join(None)
        with self._source:
            while not self._stopping.is_set() and self._one_frame():
                self.turns += 1
        self.is_over = True

    def _one_frame(self) -> bool:
        """Whether there may be more."""
        self._asked_at = self._now()
        try:
            frame = self._source.read()
        except Exception as failure:  # drivers raise what they like, and each of it means that nothing is seen
            self._asked_at = None
            logger.debug("The camera failed.", exc_info=True)
            self._report_lost(CameraLost(_in_a_sentence(failure), is_there=not isinstance(failure, NoCameraError)))
            self._stopping.wait(RETRY_AFTER)
            return True
        self._asked_at = None
        if frame is None:
            self._post(CameraEnded())
            return False
        self._report_back()
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
        with self._lock:
            if self._is_lost:
                return
            self._is_lost = True
        logger.warning("The camera is lost: %s", lost.reason)
        self._post(lost)

    def _report_back(self) -> None:
        with self._lock:
            if not self._is_lost:
                return
            self._is_lost = False
        self._post(CameraBack())

    def _post(self, message: VisionMessage) -> None:
        if not self._stopping.is_set():
            self._post_outside(message)


def _in_a_sentence(failure: Exception) -> str:
    if isinstance(failure, CompanionError):
        return str(failure)
    return f"The camera failed ({type(failure).__name__}: {failure}): check its cable."
