"""Cards joined by arrows, as large as the area allows; what is far out is dragged into sight."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, sin

from companion.core.screen import Board, Cell, Tone
from companion.core.screen_parts import BoardLink, LinkKind
from ui.boards.table import TableFocus, figure, marked_cell, title, touch_cells, value
from ui.components import hollow
from ui.drawing import MIDDLE, RIGHT, Drawing, player_colour
from ui.rect import Rect
from ui.tokens import INK, RADIUS_PANEL, TOUCH
from ui.typography import Style, Weight

ROOMY, LEGIBLE = 88.0, 66.0
"""From this width on a card has wide margins; below the other it has only its figure: a touch opens the structure."""

AT_AN_ARROW = 16.0
LARGEST = (112.0, 104.0)
NAME = Style(15.5, Weight.SEMI_BOLD, lines=3, condensed=True, leading=1.06)
FIGURE = Style(28, Weight.BOLD, smallest=14, leading=1.0)
LOWEST, TOKEN = 30.0, 22.0
"""Below this height a card has nothing but its figure, over all of it; and how wide its token is."""

PLATE, PLATE_HEIGHT, ARROW = 20.0, 54.0, 22.0
"""How far a name may reach over its card, how high it is then, above the arrows at its sides, and what those need."""


def draw(d: Drawing, rect: Rect, board: Board, table: TableFocus) -> None:
    if not board.cells:
        hollow(d, rect.inset(4), board.title)
        return
    across = min(rect.width / max(board.width, 1), LARGEST[0] * 1.35)
    down = min(rect.height / max(board.height, 1), LARGEST[1] * 1.35)
    left = rect.x + (rect.width - across * board.width) / 2
    top = rect.y + (rect.height - down * board.height) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * across, top + y * down

    boxes = [Rect(*at(cell.x, cell.y), cell.width * across, cell.height * down) for cell in board.cells]
    for link in board.links:
        arrow(d, at(*link.start), at(*link.end), link)
        if link.zone:
            x, y = at(*link.end)
            # A finger finds the room of a card; in a drawing it is the arrow alone, beside the card it belongs to.
            side = AT_AN_ARROW if d.sketches else TOUCH
            d.place(Rect(x - side / 2, y - side / 2, side, side), link.zone)
    plates: list[Rect] = []
    for cell, box in zip(board.cells, boxes, strict=True):
        with d.piece(cell.title, box) as drawn:
            named = card(d, box, cell, table)
        marked_cell(d, box, cell, table, 11, drawn)
        if not named:
            others = [other for other in boxes if other is not box]
            plates += _name_on_a_plate(d, box, cell, table, rect, [*others, *plates])
    touch_cells(d, rect, board, boxes, table)


def _spare(box: Rect, others: Sequence[Rect]) -> float:
    """How far a name may reach over each side of its card without touching another."""
    reach = PLATE
    while reach > 0 and any(_plate(box, reach).overlaps(other) for other in others):
        reach -= 4.0
    return max(0.0, reach)


def _plate(box: Rect, reach: float) -> Rect:
    return Rect(box.x - reach, box.y, box.width + 2 * reach, min(PLATE_HEIGHT, box.height * 0.4))


def _name_on_a_plate(
    d: Drawing, box: Rect, cell: Cell, table: TableFocus, area: Rect, taken: Sequence[Rect]
) -> list[Rect]:
    """The name of a narrow card, on a plate that is wider than it, or beyond its arrows, if there is room for that.

    Returns the box it takes, if any.
    """
    ground, ink, _ = _colours(d, cell, table)
    name = cell.short or cell.title
    plate = _plate(box, _spare(box, taken))
    if plate.width > box.width and d.fits(name, plate.inset(4, 3), NAME):
        d.fill(plate, ground, 8)
        d.outline(plate, d.palette.line, 8)
        d.words(name, plate.inset(4, 3), NAME, ink, down=0.0)
        return [plate]
    line = Style(14, Weight.SEMI_BOLD, condensed=True)
    wide = d.width(name, line)
    middle, centre = min(max(box.centre[0] - wide / 2, area.x), area.right - wide), box.centre[1] - 9
    beyond = ((middle, box.y - ARROW - 18), (middle, box.bottom + ARROW), (box.right + ARROW, centre))
    for left, top in (*beyond, (box.x - ARROW - wide, centre)):
        room = Rect(left, top, wide + 1, 18)
        inside = area.contains(left, top) and room.right <= area.right and room.bottom <= area.bottom
        if inside and not any(room.overlaps(other) for other in taken):
            d.words(name, room, line)
            return [room]
    return []


def _colours(d: Drawing, cell: Cell, table: TableFocus) -> tuple[str, str, str]:
    """Ground, ink and soft ink: its player's colour for the card at the root."""
    if cell.lit and cell.payers:
        return player_colour(table.colours.get(cell.payers[0], 0)), INK, INK
    return d.palette.raised, d.palette.text, d.palette.second


