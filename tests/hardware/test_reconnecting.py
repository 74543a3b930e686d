"""A camera that is lost is opened anew."""

from __future__ import annotations

from typing import Self

import numpy as np
import pytest

from companion.errors import HardwareError
from hardware.camera import CameraSettings, Frame, FrameSource, small_size
from hardware.reconnecting import ReconnectingCamera

FRAME = Frame(np.zeros((4, 4), np.uint8), 0.0)


class Fragile:
    """Gives one frame, then is lost for good, as an unplugged camera is."""

    def __init__(self, log: list[str]) -> None:
        self._log = log
        self._frames = [FRAME]
        log.append("opened")

    def read(self) -> Frame | None:
        if not self._frames:
            raise HardwareError("The cable is out; plug it in.")
        return self._frames.pop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._log.append("closed")


def test_after_it_was_lost_the_next_frame_comes_from_a_newly_opened_camera() -> None:
    log: list[str] = []
    with ReconnectingCamera(lambda: Fragile(log)) as camera:
        assert FRAME is camera.read()
        with pytest.raises(HardwareError, match="cable"):
            camera.read()
        assert FRAME is camera.read()

    assert ["opened", "closed", "opened", "closed"] == log


@pytest.mark.parametrize("failure", [HardwareError("There is no camera; plug it in."), OSError(16, "Device busy")])
def test_a_camera_that_cannot_be_opened_is_tried_again(failure: Exception) -> None:
    log: list[str] = []
    failures = [failure]

    def open_source() -> FrameSource:
        if failures:
            raise failures.pop()
        return Fragile(log)

    with ReconnectingCamera(open_source) as camera:
        with pytest.raises(type(failure)):
            camera.read()
        assert FRAME is camera.read()


def test_a_camera_that_cannot_even_be_closed_is_opened_anew() -> None:
    class Stuck(Fragile):
        def __exit__(self, *_: object) -> None:
            super().__exit__()
            raise RuntimeError("release failed")

    log: list[str] = []
    with ReconnectingCamera(lambda: Stuck(log)) as camera:
        assert FRAME is camera.read()
        with pytest.raises(HardwareError, match="cable"):
            camera.read()
        assert FRAME is camera.read()

    assert ["opened", "closed", "opened", "closed"] == log


def test_a_closed_one_gives_no_more_frames() -> None:
    camera = ReconnectingCamera(lambda: Fragile([]))
    camera.close()
    camera.close()

    assert camera.read() is None


@pytest.mark.parametrize("size", [(4608, 2592), (2028, 1520), (1920, 1080), (640, 480), (641, 361)])
def test_the_small_picture_shows_what_the_full_one_shows(size: tuple[int, int]) -> None:
    """YUV 4:2:0 has even sizes; a small picture may not exceed the full one."""
    width, height = small_size(size)

    assert (0, 0) == (width % 2, height % 2)
    assert (True, True) == (width <= size[0], height <= size[1])
    assert pytest.approx(size[0] / size[1], rel=0.01) == width / height


def test_the_usual_small_picture_fits_the_usual_full_one() -> None:
    assert CameraSettings().small_size == small_size(CameraSettings().size)
