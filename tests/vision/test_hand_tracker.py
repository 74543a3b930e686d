"""What each hand over the table may hold."""

from __future__ import annotations

import numpy as np
import pytest

from companion.core.table import LabelPlace, Pose
from tests.vision.test_localization import STRAIGHT, a_detection
from vision.arrays import CellMask
from vision.cell_grid import CellGrid
from vision.detections import Detections
from vision.tracking.hand_tracker import LET_GO_AFTER, HandTracker
from vision.tracking.track import Track
from vision.tracking.track_table import TrackTable

GRID = CellGrid((1800, 1200), 60, 90)
PLACES = {"FARM": Pose(100.0, 100.0), "MINE": Pose(600.0, 100.0)}
TRACKS = [Track(a_detection(tag, pose), LabelPlace(tag, pose), 0.9, 0.0) for tag, pose in PLACES.items()]
TABLE = TrackTable.of(TRACKS, GRID)
BOTH, NO_FARM = np.array([True, True]), np.array([False, True])
NOBODY = np.zeros((60, 90), np.bool_)


def hand_over(left: int, right: int) -> CellMask:
    """A hand over the columns of cells from `left` to `right`; FARM lies in the tenth to the twelfth."""
    cells = NOBODY.copy()
    cells[2:20, left:right] = True
    return cells


def hands() -> HandTracker:
    return HandTracker(STRAIGHT, GRID, 20.0)


def test_what_a_hand_has_covered_and_nobody_has_seen_since_may_be_in_it() -> None:
    tracker = hands()
    for left in (9, 14, 19, 24):
        tracker = tracker.followed(hand_over(left, left + 8), TABLE, NO_FARM)

    assert tracker.may_hold("FARM", 2.0)
    assert not tracker.may_hold("MINE", 2.0)


def test_what_is_seen_again_is_not_held() -> None:
    tracker = hands()
    tracker = tracker.followed(hand_over(9, 17), TABLE, NO_FARM)
    tracker = tracker.followed(hand_over(14, 22), TABLE, BOTH)

    assert not tracker.may_hold("FARM", 2.0)


def test_when_the_hand_has_left_nothing_is_held() -> None:
    tracker = hands()
    tracker = tracker.followed(hand_over(9, 17), TABLE, NO_FARM)
    tracker = tracker.followed(NOBODY, TABLE, NO_FARM)

    assert not tracker.may_hold("FARM", 2.0)


def test_another_hand_holds_nothing_of_it() -> None:
    tracker = hands()
    tracker = tracker.followed(hand_over(9, 17), TABLE, NO_FARM)
    tracker = tracker.followed(hand_over(60, 70), TABLE, NO_FARM)

    assert not tracker.may_hold("FARM", 2.0)


def test_after_a_while_it_has_been_put_down_out_of_sight() -> None:
    tracker = hands()
    tracker = tracker.followed(hand_over(9, 17), TABLE, NO_FARM)

    assert not tracker.may_hold("FARM", LET_GO_AFTER)


@pytest.mark.parametrize(("larger", "lies"), [(1.0, True), (1.04, True), (1.15, False), (1.4, False)])
def test_a_label_too_large_to_lie_on_the_table_is_held_up(larger: float, lies: bool) -> None:
    """A stack of 30 mm under a camera 80 cm above looks 4 % larger, a hand 10 cm above the table 14 %."""
    seen = a_detection("FARM", Pose(100.0, 100.0))
    middle = np.array([(seen.x, seen.y)])
    corners = middle + (np.array(seen.corners) - middle) * larger
    lifted = type(seen).from_corners("FARM", tuple(map(tuple, corners)), 0.9, 0.5)
    tracker = hands()
    tracker = tracker.followed(hand_over(60, 70), TABLE, NO_FARM)

    tracker, found = tracker.with_lifted(Detections((lifted,), ()))

    assert lies == (found.decoded == (lifted,))
    assert lies == (tracker.lifted_places == [])
    assert lies != tracker.may_hold("FARM", 60.0)


def test_without_a_hand_nothing_hangs_in_the_air() -> None:
    large = a_detection("FARM", Pose(100.0, 100.0))
    tracker = HandTracker(STRAIGHT, GRID, 10.0)

    assert (large,) == tracker.with_lifted(Detections((large,), ()))[1].decoded


def test_where_a_label_was_held_up_is_looked_at_when_the_last_hand_has_left() -> None:
    tracker = HandTracker(STRAIGHT, GRID, 10.0)
    tracker = tracker.followed(hand_over(60, 70), TABLE, NO_FARM)
    tracker, _ = tracker.with_lifted(Detections((a_detection("FARM", Pose(100.0, 100.0)),), ()))

    assert not tracker.let_go()[1].any()
    tracker = tracker.followed(NOBODY, TABLE, NO_FARM)
    tracker, let_go = tracker.let_go()
    assert 1 == let_go.sum()
    assert [] == tracker.lifted_places
