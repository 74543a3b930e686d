"""A camera in a process of its own: a driver that hangs, crashes or leaks takes nothing with it.

The process is started anew, not forked: a copy of one that draws and has threads would inherit what it must not touch.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Event
from time import monotonic
from typing import Any

from companion.errors import HardwareError, NoCameraError
from hardware.camera import AttachedCamera, CameraSettings, Frame
from hardware.camera_child import Job
from hardware.device import Device
from hardware.shared_frames import FrameReader, reserve

logger = logging.getLogger(__name__)

OPENING = 45.0
"""Seconds until it is open: drivers are loaded, light settles and autofocus searches, which takes up to 30."""

FIRST_FRAME = 10.0
"""Seconds until an open camera gives its first frame; USB cameras are slow to begin."""

FRAME = 2.5
"""Seconds until a further frame, beside the time from one to the next: after that, the driver hangs."""

LISTING = 20.0
POLITE_END = 2.0
POLL_SECONDS = 0.1
"""Seconds between looks at whether anybody still waits."""

SLOWEST = 0.1

OPEN_CAMERA = "hardware.camera_registry:open_camera"


class CameraProcess(Device):
    """Reads the camera `spec` (see `open_camera`) in a process of its own. Raises HardwareError if it cannot be opened.

    Frames lie in memory that both share, and stay as they are while anybody looks at them. Waiting ends at once, with
    HardwareError, when `stopping` is set. `opener` is the `module:function` that opens the camera there.
    """

    def __init__(
        self,
        spec: str,
        settings: CameraSettings,
        stopping: Event | None = None,
        opener: str = OPEN_CAMERA,
        frame_patience: float = FRAME,
    ) -> None:
        self._stopping = stopping or Event()
        self._patience = FIRST_FRAME
        self._frame_patience = frame_patience + 1 / max(settings.frames_per_second, SLOWEST)
        self._closing = ExitStack()
        self._closed = False
        job = Job(opener, spec, asdict(settings))
        self._child = self._closing.enter_context(_child(json.dumps(asdict(job))))
        self._reader = FrameReader(self._child.frames)
        try:
            self._child.answer(OPENING, self._stopping)
        except BaseException:
            self.close()
            raise

    @property
    def process_id(self) -> int:
        """The number of the camera's process."""
        return self._child.process.pid

    def read(self) -> Frame | None:
        """The next frame; None when there will be no more. Raises HardwareError when the camera is lost."""
        if self._closed:
            raise HardwareError("The camera is closed: open it again.")
        self._child.ask(self._reader.free_slot)
        answer = self._child.answer(self._patience, self._stopping)
        if answer.get("ended"):
            return None
        self._patience = self._frame_patience
        small = answer["small"]
        return self._reader.frame(tuple(answer["image"]), tuple(small) if small else None, answer["taken_at"])

    def close(self) -> None:
        self._closed = True
        self._closing.close()
        self._reader.forget()


def attached_cameras(stopping: Event | None = None) -> list[AttachedCamera]:
    """As the registry's, but a driver that crashes while it looks for cameras does so elsewhere."""
    with _child() as child:
        listed = child.answer(LISTING, stopping or Event())["cameras"]
        return [AttachedCamera(**camera) for camera in listed]


class _Child:
    """The process, the channel to it, and the memory that both share."""

    def __init__(self, process: subprocess.Popen[bytes], channel: Connection, frames: int) -> None:
        self.process, self.frames = process, frames
        self._channel = channel

    def ask(self, slot: int) -> None:
        """For the next frame, in this slot. Whether it is still there, the answer says."""
        with suppress(OSError):
            self._channel.send_bytes(str(slot).encode())

    def answer(self, patience: float, stopping: Event) -> dict[str, Any]:
        """Raises HardwareError when it is lost, says nothing for so many seconds, or nobody waits any more."""
        try:
            if not self._has_answered(monotonic() + patience, stopping):
                if stopping.is_set():
                    raise HardwareError("The camera is let go of: nobody waits for it any more.")
                self.process.kill()
                raise HardwareError(
                    "The camera does not answer and is being restarted: if it stays so, check its cable."
                )
            answer: dict[str, Any] = json.loads(self._channel.recv_bytes())
        except (EOFError, OSError):
            code = self.process.wait()
            logger.warning("The camera's process has ended with %s.", code)
            raise HardwareError(
                "The camera's driver has ended and is being restarted: if it stays so, check its cable."
            ) from None
        if "failure" in answer:
            raise HardwareError(answer["failure"]) if answer["is_there"] else NoCameraError(answer["failure"])
        return answer

    def _has_answered(self, until: float, stopping: Event) -> bool:
        while monotonic() < until and not stopping.is_set():
            if self._channel.poll(POLL_SECONDS):
                return True
        return self._channel.poll()

    def end(self) -> None:
        """In good order if it can, and in any case now."""
        self._channel.close()
        try:
            self.process.wait(POLITE_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def _child(*job: str) -> Iterator[_Child]:
    ours, theirs = Pipe()
    frames = reserve()
    try:
        with theirs:
            handed = theirs.fileno(), frames
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "hardware.camera_child", str(os.getpid()), *map(str, handed), *job],
                pass_fds=handed,
                stdin=subprocess.DEVNULL,
                # It finds what this process finds, wherever that was started.
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        child = _Child(process, ours, frames)
        try:
            yield child
        finally:
            child.end()
    finally:
        ours.close()
        os.close(frames)
