"""Lists, doors, articles: the pages that are read from the top downwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ArticlePage, DoorsPage, ListPage, Paragraph
from companion.core.screen import Button, Close, Tone
from companion.core.text import Text, comma_list, say
from ui.components import (
    ButtonKind,
    Key,
    bar_height,
    buttons_in_row,
    choices,
    door,
    foot_area,
    icon_tile,
    player_chip,
    title_bar,
)
from ui.components import button as draw_button
from ui.drawing import CAPTION, CENTRE, LEFT, RIGHT, Drawing, Saying
from ui.navigation import OpenPanel, Shut
from ui.rect import Rect
from ui.screens import search
from ui.screens.search import SEARCH
from ui.tokens import GAP, INK, RADIUS_PANEL, RADIUS_TILE, TONE_ICONS, TOUCH
from ui.typography import Style, Weight

FOOT = 60.0
CARD = (150.0, 112.0)
QUIET, DOTS_PER_DP, WHITE = 4, 2.0, "#FFFFFF"
TITLE = Style(18, Weight.SEMI_BOLD, lines=8, leading=1.15)
SECOND_LINE = Style(16, Weight.MEDIUM, lines=4, smallest=14, leading=1.22)
CLOSE = Style(15, Weight.MEDIUM, lines=2, condensed=True, leading=1.0)
VALUE = Style(17, Weight.SEMI_BOLD, lines=3, smallest=14, leading=1.15)
LARGE_READING, COMFORTABLE, FIRST = (30.0, 26.0, 22.0), 0.7, 4.0
"""Sizes for what is short, how much of its room it may take at them, and how much larger what comes first is."""

MORE_HEIGHT, ROOMY = 44.0, 0.9
"""So much higher the rows of a short list may be, and how much of their room they may fill so."""

SEARCHING, LONG = Key(say("Search"), OpenPanel(SEARCH), "search"), 12
"""The way into a list with more rows than so many."""

READING = Style(19, Weight.MEDIUM, lines=40, smallest=16, leading=1.35)
ICON, LARGE_ICON, MARK = 26.0, 34.0, 34.0


def key_of(button: Button) -> Key:
    """A button of a page as it is drawn: what is good to press is the primary one."""
    kind = {Tone.GOOD: ButtonKind.PRIMARY, Tone.BAD: ButtonKind.DANGER}.get(button.tone, ButtonKind.PLAIN)
    intent = button.intent if button.enabled else None
    share = 1.25 if kind is ButtonKind.PRIMARY else 1.0
    return Key(button.label, intent, button.icon, kind, button.why_not, share=share, name=button.key)


def heading_bar(d: Drawing, title: Saying, corner: Button | Key | None = None, *, back: bool = True) -> Rect:
    """The bar of a page, with a way back and one button in the corner. Returns the area below."""
    space, high = d.space, bar_height(d.space)
    d.fill(Rect(0, 0, space.width, high), d.palette.panel)
    left, right = 14.0, space.width - 14
    if back:
        box = Rect(4, (high - 52) / 2, 52, 52)
        d.icon("chevron-left", box.centre, 30)
        d.touch(box, Close())
        left = box.right + 8
    if corner is not None:
        width = min(d.width(corner.label, Style(18, Weight.SEMI_BOLD)) + 68, space.width * 0.42)
        box = Rect(space.width - GAP - width, 6, width, high - 12)
        draw_button(d, box, corner if isinstance(corner, Key) else key_of(corner))
        right = box.x - 10
    d.words(title, Rect(left, 0, right - left, high), Style(26, Weight.BOLD, lines=2, smallest=18, leading=1.05))
    return Rect(0, high, space.width, space.height - high)


def page_foot(d: Drawing, buttons: Sequence[Button]) -> float:
    """The buttons along the foot; returns where the rest of the page ends."""
    if not buttons:
        return d.space.height - GAP
    keys = [key_of(button) for button in buttons]
    if d.space.upright and len(keys) > 2:
        rows = [keys[at : at + 2] for at in range(0, len(keys), 2)]
        top = d.space.height - len(rows) * (FOOT + GAP)
        for number, row in enumerate(rows):
            buttons_in_row(d, Rect(GAP, top + number * (FOOT + GAP), d.space.width - 2 * GAP, FOOT), row)
        return top - GAP
    rect = foot_area(d.space, FOOT)
    buttons_in_row(d, rect, keys)
    return rect.y - GAP


def nothing_yet(d: Drawing, rect: Rect, icon: str, lines: Sequence[Text]) -> None:
    """What will stand here: what is so far, then what comes."""
    middle = rect.centre[0], rect.y + rect.height * 0.32
    d.fill(Rect(middle[0] - 52, middle[1] - 52, 104, 104), d.palette.card, RADIUS_TILE)
    d.icon(icon, middle, 60, d.palette.second)
    _, words = rect.split_top(middle[1] + 64 - rect.y)
    head, rest = words.inset(24, 0).split_top(40, 4)
    d.words(lines[0], head, Style(22, Weight.BOLD, lines=2, smallest=16), across=CENTRE)
    for more in lines[1:]:
        d.words(more, rest, Style(18, Weight.MEDIUM, lines=4, smallest=14), d.palette.second, CENTRE, down=0.0)


def put_over(d: Drawing, foot: Drawing) -> None:
    """What has scrolled away lies under the foot."""
    d.marks.extend(foot.marks)
    d.targets.extend(foot.targets)
    d.dropped.extend(foot.dropped)


def draw_list(d: Drawing, page: ListPage) -> None:
    rows = [(group.title, row) for group in page.groups for row in group.rows]
    searched = page.searched and len(rows) > LONG
    if searched and (page.lettered or d.opened.startswith(SEARCH)):
        _search(d, page, rows)
        return
    below = heading_bar(d, page.title, SEARCHING if searched else page.corner, back=page.back)
    foot = Drawing(d.look)
    end = page_foot(foot, page.buttons)
    body = Rect(GAP, below.y, d.space.width - 2 * GAP, end - below.y)
    if page.icon and not rows:
        nothing_yet(d, body, page.icon, page.lines)
        put_over(d, foot)
        return
    more = _more_height(d, page, body)
    with d.scrolling(page.name, body) as whole:
        y = body.y + 8
        for number, line in enumerate(page.lines):
            style = READING if not number else SECOND_LINE
            high = d.height(line, body.width - 24, style)
            d.words(line, Rect(body.x + 12, y, body.width - 24, high), style, None if not number else d.palette.second)
            y += high + 10
        for group in page.groups:
            if d.look.words(group.title):
                colour = d.palette.second if group.tone is Tone.NORMAL else d.palette.tone(group.tone)
                d.words(group.title, Rect(body.x + 6, y, body.width - 12, 26), CAPTION, colour)
                y += 28
            if group.beside:
                _choose(d, Rect(body.x, y, body.width, 60), group)
                y += 60 + GAP
            if group.cards:
                y += _cards(d, Rect(body.x, y, body.width, 0), group) + GAP
            for row in () if group.beside or group.cards else group.rows:
                high = row_height(d, row, body.width) + more
                draw_row(d, Rect(body.x, y, body.width, high), row)
                y += high + GAP
            y += 6
        whole(y - body.y)
    put_over(d, foot)


def _search(d: Drawing, page: ListPage, rows: Sequence[tuple[Text, Row]]) -> None:
    """The rows as answers that are found letter by letter."""
    opened = d.opened if d.opened.startswith(SEARCH) else ""
    below = title_bar(d, page.title, close=Shut()) if opened else heading_bar(d, page.title, back=page.back)
    found = [
        Button(
            comma_list([row.title, row.second]) if d.look.words(row.second) else row.title,
            row.intent,
            icon=row.icon,
            tint=row.tint,
            group=group,
        )
        for group, row in rows
        if row.intent is not None
    ]
    search.draw(d, Rect(GAP, below.y + GAP, below.width - 2 * GAP, below.height - 2 * GAP), found, opened or SEARCH)


def _more_height(d: Drawing, page: ListPage, body: Rect) -> float:
    """The rows of a list that fills little of its room are higher."""
    if any(group.beside or group.cards for group in page.groups):
        return 0.0
    heights = [row_height(d, row, body.width) + GAP for group in page.groups for row in group.rows]
    heads = 40.0 * len(page.groups) + 40.0 * len(page.lines)
    spare = body.height * ROOMY - sum(heights) - heads
    return min(MORE_HEIGHT, max(0.0, spare / max(1, len(heights))))


def _cards(d: Drawing, rect: Rect, group: RowGroup) -> float:
    """Pieces beside each other as they lie on a table, in as many lines as they need; returns their height."""
    columns = max(2, int((rect.width + GAP) // (CARD[0] + GAP)))
    lines = -(-len(group.rows) // columns)
    whole = lines * (CARD[1] + GAP) - GAP
    places = Rect(rect.x, rect.y, rect.width - GAP, whole).grid(columns, lines, GAP)
    for row, box in zip(group.rows, places, strict=False):
        _card(d, box, row)
    return whole


def _card(d: Drawing, box: Rect, row: Row) -> None:
    off = row.intent is None
    if off:
        d.dashed(box, d.palette.line, RADIUS_PANEL)
    else:
        d.fill(box, d.palette.tone_ground(row.tone) if row.tone is Tone.UNKNOWN else d.palette.card, RADIUS_PANEL)
    head, rest = box.inset(10, 7).split_top(28, 2)
    if row.icon:
        ground, ink = (row.tint, INK) if row.tint else (d.palette.raised, d.palette.lamp)
        icon_tile(d, Rect(head.x, head.y, 28, 28), row.icon, ground, ink)
    d.words(row.right, Rect(head.x + 36, head.y, head.width - 68, 28), Style(20, Weight.BOLD))
    d.icon("eye-off" if off else "eye", (head.right - 11, head.centre[1]), 20, d.palette.second)
    name, where = rest.split_bottom(32, 0)
    style = Style(17, Weight.SEMI_BOLD, lines=2, smallest=14, condensed=True, leading=1.0)
    d.words(row.title, name, style, d.palette.second if off else None)
    small = Style(14, Weight.MEDIUM, lines=2, condensed=True, leading=1.05)
    d.words(row.second, where, small, d.palette.second, optional=True)
    d.touch(box, row.intent, row.why_not, RADIUS_PANEL)


def _choose(d: Drawing, rect: Rect, group: RowGroup) -> None:
    """Short choices beside each other in one field."""
    chosen = next((number for number, row in enumerate(group.rows) if row.chosen), -1)
    choices(d, rect, [(row.title, row.intent) for row in group.rows if row.intent is not None], chosen)


def _columns(d: Drawing, row: Row, width: float) -> tuple[float, float, float]:
    """How wide the marks at the left, the words, and the value at the right are."""
    marks = 14.0 + (MARK + 4) * len(row.colours) + (ICON + 16 if row.icon else 0.0) + (10 if row.colours else 0)
    if row.tone is Tone.ATTENTION:
        marks += 16
    right = 0.0
    if d.look.words(row.right):
        right = min(max(d.width(row.right, VALUE) + 2, 60), width * 0.34)
    chevron = 40.0 if row.intent is not None or row.chosen else 14.0
    return marks, width - marks - right - chevron - (14 if right else 0), right


def row_height(d: Drawing, row: Row, width: float) -> float:
    _, words, right = _columns(d, row, width)
    high = d.height(row.title, words, TITLE)
    if d.look.words(row.second):
        high += 3 + d.height(row.second, words, SECOND_LINE)
    return max(56.0, high + 18, d.height(row.right, right, VALUE) + 18 if right else 0.0)


def draw_row(d: Drawing, rect: Rect, row: Row) -> None:
    """A line of a list; the chosen one is lit, what is off is dashed."""
    palette = d.palette
    off = row.intent is None and row.why_not is not None and not row.chosen
    ink, second = (palette.on_lamp, palette.on_lamp) if row.chosen else (palette.text, palette.second)
    if row.chosen:
        d.fill(rect, palette.lamp, RADIUS_PANEL)
    elif off:
        d.dashed(rect, palette.line, RADIUS_PANEL)
        ink = second = palette.faint
    else:
        d.fill(rect, palette.card, RADIUS_PANEL)
    marks, words, right = _columns(d, row, rect.width)
    x = rect.x + 14
    if row.tone is Tone.ATTENTION:
        d.fill(Rect(x, rect.y + 14, 8, rect.height - 28), palette.attention, 4)
        x += 16
    for colour in row.colours:
        d.badge(colour, Rect(x, rect.centre[1] - MARK / 2, MARK, MARK))
        x += MARK + 4
    if row.icon:
        size = min(LARGE_ICON, max(ICON, rect.height - 56))
        d.icon(row.icon, (x + ICON / 2, rect.centre[1]), size, ink if off or row.chosen else _icon_colour(d, row))
    _row_words(d, Rect(rect.x + marks, rect.y, words, rect.height), row, ink, second)
    if right:
        tone = palette.attention if row.tone is Tone.ATTENTION and not row.chosen else ink
        d.words(row.right, Rect(rect.x + marks + words + 14, rect.y, right, rect.height), VALUE, tone, RIGHT)
    if row.chosen:
        d.icon("check", (rect.right - 24, rect.centre[1]), 26, ink)
    elif row.intent is not None:
        d.icon("chevron-right", (rect.right - 22, rect.centre[1]), 24, palette.faint)
    if row.intent is not None or row.why_not is not None:
        d.touch(rect, row.intent, row.why_not, RADIUS_PANEL)


def _icon_colour(d: Drawing, row: Row) -> str:
    return d.palette.lamp if row.tone is Tone.NORMAL else d.palette.tone(row.tone)


def _row_words(d: Drawing, rect: Rect, row: Row, ink: str, second: str) -> None:
    high = d.height(row.title, rect.width, TITLE)
    below = d.height(row.second, rect.width, SECOND_LINE) if d.look.words(row.second) else 0.0
    style, between = SECOND_LINE, 3.0
    if high + between + below > rect.height - 4:
        # A row that cannot grow with its words has them closer together.
        style, between = CLOSE, 0.0
        below = min(d.height(row.second, rect.width, style), rect.height - 6 - high)
    top = rect.y + (rect.height - high - (below + between if below else 0)) / 2
    d.words(row.title, Rect(rect.x, top, rect.width, high + 1), TITLE, ink)
    if below:
        d.words(row.second, Rect(rect.x, top + high + between, rect.width, below + 1), style, second)


def draw_doors(d: Drawing, page: DoorsPage) -> None:
    """The menu: who is on turn stays in sight."""
    high = bar_height(d.space)
    d.fill(Rect(0, 0, d.space.width, high), d.palette.panel)
    box = Rect(d.space.width - 60, (high - 52) / 2, 52, 52)
    d.icon("x", box.centre, 30)
    d.touch(box, Close())
    right = box.x - 8
    for clocked in page.clocked:
        width = (
            60
            + d.width(clocked.person.name, Style(18, Weight.SEMI_BOLD))
            + d.width(clocked.time, Style(24, Weight.BOLD))
        )
        if right - width < 150:
            break
        right = player_chip(d, right, high / 2, clocked.person.colour, clocked.person.name, clocked.time).x - 8
    d.words(page.title, Rect(14, 0, right - 14, high), Style(26, Weight.BOLD))
    columns = 1 if d.space.upright else 2
    rows = -(-len(page.doors) // columns)
    area = Rect(GAP, high + GAP, d.space.width - 2 * GAP, d.space.height - high - 2 * GAP)
    least = 78.0
    each = max(least, min(110.0, (area.height - GAP * (rows - 1)) / rows))
    with d.scrolling("doors", area) as whole:
        for number, way in enumerate(page.doors):
            line, column = divmod(number, columns)
            width = (area.width - GAP * (columns - 1)) / columns
            place = Rect(area.x + column * (width + GAP), area.y + line * (each + GAP), width, each)
            door(d, place, way.icon, way.title, way.second, way.intent, way.why_not, way.tone)
        whole(rows * (each + GAP) - GAP)


def draw_article(d: Drawing, page: ArticlePage) -> None:
    """Something to read, with what matters most in a frame."""
    space, high = d.space, bar_height(d.space)
    below = heading_bar(d, page.title) if not d.look.words(page.corner) else _with_corner(d, page, high)
    foot = Drawing(d.look)
    end = page_foot(foot, page.buttons)
    body = Rect(GAP, below.y, space.width - 2 * GAP, end - below.y)
    if page.code:
        side = min(body.height - 2 * GAP, body.width * (1.0 if space.upright else 0.55))
        split = body.split_top if space.upright else body.split_left
        place, body = split(side + 2 * GAP, GAP)
        qr_code(d, Rect(place.centre[0] - side / 2, place.centre[1] - side / 2, side, side), page.code)
    size = _reading_size(d, page.paragraphs, body)
    with d.scrolling(page.name, body) as whole:
        y = body.y + 10
        for number, paragraph in enumerate(page.paragraphs):
            larger = size + FIRST if number == 0 and size == READING.size else size
            y += _draw_paragraph(d, Rect(body.x, y, body.width, 0), paragraph, larger) + 10
        whole(y - body.y)
    put_over(d, foot)


def _reading_size(d: Drawing, paragraphs: Sequence[Paragraph], body: Rect) -> float:
    """What is short stands in large letters: it is read from a chair."""
    for size in LARGE_READING:
        trial = Drawing(d.look)
        high = sum(_draw_paragraph(trial, Rect(0, 0, body.width, 0), each, size) + 10 for each in paragraphs)
        if high <= body.height * COMFORTABLE:
            return size
    return READING.size


def qr_code(d: Drawing, rect: Rect, code: Sequence[bytes]) -> None:
    """Dark on white whatever the colours, with the quiet zone of four modules that readers need."""
    count = len(code) + 2 * QUIET
    dots = max(1, int(rect.width * DOTS_PER_DP / count))
    light = bytes([255])
    rows = [light * count] * QUIET
    rows += [light * QUIET + bytes(0 if module else 255 for module in row) + light * QUIET for row in code]
    rows += [light * count] * QUIET
    wide = [bytes(level for level in row for _ in range(dots)) for row in rows]
    d.fill(rect, WHITE, RADIUS_PANEL)
    d.light((count * dots, count * dots), b"".join(row for row in wide for _ in range(dots)), rect.inset(4))


def _with_corner(d: Drawing, page: ArticlePage, high: float) -> Rect:
    style = Style(16, Weight.SEMI_BOLD, lines=2, smallest=14, condensed=True)
    width = min(d.width(page.corner, style) + 48, d.space.width * 0.4)
    box = Rect(d.space.width - GAP - width, (high - 46) / 2, width, 46)
    below = _bar_beside(d, page, box)
    d.fill(box, d.palette.card, RADIUS_PANEL)
    d.icon(page.corner_icon, (box.x + 22, box.centre[1]), 22, d.palette.second)
    d.words(page.corner, Rect(box.x + 40, box.y, width - 46, box.height), style, d.palette.second)
    return below


def _bar_beside(d: Drawing, page: ArticlePage, box: Rect) -> Rect:
    high = bar_height(d.space)
    d.fill(Rect(0, 0, d.space.width, high), d.palette.panel)
    back = Rect(4, (high - 52) / 2, 52, 52)
    d.icon("chevron-left", back.centre, 30)
    d.touch(back, Close())
    style = Style(26, Weight.BOLD, lines=2, smallest=17, leading=1.05)
    d.words(page.title, Rect(64, 0, box.x - 74, high), style)
    return Rect(0, high, d.space.width, d.space.height - high)


def _draw_paragraph(d: Drawing, rect: Rect, paragraph: Paragraph, size: float) -> float:
    """Draws it below a place; returns its height."""
    palette = d.palette
    framed = paragraph.icon != "" or d.look.words(paragraph.heading) != ""
    if not framed:
        colour = palette.second if paragraph.tone is Tone.DIM else palette.tone(paragraph.tone)
        reading = replace(READING, size=size)
        high = d.height(paragraph.words, rect.width - 24, reading)
        d.words(paragraph.words, Rect(rect.x + 12, rect.y, rect.width - 24, high + 1), reading, colour)
        return high
    style = replace(SECOND_LINE_LONG, size=size - 2)
    left = 50.0
    inner = rect.width - left - (14 if paragraph.intent is None else 44)
    heading = 26.0 if d.look.words(paragraph.heading) else 0.0
    words = d.height(paragraph.words, inner, style)
    high = max(TOUCH, heading + words + 20)
    box = Rect(rect.x, rect.y, rect.width, high)
    d.fill(box, palette.tone_ground(paragraph.tone), RADIUS_PANEL)
    icon = paragraph.icon or TONE_ICONS.get(paragraph.tone, "info-circle")
    d.icon(icon, (box.x + 26, box.y + 24), 26, palette.tone(paragraph.tone))
    if heading:
        strong = Style(17, Weight.SEMI_BOLD)
        d.words(paragraph.heading, Rect(box.x + left, box.y + 9, inner, 26), strong, palette.tone(paragraph.tone))
    place = Rect(box.x + left, box.y + 10 + heading, inner, words + 1)
    d.words(paragraph.words, place, style, palette.text, LEFT)
    if paragraph.intent is not None:
        d.icon("chevron-right", (box.right - 22, box.centre[1]), 26, palette.faint)
        d.touch(box, paragraph.intent, radius=RADIUS_PANEL)
    return high


SECOND_LINE_LONG = Style(17, Weight.MEDIUM, lines=40, smallest=15, leading=1.3)
__all__ = ["CENTRE", "draw_article", "draw_doors", "draw_list", "draw_row", "heading_bar", "key_of", "page_foot"]
