"""Which checks an action passes, in the order in which a referee would speak."""

from __future__ import annotations

from companion.core.rules import Violation, first_broken
from companion.core.untold import carried_out_by_what_is_told, judged_by_what_is_told
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
from companion.games.iron_sky.apply import apply
from companion.games.iron_sky.catalog import Profile
from companion.games.iron_sky.rules_preconditions import Checks, game_goes_on, in_play
from companion.games.iron_sky.state import State
from companion.games.iron_sky.untold import WHAT, WHETHER, strict

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


_OF_A_CARD = (act.Play, act.TakeMarker, act.PlaySpecial, act.PlaySpecialAt, act.Boost)
"""Which command a card is played for, and in what it is paid, is chosen anew once it is told what stands on it."""


def _asking(checks: Checks) -> Checks:
    """The checks where values are asked: neither they nor what an action does may rest on one that is untold."""
    judged = {
        kind: tuple(judged_by_what_is_told(rule, strict, WHETHER, again=kind not in _OF_A_CARD) for rule in of)
        for kind, of in checks.items()
    }
    return {
        kind: (*rules[:-1], carried_out_by_what_is_told(rules[-1], apply, strict, WHAT))
        for kind, rules in judged.items()
    }


ASKING_RULES = _asking(RULES)


def rules_of(profile: Profile) -> Checks:
    """The checks for a game with this copy."""
    return RULES if profile.told is None else ASKING_RULES


def is_legal(state: State, action: act.Action) -> bool:
    """Whether the action breaks no rule; quicker than `broken`, which words why not."""
    for rule in rules_of(state.profile)[type(action)]:  # noqa: SIM110  asked hundreds of times for one look at the table
        if rule.check(state, action) is not None:
            return False
    return True


def broken(state: State, action: act.Action) -> Violation | None:
    """The first rule the action breaks, for whoever has no `Game` at hand."""
    return first_broken(rules_of(state.profile)[type(action)], state, action)


def may_be_legal(state: State, action: act.Action) -> bool:
    """Whether nothing but, at most, untold values stands against the action: these are asked once it is wished for."""
    found = broken(state, action)
    return found is None or bool(found.untold)
