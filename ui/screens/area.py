"""A part of the table over the whole screen, with cells large enough for fingers; and all that can be done now."""

from __future__ import annotations

from dataclasses import replace

from companion.core.screen import Arrangement, Board, Screen, SeatView
from companion.core.text import say
from ui.boards import draw_board
from ui.boards.table import TableFocus
from ui.components import panel, title_bar
from ui.drawing import Drawing
from ui.navigation import Shut
from ui.rect import Rect
from ui.screens import search
from ui.seats import open_seat
from ui.tokens import GAP, TOUCH

ABOVE_CELLS = 84.0


def draw(d: Drawing, screen: Screen, name: str) -> bool:
    """Draw the board or the player with this name; False if there is none."""
    board = next((board for board in screen.boards if board.name == name), None)
    seat = next((seat for seat in screen.seats if name in {seat.seat, seat.board.name}), None)
    if board is None and seat is None:
        return False
    title = board.title if board is not None else seat.name if seat is not None else ""
    below = title_bar(d, title, close=Shut(), chip=_chip(screen))
    room = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, below.height - 2 * GAP)
    table = TableFocus.of(screen, whole=True)
    shown = board or (seat.board if seat is not None else None)
    high = ABOVE_CELLS + shown.height * (TOUCH + 2 * GAP) if shown and shown.arrangement is Arrangement.FREE else 0.0
    if high <= room.height:
        _part(d, room, board, seat, table)
        return True
    with d.scrolling(f"area {name}", room) as whole:
        _part(d, Rect(room.x, room.y, room.width - GAP, high), board, seat, table)
        whole(high)
    return True


def _part(d: Drawing, room: Rect, board: Board | None, seat: SeatView | None, table: TableFocus) -> None:
    if board is not None:
        _board(d, room, board, table)
    elif seat is not None:
        open_seat(d, room, seat, table)


def _board(d: Drawing, room: Rect, board: Board, table: TableFocus) -> None:
    panel(d, room)
    draw_board(d, room.inset(12, 8), board, table)


def _chip(screen: Screen) -> tuple[int, str, str] | None:
    acting: list[SeatView] = [seat for seat in screen.seats if seat.on_turn]
    return (acting[0].colour, acting[0].name, acting[0].clock) if len(acting) == 1 else None


def draw_actions(d: Drawing, screen: Screen) -> None:
    """What can be done now: the likeliest, then what the rest has in common. What cannot be done says why."""
    below = title_bar(d, say("What is done?"), close=Shut(), chip=_chip(screen))
    room = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, below.height - 2 * GAP)
    first = next((each for each in screen.buttons if each.key == "pass"), None)
    ways = [
        replace(each, icon=each.icon or "hand-click")
        for each in screen.buttons
        if each is not first and each.key != "undo"
    ]
    if d.opened.startswith(search.SEARCH):
        search.draw(d, room, ways, d.opened)
    else:
        search.folded(d, room, ways, "", "actions")
