"""An evening again: the table as it lay, what had just happened, and along the foot the course of the points."""

from __future__ import annotations

from companion.core.page_parts import Row
from companion.core.result_pages import Course, ReplayPage
from companion.core.screen import Tone
from companion.core.text import say
from ui.boards.table import TableFocus
from ui.components import button, buttons_in_row
from ui.drawing import RIGHT, Drawing, player_colour
from ui.rect import Rect
from ui.scaling import scaled
from ui.screens import live
from ui.screens.lists import heading_bar, key_of
from ui.tokens import GAP, INK, RADIUS_PANEL, SMALLEST_TYPE, TONE_ICONS
from ui.typography import Style, Weight

KEYS, KEY, COURSE, LINE = 168.0, 56.0, 60.0, 84.0
"""The column of keys beside the table, how high one is, how high the course is, and upright what happened."""

LEAST, LEAST_UPRIGHT = (560.0, 240.0), (440.0, 370.0)
"""The least room in which the table is drawn as on the live screen: width and height."""

LEGIBLE_WHEN_LARGE = 9.6
"""The smallest letters of a window in which everything is larger."""

RULE, LEAST_RULE = 96.0, 52.0
"""How high what the rules say against a step is, at most and at least."""

SENTENCE = Style(19, Weight.SEMI_BOLD, lines=3, smallest=14, leading=1.08)
TIME = Style(17, Weight.BOLD, smallest=14)
SMALL = Style(15, Weight.MEDIUM, smallest=14, condensed=True)
REASON = Style(17, Weight.SEMI_BOLD, lines=4, smallest=14, leading=1.12)


def draw_replay(d: Drawing, page: ReplayPage) -> None:
    space = d.space
    below = heading_bar(d, say("Replay") if space.upright else "")
    area = Rect(GAP, below.y + GAP, space.width - 2 * GAP, below.height - 2 * GAP)
    if space.upright:
        line, area = area.split_top(LINE, GAP)
        d.fill(line, d.palette.panel, RADIUS_PANEL)
        _happened(d, line.inset(10, 4), page)
        area, jumps = area.split_bottom(KEY, GAP)
        area, keys = area.split_bottom(KEY, GAP)
        buttons_in_row(d, jumps, [key_of(each) for each in page.jumps], size=16)
        buttons_in_row(d, keys, [key_of(each) for each in (*page.keys, page.speed)])
    else:
        _happened(d, Rect(66, 3, space.width - 66 - GAP, below.y - 6), page)
        area, keys = area.split_right(KEYS, GAP)
        _column(d, keys, page)
    table, course = area.split_bottom(COURSE, GAP)
    if page.refused is not None:
        high = min(RULE, max(LEAST_RULE, d.height(page.refused.title, table.width - 100, REASON) + 30))
        rule, table = table.split_top(high, GAP)
        _rule(d, rule, page.refused)
    _table(d, table, page)
    _course(d, course, page)


def _table(d: Drawing, rect: Rect, page: ReplayPage) -> None:
    """As it lies on the live screen; smaller where that needs more room. What cannot be read then is left out."""
    wide, high = LEAST_UPRIGHT if d.space.upright else LEAST
    factor = min(1.0, rect.width / wide, rect.height / high)
    quiet = Drawing(d.look)
    live.boards_and_players(
        quiet, Rect(0, 0, rect.width / factor, rect.height / factor), page.table, TableFocus.of(page.table)
    )
    legible = SMALLEST_TYPE if d.space.letters == 1.0 else LEGIBLE_WHEN_LARGE
    d.marks.extend(scaled(quiet.marks, factor, (rect.x, rect.y), legible))


def _column(d: Drawing, rect: Rect, page: ReplayPage) -> None:
    """The keys below each other; the first line is back and forward."""
    earlier, play, later = page.keys
    rows = rect.grid(1, 3 + len(page.jumps), GAP)
    buttons_in_row(d, rows[0], [key_of(earlier), key_of(later)])
    for row, each in zip(rows[1:], (play, page.speed, *page.jumps), strict=True):
        button(d, row, key_of(each), size=17)


