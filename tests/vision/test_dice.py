"""How dice have fallen, from pictures of the simulated camera: what is plain is told, all else is asked."""

from __future__ import annotations

from dataclasses import replace
from math import radians, tan

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.vision.dice_pictures import DiceLight, Die, dice_picture
from companion.core.table import Box, DiceThrown
from companion.simulation.renderer.camera_model import position, projection
from companion.simulation.renderer.scene import Bump, Optics, RenderedMat
from vision.dice import AGREE, DicePlace, DiceVote, DiceWatch, DieSeen
from vision.geometry.calibration import Calibration
from vision.geometry.homography import Homography
from vision.geometry.lens import LensModel

BOX = (550.0, 300.0, 650.0, 380.0)
MAT, OPTICS = RenderedMat(width=1272.0, height=716.0), Optics(tilt=8.0)
CAMERA, EYE = projection(MAT, OPTICS, Bump()), position(MAT, OPTICS)
ONE, OTHER = Die(580.0, 335.0, 5, 20.0), Die(620.0, 345.0, 2, 50.0)


def read(*dice: Die, light: DiceLight | None = None, ground: float = 0.55) -> tuple[int, ...] | None:
    picture, at = dice_picture(dice, BOX, ground, (CAMERA, EYE), light or DiceLight(), np.random.default_rng(1))
    seen = DicePlace(Box(*BOX), lambda points: CAMERA.to_px(points) - at[:2], EYE).read(picture)
    return None if seen is None else tuple(die.face for die in seen)


@pytest.mark.parametrize("face", range(1, 7))
def test_each_face_is_read(face: int) -> None:
    assert (face, 7 - face) == read(replace(ONE, face=face), replace(OTHER, face=7 - face))


@pytest.mark.parametrize(("body", "pips"), [(0.08, 0.85), (0.28, 0.9), (0.2, 0.88)])
def test_dark_dice_with_light_pips_are_read(body: float, pips: float) -> None:
    assert (5, 2) == read(*(replace(die, body=body, pips=pips) for die in (ONE, OTHER)))


def test_nothing_is_told_of_less_or_more_than_two_dice() -> None:
    assert read() is None
    assert read(ONE) is None
    assert read(ONE, OTHER, Die(600.0, 318.0, 3)) is None


def test_nothing_is_told_of_a_die_over_the_edge_of_its_place() -> None:
    assert read(ONE, replace(OTHER, x=BOX[2])) is None


def test_nothing_is_told_of_dice_that_still_roll() -> None:
    assert read(ONE, OTHER, light=DiceLight(motion=(8.0, 5.0))) is None


def test_nothing_is_told_of_a_white_die_whose_pips_drown_in_a_reflection() -> None:
    assert read(replace(ONE, glare=1.2), OTHER) is None


class TestTheVote:
    SEEN = (DieSeen(1.0, 2.0, 5), DieSeen(30.0, 2.0, 3))

    def test_a_throw_is_told_once_when_several_pictures_agree(self) -> None:
        vote, told = DiceVote(), []
        for _ in range(AGREE + 3):
            vote = vote.after(self.SEEN)
            told.append(vote.told)

        assert [None] * (AGREE - 1) + [(5, 3)] + [None] * 3 == told

    @pytest.mark.parametrize("other", [None, (DieSeen(1.0, 2.0, 4), SEEN[1]), (DieSeen(9.0, 2.0, 5), SEEN[1])])
    def test_one_picture_that_says_otherwise_begins_anew(self, other: tuple[DieSeen, ...] | None) -> None:
        vote = DiceVote()
        for seen in (*[self.SEEN] * (AGREE - 1), other, *[self.SEEN] * (AGREE - 1)):
            vote = vote.after(seen)

        assert vote.told is None


class TestTheWatch:
    """As a camera's thread asks it, frame after frame."""

    FLAT = replace(OPTICS, distortion=0.0)
    CALIBRATION = Calibration(
        Homography(
            projection(MAT, FLAT, Bump()).matrix,
            LensModel((2304, 1296), (2304 / (2 * tan(radians(33.0))),) * 2, (1151.5, 647.5)),
        ),
        *(0.1, 0.1, (), ()),
    )

    def frame(self, *dice: Die, seed: int = 1) -> NDArray[np.uint8]:
        eye = projection(MAT, self.FLAT, Bump()), position(MAT, self.FLAT)
        picture, at = dice_picture(dice, BOX, 0.55, eye, DiceLight(), np.random.default_rng(seed))
        whole = np.full((1296, 2304), 200, np.uint8)
        whole[at[1] : at[3], at[0] : at[2]] = picture
        return whole

    def test_dice_that_come_to_rest_are_told_once_and_others_again(self) -> None:
        watch, other = DiceWatch(Box(*BOX)), replace(ONE, face=1, x=590.0)
        throws = [(ONE, OTHER)] * 2 * AGREE + [(other, OTHER)] * (AGREE + 1)
        frames = (self.frame(*dice, seed=number) for number, dice in enumerate(throws))
        told = [watch.look(frame, self.CALIBRATION) for frame in frames]

        assert [DiceThrown((5, 2)), DiceThrown((1, 2))] == [thrown for thrown in told if thrown is not None]

    def test_a_hand_that_passes_over_dice_makes_no_other_throw_of_them(self) -> None:
        watch, hand = DiceWatch(Box(*BOX)), np.full((1296, 2304), 90, np.uint8)
        frames = [*[self.frame(ONE, OTHER)] * 2 * AGREE, hand, *[self.frame(ONE, OTHER, seed=2)] * 2 * AGREE]
        told = [watch.look(frame, self.CALIBRATION) for frame in frames]

        assert [DiceThrown((5, 2))] == [thrown for thrown in told if thrown is not None]

    def test_dice_that_were_told_are_seen_to_be_taken_up(self) -> None:
        watch = DiceWatch(Box(*BOX))
        throws = [*[()] * 2 * AGREE, *[(ONE, OTHER)] * 2 * AGREE, *[()] * 2 * AGREE, *[(ONE, OTHER)] * 2 * AGREE]
        told = [watch.look(self.frame(*dice, seed=number), self.CALIBRATION) for number, dice in enumerate(throws)]

        assert [DiceThrown((5, 2)), DiceThrown(None), DiceThrown((5, 2))] == [each for each in told if each is not None]

    def test_without_a_calibration_nothing_is_looked_at(self) -> None:
        assert DiceWatch(Box(*BOX)).look(self.frame(ONE, OTHER), None) is None
