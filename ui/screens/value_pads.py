"""Telling what is printed on one's copy: the piece and its values on the left, keys on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.pages import Stepper
from companion.core.screen import Button, Close, Intent, Touched
from companion.core.text import NOTHING, say
from companion.core.value_pages import (
    ChoicePad,
    CopyEntryPage,
    CountPage,
    KeyRow,
    MapPad,
    MapPlace,
    NumberPad,
    PadKey,
    PrintedValue,
    Told,
)
from ui.components import bar_height, buttons_in_row, icon_tile
from ui.components import button as draw_button
from ui.drawing import CAPTION, CENTRE, RIGHT, Drawing
from ui.rect import Rect
from ui.screens.lists import heading_bar, key_of, page_foot
from ui.screens.start import draw_stepper
from ui.tokens import GAP, INK, RADIUS_PANEL, RADIUS_SLOT, TONE_ICONS, TOUCH, mixed
from ui.typography import Style, Weight

WAYS = {"chevron-left": say("Before"), "chevron-right": say("Next")}
PAD_WIDTH = 306.0
REMARK_HEIGHT = 74.0
LIKELY_HEIGHT = 52.0
ROW_NAME, LINE_NAME = 96.0, 24.0
"""What a row of a table is of: beside it so wide, above it so high."""

HEAD_HEIGHT = 76.0
SLOT_HEIGHT = 56.0
BESIDE, WIDE_PANEL = 190.0, 400.0
"""From these widths on, a value stands beside what it is, and three values in a row."""

FIGURE = Style(26, Weight.BOLD, smallest=16)
KEY = Style(20, Weight.SEMI_BOLD, lines=4, smallest=14, leading=1.05)
KEY_MARGIN, SIGN = 12.0, 38.0
"""What is left free at both sides of a key's words, and what its icon or colour takes."""

ASKS = Style(17, Weight.SEMI_BOLD, lines=3, smallest=14, leading=1.15)


def draw_count(d: Drawing, page: CountPage) -> None:
    """The count and the way down and up at one side, ten keys at the other."""
    below = heading_bar(d, page.title)
    area = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, d.space.height - below.y - 2 * GAP)
    if d.space.upright:
        figure, pad = area.split_top(area.height * 0.4, GAP)
    else:
        pad_width = max(PAD_WIDTH, area.width * 0.45)
        figure, pad = area.split_right(pad_width, GAP)
    stepper, note = figure.split_top(min(140.0, figure.height * 0.6), GAP)
    draw_stepper(d, stepper, Stepper(page.counted, page.value, NOTHING, page.less, page.more))
    style = Style(18, Weight.MEDIUM, lines=4, smallest=14, leading=1.2)
    d.words(page.note, note.inset(8, 4), style, d.palette.tone(page.tone), down=0.0)
    draw_numbers(d, pad, page.pad)


def draw(d: Drawing, page: CopyEntryPage) -> None:
    _bar(d, page)
    end = page_foot(d, [_fitting(d, button) for button in page.buttons])
    area = Rect(GAP, bar_height(d.space) + GAP, d.space.width - 2 * GAP, end - bar_height(d.space) - GAP)
    if isinstance(page.pad, MapPad):
        _over_map(d, area, page, page.pad)
    elif d.space.upright:
        upper, lower = area.split_bottom(min(400.0, area.height * 0.53), GAP)
        _piece(d, upper, page)
        _pad(d, lower, page)
    else:
        wide = PAD_WIDTH if not isinstance(page.pad, ChoicePad) or len(page.pad.keys) < 7 else area.width * 0.56
        left, right = area.split_right(wide, GAP)
        _piece(d, left, page)
        _pad(d, right, page)


def _fitting(d: Drawing, button: Button) -> Button:
    """A name too long for a button gives way to where it leads."""
    wide = (d.space.width - 5 * GAP) / (2 if d.space.upright else 4) - 56
    style = Style(18, Weight.SEMI_BOLD, lines=2, leading=1.12)
    if button.icon not in WAYS or d.fits(button.label, Rect(0, 0, wide, 52), style):
        return button
    return replace(button, label=WAYS[button.icon])


# --- the bar ---


