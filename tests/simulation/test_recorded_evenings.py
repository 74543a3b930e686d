"""The recorded evenings that ship: every conclusion is what the record says."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import NAMES
from companion.simulation.performance import Performance

GAMES = Path(__file__).parents[2] / "companion" / "games"
RECORDS = [record for game in NAMES for record in sorted((GAMES / game).glob("evening*.toml"))]


@pytest.mark.parametrize("record", RECORDS, ids=[f"{record.parent.name}-{record.stem}" for record in RECORDS])
def test_the_recorded_evening_comes_out_as_recorded(record: Path, tmp_path: Path) -> None:
    """Each has a power cut, and rules broken, named and put right."""
    performance = Performance(record, tmp_path / "journal.db")
    performance.play()

    assert [] == performance.wrong
    assert performance.cuts > 0
    assert "illegal" in {said.get("kind") for said in performance.said}
