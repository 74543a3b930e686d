"""Checks that many actions share: whose turn it is, what is still open, what lies where, what can be paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from companion.core.rules import Refusal, refuse
from companion.core.text import Text, say, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.atlas import Route
from companion.games.iron_sky.board import lift
from companion.games.iron_sky.catalog import (
    ELITE_TILES,
    LARGEST_ARMY,
    TILE_BOARD,
    TILE_SIDE,
    Command,
    Place,
    Resource,
    Side,
)
from companion.games.iron_sky.resources import Price, affords, discountable, open_token
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import Phase, Player, Stack, State, normal_tiles

TITLE = {Side.REICH: say("the Reich"), Side.UWC: say("the UWC")}
RESOURCE = {
    Resource.MONEY: say("Money"),
    Resource.POLITICS: say("Politics points"),
    Resource.COMMAND: say("Command points"),
}
COMMAND_NAME = {
    Command.MOBILISATION: say("Mobilisation"),
    Command.RECRUIT: say("Recruit"),
    Command.ASSAULT: say("Assault"),
    Command.STRATEGY: say("Strategy change"),
    Command.TERROR: say("Terror"),
    Command.BOMBARDMENT: say("Bombardment"),
    Command.REBOOT: say("Reboot"),
    Command.ANTI_TERROR: say("Anti-terror"),
    Command.POLITICKING: say("Politicking"),
    Command.JAMMING: say("Jamming"),
}


def named(state: State, place: Place) -> Text:
    return verbatim(state.site(place).name)


def seat_name(player: Player) -> Text:
    return verbatim(player.name)


# --- who and what takes part ---


def _fields(kind: str) -> Mapping[type, tuple[str, ...]]:
    """For each action, its fields that are declared to be of this kind."""
    return {
        action: tuple(f.name for f in fields(action) if str(f.type).startswith(kind)) for action in get_args(act.Action)
    }


_SEATS, _PLACES = _fields("Seat"), _fields("Place")


@BOOK.rule("ISK-1", page=2)
def in_play(state: State, action: Any) -> Refusal | None:
    """Only players of this game act, and only on the boards they play on."""
    for name in _SEATS[type(action)]:
        seat = getattr(action, name)
        if seat is not None and ord(seat) - ord("A") >= len(state.players):
            last = state.players[-1].seat
            return refuse(
                "There is no player {seat} in this game.", repair="Name one from A to {last}.", seat=seat, last=last
            )
    for name in _PLACES[type(action)]:
        place = getattr(action, name)
        if place is not None and place not in state.atlas.sites:
            return _out_of_play(place)
    board = getattr(action, "board", None)
    return _out_of_play(board) if board is not None and board not in state.atlas.boards else None


def _out_of_play(place: Place) -> Refusal:
    return refuse(
        "{place} is not in play in this game.",
        repair="Put it back and choose a board where somebody sits.",
        place=verbatim(place.replace(".", " ").title()),
    )


# --- whose turn ---


@BOOK.rule("ISK-3", page=7)
def on_turn(state: State, action: Any) -> Refusal | None:
    """The Reich side has its turn, then the UWC side."""
    player = state.player(action.player)
    if player.side is not state.side:
        return refuse(
            "It is the turn of {side}, not of {name}.",
            repair="Put it back; {name} acts when his side has its turn.",
            side=TITLE[state.side],
            name=seat_name(player),
        )
    return None


@BOOK.rule("ISK-45", page=7)
def command_phase(state: State, action: Any) -> Refusal | None:
    """Commands and orders belong to the Command phase, which the players of a side finish together."""
    if state.phase is not Phase.COMMAND:
        return refuse(
            "This is not the Command phase.", repair="Put it back and finish the {phase}.", phase=_phase(state)
        )
    return None


def _phase(state: State) -> Text:
    return {
        Phase.SHEETS: say("set-up"),
        Phase.COMMAND: say("Command phase"),
        Phase.END_OF_TURN: say("end of the turn"),
        Phase.TOKEN: say("turn with the time token"),
        Phase.SECRETS: say("showing of the secret operations"),
        Phase.OVER: say("game"),
    }[state.phase]


@BOOK.rule("ISK-80", page=10)
def no_battle(state: State, action: Any) -> Refusal | None:
    """A battle follows at once and is fought to its end."""
    if state.battle is not None:
        return refuse(
            "The battle of {place} comes first.",
            repair="Put it back and finish the battle.",
            place=named(state, state.battle.place),
        )
    return None


@BOOK.rule("ISK-143", page=10)
def not_done(state: State, action: Any) -> Refusal | None:
    """The side's turn ends when all its players want no more commands and orders."""
    player = state.player(action.player)
    if player.done:
        return refuse(
            "{name} has said that he is done.",
            repair="Put it back, or let {name} resume first.",
            name=seat_name(player),
        )
    return None


