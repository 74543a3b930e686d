"""Piles beside each other before a player: what each is worth, and how much of its full set lies there."""

from __future__ import annotations

from math import ceil

from companion.core.screen import Board, Cell, Tone
from ui.boards.pips import pips
from ui.boards.table import Table, marked_cell, title, touch_cells, value
from ui.components import hollow, icon_tile
from ui.drawing import Drawing
from ui.rect import Rect
from ui.tokens import RADIUS_SLOT
from ui.typography import Style, Weight

LOWEST, NARROWEST = 62.0, 78.0
LEGIBLE = 76.0
"""A narrower pile may have only its icon, its figure and its bars; a touch opens them all."""


def draw(d: Drawing, rect: Rect, board: Board, table: Table) -> None:
    if not board.cells:
        return
    gap = 8.0 if table.whole else 6.0
    rows = _rows(len(board.cells), rect, gap)
    columns = ceil(len(board.cells) / rows)
    boxes = list(rect.grid(columns, rows, gap)[: len(board.cells)])
    if table.whole:
        boxes = [Rect(box.x, box.y, box.width, min(box.height, 160)) for box in boxes]
    for cell, box in zip(board.cells, boxes, strict=True):
        with d.piece(cell.title, box) as name:
            slot(d, box, cell)
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


def slot(d: Drawing, box: Rect, cell: Cell) -> None:
    if not cell.icon and not d.look.words(cell.title):
        hollow(d, box, cell.detail or "")
        return
    quiet = cell.tone is Tone.DIM
    d.fill(box, d.palette.raised, RADIUS_SLOT)
    if cell.lit:
        d.outline(box, d.palette.lamp, RADIUS_SLOT, 2)
    edge = 6.0 if box.width >= 84 else 4.0
    inner = Rect(box.x + edge, box.y + 4, box.width - 2 * edge, box.height - 9)
    foot_high = 24.0
    bars = 9.0 if cell.pips is not None and cell.pips.full > 0 else 0.0
    head = Rect(inner.x, inner.y, inner.width, inner.height - foot_high - (bars + 4 if bars else 0))
    style = Style(15, Weight.SEMI_BOLD, lines=2 if head.height >= 30 else 1, condensed=True, leading=1.05)
    if box.width >= LEGIBLE:
        title(d, head, cell, style, d.palette.text)
    else:
        d.words(cell.short or cell.title, head, style, down=0.0, optional=True)
    foot = Rect(inner.x, head.bottom, inner.width, foot_high)
    if cell.icon:
        icon_tile(d, Rect(foot.right - 24, foot.y, 24, 24), cell.icon, cell.tints[0] if cell.tints else d.palette.lamp)
    room = Rect(foot.x, foot.y, foot.width - (28 if cell.icon else 0), foot.height)
    if cell.tone is Tone.ATTENTION and cell.detail is not None:
        small = Style(14, Weight.SEMI_BOLD, lines=2, condensed=True, leading=0.9)
        d.words(cell.detail, room, small, d.palette.attention, optional=True)
    else:
        strong = Style(18 if quiet else 24, Weight.SEMI_BOLD if quiet else Weight.BOLD, condensed=True, smallest=16)
        value(d, room, cell, strong, d.palette.faint if quiet else d.palette.text)
    if bars and cell.pips is not None:
        colour = d.palette.faint if quiet else d.palette.lamp if cell.lit else d.palette.text
        pips(
            d,
            Rect(inner.x, inner.bottom - bars, inner.width, bars),
            cell.pips.lie,
            cell.pips.full,
            colour,
            d.palette.faint,
        )
