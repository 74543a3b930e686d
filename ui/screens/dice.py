"""Numbers to enter on a pad, such as those of dice, and how dice have fallen."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.screen import Button, Notice, Pad, PadRow, RollChart, Screen
from companion.core.screen_parts import Throw
from companion.core.text import Text, say, say_plural, verbatim
from ui.components import ButtonKind, Key, buttons_in_row, panel
from ui.drawing import CENTRE, RIGHT, Drawing
from ui.navigation import ACTIONS, OpenPanel
from ui.rect import Rect
from ui.screens.bar import turn_bar, undo_keys
from ui.screens.contests import ALL_ROLLS, WAYS, chances, table_keys
from ui.tokens import GAP, INK, RADIUS_PANEL, TOUCH
from ui.typography import Style, Weight

FOOT, LARGEST_KEY, LARGEST_DIE, TITLE = 60.0, 62.0, 96.0, 26.0
HEADING = Style(26, Weight.BOLD, lines=2, smallest=18, leading=1.05)
HINT = Style(16, Weight.MEDIUM, lines=2, smallest=14)
RESULT = Style(34, Weight.BOLD, lines=4, smallest=20, leading=1.15)
SUM = Style(48, Weight.BOLD, smallest=24)
LINE = Style(19, Weight.SEMI_BOLD, lines=3, smallest=14, leading=1.1)
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each face are, in steps from its middle."""


def pad(d: Drawing, screen: Screen, notice: Notice, shown: Pad) -> None:
    """A row of keys for each number; beside them what they should come to."""
    top = turn_bar(d, screen, stopped=True)
    bottom = _foot(d, screen, notice, notice.answers[:1], shown.instead)
    room = Rect(GAP, top + GAP, d.space.width - 2 * GAP, bottom - top - 2 * GAP)
    if shown.needed is not None:
        if d.space.upright:
            room, beside = room.split_top(room.height * 0.55, GAP)
        else:
            room, beside = room.split_left(room.width * 0.577, GAP)
        chances(d, beside, shown.needed, say("Needed"))
    panel(d, room)
    head, body = room.inset(18, 10).split_top(36, 4)
    d.words(notice.heading, head, HEADING)
    body, hint = body.split_bottom(28, 4)
    d.icon("info-circle", (hint.x + 10, hint.centre[1]), 20, d.palette.second)
    d.words(shown.hint, Rect(hint.x + 30, hint.y, hint.width - 30, hint.height), HINT, d.palette.second)
    for row, box in zip(shown.rows, body.grid(1, len(shown.rows), GAP), strict=True):
        _row(d, box, row, dice=shown.dice)


def chart(d: Drawing, screen: Screen, notice: Notice, shown: RollChart) -> None:
    """What is needed and its chance above; below a column for each sum, as high as the rolls that make it: a key."""
    top = turn_bar(d, screen, stopped=True)
    bottom = _foot(d, screen, notice, [], shown.instead)
    room = Rect(GAP, top + GAP, d.space.width - 2 * GAP, bottom - top - 2 * GAP)
    panel(d, room)
    head, body = room.inset(18, 10).split_top(40, 4)
    heading, needed = head.split_right(head.width * (0.5 if d.space.upright else 0.42), GAP)
    d.words(notice.heading, heading, HEADING)
    told: Text = say("No roll is enough")
    if shown.needed.needed is not None:
        chance = round(100 * shown.needed.chances / ALL_ROLLS)
        told = say_plural(
            "Needed: {count} or less, {percent} %",
            "Needed: {count} or less, {percent} %",
            shown.needed.needed,
            percent=chance,
        )
    ok = d.palette.good if shown.needed.needed is not None else d.palette.bad
    d.words(told, needed, Style(26, Weight.BOLD, smallest=16), ok, RIGHT)
    body, hint = body.split_bottom(40, 4)
    d.icon("info-circle", (hint.x + 10, hint.centre[1]), 20, d.palette.second)
    d.words(shown.hint, Rect(hint.x + 30, hint.y, hint.width - 30, hint.height), HINT, d.palette.second)
    if d.space.upright:
        upper, lower = body.split_top(body.height * 0.5, GAP)
        _columns(d, upper, shown, range(6))
        _columns(d, lower, shown, range(6, len(shown.sums)))
    else:
        _columns(d, body, shown, range(len(shown.sums)))


