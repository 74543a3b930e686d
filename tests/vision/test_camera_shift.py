"""When a push of the camera is suspected."""

from __future__ import annotations

from vision.tracking.camera_shift import CameraShift

FOUR = frozenset("ABCD")


def test_a_push_is_suspected_when_most_anchors_in_sight_are_off() -> None:
    assert CameraShift().is_suspected(FOUR, 6)
    assert not CameraShift().is_suspected(FOUR, 8)


def test_one_anchor_alone_tells_nothing() -> None:
    assert not CameraShift().is_suspected(frozenset("A"), 1)


def test_anchors_that_something_lies_over_raise_no_second_suspicion() -> None:
    covered = CameraShift(covered=FOUR)

    assert not covered.is_suspected(FOUR, 6)
    assert covered.is_suspected(FOUR | {"E"}, 6)


def test_when_the_anchors_are_seen_again_all_is_well() -> None:
    lost = CameraShift(is_lost=True, covered=FOUR)

    assert lost == lost.after(FOUR, 6)
    assert CameraShift() == lost.after(frozenset("A"), 6)
