"""Checks of commands that need no move: Strategy change, Terror, Bombardment, Jamming, and waiving."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import (
    Command,
    Side,
)
from companion.games.iron_sky.resources import open_token
from companion.games.iron_sky.rules_common import (
    COMMAND_NAME,
    TITLE,
    named,
    seat_name,
    sector_price,
)
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import State

LARGEST_EXCHANGE = 5


def _commanded(state: State, seat: str, *commands: Command) -> Refusal | None:
    todo = state.player(seat).todo
    if todo is None or todo.command not in commands:
        return refuse(
            "{name} has not played {command} for this.",
            repair="Put it back and play the card first.",
            name=seat_name(state.player(seat)),
            command=COMMAND_NAME[commands[0]],
        )
    return None


@BOOK.rule("ISK-104", page=13)
def strategy_played(state: State, action: act.Reshuffle | act.Exchange) -> Refusal | None:
    """Own battle cards are shuffled or exchanged with a Strategy change."""
    return _commanded(state, action.player, Command.STRATEGY)


@BOOK.rule("ISK-105", page=13)
def exchange_size(state: State, action: act.Exchange) -> Refusal | None:
    """One to five battle cards are exchanged for as many from the bank."""
    most = min(LARGEST_EXCHANGE, state.bank(state.player(action.player).side))
    if not 1 <= action.count <= most:
        return refuse(
            "{count} battle cards cannot be exchanged.",
            repair="Exchange 1 to {most} cards.",
            count=action.count,
            most=most,
        )
    return None


@BOOK.rule("ISK-107", page=13)
def terror_target(state: State, action: act.PutTerror) -> Refusal | None:
    """Terror goes into a Command Centre of the player's own board that he does not control."""
    if (found := _commanded(state, action.player, Command.TERROR)) is not None:
        return found
    site = state.site(action.place)
    if site.orbit or site.board != state.player(action.player).board:
        return refuse("Terror works on the own board's territories only.", repair="Put the marker to the own board.")
    if state.territory(action.place).controller is Side.REICH:
        return refuse(
            "The Reich controls {place} already.",
            repair="Put the marker into a Command Centre without Reich tiles.",
            place=named(state, action.place),
        )
    return None


@RULING.rule("ISK-113")
def terror_on_ruins(state: State, action: act.PutTerror) -> Refusal | None:
    """A nuked territory is no target for Terror."""
    if state.is_nuked(action.place) and state.house["terror_on_ruins"] == "no_target":
        return refuse("{place} is nuked.", repair="Choose another territory.", place=named(state, action.place))
    return None


@BOOK.rule("ISK-114", page=14)
def bombardment_target(state: State, action: act.Bombard) -> Refusal | None:
    """Bombardment removes UWC tiles from one territory of the player's own board."""
    if (found := _commanded(state, action.player, Command.BOMBARDMENT)) is not None:
        return found
    site = state.site(action.place)
    if site.orbit or site.board != state.player(action.player).board:
        return refuse("Bombardment reaches the own board's territories only.", repair="Put the tiles back.")
    if not state.army(action.place, Side.UWC):
        return refuse(
            "{side} has no army in {place}.",
            repair="Put the tiles back.",
            side=TITLE[Side.UWC],
            place=named(state, action.place),
        )
    return None


@RULING.rule("ISK-114")
def bombarded_slot(state: State, action: act.Bombard) -> Refusal | None:
    """UWC tiles are bombarded in either slot, unless the table wants the Command Centre only."""
    in_centre = state.territory(action.place).controller is Side.UWC
    if state.house["bombardment_targets"] == "command_centre" and not in_centre:
        return refuse("This table bombards Command Centres only.", repair="Put the tiles back.")
    return None


@BOOK.rule("ISK-119", page=14)
def jamming_target(state: State, action: act.Jam) -> Refusal | None:
    """Jamming goes to an orbit sector of the player's own board."""
    if (found := _commanded(state, action.player, Command.JAMMING)) is not None:
        return found
    site = state.site(action.place)
    if not site.orbit or site.board != state.player(action.player).board:
        return refuse("Jamming works on the own board's orbit only.", repair="Put the marker to an own orbit sector.")
    return None


@RULING.rule("ISK-119")
def jamming_again(state: State, action: act.Jam) -> Refusal | None:
    """Playing Jamming again moves the marker, unless the table forbids it."""
    out = state.board(state.player(action.player).board).jamming is not None
    if out and state.house["jamming_again"] == "forbidden":
        return refuse(
            "The Jamming marker lies on the board already.", repair="Leave it where it is and waive the command."
        )
    return None


@BOOK.rule("ISK-52", page=8)
def something_open(state: State, action: act.Waive) -> Refusal | None:
    """Only the player who played a card can waive the rest of it."""
    player = state.player(action.player)
    if player.todo is None:
        return refuse("{name} has no command to waive.", repair="Go on.", name=seat_name(player))
    return None


Targeted = act.PutTerror | act.Bombard | act.Jam


@BOOK.rule("ISK-172", page=19)
def target_discounted(state: State, action: Targeted) -> Refusal | None:
    """With an open -1 the first command to its sector costs 1 less, and none elsewhere."""
    return _priced_by(state, action, -1)


@BOOK.rule("ISK-173", page=19)
def target_charged(state: State, action: Targeted) -> Refusal | None:
    """With an open +1 the first command to its sector costs 1 more, and none elsewhere."""
    return _priced_by(state, action, 1)


def _priced_by(state: State, action: Targeted, change: int) -> Refusal | None:
    token = open_token(state)
    applies = token is not None and token.change == change
    return sector_price(state, action.player, action.place, single=True) if applies else None
