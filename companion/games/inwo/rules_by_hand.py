"""Cards that people carry out themselves: the card is named, what comes of it follows as actions, then it is done."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import say_plural
from companion.games.inwo import actions as act
from companion.games.inwo.board import leaves_play, resource_leaves, with_tokens
from companion.games.inwo.card_plays import Offer
from companion.games.inwo.card_values import fitting, power, silenced
from companion.games.inwo.catalog import Kind
from companion.games.inwo.continuous_effects import play_of
from companion.games.inwo.hands import discarded, is_in_hand, left, out_of_hand
from companion.games.inwo.resolve import acting_groups, action_cancelled
from companion.games.inwo.rules_attack import replaced
from companion.games.inwo.rules_preconditions import Checks, game_has_begun, name, nothing_waits, title
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Owed, Placed, Played, State, evolve

PILES = ("discard", "destroyed", "hand")
MOST_TOKENS = 9
MOST_STRENGTH = 60

ByHandAction = act.SetTokens | act.SetPlots | act.SetGroups | act.AdjustStrength | act.Remove | act.Done


@BOOK.requires("INWO-50", "{card} neither lies before {who} nor is it a Plot of the hand.", repair="Put it back.")
def may_be_carried_out(state: State, action: act.ByHand) -> bool:
    player = state.player(action.player)
    there = player.placed(action.card) is not None or player.resource(action.card) is not None
    return there or (state.card(action.card).kind is Kind.PLOT and is_in_hand(state, action.player, action.card))


def by_hand(state: State, action: act.ByHand) -> State:
    if state.card(action.card).kind is Kind.PLOT:
        state = out_of_hand(state, action.player, action.card)
    return replace(state, by_hand=Played(action.player, action.card))


@BOOK.requires("INWO-16", "No card is being carried out by hand.", repair="Name the card first.")
def something_is_carried_out(state: State, action: ByHandAction) -> bool:
    return state.by_hand is not None


@BOOK.check("INWO-93")
def is_in_play(state: State, action: act.SetTokens | act.Remove) -> Refusal | None:
    if state.controller(action.card) is None and state.holder(action.card) is None:
        return refuse("{card} is not in play.", repair="Name a card that lies in a structure or beside one.")
    if isinstance(action, act.Remove) and state.card(action.card).kind is Kind.ILLUMINATI:
        return refuse("{card} is an Illuminati, and no card removes those.", repair="Leave it there.")
    return None


def offer_open(state: State) -> Offer | None:
    """What a card lets its player choose now; None where people carry a card out themselves."""
    played = state.by_hand
    play = None if played is None else play_of(state, played.card, played.use)
    return None if play is None else play.offer


def choices_of(state: State, offer: Offer) -> Iterator[tuple[Piece, int]]:
    """The Groups that may be chosen next, and how many tokens lie there then."""
    played = state.by_hand
    assert played is not None
    chosen = played.payers
    left_over = offer.most and len(chosen) >= offer.most
    if left_over or (offer.pile is not None and left(state.player(played.player), offer.pile) <= len(chosen)):
        return
    for seat, player in state.each():
        if {"own": seat != played.player, "rivals": seat == played.player, "all": False}[offer.of]:
            continue
        for placed in player.structure:
            if _may_be_chosen(state, offer, placed, chosen):
                yield placed.card, placed.tokens + 1 if offer.give else 0


def _may_be_chosen(state: State, offer: Offer, placed: Placed, chosen: tuple[Piece, ...]) -> bool:
    card = placed.card
    acts = offer.cancels and state.attack is not None and card in acting_groups(state.attack)
    if card in chosen or not fitting(state, offer.to, card) or not (offer.give or placed.tokens or acts):
        return False
    if offer.give and (silenced(state, card) or (offer.empty_only and (placed.tokens or placed.captured))):
        return False
    if offer.single is not None and fitting(state, offer.single, card):
        return not any(fitting(state, offer.single, other) for other in chosen)
    if offer.most_power is None or not chosen:
        return True
    return sum(power(state, each) for each in (*chosen, card)) <= offer.most_power


@BOOK.check("INWO-16")
def within_the_offer(state: State, action: ByHandAction) -> Refusal | None:
    """Who chooses by a card chooses what it says, and does nothing else before he is done."""
    offer = offer_open(state)
    if offer is None or isinstance(action, act.Done):
        return None
    if isinstance(action, act.SetTokens) and (action.card, action.count) in choices_of(state, offer):
        return None
    assert state.by_hand is not None
    return refuse(
        "{card} does not let {who} do this.",
        repair="Choose what the card says, or say that you are done.",
        card=title(state, state.by_hand.card),
    )


def set_tokens(state: State, action: act.SetTokens) -> State:
    seat = _owner(state, action.player, action.card)
    offer = offer_open(state)
    if state.by_hand is not None and offer is not None:
        state = replace(state, by_hand=replace(state.by_hand, payers=(*state.by_hand.payers, action.card)))
        acts = state.attack is not None and action.card in acting_groups(state.attack)
        state = action_cancelled(state, action.card) if offer.cancels and acts else state
    return state if seat is None else with_tokens(state, seat, action.card, action.count)


def _owner(state: State, player: str, card: Piece) -> str | None:
    return state.controller(card, player) or state.holder(card)


@BOOK.check("INWO-52")
def so_many_there_are(state: State, action: act.SetPlots | act.SetGroups) -> Refusal | None:
    player, are_plots = state.player(action.seat), isinstance(action, act.SetPlots)
    of_plots, of_groups = len(player.unseen_plots) + player.foreign, len(player.unseen_groups) + player.foreign_groups
    most = of_plots if are_plots else of_groups
    if action.count <= most:
        return None
    who = name(state, action.seat)
    said = (
        say_plural(
            "{who} has {count} hidden Plot in hand and deck together.",
            "{who} has {count} hidden Plots in hand and deck together.",
            most,
            who=who,
        )
        if are_plots
        else say_plural(
            "{who} has {count} Group card in hand and deck together.",
            "{who} has {count} Group cards in hand and deck together.",
            most,
            who=who,
        )
    )
    return refuse(said, repair="Count the hand again.")


def set_plots(state: State, action: act.SetPlots) -> State:
    return evolve(state, action.seat, plots=action.count)


def set_groups(state: State, action: act.SetGroups) -> State:
    return evolve(state, action.seat, groups=action.count)


@BOOK.requires("INWO-141", "There is no attack whose strength could change.", repair="Leave it as it is.")
def strength_to_adjust(state: State, action: act.AdjustStrength) -> bool:
    return state.attack is not None and state.attack.roll is None


def adjust_strength(state: State, action: act.AdjustStrength) -> State:
    return replaced(state, by_hand=state.open_attack.by_hand + action.amount, silent=())


def remove(state: State, action: act.Remove) -> State:
    if state.card(action.card).kind is Kind.RESOURCE:
        return resource_leaves(state, action.card, action.where)
    return leaves_play(state, action.card, action.where, action.player)


def done(state: State, action: act.Done) -> State:
    played, offer = state.by_hand, offer_open(state)
    state = replace(state, by_hand=None)
    if played is not None and offer is not None and offer.pile is not None:
        state = replace(state, owed=(*state.owed, *(Owed(played.player, offer.pile) for _ in played.payers)))
    if played is None or state.card(played.card).kind is not Kind.PLOT:
        return state
    return discarded(state, played.player, played.card)


_MANUAL = (game_has_begun, something_is_carried_out, within_the_offer)
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
