"""Telling what lies on the table: the board with the place that is asked about, beside it what may lie there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.screen import Cell
from companion.core.setup_steps import LayingPage
from companion.core.text import Text
from ui.boards import draw_board
from ui.boards.table import TableFocus, value
from ui.components import icon_tile
from ui.drawing import RIGHT, Drawing
from ui.rect import Rect
from ui.screens.lists import heading_bar, page_foot, put_over
from ui.tokens import GAP, RADIUS_PANEL, RADIUS_SLOT
from ui.typography import Style, Weight

LEAST, MOST, SCROLLED = (74.0, 53.0), (190.0, 84.0), (150.0, 80.0)
"""The smallest and the largest that a choice may be, and how large they are in a list that scrolls."""

NAME = Style(16, Weight.SEMI_BOLD, condensed=True, lines=2, smallest=14, leading=1.0)

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
        draw_board(d, board.inset(10, 8), page.board, TableFocus(frozenset((page.place,)), {}, whole=True))
    choices(d, area, page.choices, "choices")
    put_over(d, foot)


def choices(d: Drawing, area: Rect, cells: Sequence[Cell], name: str) -> None:
    """All of them in sight where each has room for its name and for a finger; else the list scrolls."""
    if not cells:
        return
    columns, high = next(_in_sight(d, area, cells), (max(1, int(area.width // SCROLLED[0])), SCROLLED[1]))
    rows = -(-len(cells) // columns)
    wide = min(MOST[0], (area.width - GAP * (columns - 1)) / columns)
    with d.scrolling(name, area) as whole:
        for number, cell in enumerate(cells):
            down, across = divmod(number, columns)
            _choice(d, Rect(area.x + across * (wide + GAP), area.y + down * (high + GAP), wide, high), cell)
        whole(rows * (high + GAP) - GAP)


def _in_sight(d: Drawing, area: Rect, cells: Sequence[Cell]) -> Iterator[tuple[int, float]]:
    """How many columns there can be so that nothing scrolls, the fewest first, and how high each choice is then."""
    for columns in range(max(1, int(area.width // MOST[0])), int((area.width + GAP) // (LEAST[0] + GAP)) + 1):
        rows = -(-len(cells) // columns)
        wide = min(MOST[0], (area.width - GAP * (columns - 1)) / columns)
        high = min(MOST[1], (area.height - GAP * (rows - 1)) / rows)
        if high >= LEAST[1] and all(_named(d, _parts(Rect(0, 0, wide, high))[1], cell) for cell in cells):
            yield columns, high


def _parts(box: Rect) -> tuple[Rect, Rect]:
    """Where the icon and the figure are, and where the name."""
    inner = box.inset(6, 4)
    return inner.split_top(min(26.0, inner.height * 0.5), 1)


def _named(d: Drawing, room: Rect, cell: Cell) -> Text | None:
    """The name as it fits there, the short one if need be."""
    return next((name for name in (cell.title, cell.short) if name is not None and d.fits(name, room, NAME)), None)


def _choice(d: Drawing, box: Rect, cell: Cell) -> None:
    """A piece as people know it again: its colours or its icon, its figure, its name, how many there are."""
    palette = d.palette
    d.fill(box, palette.card, RADIUS_SLOT)
    d.outline(box, palette.line, RADIUS_SLOT, 1)
    upper, lower = _parts(box)
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
    room = Rect(left, upper.y, upper.right - left, upper.height)
    if cell.value:
        value(d, room, cell, Style(22, Weight.BOLD, condensed=True, smallest=14), palette.text, RIGHT)
    elif words:
        d.words(words, room, Style(18, Weight.SEMI_BOLD, smallest=14), palette.second, RIGHT)
    d.words(_named(d, lower, cell) or cell.short or cell.title, lower, NAME, palette.text)
    d.touch(box, cell.intent, radius=RADIUS_SLOT)
