"""Places joined by routes: a map as it lies on the table, with its gauge at the left."""

from __future__ import annotations

from companion.core.figures import Counters, Gauge, LinkKind, Shape
from companion.core.screen import Board, Cell, Tone
from ui.boards.table import Table, marked_zone, touch_cells, value
from ui.drawing import CENTRE, Drawing
from ui.rect import Rect
from ui.tokens import INK, RADIUS_SLOT
from ui.typography import Style, Weight

ROUTE, CROSSING, DESCENT = "#E2953F", "#FBF5EA", "#F26B5B"
ABOVE_TINT, BELOW_TINT = ("#6D2F28", "#FFC9BE"), ("#2B4159", "#C5DDF7")
LAND = {"dark": "#222C26", "light": "#DCE6D6"}
GAUGE_WIDTH = 30.0
NARROW = 66.0
"""A narrower territory has room for its counters alone."""

STEP = 5.5
"""How far the counters of a stack stand apart."""


def draw(d: Drawing, rect: Rect, board: Board, table: Table) -> None:
    body = rect
    if board.gauge is not None:
        wide = 48.0 if table.whole else GAUGE_WIDTH
        side, body = rect.split_left(wide, 10)
        gauge(d, side, board.gauge, table)
    across, down = body.width / board.width, body.height / board.height

    def at(x: float, y: float) -> tuple[float, float]:
        return body.x + x * across, body.y + y * down

    boxes = [Rect(*at(cell.x, cell.y), cell.width * across, cell.height * down) for cell in board.cells]
    for cell, box in zip(board.cells, boxes, strict=True):
        if cell.zone is None and not cell.tints:
            d.fill(box.inset(-9, -17), LAND[d.palette.name], 30)
    for link in board.links:
        _link(d, (at(*link.start), at(*link.end)), link.kind)
    for cell, box in zip(board.cells, boxes, strict=True):
        if cell.zone is not None and cell.counters is None:
            _empty(d, box)
        elif cell.counters is not None:
            with d.piece(f"{cell.counters.shape.value} {cell.counters.tint}", box):
                counters(d, box, cell.counters)
        else:
            _place(d, box, cell)
        marked_zone(d, box, cell, table, RADIUS_SLOT)
    touch_cells(d, rect, board, boxes, table)


def _link(d: Drawing, ends: tuple[tuple[float, float], ...], kind: LinkKind) -> None:
    match kind:
        case LinkKind.ROUTE:
            d.stroke(ends, ROUTE, 3)
        case LinkKind.CROSSING:
            d.stroke(ends, d.palette.text if d.palette.name == "light" else CROSSING, 3, (3, 5))
        case LinkKind.DESCENT:
            d.stroke(ends, DESCENT, 2.5, (6, 5))
        case _:
            d.stroke(ends, d.palette.line, 2)


def _empty(d: Drawing, box: Rect) -> None:
    side = min(26.0, box.height - 8, box.width - 6)
    x, y = box.centre
    d.dashed(Rect(x - side / 2, y - side / 2, side, side), d.palette.line, side / 2)


def _place(d: Drawing, box: Rect, cell: Cell) -> None:
    """A territory's ground with its worth in the middle, or a strip of orbit."""
    if cell.tints:
        d.fill(box, cell.tints[0], min(box.height / 2, 20))
        d.outline(box, "#3C4C5E", min(box.height / 2, 20))
    else:
        d.fill(box, d.palette.panel, RADIUS_SLOT)
        edge = d.palette.line if cell.tone in {Tone.NORMAL, Tone.DIM} else d.palette.tone(cell.tone)
        d.outline(box, edge, RADIUS_SLOT, 1.5 if edge == d.palette.line else 2.5)
    if box.width < NARROW:
        return
    room = Rect(box.centre[0] - 30, box.y, 60, box.height)
    if cell.icon and cell.value:
        d.icon(cell.icon, (box.centre[0] - 9, box.centre[1]), 13, d.palette.attention)
        room = Rect(box.centre[0] - 1, box.y, 30, box.height)
    value(d, room, cell, Style(20, Weight.BOLD), d.palette.text)
    if cell.detail is not None:
        small = Style(14, Weight.SEMI_BOLD, lines=2, condensed=True, leading=0.95)
        under = Rect(box.x - 6, box.bottom + 1, box.width + 12, 17)
        d.words(cell.detail, under, small, d.palette.tone(cell.tone), CENTRE, optional=True)


def counters(d: Drawing, box: Rect, shown: Counters, radius: float = 12.0) -> None:
    """A stack seen a little from the side, with how many there are on its top."""
    radius = min(radius, box.width / 2 - 1, box.height / 2 - 1)
    x, y = box.centre
    levels = min(shown.count, 4)
    step = min(STEP, (box.height - 2 * radius) / max(1, levels - 1)) if levels > 1 else 0.0
    y += step * (levels - 1) / 2
    for level in range(levels):
        counter(d, (x, y - level * step), shown, radius)
    top = y - (levels - 1) * step
    words = f"{shown.count}"
    d.words(words, Rect(x - radius, top - radius, 2 * radius, 2 * radius), Style(17, Weight.BOLD), INK, CENTRE, 0.42)
    if shown.marked:
        d.icon("star", (x + radius, top - radius + 2), 14, d.palette.attention)


def counter(d: Drawing, middle: tuple[float, float], shown: Counters, radius: float) -> None:
    x, y = middle
    if shown.shape is Shape.DISC:
        d.fill(Rect(x - radius - 1.5, y - radius - 1.5, 2 * radius + 3, 2 * radius + 3), INK, radius + 1.5)
        d.fill(Rect(x - radius, y - radius, 2 * radius, 2 * radius), shown.tint, radius)
        return
    d.polygon(_shield(x, y, radius + 2), INK)
    d.polygon(_shield(x, y, radius), shown.tint)


def _shield(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    r = radius
    points = ((-1.04, -0.92), (1.04, -0.92), (1.04, 0.28), (0.0, 1.14), (-1.04, 0.28))
    return tuple((x + a * r, y + b * r) for a, b in points)


def gauge(d: Drawing, rect: Rect, shown: Gauge, table: Table) -> None:
    """A column of steps; the lit one has the figure, a notch stands beside another."""
    boxes = rect.grid(1, shown.steps, 8.0 if table.whole else 3.0)
    for number, box in enumerate(boxes):
        ground, ink = ABOVE_TINT if number < shown.at else BELOW_TINT
        lit = number == shown.at
        d.fill(box, d.palette.lamp if lit else ground, 6)
        if lit:
            d.words(shown.value, box, Style(18, Weight.BOLD), d.palette.on_lamp, CENTRE)
        elif number in {0, shown.steps - 1}:
            end = shown.ends[0 if number == 0 else 1]
            _end(d, box, end.shape, ink)
        if number == shown.notch:
            mark = Rect(box.right - 4, box.centre[1] - 6, 11, 11)
            d.fill(mark.inset(-2), INK)
            d.fill(mark, DESCENT)


def _end(d: Drawing, box: Rect, shape: Shape, ink: str) -> None:
    x, y = box.centre
    if shape is Shape.DISC:
        d.fill(Rect(x - 7, y - 7, 14, 14), ink, 7)
    else:
        d.polygon(_shield(x, y, 7), ink)
