"""Getting ready: all steps at the left (upright: above), the open one beside them."""

from __future__ import annotations

from math import cos, pi, sin

from companion.core.wizard_page import Choosing, Ring, WizardChoice, WizardPage, WizardStep
from ui.components import bar_height, choices, rows_of_choices
from ui.drawing import CAPTION, CENTRE, RIGHT, Drawing
from ui.rect import Rect
from ui.screens.lists import page_foot
from ui.screens.start import PROPORTION
from ui.tokens import GAP, RADIUS_PANEL, TOUCH
from ui.typography import Style, Weight

STEP = Style(18, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05)
RIGHT_WORDS = Style(16, Weight.SEMI_BOLD, smallest=14)
HEADING = Style(22, Weight.BOLD, lines=2, smallest=16, leading=1.1)
SENTENCE = Style(18, Weight.MEDIUM, lines=5, smallest=14, leading=1.25)
HINT = Style(17, Weight.SEMI_BOLD, lines=3, smallest=14, leading=1.15)
CHOICE = Style(18, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05)
BADGE, MARK, LEAST_LINE = 32.0, 22.0, 30.0
HIGHEST_STEP, HIGHEST_CHOICE = 68.0, 58.0
PITCH = TOUCH + GAP
STEPS_SHARE = 0.45
"""Of the height of an upright window, at most."""

LEAST_PICTURE = 80.0
RING, POINTS = 18.0, 72
"""How broad the ring is, and of how many straight pieces a whole one is made."""


