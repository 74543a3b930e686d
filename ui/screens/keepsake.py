"""An evening on one sheet, upright, for paper and for a phone; nobody touches it."""

from __future__ import annotations

from companion.core.result_pages import Keepsake, Moment, Rank
from ui.boards.table import TableFocus
from ui.drawing import RIGHT, Drawing, DrawingSettings
from ui.rect import Rect
from ui.scaling import scaled
from ui.screens import live
from ui.screens.result import draw_course, winners_plate
from ui.tokens import GAP, RADIUS_PANEL, Space
from ui.typography import Style, Weight

HEAD, MOMENT, RESULT, RANK = 36.0, 46.0, 136.0, 36.0
"""How high the heading, a moment, ranking with course, and at most one line of the ranking are."""

TABLE = 760.0
"""So wide the table is drawn before it is made as small as the sheet is wide."""

NAME = Style(17, Weight.SEMI_BOLD, smallest=12, condensed=True)
STORY = Style(15, Weight.MEDIUM, lines=2, smallest=11, leading=1.1)


def draw_keepsake(d: Drawing, page: Keepsake) -> None:
    wide = d.space.width - 2 * GAP
    head = Rect(GAP, GAP, wide, HEAD)
    when = d.words(page.when, head.inset(6, 0), Style(16, Weight.MEDIUM), d.palette.second, RIGHT)
    title = Rect(head.x + 6, head.y, when.x - head.x - 18, HEAD)
    d.words(page.game, title, Style(24, Weight.BOLD, smallest=16))
    top = _heading(d, page, head.bottom + GAP)
    area = Rect(GAP, top, wide, d.space.height - GAP - top)
    if page.moments:
        area, foot = area.split_bottom(MOMENT * len(page.moments) + 8, GAP)
        _moments(d, foot, page.moments)
    area, result = area.split_bottom(RESULT, GAP)
    _result(d, result, page)
    if page.photo:
        d.photo(page.photo, area, RADIUS_PANEL)
    else:
        _table(d, area, page)


def _heading(d: Drawing, page: Keepsake, top: float) -> float:
    if page.result.winners:
        return winners_plate(d, page.result, top)
    plate = Rect(GAP, top, d.space.width - 2 * GAP, 84)
    d.fill(plate, d.palette.panel, RADIUS_PANEL)
    upper, lower = plate.inset(14, 6).split_top(38, 2)
    d.words(page.result.heading, upper, Style(30, Weight.BOLD, smallest=18))
    d.words(page.result.second, lower, STORY, d.palette.second)
    return plate.bottom + GAP


def _result(d: Drawing, rect: Rect, page: Keepsake) -> None:
    if page.result.curves:
        rect, course = rect.split_right(rect.width * 0.54, GAP)
        draw_course(d, course, page.result)
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    inner = rect.inset(10, 4)
    high = min(RANK, inner.height / max(1, len(page.result.ranks)))
    top = inner.centre[1] - high * len(page.result.ranks) / 2
    for number, rank in enumerate(page.result.ranks):
        _rank(d, Rect(inner.x, top + number * high, inner.width, high), rank)


def _rank(d: Drawing, line: Rect, rank: Rank) -> None:
    side, x = min(26.0, line.height - 3), line.x
    for person in rank.people[:3]:
        d.badge(person.colour, Rect(x, line.centre[1] - side / 2, side, side))
        x += side * (1.0 if len(rank.people) == 1 else 0.6)
    x += 8 if len(rank.people) == 1 else side * 0.4 + 8
    total = d.words(rank.total, line, Style(18, Weight.BOLD, smallest=12), across=RIGHT)
    d.words(rank.title, Rect(x, line.y, total.x - x - 6, line.height), NAME)


def _table(d: Drawing, rect: Rect, page: Keepsake) -> None:
    """As it lies on the live screen, small."""
    factor = rect.width / TABLE
    space = Space(TABLE, rect.height / factor, d.space.dp * factor)
    small = Drawing(DrawingSettings(d.palette, space, d.look.measure, d.look.translate))
    live.boards_and_players(small, Rect(0, 0, space.width, space.height), page.table, TableFocus.of(page.table))
    d.marks.extend(scaled(small.marks, factor, (rect.x, rect.y)))


def _moments(d: Drawing, rect: Rect, moments: tuple[Moment, ...]) -> None:
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    for moment, line in zip(moments, rect.inset(10, 4).grid(1, len(moments), 0), strict=True):
        d.icon(moment.icon, (line.x + 14, line.centre[1]), 26, d.palette.attention)
        words = Rect(line.x + 40, line.y, line.width - 40, line.height)
        upper, story = words.split_top(16)
        small = Style(12, Weight.SEMI_BOLD, smallest=10)
        d.words(moment.time, upper, small, d.palette.second, RIGHT)
        d.words(moment.title, Rect(upper.x, upper.y, upper.width - 50, upper.height), small, d.palette.second)
        d.words(moment.sentence, story, STORY)
