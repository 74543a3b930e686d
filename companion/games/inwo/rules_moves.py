"""Moving Groups within a structure and to another player (INWO-94, INWO-95, INWO-240 to INWO-243)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.board import Destination, payer_seat, spend, taken_over
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.geometry import fits
from companion.games.inwo.rules_hands import to_another
from companion.games.inwo.rules_preconditions import (
    Checks,
    in_main_phase,
    no_attack_under_way,
    nothing_waits,
    own_turn,
    token_refusal,
)
from companion.games.inwo.rules_turn import arrow_refusal, overlap_refusal
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Owed, Phase, State


@BOOK.requires("INWO-82", "{card} is no Group that {who} controls.", repair="Put it back.")
def group_of_his(state: State, action: act.Move | act.HandOver) -> bool:
    placed = state.player(action.player).placed(action.card)
    return placed is not None and placed.master is not None


@BOOK.requires("INWO-242", "{card} cannot hang below itself.", repair="Put it back.")
def not_below_itself(state: State, action: act.Move) -> bool:
    below = {each.card for each in state.player(action.player).subtree(action.card)}
    return action.master not in below


@BOOK.check("INWO-87")
def arrow_is_open(state: State, action: act.Move | act.HandOver) -> Refusal | None:
    seat = action.to if isinstance(action, act.HandOver) else action.player
    return arrow_refusal(state, seat, action.master, action)


@BOOK.requires("INWO-93", "{card} lies there already.", repair="Leave it there.")
def goes_elsewhere(state: State, action: act.Move) -> bool:
    placed = state.player(action.player).placed(action.card)
    return placed is None or (placed.master, placed.side) != (action.master, action.side)


@BOOK.check("INWO-86")
def moves_without_overlap(state: State, action: act.Move | act.HandOver) -> Refusal | None:
    seat = action.to if isinstance(action, act.HandOver) else action.player
    moved = state.player(action.player).subtree(action.card)
    structure = tuple(each for each in state.player(seat).structure if each not in moved)
    arrival = (replace(moved[0], master=action.master, side=action.side),)
    return None if fits(state.evening.catalog, structure, arrival) else overlap_refusal(state, (*structure, *arrival))


@BOOK.requires(
    "INWO-240",
    "A move costs a token: of the Group, of its old or new master, or of an Illuminati.",
    repair="Put the Group back; none of them has one to spend.",
)
def somebody_pays(state: State, action: act.Move | act.HandOver) -> bool:
    return (state.free_moves and isinstance(action, act.Move)) or bool(able_to_pay(state, action))


def able_to_pay(state: State, action: act.Move | act.HandOver) -> tuple[Piece, ...]:
    """Whose token may pay for the move."""
    player = state.player(action.player)
    placed = player.placed(action.card)
    concerned = {action.card, action.master, player.structure[0].card}
    if placed is not None and placed.master is not None:
        concerned.add(placed.master)
    if isinstance(action, act.HandOver):
        concerned.add(state.player(action.to).structure[0].card)
    return tuple(
        card for card in sorted(concerned) if token_refusal(state, payer_seat(state, action.player, card), card) is None
    )


def _paid(state: State, action: act.Move | act.HandOver) -> State:
    """Where only one can pay it does; else the players tell who, since no camera sees it."""
    if state.free_moves and isinstance(action, act.Move):
        return replace(state, free_moves=state.free_moves - 1)
    payers = able_to_pay(state, action)
    if len(payers) > 1:
        return replace(state, owed=(*state.owed, Owed(action.player, Pile.TOKEN, payers)))
    return spend(state, payer_seat(state, action.player, payers[0]), payers) if payers else state


def move(state: State, action: act.Move | act.HandOver) -> State:
    to = action.to if isinstance(action, act.HandOver) else action.player
    there = Destination(to, action.master, action.side)
    return taken_over(_paid(state, action), action.player, action.card, there, captured=False)


@BOOK.requires("INWO-241", "A Group is handed over in the main phase of either player.", repair="Put it back.")
def main_phase_of_either(state: State, action: act.HandOver) -> bool:
    return state.phase is Phase.MAIN and state.on_turn in {action.player, action.to}


_QUIET = (nothing_waits, no_attack_under_way)
CHECKS: Checks = {
    act.Move: (
        *_QUIET,
        own_turn,
        in_main_phase,
        group_of_his,
        not_below_itself,
        goes_elsewhere,
        arrow_is_open,
        moves_without_overlap,
        somebody_pays,
    ),
    act.HandOver: (
        *_QUIET,
        to_another,
        main_phase_of_either,
        group_of_his,
        arrow_is_open,
        moves_without_overlap,
        somebody_pays,
    ),
}
EFFECTS = {act.Move: move, act.HandOver: move}
