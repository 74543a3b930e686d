"""Where a camera that shakes has moved to, and that nobody hears of it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.watching.evening import picture
from companion.simulation.renderer.scene import Bump, Scene, SceneLight, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from tests.vision.watched import FARM, MAT, OPTICS, PLOT, STILL, TABLE, Watched, coming_and_going, hand_at, tags_of
from vision.detections import Detection, Detections
from vision.tracking.global_motion import STILL as NO_MOTION
from vision.tracking.global_motion import GlobalMotion, MotionTemplate

MM_PER_PX = 0.37
PLACES = np.array([(x, y) for x in (30.0, 225.0, 420.0) for y in (30.0, 270.0)])


def motions(*scenes: Scene) -> list[tuple[GlobalMotion | None, np.ndarray, np.ndarray]]:
    """What is found in each scene but the first, where the places were in that, and where they are."""
    with SimulatedCamera(scenes, picture, SceneSetup(MAT, OPTICS)) as camera:
        frames = list(iter(camera.read, None))
        truth = [camera.camera(scene).to_px(PLACES) for scene in scenes]
    small = frames[0].small
    assert small is not None
    template = MotionTemplate.of(small, frames[0].image.shape[1] / small.shape[1])
    found = [template.motion_of(frame.small, NO_MOTION) for frame in frames[1:] if frame.small is not None]
    return [(motion, truth[0], there) for motion, there in zip(found, truth[1:], strict=True)]


@pytest.mark.parametrize(
    ("scene", "exact_px"),
    [
        (STILL, 0.05),
        (Scene(TABLE, bump=Bump(1.0 * MM_PER_PX, -0.6 * MM_PER_PX, 0.03)), 0.15),
        (Scene(TABLE, bump=Bump(-3.0 * MM_PER_PX, 2.0 * MM_PER_PX, -0.1)), 0.25),
        (Scene(TABLE, (hand_at(225.0, 100.0),), SceneLight(0.9), Bump(2.0 * MM_PER_PX, 2.0 * MM_PER_PX)), 0.25),
        (Scene(TABLE[:1], bump=Bump(2.0 * MM_PER_PX, 2.0 * MM_PER_PX)), 0.25),
        (Scene(TABLE, bump=Bump(40.0 * MM_PER_PX, -20.0 * MM_PER_PX)), 3.0),
    ],
    ids=["at rest", "1 px", "3 px", "under a hand, in less light", "without two cards", "a knock"],
)
def test_the_motion_is_found_to_a_fraction_of_a_pixel(scene: Scene, exact_px: float) -> None:
    ((motion, home, there),) = motions(STILL, scene)

    assert motion is not None
    assert np.abs(motion.displaced(home) - there).max() < exact_px
    assert np.abs(motion.at_home(there) - home).max() < exact_px


def test_another_picture_is_no_motion() -> None:
    one, other = np.random.default_rng(1).integers(0, 256, (2, 270, 480), dtype=np.uint8)

    assert MotionTemplate.of(one, 2.0).motion_of(other, NO_MOTION) is None


def test_a_hand_on_the_lens_is_no_motion() -> None:
    ((motion, *_),) = motions(STILL, Scene(TABLE, light=SceneLight(0.05)))

    assert motion is None


def test_what_is_detected_is_taken_home() -> None:
    motion = GlobalMotion(((1.0, -0.01), (0.01, 1.0)), (3.0, -2.0), 8.0)
    home = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
    seen = Detection.from_corners("A", tuple(map(tuple, motion.displaced(home))), 1.0, 1.0)  # type: ignore[arg-type]

    found = motion.detections_at_home(Detections((seen,), ())).decoded[0]

    assert np.allclose(home, found.corners)
    assert (30.0, 30.0) == (pytest.approx(found.x), pytest.approx(found.y))


def shaking(scenes: list[Scene], reach_px: float) -> list[Scene]:
    """The same under an arm that shakes, up to so many pixels each way at the picture's corners."""
    random = np.random.default_rng(5)
    share = random.uniform(-1, 1, (len(scenes), 3)) * (0.6 * reach_px * MM_PER_PX, 0.6 * reach_px * MM_PER_PX, 0.03)
    return [Scene(one.items, one.hands, one.light, Bump(*map(float, s))) for one, s in zip(scenes, share, strict=True)]


@pytest.mark.parametrize("reach_px", [0.6, 3.0])
def test_a_shaking_arm_changes_nothing_of_what_is_said(reach_px: float) -> None:
    """The same messages as under a camera at rest, none more and none later."""
    evening = [STILL] * 5 + coming_and_going(TABLE[:2], 340.0, 180.0)[2:-2] + [Scene(TABLE[:2])] * 6
    rest, shaken = Watched(*evening), Watched(*shaking(evening, reach_px))

    assert [(number, tags_of(said)) for number, said in rest.said] == [
        (number, tags_of(said)) for number, said in shaken.said
    ]
    assert PLOT not in tags_of(shaken.last)


def test_an_arm_that_sags_is_followed_and_then_found_anew() -> None:
    sagging = [Scene(TABLE, bump=Bump(0.6 * n * MM_PER_PX, 0.8 * n * MM_PER_PX)) for n in range(16)]
    watched = Watched(*sagging)

    assert [[FARM, *tags_of(watched.last)[1:]]] == [tags_of(said) for _, said in watched.said]
    assert 1 <= watched.pipeline.counters.bumps <= 3
    assert 1 == watched.pipeline.counters.full_searches


def test_an_arm_that_comes_to_rest_beside_its_place_is_at_home_there() -> None:
    """It would otherwise count as shaking for ever, and no look at the table be cheap."""
    watched = Watched(*[STILL] * 5, *[Scene(TABLE, bump=Bump(1.5 * MM_PER_PX, 1.0 * MM_PER_PX))] * 45)

    assert [[FARM, *tags_of(watched.last)[1:]]] == [tags_of(said) for _, said in watched.said]
    assert 1 == watched.pipeline.counters.bumps
    assert watched.pipeline.counters.unchanged > 5
