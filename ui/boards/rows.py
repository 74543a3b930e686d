"""A list of kinds: equal cards are one row with how many there are."""

from __future__ import annotations

from math import ceil

from companion.core.screen import Board, Cell, Tone
from ui.boards.table import TableFocus, caption, marked_cell, marked_zone, title, touch_cells, value
from ui.components import hollow, icon_tile
from ui.drawing import CENTRE, MIDDLE, RIGHT, Drawing
from ui.rect import Rect
from ui.tokens import INK, RADIUS_SLOT, SMALLEST_TYPE, TOUCH
from ui.typography import Style, Weight

LOWEST, HIGHEST = 34.0, 46.0
NARROWEST, NARROW, SMALLEST_ROW = 152.0, 96.0, 20.0
"""A column is so wide, or a little narrower where rows would be too low otherwise."""

NAME = Style(SMALLEST_TYPE, Weight.SEMI_BOLD, condensed=True)
"""The smallest in which a name is written."""


def draw(d: Drawing, rect: Rect, board: Board, table: TableFocus) -> None:
    body = caption(d, rect, board)
    if not board.cells:
        hollow(d, body.inset(4))
        return
    gap = 8.0 if table.whole else 6.0
    columns = _columns(len(board.cells), body, gap, TOUCH if table.whole else LOWEST)
    while columns > 1 and _high(len(board.cells), columns - 1, body, gap) >= SMALLEST_ROW:
        if all(_has_room(d, (body.width - gap * (columns - 1)) / columns, cell) for cell in board.cells):
            break
        columns -= 1
    count = ceil(len(board.cells) / columns)
    if _high(len(board.cells), columns, body, gap) < SMALLEST_ROW:
        gap /= 3
    high = min((body.height - gap * (count - 1)) / count, 64.0 if table.whole else HIGHEST)
    wide = (body.width - gap * (columns - 1)) / columns
    boxes = [
        Rect(body.x + (number % columns) * (wide + gap), body.y + (number // columns) * (high + gap), wide, high)
        for number in range(len(board.cells))
    ]
    names = []
    for cell, box in zip(board.cells, boxes, strict=True):
        with d.piece(cell.title, box) as name:
            row(d, box, cell)
        names.append(name)
    if (zone := board.cells[0].zone) and len({cell.zone for cell in board.cells}) == 1 and len(boxes) > 1:
        # One place with many kinds in it is marked once; each of them is taken by itself.
        whole = Rect(body.x, body.y, body.width, max(box.bottom for box in boxes) - body.y)
        d.place(whole, zone)
        for cell, box, name in zip(board.cells, boxes, names, strict=True):
            d.place(box, zone, cell.pieces, name)
        marked_zone(d, whole, board.cells[0], table, RADIUS_SLOT)
    else:
        for cell, box, name in zip(board.cells, boxes, names, strict=True):
            marked_cell(d, box, cell, table, RADIUS_SLOT, name)
    touch_cells(d, rect, board, boxes, table)


def _columns(count: int, body: Rect, gap: float, lowest: float) -> int:
    """As few columns as leave rows of a readable height."""
    most = max(1, int((body.width + gap) // (NARROWEST + gap)))
    for columns in range(min(2, most) if body.width > 300 else 1, most + 1):
        if _high(count, columns, body, gap) >= lowest:
            return columns
    narrow = max(most, int((body.width + gap) // (NARROW + gap)))
    while most < narrow and _high(count, most, body, gap) < SMALLEST_ROW:
        most += 1
    return most


def _high(count: int, columns: int, body: Rect, gap: float) -> float:
    rows = ceil(count / columns)
    return (body.height - gap * (rows - 1)) / rows


def _has_room(d: Drawing, wide: float, cell: Cell) -> bool:
    """Whether its longest word stands in a row so wide, beside its icon and how many there are."""
    taken = 50.0 + (34.0 if cell.count > 1 else 0.0) + (50.0 if cell.value else 0.0)
    names = [d.look.words(name) for name in (cell.title, cell.short) if name is not None]
    longest = [max(name.split(), key=len, default="") for name in names]
    return any(d.width(word, NAME) <= wide - taken for word in longest)


def row(d: Drawing, box: Rect, cell: Cell) -> None:
    d.fill(box, d.palette.tone_ground(cell.tone) if cell.tone is not Tone.NORMAL else d.palette.card, RADIUS_SLOT)
    side = min(28.0, box.height - 6)
    narrow = box.width < 170
    left = box.x + (5 if narrow else 8)
    counted = 38.0 if cell.count > 1 else 0.0
    lines = 2 if box.height >= 34 else 1
    style = Style(18, Weight.SEMI_BOLD, lines=lines, smallest=SMALLEST_TYPE, condensed=True, leading=1.0)
    beside = Rect(0, 0, box.right - 8 - left - side - (6 if narrow else 8) - counted, box.height - 2)
    # Rather the whole name than its icon.
    if cell.icon and (not narrow or any(d.fits(name or "", beside, style) for name in (cell.title, cell.short))):
        icon_tile(d, Rect(left, box.centre[1] - side / 2, side, side), cell.icon, cell.tints[0], INK)
        left += side + (6 if narrow else 8)
    right = box.right - 8
    if cell.count > 1:
        words = f"×{cell.count}"
        high = min(26.0, box.height - 2)
        size = min(18.0 if narrow else 20.0, max(SMALLEST_TYPE, high * 0.8))
        style = Style(size, Weight.BOLD, condensed=True, leading=1.0)
        wide = d.width(words, style) + (8 if narrow else 14)
        plate = Rect(right - wide + 2, box.centre[1] - high / 2, wide, high)
        d.fill(plate, d.palette.ground, 7)
        d.words(words, plate, style, across=CENTRE)
        right = plate.x - 5
    if cell.value:
        wide = 46.0
        value(
            d,
            Rect(right - wide, box.y, wide, box.height),
            cell,
            Style(18, Weight.BOLD, condensed=True),
            d.palette.text,
            RIGHT,
        )
        right -= wide + 4
    title(d, Rect(left, box.y + 1, right - left, box.height - 2), cell, style, d.palette.text, down=MIDDLE)
