"""Checks of a price that the open time token changes: whose first command to its sector this is."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import say
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Command, TimeToken
from companion.games.iron_sky.names import COMMAND_NAME
from companion.games.iron_sky.resources import discountable, open_token, token_for
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Player, State

PLACELESS = frozenset({Command.STRATEGY, Command.POLITICKING, Command.REBOOT})
_PRINTED = say("Pay the printed price.")


@BOOK.check("ISK-171")
def token_open(state: State, action: act.Played) -> Refusal | None:
    if not action.adjust or open_token(state) is not None:
        return None
    if not state.plays("readiness"):
        return refuse("This game is played without Readiness: time tokens change no price.", repair=_PRINTED)
    return refuse("No time token lies open yet to change a price.", repair=_PRINTED)


@BOOK.check("ISK-172")
def discount_open(state: State, action: act.Played) -> Refusal | None:
    return _not_so(state, action) if action.adjust < 0 and _change(state, action) >= 0 else None


@BOOK.check("ISK-173")
def surcharge_open(state: State, action: act.Played) -> Refusal | None:
    return _not_so(state, action) if action.adjust > 0 and _change(state, action) <= 0 else None


def _not_so(state: State, action: act.Played) -> Refusal:
    """The token has been used up, or works the other way."""
    player, token = state.player(action.player), open_token(state)
    sector = 0 if token is None else token.sector
    if player.readied:
        return refuse(
            "{name} has played a command to sector {sector} in this turn already; only the first has another price.",
            repair=_PRINTED,
            name=player.name,
            sector=sector,
        )
    if action.adjust < 0:
        return refuse(
            "The open time token makes commands to sector {sector} dearer, not cheaper.",
            repair=_PRINTED,
            sector=sector,
        )
    return refuse(
        "The open time token makes commands to sector {sector} cheaper, not dearer.", repair=_PRINTED, sector=sector
    )


@BOOK.check("ISK-176")
def priced_by_place(state: State, action: act.Played) -> Refusal | None:
    if action.adjust and action.command in PLACELESS:
        return refuse(
            "{command} goes to no place, so no time token changes its price.",
            repair=_PRINTED,
            command=COMMAND_NAME[action.command],
        )
    return None


@BOOK.check("ISK-176")
def discount_in_money(state: State, action: act.Played) -> Refusal | None:
    if action.adjust < 0 and not _may_be_discounted(state, action):
        return refuse(
            "A time token lowers a price in Money, and {card} is not paid in Money here.",
            repair=_PRINTED,
            card=state.profile.cards[action.card].printed_name,
        )
    return None


@BOOK.check("ISK-172")
def anti_terror_discounted(state: State, action: act.TakeMarker) -> Refusal | None:
    return _anti_terror_priced(state, action, -1)


@BOOK.check("ISK-173")
def anti_terror_charged(state: State, action: act.TakeMarker) -> Refusal | None:
    return _anti_terror_priced(state, action, 1)


def _anti_terror_priced(state: State, action: act.TakeMarker, change: int) -> Refusal | None:
    """An Anti-terror goes to the sector where the marker lies, so its price is known when it is played."""
    token = open_token(state)
    if action.command is not Command.ANTI_TERROR or token is None:
        return None
    here = _change(state, action) == change and _terror_in_sector(state, state.player(action.player), token)
    if action.adjust == change and not here:
        return refuse(
            "The Terror marker does not lie in sector {sector}, whose price the time token changes.",
            repair=_PRINTED,
            sector=token.sector,
        )
    if not here or action.adjust or (change < 0 and not _may_be_discounted(state, action)):
        return None
    return _first_to_sector(token.sector, change)


def _first_to_sector(sector: int, change: int) -> Refusal:
    if change > 0:
        return refuse(
            "The first command to sector {sector} costs 1 more.", repair="Pay 1 more than is printed.", sector=sector
        )
    return refuse(
        "The first command to sector {sector} costs 1 less.", repair="Pay 1 less than is printed.", sector=sector
    )


def _change(state: State, action: act.Played) -> int:
    """What the open time token still changes for this player, 0 without one."""
    token = token_for(state, state.player(action.player))
    return 0 if token is None else token.change


def _may_be_discounted(state: State, action: act.Played) -> bool:
    return discountable(state, state.player(action.player), state.profile.cards[action.card].price, action.politics)


def _terror_in_sector(state: State, player: Player, token: TimeToken) -> bool:
    board = state.board(player.board)
    if board.terror is None:
        return False
    return state.profile.boards[board.name].territories[board.terror].sector == token.sector


PRICED = (token_open, discount_open, surcharge_open, priced_by_place, discount_in_money)
ANTI_TERROR_PRICED = (anti_terror_discounted, anti_terror_charged)
