"""Which checks an action passes, in the order in which a referee would speak."""

from __future__ import annotations

from companion.core.rules import Refusal, Violation, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import (
    rules_battle,
    rules_cards,
    rules_commands,
    rules_moves,
    rules_orders,
    rules_recruit,
    rules_specials,
    rules_turn,
)
from companion.games.iron_sky.apply import apply
from companion.games.iron_sky.candidates_board import continuations
from companion.games.iron_sky.catalog import Command
from companion.games.iron_sky.names import COMMAND_NAME
from companion.games.iron_sky.rules_common import ACTING, Checks, game_goes_on, in_play
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import State

# --- checks that look ahead: they ask whether anything would pass all the others ---


@BOOK.check("ISK-57")
def has_effect(state: State, action: act.Play) -> Refusal | None:
    if state.choices["empty_commands"] == "allowed":
        return None
    after = apply(state, action)
    waits = after.player(action.player).todo is not None
    idle = rules_cards.is_idle(state, state.player(action.player), action.command)
    if not idle and (not waits or _usable(after, action.player)):
        return None
    return refuse(
        "{command} would do nothing now.",
        repair="Take the card back; this table forbids commands without effect.",
        command=COMMAND_NAME[action.command],
    )


@BOOK.check("ISK-52")
def something_open(state: State, action: act.Waive) -> Refusal | None:
    player = state.player(action.player)
    if player.todo is not None:
        return None
    return refuse("{name} has no open command to waive.", repair="Go on with the game.", name=player.name)


@BOOK.check("ISK-103-R")
def assault_moves(state: State, action: act.Waive) -> Refusal | None:
    todo = state.player(action.player).todo
    if todo is None or todo.base is None or state.choices["assault_move"] == "may_be_waived":
        return None
    if not _usable(state, action.player):
        return None
    return refuse(
        "The Assault has not moved; this table makes the move of an Assault.",
        repair="Move one to three tiles from the new tile's place.",
    )


@BOOK.check("ISK-97-R")
def recruits_all(state: State, action: act.Waive) -> Refusal | None:
    todo = state.player(action.player).todo
    if todo is None or todo.command is not Command.RECRUIT or state.choices["recruit_fewer"] == "allowed":
        return None
    if not _usable(state, action.player):
        return None
    return refuse(
        "More tiles can be placed; this table places as many as the card shows.", repair="Place the other tiles."
    )


@BOOK.check("ISK-57")
def could_be_used(state: State, action: act.Waive) -> Refusal | None:
    todo = state.player(action.player).todo
    if todo is None or todo.placed or state.choices["empty_commands"] == "allowed" or not _usable(state, action.player):
        return None
    return refuse(
        "{command} can still be carried out, and this table waives no such command.",
        repair="Carry it out.",
        command=COMMAND_NAME[todo.command],
    )


def _usable(state: State, seat: str) -> bool:
    """Whether the open command can do anything but be waived."""
    player = state.player(seat)
    if player.todo is None:
        return False
    ways = continuations(state, player, player.todo)
    return any(broken(state, way) is None for way in ways if not isinstance(way, act.Waive))


CHECKS: Checks = {
    act.Play: (*rules_cards.PLAY, has_effect),
    act.Waive: (*ACTING, something_open, assault_moves, recruits_all, could_be_used),
    **rules_battle.CHECKS,
    **rules_commands.CHECKS,
    **rules_moves.CHECKS,
    **rules_orders.CHECKS,
    **rules_recruit.CHECKS,
    **rules_specials.CHECKS,
    **rules_turn.CHECKS,
}
RULES: Checks = {action: (game_goes_on, in_play, *checks) for action, checks in CHECKS.items()}


def broken(state: State, action: act.Action) -> Violation | None:
    """The first rule the action breaks, for whoever has no `Game` at hand."""
    for rule in RULES[type(action)]:
        found = rule(state, action)
        if found is not None:
            return found
    return None
