"""Checks of set-up, of the end of a turn and of the end of the game."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import say, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.rules_cards import at_hand
from companion.games.iron_sky.rules_common import (
    seat_name,
)
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Phase, State
from companion.games.iron_sky.turn import END_TOKEN, tokens_possible


@BOOK.rule("ISK-139", page=10)
def end_of_turn(state: State, action: act.EndTurn) -> Refusal | None:
    """At the end of the turn each player of the side may discard one command card."""
    if state.phase is not Phase.END_OF_TURN:
        return refuse("The Command phase is not over.", repair="Let every player of the side be done first.")
    player = state.player(action.player)
    if player.done:
        return refuse("{name} has ended his turn.", repair="Wait for the others.", name=seat_name(player))
    if action.discard is not None and not at_hand(state, player, action.discard):
        return refuse("{name} cannot have that card in his hand.", repair="Put it back.", name=seat_name(player))
    return None


@BOOK.rule("ISK-142", page=10)
def time_for_token(state: State, action: act.TurnToken) -> Refusal | None:
    """A time token is turned after the UWC's turn."""
    if state.phase is not Phase.TOKEN:
        return refuse("No time token is turned now.", repair="Turn it back; it is turned after the UWC's turn.")
    return None


@BOOK.rule("ISK-25", page=6)
def token_possible(state: State, action: act.TurnToken) -> Refusal | None:
    """The End token lies under seven others, or with random length among the last four."""
    if action.token not in tokens_possible(state):
        what = say("the End token") if action.token == END_TOKEN else verbatim(action.token)
        return refuse("{token} cannot be next.", repair="Check the pile of time tokens.", token=what)
    return None


@BOOK.rule("ISK-164", page=6)
def operation_shown(state: State, action: act.ShowOperation) -> Refusal | None:
    """Each player shows his secret operation at the end of the game."""
    player = state.player(action.player)
    if state.phase is not Phase.SECRETS or player.operation is not None:
        return refuse("{name} shows no operation now.", repair="Keep it secret.", name=seat_name(player))
    taken = any(mate.operation == action.card for mate in state.players)
    if state.profile.operations[action.card].side is not player.side or taken:
        return refuse("{name} cannot have this operation.", repair="Look at the card again.", name=seat_name(player))
    return None


@BOOK.rule("ISK-16", page=4)
def sheet_free(state: State, action: act.DrawSheet) -> Refusal | None:
    """Every player draws a commander sheet of his side that nobody has (ISK-31, ISK-32)."""
    player = state.player(action.seat)
    if state.phase is not Phase.SHEETS or player.commander is not None:
        return refuse("{name} has a commander.", repair="Put the sheet back.", name=seat_name(player))
    taken = any(other.commander == action.commander for other in state.players)
    if taken or state.profile.commanders[action.commander].side is not player.side:
        return refuse("{name} cannot get this sheet.", repair="Draw another sheet.", name=seat_name(player))
    return None