def _bar(d: Drawing, page: CopyEntryPage) -> None:
    """Back, the game, and what is missing: always in sight."""
    high = bar_height(d.space)
    d.fill(Rect(0, 0, d.space.width, high), d.palette.panel)
    back = Rect(4, (high - 52) / 2, 52, 52)
    d.icon("chevron-left", back.centre, 30)
    d.touch(back, Close())
    wide = min(300.0, d.space.width * 0.48)
    box = Rect(d.space.width - wide - 14, 4, wide, high - 8)
    words, line = box.split_bottom(12)
    left, right = words.split_left(words.width / 2 - 4, 8)
    style = Style(16, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05)
    d.words(page.to_go, left, style)
    d.words(page.needed, right, style, d.palette.attention, RIGHT)
    track = Rect(line.x, line.y + 2, line.width, 7)
    d.fill(track, d.palette.raised, 3.5)
    if page.share > 0:
        d.fill(Rect(track.x, track.y, max(7.0, track.width * min(1.0, page.share)), track.height), d.palette.good, 3.5)
    title = Rect(back.right + 8, 0, box.x - back.right - 16, high)
    d.words(page.title, title, Style(24, Weight.BOLD, lines=2, smallest=16, leading=1.05))


# --- the piece ---


def _piece(d: Drawing, rect: Rect, page: CopyEntryPage) -> None:
    remark = d.look.words(page.remark)
    if remark:
        rect, below = rect.split_bottom(REMARK_HEIGHT, GAP)
        _remark(d, below, page)
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    head, body = rect.inset(12, 10).split_top(HEAD_HEIGHT, 6)
    _head(d, head, page)
    if page.likely:
        body, likely = body.split_bottom(LIKELY_HEIGHT, GAP)
        _likely(d, likely, page)
    asks = min(d.height(page.asks, body.width, ASKS), 62.0)
    question, slots = body.split_top(asks, 8)
    d.words(page.asks, question, ASKS)
    if page.growing and (slots.width - GAP * (len(page.slots) - 1)) / len(page.slots) >= TOUCH:
        _staircase(d, slots, page)
    else:
        _rows(d, slots, page)


def _head(d: Drawing, rect: Rect, page: CopyEntryPage) -> None:
    """The piece: as the camera sees it where it does, else its sign."""
    side = rect.height - 4
    box = Rect(rect.x, rect.y + 2, side, side)
    if page.photo is not None:
        d.light((page.photo.width, page.photo.height), page.photo.pixels, box)
    else:
        icon_tile(
            d, box.inset(8), page.icon or "cards", page.tint or d.palette.raised, INK if page.tint else d.palette.lamp
        )
    words = Rect(box.right + 10, rect.y, rect.right - box.right - 10, rect.height)
    if d.look.words(page.seen):
        wide = d.width(page.seen, CAPTION) + 30
        words, seen = words.split_right(wide, 6)
        d.icon("circle-check", (seen.x + 12, seen.y + 20), 22, d.palette.good)
        d.words(page.seen, Rect(seen.x + 28, seen.y, seen.width - 28, 40), CAPTION, d.palette.second)
    if not d.look.words(page.second):
        d.words(page.heading, words, Style(23, Weight.BOLD, lines=2, smallest=16, leading=1.08))
        return
    upper, lower = words.split_top(words.height * 0.48)
    d.words(page.heading, upper, Style(23, Weight.BOLD, lines=2, smallest=15, leading=1.05), down=0.7)
    d.words(
        page.second, lower, Style(15, Weight.MEDIUM, lines=2, smallest=14, leading=1.15), d.palette.second, down=0.2
    )


def _staircase(d: Drawing, rect: Rect, page: CopyEntryPage) -> None:
    for box, slot in zip(rect.grid(len(page.slots), 1, GAP), page.slots, strict=True):
        _ground(d, box, slot)
        if slot.height and not slot.asked:
            high = max(4.0, box.height * 0.62 * slot.height)
            step = Rect(box.x, box.bottom - high, box.width, high)
            d.fill(step, mixed(d.palette.card, d.palette.attention, 0.22), RADIUS_SLOT)
        ink, faint = _inks(d, slot)
        upper, lower = box.inset(3, 6).split_top(min(38.0, box.height * 0.4))
        d.words(
            slot.caption,
            upper,
            Style(15, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05, condensed=True),
            faint,
            CENTRE,
        )
        d.words(slot.value, Rect(lower.x, lower.y, lower.width, 36), FIGURE, ink, CENTRE)
        d.touch(box, slot.intent, radius=RADIUS_SLOT)