def _columns(d: Drawing, rect: Rect, shown: RollChart, which: Sequence[int]) -> None:
    step = (rect.width + GAP) / len(which)
    bars, numbers = rect.split_bottom(34, 4)
    for place, number in enumerate(which):
        total, key = number + 2, shown.sums[number]
        ok = shown.needed.needed is not None and total <= shown.needed.needed
        column = Rect(rect.x + place * step, rect.y, step - GAP, rect.height)
        d.fill(column, d.palette.raised, RADIUS_PANEL)
        d.outline(column, d.palette.line, RADIUS_PANEL)
        high = (bars.height - 12) * WAYS[number] / max(WAYS)
        bar = Rect(column.x + 8, bars.bottom - high, column.width - 16, high)
        d.fill(bar, d.palette.good if ok else d.palette.line, 4)
        label = Rect(column.x, numbers.y, column.width, numbers.height)
        d.words(key.label, label, Style(26, Weight.BOLD), d.palette.good if ok else d.palette.text, CENTRE)
        d.touch(column, key.intent if key.enabled else None, key.why_not, RADIUS_PANEL)


def _row(d: Drawing, rect: Rect, row: PadRow, *, dice: bool) -> None:
    """Its title, and the keys below it; the one that is chosen is lit."""
    count = len(row.keys)
    side = min((rect.width - GAP * (count - 1)) / count, LARGEST_KEY * (1.4 if d.space.upright else 1.0))
    high = max(TOUCH, min(side, rect.height - TITLE))
    top = rect.y + max(0.0, (rect.height - TITLE - high) / 2)
    title = Rect(rect.x, top, rect.width, TITLE)
    d.words(row.title, title, Style(16, Weight.SEMI_BOLD), d.palette.second)
    gap = (rect.width - side * count) / max(1, count - 1)
    for number, key in enumerate(row.keys):
        box = Rect(rect.x + number * (side + gap), title.bottom, side, high)
        lit = number == row.chosen
        ink = d.palette.on_lamp if lit else d.palette.text
        d.fill(box, d.palette.lamp if lit else d.palette.raised, RADIUS_PANEL)
        d.outline(box, d.palette.line, RADIUS_PANEL)
        if dice:
            _pips(d, box, number + 1, ink)
        else:
            d.words(key.label, box.inset(4), Style(24, Weight.BOLD, smallest=14), ink, CENTRE)
        d.touch(box, key.intent if key.enabled else None, key.why_not, RADIUS_PANEL)


def _pips(d: Drawing, box: Rect, face: int, ink: str) -> None:
    x, y = box.centre
    step, radius = min(box.width, box.height) * 0.27, min(box.width, box.height) * 0.09
    for across, down in PIPS[face]:
        d.fill(Rect(x + across * step - radius, y + down * step - radius, 2 * radius, 2 * radius), ink, radius)


