"""The light that people have: bands that roll through the picture, a light that turns, a lamp that is switched, clouds.

The hand of `shake` moves, takes and lays a card. What is said in each light is compared with what is said in a steady
one, and so is the processor time of the frames in which nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.watching.shake import START, Told, frames_of_three_moves, three_moves, told, verdict
from companion.simulation.renderer.scene import Optics
from hardware.camera import Frame

Field = NDArray[np.floating[Any]]
LightField = Callable[[int, Field, Field], Field]
"""How many times brighter than usual each point is in a frame: of x and y from -1 to 1."""

FRAMES_A_SECOND = 10


def bands(depth: float, number: float, turns: float = 0.37) -> LightField:
    """A lamp that flickers by `depth`: so many bands a picture, which roll on by so many of them a frame."""
    return lambda frame, _, y: 1 + depth * np.sin(2 * np.pi * (number * (y + 1) / 2 + turns * frame))


def turning(depth: float, seconds: float) -> LightField:
    """A light that goes round the table, so much stronger on its side."""

    def field(frame: int, x: Field, y: Field) -> Field:
        angle = 2 * np.pi * frame / FRAMES_A_SECOND / seconds
        return 1 + depth * np.asarray(np.cos(angle) * x + np.sin(angle) * y) / np.float32(np.sqrt(2))

    return field


def switched(every: int) -> LightField:
    """A second lamp, at the left, is switched on and off."""
    return lambda frame, x, _: 0.7 + (0.25 - 0.1 * x if frame // every % 2 else 0.0 * x)


def clouds(seed: int) -> LightField:
    """The sun, and clouds whose soft edges cross the table."""
    random = np.random.default_rng(seed)
    steps = np.cumsum(random.normal(0, 0.03, 10_000))

    def field(frame: int, x: Field, y: Field) -> Field:
        edge = np.sin(frame / 23) * 1.5
        return np.asarray(0.8 + 0.15 * np.tanh(steps[frame]) + 0.15 * np.tanh(1.2 * (x + 0.4 * y - edge)))

    return field


def both(one: LightField, other: LightField) -> LightField:
    return lambda frame, x, y: one(frame, x, y) * other(frame, x, y)


def lights(seed: int) -> dict[str, LightField]:
    return {
        "steady": lambda _, x, __: np.ones_like(x),
        "bands of 4 %": bands(0.04, 3.3),
        "bands of 10 %": bands(0.10, 3.3),
        "bands of 10 %, standing": bands(0.10, 3.3, turns=0.0),
        "bands of 10 %, slow": bands(0.10, 3.3, turns=0.03),
        "bands of 6 %, narrow": bands(0.06, 9.7),
        "turns, 30 % in 8 s": turning(0.30, 8.0),
        "turns, 15 % in 30 s": turning(0.15, 30.0),
        "a lamp is switched": switched(21),
        "sun and clouds": clouds(seed),
        "bands of 4 %, and it turns": both(bands(0.04, 3.3), turning(0.30, 8.0)),
        "bands of 10 %, and it turns": both(bands(0.10, 3.3), turning(0.30, 8.0)),
    }


def lit(frame: Frame, number: int, light: LightField) -> Frame:
    """The frame in another light."""
    x, y = np.meshgrid(np.linspace(-1, 1, 64, dtype=np.float32), np.linspace(-1, 1, 256, dtype=np.float32))
    field = np.asarray(light(number, x, y), dtype=np.float32)

    def picture(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        fine = cv2.resize(field, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(image, fine, dtype=cv2.CV_8U), np.uint8)

    return replace(frame, image=picture(frame.image), small=None if frame.small is None else picture(frame.small))


def figures(optics: Optics) -> Iterator[str]:
    """A frame is quiet after the first look and its vote until the first hand comes."""
    frames, usual = list(three_moves(optics)), None
    assert len(frames) == frames_of_three_moves()
    for name, light in lights(optics.seed).items():
        said = told(lit(frame, number, light) for number, frame in enumerate(frames))
        usual = usual or said
        yield (
            f"{name:28} {said.messages:3} messages; {verdict(said, usual)}; {said.faded} faded, {said.hidden} hidden; "
            f"a quiet look {_quiet(said) / _quiet(usual):.1f} times as dear"
        )


def _quiet(said: Told) -> float:
    return median(said.took[START - 10 : START])
