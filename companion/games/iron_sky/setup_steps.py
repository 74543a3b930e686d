"""Laying out the game: board by board, then what lies before the players (ISK-15 to ISK-26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.screen import Cell
from companion.core.setup_steps import LayingChoice, SetupStep, ToLay
from companion.core.table import TableSnapshot
from companion.core.text import say
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.candidates import sheets
from companion.games.iron_sky.names import board_name
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import State


def setup_steps(state: State, table: TableSnapshot) -> Sequence[SetupStep]:
    """`table` is how it lies when it is laid out."""
    due = {zone: len(pieces) for zone, pieces in table.zones.items() if pieces}
    steps = []
    for board in state.boards:
        name = board_name(board.name)
        here = {zone: count for zone, count in due.items() if zone.startswith(f"{board.name}.")}
        steps.append(
            SetupStep(
                name,
                say("Lay out {board}", board=name),
                (
                    say("A UWC tile goes into each Command Centre with a flag, a Reich tile into each orbit sector."),
                    say("The Occupation marker starts nearest the orbit; the Devastation marker touches it."),
                ),
                here,
                BOOK["ISK-21"],
            )
        )
    rest = {zone: count for zone, count in due.items() if not any(zone.startswith(f"{b.name}.") for b in state.boards)}
    sheets = {f"{player.seat}.sheet": 1 for player in state.players}
    steps.append(
        SetupStep(
            say("Sheets"),
            say("Draw the commanders"),
            (
                say("Every player draws a commander sheet of his side and takes that commander's deck."),
                say("The command deck is shuffled and put on the sheet; everybody draws five cards."),
            ),
            {**sheets, **rest},
            BOOK["ISK-16"],
        )
    )
    return tuple(steps)


def to_lay(state: State) -> Iterator[ToLay]:
    """Everybody's commander; boards and tiles begin alike, and the cards in hands are nobody else's business."""
    for player in state.players:
        drawn = [action for action in sheets(state) if isinstance(action, act.DrawSheet) and action.seat == player.seat]
        ways = tuple(LayingChoice(_commander(state, action.commander), action) for action in drawn)
        if ways:
            yield ToLay(f"{player.seat}.sheet", say("Which commander does {name} play?", name=player.name), ways)


def _commander(state: State, commander: str) -> Cell:
    return Cell(state.profile.commanders[commander].printed_name, 0, 0, icon="user")
