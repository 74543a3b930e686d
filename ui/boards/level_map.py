"""Places joined by routes: a map as it lies on the table, with its gauge at the left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.core.screen import Board, Cell, Tone
from companion.core.screen_parts import Gauge, LinkKind, Shape, TokenCounters
from companion.core.text import Text
from ui.boards.table import TableFocus, figure, marked_cell, touch_cells, value
from ui.drawing import CENTRE, LEFT, Drawing
from ui.navigation import OpenPanel
from ui.rect import Rect
from ui.tokens import GAP, INK, RADIUS_PANEL, RADIUS_SLOT, TOUCH
from ui.typography import Style, Weight

ROUTE, CROSSING, DESCENT = "#E2953F", "#FBF5EA", "#F26B5B"
ABOVE_TINT, BELOW_TINT = ("#6D2F28", "#FFC9BE"), ("#2B4159", "#C5DDF7")
SEA = {"dark": "#181E24", "light": "#E4EBEC"}
LAND = {"dark": "#2E4136", "light": "#C9DBC1"}
GAUGE_WIDTH, LEAST_STEP = 30.0, 22.0
BETWEEN, LEAST_WORTH = 0.36, 16.0
"""The share of a territory's width between its two slots, and how large its worth is there at least."""

CAPTION, CAPTION_STYLE, STAR = 17.0, Style(14, Weight.SEMI_BOLD, condensed=True), 0.75
ROOMY, LEAST_NAMED = 100.0, 18.0
"""So wide is a column of territories that have room for their names; how high one is that has its number and worth."""

STEP = 5.5
"""How far the counters of a stack stand apart."""

LARGEST_COUNTER, SMALLEST_FIGURE = 19.0, 10.0
FLATTEST, TALLEST = 2.2, 1.3
"""How far a map may be stretched: its width to its height, and the other way round."""

CURVE = 4
"""So many short lines stand for a piece of coast between two of its points."""


def draw(d: Drawing, rect: Rect, board: Board, table: TableFocus) -> None:
    body = rect
    if board.gauge is not None:
        wide = 48.0 if table.whole else GAUGE_WIDTH
        side, body = rect.split_left(wide, 10)
        gauge(d, side, board.gauge, table)
    ground = MapFrame.of(body, board)
    if board.land:
        d.fill(body.inset(-4), SEA[d.palette.name], RADIUS_SLOT)
    for coast in board.land:
        d.region(tuple(ground.at(x, y) for x, y in smooth(coast)), LAND[d.palette.name])
    boxes = [ground.box(cell) for cell in board.cells]
    for link in board.links:
        _link(d, (ground.at(*link.start), ground.at(*link.end)), link.kind)
    places = _places(d, board, boxes)
    for line in [] if _is_small(boxes) else _captions(d, places, boxes, roomy=ground.across >= ROOMY):
        line.draw(d)
    for cell, box in zip(board.cells, boxes, strict=True):
        name = ""
        if cell.counters is not None:
            with d.piece(f"{cell.counters.shape.value} {cell.counters.tint}", box) as name:
                counters(d, box, cell.counters)
        elif cell.zone is not None:
            _empty(d, box)
        marked_cell(d, box, cell, table, RADIUS_SLOT, name)
    _touch(d, rect, board, boxes, table)


def _places(d: Drawing, board: Board, boxes: list[Rect]) -> list[tuple[Cell, Rect]]:
    """Draws what pieces lie on; returns it with its boxes."""
    places = [(cell, box) for cell, box in zip(board.cells, boxes, strict=True) if cell.zone is None]
    for cell, box in places:
        _place(d, box, cell)
    return places


def _touch(d: Drawing, rect: Rect, board: Board, boxes: list[Rect], table: TableFocus) -> None:
    """The gauge is touched by itself, at the left of what touches the cells or opens the whole board."""
    area = rect
    if board.gauge is not None and board.gauge_intent is not None:
        left = rect.x if table.whole else rect.x - GAP
        column = Rect(left, rect.y, TOUCH, rect.height)
        d.touch(column, board.gauge_intent, radius=RADIUS_SLOT)
        area = Rect(column.right + GAP, rect.y, rect.right - column.right - GAP, rect.height)
    touchable = len(d.targets)
    touch_cells(d, area, board, boxes, table)
    if len(d.targets) == touchable and not table.whole:
        d.touch(area, OpenPanel(board.name), radius=RADIUS_PANEL)


