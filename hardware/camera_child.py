"""The process that a camera's driver lives in: `python -m hardware.camera_child`, started by `hardware.camera_process`.

It is told what to open and answers one question at a time, in JSON; the frames themselves it writes into shared
memory. It ends when nobody asks any more.
"""

from __future__ import annotations

import ctypes
import json
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import Any

from companion.errors import NoCameraError
from hardware.camera import CameraSettings, FrameSource, failure_in_words
from hardware.camera_registry import attached_cameras
from hardware.shared_frames import FrameWriter

MOST_MEMORY = 400
"""Megabytes of its own: several times what any driver was seen to need. One that takes more leaks."""

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Job:
    """What to open: `opener` is `module:function`, which is given the other two and `monotonic`."""

    opener: str
    spec: str
    settings: dict[str, Any]


def serve(connection: Connection, frames: int, job: Job) -> None:
    """Opens the camera and hands out its frames until the other end is closed, or the camera is lost."""
    try:
        with _opened(job) as source:
            writer = FrameWriter(frames)
            _answer(connection, {})
            while (slot := _asked(connection)) is not None:
                _answer(connection, _next_frame(source, writer, slot))
    except Exception as failure:  # drivers raise what they like: whoever asked shall know
        logging.getLogger(__name__).debug("The camera failed.", exc_info=True)
        is_there = not isinstance(failure, NoCameraError)
        _answer(connection, {"failure": failure_in_words(failure), "is_there": is_there})


def list_cameras(connection: Connection) -> None:
    """Says which cameras are plugged in."""
    _answer(connection, {"cameras": [asdict(camera) for camera in attached_cameras()]})


def _opened(job: Job) -> FrameSource:
    module, _, attribute = job.opener.partition(":")
    opener: Callable[..., FrameSource] = getattr(import_module(module), attribute)
    settings: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in job.settings.items()
    }
    return opener(job.spec, CameraSettings(**settings), monotonic)


def _next_frame(source: FrameSource, writer: FrameWriter, slot: int) -> dict[str, Any]:
    frame = source.read()
    if frame is None:
        return {"ended": True}
    image, small = writer.write(frame, slot)
    if (used := _own_megabytes()) > MOST_MEMORY:
        raise MemoryError(f"its driver took {used} MB of memory")
    return {"image": image, "small": small, "taken_at": frame.taken_at}


def _own_megabytes(statm: Path = Path("/proc/self/statm")) -> int:
    """What this process alone holds in memory; 0 where the system does not say."""
    try:
        _, resident, shared, *_ = statm.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE") // 2**20


def _asked(connection: Connection) -> int | None:
    """The slot that the next frame is wanted in; None at the end."""
    try:
        return int(connection.recv_bytes())
    except (EOFError, OSError):
        return None


def _answer(connection: Connection, answer: dict[str, Any]) -> None:
    try:
        connection.send_bytes(json.dumps(answer).encode())
    except OSError:  # Nobody listens any more: the evening is over.
        sys.exit(0)


def _end_with(parent: int) -> None:
    """However the parent ends, this process does not outlive it; and where memory is short, it goes first."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(0)
    # Ctrl+C reaches both; the parent closes us in good order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # a sandbox may not allow it
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def main(parent: str, channel: str, frames: str, job: str = "") -> None:
    """Serves the job that is described in JSON; without one, lists the cameras."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    _end_with(int(parent))
    with Connection(int(channel)) as connection:
        if job:
            serve(connection, int(frames), Job(**json.loads(job)))
        else:
            list_cameras(connection)


if __name__ == "__main__":
    main(*sys.argv[1:])