@BOOK.rule("ISK-52", page=8)
def nothing_open(state: State, action: Any) -> Refusal | None:
    """A player carries a card out fully before his next command or order."""
    todo = state.player(action.player).todo
    if todo is not None:
        return refuse(
            "{card} is not carried out yet.",
            repair="Put it back and finish or waive {card} first.",
            card=verbatim(state.profile.cards[todo.card].name),
        )
    return None


@RULING.rule("ISK-46")
def in_board_order(state: State, action: Any) -> Refusal | None:
    """Players of a side act in the order in which it is entered or, if the table wants it so, board by board."""
    if state.house["simultaneous_play"] == "as_entered":
        return None
    first = next((player for player in state.team(state.side) if not player.done), None)
    if first is not None and first.seat != action.player:
        return refuse(
            "{first} is not done yet, and this table plays board by board.",
            repair="Put it back until {first} is done.",
            first=seat_name(first),
        )
    return None


ACTING = (on_turn, command_phase, no_battle, not_done, in_board_order)
"""Before anything a player does in his Command phase."""


# --- armies ---


def moving_tiles(state: State, action: Any) -> Stack:
    """The tiles that this move takes: the top ones, or those under an Elite that may stay behind (ISK-169)."""
    stays = state.atlas.crosses(action.origin, action.to) and state.house["under_elite"] == "may_leave"
    return lift(state, own_army(state, action), action.count, leave_elite=stays)[1]


def own_army(state: State, action: Any) -> Stack:
    return state.army(action.origin, state.player(action.player).side)


@BOOK.rule("ISK-75", page=10)
def army_there(state: State, action: Any) -> Refusal | None:
    """Tiles move from a place where the side has an army."""
    if not own_army(state, action):
        return refuse(
            "{side} has no army in {place}.",
            repair="Put the tiles back and take them from a place with an own army.",
            side=TITLE[state.player(action.player).side],
            place=named(state, action.origin),
        )
    return None


@BOOK.rule("ISK-77", page=11)
def enough_tiles(state: State, action: Any) -> Refusal | None:
    """Tiles are taken from the top of the army, as many as it has at most."""
    army = own_army(state, action)
    if not 1 <= action.count <= len(army):
        return refuse(
            "{count} tiles cannot be taken from {place}; it holds {have}.",
            repair="Put the tiles back and move {have} at most.",
            place=named(state, action.origin),
            have=len(army),
            count=action.count,
        )
    return None


def too_large(state: State, place: Place, side: Side, arriving: int) -> bool:
    return normal_tiles(state.army(place, side)) + arriving > LARGEST_ARMY


@BOOK.rule("ISK-5", page=10)
def room_there(state: State, action: Any) -> Refusal | None:
    """An army has three tiles at most, in every slot and sector and however they arrive (ISK-78)."""
    side = state.player(action.player).side
    arriving = normal_tiles(moving_tiles(state, action))
    if too_large(state, action.to, side, arriving):
        return refuse(
            "{place} would hold more than {most} tiles.",
            repair="Put the tiles back; {room} more may go there.",
            place=named(state, action.to),
            most=LARGEST_ARMY,
            room=LARGEST_ARMY - normal_tiles(state.army(action.to, side)),
        )
    return None


