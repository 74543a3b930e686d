"""The looks that asked the rules most ask them no more than when they were written down."""

from __future__ import annotations

import pytest

from benchmarks.slowest_looks import SLOWEST, SlowLook, looks

QUICK = ("10 swept away and put back", "one squares a pile while another makes a move in parts")
"""The evenings that are over soon."""


@pytest.mark.parametrize(
    "slow", [each for each in SLOWEST if each.evening.behaviour in QUICK], ids=lambda each: each.evening.game
)
def test_a_slow_look_asks_the_rules_no_more_than_it_did(slow: SlowLook) -> None:
    asked, _ = looks(slow.evening)[slow.number]

    assert slow.asked.states >= asked.states > 0
    assert slow.asked.lists >= asked.lists > 0
