"""Setting up: Illuminati, leads, who begins (INWO-18 to INWO-25)."""

from __future__ import annotations

from collections import Counter

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.games.inwo import actions as act
from companion.games.inwo.board import with_structure
from companion.games.inwo.hands import draw_groups, draw_plots, with_card, without
from companion.games.inwo.rules_preconditions import Checks
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Phase, Placed, Player, State, evolve

FIRST_PLOTS, FIRST_GROUPS = 3, 6
"""INWO-19, INWO-23."""


@BOOK.requires("INWO-18", "{who}'s Illuminati lies open already.", repair="Put it back.")
def illuminati_hidden(state: State, action: act.Reveal) -> bool:
    return state.phase is Phase.ILLUMINATI and state.player(action.player).illuminati is None


@BOOK.requires("INWO-3", "{card} is not in {who}'s deck.", repair="Take one of the deck, or write the deck anew.")
def illuminati_of_his_deck(state: State, action: act.Reveal) -> bool:
    return action.card in state.player(action.player).unseen_plots


def reveal(state: State, action: act.Reveal) -> State:
    """With the last one, everybody draws three Plots (INWO-19)."""
    player = state.player(action.player)
    state = evolve(
        state,
        action.player,
        illuminati=action.card,
        structure=(Placed(action.card),),
        unseen_plots=without(player.unseen_plots, action.card),
    )
    if any(each.illuminati is None for each in state.players):
        return state
    for seat in state.seats:
        state = draw_plots(state, seat, FIRST_PLOTS)
    return replace(state, phase=Phase.LEADS)


@BOOK.check("INWO-20")
def picks_a_lead(state: State, action: act.Lead) -> Refusal | None:
    if state.phase is Phase.LEADS and state.player(action.player).lead is None:
        return None
    if state.phase is Phase.ILLUMINATI:
        return refuse("Leads are picked when all Illuminati lie open.", repair="Put the card back until then.")
    return refuse("{who} has picked a lead.", repair="Put the card back.")


@BOOK.requires("INWO-23", "{card} is not in {who}'s deck.", repair="Take a Group of the deck, or write the deck anew.")
def lead_of_his_deck(state: State, action: act.Lead) -> bool:
    return action.card in state.player(action.player).unseen_groups


@BOOK.requires("INWO-21", "{card} has been picked before.", repair="Pick a Group that nobody has picked.")
def lead_of_nobody_else(state: State, action: act.Lead) -> bool:
    return action.card not in state.aside and (not state.aside or state.controller(action.card) is None)


def lead(state: State, action: act.Lead) -> State:
    """With the last one, equal leads are set aside (INWO-21), or everybody draws six Groups (INWO-23).

    It lies at any arrow of the Illuminati (INWO-22).
    """
    player = state.player(action.player)
    root = player.structure[0]
    structure = (root, Placed(action.card, root.card, action.side))
    state = evolve(
        state,
        action.player,
        lead=action.card,
        structure=structure,
        unseen_groups=without(player.unseen_groups, action.card),
    )
    if any(each.lead is None for each in state.players):
        return state
    return _leads_shown(state)


def _leads_shown(state: State) -> State:
    picked = Counter(player.lead for player in state.players if player.lead is not None)
    again = {
        seat for seat, player in state.each() if picked[player.lead or ""] > 1 and _may_pick_another(state, player)
    }
    if not again:
        for seat in state.seats:
            state = draw_groups(state, seat, FIRST_GROUPS)
        return replace(state, phase=Phase.START, aside=())
    aside = {*state.aside, *(card for card, count in picked.items() if count > 1)}
    for seat in again:
        player = state.player(seat)
        assert player.lead is not None
        state = with_structure(state, seat, player.structure[:1])
        state = evolve(state, seat, lead=None, unseen_groups=with_card(player.unseen_groups, player.lead))
    return replace(state, aside=tuple(sorted(aside)))


def _may_pick_another(state: State, player: Player) -> bool:
    """Whether he has a Group that nobody has picked; without one the equal leads stay."""
    picked = {*state.aside, *(each.lead for each in state.players)}
    return any(state.card(card).is_group and card not in picked for card in player.unseen_groups)


@BOOK.requires("INWO-25", "Nobody rolls for the beginning now.", repair="Go on with the game.")
def leads_lie_open(state: State, action: act.First) -> bool:
    return state.phase is Phase.START


def first(state: State, action: act.First) -> State:
    return replace(state, phase=Phase.PLOTS, on_turn=action.seat, first=action.seat, round=1)


CHECKS: Checks = {
    act.Reveal: (illuminati_hidden, illuminati_of_his_deck),
    act.Lead: (picks_a_lead, lead_of_his_deck, lead_of_nobody_else),
    act.First: (leads_lie_open,),
}
EFFECTS = {act.Reveal: reveal, act.Lead: lead, act.First: first}
