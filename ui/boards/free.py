"""Cells where they say they lie: what every game has without arranging anything."""

from __future__ import annotations

from companion.core.screen import Board, Cell
from ui.boards.level_map import counter
from ui.boards.table import TableFocus, caption, marked_cell, touch_cells, value
from ui.components import hollow
from ui.drawing import RIGHT, Drawing
from ui.rect import Rect
from ui.tokens import RADIUS_SLOT, TONE_ICONS, mixed
from ui.typography import Style, Weight

LARGE_TITLE = 104.0
"""From this width on a name has larger letters."""

LARGEST_DISC = 34.0
SQUARE = 1.6
"""A board whose places are joined is stretched so far at most."""

MOST_LINES, LINE, LOW_LINE = 6, 20.0, 15.0
"""So many lines a name has at most, and so high they are; beside a figure they are lower."""

ROOMY = 56.0
"""From this size of a unit on there is room for a finger, and for a gap between two."""


def draw(d: Drawing, rect: Rect, board: Board, table: TableFocus) -> None:
    body = caption(d, rect, board)
    if not board.cells:
        hollow(d, body.inset(2))
        return
    across, down = body.width / max(board.width, 0.01), body.height / max(board.height, 0.01)
    if board.links:
        across, down = min(across, SQUARE * down), min(down, across)
        (x, y), wide, high = body.centre, across * board.width, down * board.height
        body = Rect(x - wide / 2, y - high / 2, wide, high)
    elif not table.whole:
        down = min(down, across * 1.4)
        across = min(across, down * 3.2)
    for link in board.links:
        ends = tuple((body.x + x * across, body.y + y * down) for x, y in (link.start, link.end))
        d.stroke(ends, d.palette.line, 3)
    gap = 4.0 if table.whole or min(across, down) >= ROOMY else 2.0
    boxes = [
        Rect(body.x + cell.x * across, body.y + cell.y * down, cell.width * across, cell.height * down).inset(gap)
        for cell in board.cells
    ]
    for cell, box in zip(board.cells, boxes, strict=True):
        with d.piece(cell.title, box) as name:
            if cell.counters is None:
                free_cell(d, box, cell)
            else:
                counter(d, box.centre, cell.counters, min(LARGEST_DISC, box.width / 2 - 1, box.height / 2 - 1))
        marked_cell(d, box, cell, table, RADIUS_SLOT, name)
    touch_cells(d, rect, board, boxes, table)


def free_cell(d: Drawing, box: Rect, cell: Cell) -> None:
    if not d.look.words(cell.title) and not cell.value:
        hollow(d, box)
        return
    ground = mixed(d.palette.card, cell.tints[0], 0.22) if cell.tints else d.palette.card
    d.fill(box, ground, RADIUS_SLOT)
    inner = box.inset(6, 3)
    right = inner.right
    if cell.tone in TONE_ICONS:
        d.icon(TONE_ICONS[cell.tone], (right - 9, inner.y + 10), 18, d.palette.tone(cell.tone))
        right -= 22
    foot = 24.0 if cell.value or cell.detail is not None else 0.0
    if inner.height < 30 or (cell.value and inner.height - foot < LINE):  # no room for both below each other
        wide = d.width(cell.value, Style(16, Weight.BOLD)) + 4 if cell.value else 0.0
        value(d, Rect(right - wide, inner.y, wide, inner.height), cell, Style(16, Weight.BOLD), d.palette.text, RIGHT)
        _title(
            d, Rect(inner.x, inner.y, right - wide - inner.x, inner.height), cell, max(1, int(inner.height / LOW_LINE))
        )
        return
    room = Rect(inner.x, inner.y, right - inner.x, inner.height - foot)
    _title(d, room, cell, min(MOST_LINES, max(2, int(room.height / LINE))))
    below = Rect(inner.x, inner.bottom - foot, inner.width, foot)
    value(d, below, cell, Style(20, Weight.BOLD), d.palette.text, RIGHT)
    if cell.detail is not None:
        wide = d.width(cell.value, Style(20, Weight.BOLD)) + 8 if cell.value else 0.0
        room = Rect(below.x, below.y, below.width - wide, below.height)
        small = Style(14, Weight.MEDIUM, lines=2, condensed=True, leading=0.9)
        d.words(cell.detail, room, small, d.palette.second, optional=True)


def _title(d: Drawing, room: Rect, cell: Cell, lines: int) -> None:
    """Left out only where there is room for two lines at most, and the name has none in them."""
    size = 18.0 if room.width >= LARGE_TITLE and room.height >= 24 else 15.0
    style = Style(size, Weight.SEMI_BOLD, lines=lines, smallest=14, condensed=True, leading=1.05)
    words = cell.title if cell.short is None or d.fits(cell.title, room, style) else cell.short
    d.words(words, room, style, down=0.0 if lines > 1 else 0.5, optional=lines <= 2)
