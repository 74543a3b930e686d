"""Checks of special commands: whether one can be in the hand, where it may go, and when."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import say
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Effect
from companion.games.iron_sky.names import TITLE
from companion.games.iron_sky.rules_armies import nuked
from companion.games.iron_sky.rules_cards import affordable, at_hand, not_in_hand, paid_as_shown, paid_in_one_kind
from companion.games.iron_sky.rules_common import FREE, Checks, named
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import State

Special = act.PlaySpecial | act.Boost


@BOOK.check("ISK-19")
def specials_in_use(state: State, action: Special) -> Refusal | None:
    player, card = state.player(action.player), state.profile.specials[action.card]
    values = {"name": player.name, "card": card.printed_name, "side": TITLE[card.side]}
    if not state.plays("special_commands"):
        return refuse("This game is played without special commands.", repair="Put {card} aside.", **values)
    if card.side is not player.side:
        return refuse("{card} is a card of {side}, not of {name}.", repair="Put {card} back.", **values)
    return None


@BOOK.check("ISK-153")
def special_at_hand(state: State, action: Special) -> Refusal | None:
    player, card = state.player(action.player), state.profile.specials[action.card]
    return None if at_hand(state, player, card.id) else not_in_hand(state, player, card.id)


@BOOK.check("ISK-154")
def boost_in_battle(state: State, action: act.PlaySpecial) -> Refusal | None:
    if state.profile.specials[action.card].effect is Effect.ELITE_OPERATION:
        return refuse(
            "{card} is played when a battle begins, before battle cards are laid.",
            repair="Take the card back until then.",
            card=state.profile.specials[action.card].printed_name,
        )
    return None


@BOOK.check("ISK-155")
def improvement_in_own_centre(state: State, action: act.PlaySpecial) -> Refusal | None:
    player = state.player(action.player)
    if not _is_improvement(state, action):
        return None
    card = state.profile.specials[action.card].printed_name
    if action.place is None:
        return refuse("{card} is laid under an army and needs a territory.", repair=_OWN_CENTRE, card=card)
    if state.site(action.place).orbit:
        return refuse(
            "{place} is in orbit; {card} is laid to a territory.",
            repair=_OWN_CENTRE,
            card=card,
            place=named(state, action.place),
        )
    if state.site(action.place).board != player.board or state.territory(action.place).controller is not player.side:
        return refuse(
            "{place} is no territory of his own board that {name} controls.",
            repair=_OWN_CENTRE,
            name=player.name,
            place=named(state, action.place),
        )
    return None


_OWN_CENTRE = say("Take the card back and lay it to a Command Centre that its player controls on his board.")


@BOOK.check("ISK-155-R")
def improvement_site(state: State, action: act.PlaySpecial) -> Refusal | None:
    if action.place is None or not _is_improvement(state, action) or state.choices["improvement_site"] != "quiet":
        return None
    if state.territory(action.place).at_war:
        return refuse(
            "{place} is at war; this table lays improvements in peace.",
            repair="Choose a territory without war.",
            place=named(state, action.place),
        )
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
    if action.place is None:
        return refuse("The Nuclear weapon needs a territory.", repair="Choose one that is not nuked yet.")
    if state.site(action.place).orbit:
        return refuse(
            "{place} is in orbit; the Nuclear weapon hits territories.",
            repair="Choose a territory.",
            place=named(state, action.place),
        )
    return nuked(state, action.place)


@BOOK.check("ISK-154")
def goes_to_no_place(state: State, action: act.PlaySpecial) -> Refusal | None:
    card = state.profile.specials[action.card]
    if action.place is None or card.effect is Effect.NUCLEAR or card.effect.is_improvement:
        return None
    return refuse("{card} goes to no place.", repair="Lay the card aside when it is played.", card=card.printed_name)


CHECKS: Checks = {
    act.PlaySpecial: (
        *FREE,
        specials_in_use,
        special_at_hand,
        boost_in_battle,
        goes_to_no_place,
        improvement_in_own_centre,
        improvement_site,
        one_improvement,
        nuclear_target,
        paid_as_shown,
        paid_in_one_kind,
        affordable,
    ),
}
