"""Each clause of a rule that is told apart: without it a worked case of that rule fails."""

from __future__ import annotations

import pytest

from companion.games.new_world_order import GAME
from companion.games.new_world_order.settings import book
from scripts.clauses import Clause, clauses, noticed


@pytest.mark.parametrize("clause", clauses(GAME), ids=lambda clause: f"{clause.rule}: {clause.text}")
def test_a_worked_case_notices_when_it_is_switched_off(clause: Clause) -> None:
    assert book[clause.rule]
    assert noticed(GAME)[clause]