def card(d: Drawing, box: Rect, cell: Cell, table: TableFocus) -> bool:
    """A card with its name; returns whether there was room for that."""
    own = cell.lit and bool(cell.payers)
    ground, ink, soft = _colours(d, cell, table)
    d.fill(box, ground, min(11.0, RADIUS_PANEL))
    if cell.tone is not Tone.NORMAL:
        d.outline(box, d.palette.tone(cell.tone), 11, 2.5)
    edge = 6.0 if box.width >= ROOMY else 4.0
    inner = Rect(box.x + edge, box.y + 4, box.width - 2 * edge, box.height - 8)
    if not cell.icon:
        return _beside(d, inner, box, cell)
    if inner.height < LOWEST:
        margin = min(4.0, max(0.0, (box.height - FIGURE.smallest) / 2))
        _bears(d, box.inset(edge, margin), cell, own=own, ground=ground, ink=ink)
        return False
    foot = min(28.0, inner.height * 0.4)
    head = Rect(inner.x, inner.y, inner.width, inner.height - foot)
    small = Style(14, Weight.MEDIUM, lines=2, condensed=True, leading=1.0)
    if table.whole or (box.width >= LEGIBLE and d.legible(cell.short or cell.title, head, NAME)):
        taken = title(d, head, cell, NAME, ink)
    else:
        taken = d.words(cell.short or cell.title, head, NAME, ink, down=0.0, optional=True)
    if cell.detail is not None and taken.width:
        below = Rect(head.x, taken.bottom + 1, head.width, head.bottom - taken.bottom - 1)
        if below.height >= 14:
            d.words(cell.detail, below, small, soft, down=0.0, optional=True)
    bottom = Rect(inner.x, inner.bottom - foot, inner.width, foot)
    _bears(d, bottom, cell, own=own, ground=ground, ink=ink)
    return bool(taken.width)


def _bears(d: Drawing, rect: Rect, cell: Cell, *, own: bool, ground: str, ink: str) -> None:
    """Its figure, and at the right its token or the place for that."""
    value(d, rect, cell, FIGURE, ink)
    side = min(TOKEN, rect.height)
    if d.width(figure(cell.value), FIGURE) + side + 2 > rect.width:
        return
    disc = Rect(rect.right - side, rect.centre[1] - side / 2, side, side)
    if cell.icon == "bolt":
        d.fill(disc, INK if own else d.palette.attention, side / 2)
        sign = ground if own else INK if d.palette.name == "dark" else d.palette.panel
        d.icon(cell.icon, disc.centre, side * 0.73, sign)
    else:
        d.dashed(disc.inset(1), ink if own else d.palette.faint, side / 2, 2)


def _beside(d: Drawing, inner: Rect, box: Rect, cell: Cell) -> bool:
    """A card that lies beside the structure: its name, up to the card's edges if it has no room, and what it bears."""
    style = Style(15, Weight.SEMI_BOLD, lines=3, condensed=True, leading=1.0)
    wide = 24.0 if cell.value else 0.0
    rooms = (Rect(inner.x, each.y, inner.width - wide, each.height) for each in (inner, box))
    room = next((each for each in rooms if d.legible(cell.short or cell.title, each, style)), None)
    if room is not None:
        title(d, room, cell, style, d.palette.text, down=MIDDLE)
    value(d, inner, cell, Style(18, Weight.BOLD), d.palette.text, RIGHT)
    return room is not None


def arrow(d: Drawing, start: tuple[float, float], end: tuple[float, float], link: BoardLink) -> None:
    """A triangle between two cards, or beside one where a card may be laid."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    angle = atan2(end[1] - start[1], end[0] - start[0])
    points = tuple(
        (x + a * cos(angle) - b * sin(angle), y + a * sin(angle) + b * cos(angle))
        for a, b in ((7.0, 0.0), (-7.0, 11.0), (-7.0, -11.0))
    )
    if link.kind is LinkKind.ARROW:
        d.polygon(points, d.palette.lamp)
    else:
        d.stroke((*points, points[0]), d.palette.good, 2.5)
