"""Cameras as bad drivers make them; each is opened in a process of its own by `test_camera_process`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hardware.camera import CameraSettings, Frame
from hardware.device import Device

GOOD_FRAMES = 2
WAY = "tests.hardware.misbehaving_cameras:"


class Camera(Device):
    """Gives so many frames, each as bright as its number and taken at ten times that; then `then` happens."""

    def __init__(self, then: Callable[[], object], frames: int = GOOD_FRAMES) -> None:
        self._then, self._frames, self._number = then, frames, 0

    def read(self) -> Frame | None:
        if self._number == self._frames:
            self._then()
            return None
        self._number += 1
        light = np.full((40, 60), 100 + self._number, np.uint8)
        return Frame(light, 10.0 * self._number, light[::4, ::4] + 50)

    def close(self) -> None: ...


class Leaking(Camera):
    """Keeps a hundred megabytes more of each frame."""

    def __init__(self) -> None:
        super().__init__(lambda: None, frames=30)
        self._kept: list[bytes] = []

    def read(self) -> Frame | None:
        self._kept.append(os.urandom(1) * (100 << 20))
        return super().read()


class Stuck(Camera):
    def close(self) -> None:
        hang()


def hang() -> None:
    time.sleep(1000)


def ending(_spec: str, _settings: CameraSettings, _now: object) -> Camera:
    return Camera(lambda: None, frames=12)


def hanging(_spec: str, _settings: CameraSettings, _now: object) -> Camera:
    return Camera(hang)


def hanging_while_it_opens(_spec: str, _settings: CameraSettings, _now: object) -> Camera:
    hang()
    raise AssertionError


def aborting(_spec: str, _settings: CameraSettings, _now: object) -> Camera:
    return Camera(os.abort)


def exiting(_spec: str, _settings: CameraSettings, _now: object) -> Camera:
    return Camera(lambda: os._exit(0))


def leaking(_spec: str, _settings: CameraSettings, _now: object) -> Camera:
    return Leaking()


def stuck(_spec: str, _settings: CameraSettings, _now: object) -> Camera:
    return Stuck(lambda: None)


def raising(_spec: str, _settings: CameraSettings, _now: object) -> Camera:
    raise OSError(16, "Device or resource busy")


def crashing_the_first_time(spec: str, _settings: CameraSettings, _now: object) -> Camera:
    """`spec` is a file that remembers it."""
    if Path(spec).exists():
        return Camera(hang, frames=1000)
    Path(spec).touch()
    return Camera(os.abort)
