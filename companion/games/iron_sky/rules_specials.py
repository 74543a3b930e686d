"""Checks of special commands: whether one can be in the hand, where it may go, and when."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import say
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Effect
from companion.games.iron_sky.names import SUBJECT, TITLE, board_name
from companion.games.iron_sky.rules_cards import (
    affordable,
    paid_as_shown,
    paid_in_command_points,
    paid_in_one_kind,
    special_in_hand,
    special_not_spent,
    special_was_dealt,
)
from companion.games.iron_sky.rules_moves import nuked
from companion.games.iron_sky.rules_preconditions import FREE, Checks, named
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import State

Special = act.PlayedSpecial | act.Boost


@BOOK.check("ISK-19")
def specials_in_use(state: State, action: Special) -> Refusal | None:
    player, card = state.player(action.player), state.profile.specials[action.card]
    values = {"name": player.name, "card": card.printed_name, "side": TITLE[card.side]}
    if not state.plays("special_commands"):
        return refuse("This game is played without special commands.", repair="Put {card} aside.", **values)
    if card.side is not player.side:
        return refuse("{card} is a card of {side}, not of {name}.", repair="Put {card} back.", **values)
    return None


@BOOK.requires(
    "ISK-154",
    "{card} is played when a battle begins, before battle cards are laid.",
    repair="Take the card back until then.",
    card=lambda state, action: state.profile.specials[action.card].printed_name,
)
def boost_in_battle(state: State, action: act.PlaySpecial) -> bool:
    return state.profile.specials[action.card].effect is not Effect.ELITE_OPERATION


@BOOK.check("ISK-155")
def improvement_in_own_centre(state: State, action: act.PlaySpecialAt) -> Refusal | None:
    player = state.player(action.player)
    if not _is_improvement(state, action):
        return None
    card = state.profile.specials[action.card].printed_name
    values = {
        "card": card,
        "place": named(state, action.place),
        "name": player.name,
        "board": board_name(player.board),
        "side": SUBJECT[player.side],
        "own": TITLE[player.side],
    }
    repair = say("Take the card back and lay it under an army of {own} in a Command Centre of {board}.", **values)
    if state.site(action.place).orbit:
        return refuse("{place} is in orbit; {card} is laid to a territory.", repair=repair, **values)
    if state.site(action.place).board != player.board:
        return refuse("{place} is not on the board of {name}.", repair=repair, **values)
    if state.territory(action.place).controller is not player.side:
        return refuse("{side} does not control {place}.", repair=repair, **values)
    return None


@BOOK.requires(
    "ISK-155-R",
    "{place} is at war; this table lays improvements in peace.",
    repair="Choose a territory without war.",
    place=lambda state, action: named(state, action.place),
)
def improvement_site(state: State, action: act.PlaySpecialAt) -> bool:
    if not _is_improvement(state, action) or state.choices["improvement_site"] != "quiet":
        return True
    return not state.territory(action.place).at_war


def _is_improvement(state: State, action: act.PlaySpecialAt) -> bool:
    return state.profile.specials[action.card].effect.is_improvement


@BOOK.requires(
    "ISK-155",
    "{place} has an improvement already.",
    repair="Take the card back and choose another territory.",
    place=lambda state, action: named(state, action.place),
)
def one_improvement(state: State, action: act.PlaySpecialAt) -> bool:
    return not _is_improvement(state, action) or state.territory(action.place).improvement is None


@BOOK.check("ISK-157")
def nuclear_target(state: State, action: act.PlaySpecialAt) -> Refusal | None:
    effect = state.profile.specials[action.card].effect
    if effect is not Effect.NUCLEAR:
        return None
    if state.site(action.place).orbit:
        return refuse(
            "{place} is in orbit; the Nuclear weapon hits territories.",
            repair="Choose a territory.",
            place=named(state, action.place),
        )
    return nuked(state, action.place)


HELD = (special_in_hand, special_not_spent, special_was_dealt)
PAID = (paid_in_command_points, paid_as_shown, paid_in_one_kind, affordable)
_SHOWN = (*FREE, specials_in_use, *HELD)

CHECKS: Checks = {
    act.PlaySpecial: (*_SHOWN, boost_in_battle, *PAID),
    act.PlaySpecialAt: (
        *_SHOWN,
        improvement_in_own_centre,
        improvement_site,
        one_improvement,
        nuclear_target,
        *PAID,
    ),
}
