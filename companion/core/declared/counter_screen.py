"""The score sheet on the screen: a place for each category, a touch on it asks for the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.core.action import Seat
from companion.core.game import legal_actions
from companion.core.screen import Board, Button, Cell, Do, Place, Screen, SeatView, Select, Tone, question
from companion.core.selection import Pick, Selection
from companion.core.text import say

if TYPE_CHECKING:
    from companion.core.declared.counter import CounterGame, CounterState

SHEET, SOME = "sheet", "some"
"""What is picked: a category of a player, then some of its numbers where they are many."""

AT_ONCE = 20
"""So many numbers are offered at once."""

COLUMNS, WEIGHT = 3, 2.5
"""Of the sheet; how much more room a column of it has than a column of pieces."""


def with_sheet(game: CounterGame, state: CounterState, screen: Screen, selection: Selection) -> Screen:
    """The screen with the sheet of whoever is on turn, and with those of the others before them."""
    if not game.category_names:
        return screen
    open_now = game.outcome(state) is None
    seats = tuple(
        seat if seat.seat == state.on_turn else _with_cells(game, state, seat, open_now=open_now)
        for seat in screen.seats
    )
    cells = tuple(_cells(game, state, state.on_turn, open_now=open_now))
    columns, rows = max(cell.x for cell in cells) + 1, max(cell.y for cell in cells) + 1
    title = say("Score sheet of {name}", name=state.name(state.on_turn))
    board = Board("sheet", title, columns, rows, cells, weight=WEIGHT * columns)
    if game.pieces:
        boards: tuple[Board, ...] = (*screen.boards, board)
    else:  # There is nothing to see of a table where no piece has a label.
        boards, seats = (board,), tuple(replace(seat, place=Place.ALONE, at="") for seat in seats)
    asked = selection.of(SHEET)
    notice = screen.notice if asked is None else _asked(game, state, asked, selection) or screen.notice
    return replace(screen, seats=seats, boards=boards, notice=notice)


def _with_cells(game: CounterGame, state: CounterState, view: SeatView, *, open_now: bool) -> SeatView:
    """The player's sheet below what lies before him."""
    below = view.board.height if view.board.cells else 0.0
    cells = [replace(cell, y=cell.y + below) for cell in _cells(game, state, view.seat, open_now=open_now)]
    high = max(cell.y for cell in cells) + 1
    board = replace(view.board, width=max(view.board.width, COLUMNS), height=high, cells=(*view.board.cells, *cells))
    return replace(view, board=board)


def _cells(game: CounterGame, state: CounterState, seat: Seat, *, open_now: bool) -> Iterator[Cell]:
    for at, (id, category) in enumerate(game.counts.categories.items()):
        written = state.written(seat, id)
        more = open_now and (category.times == 0 or len(written) < category.times)
        yield Cell(
            game.category_names[id],
            at % COLUMNS,
            at // COLUMNS,
            value=str(sum(written)) if written else "",
            tone=Tone.NORMAL if written else Tone.DIM,
            intent=Select(Pick(SHEET, id, seat)) if more else None,
            lit=more and not written,
        )


def _asked(game: CounterGame, state: CounterState, asked: Pick, selection: Selection) -> Any:
    """The numbers that a category can be worth; None where nothing of it can be written."""
    ways = [
        action
        for action in legal_actions(game, state)
        if (action.player, getattr(action, "category", None)) == (asked.seat, asked.what)
    ]
    if not ways:
        return None
    lots = [ways[at : at + AT_ONCE] for at in range(0, len(ways), AT_ONCE)]
    some = selection.of(SOME)
    if len(lots) > 1 and some is not None and some.what in {_first(lot) for lot in lots}:
        lots = [lot for lot in lots if _first(lot) == some.what]
    name, category = state.name(ways[0].player), game.category_names[asked.what]
    heading = say("{name}: how many points for {category}?", name=name, category=category)
    if len(lots) == 1:
        answers = [Button(game.offer(state, action).title, Do(action)) for action in lots[0]]
    else:
        answers = [Button(_span(lot), Select(Pick(SOME, _first(lot)))) for lot in lots]
    return question(heading, answers, selection)


def _first(lot: Sequence[Any]) -> str:
    return str(lot[0].points)


def _span(lot: Sequence[Any]) -> Any:
    return say("{first} to {last}", first=lot[0].points, last=lot[-1].points)
