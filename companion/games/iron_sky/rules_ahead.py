"""Checks that look ahead: whether a command, when it is played or waived, could do anything."""

from __future__ import annotations

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import rules_cards, rules_commands, rules_moves, rules_recruit
from companion.games.iron_sky.apply import apply
from companion.games.iron_sky.candidates import continuations
from companion.games.iron_sky.catalog import Command
from companion.games.iron_sky.names import COMMAND_NAME
from companion.games.iron_sky.rules_preconditions import ACTING, Checks
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import State, Todo


@BOOK.check("ISK-57")
def has_effect(state: State, action: act.Played) -> Refusal | None:
    if state.choices["empty_commands"] == "allowed":
        return None
    after = apply(state, action)
    todo = after.player(action.player).todo
    idle = rules_cards.is_idle(state, state.player(action.player), action.command)
    if not idle and (todo is None or _usable(after, action.player, todo)):
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


@BOOK.requires(
    "ISK-103-R",
    "The Assault has not moved; this table makes the move of an Assault.",
    repair="Move one to three tiles from the new tile's place.",
)
def assault_moves(state: State, action: act.Waive) -> bool:
    todo = state.player(action.player).todo
    if todo is None or todo.base is None or state.choices["assault_move"] == "may_be_waived":
        return True
    return not _usable(state, action.player, todo)


@BOOK.requires(
    "ISK-97-R",
    "More tiles can be placed; this table places as many as the card shows.",
    repair="Place the other tiles.",
)
def recruits_all(state: State, action: act.Waive) -> bool:
    todo = state.player(action.player).todo
    if todo is None or todo.command is not Command.RECRUIT or state.choices["recruit_fewer"] == "allowed":
        return True
    return not _usable(state, action.player, todo)


@BOOK.check("ISK-57")
def could_be_used(state: State, action: act.Waive) -> Refusal | None:
    todo = state.player(action.player).todo
    if todo is None or todo.placed or state.choices["empty_commands"] == "allowed":
        return None
    if not _usable(state, action.player, todo):
        return None
    return refuse(
        "{command} can still be carried out, and this table waives no such command.",
        repair="Carry it out.",
        command=COMMAND_NAME[todo.command],
    )


def _usable(state: State, seat: Seat, todo: Todo) -> bool:
    """Whether the open command can do anything but be waived."""
    ways = continuations(state, state.player(seat), todo)
    return any(_passes(state, way) for way in ways if not isinstance(way, act.Waive))


def _passes(state: State, way: act.Action) -> bool:
    return all(check(state, way) is None for check in _CARRYING_OUT[type(way)])


_CARRYING_OUT: Checks = {**rules_commands.CHECKS, **rules_moves.CHECKS, **rules_recruit.CHECKS}
"""The checks of everything that an open command can need."""


CHECKS: Checks = {
    act.Play: (*rules_cards.PLAY, has_effect),
    act.TakeMarker: (*rules_cards.TAKE_MARKER, has_effect),
    act.Waive: (*ACTING, something_open, assault_moves, recruits_all, could_be_used),
}
