"""The one thread that looks: newest frame in, what is certain out, a polite end."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Self
from weakref import ref

import numpy as np
import pytest

from companion.core.table import Observation
from companion.errors import HardwareError, ImageError, NoCameraError
from hardware.camera import Frame
from tests.waiting import PATIENCE
from vision import worker
from vision.worker import CameraBack, CameraEnded, CameraLost, VisionMessage, VisionThread

FRAME = Frame(np.zeros((4, 4), np.uint8), 0.0)
NEWS = Observation(())


class Camera:
    """Gives what the script says, one answer a frame; an exception is raised."""

    def __init__(self, *script: Frame | Exception | None) -> None:
        self._script = list(script)

    def read(self) -> Frame | None:
        answer = self._script.pop(0) if self._script else None
        if isinstance(answer, Exception):
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
    assert thread.join(PATIENCE)
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


@pytest.mark.parametrize("failure", [RuntimeError("stopped"), OSError(19, "No such device"), KeyError("AfState")])
def test_whatever_a_driver_raises_the_camera_is_lost_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    monkeypatch.setattr(worker, "RETRY_AFTER", 0.0)

    lost, *then = everything_posted(Camera(failure, FRAME), Processor())

    assert isinstance(lost, CameraLost)
    assert f"The camera failed ({type(failure).__name__}: " in lost.reason
    assert [CameraBack(), NEWS, CameraEnded()] == then


def test_that_there_is_no_camera_at_all_is_said_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "RETRY_AFTER", 0.0)

    posted = everything_posted(Camera(NoCameraError("No camera was found.")), Processor())

    assert [CameraLost("No camera was found.", is_there=False), CameraEnded()] == posted


def test_each_failure_lets_more_time_pass_before_the_next_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a driver is work; a camera that gives a frame is trusted again."""
    monkeypatch.setattr(worker, "RETRY_AFTER", 0.001)
    monkeypatch.setattr(worker, "RETRY_AFTER_AT_MOST", 0.003)
    lost, waits = HardwareError("The camera is gone; plug it in."), []

    class Stopping(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout)
            return super().wait(timeout)

    camera = Camera(lost, lost, lost, FRAME, lost, None)
    thread = VisionThread(camera, Processor(), lambda _: None, stopping=Stopping())
    thread.start()
    assert thread.join(PATIENCE)

    assert [0.001, 0.002, 0.003, 0.001] == waits


def test_the_camera_is_closed_on_its_own_thread_and_the_next_one_waits_for_that() -> None:
    reading, going_on, order = threading.Event(), threading.Event(), list[str]()

    class Slow(Camera):
        def read(self) -> Frame | None:
            reading.set()
            assert going_on.wait(PATIENCE)
            return FRAME

        def __exit__(self, *_: object) -> None:
            order.append(f"closed on {threading.current_thread().name}")

    class Next(Camera):
        def __enter__(self) -> Self:
            order.append("opened anew")
            return self

    said: list[VisionMessage] = []
    first = VisionThread(Slow(), Processor(), said.append)
    first.start()
    assert reading.wait(PATIENCE)
    first.stop()
    second = VisionThread(Next(), Processor(), lambda _: None, after=[first])
    second.start()
    going_on.set()

    assert second.join(PATIENCE)
    assert ["closed on vision", "opened anew"] == order
    assert [] == said, "a thread that was stopped says nothing any more"
    gone = ref(first)
    del first
    gc.collect()
    assert gone() is None, "what was watched before is not kept by what is watched now, evening after evening"


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

    with VisionThread(Endless(), Processor(look), lambda _: None) as thread:
        assert seen.wait(PATIENCE)

        thread.stop()
        thread.stop()
        assert thread.join(PATIENCE)


def test_a_thread_that_was_never_started_is_stopped_already() -> None:
    thread = VisionThread(Camera(), Processor(), lambda _: None)
    thread.stop()

    assert thread.join()
