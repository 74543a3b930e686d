"""Prompts that are solved without the screen."""

from __future__ import annotations

from collections import Counter

from benchmarks.hands_free import GOAL, evenings, told


def test_ordinary_slips_bring_prompts_that_need_no_screen() -> None:
    solved = sum(evenings(3, seed=3), Counter[str]())

    assert solved["asked"] >= 2
    assert solved["finger"] <= (1 - GOAL) * solved["asked"]


def test_a_figure_below_the_goal_is_said() -> None:
    assert told(Counter(asked=20, card=3, finger=1)) == (
        "20 prompts, 16 over by putting right, 3 by a card, 1 need the screen: 95.0% without it"
    )
    assert told(Counter(asked=19, finger=1)).endswith("MISSES ITS GOAL")
