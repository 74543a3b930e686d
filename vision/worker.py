"""The one thread that processes frames: newest frame in, what is certain out, until it is told to stop."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import Protocol, Self

from companion.core.table import Observation
from companion.errors import CompanionError, HardwareError
from hardware.camera import Frame, FrameSource

logger = logging.getLogger(__name__)

RETRY_AFTER = 2.0
"""Seconds between attempts to reach a camera that was lost."""

JOIN_AFTER = 5.0
"""Seconds a polite end may take: one frame of a slow camera and one full search."""


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera gives no frames at the moment; `reason` is a sentence for the players. It is tried again."""

    reason: str


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
    """Reads frames, has them processed, and posts what comes of it. `post` is called on this thread.

    `pace` is the least time in seconds from one frame to the next: a camera that waits for its own frames needs none.
    """

    def __init__(
        self, source: FrameSource, processor: FrameProcessor, post: Callable[[VisionMessage], None], pace: float = 0.0
    ) -> None:
        self._source, self._processor, self._post = source, processor, post
        self._pace = pace
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="vision", daemon=True)
        self._lost = False

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> bool:
        """Asks the thread to end and waits for it; whether it did. Stopping twice is harmless."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(JOIN_AFTER)
        return not self._thread.is_alive()

    def join(self, timeout: float | None = None) -> None:
        """Waits for a recording to come to its end."""
        self._thread.join(timeout)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                going_on = self._one_frame()
            except HardwareError as failure:
                self._report_lost(str(failure))
                self._stopping.wait(RETRY_AFTER)
            else:
                if not going_on:
                    self._post(CameraEnded())
                    return
                self._stopping.wait(self._pace)

    def _one_frame(self) -> bool:
        frame = self._source.read()
        if frame is None:
            return False
        if self._lost:
            self._lost = False
            self._post(CameraBack())
        try:
            observation = self._processor.process(frame)
        except CompanionError as failure:
            # One picture that cannot be processed is not the end of the evening.
            logger.warning("A frame was passed over: %s", failure)
            return True
        except Exception:  # nor is our mistake in one picture: without this thread nothing would be seen any more
            logger.exception("A frame was passed over")
            return True
        if observation is not None:
            self._post(observation)
        return True

    def _report_lost(self, reason: str) -> None:
        if not self._lost:
            self._lost = True
            logger.warning("The camera is lost: %s", reason)
            self._post(CameraLost(reason))
