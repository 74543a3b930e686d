"""What is concluded of random tables is what was concluded when it was written down. 5 s of the processor.

Where a decision is changed on purpose: `python -m tests.core.belief.random_tables`, and read in the diff what is
decided otherwise. Small faults in `companion/core/belief` show here that no table of a game happens to show.
"""

from __future__ import annotations

import pytest

from tests.core.belief.random_tables import FILE, SEEDS, concluded

CONCLUDED = FILE.read_text(encoding="utf-8").splitlines()
AT_ONCE = 100


@pytest.mark.parametrize("first", range(0, len(SEEDS), AT_ONCE))
def test_random_tables_say_what_they_said(first: int) -> None:
    for seed, told in [*zip(SEEDS, CONCLUDED, strict=True)][first : first + AT_ONCE]:
        assert (seed, told) == (seed, concluded(seed))
