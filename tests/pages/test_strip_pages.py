"""The strip of lights is told by touch, or found by the camera while a light walks round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest

from companion.cameras.view_inspector import _shown
from companion.core.camera_view import CameraView, NoView
from companion.core.light_strip import AMBER, DARK, GREEN, RED, WHITE, StripPlace, corner_points
from companion.core.screen import Open, Tone, Touched
from companion.core.text import say
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM, opening_state
from companion.pages.hardware_test import HardwareTest
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.strip_set_up import place_in_use
from companion.simulation.renderer.scene import Anchor, Reflection, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from scripts.gallery.page_screens import context
from scripts.gallery.view_screens import MODULE_PX, USUAL, inspected
from tests.pages.test_camera_pages import opened, shown
from vision.labels import label_image

GAME = next(iter(GAMES))
LAYOUT = GAMES[GAME].layout(opening_state(GAMES[GAME]))
SIZE = LAYOUT.width, LAYOUT.height
IN_SETTINGS = StripPlace(60)


@dataclass
class Strip:
    """Shows what it is told to."""

    colours: Sequence[tuple[int, int, int]] = ()

    def show(self, colours: Sequence[tuple[int, int, int]], share: float | None = None) -> None:
        self.colours = colours


def with_strip(page: str, about: str = "") -> tuple[Navigator, PageContext, Strip]:
    home, strip = context(empty=True), Strip()
    home.machine = replace(home.machine, strip=strip, strip_place=IN_SETTINGS)
    return opened(home, page, about)[0], home, strip


def test_count_corner_and_way_are_told_by_touch_and_seen_at_once() -> None:
    flow, home, strip = with_strip("strip")
    for intent in (Touched("count", "10"), Touched("count", "-1"), Touched("start", "2"), Touched("way", "0")):
        flow.handle(intent)

    assert StripPlace(69, 2, clockwise=False) == place_in_use(home.store.preferences(), home.machine)
    assert 69 == len(strip.colours)
    assert (GREEN, WHITE, DARK, RED) == (strip.colours[0], strip.colours[10], strip.colours[40], strip.colours[68])
    assert "69 lights once round" in [str(group.title) for group in shown(flow).groups]


def light_places(place: StripPlace) -> list[tuple[float, float]]:
    """Where each light of a strip is that lies a little outside the mat."""
    corners, by = corner_points(SIZE), 1 if place.clockwise else -1
    way = [corners[(place.start + by * step) % 4] for step in range(5)]
    sides = [((x1 - x0), (y1 - y0)) for (x0, y0), (x1, y1) in pairwise(way)]
    places = []
    for number in range(place.count):
        left = number * 2 * sum(SIZE) / place.count
        for (x, y), (dx, dy) in zip(way, sides, strict=False):
            length = abs(dx) + abs(dy)
            if left <= length:
                places.append((x + dx * left / length, y + dy * left / length))
                break
            left -= length
    return places


@pytest.mark.parametrize("place", [StripPlace(150, 1), StripPlace(110, 3, clockwise=False)], ids=str)
def test_a_light_that_walks_round_tells_how_the_strip_lies(place: StripPlace) -> None:
    """In rendered pictures of the mat; what the first of two pictures shows may be of the moment before."""
    flow, home, strip = with_strip("strip walk", GAME)
    anchors = tuple(Anchor(tag, at.x, at.y, at.rotation) for tag, at in LAYOUT.anchors.items())
    places = light_places(place)

    def scene() -> Scene:
        lit = [number for number, colour in enumerate(strip.colours) if colour == AMBER and number < place.count]
        return Scene(reflections=tuple(Reflection(*places[number], 9.0, 0.25) for number in lit))

    seen = inspected(GAME, Scene(), USUAL, LAYOUT)
    assert 4 == len(seen.mat)
    mat = RenderedMat(*SIZE, anchors, LABEL_MM)
    before: CameraView = seen
    with SimulatedCamera(scene, lambda tag: label_image(tag, MODULE_PX), SceneSetup(mat, USUAL)) as camera:
        for _ in range(120):
            if home.seen is not None and not str(shown(flow).advice).startswith("A light walks"):
                break
            frame = camera.read()
            assert frame is not None
            now = replace(seen, picture=_shown(frame.image))
            for home.seen in (before, now):
                flow.saw(home.seen)
            before = now
    page = shown(flow)
    assert (Tone.GOOD, True) == (page.tone, page.buttons[1].enabled), str(page.advice)
    flow.handle(Touched("done"))

    found = place_in_use(home.store.preferences(), home.machine)
    assert (place.start, place.clockwise) == (found.start, found.clockwise)
    assert place.count == pytest.approx(found.count, rel=0.02)


def test_a_walk_that_is_not_seen_says_so_and_changes_nothing() -> None:
    flow, home, _ = with_strip("strip walk", GAME)
    seen = inspected(GAME, Scene(), USUAL, LAYOUT)
    home.seen = NoView(say("No camera was found."), is_there=False)
    flow.saw(home.seen)
    assert Tone.BAD is shown(flow).tone
    home.seen = seen
    for _ in range(20):
        flow.saw(seen)

    page = shown(flow)
    assert (Tone.BAD, False) == (page.tone, page.buttons[1].enabled)
    flow.close()
    assert IN_SETTINGS == place_in_use(home.store.preferences(), home.machine)


def test_without_a_strip_the_page_is_not_offered_and_says_why() -> None:
    home = context(empty=True)
    home.machine = replace(home.machine, unavailable={"strip": say("No strip of lights is named.")})
    rows: list[Any] = [row for group in HardwareTest(home).view().groups for row in group.rows]

    (row,) = (row for row in rows if str(row.title) == "Lights round the mat")
    assert (None, "No strip of lights is named.") == (row.intent, str(row.why_not))
    home.machine = replace(home.machine, unavailable={})
    assert Open("strip") in [row.intent for group in HardwareTest(home).view().groups for row in group.rows]
