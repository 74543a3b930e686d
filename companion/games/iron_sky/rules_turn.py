"""Checks of set-up, of the end of a turn, of time tokens and Blitz meters, and of the end of the game."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.names import TITLE, board_name
from companion.games.iron_sky.rules_cards import at_hand, not_in_hand
from companion.games.iron_sky.rules_preconditions import NOT_NOW, Checks, on_turn
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Phase, State
from companion.games.iron_sky.turn import END_TOKEN, earliest_end, tokens_possible


@BOOK.check("ISK-45")
def end_of_turn(state: State, action: act.EndTurn) -> Refusal | None:
    if state.phase is Phase.COMMAND:
        waiting = tuple(player.name for player in state.team(state.side) if not player.done)
        return refuse(
            "The Command phase goes on until everybody of the side is done.",
            repair=say_plural(
                "Put it back until {waiting} is done.",
                "Put it back until {waiting} are done.",
                len(waiting),
                waiting=waiting,
            ),
        )
    return NOT_NOW.get(state.phase) if state.phase is not Phase.END_OF_TURN else None


@BOOK.check("ISK-139")
def ends_once(state: State, action: act.EndTurn) -> Refusal | None:
    player = state.player(action.player)
    if player.done:
        return refuse(
            "{name} has ended this turn already.", repair="Put it back and wait for the others.", name=player.name
        )
    return None


@BOOK.check("ISK-139")
def discard_in_hand(state: State, action: act.EndTurn) -> Refusal | None:
    player = state.player(action.player)
    if action.discard is None or at_hand(state, player, action.discard):
        return None
    return not_in_hand(state, player, action.discard)


@BOOK.requires(
    "ISK-142", "A time token is turned when the UWC's turn has ended, not now.", repair="Turn it back and go on."
)
def time_for_token(state: State, action: act.TurnToken) -> bool:
    return state.phase is Phase.TOKEN


@BOOK.check("ISK-25")
def token_possible(state: State, action: act.TurnToken) -> Refusal | None:
    return None if state.plays("random_length") else _token_next(state, action)


@BOOK.check("ISK-160")
def random_token_possible(state: State, action: act.TurnToken) -> Refusal | None:
    return _token_next(state, action) if state.plays("random_length") else None


def _token_next(state: State, action: act.TurnToken) -> Refusal | None:
    if action.token in tokens_possible(state):
        return None
    turned = len(state.tokens)
    if action.token == END_TOKEN:
        under = earliest_end(state)
        return refuse(
            say_plural(
                "{count} time token has been turned; the End token lies under {under} at least.",
                "{count} time tokens have been turned; the End token lies under {under} at least.",
                turned,
                under=under,
            ),
            repair="Turn the End token back and put it deeper into the pile.",
        )
    token = state.profile.tokens[action.token]
    if state.tokens.count(token.id) >= token.copies:
        return refuse(
            say_plural(
                "The game has {count} such time token, and it has been turned: {token}.",
                "The game has {count} such time tokens, and all have been turned: {token}.",
                token.copies,
                token=token.printed_name,
            ),
            repair="Look at the token again.",
        )
    return refuse(
        say_plural(
            "{count} time token has been turned, so the End token is next.",
            "{count} time tokens have been turned, so the End token is next.",
            turned,
        ),
        repair="Put the {token} back and turn the End token.",
        token=token.printed_name,
    )


@BOOK.check("ISK-38")
def meter_right(state: State, action: act.PushMeter) -> Refusal | None:
    board = state.board(action.board)
    wanted = derived_occupation(board)
    if action.position != wanted:
        return refuse(
            "The Blitz meter of {board} shows {position} and should show {wanted}.",
            repair=say_plural(
                "Move the Occupation marker so that {count} position is free on the Reich's side.",
                "Move the Occupation marker so that {count} positions are free on the Reich's side.",
                wanted,
            ),
            board=board_name(action.board),
            position=action.position,
            wanted=wanted,
        )
    if board.occupation == wanted:
        return refuse(
            "The Blitz meter of {board} is right already.",
            repair="Leave the marker where it is.",
            board=board_name(action.board),
        )
    return None


@BOOK.check("ISK-42")
def devastation_pushed(state: State, action: act.PushDevastation) -> Refusal | None:
    """Only the Occupation marker pushes it; one that stands behind that marker may be put to it."""
    board = state.board(action.board)
    wanted = max(board.devastation, board.occupation)
    if action.position == wanted != board.devastation:
        return None
    values = {"board": board_name(action.board), "wanted": wanted, "position": action.position}
    repair = say("Move the Devastation marker to position {wanted}.", **values)
    if action.position < wanted:
        return refuse(
            "The Devastation marker of {board} never goes back: it belongs at {wanted}, not at {position}.",
            repair=repair,
            **values,
        )
    return refuse(
        "Only the Occupation marker pushes the Devastation marker of {board}, which belongs at {wanted}.",
        repair=repair,
        **values,
    )


@BOOK.check("ISK-164")
def operation_shown(state: State, action: act.ShowOperation) -> Refusal | None:
    player = state.player(action.player)
    if player.operation is not None:
        return refuse(
            "{name} has shown a secret operation already.", repair="Look at the card again.", name=player.name
        )
    if state.phase is not Phase.SECRETS:
        return refuse(
            "Secret operations are shown when the End token has been turned, not now.",
            repair="Turn the card over again and keep it secret.",
        )
    card = state.profile.operations[action.card]
    owner = next((mate for mate in state.players if mate.operation == card.id), None)
    values = {"name": player.name, "card": card.printed_name, "side": TITLE[card.side]}
    if card.side is not player.side:
        return refuse("{card} is a card of {side}, not of {name}.", repair=_LOOK_AGAIN, **values)
    if owner is not None:
        return refuse("{card} is the secret operation of {owner}.", repair=_LOOK_AGAIN, **values, owner=owner.name)
    return None


_LOOK_AGAIN = say("Look at the card again.")


@BOOK.check("ISK-16")
def sheet_free(state: State, action: act.DrawSheet) -> Refusal | None:
    # By side and seat, so that fewer players draw from fewer sheets (ISK-31, ISK-32).
    player = state.player(action.seat)
    if state.phase is not Phase.SHEETS or player.commander is not None:
        return refuse("{name} has a commander already.", repair="Put the sheet back.", name=player.name)
    sheet = state.profile.commanders[action.commander]
    owner = next((other for other in state.players if other.commander == sheet.id), None)
    values = {"name": player.name, "sheet": sheet.printed_name, "side": TITLE[sheet.side]}
    if sheet.side is not player.side:
        return refuse("{sheet} commands for {side}, and {name} is on the other side.", repair=_ANOTHER_SHEET, **values)
    if owner is not None:
        return refuse("{sheet} is the commander of {owner}.", repair=_ANOTHER_SHEET, **values, owner=owner.name)
    return None


_ANOTHER_SHEET = say("Put the sheet back and draw another one.")


CHECKS: Checks = {
    act.DrawSheet: (sheet_free,),
    act.TurnToken: (time_for_token, token_possible, random_token_possible),
    act.PushMeter: (meter_right,),
    act.PushDevastation: (devastation_pushed,),
    act.EndTurn: (on_turn, end_of_turn, ends_once, discard_in_hand),
    act.ShowOperation: (operation_shown,),
}
