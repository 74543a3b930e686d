"""What every board needs to know of the screen it stands on, and what all of them do alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot

from companion.core.screen import Board, Cell, Screen
from ui.drawing import LEFT, RIGHT, Drawing, player_colour
from ui.navigation import OpenPanel
from ui.picture import Point
from ui.rect import Rect, largest_uncovered
from ui.tokens import GAP, RADIUS_PANEL, TOUCH
from ui.typography import Style, Weight

CAPTION_HEIGHT, HATCH, HEAD = 22.0, 10.0, 18.0
NO_BREAK = "\u00a0"
MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class TableFocus:
    """Which zones need attention, whose colours are which, and whether a board has the whole screen to itself."""

    attention: frozenset[str]
    colours: Mapping[str, int]
    whole: bool = False
    unsettled: Mapping[str, str] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()

    @classmethod
    def of(cls, screen: Screen, *, whole: bool = False) -> TableFocus:
        colours = {seat.seat: seat.colour for seat in screen.seats}
        return cls(screen.attention, colours, whole, dict(screen.unsettled), screen.unseen)


def caption(d: Drawing, rect: Rect, board: Board) -> Rect:
    """The board's title, and its note at the right; returns what is left below."""
    head, body = rect.split_top(CAPTION_HEIGHT, 2)
    style = Style(15, Weight.SEMI_BOLD)
    taken = d.words(board.title, head.inset(4, 0), style, d.palette.second, LEFT)
    if board.note is not None:
        room = Rect(taken.right + 12, head.y, head.right - 4 - taken.right - 12, head.height)
        d.words(board.note, room, replace(style, condensed=True), d.palette.faint, RIGHT, optional=True)
    return body


PEEPS_OUT = 12.0
"""Of what is covered so much is to be seen, more than the seams between tiles; else a finger means what lies above."""


def touch_cells(
    d: Drawing, area: Rect, board: Board, boxes: Sequence[Rect], table: TableFocus, *, covers: bool = False
) -> None:
    """Each cell is touched itself where it is large enough for a finger; else the whole area opens."""
    shown = [largest_uncovered(box, boxes[number + 1 :]) for number, box in enumerate(boxes)] if covers else boxes
    touchable = [
        (cell, box)
        for cell, box in zip(board.cells, shown, strict=True)
        if cell.intent is not None and min(box.width, box.height) >= PEEPS_OUT
    ]
    if not touchable:
        return
    own = [box for _, box in touchable]
    if table.whole or _for_fingers(own):
        for number, (cell, box) in enumerate(touchable):
            place = grown(box, own[:number] + own[number + 1 :], area)
            if min(place.width, place.height) >= TOUCH:
                d.touch(place, cell.intent, radius=8)
    else:
        d.touch(area, OpenPanel(board.name), radius=RADIUS_PANEL)


def grown(box: Rect, others: Sequence[Rect], area: Rect) -> Rect:
    """As large as a finger needs, as far as the area goes; between it and another lies the border where they meet."""
    left, right, top, bottom = area.x, area.right, area.y, area.bottom
    for other in others:
        across = max(other.x - box.right, box.x - other.right, 0.0)
        down = max(other.y - box.bottom, box.y - other.bottom, 0.0)
        if max(across, down) == 0.0 or max(across, down) >= TOUCH:
            continue
        if across >= down:
            if other.x > box.x:
                right = min(right, (box.right + other.x) / 2)
            else:
                left = max(left, (other.right + box.x) / 2)
        elif other.y > box.y:
            bottom = min(bottom, (box.bottom + other.y) / 2)
        else:
            top = max(top, (other.bottom + box.y) / 2)
    x, width = _reach(box.x, box.width, left, right)
    y, height = _reach(box.y, box.height, top, bottom)
    return Rect(x, y, width, height)


def _reach(start: float, length: float, low: float, high: float) -> tuple[float, float]:
    """A stretch of at least a finger's width around this one, between two borders; this one where it is long enough."""
    if length >= TOUCH:
        return start, length
    wide = min(TOUCH, high - low)
    return min(max(start + (length - wide) / 2, low), high - wide), wide


def _for_fingers(boxes: Sequence[Rect]) -> bool:
    if any(box.width < TOUCH or box.height < TOUCH for box in boxes):
        return False
    # Half the gap around each: then two that do not overlap are far enough apart.
    grown = [box.inset(-(GAP - 0.01) / 2) for box in boxes]
    return not any(one.overlaps(other) for number, one in enumerate(grown) for other in grown[number + 1 :])


def marked_cell(d: Drawing, rect: Rect, cell: Cell, table: TableFocus, radius: float, name: str = "") -> None:
    """A cell's part of the table, with what is to be said of it; `name` is that of the piece that is drawn there."""
    if cell.zone is not None:
        d.place(rect, cell.zone, cell.pieces, name)
    marked_zone(d, rect, cell, table, radius)


