"""Checks of special commands: whether one can be in the hand, where it may go, and when."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Effect
from companion.games.iron_sky.rules_cards import affordable, at_hand, paid_as_shown, paid_in_one_kind
from companion.games.iron_sky.rules_common import FREE, Checks, named
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import State

Special = act.PlaySpecial | act.Boost


@BOOK.check("ISK-19")
def specials_in_use(state: State, action: Special) -> Refusal | None:
    player, card = state.player(action.player), state.profile.specials[action.card]
    if not state.plays("special_commands") or card.side is not player.side:
        return refuse(
            "{name} has no such special command in this game.",
            repair="Put {card} aside.",
            name=player.name,
            card=card.printed_name,
        )
    return None


@BOOK.check("ISK-153")
def special_at_hand(state: State, action: Special) -> Refusal | None:
    player, card = state.player(action.player), state.profile.specials[action.card]
    if not at_hand(state, player, card.id):
        return refuse(
            "{name} cannot have {card} in his hand.",
            repair="Put {card} back: it was played or discarded before, or both his specials are known.",
            name=player.name,
            card=card.printed_name,
        )
    return None


@BOOK.check("ISK-154")
def boost_in_battle(state: State, action: act.PlaySpecial) -> Refusal | None:
    if state.profile.specials[action.card].effect is Effect.ELITE_OPERATION:
        return refuse("Elite operation is played when a battle begins.", repair="Take the card back until then.")
    return None


@BOOK.check("ISK-155")
def improvement_in_own_centre(state: State, action: act.PlaySpecial) -> Refusal | None:
    player = state.player(action.player)
    if not _is_improvement(state, action):
        return None
    if action.place is None or state.site(action.place).orbit:
        return refuse("An improvement needs a territory.", repair="Lay the card to a Command Centre of your own.")
    if state.site(action.place).board != player.board or state.territory(action.place).controller is not player.side:
        return refuse(
            "{name} does not control {place} on his own board.",
            repair="Take the card back and lay it to a Command Centre of your own.",
            name=player.name,
            place=named(state, action.place),
        )
    return None


@BOOK.check("ISK-155-R")
def improvement_site(state: State, action: act.PlaySpecial) -> Refusal | None:
    if action.place is None or not _is_improvement(state, action) or state.choices["improvement_site"] != "quiet":
        return None
    if state.territory(action.place).at_war:
        return refuse("{place} is at war.", repair="Choose a quiet territory.", place=named(state, action.place))
    return None


def _is_improvement(state: State, action: act.PlaySpecial) -> bool:
    return state.profile.specials[action.card].effect.is_improvement


@BOOK.check("ISK-155")
def one_improvement(state: State, action: act.PlaySpecial) -> Refusal | None:
    if action.place is None or not _is_improvement(state, action):
        return None
    if state.territory(action.place).improvement is not None:
        return refuse(
            "{place} has an improvement already.",
            repair="Take the card back and choose another territory.",
            place=named(state, action.place),
        )
    return None


@BOOK.check("ISK-157")
def nuclear_target(state: State, action: act.PlaySpecial) -> Refusal | None:
    effect = state.profile.specials[action.card].effect
    if effect is not Effect.NUCLEAR:
        return None
    if action.place is None or state.site(action.place).orbit or state.is_nuked(action.place):
        return refuse("The Nuclear weapon needs a territory that is not nuked yet.", repair="Choose such a territory.")
    return None


CHECKS: Checks = {
    act.PlaySpecial: (
        *FREE,
        specials_in_use,
        special_at_hand,
        boost_in_battle,
        improvement_in_own_centre,
        improvement_site,
        one_improvement,
        nuclear_target,
        paid_as_shown,
        paid_in_one_kind,
        affordable,
    ),
}
