"""Real frames instead of the ideal eye: the same table drawn by the renderer and read by the tracking pipeline."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from benchmarks.clumsy.eye import Boxes, IdealEye
from benchmarks.clumsy.scenery import Scenery
from benchmarks.clumsy.tabletop import Thing
from companion.cameras.sources import pipeline_for
from companion.core.game import Game
from companion.core.table import Box, LabelPlace, Observation, TableLayout
from companion.label_sets.piece_labels import LABEL_MM
from companion.simulation.physical_table import MODULE_PX
from companion.simulation.renderer.scene import Anchor, Bump, Item, Optics, RenderedMat, Scene, SceneLight, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame
from vision.labels import label_image
from vision.tracking.pipeline import TrackingPipeline

BINNED_PX, BINNED_MM = (2304, 1296), (1200, 800)
"""Pixels of the Pi camera's binned mode: about 1.2 to a module of a label on a mat of that size. Less would not do."""

FULL_PX = (4608, 2592)
"""All pixels of the Pi camera, for larger mats."""

DARK = 0.04
"""How much light is left when the lamp is off."""

FOREIGN_MM = 40.0

FRAMES_A_SECOND = 5
BARE_FRAMES = 25
"""So many frames of the bare mat are enough to remember it by."""

SET_FRAMES = 15
"""So many of the table as it is set are enough to read it: what people do not lay at once need not be read at once."""

REST_FRAMES = 22
"""Before an evening begins the table rests for so many frames more, a second apart: nobody lays it in one go, and what
comes up to the picture's edge in one piece may be an arm for as long."""

DIFFERENT = 4
"""So many frames are rendered of a scene that stays as it is; after them they come again."""

MATS = 16
"""So many mats are kept as they were drawn and first read: those of all games and numbers of players."""

WHOLE_TABLE_MM = 5000.0
"""What covers more than this is the dark."""


class Camera:
    """Photographs scenes of one mat; a scene that stays has several frames, each with its own noise, in turn."""

    def __init__(self, mat: RenderedMat) -> None:
        pixels = BINNED_PX if mat.width <= BINNED_MM[0] and mat.height <= BINNED_MM[1] else FULL_PX
        self._scene, self._taken, self._shown = Scene(), list[Frame](), 0
        setup = SceneSetup(mat, Optics(width=pixels[0], height=pixels[1]))
        self._camera = SimulatedCamera(lambda: self._scene, lambda tag: label_image(tag, MODULE_PX), setup)

    def photograph(self, scene: Scene, at: float) -> Frame:
        """A frame of the scene, taken at so many seconds."""
        if scene != self._scene:
            self._scene, self._taken, self._shown = scene, [], 0
        if len(self._taken) < DIFFERENT:
            frame = self._camera.read()
            assert frame is not None, "the stage never runs out of scenes"
            self._taken.append(frame)
        self._shown += 1
        return replace(self._taken[self._shown % len(self._taken)], taken_at=at)


class RenderedFrames:
    """Photographs the table whenever the companion looks at it; the pipeline says what has become certain.

    `from_the_start`: the camera saw the bare mat before anything was laid on it, as it does where the companion has run
    since the evening began; else it was started in the middle of it.
    """

    def __init__(self, game: Game[Any, Any], scenery: Scenery, eye: IdealEye, from_the_start: bool = True) -> None:
        self._eye, self._scenery = eye, scenery
        room = Room.of(game, eye.table.layout)
        self._camera = _camera(room.mat)
        self._pipeline = that_saw_the_bare_mat(room) if from_the_start else pipeline_for(game, eye.table.layout)
        self._news: Observation | None = None
        scene = self._scene((), (), hidden=False)
        for at in _seconds_before(REST_FRAMES if from_the_start else 0):
            self._news = self._process(scene, at) or self._news

    def watch(self, at: float, hands: Boxes, covers: Boxes, hidden: bool) -> Observation | None:
        """One more frame. Raises ImageError as the pipeline does."""
        self._eye.look(hands, covers)  # The judge asks it what has been in sight.
        said = self._process(self._scene(hands, covers, hidden), at) or self._news
        self._news = None
        return said

    def _process(self, scene: Scene, at: float) -> Observation | None:
        return self._pipeline.process(self._camera.photograph(scene, at))

    def _scene(self, hands: Boxes, covers: Boxes, hidden: bool) -> Scene:
        things = [_item(thing) for thing in self._eye.table.things]
        foreign = [_foreign(place) for place in self._eye.foreign]
        lying = [self._scenery.cover(box) for box in covers if not _is_dark(box)]
        held = [replace(_item(thing), lift=lift) for thing, lift in self._scenery.held]
        arms = self._scenery.arms(hands, self._eye.table.layout.height)
        light = SceneLight(level=DARK if any(map(_is_dark, covers)) else self._scenery.level)
        bump = Bump(dx=6.0) if hidden else Bump()
        shines, shadows = tuple(self._scenery.reflections), tuple(self._scenery.shadows)
        return Scene((*things, *foreign, *lying, *held), arms, light, bump, shines, shadows)


@dataclass(frozen=True)
class Room:
    """A game's mat, and what reads it; equal where the mats are."""

    mat: RenderedMat
    name: str
    game: Game[Any, Any] = field(compare=False)
    layout: TableLayout = field(compare=False)

    @classmethod
    def of(cls, game: Game[Any, Any], layout: TableLayout) -> Room:
        return cls(RenderedMat(layout.width, layout.height, _anchors(layout), LABEL_MM), game.name, game, layout)


@lru_cache(maxsize=MATS)
def _camera(mat: RenderedMat) -> Camera:
    """Drawing a mat takes longer than photographing it: one camera for all trials at the same mat."""
    return Camera(mat)


def that_saw_the_bare_mat(room: Room) -> TrackingPipeline:
    """A pipeline of its own for each trial: what it is made of are values."""
    return copy(_at_the_bare_mat(room))


@lru_cache(maxsize=MATS)
def _at_the_bare_mat(room: Room) -> TrackingPipeline:
    pipeline = pipeline_for(room.game, room.layout)
    begun = _seconds_before(REST_FRAMES)[0]
    for number in range(-BARE_FRAMES, 0):
        pipeline.process(_camera(room.mat).photograph(Scene(), begun + number / FRAMES_A_SECOND))
    return pipeline


def _seconds_before(rest: int) -> list[float]:
    """When the table is photographed as it is set, the last time at 0; it then rests for so many frames."""
    return [number / FRAMES_A_SECOND - rest for number in range(1 - SET_FRAMES, 1)] + list(range(1 - rest, 1))


def _anchors(layout: TableLayout) -> tuple[Anchor, ...]:
    return tuple(Anchor(tag, pose.x, pose.y, pose.rotation) for tag, pose in layout.anchors.items())


def _item(thing: Thing) -> Item:
    shape, centre = thing.shape, thing.centre
    return Item(
        None if thing.shows in ("nothing", "washed out") else thing.tag,
        centre.x,
        centre.y,
        centre.rotation,
        shape.width,
        shape.height,
        (shape.label_dx, shape.label_dy),
        LABEL_MM,
        unreadable_by="glare" if thing.shows == "torn" else None,
        tilt=thing.tilt,
        bend=thing.bend,
    )


def _foreign(place: LabelPlace) -> Item:
    pose = place.pose
    return Item(place.tag, pose.x, pose.y, pose.rotation, FOREIGN_MM, FOREIGN_MM)


def _is_dark(box: Box) -> bool:
    return box.right - box.left > WHOLE_TABLE_MM
