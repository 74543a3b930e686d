"""The simulated table is a camera like the others, and an honest one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import zxingcpp
from numpy.typing import NDArray

from benchmarks.watching.evening import payload, picture, playing_mat
from companion.simulation.renderer.scene import (
    Bump,
    Item,
    Optics,
    Reflection,
    RenderedMat,
    Scene,
    SceneHand,
    SceneLight,
    SceneSetup,
    Shadow,
)
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame

SHARP = Optics(width=1600, height=900, noise=0.0, blur=0.5)
FARM = Item(payload(1), 300.0, 200.0, 20.0, label_mm=40.0, caption="Farm")
MINE = Item(payload(2), 600.0, 200.0, 0.0, label_mm=40.0, caption="Mine")
SETUP = SceneSetup(replace(playing_mat(), anchor_mm=40.0), SHARP)


def frames(*scenes: Scene, setup: SceneSetup = SETUP) -> list[Frame]:
    with SimulatedCamera(scenes, picture, setup) as table:
        taken = [table.read() for _ in scenes]
        assert table.read() is None
    return [frame for frame in taken if frame is not None]


def image_of(*items: Item, setup: SceneSetup = SETUP) -> NDArray[np.uint8]:
    return frames(Scene(items), setup=setup)[0].image


def read_cards(image: NDArray[np.uint8]) -> dict[str, tuple[float, float]]:
    """Any reader's texts, but for the anchors, and where their middles are."""
    found = {}
    for code in zxingcpp.read_barcodes(image):
        if not code.text.startswith("M"):
            box = code.position
            corners = [box.top_left, box.top_right, box.bottom_right, box.bottom_left]
            found[code.text] = (sum(p.x for p in corners) / 4, sum(p.y for p in corners) / 4)
    return found


def far_apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> int:
    return int(np.abs(one.astype(int) - other).max())


def steep_places(empty: Frame, frame: Frame) -> int:
    """Where what has come into the picture ends within a pixel or two."""
    return int(np.count_nonzero(np.abs(np.diff(frame.image.astype(int) - empty.image, axis=1)) > 20))


def outline(bare: NDArray[np.uint8], image: NDArray[np.uint8]) -> tuple[int, int]:
    """The first and the last row that shows something."""
    rows = np.flatnonzero((np.abs(bare.astype(int) - image) > 40).any(axis=1))
    return int(rows[0]), int(rows[-1])


class TestCamera:
    def test_frames_come_with_their_time_and_a_small_picture(self) -> None:
        taken = frames(Scene(), Scene(), Scene())

        assert [0.0, 0.1, 0.2] == [frame.taken_at for frame in taken]
        assert (900, 1600) == taken[0].image.shape
        assert taken[0].small is not None
        assert (300, 533) == taken[0].small.shape
        assert np.uint8 == taken[0].image.dtype

    def test_a_stage_may_be_asked_scene_by_scene(self) -> None:
        scenes = [Scene((FARM,)), Scene()]

        with SimulatedCamera(lambda: scenes.pop(0) if scenes else None, picture, SETUP) as table:
            assert [True, True, False, False] == [table.read() is not None for _ in range(4)]

    def test_a_closed_table_gives_no_frames_and_may_be_closed_again(self) -> None:
        table = SimulatedCamera([Scene()] * 5, picture, SETUP)
        table.close()
        table.close()

        assert table.read() is None

    def test_the_same_seed_gives_the_same_frames_and_another_does_not(self) -> None:
        def noisy(seed: int) -> list[Frame]:
            return frames(Scene((FARM,)), Scene(), setup=replace(SETUP, optics=replace(SHARP, noise=4.0, seed=seed)))

        once, again, other = noisy(3), noisy(3), noisy(4)

        assert all((a.image == b.image).all() for a, b in zip(once, again, strict=True))
        assert (once[0].image != other[0].image).any()

    def test_noise_is_fresh_in_every_frame_and_as_strong_as_was_asked(self) -> None:
        one, other = frames(Scene(), Scene(), setup=replace(SETUP, optics=replace(SHARP, noise=4.0)))
        difference = one.image.astype(float) - other.image

        grey = (one.image > 80) & (one.image < 130)
        assert pytest.approx(4.0, rel=0.25) == difference[grey].std() / 2**0.5


