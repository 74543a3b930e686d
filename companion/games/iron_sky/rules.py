"""Which checks an action passes, in the order in which a referee would speak."""

from __future__ import annotations

from companion.core.rules import Violation, first_broken
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import (
    rules_ahead,
    rules_battle,
    rules_commands,
    rules_moves,
    rules_orders,
    rules_recruit,
    rules_specials,
    rules_turn,
)
from companion.games.iron_sky.rules_preconditions import Checks, game_goes_on, in_play
from companion.games.iron_sky.state import State

CHECKS: Checks = {
    **rules_ahead.CHECKS,
    **rules_battle.CHECKS,
    **rules_commands.CHECKS,
    **rules_moves.CHECKS,
    **rules_orders.CHECKS,
    **rules_recruit.CHECKS,
    **rules_specials.CHECKS,
    **rules_turn.CHECKS,
}
RULES: Checks = {action: (game_goes_on, in_play, *checks) for action, checks in CHECKS.items()}


def is_legal(state: State, action: act.Action) -> bool:
    """Whether the action breaks no rule; quicker than `broken`, which words why not."""
    for rule in RULES[type(action)]:  # noqa: SIM110  asked hundreds of times for one look at the table
        if rule.check(state, action) is not None:
            return False
    return True


def broken(state: State, action: act.Action) -> Violation | None:
    """The first rule the action breaks, for whoever has no `Game` at hand."""
    return first_broken(RULES[type(action)], state, action)