def throw(d: Drawing, screen: Screen, notice: Notice, shown: Throw) -> None:
    """The dice as they lie and what they decide; below it what is to be done on the table."""
    top = turn_bar(d, screen, stopped=True)
    ways = notice.answers[: MOST_WAYS if notice.foremost is None else 1]
    bottom = _foot(d, screen, notice, ways)
    room = Rect(GAP, top + GAP, d.space.width - 2 * GAP, bottom - top - 2 * GAP)
    lines = [line for line in notice.lines if d.look.words(line)]
    upper, lower = room.split_top(room.height * (0.5 if lines else 1.0), GAP)
    panel(d, upper)
    inner = upper.inset(20, 10)
    count = len(shown.dice)
    side = min(LARGEST_DIE, inner.height, inner.width * 0.32 / count)
    for number, face in enumerate(shown.dice):
        box = Rect(inner.x + number * (side + 12), inner.centre[1] - side / 2, side, side)
        d.fill(box, d.palette.lamp, RADIUS_PANEL)
        if count > 1:
            _pips(d, box, face, d.palette.on_lamp)
        else:  # Only the sum was told, and a sum has no face.
            d.words(verbatim(str(face)), box.inset(4), SUM, d.palette.on_lamp, CENTRE)
    left = inner.x + count * (side + 12) + 8
    colour = d.palette.good if shown.enough else d.palette.bad
    sign = Rect(left, inner.centre[1] - 22, 44, 44)
    d.fill(sign, colour, 12)
    ink = INK if d.palette.name == "dark" else d.palette.ground
    d.icon("circle-check" if shown.enough else "square-x", sign.centre, 30, ink)
    d.words(notice.heading, Rect(sign.right + 14, inner.y, inner.right - sign.right - 14, inner.height), RESULT, colour)
    if lines:
        panel(d, lower)
        head, body = lower.inset(18, 10).split_top(22, 4)
        d.words(say("What happens now"), head, Style(16, Weight.SEMI_BOLD), d.palette.second)
        _lines(d, body, lines)


def _lines(d: Drawing, room: Rect, lines: Sequence[Text]) -> None:
    """Each as high as its words, with what room there is between them."""
    heights = [min(d.height(line, room.width - 48, LINE), LINE.lines * LINE.size * LINE.leading) + 8 for line in lines]
    spare = min(20.0, max(0.0, (room.height - sum(heights)) / len(lines)))
    with d.scrolling("what happens", room) as whole:
        top = room.y
        for line, high in zip(lines, heights, strict=True):
            box = Rect(room.x, top, room.width, high + spare)
            d.icon("arrow-right", (box.x + 14, box.centre[1]), 22, d.palette.second)
            d.words(line, Rect(box.x + 40, box.y, box.width - 48, box.height), LINE)
            top = box.bottom
        whole(top - room.y)


MOST_WAYS = 3
"""So many places where a piece may be laid stand beside each other."""


def _foot(d: Drawing, screen: Screen, notice: Notice, ways: Sequence[Button], instead: Button | None = None) -> float:
    """The way back small at the left, then what else can be done, then the `ways` on; returns where they begin."""
    others = [answer for answer in notice.answers if answer not in ways]
    small = [*undo_keys(screen), *table_keys(screen)]
    small += [Key(say("Something else"), OpenPanel(ACTIONS), "dots")] if others else []
    small += [Key(instead.label, instead.intent, instead.icon)] if instead is not None else []
    large = [_way(answer, foremost=answer is notice.foremost) for answer in ways]
    rect = Rect(GAP, d.space.height - GAP - FOOT, d.space.width - 2 * GAP, FOOT)
    if len(large) == 1 and not d.space.upright:
        buttons_in_row(d, rect, [*small, *large])
        return rect.y
    if not large:
        buttons_in_row(d, rect, small)
        return rect.y
    # Several ways on have a row above the ways elsewhere; upright each of them has one to itself.
    buttons_in_row(d, rect, small)
    rows = [[key] for key in large] if d.space.upright else [large]
    for number, row in enumerate(reversed(rows), start=1):
        buttons_in_row(d, rect.moved(0, -number * (FOOT + GAP)), row)
    return rect.y - len(rows) * (FOOT + GAP)


def _way(answer: Button, *, foremost: bool) -> Key:
    intent = answer.intent if answer.enabled else None
    icon, kind = answer.icon or "arrow-right", ButtonKind.PRIMARY if foremost else ButtonKind.PLAIN
    name = "confirm" if foremost else ""
    return Key(answer.label, intent, icon, kind, answer.why_not, share=2.2, name=name)
