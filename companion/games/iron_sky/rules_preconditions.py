"""Checks that many actions share: whose turn it is, what is still open, what lies where, what can be paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.rules import Refusal, Rule, refuse
from companion.core.text import Text
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import (
    TILE_BOARD,
    Command,
    Place,
    Resource,
)
from companion.games.iron_sky.names import COMMAND_NAME, TITLE, amount, board_name, place_name
from companion.games.iron_sky.resources import Price, affords, discountable, open_token
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Phase, Player, State

Checks = Mapping[type, Sequence[Rule[State, Any]]]
"""The checks of each action, in the order in which a referee would speak."""


def named(state: State, place: Place) -> Text:
    return state.site(place).name


# --- who and what takes part ---


_SEATS, _PLACES = act.fields_of("Seat"), act.fields_of("Place")


@BOOK.check("ISK-1")
def in_play(state: State, action: Any) -> Refusal | None:
    last = state.players[-1].seat
    for name in _SEATS[type(action)]:
        seat = getattr(action, name)
        if seat is not None and seat > last:
            return refuse(
                "There is no player {seat} in this game.", repair="Name one from A to {last}.", seat=seat, last=last
            )
    for name in _PLACES[type(action)]:
        place = getattr(action, name)
        if place is not None and place not in state.map.sites:
            return _out_of_play(place_name(state.profile, place))
    board = getattr(action, "board", None)
    return _out_of_play(board_name(board)) if board is not None and board not in state.map.boards else None


def _out_of_play(place: Text) -> Refusal:
    return refuse(
        "{place} is not in play in this game.",
        repair="Put it back and choose a board where somebody sits.",
        place=place,
    )


# --- whose turn ---


@BOOK.check("ISK-142", of_player=True)
def game_goes_on(state: State, action: Any) -> Refusal | None:
    if state.phase is Phase.OVER:
        return refuse("The End token has been turned: the game is over.", repair="Put it back and count the points.")
    if state.phase is Phase.SECRETS and not isinstance(action, _AFTER_THE_END):
        return refuse(
            "The End token has been turned: the game is over.",
            repair="Put it back and show the secret operations.",
        )
    return None


_AFTER_THE_END = (act.ShowOperation, act.Reveal, act.PushMeter, act.PushDevastation)


@BOOK.check("ISK-3", of_player=True)
def on_turn(state: State, action: Any) -> Refusal | None:
    player = state.player(action.player)
    if player.side is not state.side:
        return refuse(
            "It is the turn of {side}, and {name} plays {own}.",
            repair="Put it back where it was.",
            side=TITLE[state.side],
            own=TITLE[player.side],
            name=player.name,
        )
    return None


@BOOK.check("ISK-45", of_player=True)
def command_phase(state: State, action: Any) -> Refusal | None:
    return NOT_NOW.get(state.phase)


NOT_NOW = {
    Phase.SHEETS: refuse(
        "The game has not begun: commanders are still to be drawn.",
        repair="Put it back and draw the other commander sheets first.",
    ),
    Phase.END_OF_TURN: refuse(
        "The Command phase is over: the turn ends.", repair="Put it back and finish the end of the turn."
    ),
    Phase.TOKEN: refuse(
        "The Command phase is over: the next time token is to be turned.",
        repair="Put it back and turn the top time token.",
    ),
}
"""What there is to do instead of a command."""


@BOOK.requires(
    "ISK-80",
    "The battle of {place} comes first.",
    repair="Put it back and finish the battle.",
    of_player=True,
    place=lambda state, _: named(state, state.battle.place),
)
def no_battle(state: State, action: Any) -> bool:
    return state.battle is None


@BOOK.check("ISK-143", of_player=True)
def not_done(state: State, action: Any) -> Refusal | None:
    player = state.player(action.player)
    if player.done:
        return refuse(
            "{name} is done.",
            repair="Put it back, or let {name} go on first.",
            name=player.name,
        )
    return None


@BOOK.check("ISK-52", of_player=True)
def nothing_open(state: State, action: Any) -> Refusal | None:
    todo = state.player(action.player).todo
    if todo is not None:
        return refuse(
            "{card} is not carried out yet.",
            repair="Put it back and finish or waive {card} first.",
            card=state.profile.cards[todo.card].printed_name,
        )
    return None


@BOOK.check("ISK-46-R", of_player=True)
def in_board_order(state: State, action: Any) -> Refusal | None:
    if state.choices["simultaneous_play"] == "as_entered":
        return None
    first = next((player for player in state.team(state.side) if not player.done), None)
    if first is not None and first.seat != action.player:
        return refuse(
            "{first} is not done yet, and this table plays board by board.",
            repair="Put it back until {first} is done.",
            first=first.name,
        )
    return None


ACTING = (on_turn, command_phase, no_battle, not_done, in_board_order)
"""Before anything a player does in his Command phase."""

FREE = (*ACTING, nothing_open)
"""Before a new command or order."""


# --- money ---


def can_pay(player: Player, price: Price) -> Refusal | None:
    """A refusal that says what is missing, for whichever rule asks for the price."""
    if affords(player, price):
        return None
    for resource in Resource:
        held, needed = player.held(resource), price.of(resource)
        if needed > held:
            return refuse(
                "{name} has {held} and needs {needed}.",
                repair="Put back what was taken or played.",
                name=player.name,
                held=amount(resource, held),
                needed=needed,
            )
    return None


def leads_from_afar(state: State, player: Player, place: Place) -> bool:
    """ISK-94: the leading team there came from this player's own board."""
    leader = state.army(place, player.side).leader
    return leader is not None and TILE_BOARD[leader] == player.board


def commanded(state: State, action: Any, *commands: Command) -> Refusal | None:
    """A refusal unless the player has an open command of these."""
    player = state.player(action.player)
    if player.todo is None or player.todo.command not in commands:
        return refuse(
            "{name} has not played {command} for this.",
            repair="Put it back and play the card first.",
            name=player.name,
            command=COMMAND_NAME[commands[0]],
        )
    return None


# --- the time token's sector ---


def sector_price(state: State, seat: str, place: Place, single: bool) -> Refusal | None:
    """Whether what was paid fits a command that goes to this place (ISK-172, ISK-172-R, ISK-176)."""
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
            "The price was paid as for sector {sector}.",
            repair="Choose a place there, or take the card back and pay its printed price.",
            sector=token.sector,
        )
    return None
