"""Which cameras there are: the one table from a name to an implementation, imported only when chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from time import monotonic
from typing import Any

from companion.errors import HardwareError
from hardware.camera import AttachedCamera, CameraSettings, FrameSource

CAMERAS = {
    "folder": "hardware.recordings:open_recording",
    "webcam": "hardware.webcam:open_webcam",
    "pi": "hardware.pi_camera:open_pi_camera",
}
ATTACHED = ("hardware.pi_camera:attached_pi_cameras", "hardware.webcam:attached_webcams")
"""What looks for cameras, the better ones first."""

KINDS = "simulator, folder:PATH, webcam:N, pi"


def open_camera(spec: str, settings: CameraSettings, now: Callable[[], float] = monotonic) -> FrameSource:
    """Opens the camera that `spec` names: `folder:PATH`, `webcam:N` (or an address, or a file), `pi` or `pi:N`.

    `simulator` needs to know a game and is therefore made by whoever knows one. Raises HardwareError.
    """
    kind, _, where = spec.partition(":")
    if kind not in CAMERAS:
        raise HardwareError(f"There is no camera `{spec}` here: choose one of {KINDS}.")
    source: FrameSource = _imported(CAMERAS[kind])(where, settings, now)
    return source


def attached_cameras() -> Iterator[AttachedCamera]:
    """The cameras that are plugged in. May take seconds: drivers are loaded."""
    for finder in ATTACHED:
        yield from _imported(finder)()


def _imported(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
