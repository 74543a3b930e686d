"""A printed value that decides something now: the piece at one side, the likeliest values at the other."""

from __future__ import annotations

from companion.core.screen import Close
from companion.core.value_pages import MapPad, NumberPad, ValuePage
from ui.components import bar_height, icon_tile
from ui.drawing import CENTRE, Drawing
from ui.rect import Rect
from ui.screens.lists import page_foot
from ui.screens.value_pads import draw_keys, draw_map, draw_numbers, draw_table, table_height, table_width
from ui.tokens import GAP, INK, RADIUS_PANEL, TOUCH
from ui.typography import Style, Weight

PHOTO_WIDTH, PHOTO_LEAST = 236.0, 120.0
WHY_HEIGHT = 62.0
HEAD_HEIGHT = 40.0
RANGES_BESIDE, MOST_LINES, ALIKE_BESIDE, COLUMNS = 5, 4, 3, 3
BELOW_TABLE, ALIKE_HEIGHT = 52.0, 74.0


def draw(d: Drawing, page: ValuePage) -> None:
    _bar(d, page)
    end = page_foot(d, list(page.buttons))
    area = Rect(GAP, bar_height(d.space) + GAP, d.space.width - 2 * GAP, end - bar_height(d.space) - GAP)
    if isinstance(page.pad, MapPad):
        head, below = area.split_top(WHY_HEIGHT, GAP)
        _why(d, head, page)
        draw_map(d, below, page.pad)
        return
    if d.space.upright:
        piece, answers = area.split_top(area.height * (0.18 if page.table else 0.36), GAP)
    else:
        most = max(PHOTO_LEAST, area.width - table_width(page.table) - GAP) if page.table else area.width * 0.32
        piece, answers = area.split_left(min(PHOTO_WIDTH, most), GAP)
    _piece(d, piece, page)
    answers, why = answers.split_bottom(WHY_HEIGHT, GAP)
    _why(d, why, page)
    if isinstance(page.pad, NumberPad):
        if page.pad.typed:
            shown, answers = answers.split_top(HEAD_HEIGHT, GAP)
            d.words(page.pad.typed, shown, Style(30, Weight.BOLD), across=CENTRE)
        draw_numbers(d, answers, page.pad)
        return
    if page.table:
        _at_once(d, answers, page)
        return
    if page.ranges and page.keys:
        few = len(page.ranges) <= ALIKE_BESIDE
        answers, ranges = answers.split_top(answers.height * (0.62 if few else 0.4), GAP)
        draw_keys(d, ranges, page.ranges, columns=ALIKE_BESIDE if few else RANGES_BESIDE)
    elif page.ranges:
        many = len(page.ranges) > RANGES_BESIDE * MOST_LINES
        draw_keys(d, answers, page.ranges, columns=RANGES_BESIDE + many)
    if page.keys:
        draw_keys(d, answers, page.keys, likeliest=page.likeliest)


def _at_once(d: Drawing, rect: Rect, page: ValuePage) -> None:
    """Keys that tell two values; above them those that tell one, below them what tells more."""
    below = (*page.ranges, *page.switches)
    lines = -(-len(page.keys) // COLUMNS)
    keys_least, table_least = lines * (TOUCH + GAP), table_height(page.table, rect.width)
    stacked = d.space.upright and bool(page.ranges)
    high = len(below) * (BELOW_TABLE + GAP) - GAP if stacked else ALIKE_HEIGHT if page.ranges else BELOW_TABLE
    least = keys_least + table_least + (high + GAP if below else 0)
    with d.scrolling("answers", rect) as whole:
        all_of_it = Rect(rect.x, rect.y, rect.width, max(rect.height, least))
        rest = all_of_it
        if below:
            rest, more = rest.split_bottom(high, GAP)
            draw_keys(d, more, below, columns=1 if stacked else len(below))
        if page.keys:
            keys, rest = rest.split_top(rest.height * keys_least / (keys_least + table_least) - GAP, GAP)
            draw_keys(d, keys, page.keys, columns=COLUMNS)
        draw_table(d, rest, page.table)
        whole(all_of_it.height)


def _bar(d: Drawing, page: ValuePage) -> None:
    """The question itself, with the sign of what nobody knows."""
    high = bar_height(d.space)
    d.fill(Rect(0, 0, d.space.width, high), d.palette.panel)
    back = Rect(4, (high - 52) / 2, 52, 52)
    d.icon("chevron-left", back.centre, 30)
    d.touch(back, Close())
    sign = Rect(back.right + 2, (high - 40) / 2, 40, 40)
    d.fill(sign, d.palette.unknown, 10)
    d.icon("question-mark", sign.centre, 26, d.palette.unknown_ground)
    words = Rect(sign.right + 12, 0, d.space.width - sign.right - 24, high)
    d.words(page.title, words, Style(26, Weight.BOLD, lines=2, smallest=16, leading=1.05))


def _piece(d: Drawing, rect: Rect, page: ValuePage) -> None:
    """As the camera sees it, else its sign; below it which piece it is and where to look."""
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    wide = min(rect.width - 20, rect.height * 0.5)
    if d.space.upright:
        box, words = rect.inset(12, 12).split_left(min(rect.height - 24, rect.width * 0.4), 12)
        side = min(box.width, box.height)
        shown = Rect(box.x, box.y + (box.height - side) / 2, side, side)
    else:
        shown = Rect(rect.x + (rect.width - wide) / 2, rect.y + 12, wide, wide)
        words = Rect(rect.x + 12, shown.bottom + 8, rect.width - 24, rect.bottom - shown.bottom - 16)
    if page.photo is not None:
        d.light((page.photo.width, page.photo.height), page.photo.pixels, shown)
    else:
        ink = INK if page.tint else d.palette.lamp
        side = min(shown.width, 96.0)
        tile = Rect(shown.centre[0] - side / 2, shown.centre[1] - side / 2, side, side)
        icon_tile(d, tile, page.icon or "cards", page.tint or d.palette.raised, ink)
    upper, lower = words.split_top(words.height * (0.55 if d.look.words(page.where) else 1.0))
    d.words(page.heading, upper, Style(22, Weight.BOLD, lines=3, smallest=15, leading=1.08), down=0.3)
    if d.look.words(page.where):
        style = Style(15, Weight.MEDIUM, lines=4, smallest=14, leading=1.12)
        d.words(page.where, lower, style, d.palette.second, down=0.0)


def _why(d: Drawing, rect: Rect, page: ValuePage) -> None:
    d.fill(rect, d.palette.card, RADIUS_PANEL)
    d.icon("info-circle", (rect.x + 28, rect.centre[1]), 26, d.palette.second)
    upper, lower = Rect(rect.x + 54, rect.y + 5, rect.width - 64, rect.height - 10).split_top(rect.height / 2 - 5)
    d.words(page.why, upper, Style(18, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.02))
    d.words(page.note, lower, Style(15, Weight.MEDIUM, lines=2, smallest=14, leading=1.02), d.palette.second)
