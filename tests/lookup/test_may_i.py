"""On positions of random play "May I ...?" gets the verdict of the rules, in every language."""

from __future__ import annotations

import pytest

from benchmarks.lookup.may_i import ask
from companion.games import GAMES

OF_EACH_LANGUAGE = 2


@pytest.mark.parametrize("name", GAMES)
def test_most_questions_are_answered_and_none_wrongly(name: str) -> None:
    given = {question: (legal, verdicts) for _, question, legal, verdicts in ask(name, OF_EACH_LANGUAGE, seed=7)}

    assert {} == {asked: legal for asked, (legal, verdicts) in given.items() if verdicts and legal not in verdicts}
    assert 0.8 * len(given) <= sum(bool(verdicts) for _, verdicts in given.values())
