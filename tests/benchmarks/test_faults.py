"""Of what `benchmarks.faults` does hundreds of times, a few."""

from __future__ import annotations

from pathlib import Path

from benchmarks.faults import Outcome, camera_killed, clock_moved, two_programs

PAGE = Path(__file__).parents[2] / "docs" / "survival.md"


def is_on_the_page(outcome: Outcome) -> bool:
    """The fault with what is said, however often it was tried."""
    rows = (row.split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines() if row.startswith("| "))
    return any(row[0] == f"| {outcome.fault}" and row[-1] == f"{' '.join(outcome.said)} |" for row in rows)


def test_a_camera_that_is_killed_comes_back_and_is_told_in_one_sentence(tmp_path: Path) -> None:
    outcome = camera_killed(2, tmp_path)

    assert (2, ("The camera's driver has ended and is being restarted: if it stays so, check its cable.",)) == (
        outcome.well,
        outcome.said,
    )
    assert is_on_the_page(outcome)


def test_the_machines_clock_may_be_moved_by_a_day_back_and_forth(tmp_path: Path) -> None:
    assert 12 == clock_moved(12, tmp_path).well


def test_a_second_program_on_the_journal_says_so_and_ends(tmp_path: Path) -> None:
    outcome = two_programs(1, tmp_path)

    assert (1, 1) == (outcome.well, len(outcome.said))
    assert "Another companion is running with the journal *path*; close that one first" in outcome.said[0]
    assert is_on_the_page(outcome)
