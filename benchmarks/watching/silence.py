"""What keeps a watcher from telling: how soon that is said, why, and how soon it is over.

A small table; what is the matter begins after a second, a card is moved under it, and it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from benchmarks.watching.evening import payload, picture, pipeline_of
from benchmarks.watching.light import LightField, bands, both, lit, turning
from companion.core.tags import anchors
from companion.simulation.renderer.scene import Anchor, Bump, Item, Optics, RenderedMat, Scene, SceneHand, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame
from vision.tracking.silence import WhySilent

TAGS = [payload(number) for number in range(1, 9)]
CORNERS = [(15.0, 15.0), (225.0, 15.0), (435.0, 15.0), (15.0, 285.0), (225.0, 285.0), (435.0, 285.0)]
MAT = RenderedMat(
    450.0, 300.0, tuple(Anchor(tag, *place) for tag, place in zip(anchors().values(), CORNERS, strict=False))
)
OPTICS = Optics(width=1280, height=720, noise=2.5, blur=0.6, distortion=-0.01)

EVERY = 0.2
"""Seconds between two frames."""

BEFORE, DURING, AFTER = 8, 70, 40
"""Frames before it begins, while it lasts, and after it."""

MOVED_AT = BEFORE + 5
"""The frame from which on a card lies elsewhere."""

Trouble = Callable[[int, Scene], Scene]


@dataclass(frozen=True, slots=True)
class Said:
    """Why nothing was told, the seconds until that was said, and those until it was over again; None if it was not."""

    why: WhySilent | None
    after: float | None
    over_after: float | None


def cards(moved: bool = False) -> tuple[Item, ...]:
    places = [(90.0 + 90.0 * column, 75.0 + 130.0 * row) for row in range(2) for column in range(4)]
    if moved:
        places[5] = (places[5][0] + 12.0, places[5][1] + 14.0)
    return tuple(Item(tag, x, y, 0.0, 57.0, 87.0, (0.0, 16.0)) for tag, (x, y) in zip(TAGS, places, strict=True))


def _light(field: LightField, usually: float = 1.0) -> LightField:
    return lambda frame, x, y: field(frame, x, y) if BEFORE <= frame < BEFORE + DURING else np.full_like(x, usually)


def _flicker(depth: float, seed: int = 1) -> LightField:
    """A lamp at the right whose brightness is another one in every frame."""
    strength = np.random.default_rng(seed).uniform(-depth, depth, BEFORE + DURING)
    return lambda frame, x, _: 1 + strength[frame] * (x > -0.2)


LIGHTS: dict[str, LightField] = {
    "steady light": _light(lambda _, x, __: np.ones_like(x)),
    "bands of 10 %": _light(bands(0.10, 3.3)),
    "bands of 10 %, and it turns": _light(both(bands(0.10, 3.3), turning(0.30, 8.0))),
    "bands of 20 %, narrow": _light(bands(0.20, 17.7)),
    "bands of 40 %, narrow": _light(bands(0.40, 17.7)),
    "bands of 40 %, and it turns": _light(both(bands(0.40, 17.7), turning(0.30, 8.0))),
    "bands of 60 %": _light(bands(0.60, 9.7)),
    "a lamp flickers by 50 %": _light(_flicker(0.5)),
    "the lamp goes out": _light(lambda _, x, __: np.full_like(x, 0.165), usually=1.4),
}


def _shaking(frame: int, scene: Scene) -> Scene:
    return replace(scene, bump=Bump(*(np.random.default_rng(frame).uniform(-1, 1, 3) * (9.0, 9.0, 3.0))))


def _hands(count: int) -> Trouble:
    def waved(frame: int, scene: Scene) -> Scene:
        places = np.linspace(80.0, 370.0, count) if count > 1 else (80.0,)
        return replace(
            scene,
            hands=tuple(
                SceneHand(x + 12 * np.sin(frame), 60.0 + 50.0 * np.cos(frame + n), 90.0) for n, x in enumerate(places)
            ),
        )

    return waved


def _elsewhere(_: int, scene: Scene) -> Scene:
    return replace(scene, bump=Bump(900.0, 900.0, 0.0))


TROUBLES: dict[str, Trouble] = {
    "the camera shakes by 9 mm": _shaking,
    "five hands wave": _hands(5),
    "a hand waves": _hands(1),
    "the camera looks elsewhere": _elsewhere,
}


def frames_of(name: str) -> Iterator[Frame]:
    """The pictures in which this is the matter."""
    trouble, light = TROUBLES.get(name), LIGHTS.get(name)
    scenes = [Scene(cards(moved=number >= MOVED_AT)) for number in range(BEFORE + DURING + AFTER)]
    if trouble is not None:
        for number in range(BEFORE, BEFORE + DURING):
            scenes[number] = trouble(number, scenes[number])
    with SimulatedCamera(scenes, picture, SceneSetup(MAT, OPTICS)) as camera:
        for number, frame in enumerate(iter(camera.read, None)):
            timed = replace(frame, taken_at=number * EVERY)
            yield timed if light is None else lit(timed, number, light)


def said_of(name: str, frames: int | None = None) -> Said:
    """What is said where this is the matter, as far as so many frames show."""
    pipeline, begun = pipeline_of(MAT, TAGS), (BEFORE - 1) * EVERY
    why, after, over_after = None, None, None
    for frame in islice(frames_of(name), frames):
        pipeline.process(frame)
        if why is None and pipeline.why_silent is not None:
            why, after = pipeline.why_silent, frame.taken_at - begun
        if why is not None and over_after is None and pipeline.why_silent is None:
            over_after = frame.taken_at - begun - DURING * EVERY
    return Said(why, after, over_after)


def figures() -> Iterator[str]:
    for name in (*LIGHTS, *TROUBLES):
        said = said_of(name)
        if said.why is None:
            yield f"{name:28} nothing is said"
        else:
            over = "not over" if said.over_after is None else f"over {said.over_after:.1f} s after it"
            yield f"{name:28} {said.why.value:16} said after {said.after:4.1f} s, {over}"
