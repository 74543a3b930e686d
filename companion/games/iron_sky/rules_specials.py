"""Checks of special commands: whether one can be in the hand, where it may go, and when."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import (
    Effect,
)
from companion.games.iron_sky.resources import (
    Price,
    card_price,
    payments,
)
from companion.games.iron_sky.rules_cards import at_hand, wrong_payment
from companion.games.iron_sky.rules_common import (
    can_pay,
    named,
    seat_name,
)
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import State

Special = act.PlaySpecial | act.Boost


def special_price(state: State, action: Special) -> Price:
    card = state.profile.specials[action.card]
    return card_price(state, state.player(action.player), card.price, action.politics)


@BOOK.rule("ISK-19", page=4)
def specials_in_use(state: State, action: Special) -> Refusal | None:
    """Special commands are an optional rule; each player has two in his deck."""
    player, card = state.player(action.player), state.profile.specials[action.card]
    if not state.house.plays("special_commands") or card.side is not player.side:
        return refuse(
            "{name} has no such special command in this game.",
            repair="Put {card} aside.",
            name=seat_name(player),
            card=verbatim(card.name),
        )
    return None


@BOOK.rule("ISK-153", page=20)
def special_at_hand(state: State, action: Special) -> Refusal | None:
    """A special command is unique and is played once."""
    player, card = state.player(action.player), state.profile.specials[action.card]
    if not at_hand(state, player, card.id):
        return refuse(
            "{name} cannot have {card} in his hand.",
            repair="Put {card} back: it was played or discarded before, or both his specials are known.",
            name=seat_name(player),
            card=verbatim(card.name),
        )
    return None


@BOOK.rule("ISK-154", page=20)
def boost_in_battle(state: State, action: act.PlaySpecial) -> Refusal | None:
    """Elite operation is played at the start of a battle, all other special commands in the Command phase."""
    if state.profile.specials[action.card].effect is Effect.ELITE_OPERATION:
        return refuse("Elite operation is played when a battle begins.", repair="Take the card back until then.")
    return None


@RULING.rule("ISK-53")
def special_paid_in(state: State, action: Special) -> Refusal | None:
    """A special command is paid like any other card."""
    player, card = state.player(action.player), state.profile.specials[action.card]
    if action.politics in payments(state, player, card.price, card.pay):
        return None
    return wrong_payment(state, player, card.price, card.pay, action.politics)


@BOOK.rule("ISK-52", page=8)
def special_affordable(state: State, action: Special) -> Refusal | None:
    """A price above what the player has is not payable."""
    return can_pay(state.player(action.player), special_price(state, action))


@RULING.rule("ISK-155")
def improvement_site(state: State, action: act.PlaySpecial) -> Refusal | None:
    """An improvement is laid on a territory of the player's own board that he controls."""
    player, effect = state.player(action.player), state.profile.specials[action.card].effect
    if not effect.is_improvement:
        return None
    if action.place is None or state.site(action.place).orbit:
        return refuse("An improvement needs a territory.", repair="Lay the card to a Command Centre of your own.")
    territory = state.territory(action.place)
    if state.site(action.place).board != player.board or territory.controller is not player.side:
        return refuse(
            "{name} does not control {place} on his own board.",
            repair="Take the card back and lay it to a Command Centre of your own.",
            name=seat_name(player),
            place=named(state, action.place),
        )
    if territory.at_war and state.house["improvement_site"] == "quiet":
        return refuse("{place} is at war.", repair="Choose a quiet territory.", place=named(state, action.place))
    return None


@BOOK.rule("ISK-155", page=20)
def one_improvement(state: State, action: act.PlaySpecial) -> Refusal | None:
    """A territory has one improvement at most."""
    if not state.profile.specials[action.card].effect.is_improvement or action.place is None:
        return None
    if state.territory(action.place).improvement is not None:
        return refuse(
            "{place} has an improvement already.",
            repair="Take the card back and choose another territory.",
            place=named(state, action.place),
        )
    return None


@BOOK.rule("ISK-157", page=20)
def nuclear_target(state: State, action: act.PlaySpecial) -> Refusal | None:
    """The Nuclear weapon hits a territory of any board, no orbit sector, and none twice."""
    effect = state.profile.specials[action.card].effect
    if effect is not Effect.NUCLEAR:
        return None
    if action.place is None or state.site(action.place).orbit or state.is_nuked(action.place):
        return refuse("The Nuclear weapon needs a territory that is not nuked yet.", repair="Choose such a territory.")
    return None
