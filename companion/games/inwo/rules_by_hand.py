"""Cards that people carry out themselves: the card is named, what comes of it follows as actions, then it is done."""

from __future__ import annotations

from companion.core.frozen import replace
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.board import (
    discarded,
    is_in_hand,
    leaves_play,
    out_of_hand,
    resource_leaves,
    with_tokens,
)
from companion.games.inwo.catalog import Kind
from companion.games.inwo.rules_attack import replaced
from companion.games.inwo.rules_common import Checks, game_has_begun, name, nothing_waits, title
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Played, State, evolve

PILES = ("discard", "destroyed", "hand")
MOST_TOKENS = 9
MOST_STRENGTH = 60

ByHandAction = act.SetTokens | act.SetPlots | act.SetGroups | act.AdjustStrength | act.Remove | act.Done


@BOOK.check("INWO-50")
def may_be_carried_out(state: State, action: act.ByHand) -> Refusal | None:
    player = state.player(action.player)
    there = player.placed(action.card) is not None or player.resource(action.card) is not None
    if there or (state.card(action.card).kind is Kind.PLOT and is_in_hand(state, action.player, action.card)):
        return None
    return refuse(
        "{who} has no {card} in play and cannot play it.",
        repair="Put it back.",
        who=name(state, action.player),
        card=title(state, action.card),
    )


def by_hand(state: State, action: act.ByHand) -> State:
    if state.card(action.card).kind is Kind.PLOT:
        state = out_of_hand(state, action.player, action.card)
    return replace(state, by_hand=Played(action.player, action.card))


@BOOK.check("INWO-17")
def something_is_carried_out(state: State, action: ByHandAction) -> Refusal | None:
    if state.by_hand is None:
        return refuse("No card is being carried out by hand.", repair="Name the card first.")
    return None


@BOOK.check("INWO-93")
def is_in_play(state: State, action: act.SetTokens | act.Remove) -> Refusal | None:
    seat = state.controller(action.card) or state.holder(action.card)
    if seat is None or (isinstance(action, act.Remove) and state.card(action.card).kind is Kind.ILLUMINATI):
        return refuse(
            "{card} is not in play, or stays there for good.", repair="Leave it there.", card=title(state, action.card)
        )
    return None


def set_tokens(state: State, action: act.SetTokens) -> State:
    seat = _owner(state, action.player, action.card)
    return state if seat is None else with_tokens(state, seat, action.card, action.count)


def _owner(state: State, player: str, card: Piece) -> str | None:
    return state.controller(card, player) or state.holder(card)


@BOOK.check("INWO-52")
def so_many_there_are(state: State, action: act.SetPlots | act.SetGroups) -> Refusal | None:
    player = state.player(action.seat)
    of_plots, of_groups = len(player.unseen_plots) + player.foreign, len(player.unseen_groups)
    most = of_plots if isinstance(action, act.SetPlots) else of_groups
    if action.count > most:
        return refuse(
            "{who} has fewer such cards in hand and deck together.",
            repair="Count again.",
            who=name(state, action.seat),
        )
    return None


def set_plots(state: State, action: act.SetPlots) -> State:
    return evolve(state, action.seat, plots=action.count)


def set_groups(state: State, action: act.SetGroups) -> State:
    return evolve(state, action.seat, groups=action.count)


@BOOK.check("INWO-141")
def strength_to_adjust(state: State, action: act.AdjustStrength) -> Refusal | None:
    if state.attack is None or state.attack.roll is not None:
        return refuse("There is no attack whose strength could change.", repair="Leave it as it is.")
    return None


def adjust_strength(state: State, action: act.AdjustStrength) -> State:
    if state.attack is None:
        return state
    return replaced(state, by_hand=state.attack.by_hand + action.amount, silent=())


def remove(state: State, action: act.Remove) -> State:
    if state.card(action.card).kind is Kind.RESOURCE:
        return resource_leaves(state, action.card, action.where)
    return leaves_play(state, action.card, action.where, action.player)


def done(state: State, action: act.Done) -> State:
    played = state.by_hand
    state = replace(state, by_hand=None)
    if played is None or state.card(played.card).kind is not Kind.PLOT:
        return state
    return discarded(state, played.player, played.card)


_MANUAL = (game_has_begun, something_is_carried_out)
CHECKS: Checks = {
    act.ByHand: (game_has_begun, nothing_waits, may_be_carried_out),
    act.SetTokens: (*_MANUAL, is_in_play),
    act.SetPlots: (*_MANUAL, so_many_there_are),
    act.SetGroups: (*_MANUAL, so_many_there_are),
    act.AdjustStrength: (*_MANUAL, strength_to_adjust),
    act.Remove: (*_MANUAL, is_in_play),
    act.Done: _MANUAL,
}
EFFECTS = {
    act.ByHand: by_hand,
    act.SetTokens: set_tokens,
    act.SetPlots: set_plots,
    act.SetGroups: set_groups,
    act.AdjustStrength: adjust_strength,
    act.Remove: remove,
    act.Done: done,
}
