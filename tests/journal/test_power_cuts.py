"""The power is cut at any instant and in any write: nothing confirmed is lost, at most one thing unconfirmed is there.

`python -m benchmarks.power_cuts --cuts 10000` does by hand what is done here a few times, and 1,000 times with
`pytest -m slow`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.power_cuts.cuts import Rig, Tally, bytes_of_an_evening, kills, kills_at_every_operation, losses, rig
from benchmarks.power_cuts.disk import Operation, left_by_a_cut

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="only where there is a C compiler")

SAMPLE, MANY = 30, 1000


@pytest.fixture(scope="module")
def playing() -> Iterator[Rig]:
    with rig() as made:
        yield made


def assert_nothing_lost(tally: Tally) -> None:
    assert {} == dict(tally.faults)
    assert 0 == tally.repaired, "a power cut is no damage, and nobody is told of any"
    assert tally.confirmed > tally.cuts, "evenings have to be played for something to be lost"
    assert tally.unconfirmed <= tally.cuts


@pytest.mark.parametrize("cuts", [SAMPLE, pytest.param(MANY, marks=pytest.mark.slow)])
def test_the_program_is_killed_in_its_writes(playing: Rig, cuts: int) -> None:
    assert_nothing_lost(kills(playing, cuts))


@pytest.mark.parametrize("cuts", [SAMPLE, pytest.param(MANY, marks=pytest.mark.slow)])
def test_the_disk_loses_what_was_not_synced(playing: Rig, cuts: int) -> None:
    assert_nothing_lost(losses(playing, cuts))


@pytest.mark.slow
def test_the_program_is_killed_in_every_write_of_an_evening(playing: Rig) -> None:
    assert_nothing_lost(kills_at_every_operation(playing))


@pytest.mark.parametrize("cuts", [SAMPLE, pytest.param(MANY, marks=pytest.mark.slow)])
def test_a_disk_that_lies_shortens_an_evening_and_changes_none(playing: Rig, cuts: int) -> None:
    """SQLite promises nothing of it. It also shows that these tests would notice what was not synced."""
    tally = losses(playing, cuts, lies=True)

    assert {} == dict(tally.faults)
    assert tally.shorter > 0


def test_thinking_writes_one_page_a_second(playing: Rig) -> None:
    """And an action a few."""
    card = bytes_of_an_evening(playing, hours=0.1, actions=6)

    assert 360 <= card.syncs < 360 + 50
    assert 360 * 4096 <= card.pages < (360 + 250) * 4096


def write(offset: int, data: bytes) -> Operation:
    return Operation("W", "a", offset, data)


def test_what_was_synced_is_there_and_what_was_not_is_torn_at_sectors() -> None:
    done = [Operation("C", "a", 0, b""), write(0, b"1" * 1024), Operation("S", "a", 0, b""), write(256, b"2" * 768)]
    left = {left_by_a_cut(done, Random(seed))["a"] for seed in range(100)}

    first, second = b"1" * 256 + b"2" * 256, b"2" * 512
    assert {one + two for one in (b"1" * 512, first) for two in (b"1" * 512, second)} == left


def test_a_file_without_a_sync_may_not_be_there_at_all() -> None:
    done = [Operation("C", "a", 0, b""), write(0, b"1")]

    assert {False, True} == {"a" in left_by_a_cut(done, Random(seed)) for seed in range(20)}