class TestGeometry:
    @pytest.mark.parametrize("tilt", [0.0, 25.0])
    def test_a_label_is_seen_where_the_camera_says_and_nowhere_else(self, tilt: float) -> None:
        setup = replace(SETUP, optics=replace(SHARP, tilt=tilt))
        with SimulatedCamera([Scene((FARM, MINE))], picture, setup) as table:
            frame = table.read()
            true = table.camera().to_px(np.array([(FARM.x, FARM.y), (MINE.x, MINE.y)]))
        assert frame is not None

        found = read_cards(frame.image)

        assert {FARM.tag, MINE.tag} == set(found)
        assert np.abs(true - np.array([found[str(FARM.tag)], found[str(MINE.tag)]])).max() < 1.5

    def test_a_label_off_the_middle_turns_with_its_card(self) -> None:
        """A quarter turn clockwise takes a label from below the middle to its left."""
        turned = replace(FARM, rotation=90.0, label_offset=(0.0, 20.0))
        with SimulatedCamera([Scene((turned,))], picture, SETUP) as table:
            frame = table.read()
            true = table.camera().to_px(np.array([(FARM.x - 20.0, FARM.y)]))[0]
        assert frame is not None

        assert pytest.approx(tuple(true), abs=1.5) == read_cards(frame.image)[str(FARM.tag)]

    def test_a_bump_moves_everything(self) -> None:
        before, after = (read_cards(frame.image) for frame in frames(Scene((FARM,)), Scene((FARM,), bump=Bump(10.0))))

        assert before[str(FARM.tag)][0] - after[str(FARM.tag)][0] > 10

    def test_all_of_the_mat_is_in_the_picture(self) -> None:
        table = SimulatedCamera([], picture, replace(SETUP, optics=replace(SHARP, tilt=35.0, turn=8.0)))
        corners = table.camera().to_px(np.array([(0.0, 0.0), (900.0, 0.0), (900.0, 600.0), (0.0, 600.0)]))

        assert (corners >= 0).all()
        assert (corners < (1600, 900)).all()


