"""The end: who won, the ranking with bars by source of points, the course of the evening, the itemised sheet."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.result_pages import Curve, Rank, ResultPage, SheetLine, SheetPage
from companion.core.text import Text, say
from ui.drawing import CAPTION, RIGHT, Drawing, player_colour
from ui.rect import Rect
from ui.screens.lists import heading_bar, page_foot
from ui.screens.questions import as_sentence
from ui.tokens import GAP, INK, PALETTES, RADIUS_PANEL, RADIUS_TILE, mixed
from ui.typography import Style, Weight

BAR, BAND, BADGE = 17.0, 10.0, 22.0
PLATE, HEADING, MOST_LINES = 92.0, 0.56, 6
"""How high the winners' plate is with two lines below them, the heading's share of its words, and the most lines."""

NAMELESS, LEGEND_ROW = 86.0, 44.0
"""A narrower column of the sheet has no name; the names stand below, in lines so high."""

LINE, ROOMY_LINE = 56.0, 84.0
"""How high a line of the sheet is, and where there is much room."""

IVORY = PALETTES["dark"].lamp
"""The ground of what several have won: it belongs to none of them."""


def draw_result(d: Drawing, page: ResultPage) -> None:
    space = d.space
    end = page_foot(d, page.buttons)
    back = not page.winners
    top = heading_bar(d, page.heading).y + GAP if back else winners_plate(d, page)
    if back:
        second = Rect(16, top - 4, space.width - 32, 30)
        d.words(page.second, second, Style(17, Weight.MEDIUM, lines=2, smallest=14), d.palette.second)
        top += 30
    area = Rect(GAP, top, space.width - 2 * GAP, end - top)
    if not page.curves:
        _ranking(d, area, page)
    elif space.upright:
        ranking, course = area.split_bottom(area.height * 0.42, GAP)
        _ranking(d, ranking, page)
        draw_course(d, course, page)
    else:
        ranking, course = area.split_right(area.width * 0.51, GAP)
        _ranking(d, ranking, page)
        draw_course(d, course, page)


def winners_plate(d: Drawing, page: ResultPage, top: float = GAP) -> float:
    """The plate in the winner's colour; several have a band each. Returns where the rest begins."""
    first, *others = page.winners
    foot = BAND if others else 0.0
    figure = Style(48, Weight.BOLD, smallest=28)
    total = d.width(page.total, figure) + 4
    wide = d.space.width - 2 * GAP - 92 - total - 40
    second = as_sentence(d.look.words(page.second))
    low, style = _below_the_winners(d, second, wide, (PLATE + foot - 16) * (1 - HEADING))
    high = (PLATE + foot - 16) * HEADING
    plate = Rect(GAP, top, d.space.width - 2 * GAP, high + low + 16 + foot)
    d.fill(plate, IVORY if others else player_colour(first.colour), RADIUS_TILE)
    bands = plate.split_bottom(BAND)[1].inset(RADIUS_TILE, 0).grid(len(page.winners), 1, 3)
    for box, person in zip(bands, page.winners if others else (), strict=False):
        d.fill(box.moved(0, -4), player_colour(person.colour), BAND / 2)
    if d.palette.name == "light":
        d.outline(plate, INK, RADIUS_TILE)
    d.icon("crown", (plate.x + 48, plate.centre[1]), 52, INK)
    upper, lower = Rect(plate.x + 92, plate.y + 8, wide, high + low).split_top(high)
    d.words(page.heading, upper, Style(38, Weight.BOLD, lines=2, smallest=20, leading=1.0), INK)
    d.words(second, lower, style, INK, down=0.3)
    d.words(page.total, Rect(plate.right - 20 - total, plate.y, total, plate.height), figure, INK, RIGHT)
    return plate.bottom + GAP


def _below_the_winners(d: Drawing, second: str, wide: float, high: float) -> tuple[float, Style]:
    """How high what is said below the winners stands, at least so high, and how: in two lines, or as many as it needs.

    The plate grows with them: beside a large total an upright display has too little width for two legible lines.
    """
    for more in range(MOST_LINES - 1):
        style = Style(17, Weight.SEMI_BOLD, lines=2 + more, smallest=14, leading=1.1)
        room = high + more * style.smallest * style.leading
        if d.legible(second, Rect(0, 0, wide, room), style):
            break
    return room, style


def _ranking(d: Drawing, rect: Rect, page: ResultPage) -> None:
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    inner = rect.inset(14, 10)
    legend = _legend_rows(d, inner.width, page)
    rows, foot = inner.split_bottom(24.0 * len(legend), 6)
    if len(page.legend) > 1:
        _legend(d, foot, legend)
    most = max((sum(max(0, points) for _, points in rank.parts) for rank in page.ranks), default=1) or 1
    high = min(92.0, rows.height / max(1, len(page.ranks)))
    for number, rank in enumerate(page.ranks):
        _rank(d, Rect(rows.x, rows.y + number * high, rows.width, high), rank, most, number)


def _rank(d: Drawing, rect: Rect, rank: Rank, most: int, number: int) -> None:
    palette = d.palette
    d.words(str(rank.place), Rect(rect.x, rect.y, 26, rect.height), Style(24, Weight.BOLD))
    x = rect.x + 30
    side = min(36.0, rect.height - 8)
    for person in rank.people[:3]:
        d.badge(person.colour, Rect(x, rect.centre[1] - side / 2, side, side))
        x += side + 4 if len(rank.people) == 1 else side * 0.62
    x += 8 if len(rank.people) == 1 else side * 0.38 + 10
    room = Rect(x, rect.y, rect.right - x, rect.height)
    bar = min(BAR, rect.height * 0.3)
    line = min(30.0, rect.height - bar - 6)
    top = room.y + (room.height - line - bar - 4) / 2
    figure = Style(24, Weight.BOLD, smallest=16)
    wide = d.width(rank.total, figure) + 2
    d.words(rank.total, Rect(room.right - wide, top, wide, line), figure, across=RIGHT)
    name = d.words(
        rank.title, Rect(room.x, top, room.width - wide - 10, line), Style(20, Weight.SEMI_BOLD, smallest=14)
    )
    note = Rect(name.right + 10, top + 2, room.right - wide - 12 - name.right - 10, line)
    d.words(rank.note, note, Style(15, Weight.MEDIUM, condensed=True), palette.second, optional=True)
    colour = player_colour(rank.people[0].colour) if rank.people else palette.lamp
    left = room.x
    d.fill(Rect(room.x, top + line + 4, room.width, bar), palette.card, bar / 2)
    for kind, points in rank.parts:
        width = room.width * max(0, points) / most
        if width >= 1:
            _part(d, Rect(left, top + line + 4, width, bar), kind, colour)
            left += width
    d.veil(Rect(room.x, top + line + 4, room.width, bar), palette.card, number)


def _part(d: Drawing, rect: Rect, kind: int, colour: str) -> None:
    """A source of points: full, hatched, striped, pale, in the player's colour."""
    ground = d.palette.card
    look = kind % 4
    inner = Rect(rect.x, rect.y, max(1.0, rect.width - 1.5), rect.height)
    if look == 0:
        d.fill(inner, colour, min(6.0, rect.width / 2))
    elif look == 3:
        d.fill(inner, mixed(colour, ground, 0.55), min(6.0, rect.width / 2))
    else:
        d.fill(inner, mixed(colour, ground, 0.75))
        step = 8.0
        x = inner.x
        while x < inner.right:
            if look == 1:
                lean = min(inner.height * 0.6, inner.right - x)
                wide = min(4.0, inner.right - x - lean)
                if wide > 0.5:
                    d.polygon(
                        ((x, inner.bottom), (x + wide, inner.bottom), (x + lean + wide, inner.y), (x + lean, inner.y)),
                        colour,
                    )
            else:
                d.fill(Rect(x, inner.y, min(4.0, inner.right - x), inner.height), colour)
            x += step


def _legend_rows(d: Drawing, width: float, page: ResultPage) -> list[list[tuple[int, str]]]:
    rows: list[list[tuple[int, str]]] = [[]]
    left = 0.0
    for number, words in enumerate(page.legend):
        said = d.look.words(words)
        wide = d.width(said, Style(15, Weight.MEDIUM)) + 44
        if left + wide > width and rows[-1]:
            rows.append([])
            left = 0.0
        rows[-1].append((number, said))
        left += wide
    return rows if len(page.legend) > 1 else []


def _legend(d: Drawing, rect: Rect, rows: Sequence[Sequence[tuple[int, str]]]) -> None:
    for line, row in enumerate(rows):
        x = rect.x
        for number, said in row:
            wide = d.width(said, Style(15, Weight.MEDIUM))
            _part(d, Rect(x, rect.y + line * 24 + 6, 22, 12), number, d.palette.second)
            d.words(said, Rect(x + 28, rect.y + line * 24, wide + 2, 24), Style(15, Weight.MEDIUM), d.palette.second)
            x += wide + 44


def draw_course(d: Drawing, rect: Rect, page: ResultPage) -> None:
    """Everybody's points through the evening; a line ends in its player's shape."""
    palette = d.palette
    d.fill(rect, palette.panel, RADIUS_PANEL)
    d.words(page.curves_title, Rect(rect.x + 14, rect.y + 8, rect.width - 28, 22), CAPTION, palette.second)
    most = max((max(curve.points) for curve in page.curves), default=0)
    least = min(0, min((min(curve.points) for curve in page.curves), default=0))
    marks = rounded_marks(most)
    style = Style(15, Weight.MEDIUM, condensed=True)
    left = max((d.width(short_figure(mark), style) for mark in marks), default=10.0) + 10
    plot = Rect(rect.x + 14 + left, rect.y + 44, rect.width - 28 - left - 34, rect.height - 66)
    top = max(most, marks[-1], 1)

    def high(points: int) -> float:
        return plot.bottom - plot.height * (points - least) / (top - least)

    for mark in marks:
        d.stroke(((plot.x, high(mark)), (plot.right, high(mark))), palette.hair, 1)
        box = Rect(rect.x + 8, high(mark) - 10, left + 2, 20)
        d.words(short_figure(mark), box, style, palette.second, RIGHT)
    foot = Rect(plot.x, plot.bottom + 2, plot.width, 20)
    d.words(say("beginning"), foot, style, palette.second)
    d.words(page.curves_end, foot, style, palette.second, RIGHT)
    curves = sorted(page.curves, key=lambda curve: curve.points[-1])
    side = min(BADGE, (rect.height - 16) / max(1, len(curves)))
    ends = _apart([high(curve.points[-1]) for curve in curves], side, rect.y + 8 + side / 2)
    for curve, end in zip(curves, ends, strict=True):
        _curve(d, plot, curve, [high(points) for points in curve.points])
        d.badge(curve.colour, Rect(plot.right + 8, end - side / 2, side, side))


def _apart(heights: Sequence[float], side: float, top: float) -> list[float]:
    """Where badges stand at the ends of lines, the lowest first: none over another, and none above the top."""
    ends: list[float] = []
    for height in heights:
        ends.append(min(height, ends[-1] - side) if ends else height)
    return [max(end, top + (len(ends) - 1 - number) * side) for number, end in enumerate(ends)]


def _curve(d: Drawing, plot: Rect, curve: Curve, heights: Sequence[float]) -> None:
    step = plot.width / max(1, len(heights) - 1)
    points = tuple((plot.x + number * step, y) for number, y in enumerate(heights))
    if d.palette.name == "light":
        d.stroke(points, INK, 5)  # Yellow and white lines would be lost on a light ground.
    d.stroke(points, player_colour(curve.colour), 3)


def rounded_marks(most: int) -> list[int]:
    """Round figures from 0 to a little over the most, four or five of them."""
    step = 1
    while most / step > 4:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return [step * number for number in range(most // step + 2)]


def short_figure(points: int) -> str:
    return f"{points / 1000:g}k" if points >= 1000 else str(points)


# --- the sheet ---


def draw_sheet(d: Drawing, page: SheetPage) -> None:
    """Players are columns; a long sheet scrolls under its heads."""
    space = d.space
    below = heading_bar(d, page.title)
    end = page_foot(d, page.buttons)
    area = Rect(GAP, below.y + GAP, space.width - 2 * GAP, end - below.y - GAP)
    note = Style(16, Weight.MEDIUM, lines=3, smallest=14, leading=1.15)
    high = d.height(page.note, area.width - 40, note)
    sheet, foot = area.split_bottom(high + 4, 6)
    d.icon("info-circle", (foot.x + 14, foot.centre[1]), 20, d.palette.second)
    d.words(page.note, Rect(foot.x + 32, foot.y, foot.width - 36, foot.height), note, d.palette.second)
    d.fill(sheet, d.palette.panel, RADIUS_PANEL)
    inner = sheet.inset(12, 6)
    count = max(1, len(page.columns))
    first = max(inner.width * (0.3 if space.upright else 0.24), 110.0)
    column = (inner.width - first) / count
    heads, body = inner.split_top(44 if column > 130 else 64 if column >= NAMELESS else 34)
    for number, (colours, title) in enumerate(page.columns):
        _head(d, Rect(inner.x + first + number * column, heads.y, column, heads.height), colours, title)
    if column < NAMELESS:
        body, below_it = body.split_bottom(LEGEND_ROW * -(-count // 2), 8)
        _names(d, below_it, page)
    each = min(ROOMY_LINE, max(LINE, body.height / max(1, len(page.lines))))
    with d.scrolling("sheet", body) as whole:
        for number, line in enumerate(page.lines):
            _sheet_line(d, Rect(body.x, body.y + number * each, body.width, each), line, first, column)
        whole(each * len(page.lines))


def _names(d: Drawing, rect: Rect, page: SheetPage) -> None:
    """Whose the columns are, where they are too narrow for names."""
    rows = -(-len(page.columns) // 2)
    for (colours, title), box in zip(page.columns, rect.grid(2, rows, GAP), strict=False):
        d.badge(colours[0], Rect(box.x, box.centre[1] - 14, 28, 28))
        room = Rect(box.x + 36, box.y, box.width - 40, box.height)
        d.words(title, room, Style(18, Weight.SEMI_BOLD, smallest=14))


def _head(d: Drawing, box: Rect, colours: Sequence[int], title: Text) -> None:
    style = Style(18, Weight.SEMI_BOLD, smallest=14, lines=2, leading=1.05)
    side = 24.0
    if box.width <= 130:
        d.badge(colours[0], Rect(box.right - side, box.y + 4, side, side))
        below = Rect(box.x + 8, box.y + 30, box.width - 8, box.height - 30)
        d.words(
            title, below, Style(16, Weight.SEMI_BOLD, lines=2, leading=1.0), across=RIGHT, optional=box.width < NAMELESS
        )
        return
    shown = colours[:3]
    wide = side + (len(shown) - 1) * side * 0.6
    for number, colour in enumerate(shown):
        d.badge(colour, Rect(box.right - wide + number * side * 0.6, box.centre[1] - side / 2, side, side))
    room = Rect(box.x + 2, box.y, box.width - wide - 10, box.height)
    d.words(title, room, style, across=RIGHT)


def _sheet_line(d: Drawing, rect: Rect, line: SheetLine, first: float, column: float) -> None:
    d.fill(Rect(rect.x, rect.y, rect.width, 1), d.palette.hair)
    title = Rect(rect.x, rect.y + 3, first - 8, rect.height - 6)
    if d.look.words(line.second):
        upper, lower = title.split_top(title.height * 0.56)
        d.words(line.title, upper, Style(18, Weight.SEMI_BOLD, smallest=14), down=0.8)
        small = Style(14, Weight.SEMI_BOLD, condensed=True)
        d.words(line.second, lower, small, d.palette.second, down=0.1, optional=True)
    else:
        size = 20 if line.strong else 18
        d.words(line.title, title, Style(size, Weight.SEMI_BOLD, lines=2, smallest=14))
    style = Style(24 if line.strong else 20, Weight.BOLD, smallest=14)
    for number, figure in enumerate(line.figures):
        box = Rect(rect.x + first + number * column + 2, rect.y, column - 2, rect.height)
        dim = d.look.words(figure) == "0"
        d.words(figure, box, style, d.palette.faint if dim else None, RIGHT)
    if line.intent is not None:
        d.touch(rect.inset(0, 4), line.intent)
