"""The one thread that looks: newest frame in, what is certain out, a polite end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Self

import numpy as np
import pytest

from companion.core.table import Observation
from companion.errors import HardwareError, ImageError
from hardware.camera import Frame
from vision import worker
from vision.worker import CameraBack, CameraEnded, CameraLost, VisionMessage, VisionThread

FRAME = Frame(np.zeros((4, 4), np.uint8), 0.0)
NEWS = Observation(())


class Camera:
    """Gives what the script says, one answer a frame; an exception is raised."""

    def __init__(self, *script: Frame | HardwareError | None) -> None:
        self._script = list(script)

    def read(self) -> Frame | None:
        answer = self._script.pop(0) if self._script else None
        if isinstance(answer, HardwareError):
            raise answer
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...


class Processor:
    def __init__(self, process: Callable[[Frame], Observation | None] = lambda _: NEWS) -> None:
        self.process = process


def everything_posted(camera: Camera, processor: Processor) -> list[VisionMessage]:
    posted: SimpleQueue[VisionMessage] = SimpleQueue()
    thread = VisionThread(camera, processor, posted.put)
    thread.start()
    thread.join(10.0)
    assert thread.stop()
    return [posted.get_nowait() for _ in range(posted.qsize())]


def test_each_news_is_posted_and_the_end_of_a_recording_too() -> None:
    assert [NEWS, NEWS, CameraEnded()] == everything_posted(Camera(FRAME, FRAME), Processor())


def test_looks_without_news_post_nothing() -> None:
    assert [CameraEnded()] == everything_posted(Camera(FRAME, FRAME), Processor(lambda _: None))


def test_a_lost_camera_is_said_once_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "RETRY_AFTER", 0.0)
    lost = HardwareError("The camera is gone; plug it in.")

    posted = everything_posted(Camera(FRAME, lost, lost, lost, FRAME), Processor())

    assert [NEWS, CameraLost("The camera is gone; plug it in."), CameraBack(), NEWS, CameraEnded()] == posted


def test_a_picture_that_cannot_be_looked_at_is_passed_over() -> None:
    answers = [ImageError("Too dark."), NEWS]

    def look(_: Frame) -> Observation | None:
        answer = answers.pop(0)
        if isinstance(answer, ImageError):
            raise answer
        return answer

    assert [NEWS, CameraEnded()] == everything_posted(Camera(FRAME, FRAME), Processor(look))


def test_our_own_mistake_in_one_picture_does_not_blind_the_evening(caplog: pytest.LogCaptureFixture) -> None:
    answers = [ValueError("cannot reshape"), NEWS]

    def look(_: Frame) -> Observation | None:
        answer = answers.pop(0)
        if isinstance(answer, ValueError):
            raise answer
        return answer

    assert [NEWS, CameraEnded()] == everything_posted(Camera(FRAME, FRAME), Processor(look))
    assert "cannot reshape" in caplog.text


def test_stopping_ends_an_endless_camera_and_may_be_done_twice() -> None:
    class Endless(Camera):
        def read(self) -> Frame | None:
            return FRAME

    seen = threading.Event()

    def look(_: Frame) -> Observation | None:
        seen.set()
        return None

    with VisionThread(Endless(), Processor(look), lambda _: None, pace=0.001) as thread:
        assert seen.wait(10.0)

        assert thread.stop()
        assert thread.stop()


def test_a_thread_that_was_never_started_is_stopped_already() -> None:
    assert VisionThread(Camera(), Processor(), lambda _: None).stop()
