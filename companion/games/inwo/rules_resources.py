"""Resources in play, what they are linked to, and tokens that are taken off (INWO-93 to INWO-118, INWO-245)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.core.text import comma_list, say
from companion.games.inwo import actions as act
from companion.games.inwo.board import tokens_on, with_resource, with_tokens
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.card_values import fitting
from companion.games.inwo.continuous_effects import may_be_linked_to
from companion.games.inwo.rules_hands import to_another
from companion.games.inwo.rules_preconditions import (
    Checks,
    game_has_begun,
    no_attack_under_way,
    nothing_waits,
    title,
)
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Owed, Phase, State, evolve


@BOOK.requires("INWO-93", "{card} does not lie before {who}.", repair="Put it back.")
def own_resource(state: State, action: act.GiveResource | act.Link) -> bool:
    return state.player(action.player).resource(action.card) is not None


@BOOK.check("INWO-245")
def unused_resource(state: State, action: act.GiveResource) -> Refusal | None:
    """INWO-245-R."""
    if state.rule("resource_gifts") == "any_time":
        return None
    held = state.player(action.player).resource(action.card)
    if state.phase is not Phase.MAIN or state.on_turn not in {action.player, action.to}:
        return refuse("A Resource is given away in a main phase of either player.", repair="Take it back.")
    if held is not None and held.used:
        return refuse("{card} was used in this turn.", repair="Take it back.")
    return None


def give_resource(state: State, action: act.GiveResource) -> State:
    """It belongs to the receiver's Illuminati at first (INWO-115)."""
    resources = list(state.player(action.player).resources)
    held = next(each for each in resources if each.card == action.card)
    resources.remove(held)
    state = evolve(state, action.player, resources=tuple(resources))
    received = (*state.player(action.to).resources, replace(held, to=None))
    return evolve(state, action.to, resources=tuple(sorted(received, key=lambda each: each.card)))


@BOOK.check("INWO-112-R")
def time_to_link(state: State, action: act.Link) -> Refusal | None:
    early = state.rule("linking") == "own_turn"
    if state.on_turn == action.player and (state.phase is Phase.MAIN or (early and state.phase is not Phase.KNOCKED)):
        return None
    if early:
        return refuse("Links are made in one's own turn, before the knock.", repair="Take the marker off.")
    return refuse("Links are made in one's own main phase.", repair="Take the marker off.")


@BOOK.check("INWO-112")
def may_be_linked(state: State, action: act.Link) -> Refusal | None:
    player, wanted = state.player(action.player), may_be_linked_to(state, action.card)
    if player.placed(action.to) is None:
        return refuse("{group} is no Group of {who}.", repair="Link the Resource to an own Group.")
    if wanted is None or not fitting(state, wanted, action.to):
        return refuse(
            "{card} cannot be linked to {group}.", repair="Take the marker off; the card says what it may be linked to."
        )
    return None


@BOOK.check("INWO-114")
def link_moves_once(state: State, action: act.Link) -> Refusal | None:
    """To link what the Illuminati have is to move its link, in the older rules to make its first (INWO-106-R)."""
    held = state.player(action.player).resource(action.card)
    if held is None:
        return None
    stays = say("Leave the marker there.")
    if held.to == action.to:
        return refuse("{card} is linked to {group} already.", repair=stays)
    if held.relinked:
        return refuse("{card} was linked anew in this turn.", repair=stays)
    has_link = held.to is not None or state.rule("unlinked_resources") == "linked"
    return refuse("{card} has given something in this turn.", repair=stays) if has_link and held.used else None


@BOOK.check("INWO-16")
def link_is_kept(state: State, action: act.GiveResource | act.Link) -> Refusal | None:
    """Some Groups never give up what is linked to them."""
    held = state.player(action.player).resource(action.card)
    group = None if held is None else state.player(action.player).placed(held.to)
    if group is not None and state.effects(group.card).always.keeps_links:
        return refuse("{card} stays linked to {group}.", repair="Leave it there.", group=title(state, group.card))
    return None


def link(state: State, action: act.Link) -> State:
    return with_resource(state, action.player, action.card, to=action.to, relinked=True)


@BOOK.check("INWO-240")
def pays_what_is_owed(state: State, action: act.RemoveToken) -> Refusal | None:
    """Where a token is owed, one of those who may pay gives it."""
    owed = token_owed(state)
    if owed is not None and action.card not in owed.payers:
        return refuse(
            "{payer} does not pay for this move.",
            repair="Take a token off one of these: {payers}.",
            payer=title(state, action.card),
            payers=comma_list(title(state, card) for card in owed.payers),
        )
    return None if owed is not None else nothing_waits.check(state, action)


def token_owed(state: State) -> Owed | None:
    return next((each for each in state.owed if each.what is Pile.TOKEN), None)


@BOOK.requires("INWO-75", "{who} has no token on {card}.", repair="Put it back.")
def token_to_remove(state: State, action: act.RemoveToken) -> bool:
    return tokens_on(state, action.player, action.card) > 0


def remove_token(state: State, action: act.RemoveToken) -> State:
    owed = token_owed(state)
    if owed is not None:
        state = replace(state, owed=tuple(each for each in state.owed if each != owed))
    return with_tokens(state, action.player, action.card, tokens_on(state, action.player, action.card) - 1)


_FREE = (game_has_begun, nothing_waits, no_attack_under_way)
CHECKS: Checks = {
    act.GiveResource: (*_FREE, to_another, own_resource, unused_resource, link_is_kept),
    act.Link: (*_FREE, own_resource, time_to_link, may_be_linked, link_moves_once, link_is_kept),
    act.RemoveToken: (game_has_begun, pays_what_is_owed, token_to_remove),
}
EFFECTS = {act.GiveResource: give_resource, act.Link: link, act.RemoveToken: remove_token}
