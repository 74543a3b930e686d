"""A strip of lights round the mat: what is said of a table at whose edge spots shine, blink, and come and go.

The hand of `shake` moves, takes and lays a card, and its arm covers the lights over which it comes. What is said is
compared with what is said without lights, and so is the processor time of the frames in which nothing happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import median

from benchmarks.watching.evening import HEIGHT, WIDTH, picture, playing_mat
from benchmarks.watching.shake import START, Told, scenes_of_three_moves, told, verdict
from companion.simulation.renderer.scene import Optics, Reflection, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame

FRAMES_A_SECOND = 10

OUTSIDE = 8.0
"""Millimetres from the mat's edge to the lights."""

SPOTS = ((250.0, HEIGHT + OUTSIDE), (330.0, -OUTSIDE), (WIDTH + OUTSIDE, 330.0))
"""Whose turn it is, the fault, and where it goes."""

PITCH, LIGHT, GLOW = 16.7, 3.0, 50.0
"""Millimetres from light to light (60 a metre), of what is seen of one, and of its light on the mat."""

IN_A_LIT_ROOM, IN_A_DIM_ROOM = 0.03, 0.12
"""Of a white sheet's light what a spot adds: five lights of 0.4 cd (Worldsemi, WS2812B data sheet, red), which shine
upwards, give some 10 lx at 5 cm beside them when they are at 12 %, where a room has 300 lx of an evening, or 80.
"""

WAYS = {
    "a lit room, spots stay": (IN_A_LIT_ROOM, 0),
    "a lit room, a slow question": (IN_A_LIT_ROOM, FRAMES_A_SECOND),
    "a lit room, spots come and go": (IN_A_LIT_ROOM, 17),
    "a dim room, spots stay": (IN_A_DIM_ROOM, 0),
    "a dim room, a slow question": (IN_A_DIM_ROOM, FRAMES_A_SECOND),
    "a dim room, spots come and go": (IN_A_DIM_ROOM, 17),
}
"""By name: how bright, and for how many frames all but the first are dark; 0: never."""


def figures(optics: Optics) -> Iterator[str]:
    usual = told(_frames(optics, 0.0, 0))
    yield f"{'no lights':30} {usual.messages:3} messages"
    for name, (bright, every) in WAYS.items():
        said = told(_frames(optics, bright, every), is_lit=True)
        yield (
            f"{name:30} {said.messages:3} messages; {verdict(said, usual)}; {said.faded} faded, {said.hidden} hidden; "
            f"a quiet look {_quiet(said) / _quiet(usual):.1f} times as dear"
        )


def _frames(optics: Optics, bright: float, every: int) -> Iterator[Frame]:
    scenes = (_lit(scene, bright, number, every) for number, scene in enumerate(scenes_of_three_moves()))
    with SimulatedCamera(scenes, picture, SceneSetup(playing_mat(), optics)) as table:
        while (frame := table.read()) is not None:
            yield frame


def _lit(scene: Scene, bright: float, number: int, every: int) -> Scene:
    spots = SPOTS if not every or number // every % 2 else SPOTS[:1]
    lights = [light for spot in spots for light in _spot(spot, bright)] if bright else []
    return replace(scene, reflections=tuple(lights))


def _spot(spot: tuple[float, float], bright: float) -> Iterator[Reflection]:
    x, y = spot
    along = (0.0, PITCH) if x > WIDTH else (PITCH, 0.0)
    yield Reflection(x, y, GLOW, bright)
    for light in range(-2, 3):
        yield Reflection(x + light * along[0], y + light * along[1], LIGHT, 1.0)


def _quiet(said: Told) -> float:
    return median(said.took[START - 10 : START])
