"""The recorded evening that ships: which rules are broken in it."""

from __future__ import annotations

from pathlib import Path

from benchmarks.recorded_evening import Performance

RECORD = Path(__file__).parents[3] / "companion" / "games" / "inwo" / "evening.toml"


def test_the_recorded_evening_comes_out_as_recorded(tmp_path: Path) -> None:
    """Three players, a power cut in the middle of an attack, a Plot against a Place: nothing concluded wrongly."""
    performance = Performance(RECORD, tmp_path / "journal.db")
    performance.play()

    assert [] == performance.wrong
    assert 1 == performance.cuts
