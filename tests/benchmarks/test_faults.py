"""Of what `benchmarks.faults` does hundreds of times, a few."""

from __future__ import annotations

from pathlib import Path

from benchmarks.faults import camera_killed, clock_moved, two_programs


def test_a_camera_that_is_killed_comes_back_and_is_told_in_one_sentence(tmp_path: Path) -> None:
    outcome = camera_killed(2, tmp_path)

    assert (2, ("The camera's driver has ended and is being restarted: if it stays so, check its cable.",)) == (
        outcome.well,
        outcome.said,
    )


def test_the_machines_clock_may_be_moved_by_a_day_back_and_forth(tmp_path: Path) -> None:
    assert 12 == clock_moved(12, tmp_path).well


def test_a_second_program_on_the_journal_says_so_and_ends(tmp_path: Path) -> None:
    outcome = two_programs(1, tmp_path)

    assert (1, 1) == (outcome.well, len(outcome.said))
    assert "Another companion is running with the journal *path*; close that one first" in outcome.said[0]
