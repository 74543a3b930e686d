"""The clocks, big: those that run are plates in their players' colours, the others stand in their order."""

from __future__ import annotations

from companion.core.pages import ClockPage, ClockPlate
from companion.core.text import say
from ui.drawing import CENTRE, LEFT, RIGHT, Drawing, player_colour
from ui.rect import Rect
from ui.screens.lists import page_foot
from ui.tokens import GAP, INK, RADIUS_CLOCK, RADIUS_PANEL, mixed
from ui.typography import Style, Weight


def draw(d: Drawing, page: ClockPage) -> None:
    space = d.space
    end = page_foot(d, page.buttons)
    area = Rect(GAP, GAP, space.width - 2 * GAP, end - GAP)
    columns = 1 if space.upright else max(1, min(3, len(page.waiting)))
    rows = -(-len(page.waiting) // columns) if page.waiting else 0
    each = 112.0 if rows < 2 and len(page.running) < MANY else 84.0
    if not page.running:
        each = min(112.0, (area.height - 80) / max(1, rows) - GAP)
    plates, waiting = area.split_bottom(rows * (each + GAP) - GAP if rows else 0.0, GAP)
    if page.running:
        across = _columns(len(page.running), upright=space.upright)
        down = -(-len(page.running) // across)
        for box, plate in zip(plates.grid(across, down, GAP), page.running, strict=False):
            _running(d, box, plate, page)
    else:
        _nobody(d, plates, page)
    if rows:
        for box, plate in zip(waiting.grid(columns, rows, GAP), page.waiting, strict=False):
            _waiting(d, box, plate)


MANY = 4
"""Clocks that run together from here on stand in rows and columns."""


def _columns(plates: int, *, upright: bool) -> int:
    """Few plates stand beside each other, and below each other where the screen is upright; many in both ways."""
    if upright:
        return 1 if plates < MANY else 2
    return plates if plates < MANY else -(-plates // 2)


def _nobody(d: Drawing, rect: Rect, page: ClockPage) -> None:
    d.dashed(rect, d.palette.line, RADIUS_CLOCK)
    said = page.paused if page.paused is not None else say("No clock is running now")
    d.words(
        said,
        rect.inset(20, min(20.0, rect.height * 0.2)),
        Style(30, Weight.BOLD, lines=2, smallest=18),
        d.palette.second,
        CENTRE,
    )


def _running(d: Drawing, rect: Rect, plate: ClockPlate, page: ClockPage) -> None:
    """The whole plate is the button; hollow while nothing runs."""
    paused = page.paused is not None
    colour = player_colour(plate.person.colour)
    if paused:
        d.fill(rect, d.palette.panel, RADIUS_CLOCK)
        d.outline(rect, colour, RADIUS_CLOCK, 3)
        ink, second = d.palette.text, d.palette.second
    else:
        d.fill(rect, colour, RADIUS_CLOCK)
        if d.palette.name == "light":
            d.outline(rect, INK, RADIUS_CLOCK)
        ink = second = INK
    inner = rect.inset(22, 14)
    if rect.width > LOW * rect.height:
        _beside_its_name(d, inner, plate, ink, colour if paused else INK)
    else:
        _below_its_name(d, inner, plate, page, (ink, second))
    if plate.intent is not None:
        d.touch(rect, plate.intent, radius=RADIUS_CLOCK)


def _below_its_name(d: Drawing, inner: Rect, plate: ClockPlate, page: ClockPage, inks: tuple[str, str]) -> None:
    paused, colour, (ink, second) = page.paused is not None, player_colour(plate.person.colour), inks
    side = min(36.0, inner.height * 0.2)
    head, rest = inner.split_top(max(28.0, min(46.0, inner.height * 0.2)))
    sign = (head.x + side / 2 + 4, head.centre[1])
    d.shape(plate.person.colour, sign, side, colour if paused else INK)
    alone = inner.width > 456
    name_width = head.width * (0.5 if alone and (paused or d.look.words(plate.second)) else 1.0) - side - 20
    name = Rect(head.x + side + 18, head.y, name_width, head.height)
    d.words(plate.person.name, name, Style(36, Weight.BOLD, smallest=18), ink)
    said = page.paused if paused else plate.second
    if said is not None and alone:
        place = Rect(head.x + head.width * 0.5, head.y, head.width * 0.5, head.height)
        d.words(said, place, Style(17, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.15), second, RIGHT)
    bar = 0.0 if plate.share is None else min(10.0, rest.height * 0.12)
    room = Rect(rest.x, rest.y, rest.width, rest.height - bar * 2.2)
    size = min(196.0, room.height * 0.96)
    d.words(plate.time, room, Style(size, Weight.BOLD, smallest=24, leading=1.0), ink, CENTRE)
    if plate.share is not None:
        line = Rect(inner.x, inner.bottom - bar, inner.width, bar)
        d.fill(line, mixed(colour, INK, 0.22) if not paused else d.palette.raised, bar / 2)
        if plate.share > 0.01:
            d.fill(
                Rect(line.x, line.y, max(bar, line.width * plate.share), bar), INK if not paused else colour, bar / 2
            )


LOW = 3.2
"""A plate so much wider than high has its clock beside the name."""


def _beside_its_name(d: Drawing, inner: Rect, plate: ClockPlate, ink: str, sign: str) -> None:
    time = Style(min(90.0, inner.height), Weight.BOLD, smallest=24, leading=1.0)
    name, clock = inner.split_right(min(inner.width * 0.45, d.width(plate.time, time) + 8), 12)
    d.shape(plate.person.colour, (name.x + 18, name.centre[1]), 30, sign)
    room = Rect(name.x + 48, name.y, name.width - 48, name.height)
    d.words(plate.person.name, room, Style(30, Weight.BOLD, lines=2, smallest=18, leading=1.05), ink)
    d.words(plate.time, clock, time, ink, across=RIGHT)
    if plate.share is not None:
        line = Rect(inner.x, inner.bottom + 4, inner.width, 6)
        d.fill(Rect(line.x, line.y, max(6.0, line.width * plate.share), 6), sign, 3)


def _waiting(d: Drawing, rect: Rect, plate: ClockPlate) -> None:
    palette = d.palette
    d.fill(rect, palette.panel, RADIUS_PANEL)
    side = min(44.0, rect.height - 20)
    badge = Rect(rect.x + 14, rect.centre[1] - side / 2, side, side)
    d.badge(plate.person.colour, badge)
    room = Rect(badge.right + 12, rect.y + 6, rect.right - badge.right - 26, rect.height - 12)
    marked = plate.low or plate.next
    upper, lower = room.split_top(room.height * 0.36)
    d.words(plate.person.name, upper, Style(19, Weight.SEMI_BOLD, smallest=14), palette.second, LEFT, 1.0)
    lower = Rect(lower.x, lower.y, lower.width - (46 if marked else 0), lower.height)
    colour = palette.attention if plate.low else palette.text
    d.words(plate.time, lower, Style(min(46.0, lower.height), Weight.BOLD, smallest=20), colour)
    if marked:
        mark = Rect(room.right - 44, lower.y, 44, lower.height)
        d.icon("alert-triangle" if plate.low else "arrow-right", (mark.centre[0], mark.centre[1] - 8), 24, colour)
        if plate.next:
            d.words(
                say("next"),
                Rect(mark.x, mark.centre[1] + 6, 44, 20),
                Style(15, Weight.SEMI_BOLD),
                palette.second,
                CENTRE,
            )
