"""Checks of commands that need no move: Strategy change, Terror, Bombardment, Jamming."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import Message, say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Command, Side
from companion.games.iron_sky.names import SUBJECT, board_name
from companion.games.iron_sky.resources import open_token
from companion.games.iron_sky.rules_preconditions import ACTING, Checks, commanded, named, sector_price
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import State

LARGEST_EXCHANGE = 5

Targeted = act.PutTerror | act.Bombard | act.Jam


@BOOK.check("ISK-104", of_player=True)
def strategy_played(state: State, action: act.Reshuffle | act.Exchange) -> Refusal | None:
    return commanded(state, action, Command.STRATEGY)


@BOOK.check("ISK-105")
def exchange_size(state: State, action: act.Exchange) -> Refusal | None:
    bank = state.bank(state.player(action.player).side)
    if action.count < 1:
        return refuse(
            "No battle card is exchanged.", repair="Exchange at least one, or make a new deck of all ten instead."
        )
    if action.count > LARGEST_EXCHANGE:
        return refuse(
            say_plural(
                "{count} battle card is exchanged; {most} is the most.",
                "{count} battle cards are exchanged; {most} is the most.",
                action.count,
                most=LARGEST_EXCHANGE,
            ),
            repair="Give back what is too much.",
        )
    if action.count > bank:
        return refuse(
            say_plural(
                "The bank has {count} battle card, and {wanted} would be taken.",
                "The bank has {count} battle cards, and {wanted} would be taken.",
                bank,
                wanted=action.count,
            ),
            repair="Exchange fewer, or make a new deck of all ten instead.",
        )
    return None


def _not_there(state: State, action: Targeted, reason: Message) -> Refusal:
    player = state.player(action.player)
    values = {"name": player.name, "board": board_name(player.board), "place": named(state, action.place)}
    return refuse(reason.fill(**values), repair=say("Put it back and choose a place of {board}.", **values))


@BOOK.check("ISK-107")
def terror_target(state: State, action: act.PutTerror) -> Refusal | None:
    if (found := commanded(state, action, Command.TERROR)) is not None:
        return found
    site = state.site(action.place)
    if site.orbit or site.board != state.player(action.player).board:
        return _not_there(state, action, say("{name} puts Terror on a territory of {board}, not on {place}."))
    if state.territory(action.place).controller is Side.REICH:
        return refuse(
            "The Reich controls {place} already.",
            repair="Put the marker into a Command Centre without Reich tiles.",
            place=named(state, action.place),
        )
    return None


@BOOK.requires(
    "ISK-113",
    "{place} was hit by the Nuclear weapon, and this table puts no Terror there.",
    repair="Choose another territory.",
    place=lambda state, action: named(state, action.place),
)
def terror_on_ruins(state: State, action: act.PutTerror) -> bool:
    return not state.is_nuked(action.place) or state.choices["terror_on_ruins"] != "no_target"


@BOOK.check("ISK-114")
def bombardment_target(state: State, action: act.Bombard) -> Refusal | None:
    if (found := commanded(state, action, Command.BOMBARDMENT)) is not None:
        return found
    site = state.site(action.place)
    if site.orbit or site.board != state.player(action.player).board:
        return _not_there(state, action, say("{name} bombards territories of {board}, not {place}."))
    if not state.army(action.place, Side.UWC):
        return refuse(
            "{side} has no army in {place}.",
            repair="Choose a territory with a UWC army.",
            side=SUBJECT[Side.UWC],
            place=named(state, action.place),
        )
    return None


@BOOK.requires(
    "ISK-114-R",
    "The UWC army of {place} is in the Frontline; this table bombards Command Centres only.",
    repair="Put the tiles back.",
    place=lambda state, action: named(state, action.place),
)
def bombarded_slot(state: State, action: act.Bombard) -> bool:
    in_centre = state.territory(action.place).controller is Side.UWC
    return state.choices["bombardment_targets"] != "command_centre" or in_centre


@BOOK.check("ISK-119")
def jamming_target(state: State, action: act.Jam) -> Refusal | None:
    if (found := commanded(state, action, Command.JAMMING)) is not None:
        return found
    site = state.site(action.place)
    if not site.orbit or site.board != state.player(action.player).board:
        return _not_there(state, action, say("{name} jams orbit sectors of {board}, not {place}."))
    return None


@BOOK.requires(
    "ISK-119-R",
    "The Jamming marker lies on the board already; this table leaves it there.",
    repair="Put it back and waive the command.",
)
def jamming_again(state: State, action: act.Jam) -> bool:
    out = state.board(state.player(action.player).board).jamming is not None
    return not out or state.choices["jamming_again"] != "forbidden"


@BOOK.check("ISK-172")
def target_discounted(state: State, action: Targeted) -> Refusal | None:
    return _priced_by(state, action, -1)


@BOOK.check("ISK-173")
def target_charged(state: State, action: Targeted) -> Refusal | None:
    return _priced_by(state, action, 1)


def _priced_by(state: State, action: Targeted, change: int) -> Refusal | None:
    token = open_token(state)
    applies = token is not None and token.change == change
    return sector_price(state, action.player, action.place, single=True) if applies else None


PRICED = (target_discounted, target_charged)
"""What an open time token makes of a command with a target."""

CHECKS: Checks = {
    act.Reshuffle: (*ACTING, strategy_played),
    act.Exchange: (*ACTING, strategy_played, exchange_size),
    act.PutTerror: (*ACTING, terror_target, terror_on_ruins, *PRICED),
    act.Bombard: (*ACTING, bombardment_target, bombarded_slot, *PRICED),
    act.Jam: (*ACTING, jamming_target, jamming_again, *PRICED),
}
