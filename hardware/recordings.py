"""Recorded tables: a folder of pictures, a single picture, or a video file, played as if a camera saw them now."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.errors import HardwareError, ImageError
from hardware.camera import CameraSettings, Frame, FrameSource
from hardware.device import Device
from hardware.image_files import PICTURES, is_picture, luma, pictures_in, read_luma

logger = logging.getLogger(__name__)


def open_recording(where: str, settings: CameraSettings, _now: Callable[[], float]) -> FrameSource:
    """Opens recorded pictures; frames carry the time of the recording, from 0.0 on. Raises HardwareError."""
    if not where:
        raise HardwareError("Camera `folder` needs to know which one: write folder:PATH.")
    try:
        path = Path(where).expanduser()
        is_folder, is_file = path.is_dir(), path.is_file()
        pictures = pictures_in(path) if is_folder else [path] if is_picture(path) else []
    # RuntimeError: there is no such user whose home it could be.
    except (OSError, RuntimeError) as error:
        raise HardwareError(f"{where} cannot be opened ({error}): check the path.") from error
    if not (is_folder or is_file):
        raise HardwareError(f"There is no folder, picture or video {path}: check the path.")
    if is_folder and not pictures:
        raise HardwareError(f"Folder {path} holds no pictures ({', '.join(sorted(PICTURES))}): choose another one.")
    if pictures:
        return PictureFolder(pictures, settings.frames_per_second)
    return VideoFile(path, settings.frames_per_second)


class PictureFolder(Device):
    """Plays picture files at a steady rate of recording time; damaged ones are reported and left out."""

    def __init__(self, pictures: Sequence[Path], frames_per_second: float) -> None:
        self._frames = usable(tuple(pictures), frames_per_second)

    def read(self) -> Frame | None:
        """The next usable picture, or None after the last. Raises HardwareError when not a single one was usable."""
        return next(self._frames, None)

    def close(self) -> None:
        self._frames = iter(())


def usable(pictures: tuple[Path, ...], frames_per_second: float) -> Iterator[Frame]:
    """The frames of the pictures that can be read. Raises HardwareError at the end when there was none."""
    damaged = 0
    for number, path in enumerate(pictures):
        try:
            image = read_luma(path)
        except ImageError as error:
            damaged += 1
            logger.warning("%s", error)
        else:
            yield Frame(image, number / frames_per_second)
    if damaged == len(pictures):
        raise HardwareError(f"No picture of {pictures[0].parent} can be used: the log says why.")


class VideoFile(Device):
    """Plays a video file; its own frame rate gives the times."""

    def __init__(self, path: Path, frames_per_second: float) -> None:
        import cv2

        self._capture: Any = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise HardwareError(f"{path} is neither a picture nor a video that can be played: check the file.")
        self._path = path
        self._rate = self._capture.get(cv2.CAP_PROP_FPS) or frames_per_second
        self._count = 0

    def read(self) -> Frame | None:
        """The next frame, or None after the last. Raises HardwareError when the video holds not a single one."""
        if not self._capture.isOpened():
            return None
        there, picture = self._capture.read()
        if there:
            self._count += 1
            return Frame(luma(picture), (self._count - 1) / self._rate)
        if self._count == 0:
            raise HardwareError(f"Video {self._path} holds no picture that can be read: record it again.")
        return None

    def close(self) -> None:
        self._capture.release()
