"""A camera whose arm shakes, sags or is knocked.

The same hand moves, takes and lays a card on the same table, under a camera that stands still and under cameras that do
not. What was said under each is compared: how many messages, whether the same news, and how many frames later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from math import cos, degrees, exp, pi
from time import thread_time

import numpy as np

from benchmarks.watching.evening import payload, picture, pipeline_of, playing_mat
from benchmarks.watching.play import CARD, COLUMNS, FIRST_SLOT, ROWS, SLOT_MM
from companion.core.plane import distance
from companion.core.table import Pose
from companion.simulation.renderer.scene import Bump, Item, Optics, Scene, SceneHand, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame

TAGS = [payload(number) for number in range(1, COLUMNS * ROWS + 1)]

START, HAND, REST = 25, 8, 25
"""Frames before the first hand, with a hand, and between hands."""

MOVED_MM = 1.0
"""A label that is said to lie so far from where it was said to lie before has moved."""

VIEW_MM = 960.0
"""What the picture shows of the table from left to right, about."""


def motions(width: int, seed: int) -> dict[str, list[Bump]]:
    """How the camera stands in each frame; shaking by so many pixels is meant at a corner of the picture."""
    random, frames, mm = np.random.default_rng(seed), frames_of_three_moves(), VIEW_MM / width
    turn = degrees(1.0 / (width / 2))

    def shaking(reach: float) -> list[Bump]:
        share = random.uniform(-1, 1, (frames, 3)) * (0.6, 0.6, 0.4) * reach
        return [Bump(x * mm, y * mm, t * turn) for x, y, t in share]

    sagging = [Bump(0.1 * n * mm, 0.25 * n * mm, 0.05 * n * turn) for n in range(frames)]
    knock = [40.0 * exp(-t / 3) * cos(t * pi / 2) + 6.0 if t >= 0 else 0.0 for t in range(-START - 2 * HAND, frames)]
    knocked = [Bump(x * mm, -0.5 * x * mm, 0.0) for x in knock[:frames]]
    still = [Bump()] * frames
    return {
        "at rest": still,
        "shakes by 0.6 px": shaking(0.6),
        "shakes by 1 px": shaking(1.0),
        "shakes by 3 px": shaking(3.0),
        "sags by 0.27 px a frame": sagging,
        "is knocked by 40 px": knocked,
    }


@dataclass(frozen=True, slots=True)
class News:
    """What changed with a message: after which frame it came, which tags came or moved, and which went."""

    frame: int
    moved: frozenset[str]
    gone: frozenset[str]


@dataclass(frozen=True, slots=True)
class Told:
    """What was said of the three moves: how many messages, the news among them, labels that were said to have faded,
    boxes that were said to be out of sight, and processor milliseconds of each frame.
    """

    messages: int
    news: tuple[News, ...]
    faded: int
    hidden: int
    took: tuple[float, ...]


def told(frames: Iterable[Frame], is_lit: bool = False) -> Told:
    """What is said of these frames of the three moves, on a mat round which lights lie or not."""
    pipeline, took = pipeline_of(playing_mat(), TAGS, is_lit), list[float]()
    messages, news, faded, hidden = 0, list[News](), 0, 0
    known: dict[str, Pose] = {}
    for number, frame in enumerate(frames):
        begun = thread_time()
        said = pipeline.process(frame)
        took.append(1000 * (thread_time() - begun))
        if said is None:
            continue
        messages, faded, hidden = messages + 1, faded + len(said.faded), hidden + len(said.hidden)
        seen = {place.tag: place.pose for place in said.labels}
        moved = {tag for tag in seen if tag not in known or distance(seen[tag], known[tag]) > MOVED_MM}
        if moved or set(known) - set(seen):
            news.append(News(number, frozenset(moved), frozenset(known) - frozenset(seen)))
        known = seen
    return Told(messages, tuple(news), faded, hidden, tuple(took))


def three_moves(optics: Optics, bumps: Sequence[Bump] = ()) -> Iterator[Frame]:
    """A hand moves, takes and lays a card, under a camera that stands so."""
    scenes = [
        replace(scene, bump=bump) for scene, bump in zip(scenes_of_three_moves(), bumps or repeat(Bump()), strict=False)
    ]
    with SimulatedCamera(scenes, picture, SceneSetup(playing_mat(), optics)) as camera:
        yield from iter(camera.read, None)


def verdict(told: Told, usual: Told) -> str:
    """How much later the same news came than it usually does, or that it was other news."""
    if [(one.moved, one.gone) for one in told.news] != [(one.moved, one.gone) for one in usual.news]:
        return f"OTHER NEWS: {[one.frame for one in told.news]}"
    later = [one.frame - other.frame for one, other in zip(told.news, usual.news, strict=True)]
    return f"the same news, frames later: {later}"


def frames_of_three_moves() -> int:
    return START + 3 * (HAND + REST)


def scenes_of_three_moves() -> Iterator[Scene]:
    tags = TAGS
    lying = [_card(tag, number) for number, tag in enumerate(tags[:45])]
    yield from [Scene(tuple(lying))] * START
    for act in range(3):
        for step in range(HAND):
            if step == HAND // 2:
                if act == 0:
                    lying[20] = replace(lying[20], x=lying[20].x + 12.0, rotation=20.0)
                elif act == 1:
                    del lying[3]
                else:
                    lying.append(_card(tags[50], 50))
            x, y = (400.0, 300.0)
            yield Scene(tuple(lying), (SceneHand(x, y + 100.0 * abs(step - HAND // 2), 90.0),))
        yield from [Scene(tuple(lying))] * REST


def _card(tag: str, slot: int) -> Item:
    row, column = divmod(slot, COLUMNS)
    x, y = FIRST_SLOT[0] + column * SLOT_MM[0], FIRST_SLOT[1] + row * SLOT_MM[1]
    return Item(
        tag, x, y, 3.0 * (slot % 5 - 2), CARD.width, CARD.height, (CARD.label_dx, CARD.label_dy), caption=tag[:5]
    )


def figures(optics: Optics) -> Iterator[str]:
    usual: Told | None = None
    for name, bumps in motions(optics.width, optics.seed).items():
        said = told(three_moves(optics, bumps))
        usual = usual or said
        yield f"{name:24} {said.messages:3} messages; {verdict(said, usual)}"