def _happened(d: Drawing, rect: Rect, page: ReplayPage) -> None:
    """The sentence, with whose it is, when it was, and who told of it."""
    palette = d.palette
    place, when = f"{page.at} / {page.last}", page.time
    told = d.width(page.told, SMALL) + 26 if page.told_icon else 0.0
    wide = min(rect.width * 0.4, max(told, d.width(when, TIME) + d.width(place, SMALL) + 16))
    rest, note = rect.split_right(wide, 10)
    if page.colour is not None:
        badge, rest = rest.split_left(34, 10)
        d.badge(page.colour, Rect(badge.x, badge.centre[1] - 17, 34, 34))
    d.words(page.sentence, rest, SENTENCE)
    upper, lower = note.split_top(note.height / 2)
    upper = upper if page.told_icon else note
    d.words(when, upper, TIME)
    d.words(place, upper, SMALL, palette.second, RIGHT)
    if page.told_icon:
        d.icon(page.told_icon, (lower.x + 9, lower.centre[1]), 18, palette.second)
        d.words(page.told, Rect(lower.x + 24, lower.y, lower.width - 24, lower.height), SMALL, palette.second)


def _rule(d: Drawing, rect: Rect, row: Row) -> None:
    """What the rules say against it; a touch reads the whole rule."""
    colour = d.palette.tone(row.tone)
    d.fill(rect, d.palette.tone_ground(row.tone), RADIUS_PANEL)
    d.icon(TONE_ICONS.get(row.tone, row.icon), (rect.x + 26, rect.centre[1]), 26, colour)
    words, end = Rect(rect.x + 50, rect.y + 4, rect.width - 58, rect.height - 8), rect.right - 20
    if row.intent is not None:
        words = Rect(words.x, words.y, words.width - 32, words.height)
        d.icon("chevron-right", (end, rect.centre[1]), 24, colour)
        d.touch(rect, row.intent, radius=RADIUS_PANEL)
    reason, second = words.split_bottom(20)
    d.words(row.title, reason, REASON, d.palette.tone(Tone.NORMAL))
    d.words(row.second, second, SMALL, colour)


def _course(d: Drawing, rect: Rect, page: ReplayPage) -> None:
    """Everybody's points as far as the step, where rules were broken, and where in the evening it is."""
    course, palette = page.course, d.palette
    d.fill(rect, palette.panel, RADIUS_PANEL)
    plot = rect.inset(14, 8)
    d.fill(Rect(plot.x, plot.bottom - 1, plot.width, 2), palette.line)
    for number in course.broken:
        x = _across(plot, number, page.last)
        d.stroke(((x, plot.y), (x, plot.bottom)), palette.attention, 2, (3, 3))
    for line in course.lines:
        points = tuple(
            (_across(plot, step, page.last), _up(plot, course, value))
            for step, value in zip(course.steps, line.points, strict=True)
        )
        if len(points) > 1:
            if palette.name == "light":
                d.stroke(points, INK, 4)  # Yellow and white lines would be lost on a light ground.
            d.stroke(points, player_colour(line.colour), 2.5)
    here = _across(plot, page.at, page.last)
    d.fill(Rect(here - 1.5, rect.y + 2, 3, rect.height - 4), palette.lamp, 1.5)
    d.fill(Rect(here - 8, rect.bottom - 18, 16, 16), palette.lamp, 8)
    d.slide(rect, plot, page.slide, page.last, page.at)


def _across(plot: Rect, step: int, last: int) -> float:
    return plot.x + plot.width * step / max(1, last)


def _up(plot: Rect, course: Course, value: int) -> float:
    return plot.bottom - plot.height * (value - course.least) / max(1, course.most - course.least)
