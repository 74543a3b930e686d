"""Telling what lies on the table: the board with the place that is asked about, beside it what may lie there."""

from __future__ import annotations

from companion.core.screen import Cell
from companion.core.set_up import LayingPage
from ui.boards import draw_board
from ui.boards.table import Table, value
from ui.components import icon_tile
from ui.drawing import RIGHT, Drawing
from ui.rect import Rect
from ui.screens.lists import heading_bar, page_foot, put_over
from ui.tokens import GAP, RADIUS_PANEL, RADIUS_SLOT
from ui.typography import Style, Weight

LEAST, GAP_BETWEEN = (74.0, 53.0), 8.0
"""The smallest that a choice may be, and what is between two."""

MOST, SCROLLED = (190.0, 84.0), (150.0, 76.0)
"""The largest, and how large they are in a list that scrolls."""

HINT = Style(16, Weight.MEDIUM, lines=2, smallest=14, leading=1.15)


def draw(d: Drawing, page: LayingPage) -> None:
    space = d.space
    below = heading_bar(d, page.title)
    foot = Drawing(d.look)
    end = page_foot(foot, page.buttons)
    hint = Rect(GAP + 6, below.y + 4, space.width - 2 * GAP - 12, 26 if not space.upright else 44)
    d.words(page.hint, hint, HINT, d.palette.second)
    area = Rect(GAP, hint.bottom + 4, space.width - 2 * GAP, end - hint.bottom - 4)
    if page.board is not None and page.board.cells:
        if space.upright:
            board, area = area.split_top(area.height * 0.5, GAP)
        else:
            board, area = area.split_left(area.width * 0.44, GAP)
        d.fill(board, d.palette.panel, RADIUS_PANEL)
        draw_board(d, board.inset(10, 8), page.board, Table(frozenset((page.place,)), {}, whole=True))
    _choices(d, area, page.choices)
    put_over(d, foot)


def _choices(d: Drawing, area: Rect, cells: tuple[Cell, ...]) -> None:
    """All of them in sight where each is still large enough for a finger; else the list scrolls."""
    if not cells:
        return
    least = LEAST[1]
    columns = max(1, int((area.width + GAP_BETWEEN) // (LEAST[0] + GAP_BETWEEN)))
    for fewer in range(max(1, int(area.width // MOST[0])), columns + 1):
        rows = -(-len(cells) // fewer)
        if rows * (LEAST[1] + GAP_BETWEEN) - GAP_BETWEEN <= area.height:
            columns = fewer
            break
    else:
        columns, least = max(1, min(columns, int(area.width // SCROLLED[0]))), SCROLLED[1]
        rows = -(-len(cells) // columns)
    wide = min(MOST[0], (area.width - GAP_BETWEEN * (columns - 1)) / columns)
    high = max(least, min(MOST[1], (area.height - GAP_BETWEEN * (rows - 1)) / rows))
    with d.scrolling("choices", area) as whole:
        for number, cell in enumerate(cells):
            down, across = divmod(number, columns)
            box = Rect(area.x + across * (wide + GAP_BETWEEN), area.y + down * (high + GAP_BETWEEN), wide, high)
            choice(d, box, cell)
        whole(rows * (high + GAP_BETWEEN) - GAP_BETWEEN)


def choice(d: Drawing, box: Rect, cell: Cell) -> None:
    """A piece as people know it again: its colours or its icon, its figure, its name, how many there are."""
    palette = d.palette
    d.fill(box, palette.card, RADIUS_SLOT)
    d.outline(box, palette.line, RADIUS_SLOT, 1)
    inner = box.inset(6, 4)
    upper, lower = inner.split_top(min(26.0, inner.height * 0.5), 1)
    left = upper.x
    if cell.icon:
        side = upper.height
        tint = cell.tints[0] if cell.tints else palette.raised
        icon_tile(d, Rect(left, upper.y, side, side), cell.icon, tint, *(() if cell.tints else (palette.text,)))
        left += side + 6
    else:
        for tint in cell.tints[:3]:
            d.fill(Rect(left, upper.y + 2, 12, upper.height - 4), tint, 4)
            left += 15
    words = cell.value or (f"×{cell.count}" if cell.count > 1 else "")
    room = Rect(left, upper.y, inner.right - left, upper.height)
    if cell.value:
        value(d, room, cell, Style(22, Weight.BOLD, condensed=True, smallest=14), palette.text, RIGHT)
    elif words:
        d.words(words, room, Style(18, Weight.SEMI_BOLD, smallest=14), palette.second, RIGHT)
    style = Style(16, Weight.SEMI_BOLD, condensed=True, lines=2, smallest=14, leading=1.0)
    name = cell.title if cell.short is None or d.fits(cell.title, lower, style) else cell.short
    d.words(name, lower, style, palette.text)
    d.touch(box, cell.intent, radius=RADIUS_SLOT)
