"""Whether the evening ends: how it stands, and three answers with what each leads to."""

from __future__ import annotations

from companion.core.page_parts import Row
from companion.core.result_pages import EndPage, Rank
from ui.drawing import RIGHT, Drawing
from ui.rect import Rect
from ui.screens.bar import turn_bar
from ui.tokens import GAP, RADIUS_PANEL, RADIUS_TILE
from ui.typography import Style, Weight

HEAD, HEAD_UPRIGHT = 64.0, 120.0
NAME = Style(18, Weight.SEMI_BOLD, smallest=14)
POINTS = Style(21, Weight.BOLD, smallest=14)
BADGE, APART, CLOSE = 28.0, 20.0, 6.0
TITLE = Style(30, Weight.BOLD, lines=2, smallest=18, leading=1.0)


def draw_end(d: Drawing, page: EndPage) -> None:
    space = d.space
    top = turn_bar(d, page.table, stopped=True, menu=False)
    head = Rect(GAP, top, space.width - 2 * GAP, HEAD_UPRIGHT if space.upright else HEAD)
    inner = head.inset(12, 0)
    if space.upright:
        upper, lower = inner.split_top(60)
        d.words(page.title, upper, TITLE)
        _standing(d, lower, page.standing)
    else:
        needed = sum(_wide(d, side, named=False) + CLOSE for side in page.standing)
        taken = d.words(page.title, Rect(inner.x, inner.y, inner.width - needed - CLOSE, inner.height), TITLE)
        left = taken.right + APART
        _standing(d, Rect(left, inner.y, inner.right - left, inner.height), page.standing)
    count = len(page.answers)
    area = Rect(GAP, head.bottom, space.width - 2 * GAP, space.height - GAP - head.bottom)
    for number, (answer, box) in enumerate(zip(page.answers, area.grid(1, count, GAP), strict=True)):
        _answer(d, box, answer, primary=number == count - 1)


def _standing(d: Drawing, room: Rect, sides: tuple[Rank, ...]) -> None:
    """At the right; where there is little room the names go, and the points stand closer together."""
    gaps = max(1, len(sides) - 1)
    wide = [_wide(d, side, named=True) for side in sides]
    names = sum(wide) + APART * gaps <= room.width
    if not names:
        wide = [_wide(d, side, named=False) for side in sides]
    apart = min(APART, (room.width - sum(wide)) / gaps)
    x = room.right - sum(wide) - apart * (len(sides) - 1)
    for side, each in zip(sides, wide, strict=True):
        d.badge(side.people[0].colour, Rect(x, room.centre[1] - BADGE / 2, BADGE, BADGE))
        figure = d.words(side.total, Rect(x, room.y, each, room.height), POINTS, across=RIGHT)
        if names:
            d.words(side.title, Rect(x + BADGE + 8, room.y, figure.x - x - BADGE - 14, room.height), NAME)
        x += each + apart


def _wide(d: Drawing, side: Rank, *, named: bool) -> float:
    words = d.width(side.title, NAME) + 10 if named else 0.0
    return BADGE + 8 + words + d.width(side.total, POINTS) + 2


def _answer(d: Drawing, rect: Rect, row: Row, *, primary: bool) -> None:
    palette = d.palette
    ink = palette.on_lamp if primary else palette.text
    d.fill(rect, palette.lamp if primary else palette.card, RADIUS_TILE)
    if not primary:
        d.outline(rect, palette.line, RADIUS_TILE, 1)
    d.icon(row.icon, (rect.x + 40, rect.centre[1]), 36, ink)
    d.icon("chevron-right", (rect.right - 34, rect.centre[1]), 26, ink if primary else palette.faint)
    room = Rect(rect.x + 76, rect.y + 6, rect.width - 76 - 60, rect.height - 12)
    title = Style(23, Weight.SEMI_BOLD, smallest=18, lines=2, leading=1.1)
    second = Style(17, Weight.MEDIUM, lines=3, smallest=14, leading=1.15)
    high = min(d.height(row.title, room.width, title), room.height * 0.5)
    below = min(d.height(row.second, room.width, second), room.height - high)
    top = room.y + (room.height - high - below) / 2
    d.words(row.title, Rect(room.x, top, room.width, high), title, ink)
    d.words(row.second, Rect(room.x, top + high, room.width, below), second, ink if primary else palette.second)
    d.touch(rect, row.intent, radius=RADIUS_PANEL)
