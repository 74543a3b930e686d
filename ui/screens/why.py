"""Why something cannot be: the position's own figures, then the rule, an example, and the rules that belong to it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.screen import Button, Notice, Screen
from companion.core.screen import Why as Asked
from companion.core.screen_parts import Measure
from companion.core.text import Text, say
from ui.boards.pips import pips
from ui.components import Key, foot, icon_tile
from ui.drawing import RIGHT, Drawing
from ui.rect import Rect
from ui.screens.bar import steps, turn_bar
from ui.tokens import GAP, RADIUS_PANEL, RADIUS_SLOT
from ui.typography import Style, Weight

LINE, LOW_LINE, CARD, RELATED = 44.0, 34.0, 104.0, 52.0
"""How high a figure stands as a line, where there is little room, as a card, and a rule that belongs to it."""

MOST_LINES, MOST_CARDS = 2, 8
"""So many figures stand beside the sentence, and so many behind "Why?": those that are meant come first."""

TITLE = Style(17, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05)
SMALL = Style(15, Weight.SEMI_BOLD, lines=2, smallest=14, condensed=True, leading=1.05)
FIGURE = Style(22, Weight.BOLD, smallest=16)
RULE = Style(25, Weight.SEMI_BOLD, lines=5, smallest=17, leading=1.2)
EXAMPLE = Style(17, Weight.MEDIUM, lines=4, smallest=15, leading=1.25)


def page(d: Drawing, screen: Screen, notice: Notice, answers: Sequence[Key]) -> None:
    """Everything that the first screen had no room for, and none of what it said."""
    top = turn_bar(d, screen, stopped=True)
    back = Key(say("Back"), Asked(), "chevron-left")
    below = foot(d, [*answers, back] if d.space.upright else [back, *answers])
    room = Rect(GAP + 4, top + GAP, d.space.width - 2 * GAP - 8, below.y - top - 2 * GAP)
    sentence, *examples = notice.why
    room = _rule(d, room, notice, sentence)
    if notice.measures:
        room = _cards(d, room, notice.measures[:MOST_CARDS])
    elif screen.steps:
        head, room = room.split_top(34, 14)
        steps(d, head, screen)
    for example in examples:
        room = _example(d, room, example)
    _related(d, room, notice.related)


def _rule(d: Drawing, room: Rect, notice: Notice, sentence: Text) -> Rect:
    """The rule with its number; returns the room below it."""
    d.icon("book-2", (room.x + 17, room.y + 20), 34, d.palette.attention)
    wide = room.width - 48
    if notice.rule is not None:
        style = Style(15, Weight.SEMI_BOLD)
        chip = d.width(notice.rule, style) + 20
        box = Rect(room.right - chip, room.y + 2, chip, 32)
        d.fill(box, d.palette.card, RADIUS_SLOT)
        d.words(notice.rule, box.inset(10, 0), style, d.palette.second)
        wide = wide - chip - 12 if not d.space.upright else wide
    top = room.y + (40 if d.space.upright and notice.rule is not None else 0)
    taken = d.words(sentence, Rect(room.x + 48, top, wide, room.height * 0.5), RULE, down=0.0)
    return Rect(room.x, taken.bottom + 14, room.width, room.bottom - taken.bottom - 14)


def _cards(d: Drawing, room: Rect, measures: Sequence[Measure]) -> Rect:
    """Each figure on a card, as many beside each other as there is room for; returns the room below."""
    columns = min(len(measures), 2 if d.space.upright else 4)
    lines = min(-(-len(measures) // columns), max(1, int((room.height + GAP) // (CARD + GAP))))
    high = min(CARD, (room.height - GAP * (lines - 1)) / lines)
    grid, rest = room.split_top(lines * (high + GAP) - GAP, 12)
    for box, measure in zip(grid.grid(columns, lines, GAP), measures, strict=False):
        _card(d, box, measure)
    return rest


def _card(d: Drawing, box: Rect, measure: Measure) -> None:
    d.fill(box, d.palette.raised if measure.meant else d.palette.card, RADIUS_PANEL)
    if measure.meant:
        d.outline(box, d.palette.good if measure.enough else d.palette.bad, RADIUS_PANEL, 2)
    head, body = box.inset(10, 8).split_top(28, 2)
    d.words(measure.title, _sign(d, head, measure), SMALL)
    body, foot_line = body.split_bottom(min(32.0, body.height))
    taken = d.words(measure.value, body, FIGURE, across=RIGHT if measure.pips is not None else 0.0, optional=True)
    if measure.pips is not None and body.height >= 12:
        wide = min(taken.x - 10 - body.x if taken.width else body.width, measure.pips.full * 24.0)
        bars = Rect(body.x, body.centre[1] - 6, wide, 12)
        pips(d, bars, measure.pips.lie, measure.pips.full, d.palette.text, d.palette.faint)
    _verdict(d, foot_line, measure)


def _sign(d: Drawing, room: Rect, measure: Measure) -> Rect:
    """What kind of thing it is; returns the room beside it."""
    if not measure.icon:
        return room
    if measure.tint:
        icon_tile(d, Rect(room.x, room.centre[1] - 13, 26, 26), measure.icon, measure.tint)
    else:
        d.icon(measure.icon, (room.x + 13, room.centre[1]), 24, d.palette.second)
    return Rect(room.x + 34, room.y, room.width - 34, room.height)


def _verdict(d: Drawing, room: Rect, measure: Measure, across: float = 0.0) -> None:
    """Whether it keeps the rule: a sign and words, never the colour alone."""
    colour = d.palette.good if measure.enough else d.palette.bad
    words = Rect(room.x + 28, room.y, room.width - 28, room.height)
    taken = d.words(measure.verdict, words, SMALL, colour, across)
    d.icon("circle-check" if measure.enough else "square-x", (taken.x - 16, room.centre[1]), 22, colour)


def _example(d: Drawing, room: Rect, example: Text) -> Rect:
    """A case that explains the rule, where it leaves room for the way to the rule itself; returns what is left."""
    high = d.height(example, room.width - 40, EXAMPLE) + 4
    if high > room.height - RELATED:
        return room
    d.icon("bulb", (room.x + 15, room.y + 14), 24, d.palette.second)
    d.words(example, Rect(room.x + 40, room.y, room.width - 40, high), EXAMPLE, d.palette.second, down=0.0)
    return room.split_top(high, 8)[1]


def _related(d: Drawing, room: Rect, rules: Sequence[Button]) -> None:
    """The rule on its own page first, below everything; above it as many of its neighbours as there is room for."""
    style = Style(16, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.1)
    for number, rule in enumerate(rules[: int((room.height + GAP) // (RELATED + GAP))]):
        box = Rect(room.x, room.bottom - (number + 1) * (RELATED + GAP) + GAP, room.width, RELATED)
        d.fill(box, d.palette.card, RADIUS_PANEL)
        d.icon("book-2" if number == 0 else "link", (box.x + 24, box.centre[1]), 22, d.palette.second)
        d.icon("chevron-right", (box.right - 18, box.centre[1]), 24, d.palette.faint)
        label = say("This rule on a page of its own") if number == 0 else rule.label
        d.words(label, Rect(box.x + 46, box.y + 4, box.width - 84, box.height - 8), style, d.palette.second)
        d.touch(box, rule.intent, radius=RADIUS_PANEL)


# --- beside the sentence ---


def lines_height(notice: Notice, room: float) -> float:
    """How high the figures that are meant stand below each other: as many as there is room for."""
    high = _line_height(room)
    return min(MOST_LINES, len(_meant(notice)), int(room // (high + 6))) * (high + 6)


def _line_height(room: float) -> float:
    return LINE if room >= LINE + 6 else LOW_LINE


def lines(d: Drawing, room: Rect, notice: Notice) -> None:
    """What the move is about as lines: its name, how much of it lies there, and whether that is enough."""
    high = _line_height(room.height)
    for number, measure in enumerate(_meant(notice)[: int(room.height // (high + 6))]):
        box = Rect(room.x, room.y + number * (high + 6), room.width, high)
        d.fill(box, d.palette.card, RADIUS_SLOT)
        left, right = _sign(d, box.inset(10, 4), measure).split_left(box.width * 0.52, 8)
        _verdict(d, right, measure, RIGHT)
        if d.look.words(measure.value):
            taken = d.words(measure.value, left, FIGURE, across=RIGHT)
            left = Rect(left.x, left.y, taken.x - 8 - left.x, left.height)
        if measure.pips is not None and left.width > 180:
            bars = Rect(left.right - 70, left.centre[1] - 6, 66, 12)
            pips(d, bars, measure.pips.lie, measure.pips.full, d.palette.bad, d.palette.faint)
            left = Rect(left.x, left.y, left.width - 78, left.height)
        d.words(measure.title, left, TITLE)


def _meant(notice: Notice) -> list[Measure]:
    return [measure for measure in notice.measures if measure.meant]
