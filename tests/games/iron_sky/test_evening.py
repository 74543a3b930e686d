"""The recorded evening that ships: which rules are broken in it."""

from __future__ import annotations

from pathlib import Path

from benchmarks.recorded_evening import Performance

RECORD = Path(__file__).parents[3] / "companion" / "games" / "iron_sky" / "evening.toml"


def test_the_recorded_evening_comes_out_as_recorded(tmp_path: Path) -> None:
    """Two players, a power cut, three broken rules named and put right, two battles: nothing concluded wrongly."""
    performance = Performance(RECORD, tmp_path / "journal.db")
    performance.play()
    illegal = [said["text"] for said in performance.said if said.get("kind") == "illegal"]

    assert [] == performance.wrong
    assert 1 == performance.cuts
    assert 3 == len(illegal)
