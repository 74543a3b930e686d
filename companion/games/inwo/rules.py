"""Which checks each action has to pass, in the order in which a referee would speak, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.core.fast_dataclasses import replace
from companion.core.rules import Rule, Violation, first_broken
from companion.games.inwo import (
    rules_attack,
    rules_by_hand,
    rules_cards,
    rules_declare,
    rules_end,
    rules_hands,
    rules_help,
    rules_moves,
    rules_relief,
    rules_resources,
    rules_result,
    rules_setup,
    rules_turn,
)
from companion.games.inwo.actions import Action, CardDecision
from companion.games.inwo.rules_end import claims_answered
from companion.games.inwo.rules_preconditions import at_this_table, seats_named, still_in_the_game
from companion.games.inwo.state import State
from companion.games.inwo.state_based_actions import settled

_MODULES = (
    rules_setup,
    rules_turn,
    rules_end,
    rules_hands,
    rules_moves,
    rules_resources,
    rules_relief,
    rules_declare,
    rules_attack,
    rules_help,
    rules_result,
    rules_cards,
    rules_by_hand,
)
RULES: Mapping[type, Sequence[Rule[Any, Any]]] = {
    kind: (at_this_table, still_in_the_game, *checks) for module in _MODULES for kind, checks in module.CHECKS.items()
}
_EFFECTS: Mapping[type, Callable[[State, Any], State]] = {
    kind: effect for module in _MODULES for kind, effect in module.EFFECTS.items()
}


@lru_cache(maxsize=1024)
def apply(state: State, action: Action) -> State:
    """The next state. Checks nothing; what concerns nobody at this table changes nothing."""
    if any(seat not in state.seats for seat in seats_named(action)):
        return state
    forgets = not isinstance(action, CardDecision) and (state.just or state.latest)
    before = replace(state, just=(), latest=()) if forgets else state
    return claims_answered(settled(_EFFECTS[type(action)](before, action)))


def rests_on_untold(state: State, action: Action) -> bool:
    """Whether arrows that nobody has told, and nothing else, are against the action."""
    first = broken(state, action)
    rest = (rule.check(state, action) for rule in RULES[type(action)])
    return first is not None and first.provisional and all(each is None or each.provisional for each in rest)


def broken(state: State, action: Action) -> Violation | None:
    """The first rule that an action breaks.

    What is illegal now is so, even if it would make itself legal (INWO-196).
    """
    return first_broken(RULES[type(action)], state, action)
