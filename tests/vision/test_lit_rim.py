"""Lights round the mat that come and go: their light is no news, and what comes into it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.watching.evening import picture, pipeline_of
from benchmarks.watching.strip import GLOW, IN_A_DIM_ROOM, IN_A_LIT_ROOM, LIGHT, OUTSIDE
from companion.simulation.renderer.scene import Reflection, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from tests.vision.watched import MAT, OPTICS, STILL, TABLE, TAGS, card, hand_at, tags_of

CALM, BLINKING = 20, 40
"""Frames until a table is calm, and those in which lights come and go."""


def lit(scene: Scene, bright: float) -> Scene:
    at = (MAT.width / 2, -OUTSIDE)
    return replace(scene, reflections=(Reflection(*at, GLOW, bright), Reflection(*at, LIGHT, 1.0)))


def said(*scenes: Scene, is_lit: bool = True) -> tuple[list[set[str]], int]:
    """The labels of each message after the first, and how many frames were looked at quickly."""
    pipeline = pipeline_of(MAT, TAGS, is_lit)
    with SimulatedCamera(scenes, picture, SceneSetup(MAT, OPTICS)) as camera:
        news = [pipeline.process(frame) for frame in iter(camera.read, None)]
    return [set(tags_of(each)) for each in news if each is not None][1:], pipeline.counters.unchanged


def blinking(bright: float) -> list[Scene]:
    return [lit(STILL, bright) if number % 4 < 2 else STILL for number in range(BLINKING)]


@pytest.mark.parametrize("bright", [IN_A_LIT_ROOM, IN_A_DIM_ROOM])
def test_lights_that_blink_are_no_news_and_keep_nobody_from_quick_looks(bright: float) -> None:
    news, quick = said(*[STILL] * CALM, *blinking(bright))

    assert [] == news
    assert quick > BLINKING // 2


def test_where_nobody_has_said_that_lights_lie_there_each_of_them_is_looked_at() -> None:
    _, quick = said(*[STILL] * CALM, *blinking(IN_A_DIM_ROOM), is_lit=False)

    assert quick <= CALM


@pytest.mark.parametrize("y", [55.0, 75.0], ids=["at the edge", "in the glow"])
def test_a_card_laid_where_the_light_falls_is_told(y: float) -> None:
    laid = Scene((*TABLE, card(TAGS[4], MAT.width / 2, y)))
    hand = Scene(TABLE, (hand_at(MAT.width / 2, y),))
    after = [lit(laid, IN_A_DIM_ROOM) if number % 4 < 2 else laid for number in range(8)]

    news, _ = said(*[STILL] * CALM, *blinking(IN_A_DIM_ROOM)[:8], hand, hand, *after)

    assert {*tags_of_table(), TAGS[4]} == news[-1]


def tags_of_table() -> set[str]:
    return {item.tag for item in TABLE if item.tag is not None}
