"""Which cells of a small picture move, and which have changed."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Luma
from vision.tracking.motion import MotionModel, detect_motion, detect_unsteady_motion

SIZE = (48, 64)


def picture(level: float = 100.0, gain: float = 1.0) -> Luma:
    noise = np.random.default_rng(1).normal(0.0, 1.0, SIZE)
    return np.clip((level + noise) * gain, 0, 255).astype(np.uint8)


def with_arm(small: Luma) -> Luma:
    changed = small.copy()
    changed[16:, 24:40] = 30
    return changed


def after(*pictures: Luma) -> MotionModel:
    model: MotionModel | None = None
    for small in pictures:
        model, _ = detect_motion(model, small)
    assert model is not None
    return model


def test_the_first_picture_counts_as_moving() -> None:
    _, motion = detect_motion(None, picture())

    assert motion.moving.all()
    assert not motion.changed.any()


def test_a_picture_of_another_size_starts_anew() -> None:
    _, motion = detect_motion(after(picture(), picture()), picture()[:40, :40].copy())

    assert (5, 5) == motion.moving.shape
    assert motion.moving.all()


def test_what_came_moves_once_and_stays_changed() -> None:
    model, came = detect_motion(after(picture(), picture()), with_arm(picture()))
    _, stays = detect_motion(model, with_arm(picture()))

    assert came.moving[2:, 3:5].all()
    assert not stays.moving.any()
    assert stays.changed[2:, 3:5].all()
    assert not stays.changed[:, :3].any()


@pytest.mark.parametrize("gain", [0.5, 0.9, 1.4])
def test_a_lamp_is_neither_motion_nor_noise(gain: float) -> None:
    """An arm that rests in the picture stays visible in the frame after the step."""
    still = after(picture(), picture(), with_arm(picture()), with_arm(picture()))
    dimmed = (with_arm(picture()) * gain).astype(np.uint8)

    model, motion = detect_motion(still, dimmed)

    assert gain == pytest.approx(motion.gain, abs=0.02)
    assert not motion.moving.any()
    assert motion.changed[3:, 3:5].all()
    assert model.noise == pytest.approx(still.noise, abs=1.0)


def test_only_the_cells_that_are_remembered_look_known() -> None:
    model = after(picture(), picture(), with_arm(picture()))
    cells = np.zeros((6, 8), np.bool_)
    cells[4:, 3:5] = True

    _, motion = detect_motion(model.with_reference(cells), with_arm(picture()))

    assert motion.changed[2:4, 3:5].all()
    assert not motion.changed[4:].any()


@pytest.mark.parametrize("gain", [1.0, 0.8])
def test_what_an_arm_that_rested_for_long_leaves_behind_is_familiar(gain: float) -> None:
    """The arm was remembered as the table; without it the table looks as it did before, in any light."""
    model = after(picture(), picture(), with_arm(picture()))
    cells = np.zeros((6, 8), np.bool_)
    cells[2:, 3:5] = True
    model, resting = detect_motion(model.with_another_look(cells), with_arm(picture()))
    dimmed = (picture() * gain).astype(np.uint8)

    _, left = detect_motion(model, dimmed)

    assert not resting.changed.any()
    assert left.changed[2:, 3:5].all()
    assert not left.strange.any()


def test_what_is_remembered_twice_as_it_looks_now_is_still_known_as_it_was_before() -> None:
    model = after(picture(), picture(), with_arm(picture()))
    cells = np.zeros((6, 8), np.bool_)
    cells[2:, 3:5] = True
    model, _ = detect_motion(model.with_another_look(cells), with_arm(picture()))

    _, left = detect_motion(model.with_another_look(cells), picture())

    assert left.changed[2:, 3:5].all()
    assert not left.strange.any()


def with_other_arm(small: Luma) -> Luma:
    changed = with_arm(small)
    changed[16:, 24:40] = 160
    return changed


def test_an_arm_that_shifts_while_it_rests_leaves_the_table_as_it_was_before_it_came() -> None:
    model = after(picture(), picture(), with_arm(picture()))
    cells = np.zeros((6, 8), np.bool_)
    cells[2:, 3:5] = True
    model, shifted = detect_motion(model.with_another_look(cells), with_other_arm(picture()))

    _, left = detect_motion(model.with_another_look(cells), picture())

    assert shifted.strange[2:, 3:5].all()
    assert left.changed[2:, 3:5].all()
    assert not left.strange.any()


def test_what_has_left_and_comes_again_is_strange_again() -> None:
    model = after(picture(), picture(), with_arm(picture()))
    cells = np.zeros((6, 8), np.bool_)
    cells[2:, 3:5] = True
    model, _ = detect_motion(model.with_another_look(cells), with_other_arm(picture()))
    model, _ = detect_motion(model.with_another_look(cells), picture())

    _, again = detect_motion(model.with_former_look(cells), with_arm(picture()))

    assert again.strange[2:, 3:5].all()


def test_it_is_as_familiar_to_a_camera_that_trembles() -> None:
    model = after(picture(), picture(), with_arm(picture()))
    cells = np.zeros((6, 8), np.bool_)
    cells[2:, 3:5] = True
    model, _ = detect_motion(model.with_another_look(cells), with_arm(picture()))

    _, left = detect_unsteady_motion(model, picture(), border=0.2)

    assert left.changed[2:, 3:5].all()
    assert not left.strange.any()


def test_a_picture_in_the_dark_tells_nothing_and_the_one_after_it_all_as_before() -> None:
    still = after(picture(), picture())
    model, dark = detect_motion(still, (picture() * 0.04).astype(np.uint8))
    model, _ = detect_motion(model, picture())
    _, lit = detect_motion(model, picture())

    assert not dark.is_quiet
    assert lit.is_still


def test_a_light_that_grows_dim_little_by_little_is_dark_in_the_end() -> None:
    model = after(picture(), picture())
    quiet = []
    for gain in (0.6, 0.36, 0.21, 0.13, 0.08):
        model, motion = detect_motion(model, (picture() * gain).astype(np.uint8))
        quiet.append(motion.is_quiet)
        model = model.with_reference(~motion.changed) if motion.is_quiet else model

    assert [True, True, True, True, False] == quiet