class TestScenes:
    def test_a_later_piece_covers_an_earlier_one(self) -> None:
        over = replace(MINE, x=FARM.x, y=FARM.y)

        assert [MINE.tag] == list(read_cards(image_of(FARM, over)))
        assert [FARM.tag] == list(read_cards(image_of(over, FARM)))

    @pytest.mark.parametrize("spoiled", ["glare", "cover"])
    def test_a_spoiled_label_cannot_be_read(self, spoiled: str) -> None:
        assert {} == read_cards(image_of(replace(FARM, unreadable_by=spoiled)))  # type: ignore[arg-type]

    def test_a_face_down_card_shows_no_label_but_is_there(self) -> None:
        image = image_of(replace(FARM, tag=None))

        assert {} == read_cards(image)
        assert far_apart(image, image_of()) > 50

    def test_a_hand_hides_what_it_covers_and_leaves_no_trace(self) -> None:
        scene = Scene((FARM, MINE))
        before, during, after = frames(scene, replace(scene, hands=(SceneHand(FARM.x, FARM.y - 60.0),)), scene)

        assert [MINE.tag] == list(read_cards(during.image))
        assert (before.image == after.image).all()

    @pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 270.0])
    def test_an_arm_reaches_out_of_a_tilted_picture_on_its_own_side(self, angle: float) -> None:
        """Its far end may come near the camera, where a pinhole shows nothing sensible."""
        setup = replace(SETUP, optics=replace(SHARP, tilt=40.0, distortion=-0.05))
        empty, reached = frames(Scene(), Scene(hands=(SceneHand(450.0, 300.0, angle),)), setup=setup)

        changed = np.abs(empty.image.astype(int) - reached.image) > 8
        edges = {0.0: changed[:, -1], 90.0: changed[-1], 180.0: changed[:, 0], 270.0: changed[0]}
        assert [angle] == [side for side, edge in edges.items() if edge.any()]

    def test_a_hand_that_moves_is_blurred(self) -> None:
        still = SceneHand(FARM.x, FARM.y + 120.0)
        scenes = Scene(), Scene(hands=(still,)), Scene(hands=(replace(still, sweep=(60.0, 0.0)),))
        empty, sharp, blurred = frames(*scenes, setup=SceneSetup(RenderedMat(), SHARP))

        assert far_apart(empty.image, blurred.image) > 20
        assert steep_places(empty, blurred) < steep_places(empty, sharp) / 2

    def test_a_striped_sleeve_has_its_stripes_across_the_arm(self) -> None:
        arm = SceneHand(450.0, 200.0, 90.0, sleeve=0.8, stripes=20.0)
        plain, striped = frames(Scene(hands=(replace(arm, stripes=0.0),)), Scene(hands=(arm,)))

        down = (plain.image.astype(int) - striped.image)[:, plain.image.shape[1] // 2]

        assert 1 < np.count_nonzero(np.diff((down > 20).astype(int)) == 1)

    def test_a_lamp_that_shines_back_from_a_label_hides_it_and_no_other(self) -> None:
        shining = Scene((FARM, MINE), reflections=(Reflection(FARM.x, FARM.y, 45.0),))

        assert {MINE.tag} == set(read_cards(frames(shining)[0].image))

    def test_the_shadow_of_somebody_who_leans_over_a_label_lets_it_be_read(self) -> None:
        light, dark = frames(Scene((FARM,)), Scene((FARM,), shadows=(Shadow(FARM.x, FARM.y, depth=0.5),)))

        assert 0.5 == pytest.approx(float((dark.image / light.image).min()), abs=0.1)
        assert set(read_cards(light.image)) == set(read_cards(dark.image))

    def test_a_darker_lamp_makes_a_darker_picture(self) -> None:
        bright, dark = frames(Scene((FARM,)), Scene((FARM,), light=SceneLight(level=0.4)))

        assert pytest.approx(0.4, abs=0.05) == dark.image.mean() / bright.image.mean()

    def test_repainting_what_changed_gives_the_same_picture_as_painting_all(self) -> None:
        """Including a piece that lies wholly off the table, whose place must not be counted from the far side."""
        moved = replace(FARM, x=450.0, y=330.0, rotation=-70.0)
        off_the_table = replace(MINE, x=-2000.0, y=-2000.0)
        *_, last = frames(
            Scene((FARM, MINE)), Scene((MINE, moved)), Scene((off_the_table, moved)), Scene((moved, MINE))
        )

        assert 0 == far_apart(last.image, image_of(moved, MINE))

    def test_exchanging_two_overlapping_pieces_is_a_change(self) -> None:
        over = replace(MINE, x=FARM.x + 10, y=FARM.y + 10)
        *_, last = frames(Scene((FARM, over)), Scene((over, FARM)))

        assert 0 == far_apart(last.image, image_of(over, FARM))

    def test_a_card_that_a_thumb_lifts_is_seen_shortened_and_its_lower_edge_stays(self) -> None:
        from_above = replace(SETUP, optics=replace(SHARP, tilt=0.0))
        middle = SETUP.mat.width / 2, SETUP.mat.height / 2
        card = replace(FARM, x=middle[0], y=middle[1], rotation=0.0, caption="")
        bare = frames(Scene(), setup=from_above)[0].image

        flat, lifted = (outline(bare, image_of(item, setup=from_above)) for item in (card, replace(card, tilt=50.0)))

        assert flat[1] == pytest.approx(lifted[1], abs=3)
        assert 0.75 * (flat[1] - flat[0]) > lifted[1] - lifted[0]

    def test_a_curled_card_is_read_where_it_lies_and_is_no_longer_straight(self) -> None:
        curled = replace(FARM, bend=6.0)

        assert read_cards(image_of(FARM))[payload(1)] == pytest.approx(read_cards(image_of(curled))[payload(1)], abs=3)
        assert far_apart(image_of(FARM), image_of(curled)) > 50

    def test_a_caption_is_written_where_the_label_is_not(self) -> None:
        plain, captioned = image_of(replace(MINE, caption="")), image_of(replace(MINE, caption="Żółw Õun"))

        assert far_apart(plain, captioned) > 60
        assert [MINE.tag] == list(read_cards(captioned))