def _rows(d: Drawing, rect: Rect, page: CopyEntryPage) -> None:
    """Values beside and below each other; more than there is room for scroll."""
    many = len(page.slots)
    columns = 1 if many <= 3 else 2 if many <= 6 or rect.width < WIDE_PANEL else 3
    rows = -(-many // columns)
    wide = (rect.width - GAP * (columns - 1)) / columns
    high = max(SLOT_HEIGHT, min(64.0, rect.height / rows - GAP))
    with d.scrolling(f"values of {d.look.words(page.heading)}", rect) as whole:
        for number, slot in enumerate(page.slots):
            row, column = divmod(number, columns)
            box = Rect(rect.x + column * (wide + GAP), rect.y + row * (high + GAP), wide, high)
            _ground(d, box, slot)
            _value(d, box, slot)
            d.touch(box, slot.intent, radius=RADIUS_SLOT)
        whole(rows * (high + GAP) - GAP)


def _value(d: Drawing, box: Rect, slot: PrintedValue) -> None:
    """What it is and what is told: beside each other, where there is little room one over the other."""
    ink, faint = _inks(d, slot)
    caption = Style(15, Weight.SEMI_BOLD, smallest=14, leading=1.05, condensed=box.width < BESIDE)
    value = Style(18, Weight.BOLD, lines=2, smallest=14, leading=1.05)
    if box.width >= BESIDE:
        inner = box.inset(12, 4)
        left, right = inner.split_left(min(d.width(slot.caption, caption) + 4, inner.width * 0.5), 8)
        d.words(slot.caption, left, caption, faint)
        d.words(slot.value, right, value, ink, RIGHT)
        return
    upper, lower = box.inset(8, 4).split_top(17)
    d.words(slot.caption, upper, caption, faint)
    d.words(slot.value, lower, value, ink)


def _ground(d: Drawing, box: Rect, slot: PrintedValue) -> None:
    if slot.asked:
        d.fill(box, d.palette.lamp, RADIUS_SLOT)
    elif slot.told is Told.OPEN:
        d.dashed(box, d.palette.line, RADIUS_SLOT)
    else:
        d.fill(box, d.palette.card, RADIUS_SLOT)
    if slot.told is Told.DOUBTED:
        d.outline(box, d.palette.bad, RADIUS_SLOT, 2.5)


def _inks(d: Drawing, slot: PrintedValue) -> tuple[str, str]:
    """Of the value, and of what stands over it."""
    if slot.asked:
        return d.palette.on_lamp, d.palette.on_lamp
    return d.palette.text, d.palette.second


def _remark(d: Drawing, rect: Rect, page: CopyEntryPage) -> None:
    colour, ground = d.palette.tone(page.remark_tone), d.palette.tone_ground(page.remark_tone)
    d.fill(rect, ground, RADIUS_PANEL)
    icon = TONE_ICONS.get(page.remark_tone, "info-circle")
    d.icon(icon, (rect.x + 26, rect.centre[1]), 28, colour)
    inner = Rect(rect.x + 50, rect.y + 4, rect.width - 60, rect.height - 8)
    d.words(page.remark, inner, Style(17, Weight.SEMI_BOLD, lines=4, smallest=14, leading=1.12))


def _likely(d: Drawing, rect: Rect, page: CopyEntryPage) -> None:
    """What it may well be: one touch instead of three."""
    buttons_in_row(d, rect, [key_of(button) for button in page.likely], size=17)


# --- the keys ---


def _pad(d: Drawing, rect: Rect, page: CopyEntryPage) -> None:
    match page.pad:
        case NumberPad():
            draw_numbers(d, rect, page.pad)
        case ChoicePad():
            _choices(d, rect, page.pad)
        case _:
            pass


def draw_numbers(d: Drawing, rect: Rect, pad: NumberPad) -> None:
    keys = [*"123456789", "", "0", ""]
    boxes = rect.grid(3, 4, GAP)
    for box, digit in zip(boxes, keys, strict=True):
        if digit:
            d.fill(box, d.palette.raised, RADIUS_PANEL)
            d.words(digit, box, Style(30, Weight.BOLD), across=CENTRE)
            d.touch(box, Touched("digit", digit), radius=RADIUS_PANEL)
    d.fill(boxes[9], d.palette.card, RADIUS_PANEL)
    d.icon("backspace", boxes[9].centre, 30)
    d.touch(boxes[9], Touched("backspace"), radius=RADIUS_PANEL)
    if pad.enter is not None:
        d.fill(boxes[11], d.palette.lamp, RADIUS_PANEL)
        d.icon("arrow-right", boxes[11].centre, 32, d.palette.on_lamp)
        d.touch(boxes[11], pad.enter, radius=RADIUS_PANEL, key="confirm")
    else:
        d.dashed(boxes[11], d.palette.line, RADIUS_PANEL)
        d.icon("arrow-right", boxes[11].centre, 32, d.palette.faint)


def _choices(d: Drawing, rect: Rect, pad: ChoicePad) -> None:
    if pad.done is not None:
        rect, below = rect.split_bottom(60, GAP)
        draw_button(d, below, key_of(pad.done))
    draw_keys(d, rect, pad.keys)


def draw_keys(
    d: Drawing, rect: Rect, keys: Sequence[PadKey], *, likeliest: bool = False, columns: int | None = None
) -> None:
    """Answers to touch, as large as there is room; `likeliest`: the first one is the likeliest, and says so."""
    columns = columns or (min(3, len(keys)) if likeliest else _columns(d, keys, rect))
    rows = -(-len(keys) // columns)
    high = min(120.0 if likeliest else 96.0, (rect.height - GAP * (rows - 1)) / rows)
    if high >= TOUCH:
        grid = Rect(rect.x, rect.y, rect.width, high * rows + GAP * (rows - 1)).grid(columns, rows, GAP)
        for number, (box, key) in enumerate(zip(grid, keys, strict=False)):
            _choice(d, box, key, likeliest=likeliest and not number)
        return
    high = TOUCH + 8
    with d.scrolling("choices", rect) as whole:
        grid = Rect(rect.x, rect.y, rect.width, high * rows + GAP * (rows - 1)).grid(columns, rows, GAP)
        for box, key in zip(grid, keys, strict=False):
            _choice(d, box, key)
        whole(high * rows + GAP * rows)


def _more(d: Drawing, end: Rect, intent: Intent) -> None:
    """At the end of a key: what it says is one of two."""
    d.fill(Rect(end.x, end.y + 8, 1.5, end.height - 16), d.palette.line)
    d.icon("plus", end.centre, 22, d.palette.second)
    d.touch(end, intent, radius=RADIUS_PANEL)


def table_width(rows: Sequence[KeyRow]) -> float:
    """So much is needed for what the rows are of to stand beside their keys."""
    return ROW_NAME + TOUCH * max(len(row.keys) for row in rows)


def table_height(rows: Sequence[KeyRow], wide: float) -> float:
    """So much is needed where they have that width; keys that would be too small for a finger stand in two lines."""
    return len(rows) * (TOUCH + GAP if wide >= table_width(rows) else 2 * (TOUCH + GAP) + LINE_NAME) - GAP


def draw_table(d: Drawing, rect: Rect, rows: Sequence[KeyRow]) -> None:
    """Answers in rows, beside what they are of or below it."""
    lines = 1 if rect.width >= table_width(rows) else 2
    high = min(96.0 * lines, (rect.height + GAP) / len(rows))
    for number, row in enumerate(rows):
        whole_row = Rect(rect.x, rect.y + number * high, rect.width, high - GAP)
        name, cells = whole_row.split_left(ROW_NAME) if lines == 1 else whole_row.split_top(LINE_NAME)
        if row.alone is not None:
            d.fill(name.inset(2, 0), d.palette.raised, RADIUS_PANEL)
            d.touch(name, row.alone, radius=RADIUS_PANEL)
        d.words(row.label, name.inset(6, 2), Style(17, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05))
        end = Rect(cells.right, cells.y, 0, cells.height)
        if row.more is not None:
            cells, end = cells.split_right(TOUCH + 4)
        columns = -(-len(row.keys) // lines)
        boxes = [box for line in cells.grid(1, lines, GAP) for box in line.grid(columns, 1, 0)]
        for box, key in zip(boxes, row.keys, strict=False):
            shown = box.inset(2, 0)
            d.fill(shown, d.palette.raised, RADIUS_PANEL)
            d.words(key.label, shown, Style(26, Weight.BOLD, smallest=18), across=CENTRE)
            d.touch(box, key.intent, radius=RADIUS_PANEL)
        if row.more is not None:
            d.fill(end.inset(2, 0), d.palette.raised, RADIUS_PANEL)
            _more(d, end, row.more)


def _columns(d: Drawing, keys: Sequence[PadKey], rect: Rect) -> int:
    """As many as leave keys high; fewer where a word would be broken in two for it, and a finger still finds them."""
    count = len(keys)
    if count < 4:
        return 1
    most = max(2, int(rect.width // 100))
    wanted = next((columns for columns in range(2, most) if rect.height / -(-count // columns) >= 76), most)
    for columns in range(wanted, 1, -1):
        high = rect.height / -(-count // columns) - GAP
        wide = (rect.width + GAP) / columns - GAP - KEY_MARGIN
        boxes = (Rect(0, 0, wide - SIGN * bool(key.icon or key.tint), high - 8) for key in keys)
        if high < TOUCH:
            break
        if all(d.fits(key.label, box, KEY) for key, box in zip(keys, boxes, strict=True)):
            return columns
    return wanted


def _choice(d: Drawing, box: Rect, key: PadKey, *, likeliest: bool = False) -> None:
    ground = d.palette.lamp if key.chosen else d.palette.raised
    ink = d.palette.on_lamp if key.chosen else d.palette.text
    d.fill(box, ground, RADIUS_PANEL)
    end: Rect | None = None
    if key.more is not None:
        box, end = box.split_right(TOUCH)
    inner = box.inset(6, 4)
    style = KEY
    if d.look.words(key.label).isdecimal():
        style = Style(30, Weight.BOLD, smallest=18)
    if likeliest:
        d.outline(box, d.palette.unknown, RADIUS_PANEL, 2.5)
        inner, below = inner.split_bottom(inner.height * 0.3)
        caption = Style(15, Weight.SEMI_BOLD, smallest=14, leading=1.0)
        d.words(say("most likely"), below, caption, d.palette.unknown, CENTRE, down=0.2)
    if key.tint and not key.icon:
        swatch = Rect(inner.x + 2, box.centre[1] - 15, 22, 30)
        d.fill(swatch, key.tint, 6)
        d.outline(swatch, d.palette.second, 6, 1.5)
        inner = Rect(swatch.right + 6, inner.y, inner.right - swatch.right - 6, inner.height)
    elif key.icon:
        side = 28.0
        d.icon(key.icon, (inner.x + side / 2 + 4, box.centre[1]), side, ink)
        inner = Rect(inner.x + side + 10, inner.y, inner.width - side - 10, inner.height)
    d.words(key.label, inner, style, ink, CENTRE)
    d.touch(box, key.intent, radius=RADIUS_PANEL)
    if end is not None and key.more is not None:
        _more(d, end, key.more)


# --- routes ---


def _over_map(d: Drawing, rect: Rect, page: CopyEntryPage, pad: MapPad) -> None:
    """A map that is touched, below the question."""
    head, below = rect.split_top(66, GAP)
    d.fill(head, d.palette.panel, RADIUS_PANEL)
    inner = head.inset(12, 4)
    words, done = inner.split_right(150, GAP)
    draw_button(d, done.inset(0, 3), key_of(pad.done))
    if page.likely:
        words, likely = words.split_right(min(190.0, words.width * 0.35), GAP)
        _likely(d, likely.inset(0, 3), page)
    upper, lower = words.split_top(words.height * 0.42)
    d.words(page.heading, upper, Style(20, Weight.BOLD, smallest=15))
    d.words(page.asks, lower, Style(16, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.08), d.palette.second)
    if d.look.words(page.remark):
        below, remark = below.split_bottom(REMARK_HEIGHT - 14, GAP)
        _remark(d, remark, page)
    draw_map(d, below, pad)


def draw_map(d: Drawing, rect: Rect, pad: MapPad) -> None:
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    across, down = {place.x for place in pad.places}, {place.y for place in pad.places}
    wide = min(116.0, rect.width / (len(across) + 0.5) - GAP)
    high = min(56.0, rect.height / (len(down) + 0.2) - GAP)
    wide, high = max(TOUCH, wide), max(TOUCH, high)

    def box_of(place: MapPlace) -> Rect:
        x = rect.x + GAP + place.x * (rect.width - 2 * GAP - wide)
        y = rect.y + GAP + place.y * (rect.height - 2 * GAP - high)
        return Rect(x, y, wide, high)

    boxes = [box_of(place) for place in pad.places]
    for one, other in pad.routes:
        d.stroke((boxes[one].centre, boxes[other].centre), d.palette.attention, 4)
    for box, place in zip(boxes, pad.places, strict=True):
        d.fill(box, d.palette.lamp if place.chosen else d.palette.raised, RADIUS_SLOT)
        ink = d.palette.on_lamp if place.chosen else d.palette.text
        d.words(
            place.label, box.inset(4, 2), Style(17, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05), ink, CENTRE
        )
        d.touch(box, place.intent, radius=RADIUS_SLOT)