def marked_zone(d: Drawing, rect: Rect, cell: Cell, table: TableFocus, radius: float) -> None:
    """What a notice is about has a frame in the attention colour; what may still change a dotted one in the player's.

    A part of the table that nobody can look at just now is hatched.
    """
    if cell.zone is None:
        return
    if cell.zone in table.unseen:
        hatch(d, rect)
    if cell.zone in table.attention:
        d.outline(rect.inset(-2), d.palette.attention, radius + 2, 3)
    elif cell.zone in table.unsettled:
        colour = player_colour(table.colours.get(table.unsettled[cell.zone], 0))
        d.dashed(rect.inset(-1), colour, radius, 2.5)


def hatch(d: Drawing, rect: Rect) -> None:
    """Slanting lines over what cannot be seen."""
    start = rect.x - rect.height
    while start < rect.right:
        left, right = max(start, rect.x), min(start + rect.height, rect.right)
        if right > left:
            d.stroke(((left, rect.bottom - (left - start)), (right, rect.bottom - (right - start))), d.palette.line, 2)
        start += HATCH


def arrows(d: Drawing, astray: Sequence[tuple[str, str]]) -> None:
    """From where pieces lie to where they belong, as far as both places have been drawn."""
    for source, target in astray:
        if source in d.zones and target in d.zones:
            start, end = between(d.zones[source].inset(-2), d.zones[target].inset(-2))
            if hypot(end[0] - start[0], end[1] - start[1]) < HEAD:
                start, end = _long_enough(d.zones[source].centre, d.zones[target].centre, start, end)
            arrow(d, start, end)


def _long_enough(source: Point, target: Point, start: Point, end: Point) -> tuple[Point, Point]:
    """Between neighbours a head alone, over the gap and no more of them than it needs."""
    length = hypot(target[0] - source[0], target[1] - source[1]) or 1.0
    across, down = (target[0] - source[0]) / length * HEAD / 2, (target[1] - source[1]) / length * HEAD / 2
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return (x - across, y - down), (x + across, y + down)


def between(one: Rect, other: Rect) -> tuple[tuple[float, float], tuple[float, float]]:
    """The way from one box to another, as far as it lies beside them: nothing is drawn over a piece."""
    return _edge(one, other.centre), _edge(other, one.centre)


def _edge(box: Rect, towards: tuple[float, float]) -> tuple[float, float]:
    """Where the way from its middle to a point leaves a box."""
    (x, y), (to_x, to_y) = box.centre, towards
    across, down = abs(to_x - x), abs(to_y - y)
    share = min(box.width / 2 / across if across else 1.0, box.height / 2 / down if down else 1.0, 1.0)
    return x + (to_x - x) * share, y + (to_y - y) * share


def arrow(d: Drawing, start: tuple[float, float], end: tuple[float, float]) -> None:
    """How a piece comes back to where it belongs."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length < HEAD - 1:
        return
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = end[0] - HEAD * along[0], end[1] - HEAD * along[1]
    side = -along[1] * HEAD / 2, along[0] * HEAD / 2
    for colour, wide in ((d.palette.ground, 8.0), (d.palette.good, 4.0)):
        d.stroke((start, neck), colour, wide)
    d.polygon((end, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])), d.palette.good)


def figure(value: str) -> str:
    """A number as people read it: thousands apart, a real minus."""
    sign, digits = (MINUS, value[1:]) if value.startswith("-") else ("", value)
    if digits.isdecimal() and len(digits) > 3:
        digits = f"{digits[:-3]}{NO_BREAK}{digits[-3:]}"
    return sign + digits


def dotted(d: Drawing, words: Rect, colour: str) -> None:
    """Under a figure that nobody has confirmed."""
    if words.width:
        y = words.bottom - words.height * 0.08
        d.stroke(((words.x, y), (words.right, y)), colour, 1.5, (1.5, 3))


def value(
    d: Drawing, rect: Rect, cell: Cell, style: Style, colour: str, across: float = LEFT, down: float = 0.5
) -> None:
    """A cell's figure, with dots under it while it is provisional."""
    if not cell.value:
        return
    taken = d.words(figure(cell.value), rect, style, colour, across, down)
    if cell.provisional:
        dotted(d, taken, d.palette.faint if colour != d.palette.on_lamp else colour)


def title(
    d: Drawing, rect: Rect, cell: Cell, style: Style, colour: str, across: float = LEFT, down: float = 0.0
) -> Rect:
    """A cell's name, or its short one where the long does not fit; nothing where neither does."""
    words = cell.title
    if cell.short is not None and not d.fits(cell.title, rect, style):
        words = cell.short
    return d.words(words, rect, style, colour, across, down)
