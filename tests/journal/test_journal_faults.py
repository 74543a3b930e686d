"""The disk fails under the journal at any operation, comes back, and another program writes to it.

`python -m benchmarks.journal_faults --runs 10000` does by hand what is done here a few times, in two seconds, and 1,000
times with `pytest -m slow`.
"""

from __future__ import annotations

import shutil

import pytest

from benchmarks.journal_faults.__main__ import faults

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="only where there is a C compiler")

SAMPLE, MANY = 40, 1000


@pytest.mark.parametrize("runs", [SAMPLE, pytest.param(MANY, marks=pytest.mark.slow)])
def test_nothing_is_lost_mixed_or_kept_from_people(runs: int) -> None:
    tally = faults(runs, seed=70_000)

    assert {} == tally.seeds
    assert tally.in_memory > runs, "the disk has to fail for something to be lost"
    assert tally.parted > 0, "and two programs have to go on with the same evening"
    assert tally.confirmed > 5 * runs
