"""Lamps that are switched, cameras that are pushed, and several cameras over one table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.simulation.renderer.scene import Bump, Item, Scene, SceneHand, SceneLight
from tests.vision.watched import (
    FARM,
    MINE,
    OPTICS,
    PLOT,
    STILL,
    TABLE,
    TAGS,
    Watched,
    card,
    coming_and_going,
    hand_at,
    is_blind,
    place_near,
    place_of,
    tags_of,
)
from vision.geometry.localization import merge_observations


class TestLightAndCamera:
    @pytest.mark.parametrize("level", [0.5, 1.15])
    def test_a_lamp_that_is_switched_is_no_change_on_the_table(self, level: float) -> None:
        watched = Watched(*[STILL] * 6, *[replace(STILL, light=SceneLight(level=level))] * 12)

        assert 1 == len(watched.said)

    @pytest.mark.parametrize("level", [0.6, 1.2])
    def test_a_lamp_that_is_switched_while_a_hand_is_over_the_table_leaves_nothing_blind(self, level: float) -> None:
        """What the hand hid is remembered in the old light; it must not look changed for ever."""
        dim = SceneLight(level=level)
        resting = [Scene(TABLE, (hand_at(100.0, 120.0),))] * 6 + [Scene(TABLE, (hand_at(100.0, 120.0),), dim)] * 12
        leaving = [Scene(TABLE, (hand_at(100.0, 120.0 + step),), dim) for step in (100.0, 200.0, 300.0)]

        watched = Watched(
            *[STILL] * 12,
            *coming_and_going(TABLE, 100.0, 120.0)[:4],
            *resting,
            *leaving,
            *[replace(STILL, light=dim)] * 4,
        )

        assert () == watched.last.blind
        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)

    def test_a_pushed_camera_is_found_again_and_no_card_has_moved(self) -> None:
        watched = Watched(*[STILL] * 6, *[replace(STILL, bump=Bump(4.0, -3.0, 0.8))] * 12)

        assert 1 == watched.pipeline.counters.bumps
        assert all(
            place_near(said, tag, x, 150.0)
            for _, said in watched.said
            for tag, x in ((FARM, 100.0), (MINE, 220.0), (PLOT, 340.0))
        )

    def test_a_second_push_soon_after_the_first_moves_no_card_either(self) -> None:
        pushes = [replace(STILL, bump=Bump(4.0, -3.0, 0.8))] * 4 + [replace(STILL, bump=Bump(-5.0, 2.0))] * 10

        watched = Watched(*[STILL] * 6, *pushes)

        assert 2 == watched.pipeline.counters.bumps
        assert all(place_near(said, FARM, 100.0, 150.0) for _, said in watched.said)

    def test_after_a_push_changes_are_still_seen_at_their_true_places(self) -> None:
        pushed = Bump(4.0, -3.0, 0.8)
        moved = Scene((card(FARM, 130.0, 180.0), *TABLE[1:]), bump=pushed)

        watched = Watched(*[STILL] * 6, *[replace(STILL, bump=pushed)] * 8, *[moved] * 5)

        assert place_near(watched.last, FARM, 130.0, 180.0)

    def test_a_board_over_most_anchors_is_no_push(self) -> None:
        board = Item(None, 225.0, 25.0, 0.0, 450.0, 46.0, caption="board")

        watched = Watched(*[STILL] * 12, *[Scene((*TABLE, board))] * 15)

        assert 0 == watched.pipeline.counters.bumps
        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)


class TestSeveralCameras:
    def test_two_cameras_that_each_see_a_part_see_the_whole_table(self) -> None:
        """Each is placed by the anchors it sees; what both see they put at one place."""
        views = ((-10.0, -10.0, 300.0, 310.0), (150.0, -10.0, 460.0, 310.0))

        one, other = (Watched(*[STILL] * 5, optics=replace(OPTICS, view=view, tilt=12.0)) for view in views)
        whole = merge_observations([one.last, other.last])

        assert [FARM, MINE] == [tag for tag in tags_of(one.last) if tag != PLOT]
        assert sorted([FARM, MINE, PLOT]) == tags_of(whole)
        assert () == whole.blind
        assert () == whole.duplicates
        for tag, x in ((FARM, 100.0), (MINE, 220.0), (PLOT, 340.0)):
            assert pytest.approx((x, 150.0), abs=1.0) == place_of(whole, tag)

    def test_what_no_camera_sees_is_blind(self) -> None:
        left = Watched(*[STILL] * 5, optics=replace(OPTICS, view=(-60.0, -10.0, 190.0, 310.0), tilt=0.0))

        assert is_blind(left.last, 440.0, 150.0)
        assert not is_blind(left.last, 100.0, 150.0)
        assert FARM in tags_of(left.last)


class TestAHandIsNeverRememberedAsTheTable:
    @pytest.mark.parametrize("changed", [{"light": SceneLight(level=0.6)}, {"bump": Bump(3.0, 2.0, 0.3)}])
    @pytest.mark.parametrize("hand", [hand_at(225.0, 60.0), hand_at(225.0, 200.0)])
    def test_what_is_laid_where_an_arm_was_is_known_at_once(self, hand: SceneHand, changed: dict[str, Any]) -> None:
        """The lamp steps, or the camera is pushed, while the arm rests in the picture."""
        laid = (*TABLE, card(TAGS[4], 225.0, 240.0))
        resting = [Scene(TABLE, (hand,), **changed)] * 12

        watched = Watched(*[STILL] * 12, *[Scene(TABLE, (hand,))] * 10, *resting, *[Scene(laid, **changed)] * 8)

        assert sorted([FARM, MINE, PLOT, TAGS[4]]) == tags_of(watched.last)

    @pytest.mark.parametrize("bump", [Bump(-6.0, 3.0), Bump(0.0, 8.0), Bump(12.0, 12.0, 1.0)])
    def test_what_a_push_brought_into_the_picture_is_in_sight_as_soon_as_the_arm_has_gone(self, bump: Bump) -> None:
        """The eye: not blind at the picture's edge for 20 seconds more."""
        arm = hand_at(100.0, 120.0)
        pushed = [Scene(TABLE, (arm,), bump=bump)] * 8

        watched = Watched(*[STILL] * 12, *[Scene(TABLE, (arm,))] * 6, *pushed, *[replace(STILL, bump=bump)] * 20)

        assert 1 == watched.pipeline.counters.bumps
        assert () == watched.last.blind
        assert watched.said[-1][0] <= 12 + 6 + 8 + 5


class TestTheFirstLook:
    @pytest.mark.parametrize("share", [1.0, 1.7])
    def test_a_camera_finds_its_mat_at_any_size(self, share: float) -> None:
        """Hung as it is to be, or so high that the mat fills a part of the picture only."""
        beside = (share - 1) / 2
        view = (-beside * 450.0 - 14, -beside * 300.0 - 14, (1 + beside) * 450.0 + 14, (1 + beside) * 300.0 + 14)
        watched = Watched(*[STILL] * 6, optics=replace(OPTICS, width=2304, height=1296, view=view))

        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)
        assert 1 == watched.pipeline.counters.full_searches
