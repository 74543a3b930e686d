"""Piles beside each other before a player: what each is worth, and how much of its full set lies there."""

from __future__ import annotations

from math import ceil

from companion.core.screen import Board, Cell, Tone
from ui.boards.pips import pips
from ui.boards.table import TableFocus, figure, marked_cell, title, touch_cells, value
from ui.components import hollow, icon_tile
from ui.drawing import CENTRE, LEFT, Drawing
from ui.rect import Rect
from ui.tokens import RADIUS_SLOT
from ui.typography import Style, Weight

LOWEST, NARROWEST, NARROW = 62.0, 78.0, 44.0
LINE, BARS = 24.0, 9.0
"""How high the icon and its figure are, and the bars of a full set."""

DETAIL = Style(14, Weight.SEMI_BOLD, lines=2, condensed=True, leading=0.9)
LEGIBLE = 76.0
"""A narrower pile may have only its icon, its figure and its bars; a touch opens them all."""


def draw(d: Drawing, rect: Rect, board: Board, table: TableFocus) -> None:
    if not board.cells:
        return
    gap = 8.0 if table.whole else 6.0
    rows = _rows(len(board.cells), rect, gap)
    columns = ceil(len(board.cells) / rows)
    boxes = list(rect.grid(columns, rows, gap)[: len(board.cells)])
    if table.whole:
        boxes = [Rect(box.x, box.y, box.width, min(box.height, 160)) for box in boxes]
    above = not all(_figure_stands_beside(d, _foot(box), cell) for cell, box in zip(board.cells, boxes, strict=True))
    for cell, box in zip(board.cells, boxes, strict=True):
        with d.piece(cell.title, box) as name:
            slot(d, box, cell, above=above)
        marked_cell(d, box, cell, table, RADIUS_SLOT, name)
    touch_cells(d, rect, board, boxes, table)


def _rows(count: int, rect: Rect, gap: float) -> int:
    """One row while the piles are wide enough, else as many as the height holds."""
    most = max(1, int((rect.height + gap) // (LOWEST + gap)))
    for rows in range(1, most + 1):
        columns = ceil(count / rows)
        if (rect.width - gap * (columns - 1)) / columns >= NARROWEST:
            return rows
    return most


def _inner(box: Rect) -> Rect:
    edge = 6.0 if box.width >= 84 else 4.0 if box.width >= NARROW else 1.0
    return Rect(box.x + edge, box.y + 4, box.width - 2 * edge, box.height - 9)


def _foot(box: Rect) -> Rect:
    """The line of the icon above the bars of a full set."""
    inner = _inner(box)
    return Rect(inner.x, inner.bottom - BARS - 4 - LINE, inner.width, LINE)


def _figure(cell: Cell) -> Style:
    quiet = cell.tone is Tone.DIM
    weight = Weight.SEMI_BOLD if quiet else Weight.BOLD
    return Style(18 if quiet else 24, weight, condensed=True, smallest=16)


def _figure_stands_beside(d: Drawing, foot: Rect, cell: Cell) -> bool:
    """Whether the icon leaves room for the figure in its line."""
    beside = Rect(foot.x, foot.y, foot.width - LINE - 4, foot.height)
    return not cell.value or not cell.icon or d.fits(figure(cell.value), beside, _figure(cell))


def _figure_room(d: Drawing, foot: Rect, cell: Cell, top: float, *, above: bool) -> Rect:
    """Where its figure stands: above its icon or beside it, or rather than it in the whole line."""
    room = Rect(foot.x, foot.y, foot.width - LINE - 4, foot.height)
    if above:
        room = Rect(foot.x, foot.y - LINE, foot.width, LINE)
    waits = _waits(cell) and not above and not d.fits(cell.detail or "", room, DETAIL)
    return foot if not cell.icon or waits or room.y < top else room


def _waits(cell: Cell) -> bool:
    """Whether something is to be said of it that matters more than what it is worth."""
    return cell.tone is Tone.ATTENTION and cell.detail is not None


def slot(d: Drawing, box: Rect, cell: Cell, *, above: bool) -> None:
    """`above` its icon a narrow one has its figure, where not all have room beside it."""
    if not cell.icon and not d.look.words(cell.title):
        hollow(d, box, cell.detail or "")
        return
    quiet = cell.tone is Tone.DIM
    d.fill(box, d.palette.raised, RADIUS_SLOT)
    if cell.lit:
        d.outline(box, d.palette.lamp, RADIUS_SLOT, 2)
    inner = _inner(box)
    bars = BARS if cell.pips is not None and cell.pips.full > 0 else 0.0
    foot = _foot(box) if bars else Rect(inner.x, inner.bottom - LINE, inner.width, LINE)
    room = _figure_room(d, foot, cell, inner.y, above=above)
    icon = cell.icon if room != foot else ""
    head = Rect(inner.x, inner.y, inner.width, room.y - inner.y)
    style = Style(15, Weight.SEMI_BOLD, lines=2 if head.height >= 30 else 1, condensed=True, leading=1.05)
    if box.width >= LEGIBLE:
        title(d, head, cell, style, d.palette.text)
    else:
        d.words(cell.short or cell.title, head, style, down=0.0, optional=True)
    if icon:
        side = min(LINE, foot.width)
        left = foot.centre[0] - side / 2 if above else foot.right - side
        icon_tile(d, Rect(left, foot.y, side, side), icon, cell.tints[0] if cell.tints else d.palette.lamp)
    across = CENTRE if above else LEFT
    if _waits(cell):
        d.words(cell.detail or "", room, DETAIL, d.palette.attention, across)
    else:
        value(d, room, cell, _figure(cell), d.palette.faint if quiet else d.palette.text, across)
    if bars and cell.pips is not None:
        colour = d.palette.faint if quiet else d.palette.lamp if cell.lit else d.palette.text
        place = Rect(inner.x, inner.bottom - bars, inner.width, bars)
        pips(d, place, cell.pips.lie, cell.pips.full, colour, d.palette.faint)
