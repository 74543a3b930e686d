"""What is concluded of looks at the tables of clumsy people is what was concluded when they were written down.

Where a decision is changed on purpose: `python -m scripts.recorded_looks`, and read in the diff what is decided
otherwise. The looks are those that notice small faults in `companion/core/belief` (`scripts/mutants.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.clumsy.recorded import RecordedEvening, concluded_anew, read_evenings

EVENINGS = [
    pytest.param(evening, id=f"{path.stem}-{number}")
    for path in sorted(Path(__file__).with_name("looks").glob("*.toml"))
    for number, evening in enumerate(read_evenings(path), 1)
]


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_looks_of_an_evening_say_what_they_said(evening: RecordedEvening) -> None:
    assert evening == concluded_anew(evening)
