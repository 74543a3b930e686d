"""A USB camera, or any stream or file that OpenCV can open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import HardwareError
from hardware.camera import CameraSettings, Frame, FrameSource
from hardware.device import Device
from hardware.image_files import luma


def open_webcam(where: str, settings: CameraSettings, now: Callable[[], float]) -> FrameSource:
    """Opens `/dev/videoN` for a number, otherwise an address or a file. Raises HardwareError."""
    if not where:
        raise HardwareError("Camera `webcam` needs to know which one: write webcam:0, or webcam: and an address.")
    device = Path(f"/dev/video{where}")
    # Asked first, because OpenCV answers a missing device with a page of its own warnings.
    if where.isdecimal() and not device.exists():
        raise HardwareError(f"There is no camera {device}: plug it in, or choose another one with --camera.")
    return Webcam(where, settings, now)


class Webcam(Device):
    """Reads an opened capture; the recording of a finite file ends with None, a live camera never ends."""

    def __init__(self, where: str, settings: CameraSettings, now: Callable[[], float]) -> None:
        self._name = f"webcam:{where}"
        self._now = now
        self._finite = _is_file(where)
        self._capture: Any = _capture(where, settings)
        if not self._capture.isOpened():
            raise HardwareError(f"Camera {self._name} cannot be opened: is another program using it?")

    def read(self) -> Frame | None:
        """The next frame. Raises HardwareError when the camera gives no more."""
        there, picture = self._capture.read()
        if there:
            return Frame(luma(picture), self._now())
        if self._finite:
            return None
        raise HardwareError(f"Camera {self._name} gives no more pictures: check its cable.")

    def close(self) -> None:
        self._capture.release()


def _is_file(where: str) -> bool:
    try:
        return Path(where).is_file()
    # An address may be longer than a file's name can be.
    except OSError:
        return False


def _capture(where: str, settings: CameraSettings) -> Any:
    import cv2

    if not where.isdecimal():
        return cv2.VideoCapture(where)
    capture = cv2.VideoCapture(int(where), cv2.CAP_V4L2)
    width, height = settings.size
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    capture.set(cv2.CAP_PROP_FPS, settings.frames_per_second)
    # An old picture is worth nothing: the driver is to keep one, not a queue.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture
