"""The evenings so far: wins, wins by the number of players and by seat, scores, what won, who thinks how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.statistics_pages import Bar, FiguresPage, ScoreSpread, SeatWins, StatisticsPage, WinsByCount
from companion.core.text import say
from ui.components import choices
from ui.drawing import CAPTION, CENTRE, RIGHT, Drawing, Saying, player_colour
from ui.rect import Rect
from ui.screens.lists import heading_bar, page_foot
from ui.screens.questions import as_sentence
from ui.screens.result import rounded_marks, short_figure
from ui.tokens import GAP, INK, RADIUS_PANEL, mixed
from ui.typography import Style, Weight

SMALL = Style(15, Weight.MEDIUM, smallest=14, condensed=True)
TITLE = Style(26, Weight.BOLD)
RECORD, BAR, PANEL_LEAST = 38.0, 10.0, 190.0


def draw_statistics(d: Drawing, page: StatisticsPage) -> None:
    area = _below_the_games(d, page)
    if not page.wins:
        d.words(page.nothing, area.inset(12), Style(20, Weight.MEDIUM, lines=5), d.palette.second, down=0.0)
        return
    if not d.space.upright:
        _panels(d, area, page)
        return
    with d.scrolling("statistics", area) as whole:
        least = 3 * PANEL_LEAST + 3 * GAP + RECORD * len(page.records) + 12
        _panels(d, Rect(area.x, area.y, area.width, max(area.height, least)), page)
        whole(max(area.height, least))


def _panels(d: Drawing, area: Rect, page: StatisticsPage) -> None:
    panels, records = area.split_bottom(RECORD * len(page.records) + 12 if page.records else 0, GAP)
    boxes = panels.grid(1, 3, GAP) if d.space.upright else panels.grid(3, 1, GAP)
    _wins(d, _panel(d, boxes[0], page.wins_title), page)
    _by_count(d, _panel(d, boxes[1], say("Wins by number of players")), page.by_count)
    _spreads(d, _panel(d, boxes[2], say("Scores: lowest, middle, highest")), page.spreads)
    _records(d, records, page)


def draw_figures(d: Drawing, page: FiguresPage) -> None:
    area = _below_the_games(d, page)
    if d.look.words(page.nothing):
        d.words(page.nothing, area.inset(12), Style(20, Weight.MEDIUM, lines=5), d.palette.second, down=0.0)
        return
    boxes = _below_each_other(area, page) if d.space.upright else area.grid(3, 1, GAP)
    _bars(d, _panel(d, boxes[0], say("How games were won")), page.goals, say("Nobody has noted yet how they won."))
    _seats(d, _panel(d, boxes[1], say("Wins by seat and number of players")), page.seats)
    title = say("On turn in an evening, on average")
    _bars(d, _panel(d, boxes[2], title), page.thinking, say("Nobody has measured it yet."))


def _below_each_other(area: Rect, page: FiguresPage) -> tuple[Rect, Rect, Rect]:
    """As high as they have lines: six people take more than two goals."""
    lines = [max(LEAST_LINES, len(of)) + HEAD_LINES for of in (page.goals, page.seats, page.thinking)]
    each = (area.height - 2 * GAP) / sum(lines)
    first, rest = area.split_top(lines[0] * each, GAP)
    return first, *rest.split_top(lines[1] * each, GAP)


LEAST_LINES, HEAD_LINES = 2, 1


def _below_the_games(d: Drawing, page: StatisticsPage | FiguresPage) -> Rect:
    """The bar with the games to choose from, and the buttons; returns the room between."""
    space = d.space
    below = heading_bar(d, page.title)
    top = below.y + GAP
    if space.upright:
        choices(d, Rect(GAP, top, space.width - 2 * GAP, 52), _games(page), _chosen(page))
        top += 52 + GAP
    else:
        left = max(space.width * 0.43, min(space.width * 0.6, 80 + d.width(page.title, TITLE)))
        choices(d, Rect(left, 4, space.width - left - GAP, below.y - 8), _games(page), _chosen(page))
    return Rect(GAP, top, space.width - 2 * GAP, page_foot(d, page.buttons) - top)


def _games(page: StatisticsPage | FiguresPage) -> list[tuple[Saying, object]]:
    return [(row.title, row.intent) for row in page.games]


def _chosen(page: StatisticsPage | FiguresPage) -> int:
    return next((number for number, row in enumerate(page.games) if row.chosen), -1)


def _panel(d: Drawing, rect: Rect, title: Saying) -> Rect:
    """A frame with a heading; returns the room below it."""
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    head, room = rect.inset(12, 8).split_top(22, 4)
    d.words(title, head, CAPTION, d.palette.second)
    return room


def _block(d: Drawing, rect: Rect, colour: int) -> None:
    """In a player's colour; yellow and white would be lost on a light ground."""
    radius = min(4.0, rect.height / 2)
    d.fill(rect, player_colour(colour), radius)
    if d.palette.name == "light":
        d.outline(rect, INK, radius, 1)


def _wins(d: Drawing, room: Rect, page: StatisticsPage) -> None:
    most = max(1, *(tally.wins for tally in page.wins))
    high = min(42.0, room.height / len(page.wins))
    side = min(30.0, high - 4)
    for number, tally in enumerate(page.wins):
        line = Rect(room.x, room.y + number * high, room.width, high)
        d.badge(tally.person.colour, Rect(line.x, line.centre[1] - side / 2, side, side))
        figure = Rect(line.right - 36, line.y, 36, high)
        d.words(str(tally.wins), figure, Style(22, Weight.BOLD, smallest=14), across=RIGHT)
        bar = Rect(line.x + line.width * 0.58, line.centre[1] - 6, line.width * 0.42 - 42, 12)
        name = Rect(line.x + side + 8, line.y, bar.x - line.x - side - 14, high)
        d.words(tally.person.name, name, Style(18, Weight.SEMI_BOLD, smallest=14, condensed=True))
        d.fill(bar, d.palette.card, 4)
        if tally.wins:
            _block(d, Rect(bar.x, bar.y, bar.width * tally.wins / most, 12), tally.person.colour)


def _by_count(d: Drawing, room: Rect, counts: tuple[WinsByCount, ...]) -> None:
    """A column for each number of players, of a block for each person who won there."""
    plot, foot = room.split_bottom(22, 2)
    d.fill(Rect(plot.x, plot.bottom, plot.width, 2), d.palette.hair)
    most = max((sum(wins for _, wins in each.won) for each in counts), default=1) or 1
    column = plot.width / max(1, len(counts))
    for number, each in enumerate(counts):
        box = Rect(plot.x + number * column + 4, plot.y, column - 8, plot.height)
        d.words(str(each.players), Rect(box.x - 4, foot.y, column, foot.height), SMALL, d.palette.second, CENTRE)
        bottom = box.bottom
        for colour, wins in each.won:
            high = (box.height - 24) * wins / most
            block = Rect(box.x, bottom - high + 1, box.width, max(1.0, high - 2))
            _block(d, block, colour)
            side = min(18.0, block.height - 2, block.width)
            if side >= 10:
                d.badge(colour, Rect(block.centre[0] - side / 2, block.centre[1] - side / 2, side, side))
            bottom -= high
        total = str(sum(wins for _, wins in each.won))
        d.words(total, Rect(box.x, bottom - 24, box.width, 22), Style(17, Weight.BOLD), across=CENTRE)


def _spreads(d: Drawing, room: Rect, spreads: tuple[ScoreSpread, ...]) -> None:
    """A line from the lowest to the highest score of each person, his shape on the middle one."""
    if not spreads:
        d.words(say("Nothing is counted in this game."), room, Style(17, Weight.MEDIUM, lines=4), d.palette.second)
        return
    plot, foot = room.split_bottom(20, 4)
    marks = rounded_marks(max(1, *(each.highest for each in spreads)))
    least = min(0, *(each.lowest for each in spreads))
    plot = plot.inset(12, 0)

    def at(points: int) -> float:
        return plot.x + plot.width * (points - least) / (marks[-1] - least)

    for mark in marks:
        d.stroke(((at(mark), plot.y), (at(mark), plot.bottom)), d.palette.hair, 1)
        d.words(short_figure(mark), Rect(at(mark) - 24, foot.y, 48, foot.height), SMALL, d.palette.second, CENTRE)
    high = min(34.0, plot.height / len(spreads))
    for number, each in enumerate(spreads):
        _spread(d, plot.y + (number + 0.5) * high, min(22.0, high - 2), each, at)


def _spread(d: Drawing, y: float, side: float, spread: ScoreSpread, at: Callable[[int], float]) -> None:
    low, middle, top = at(spread.lowest), at(spread.middle), at(spread.highest)
    _block(d, Rect(low, y - 3, max(6.0, top - low), 6), spread.colour)
    d.badge(spread.colour, Rect(middle - side / 2, y - side / 2, side, side))


def _bars(d: Drawing, room: Rect, bars: Sequence[Bar], nothing: Saying) -> None:
    """A line of words over each bar."""
    if not bars:
        d.words(nothing, room, Style(17, Weight.MEDIUM, lines=5), d.palette.second, down=0.0)
        return
    high = min(54.0, room.height / len(bars))
    thick = min(BAR, high * 0.2)
    figure = Style(18, Weight.BOLD, smallest=14, condensed=True)
    for number, each in enumerate(bars):
        line = Rect(room.x, room.y + number * high, room.width, high - thick - 4)
        wide = d.width(each.figure, figure) + 4
        label, left = Rect(line.x, line.y, line.width - wide - 8, line.height), line.x
        if each.colour is not None:
            side = min(26.0, line.height - 2)
            d.badge(each.colour, Rect(line.x, line.centre[1] - side / 2, side, side))
            label = Rect(left + side + 8, line.y, label.width - side - 8, line.height)
        name = Style(18, Weight.SEMI_BOLD, smallest=14, lines=1 if each.colour is not None else 2, condensed=True)
        d.words(as_sentence(d.look.words(each.label)), label, name)
        d.words(each.figure, Rect(line.right - wide, line.y, wide, line.height), figure, across=RIGHT)
        d.fill(Rect(room.x, line.bottom, room.width, thick), d.palette.card, 4)
        bar = Rect(room.x, line.bottom, max(6.0, room.width * each.share), thick)
        if each.colour is None:
            d.fill(bar, d.palette.lamp, 4)
        else:
            _block(d, bar, each.colour)


def _seats(d: Drawing, room: Rect, rows: Sequence[SeatWins]) -> None:
    """A line for each number of players, a field for each seat: the oftener it has won, the fuller it is."""
    first = max(d.width(each.players, SMALL) for each in rows) + 10
    widest = max((each.wins for each in rows), key=len)
    column = (room.width - first) / len(widest)
    heads, body = room.split_top(22, 2)
    for number, (letter, _) in enumerate(widest):
        d.words(letter, Rect(room.x + first + number * column, heads.y, column, 22), SMALL, d.palette.second, CENTRE)
    high = min(58.0, body.height / len(rows))
    for number, each in enumerate(rows):
        line = Rect(body.x, body.y + number * high, body.width, high)
        d.words(each.players, Rect(line.x, line.y, first - 6, high), SMALL, d.palette.second)
        for seat, (_, wins) in enumerate(each.wins):
            field = Rect(line.x + first + seat * column + 2, line.y + 2, column - 4, high - 4)
            d.fill(field, d.palette.card, 6)
            full = field.height * wins / max(1, each.plays)
            if wins:
                d.fill(Rect(field.x, field.bottom - full, field.width, full), _pale(d), min(6.0, full / 2))
            d.words(str(wins), field, Style(18, Weight.BOLD, smallest=14), across=CENTRE)


def _pale(d: Drawing) -> str:
    """So little of the lamp's colour that figures can be read on it."""
    return mixed(d.palette.lamp, d.palette.card, 0.7)


def _records(d: Drawing, rect: Rect, page: StatisticsPage) -> None:
    if not page.records:
        return
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    inner = rect.inset(14, 6)
    figure = Style(21, Weight.BOLD, smallest=14)
    first = max(d.width(record.figure, figure) for record in page.records) + 14
    for number, record in enumerate(page.records):
        line = Rect(inner.x, inner.y + number * RECORD, inner.width, RECORD)
        if number:
            d.fill(Rect(line.x, line.y, line.width, 1), d.palette.hair)
        d.words(record.figure, Rect(line.x, line.y, first - 12, RECORD), figure)
        last = d.width(record.note, SMALL) + 4
        words = Rect(line.x + first, line.y, line.width - first - last - 10, RECORD)
        d.words(record.words, words, Style(18, Weight.SEMI_BOLD, smallest=14, lines=2, leading=1.0))
        d.words(record.note, Rect(line.right - last, line.y, last, RECORD), SMALL, d.palette.second, RIGHT)
