"""The pipeline on simulated frames: what it says, and when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.watching.evening import evening, picture
from companion.errors import ImageError
from companion.simulation.renderer.scene import Item, Optics, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame
from tests.vision.watched import (
    FARM,
    MAT,
    MINE,
    OPTICS,
    PLOT,
    STILL,
    TABLE,
    Watched,
    card,
    coming_and_going,
    hand_at,
    place_near,
    place_of,
    tags_of,
)
from vision.arrays import Luma
from vision.tracking.crops import AROUND


def _likeness(tag: str, seen: Luma) -> float:
    printed = cv2.resize(picture(tag), seen.shape[::-1], interpolation=cv2.INTER_AREA)
    return float(np.corrcoef(printed.ravel(), seen.ravel())[0, 1])


class TestQuietTable:
    def test_the_first_three_quiet_looks_say_all_labels_and_no_anchor(self) -> None:
        watched = Watched(*[STILL] * 5)

        ((number, said),) = watched.said
        assert number <= 3
        assert sorted([FARM, MINE, PLOT]) == tags_of(said)
        assert () == said.blind
        assert () == said.duplicates

    def test_places_and_rotations_are_right(self) -> None:
        """Pose: asked for are 3 mm and 3 degrees."""
        turned = Item(FARM, 120.0, 150.0, 30.0, 57.0, 87.0, (0.0, 0.0))
        watched = Watched(*[Scene((turned, TABLE[2]))] * 4)

        (pose,) = (place.pose for place in watched.last.labels if place.tag == FARM)
        assert pytest.approx((120.0, 150.0), abs=0.5) == (pose.x, pose.y)
        assert pytest.approx(30.0, abs=1.0) == pose.rotation

    def test_each_label_comes_with_its_cut_of_the_real_picture(self) -> None:
        """The question which card it is shows how the camera sees the label."""
        watched = Watched(*[STILL] * 5)

        for place in watched.last.labels:
            assert place.crop is not None
            cut = np.frombuffer(place.crop.pixels, np.uint8).reshape(place.crop.height, place.crop.width)
            across, down = (edge * (1 - 1 / AROUND) / 2 for edge in (place.crop.width, place.crop.height))
            label = cut[round(down) : -round(down), round(across) : -round(across)]
            assert place.tag == max((FARM, MINE, PLOT), key=lambda tag: _likeness(tag, label))

    def test_nothing_is_searched_while_nothing_happens(self) -> None:
        watched = Watched(*[STILL] * 40)

        assert 1 == watched.pipeline.counters.full_searches
        assert 0 == watched.pipeline.counters.part_searches
        assert 1 == len(watched.said)

    def test_pictures_of_another_size_are_another_camera(self) -> None:
        """A folder may hold photographs of several cameras: the table is the same."""
        watched = Watched(*[STILL] * 6)
        large = SceneSetup(MAT, replace(OPTICS, width=2560, height=1440))
        with SimulatedCamera([Scene(TABLE[1:])] * 12, picture, large) as other:
            said = [watched.pipeline.process(frame) for frame in iter(other.read, None)]

        assert [sorted([MINE, PLOT])] == [tags_of(one) for one in said if one is not None]

    def test_without_anchors_nothing_can_be_placed_and_nothing_is_said(self) -> None:
        watched = Watched(*[STILL] * 8, table=replace(MAT, anchors=()))

        assert [] == watched.said
        assert watched.pipeline.calibration is None

    def test_anchors_that_come_into_sight_later_are_found(self) -> None:
        lid = Item(None, 225.0, 150.0, 0.0, 460.0, 310.0, caption="lid")
        watched = Watched(*[Scene((*TABLE, lid))] * 7, *[STILL] * 12)

        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)


class TestChanges:
    def test_a_moved_card_is_said_within_three_quiet_frames(self) -> None:
        before, after = TABLE[0], card(FARM, 150.0, 150.0)
        carried = [
            Scene((replace(before, x=before.x + step), *TABLE[1:]), (hand_at(before.x + step, before.y + 20),))
            for step in (0.0, 25.0, 50.0)
        ]
        scenes = [*[STILL] * 6, *coming_and_going(TABLE, before.x, before.y + 20, carried)]
        final = [Scene((after, *TABLE[1:]))] * 6

        watched = Watched(*scenes, *final)

        said_at = next(number for number, said in watched.said if place_near(said, FARM, 150.0, 150.0))
        assert len(scenes) + 3 >= said_at
        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)

    @pytest.mark.parametrize("looks", [6, 41])
    def test_a_card_moved_by_a_module_is_noticed_within_three_quiet_frames(self, looks: int) -> None:
        """After few looks, and when the table has long been still and a quick check has to notice it."""
        nudged = Scene((replace(TABLE[0], x=TABLE[0].x + 20.0 / 29.0), *TABLE[1:]))

        watched = Watched(*[STILL] * looks, *[nudged] * 5)

        assert [looks + 3] == [number for number, _ in watched.said[1:]]
        assert pytest.approx((100.0 + 20.0 / 29.0, 150.0), abs=0.3) == place_of(watched.last, FARM)

    def test_a_card_taken_away_is_gone_within_three_quiet_frames(self) -> None:
        watched = Watched(*[STILL] * 12, *[Scene(TABLE[1:])] * 5)

        assert watched.first_without(FARM) in (14, 15)
        assert sorted([MINE, PLOT]) == tags_of(watched.last)
        assert () == watched.last.blind

    def test_a_card_laid_down_is_said(self) -> None:
        watched = Watched(*[Scene(TABLE[1:])] * 6, *[STILL] * 5)

        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)
        assert 9 >= watched.said[-1][0]

    def test_a_doubled_label_is_reported(self) -> None:
        watched = Watched(*[Scene((TABLE[0], TABLE[1], card(FARM, 340.0, 150.0)))] * 5)

        assert (FARM,) == watched.last.duplicates
        assert sorted([FARM, FARM, MINE]) == tags_of(watched.last)

    def test_a_card_put_squarely_on_another_hides_it(self) -> None:
        """A pile shows its top card only."""
        watched = Watched(*[STILL] * 6, *[Scene((*TABLE[:2], card(PLOT, 101.0, 149.0)))] * 6)

        assert sorted([MINE, PLOT]) == tags_of(watched.last)

    def test_a_card_laid_where_another_was_taken_from_does_not_bring_it_back(self) -> None:
        """The new card's body lies where the old label was, but it came when that was long gone."""
        other_way_up = Item(PLOT, 100.0, 120.0, 180.0, 57.0, 87.0, (0.0, 16.0), caption="other")

        watched = Watched(*[STILL] * 12, *[Scene(TABLE[1:])] * 14, *[Scene((TABLE[1], other_way_up))] * 8)

        assert sorted([MINE, PLOT]) == tags_of(watched.last)
        assert () == watched.last.blind

    def test_taking_the_top_card_off_a_pile_shows_the_one_below_and_no_other(self) -> None:
        """The card that comes into sight was there before: it has not been laid on the one that was taken away."""
        top = Item(PLOT, 100.0, 134.0 - 1.0, 0.0, 57.0, 87.0, (0.0, 16.0), caption="top")
        turned = Item(PLOT, 100.0, 134.0, 180.0, 57.0, 87.0, (0.0, 16.0), caption="turned")
        pile = [Scene((*TABLE[:2], top))] * 14 + [Scene((*TABLE[:2], turned))] * 14

        watched = Watched(*[STILL] * 12, *pile, *[Scene(TABLE[:2])] * 30)

        assert sorted([FARM, MINE]) == tags_of(watched.last)
        assert () == watched.last.blind

    def test_reading_a_label_again_does_not_move_it(self) -> None:
        """A hand beside it has its neighbourhood read again and again."""
        beside = [Scene(TABLE, (hand_at(160.0 + step, 170.0),)) for step in (0.0, 4.0, 8.0, 8.0, 8.0, 0.0)]

        watched = Watched(*[STILL] * 6, *coming_and_going(TABLE, 160.0, 170.0, beside * 3), *[STILL] * 5)

        assert 1 == len({place.pose for _, said in watched.said for place in said.labels if place.tag == FARM})