def draw_wizard(d: Drawing, page: WizardPage) -> None:
    below = _bar(d, page)
    end = page_foot(d, page.buttons)
    area = Rect(GAP, below + GAP, d.space.width - 2 * GAP, end - below - GAP)
    if d.space.upright:
        shown = min(len(page.steps), int(area.height * STEPS_SHARE // PITCH))
        steps, side = area.split_top(shown * PITCH + GAP, GAP)
    else:
        steps, side = area.split_left(round(area.width * 0.44), GAP)
    _steps(d, steps, page.steps)
    _side(d, side, page)


def _bar(d: Drawing, page: WizardPage) -> float:
    high = bar_height(d.space)
    d.fill(Rect(0, 0, d.space.width, high), d.palette.panel)
    d.icon("lamp", (30, high / 2), 28, d.palette.attention)
    style = Style(17, Weight.SEMI_BOLD, smallest=14)
    width = min(d.width(page.left, style) + 4, d.space.width * 0.5)
    box = Rect(d.space.width - GAP - width, 0, width, high)
    d.words(page.left, box, style, d.palette.second, RIGHT)
    if d.look.words(page.left):
        d.icon("clock", (box.x - 18, high / 2), MARK, d.palette.second)
    d.words(page.title, Rect(52, 0, box.x - 86, high), Style(26, Weight.BOLD, lines=2, smallest=16, leading=1.05))
    return high


def _steps(d: Drawing, area: Rect, steps: tuple[WizardStep, ...]) -> None:
    d.fill(area, d.palette.panel, RADIUS_PANEL)
    room = area.inset(GAP, GAP / 2)
    shown = min(len(steps), int((room.height + GAP) // PITCH))
    at = next((number for number, step in enumerate(steps) if step.open), 0)
    # Where not all have room, the one before the open one and those that come after it.
    first = max(0, min(at - 1, len(steps) - shown))
    pitch = min(HIGHEST_STEP, (room.height + GAP) / shown)
    for place, step in enumerate(steps[first : first + shown]):
        _step(d, Rect(room.x, room.y + place * pitch, room.width, pitch - GAP), step, first + place + 1)


def _step(d: Drawing, rect: Rect, step: WizardStep, number: int) -> None:
    palette = d.palette
    if step.open:
        d.fill(rect, palette.raised, RADIUS_PANEL)
        d.outline(rect, palette.lamp, RADIUS_PANEL, 2)
    badge = Rect(rect.x + 10, rect.centre[1] - BADGE / 2, BADGE, BADGE)
    ground = palette.good_ground if step.done else palette.lamp if step.open else palette.card
    d.fill(badge, ground, BADGE / 2)
    if step.done:
        d.icon("check", badge.centre, MARK, palette.good)
    else:
        ink = palette.on_lamp if step.open else palette.second
        d.words(str(number), badge, Style(17, Weight.BOLD), ink, CENTRE)
    inner = Rect(badge.right + 12, rect.y, rect.right - badge.right - 24, rect.height)
    width = min(d.width(step.right, RIGHT_WORDS) + 2, inner.width * 0.4)
    words, right = inner.split_right(width, 8)
    d.words(step.right, right, RIGHT_WORDS, palette.good if step.done else palette.second, RIGHT)
    d.words(step.title, words, STEP, palette.text if step.open else palette.second)
    d.touch(rect, step.intent, radius=RADIUS_PANEL)


def _side(d: Drawing, area: Rect, page: WizardPage) -> None:
    d.fill(area, d.palette.panel, RADIUS_PANEL)
    room = area.inset(14, 10)
    high = max(28.0, d.height(page.heading, room.width, HEADING))
    heading, room = room.split_top(high, GAP)
    d.words(page.heading, heading, HEADING)
    if d.look.words(page.hint):
        wide = room.width - 58
        room, hint = room.split_bottom(max(50.0, d.height(page.hint, wide, HINT) + 18), GAP)
        hint = Rect(hint.x - 4, hint.y, hint.width + 8, hint.height)
        d.fill(hint, d.palette.tone_ground(page.tone), RADIUS_PANEL)
        d.icon(page.icon, (hint.x + 26, hint.centre[1]), 26, d.palette.tone(page.tone))
        d.words(page.hint, Rect(hint.x + 50, hint.y + 4, hint.width - 60, hint.height - 8), HINT)
    if page.ring is not None:
        _ring(d, room, page.ring)
        return
    for sentence in page.sentences:
        box, room = room.split_top(d.height(sentence, room.width, SENTENCE), GAP)
        d.words(sentence, box, SENTENCE, d.palette.second)
    _choosing(d, room, page.choosing)
    if page.picture and not page.choosing and room.height >= LEAST_PICTURE:
        width = min(room.width, room.height * PROPORTION)
        high = width / PROPORTION
        d.photo(page.picture, Rect(room.centre[0] - width / 2, room.centre[1] - high / 2, width, high), RADIUS_PANEL)


def _choosing(d: Drawing, room: Rect, groups: tuple[Choosing, ...]) -> None:
    """Each group takes what it needs; those below each other share the room that is left."""
    titles = sum(26.0 for group in groups if d.look.words(group.title))
    least = TOUCH if d.space.letters == 1.0 else LEAST_LINE
    row = Rect(room.x, room.y, room.width, least)
    rows = [1 if group.beside else len(group.choices) for group in groups]
    broken = [rows_of_choices(d, row, [way.title for way in each.choices]) if each.beside else 0 for each in groups]
    if titles + sum(map(max, rows, broken)) * (least + GAP) <= room.height:
        rows = list(map(max, rows, broken))
    high = max(least, min(HIGHEST_CHOICE, (room.height - titles + GAP) / max(1, sum(rows)) - GAP))
    y = room.y
    for group, lines in zip(groups, rows, strict=True):
        if d.look.words(group.title):
            d.words(group.title, Rect(room.x + 4, y, room.width - 8, 24), CAPTION, d.palette.second)
            y += 26
        if group.beside:
            chosen = next((number for number, each in enumerate(group.choices) if each.chosen), -1)
            options = [(each.title, each.intent) for each in group.choices]
            box = Rect(room.x, y, room.width, (high + GAP) * lines - GAP)
            choices(d, box, options, chosen, lines)
            y = box.bottom + GAP
            continue
        for each in group.choices:
            _choice(d, Rect(room.x, y, room.width, high), each)
            y += high + GAP


def _choice(d: Drawing, box: Rect, choice: WizardChoice) -> None:
    ink = d.palette.on_lamp if choice.chosen else d.palette.text
    d.fill(box, d.palette.lamp if choice.chosen else d.palette.card, RADIUS_PANEL)
    right = d.width(choice.right, RIGHT_WORDS) + 10 if d.look.words(choice.right) else 0.0
    words = Rect(box.x + 14, box.y, box.width - 24 - right, box.height)
    d.words(choice.title, words, CHOICE, ink)
    if right:
        d.words(choice.right, Rect(words.right, box.y, right - 2, box.height), RIGHT_WORDS, ink, RIGHT)
    d.touch(box, choice.intent, radius=RADIUS_PANEL)


def _ring(d: Drawing, room: Rect, ring: Ring) -> None:
    """A ring that fills clockwise from the top, and beside it what comes next."""
    side = min(room.height, room.width * 0.52, 260.0)
    middle = (room.x + side / 2, room.y + room.height / 2)
    radius = side / 2 - RING / 2
    d.stroke(_arc(middle, radius, 1.0), d.palette.raised, RING)
    share = ring.done / ring.of if ring.of else 1.0
    if share > 0:
        d.stroke(_arc(middle, radius, share), d.palette.good, RING)
        for at in (0.0, share):
            x, y = _on_ring(middle, radius, at)
            d.fill(Rect(x - RING / 2, y - RING / 2, RING, RING), d.palette.good, RING / 2)
    inner = side - 2 * RING - 16
    figure = Rect(middle[0] - inner / 2, middle[1] - inner * 0.34, inner, inner * 0.4)
    d.words(str(ring.done), figure, Style(50, Weight.BOLD, smallest=24), across=CENTRE)
    unit = Rect(figure.x, figure.bottom, inner, 26)
    d.words(ring.unit, unit, Style(18, Weight.SEMI_BOLD, smallest=14), d.palette.second, CENTRE)
    words = Rect(room.x + side + 16, room.y, room.width - side - 16, room.height)
    captions = d.height(ring.caption, words.width, CAPTION)
    title = Style(21, Weight.BOLD, lines=5, smallest=14, leading=1.1)
    names = min(d.height(ring.next, words.width, title), words.height - captions - 60)
    wheres = d.height(ring.where, words.width, SENTENCE)
    y = words.y + max(0.0, (words.height - captions - names - wheres - 12) / 2)
    d.words(ring.caption, Rect(words.x, y, words.width, captions), CAPTION, d.palette.second)
    d.words(ring.next, Rect(words.x, y + captions + 6, words.width, names), title)
    where = Rect(words.x, y + captions + names + 12, words.width, wheres)
    d.words(ring.where, where, SENTENCE, d.palette.second)


def _on_ring(middle: tuple[float, float], radius: float, share: float) -> tuple[float, float]:
    angle = 2 * pi * share
    return middle[0] + radius * sin(angle), middle[1] - radius * cos(angle)


def _arc(middle: tuple[float, float], radius: float, share: float) -> tuple[tuple[float, float], ...]:
    pieces = max(2, round(POINTS * share))
    return tuple(_on_ring(middle, radius, share * piece / pieces) for piece in range(pieces + 1))
