"""A simulated table as a camera: renders scenes of real label pictures as a camera over the table would see them.

Cards and tiles carry the very label pictures that are printed, seen through a tilted pinhole with a slightly curved
lens, uneven light, lens blur, shot noise, reflections, and hands that come and go. The same seed gives the same frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import cv2

from companion.simulation.renderer.camera_model import CameraProjection, GrayImage, projection
from companion.simulation.renderer.hand_overlay import draw_hand
from companion.simulation.renderer.scene import Bump, Scene, SceneSetup
from companion.simulation.renderer.scene_renderer import SceneRenderer
from companion.simulation.renderer.sensor_noise import SensorNoise, draw_reflection, draw_shadow
from companion.simulation.renderer.sprites import Labels, cached
from hardware.camera import Frame
from hardware.device import Device

Stage = Iterable[Scene] | Callable[[], Scene | None]
"""Scenes in turn, or a question that is asked for each frame; None ends the pictures."""


class SimulatedCamera(Device):
    """A FrameSource that photographs the scenes of a stage."""

    def __init__(self, stage: Stage, labels: Labels, setup: SceneSetup) -> None:
        self._scenes = _questions(stage)
        self._setup = setup
        self._render = SceneRenderer(cached(labels), setup)
        self._noise = SensorNoise(setup.optics.width, setup.optics.height, setup.optics.seed)
        self._taken = 0
        self._closed = False

    def close(self) -> None:
        """No more frames. Closing twice is harmless."""
        self._closed = True

    def read(self) -> Frame | None:
        """The next frame; None when the stage is empty or the table is closed."""
        scene = None if self._closed else next(self._scenes, None)
        if scene is None:
            return None
        image = self._photograph(scene)
        divisor = max(round(image.shape[1] / self._setup.optics.small_width), 1)
        small_size = (image.shape[1] // divisor, image.shape[0] // divisor)
        small = cv2.resize(image, small_size, interpolation=cv2.INTER_AREA)
        taken_at = self._taken / self._setup.optics.frames_per_second
        self._taken += 1
        return Frame(image, taken_at, small)

    def camera(self, scene: Scene | None = None) -> CameraProjection:
        """The true geometry behind the frames, for comparing what was measured with what was."""
        return projection(self._setup.mat, self._setup.optics, scene.bump if scene else Bump())

    def _photograph(self, scene: Scene) -> GrayImage:
        still, deviation = self._render.picture(scene)
        picture = still.copy()
        camera = self._render.camera
        for shadow in scene.shadows:
            draw_shadow(picture, shadow, camera)
        for reflection in scene.reflections:
            draw_reflection(picture, reflection, camera)
        for hand in scene.hands:
            draw_hand(picture, hand, camera)
        return self._noise.over(picture, deviation) if self._setup.optics.noise else picture


def _questions(stage: Stage) -> Iterator[Scene]:
    if not callable(stage):
        return iter(stage)
    return _asked(stage)


def _asked(ask: Callable[[], Scene | None]) -> Iterator[Scene]:
    while (scene := ask()) is not None:
        yield scene