class TestOddFrames:
    """Bad input: a clear error or nothing said, never a crash."""

    @pytest.mark.parametrize("picture_of", [np.zeros((0, 0)), np.zeros((4, 4, 3)), np.zeros((9, 9), np.uint16)])
    def test_what_is_no_luma_plane_is_one_sentence(self, picture_of: np.ndarray[Any, Any]) -> None:
        with pytest.raises(ImageError, match="luma plane"):
            Watched(STILL).pipeline.process(Frame(picture_of, 1.0))

    @pytest.mark.parametrize("shape", [(1, 1), (3, 400), (900, 2), (3, 5000)])
    def test_a_tiny_picture_shows_nothing(self, shape: tuple[int, ...]) -> None:
        watched = Watched(*[STILL] * 5)

        assert watched.pipeline.process(Frame(np.zeros(shape, np.uint8), 1.0)) is None

    def test_after_an_odd_frame_the_table_is_found_again(self) -> None:
        watched = Watched(*[STILL] * 5)
        watched.pipeline.process(Frame(np.zeros((40, 30), np.uint8), 1.0))

        with SimulatedCamera([Scene(TABLE[1:])] * 12, picture, SceneSetup(MAT, OPTICS)) as camera:
            said = [watched.pipeline.process(frame) for frame in iter(camera.read, None)]

        assert [sorted([MINE, PLOT])] == [tags_of(one) for one in said if one is not None]

    def test_pictures_of_ever_other_sizes_crash_nothing(self) -> None:
        watched = Watched(*[STILL] * 3)
        noise = np.random.default_rng(1).integers(0, 255, (300, 400), np.uint8)

        process = watched.pipeline.process
        said = [process(Frame(noise[: 20 + 9 * n, : 400 - 11 * n].copy(), float(n))) for n in range(30)]

        assert [None] * 30 == said


def test_in_half_a_minute_of_play_with_hands_nothing_is_said_that_is_not_so() -> None:
    """Temporal vote: no phantom removals or moves; `python -m benchmarks.watching` plays for hours."""
    played = evening(300, 1, Optics())

    assert [] == played.referee.wrong
    assert played.referee.said > 5
    assert all(frames <= 3 for delays in played.referee.delays.values() for frames in delays)
    assert {"right"} == set(+played.referee.looks)
