"""Which checks each action has to pass, in the order in which a referee would speak, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.rules import Rule
from companion.games.new_world_order import (
    rules_buy,
    rules_cards,
    rules_deal,
    rules_moves,
    rules_setup,
    rules_specials,
    rules_turn,
)
from companion.games.new_world_order.actions import Action, Chance, Decision, ForSeat, Rearrange, Swap
from companion.games.new_world_order.rules_turn import absent, at_this_table, not_over
from companion.games.new_world_order.state import State

_MODULES = (rules_setup, rules_deal, rules_turn, rules_cards, rules_moves, rules_buy, rules_specials)


def _general(kind: type[Decision | Chance]) -> Sequence[Rule[Any, Any]]:
    """What is asked of every action first. Piles may be moved about even when the game is over."""
    seated = (at_this_table,) if issubclass(kind, Decision | ForSeat) else ()
    return seated if issubclass(kind, Rearrange | Swap) else (*seated, not_over)


RULES: Mapping[type[Decision | Chance], Sequence[Rule[Any, Any]]] = {
    kind: (*_general(kind), *checks) for module in _MODULES for kind, checks in module.CHECKS.items()
}
_EFFECTS: Mapping[type, Callable[[State, Any], State]] = {
    kind: effect for module in _MODULES for kind, effect in module.EFFECTS.items()
}


def apply(state: State, action: Action) -> State:
    """The next state. Checks nothing; what concerns nobody at this table changes nothing."""
    return state if absent(state, action) else _EFFECTS[type(action)](state, action)
