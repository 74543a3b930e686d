"""Checks of set-up, of the end of a turn, of time tokens and Blitz meters, and of the end of the game."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.names import board_name
from companion.games.iron_sky.rules_cards import at_hand
from companion.games.iron_sky.rules_common import Checks, on_turn
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Phase, State
from companion.games.iron_sky.turn import END_TOKEN, tokens_possible


@BOOK.check("ISK-139")
def end_of_turn(state: State, action: act.EndTurn) -> Refusal | None:
    if state.phase is not Phase.END_OF_TURN:
        return refuse("The Command phase is not over.", repair="Let every player of the side be done first.")
    player = state.player(action.player)
    if player.done:
        return refuse("{name} has ended his turn.", repair="Wait for the others.", name=player.name)
    if action.discard is not None and not at_hand(state, player, action.discard):
        return refuse("{name} cannot have that card in his hand.", repair="Put it back.", name=player.name)
    return None


@BOOK.check("ISK-142")
def time_for_token(state: State, action: act.TurnToken) -> Refusal | None:
    if state.phase is not Phase.TOKEN:
        return refuse("No time token is turned now.", repair="Turn it back; it is turned after the UWC's turn.")
    return None


@BOOK.check("ISK-25")
def token_possible(state: State, action: act.TurnToken) -> Refusal | None:
    return None if state.plays("random_length") else _token_next(state, action)


@BOOK.check("ISK-160")
def random_token_possible(state: State, action: act.TurnToken) -> Refusal | None:
    return _token_next(state, action) if state.plays("random_length") else None


def _token_next(state: State, action: act.TurnToken) -> Refusal | None:
    if action.token in tokens_possible(state):
        return None
    what = say("the End token") if action.token == END_TOKEN else state.profile.tokens[action.token].printed_name
    return refuse("{token} cannot be next.", repair="Check the pile of time tokens.", token=what)


@BOOK.check("ISK-38")
def meter_right(state: State, action: act.PushMeter) -> Refusal | None:
    board = state.board(action.board)
    wanted = derived_occupation(board)
    if action.position != wanted:
        return refuse(
            "The Blitz meter of {board} shows {position}; it should be {wanted}.",
            repair=say_plural(
                "Put the Occupation marker so that {count} position is free on the Reich's side.",
                "Put the Occupation marker so that {count} positions are free on the Reich's side.",
                wanted,
            ),
            board=board_name(action.board),
            position=action.position,
            wanted=wanted,
        )
    if board.occupation == wanted:
        return refuse("The Blitz meter is right already.", repair="Leave the marker where it is.")
    return None


@BOOK.check("ISK-164")
def operation_shown(state: State, action: act.ShowOperation) -> Refusal | None:
    player = state.player(action.player)
    if state.phase is not Phase.SECRETS or player.operation is not None:
        return refuse("{name} shows no operation now.", repair="Keep it secret.", name=player.name)
    taken = any(mate.operation == action.card for mate in state.players)
    if state.profile.operations[action.card].side is not player.side or taken:
        return refuse("{name} cannot have this operation.", repair="Look at the card again.", name=player.name)
    return None


@BOOK.check("ISK-16")
def sheet_free(state: State, action: act.DrawSheet) -> Refusal | None:
    # By side and seat, so that fewer players draw from fewer sheets (ISK-31, ISK-32).
    player = state.player(action.seat)
    if state.phase is not Phase.SHEETS or player.commander is not None:
        return refuse("{name} has a commander.", repair="Put the sheet back.", name=player.name)
    taken = any(other.commander == action.commander for other in state.players)
    if taken or state.profile.commanders[action.commander].side is not player.side:
        return refuse("{name} cannot get this sheet.", repair="Draw another sheet.", name=player.name)
    return None


CHECKS: Checks = {
    act.DrawSheet: (sheet_free,),
    act.TurnToken: (time_for_token, token_possible, random_token_possible),
    act.PushMeter: (meter_right,),
    act.EndTurn: (on_turn, end_of_turn),
    act.ShowOperation: (operation_shown,),
}
