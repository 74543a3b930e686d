"""A small table for the pipeline: three cards, a hand, and all that is said of them."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from itertools import takewhile

from benchmarks.watching.evening import payload, picture, pipeline_of
from companion.core.table import Observation
from companion.core.tags import anchors
from companion.simulation.renderer.scene import Anchor, Item, Optics, RenderedMat, Scene, SceneHand, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.tracking.pipeline import TrackingPipeline

TAGS = [payload(number) for number in range(1, 9)]
FARM, MINE, PLOT = TAGS[:3]
OPTICS = Optics(width=1280, height=720, noise=2.5, blur=0.6, distortion=-0.01)
CORNERS = [(15.0, 15.0), (225.0, 15.0), (435.0, 15.0), (15.0, 285.0), (225.0, 285.0), (435.0, 285.0)]
MAT = RenderedMat(
    450.0, 300.0, tuple(Anchor(tag, *place) for tag, place in zip(anchors().values(), CORNERS, strict=False))
)


def card(tag: str, x: float, y: float, rotation: float = 0.0) -> Item:
    """A card whose label, not its middle, lies at (x, y) when it is upright."""
    return Item(tag, x, y - 16.0, rotation, 57.0, 87.0, (0.0, 16.0), caption=tag[:5])


TABLE = (card(FARM, 100.0, 150.0), card(MINE, 220.0, 150.0), card(PLOT, 340.0, 150.0))
STILL = Scene(TABLE)


def hand_at(x: float, y: float) -> SceneHand:
    return SceneHand(x, y, 90.0, shade=0.7)


def each_once(many: Iterable[list[str]]) -> list[list[str]]:
    """Without what is said twice in a row."""
    told: list[list[str]] = []
    for one in many:
        if told[-1:] != [one]:
            told.append(one)
    return told


LONGEST_BEGINNING = 12
"""Frames of the still table after which no test needs any more to know it whole."""

_beginnings: list[tuple[TrackingPipeline, list[tuple[int, Observation]]]] = []
"""What became of a pipeline after so many frames of the still table: most tests begin with some, and so do theirs."""


class Watched:
    """A pipeline, and all that it said with the number of the frame it said it after."""

    def __init__(self, *scenes: Scene, table: RenderedMat = MAT, optics: Optics = OPTICS) -> None:
        self.pipeline = pipeline_of(MAT, TAGS)
        self.said: list[tuple[int, Observation]] = []
        still = sum(1 for _ in takewhile(lambda scene: scene is STILL, scenes[:LONGEST_BEGINNING]))
        common = still if table is MAT and optics is OPTICS else 0
        known = min(common, len(_beginnings))
        if known:
            self.pipeline, self.said = deepcopy(_beginnings[known - 1])
        with SimulatedCamera(scenes, picture, SceneSetup(table, optics)) as camera:
            number = 0
            while (frame := camera.read()) is not None:
                number += 1
                if number <= known:
                    continue
                observation = self.pipeline.process(frame)
                if observation is not None:
                    self.said.append((number, observation))
                if number <= common:
                    _beginnings.append(deepcopy((self.pipeline, self.said)))

    @property
    def last(self) -> Observation:
        return self.said[-1][1]

    def first_without(self, tag: str) -> int | None:
        return next((number for number, said in self.said if tag not in tags_of(said)), None)


def tags_of(observation: Observation) -> list[str]:
    return sorted(place.tag for place in observation.labels)


def place_of(observation: Observation, tag: str) -> tuple[float, float]:
    pose = next(place.pose for place in observation.labels if place.tag == tag)
    return pose.x, pose.y


def place_near(observation: Observation, tag: str, x: float, y: float) -> bool:
    return any(abs(p.pose.x - x) < 1 and abs(p.pose.y - y) < 1 for p in observation.labels if p.tag == tag)


def is_blind(observation: Observation, x: float, y: float) -> bool:
    return any(box.contains(x, y) for box in observation.blind)


def coming_and_going(items: tuple[Item, ...], x: float, y: float, after: Iterable[Scene] = ()) -> list[Scene]:
    """A hand reaches in to (x, y), things happen, and it leaves."""
    way = [hand_at(x, y + step) for step in (300.0, 200.0, 100.0, 0.0)]
    there = [Scene(items, (hand,)) for hand in way]
    then = list(after)
    back = [Scene(then[-1].items if then else items, (hand,)) for hand in reversed(way)]
    return [*there, *then, *back]
