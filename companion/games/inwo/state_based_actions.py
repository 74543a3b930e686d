"""What the rules do without anybody, after each action: what has become powerless, illegal or needless goes."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.games.inwo.aims import is_whose
from companion.games.inwo.board import eliminated, leaves_play, link_discarded, resource_leaves
from companion.games.inwo.card_values import fitting, is_devastated, lowers_power, reduced_to_nothing, silenced
from companion.games.inwo.continuous_effects import illegal_for_good, in_force, play_of
from companion.games.inwo.goals import is_eliminated
from companion.games.inwo.hands import left
from companion.games.inwo.state import State, with_group


def settled(state: State) -> State:
    """What the rules do without anybody: tokens of powerless Groups go, who has no puppet is out.

    Who has no such card any more owes none.
    """
    if state.is_setup:
        return state
    state = _needless_go(_ties_end(_illegal_links_end(_tokens_lost(state))))
    if state.owed:
        payable = tuple(owed for owed in state.owed if owed.payers or left(state.player(owed.player), owed.what))
        state = replace(state, owed=payable)
    for seat, player in state.each():
        if is_eliminated(state, player) and state.attack is None and not state.stack:
            state = eliminated(state, seat)
    return state


def _illegal_links_end(state: State) -> State:
    """INWO-117: the Plot is discarded; a Resource stays in play."""
    if state.attack is not None:
        return state
    for link in illegal_for_good(state):
        state = link_discarded(state, link)
    return state


def _ties_end(state: State) -> State:
    """A Group that is linked to another (or a Plot to one that is to come back) serves it while both are there."""
    for lasts in state.lasting:
        play, to = play_of(state, lasts.card, lasts.use), lasts.target
        if play is None or not play.ties or to is None:
            continue
        owner, own = state.controller(to), state.controller(lasts.card) == lasts.player
        if own and owner is not None and is_whose(play, owner, lasts.player):
            continue
        state = replace(state, lasting=tuple(each for each in state.lasting if each != lasts))
        if own and play.dies_with and state.is_destroyed(to):
            by = next(seat for seat, player in state.each() if any(gone.card == to for gone in player.destroyed))
            state = leaves_play(state, lasts.card, "destroyed", by)
    for link in state.links:
        brings = any(play.brings for play in state.effects(link.card).play)
        if brings and not (link.asleep or state.in_play(link.to)) and link.to not in state.granted:
            state = link_discarded(state, link)
    return state


def _needless_go(state: State) -> State:
    """INWO-16: Resources that say without which Groups they are discarded."""
    for _, player in state.each():
        for card in dict.fromkeys(each.card for each in player.resources):
            needs = state.effects(card).needs
            if needs is not None and not any(fitting(state, needs, placed.card) for placed in player.structure):
                state = resource_leaves(state, card, "discard")
    return state


def _tokens_lost(state: State) -> State:
    """Of Groups whose Power is gone (INWO-14, INWO-14-R), that a card silences, and from a devastated Place downwards.

    INWO-212, INWO-213: whatever brought them there.
    """
    powerless = state.rule("power_zero") == "lost" and lowers_power(state)
    silent = any(each.effect.silence for each in in_force(state))
    for seat, player in state.each():
        ruined = any(placed.devastated for placed in player.structure)
        for placed in player.structure:
            if placed.tokens and (
                (ruined and is_devastated(state, seat, placed.card))
                or (powerless and reduced_to_nothing(state, placed.card))
                or (silent and silenced(state, placed.card))
            ):
                state = with_group(state, seat, placed.card, tokens=0)
    return state
