"""A camera over a table: what it delivers has to live. Black pictures, the same one again and again, none any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

import numpy as np
import pytest

from companion.errors import DarkPictureError, HardwareError
from hardware.camera import Frame, FrameSource
from hardware.device import Device
from hardware.live_camera import LiveCamera, PictureHealth
from hardware.reconnecting import ReconnectingCamera

PER_SECOND = 10
RANDOM = np.random.default_rng(1)

Pixels = Callable[[], np.ndarray]


def table() -> np.ndarray:
    """What a sensor delivers of a table at rest: the same to the eye, and never the same bytes."""
    return np.clip(RANDOM.normal(120.0, 3.0, (180, 320)), 0, 255).astype(np.uint8)


def cap() -> np.ndarray:
    """A cap on the lens: the sensor's own noise, and nothing else."""
    return np.clip(RANDOM.normal(4.0, 2.0, (180, 320)), 0, 255).astype(np.uint8)


STUCK = table()


def stuck() -> np.ndarray:
    return STUCK


class Camera(Device):
    """Delivers these for so many seconds each, ten a second; then no more."""

    def __init__(self, pictures: Iterator[np.ndarray], clock: Iterator[int]) -> None:
        self._pictures, self._clock = pictures, clock

    def read(self) -> Frame | None:
        picture = next(self._pictures, None)
        return None if picture is None else Frame(picture, next(self._clock) / PER_SECOND)

    def close(self) -> None: ...


class Bench:
    """A camera that is opened again after it was lost, and what was said each time."""

    def __init__(self, *parts: tuple[Pixels, float]) -> None:
        pictures = (make() for make, seconds in parts for _ in range(round(seconds * PER_SECOND)))
        clock, health = count(), PictureHealth()
        self.opened = 0

        def opened() -> FrameSource:
            self.opened += 1
            return LiveCamera(Camera(pictures, clock), health)

        self.camera = ReconnectingCamera(opened)

    def said(self, reads: int) -> Sequence[str]:
        """What was the matter, one sentence for each time that it is another one, a dot for what was well."""
        told: list[str] = []
        for _ in range(reads):
            try:
                self.camera.read()
            except HardwareError as error:
                says = str(error)
            else:
                says = "."
            told += [says] if told[-1:] != [says] else []
        return told


BLACK = "The picture is black: take the cap off the lens, or make light."
STILL = "The picture stands still, and the camera is being restarted: if it stays so, unplug it and plug it in again."
GONE = "The camera gives no more pictures and is being restarted: if it stays so, check its cable."


def test_a_table_at_rest_is_well() -> None:
    bench = Bench((table, 60.0))

    assert (["."], 1) == (bench.said(600), bench.opened)


def test_a_black_picture_is_said_after_five_seconds_and_nothing_is_started_anew_for_it() -> None:
    bench = Bench((table, 2.0), (cap, 6.0), (table, 2.0))

    assert [".", BLACK, "."] == bench.said(100)
    assert 1 == bench.opened, "the next picture may be well"


def test_black_that_does_not_even_flicker_is_black_all_the_same() -> None:
    bench = Bench((lambda: np.zeros((180, 320), np.uint8), 7.0))

    assert ([".", BLACK], 1) == (bench.said(70), bench.opened)


def test_somebody_who_switches_the_light_off_for_a_moment_is_told_nothing() -> None:
    assert ["."] == Bench((table, 2.0), (cap, 4.5), (table, 2.0), (cap, 4.5)).said(130)


def test_one_lamp_in_the_dark_is_no_black_picture() -> None:
    def evening() -> np.ndarray:
        picture = cap()
        picture[80:100, 100:200] = 90
        return picture

    assert ["."] == Bench((evening, 20.0)).said(200)


def test_the_same_bytes_for_five_seconds_are_said_and_the_camera_is_started_anew() -> None:
    bench = Bench((table, 2.0), (stuck, 6.0), (table, 2.0))

    assert [".", STILL, "."] == bench.said(100)
    assert bench.opened > 1


def test_a_camera_that_is_stuck_still_when_it_was_started_anew_is_not_well_in_between() -> None:
    assert [".", STILL] == Bench((table, 1.0), (stuck, 30.0)).said(310)


def test_a_live_camera_that_ends_is_asked_again() -> None:
    bench = Bench((table, 1.0))

    assert [".", GONE] == bench.said(14)
    assert 4 == bench.opened, "after each of three failures"


@pytest.mark.parametrize("failure", [DarkPictureError("It is dark."), HardwareError("The cable is out.")])
def test_only_what_is_dark_keeps_its_camera(failure: HardwareError) -> None:
    log: list[str] = []

    class Failing(Device):
        def read(self) -> Frame | None:
            raise failure

        def close(self) -> None:
            log.append("closed")

    with ReconnectingCamera(Failing) as camera:
        with pytest.raises(HardwareError):
            camera.read()
        assert ([] if isinstance(failure, DarkPictureError) else ["closed"]) == log