@BOOK.rule("ISK-157", page=20)
def not_nuked(state: State, action: Any) -> Refusal | None:
    """Nobody recruits in or moves into a nuked territory for the rest of the game."""
    if state.is_nuked(action.to):
        return refuse(
            "{place} was hit by the Nuclear weapon.",
            repair="Put the tiles back and choose another territory.",
            place=named(state, action.to),
        )
    return None


@BOOK.rule("ISK-120", page=14)
def red_route_open(state: State, action: Any) -> Refusal | None:
    """The red routes of a jammed sector cannot be used, neither down nor up."""
    down = state.site(action.origin).orbit and not state.site(action.to).orbit
    up = state.site(action.to).orbit and not state.site(action.origin).orbit
    sector = action.origin if down else action.to
    if (down or up) and state.is_jammed(sector):
        return refuse(
            "{sector} is jammed.",
            repair="Put the tiles back and use another sector, or play Reboot first.",
            sector=named(state, sector),
        )
    return None


@BOOK.rule("ISK-169", page=19)
def elite_stays(state: State, action: Any) -> Refusal | None:
    """The Elite tile cannot go to another board."""
    moved = moving_tiles(state, action)
    if not state.atlas.crosses(action.origin, action.to):
        return None
    if not ELITE_TILES.intersection(moved) and len(moved) == action.count:
        return None
    return refuse(
        "The Elite tile stays on its board, and the tiles under it with it.",
        repair="Put the tiles back and move the army on its own board.",
    )


# --- money ---


def can_pay(player: Player, price: Price) -> Refusal | None:
    """A refusal that says what is missing, for whichever rule asks for the price."""
    if affords(player, price):
        return None
    for resource in Resource:
        missing = getattr(price, resource.value) - getattr(player, resource.value)
        if missing > 0:
            return refuse(
                "{name} has {missing} {resource} too few.",
                repair="Put the tiles or the card back, or get {missing} more {resource} first.",
                name=seat_name(player),
                missing=missing,
                resource=RESOURCE[resource],
            )
    return None


def leads_from_afar(state: State, player: Player, place: Place) -> bool:
    """ISK-94: the leading team there came from this player's own board."""
    army = state.army(place, player.side)
    return bool(army) and TILE_BOARD[army[-1]] == player.board and TILE_SIDE[army[-1]] is player.side


# --- the time token's sector ---


def sector_price(state: State, seat: str, place: Place, single: bool) -> Refusal | None:
    """Whether what was paid fits a command that goes to this place (ISK-172 to ISK-176)."""
    player = state.player(seat)
    token, todo = open_token(state), player.todo
    if token is None or todo is None:
        return None
    inside = state.site(place).sector == token.sector
    if inside and not todo.adjust and not player.readied:
        if token.change > 0:
            return refuse(
                "The first command to sector {sector} costs 1 more.",
                repair="Take the card back and pay 1 more, or choose another sector.",
                sector=token.sector,
            )
        price = state.profile.cards[todo.card].price
        if single and discountable(state, player, price, todo.politics):
            return refuse(
                "The first command to sector {sector} costs 1 less.",
                repair="Take the card back and pay 1 less.",
                sector=token.sector,
            )
    if not inside and todo.adjust and (single or todo.adjust < 0):
        return refuse(
            "This command was priced for sector {sector}.",
            repair="Choose a place in sector {sector}, or take the card back and pay its printed price.",
            sector=token.sector,
        )
    return None


Marching = act.Move | act.Organise | act.Ascend


def route_taken(state: State, action: Marching) -> Route:
    route = state.atlas.route(action.origin, action.to)
    assert route is not None, "route_exists comes first"
    return route
