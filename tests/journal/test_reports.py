"""What is written out for people."""

from __future__ import annotations

import pytest

from companion.core.game import Outcome
from companion.core.text import say
from companion.journal.reports import score_sheet
from tests.toy import GAME, OPTIONS, book


class TestReports:
    def test_the_score_sheet_cites_the_rule_of_each_line(self) -> None:
        state = GAME.initial_state(OPTIONS)
        for notation in ("deal apple", "deal pear", "deal pear", "A: take apple -> A.1"):
            state = GAME.apply(state, GAME.read_action(notation))

        assert [
            "Ann",
            "       1  apple  [T-3 (rulebook)]",
            "       1  total",
            "B",
            "       0  total",
            "ahead: Ann",
        ] == list(score_sheet(GAME.score(state), None, {"A": "Ann"}))

    @pytest.mark.parametrize(
        ("winners", "said"), [(("A",), "winner: Ann"), (("A", "B"), "winner: Ann, Ben"), ((), "a draw")]
    )
    def test_the_score_sheet_ends_with_who_has_won(self, winners: tuple[str, ...], said: str) -> None:
        outcome = Outcome(winners, say("Both have passed."), book["T-3"])

        assert [said] == list(score_sheet((), outcome, {"A": "Ann", "B": "Ben"}))
