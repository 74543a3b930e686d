"""What is concluded of random tables is what was concluded when it was written down. 5 s of the processor.

Where a decision is changed on purpose: `python -m tests.core.belief.random_tables`, and read in the diff what is
decided otherwise. Small faults in `companion/core/belief` show here that no table of a game happens to show.
"""

from __future__ import annotations

import pytest

from companion.core.belief.revision import cheapest_findings
from tests.core.belief.random_tables import FILE, SEEDS, asked, concluded

CONCLUDED = FILE.read_text(encoding="utf-8").splitlines()
AT_ONCE = 100


@pytest.mark.parametrize("first", range(0, len(SEEDS), AT_ONCE))
def test_random_tables_say_what_they_said(first: int) -> None:
    for seed, told in [*zip(SEEDS, CONCLUDED, strict=True)][first : first + AT_ONCE]:
        assert (seed, told) == (seed, concluded(seed))


def test_what_speaks_least_against_is_told_first_be_it_a_whole_story_or_a_part_of_one() -> None:
    costs = [[cost for cost, _ in cheapest_findings(*asked(seed)[:4], most=12)] for seed in SEEDS[:200]]

    assert costs == [sorted(each) for each in costs]
    assert len({cost.shortfall for each in costs for cost in each}) > 4
