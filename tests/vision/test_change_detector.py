"""What a calm table costs: a comparison of two small pictures, until anything stirs."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.watching.evening import picture, pipeline_of
from companion.simulation.renderer.scene import Item, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame
from tests.vision.watched import MAT, OPTICS, STILL, TABLE, TAGS, card, hand_at, tags_of
from vision.tracking.change_detector import ChangeDetector
from vision.tracking.small_picture import small_picture


def frames(*scenes: Scene, with_small: bool) -> list[Frame]:
    with SimulatedCamera(scenes, picture, SceneSetup(MAT, OPTICS)) as camera:
        seen = list(iter(camera.read, None))
    return seen if with_small else [replace(frame, small=None) for frame in seen]


def lit(frame: Frame, light: float) -> Frame:
    image = np.asarray(cv2.convertScaleAbs(frame.image, alpha=light), np.uint8)
    small = None if frame.small is None else np.asarray(cv2.convertScaleAbs(frame.small, alpha=light), np.uint8)
    return replace(frame, image=image, small=small)


def as_jpeg(frame: Frame, quality: int) -> Frame:
    _, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return replace(frame, image=np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8))


@pytest.mark.parametrize("with_small", [True, False])
class TestChangeDetector:
    def test_noise_and_flicker_are_nothing_new(self, with_small: bool) -> None:
        first, *others = frames(*[STILL] * 4, with_small=with_small)
        change_detector = ChangeDetector.of(first)

        assert not any(change_detector.detects_change(lit(frame, 1.0 + n * 0.03)) for n, frame in enumerate(others, -1))

    def test_jpeg_is_nothing_new(self, with_small: bool) -> None:
        first, *others = (as_jpeg(frame, 75) for frame in frames(*[STILL] * 4, with_small=with_small))

        assert not any(ChangeDetector.of(first).detects_change(frame) for frame in others)

    @pytest.mark.parametrize(
        "scene",
        [
            Scene(TABLE, (hand_at(225.0, 280.0),)),
            Scene((*TABLE, card(TAGS[4], 160.0, 240.0))),
            Scene(TABLE[:2]),
            Scene((*TABLE, Item(None, 160.0, 60.0, 0.0, 20.0, 20.0, shade=0.45))),
        ],
        ids=["fingertips", "a card laid", "a card taken", "a small token of nearly the mat's shade"],
    )
    def test_whatever_comes_or_goes_is_new(self, with_small: bool, scene: Scene) -> None:
        before, after = frames(STILL, scene, with_small=with_small)

        assert ChangeDetector.of(before).detects_change(after)

    def test_a_calm_table_is_only_compared_and_news_is_told_as_soon(self, with_small: bool) -> None:
        gone = Scene(TABLE[:2])
        pipeline, said = pipeline_of(MAT, TAGS), []
        for number, frame in enumerate(frames(*[STILL] * 45, *[gone] * 5, with_small=with_small)):
            news = pipeline.process(frame)
            if news is not None:
                said.append((number, tags_of(news)))

        assert pipeline.counters.unchanged > 10
        assert [(2, 3), (47, 2)] == [(number, len(tags)) for number, tags in said]


@pytest.mark.parametrize(("width", "across"), [(4608, 576), (2304, 576), (1920, 960), (800, 800), (29, 29)])
def test_the_small_picture_is_the_full_one_halved(width: int, across: int) -> None:
    image = np.zeros((width * 9 // 16, width), np.uint8)

    assert across == small_picture(Frame(image, 0.0)).shape[1]