@dataclass(frozen=True, slots=True)
class MapFrame:
    """Where a board's units lie on the display: a map may be stretched a little, but keeps its shape."""

    left: float
    top: float
    across: float
    down: float

    @classmethod
    def of(cls, room: Rect, board: Board) -> MapFrame:
        across, down = room.width / board.width, room.height / board.height
        across, down = min(across, FLATTEST * down), min(down, TALLEST * across)
        x, y = room.centre
        return cls(x - across * board.width / 2, y - down * board.height / 2, across, down)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.across, self.top + y * self.down

    def box(self, cell: Cell) -> Rect:
        return Rect(*self.at(cell.x, cell.y), cell.width * self.across, cell.height * self.down)


@lru_cache(maxsize=64)
def smooth(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """A closed line without corners through these points (Catmull and Rom 1974)."""
    count = len(points)
    fours = [[points[(number + shift) % count] for shift in (-1, 0, 1, 2)] for number in range(count)]
    return tuple(
        ((a * x + b * x1 + c * x2 + d * x3) / 2, (a * y + b * y1 + c * y2 + d * y3) / 2)
        for (x, y), (x1, y1), (x2, y2), (x3, y3) in fours
        for a, b, c, d in _WEIGHTS
    )


_WEIGHTS = [
    (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
    for t in (step / CURVE for step in range(CURVE))
]


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


def _is_small(boxes: Sequence[Rect]) -> bool:
    """Whether what lies there is all that can be told from each other; the whole screen tells the rest."""
    return min(box.height for box in boxes) < LEAST_NAMED


def _empty(d: Drawing, box: Rect) -> None:
    side = 2 * _radius(box)
    x, y = box.centre
    d.dashed(Rect(x - side / 2, y - side / 2, side, side), d.palette.line, side / 2)


def _place(d: Drawing, box: Rect, cell: Cell) -> None:
    """A territory's ground with its worth in the middle and its name below, or a strip of orbit."""
    if cell.tints:
        d.fill(box, cell.tints[0], min(box.height / 2, 20))
        d.outline(box, "#3C4C5E", min(box.height / 2, 20))
    else:
        d.fill(box, d.palette.panel, RADIUS_SLOT)
        edge = d.palette.line if cell.tone in {Tone.NORMAL, Tone.DIM} else d.palette.tone(cell.tone)
        d.outline(box, edge, RADIUS_SLOT, 1.5 if edge == d.palette.line else 2.5)
    if cell.value and (size := _worth_size(d, box, cell)) >= LEAST_WORTH:
        _worth(d, box, cell, size)
    elif cell.value and cell.short is not None and not _is_small([box]):
        # Its worth stands below it, and its whole name over the whole screen.
        d.words(cell.short, box, Style(16, Weight.SEMI_BOLD, condensed=True), d.palette.second, CENTRE)


@dataclass(frozen=True, slots=True)
class Caption:
    """Words beside a territory, or its worth where it is narrow."""

    ground: Rect
    words: Text
    colour: str
    worth: Cell | None = None

    def draw(self, d: Drawing) -> None:
        d.fill(self.ground, d.palette.panel, 5)
        if self.worth is not None:
            _worth(d, self.ground, self.worth, 15)
        else:
            d.words(self.words, self.ground, CAPTION_STYLE, self.colour, CENTRE)


def _captions(d: Drawing, places: list[tuple[Cell, Rect]], boxes: list[Rect], *, roomy: bool) -> list[Caption]:
    """All territories by their whole names, or, where one of these has no room, all by their short ones.

    Maps of one size, which lie beside each other, are named alike.
    """
    whole, all_named = _written(d, places, boxes, short=not roomy)
    return whole if all_named or not roomy else _written(d, places, boxes, short=True)[0]


def _written(
    d: Drawing, places: list[tuple[Cell, Rect]], boxes: list[Rect], *, short: bool
) -> tuple[list[Caption], bool]:
    """Beside a territory what lies there for good and its name; where it is narrow its worth instead.

    What is written is `taken` from what comes later: nothing lies over anything. Also whether all names had room.
    """
    found, all_named, taken = list[Caption](), True, list(boxes)
    for cell, box in places:
        if cell.tints and cell.detail is None:
            continue
        if cell.value and _worth_size(d, box, cell) < LEAST_WORTH:
            ground_of_worth = _room_beside(box, 34, taken)
            if ground_of_worth is not None:
                found.append(Caption(ground_of_worth, cell.title, d.palette.second, cell))
            continue
        quiet = cell.tone in {Tone.NORMAL, Tone.DIM}
        if cell.detail is not None:
            colour = d.palette.second if quiet else d.palette.tone(cell.tone)
            ground_of_detail = _room_beside(box, _caption_width(d, cell.detail), taken, across=LEFT)
            if ground_of_detail is not None:
                found.append(Caption(ground_of_detail, cell.detail, colour))
        if cell.tints:
            continue
        name = cell.short if short and cell.short is not None else cell.title
        ground_of_name = _room_beside(box, _caption_width(d, name), taken)
        if ground_of_name is None:
            all_named = False
            continue
        found.append(Caption(ground_of_name, name, d.palette.second))
    return found, all_named


def _caption_width(d: Drawing, words: Text) -> float:
    return d.width(words, CAPTION_STYLE) + 8


def _room_beside(box: Rect, wide: float, taken: list[Rect], *, across: float = CENTRE) -> Rect | None:
    """Below a territory, at one of its lower corners, or above it: there nothing else comes from now on."""
    middle, below, above = box.x + (box.width - wide) * across, box.bottom + 1, box.y - CAPTION - 1
    for left, top in ((middle, below), (box.x, below), (box.right - wide, below), (middle, above), (box.x, above)):
        ground = Rect(left, top, wide, CAPTION)
        if not any(ground.overlaps(other) for other in taken):
            taken.append(ground)
            return ground
    return None


def _worth_size(d: Drawing, box: Rect, cell: Cell) -> float:
    """How large star and points may be, so that they do not lie over the counters beside them."""
    unit = STAR + d.width(figure(cell.value), Style(LEAST_WORTH, Weight.BOLD)) / LEAST_WORTH
    return min(28.0, max(18.0, box.height * 0.5), box.width * BETWEEN / unit)


def _worth(d: Drawing, box: Rect, cell: Cell, size: float) -> None:
    """A star and how many points."""
    style = Style(size, Weight.BOLD)
    words = d.width(figure(cell.value), style)
    left = box.centre[0] - (words + size * STAR) / 2
    d.icon(cell.icon, (left + size * 0.32, box.centre[1]), size * 0.7, d.palette.attention)
    value(d, Rect(left + size * STAR, box.y, words + 4, box.height), cell, style, d.palette.text)


def _radius(box: Rect) -> float:
    return min(LARGEST_COUNTER, box.width / 2 - 1, max(box.height * 0.34, min(12.0, box.height / 2 - 1)))


def counters(d: Drawing, box: Rect, shown: TokenCounters) -> None:
    """A stack seen a little from the side, with how many there are on its top."""
    radius = _radius(box)
    x, y = box.centre
    levels = min(shown.count, 4)
    step = min(STEP, (box.height - 2 * radius) / max(1, levels - 1)) if levels > 1 else 0.0
    y += step * (levels - 1) / 2
    for level in range(levels):
        counter(d, (x, y - level * step), shown, radius)
    top = y - (levels - 1) * step
    words = f"{shown.count}"
    half = max(radius, SMALLEST_FIGURE)
    d.words(
        words,
        Rect(x - half, top - half, 2 * half, 2 * half),
        Style(max(14.0, min(24.0, radius * 1.4)), Weight.BOLD),
        INK,
        CENTRE,
        0.42,
    )
    if shown.marked:
        d.icon("star", (x + radius, top - radius + 2), 14, d.palette.attention)


def counter(d: Drawing, middle: tuple[float, float], shown: TokenCounters, radius: float) -> None:
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


def gauge(d: Drawing, rect: Rect, shown: Gauge, table: TableFocus) -> None:
    """A column of steps; the lit one has the figure, a notch stands beside another."""
    boxes = rect.grid(1, shown.steps, 8.0 if table.whole else 3.0)
    for number, box in enumerate(boxes):
        ground, ink = ABOVE_TINT if number < shown.at else BELOW_TINT
        d.fill(box, ground, 6)
        if number in {0, shown.steps - 1}:
            end = shown.ends[0 if number == 0 else 1]
            _end(d, box, end.shape, ink)
    lit = boxes[shown.at]
    high = max(lit.height, LEAST_STEP)
    top = min(max(rect.y, lit.centre[1] - high / 2), rect.bottom - high)
    lit = Rect(lit.x, top, lit.width, high)
    d.fill(lit, d.palette.lamp, 6)
    d.words(shown.value, lit, Style(18, Weight.BOLD), d.palette.on_lamp, CENTRE)
    if shown.notch is not None and 0 <= shown.notch < shown.steps:
        box = boxes[shown.notch]
        mark = Rect(box.right - 4, box.centre[1] - 6, 11, 11)
        d.fill(mark.inset(-2), INK)
        d.fill(mark, DESCENT)


def _end(d: Drawing, box: Rect, shape: Shape, ink: str) -> None:
    x, y = box.centre
    if shape is Shape.DISC:
        d.fill(Rect(x - 7, y - 7, 14, 14), ink, 7)
    else:
        d.polygon(_shield(x, y, 7), ink)
