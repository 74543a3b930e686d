"""What a demonstration says of the reader: a label that the watcher has not come to yet is not missed."""

from __future__ import annotations

import pytest

from companion.core.table import Box, LabelPlace, Observation, Pose
from companion.simulation.physical_table import BOX, HandMove, PhysicalTable
from companion.simulation.reading_count import ReadingCount
from tests.toy import GAME, LAYOUT

DUE_AFTER = 4


@pytest.fixture
def table() -> PhysicalTable:
    table = PhysicalTable(GAME, LAYOUT)
    table.move(HandMove("apple", BOX, "market"))
    table.move(HandMove("pear", BOX, "A.1"))
    return table


@pytest.fixture
def count(table: PhysicalTable) -> ReadingCount:
    return ReadingCount(table, DUE_AFTER)


def places(table: PhysicalTable) -> list[LabelPlace]:
    return [LabelPlace(piece.tag, piece.label) for piece in table.lying()]


def quiet(count: ReadingCount, frames: int) -> None:
    for _ in range(frames):
        count.frame(None)


def test_a_label_that_is_told_a_moment_later_is_not_missed(table: PhysicalTable, count: ReadingCount) -> None:
    apple, pear = places(table)
    count.frame(Observation((apple,)))
    quiet(count, DUE_AFTER - 2)
    count.frame(Observation((apple, pear)))
    quiet(count, 9)

    assert {"frames": 13, "read": 3, "missed": 0, "false": 0} == count.counters


def test_a_label_that_is_never_told_is_missed_once(table: PhysicalTable, count: ReadingCount) -> None:
    apple, _ = places(table)
    count.frame(Observation((apple,)))
    quiet(count, 30)

    assert 1 == count.counters["missed"]


def test_hands_take_their_time(table: PhysicalTable, count: ReadingCount) -> None:
    apple, _ = places(table)
    count.frame(Observation((apple,)))
    for _ in range(30):
        count.frame(None, hands=True)

    assert 0 == count.counters["missed"]


def test_what_the_watcher_says_it_cannot_see_is_not_missed(table: PhysicalTable, count: ReadingCount) -> None:
    apple, pear = places(table)
    x, y = pear.pose.x, pear.pose.y
    count.frame(Observation((apple,), (Box(x - 1, y - 1, x + 1, y + 1),)))
    quiet(count, 30)

    assert 0 == count.counters["missed"]


def test_a_label_where_none_lies_is_false_unless_it_has_just_left(table: PhysicalTable, count: ReadingCount) -> None:
    apple, pear = places(table)
    count.frame(Observation((apple, pear)))
    table.move(HandMove("pear", "A.1", BOX))
    count.frame(Observation((apple, pear)))
    count.frame(Observation((LabelPlace(apple.tag, Pose(apple.pose.x + 9, apple.pose.y)),)))

    assert 1 == count.counters["false"]
