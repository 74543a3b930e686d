"""A USB camera, or any stream or file that OpenCV can open."""

from __future__ import annotations

import fcntl
import os
import re
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.errors import HardwareError
from hardware.camera import AttachedCamera, CameraSettings, Frame, FrameSource
from hardware.device import Device
from hardware.image_files import luma

NODES = Path("/sys/class/video4linux")
LONGEST_TITLE = 60
SOLDERED_ON = "/sys/devices/platform/"
"""Where the kernel keeps what is no plug-in device; a USB port hangs below it too, on a Pi."""


S_CTRL, POWER_LINE_FREQUENCY = 0xC008561C, 0x00980918
"""VIDIOC_S_CTRL and V4L2_CID_POWER_LINE_FREQUENCY of the kernel's videodev2.h and v4l2-controls.h."""

POWER_LINE = {0: 0, 50: 1, 60: 2}
"""What that control calls the frequencies of lamps."""


def attached_webcams(nodes: Path = NODES) -> Iterator[AttachedCamera]:
    """`webcam:N` for each camera that is plugged in, the lowest number first, as it calls itself.

    A Pi has a dozen nodes more, of its codecs and receivers; and each camera has a second one, for its metadata.
    """
    for number in sorted(int(found[1]) for node in nodes.glob("video*") if (found := _NUMBER.search(node.name))):
        node = nodes / f"video{number}"
        place = str((node / "device").resolve())
        is_plugged_in = "/usb" in place or not place.startswith(SOLDERED_ON)
        if is_plugged_in and (node / "device").is_symlink() and _index(node) == 0:
            yield AttachedCamera(f"webcam:{number}", _title(node))


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
        self._finite, self._is_device = _is_file(where), where.isdecimal()
        self._capture: Any = _capture(where, settings)
        if not self._capture.isOpened():
            raise HardwareError(f"Camera {self._name} cannot be opened: is another program using it?")

    def read(self) -> Frame | None:
        """The next frame. Raises HardwareError when the camera gives no more."""
        there, picture = self._capture.read()
        if there:
            return Frame(luma(picture), self._taken_at())
        if self._finite:
            return None
        raise HardwareError(f"Camera {self._name} gives no more pictures: check its cable.")

    def close(self) -> None:
        self._capture.release()

    def _taken_at(self) -> float:
        """Monotonic seconds: the driver's own where it tells them."""
        import cv2

        milliseconds = self._capture.get(cv2.CAP_PROP_POS_MSEC) if self._is_device else 0.0
        return milliseconds / 1e3 if milliseconds > 0 else self._now()


_NUMBER = re.compile(r"(\d+)$")


def _index(node: Path) -> int | None:
    """Which of its device's nodes this is: the first one carries the pictures."""
    try:
        return int((node / "index").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _title(node: Path) -> str:
    """What the camera calls itself, in plain characters."""
    try:
        name = (node / "name").read_text(encoding="utf-8", errors="replace")
    except OSError:
        name = ""
    return "".join(c for c in name if c.isprintable()).strip()[:LONGEST_TITLE] or "USB camera"


def _is_file(where: str) -> bool:
    try:
        return Path(where).is_file()
    # An address may be longer than a file's name can be.
    except OSError:
        return False


def set_power_line_frequency(device: Path, mains_hz: int) -> None:
    """Has a camera expose for whole flickers of the lamps; OpenCV has no property for it. Many have no such control."""
    with suppress(OSError):
        node = os.open(device, os.O_RDWR | os.O_NONBLOCK)
        try:
            fcntl.ioctl(node, S_CTRL, struct.pack("=Ii", POWER_LINE_FREQUENCY, POWER_LINE[mains_hz]))
        finally:
            os.close(node)


def _capture(where: str, settings: CameraSettings) -> Any:
    import cv2

    if not where.isdecimal():
        return cv2.VideoCapture(where)
    set_power_line_frequency(Path(f"/dev/video{where}"), settings.mains_hz)
    capture = cv2.VideoCapture(int(where), cv2.CAP_V4L2)
    width, height = settings.size
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    capture.set(cv2.CAP_PROP_FPS, settings.frames_per_second)
    # An old picture is worth nothing: the driver is to keep one, not a queue.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture
