"""A watcher that cannot tell says so, and why; one that can is not heard of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.watching.evening import pipeline_of
from benchmarks.watching.silence import AFTER, BEFORE, DURING, MAT, TAGS, frames_of, said_of
from companion.simulation.renderer.scene import Scene
from tests.vision.watched import TABLE, Watched, hand_at
from vision.tracking.silence import LONGEST_GAP, Silence, WhySilent

CELLS = (3, 4)
FREE, BLOCKED = np.ones(CELLS, np.bool_), np.zeros(CELLS, np.bool_)


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        ("bands of 40 %, narrow", WhySilent.UNSTEADY_LIGHT),
        ("the lamp goes out", WhySilent.DARK),
        ("a lamp flickers by 50 %", WhySilent.UNSTEADY_LIGHT),
    ],
)
def test_light_in_which_nothing_can_be_told_is_said_within_five_seconds(trouble: str, why: WhySilent) -> None:
    said = said_of(trouble, frames=BEFORE + 26)

    assert why == said.why
    assert said.after is not None
    assert 5.0 >= said.after


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        ("five hands wave", WhySilent.IN_MOTION),
        ("the camera looks elsewhere", WhySilent.NO_MAT),
    ],
)
def test_whatever_keeps_the_watcher_from_telling_is_said_after_ten_seconds(trouble: str, why: WhySilent) -> None:
    said = said_of(trouble, frames=BEFORE + 55)

    assert why == said.why
    assert said.after is not None
    assert 10.0 <= said.after <= 11.0


def test_bands_that_the_watcher_sees_through_are_not_spoken_of() -> None:
    assert said_of("bands of 10 %").why is None


def test_it_is_over_some_seconds_after_the_light_is_well_again() -> None:
    said = said_of("the lamp goes out", frames=BEFORE + DURING + AFTER)

    assert said.over_after is not None
    assert 2.0 <= said.over_after <= 5.0


def test_a_hand_that_waves_over_a_part_of_the_table_leaves_the_rest_to_be_told_and_is_named_with_its_places() -> None:
    """Once, calmly: the same hand has moved there for ten seconds."""
    waves = [Scene(TABLE, (hand_at(100.0 + 8 * (number % 2), 110.0 + 9 * (number % 3)),)) for number in range(130)]
    watched = Watched(*[Scene(TABLE)] * 12, *waves)

    assert watched.pipeline.why_silent is None
    assert [0, 1] == sorted({min(len(said.hidden), 1) for _, said in watched.said})
    assert 100 < next(number for number, said in watched.said if said.hidden)


def test_a_mat_that_is_not_found_from_the_start_is_said() -> None:
    pipeline = pipeline_of(MAT, TAGS)
    frame = next(frames_of("steady light"))
    bare = np.full_like(frame.image, 120)
    for number in range(6):
        pipeline.process(replace(frame, image=bare, small=None, taken_at=2.0 * number))

    assert WhySilent.NO_MAT is pipeline.why_silent


def test_pictures_that_cannot_be_processed_are_said() -> None:
    pipeline = pipeline_of(MAT, TAGS)
    frame = next(frames_of("steady light"))
    for number in range(6):
        with pytest.raises(ValueError, match="luma"):
            pipeline.process(replace(frame, image=np.zeros((4, 4, 3), np.uint8), taken_at=2.0 * number))

    assert WhySilent.FAILING is pipeline.why_silent


def test_a_light_that_dazzles_the_sensor_is_said_where_no_piece_is_seen() -> None:
    pipeline = pipeline_of(MAT, TAGS)
    frame = next(frames_of("steady light"))
    dazzling = np.full_like(frame.image, 255)
    for number in range(5):
        pipeline.process(replace(frame, image=dazzling, small=None, taken_at=1.0 * number))

    assert WhySilent.DAZZLED is pipeline.why_silent


def test_a_cell_is_told_of_with_three_of_five_looks() -> None:
    silence = None
    for number, in_sight in enumerate([FREE, FREE, BLOCKED, FREE, BLOCKED, BLOCKED]):
        silence = Silence.until(number / 10, CELLS, silence).looked(in_sight)

    assert silence is not None
    assert silence.untold.all()
    assert (0.4 == silence.told_at).all()


def test_one_frame_that_tells_does_not_end_a_silence_and_some_seconds_do() -> None:
    silence = None
    for number in range(50):
        cause = None if number % 10 == 7 else WhySilent.UNSTEADY_LIGHT
        silence = Silence.until(number / 10, CELLS, silence).judged(cause)
    assert silence is not None
    assert WhySilent.UNSTEADY_LIGHT is silence.why

    for number in range(50, 85):
        silence = Silence.until(number / 10, CELLS, silence).judged(None)
    assert silence.why is None


def test_of_the_time_in_which_a_camera_was_lost_nothing_is_said() -> None:
    silence = Silence.until(0.0, CELLS, None).judged(WhySilent.IN_MOTION)

    assert Silence.until(LONGEST_GAP + 0.1, CELLS, silence).judged(WhySilent.IN_MOTION).why is None
    assert WhySilent.IN_MOTION is Silence.until(LONGEST_GAP, CELLS, silence).judged(WhySilent.IN_MOTION).why
