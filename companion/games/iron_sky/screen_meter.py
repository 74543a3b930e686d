"""A Blitz meter that was touched: what it shows, and what may be done with its markers."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.screen import Button, Do, Notice, Select, question
from companion.core.selection import Pick, Selection
from companion.core.text import say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.button_texts import label
from companion.games.iron_sky.names import board_name
from companion.games.iron_sky.state import State

METER = "meter"


def touched_meter(board: str) -> Select:
    return Select(Pick(METER, board))


def meter_question(state: State, name: str, legal: Sequence[act.Action], selection: Selection) -> Notice | None:
    """It follows what lies on the board by itself (ISK-37); markers that stand wrong can be put right."""
    board = next((board for board in state.boards if board.name == name), None)
    if board is None:
        return None
    pushes = act.PushMeter | act.PushDevastation
    answers = [
        Button(label(state, action), Do(action), icon="gauge")
        for action in legal
        if isinstance(action, pushes) and action.board == name
    ]
    wanted = derived_occupation(board)
    heading = say("The Blitz meter of {board} stands at {position}.", board=board_name(name), position=board.occupation)
    lines = (
        say_plural(
            "{count} territory counts for the Reich: those that it controls, with Terror in them, or nuked.",
            "{count} territories count for the Reich: those that it controls, with Terror in them, or nuked.",
            wanted,
        ),
        say(
            "The Devastation marker stands at {position}. It is pushed along and never goes back.",
            position=board.devastation,
        ),
        say("The companion moves both by itself.")
        if not answers
        else say("The marker does not stand where it belongs."),
    )
    return question(heading, answers, selection, lines)
