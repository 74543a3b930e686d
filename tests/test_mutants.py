"""Small faults are made in the running program, each in a process of its own; what is asked of the tests notices."""

from __future__ import annotations

import sys

from companion.games import GAMES
from scripts.mutants import CORE, ROOT, Mutant, askings, equivalent, mutants, noticed_by, room_of

DEAL = ROOT / "companion" / "games" / "new_world_order" / "rules_deal.py"


def _mutant(was: str, becomes: str) -> Mutant:
    """That of the rules of dealing."""
    return next(each for each in mutants(DEAL) if (each.was, each.becomes) == (was, becomes))


def test_a_bound_that_is_moved_by_one_is_noticed_by_a_worked_case() -> None:
    """NWO-87: costs the worked cases of one game, some seconds."""
    moved = _mutant("state.deck >= len(action.cards)", "state.deck > len(action.cards)")

    assert "asking 1" == noticed_by(moved, askings("new_world_order")[:1])


def test_what_nobody_asks_for_survives() -> None:
    moved = _mutant("state.deck >= len(action.cards)", "state.deck > len(action.cards)")

    assert "" == noticed_by(moved, [lambda: True])


def test_what_raises_or_ends_the_process_is_noticed() -> None:
    negated = _mutant("not isinstance(deal, Deal)", "isinstance(deal, Deal)")

    assert "asking 1" == noticed_by(negated, [lambda: 1 // 0 == 0])
    assert "asking 2" == noticed_by(negated, [lambda: True, lambda: sys.exit(0)])


def test_what_is_listed_as_equivalent_is_a_mutant_still() -> None:
    every = {mutant.identity for name in (*GAMES, CORE) for path in room_of(name) for mutant in mutants(path)}

    assert [] == sorted(set(equivalent()) - every)
    assert all(equivalent().values())
