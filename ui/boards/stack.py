"""Layers of tiles, of which the upper cover the lower: what is free is lit, what is covered peeps out."""

from __future__ import annotations

from companion.core.screen import Board, Cell, Tone
from ui.boards.table import TableFocus, figure, marked_zone, touch_cells
from ui.boards.table import value as draw_value
from ui.drawing import CENTRE, Drawing, player_colour
from ui.rect import Rect, largest_uncovered
from ui.tokens import INK, SMALLEST_TYPE
from ui.typography import Style, Weight

RADIUS, LARGEST_SIGN, LARGEST_SHARE = 7.0, 20.0, 0.4
"""How round a tile is; how large a sign on it is at most, and which share of its width that takes."""


def draw(d: Drawing, rect: Rect, board: Board, table: TableFocus) -> None:
    unit = min(rect.width / board.width, rect.height / board.height)
    left, top = rect.x + (rect.width - unit * board.width) / 2, rect.y + (rect.height - unit * board.height) / 2
    boxes = [
        Rect(left + cell.x * unit, top + cell.y * unit, cell.width * unit, cell.height * unit).inset(1.5)
        for cell in board.cells
    ]
    layers: list[int] = []
    for number, (cell, box) in enumerate(zip(board.cells, boxes, strict=True)):
        below = [layers[other] for other in range(number) if boxes[other].overlaps(box.inset(3))]
        layers.append(1 + max(below, default=0))
        # What is covered has no name to be read, and is told from the others by where it lies.
        with d.piece(cell.title if cell.lit else cell.zone or "", box) as name:
            if not cell.value:
                _place(d, box, cell)
            elif cell.lit:
                _free(d, box, cell, table)
            else:
                _covered(d, box, cell, layers[-1], boxes[number + 1 :])
        if cell.zone is not None:
            d.place(box, cell.zone, cell.pieces, name, stack=board.name)
        marked_zone(d, box, cell, table, RADIUS)
    touch_cells(d, rect, board, [box.inset(3) for box in boxes], table, covers=True)


def _place(d: Drawing, box: Rect, cell: Cell) -> None:
    """Where a tile is to be laid; one that a finger chooses says so, since nothing lies there to be read."""
    colour = d.palette.lamp if cell.tone is Tone.DIM else d.palette.line
    d.dashed(box.inset(1), colour, RADIUS)
    if cell.intent is not None:
        side = min(LARGEST_SIGN, box.width * LARGEST_SHARE)
        x, y = box.centre
        # Of its own, for lit tiles may lie below, which are as light as the sign.
        d.fill(Rect(x - side / 2, y - side / 2, side, side), d.palette.ground, side / 2)
        d.icon("plus", (x, y), side, colour)


def _free(d: Drawing, box: Rect, cell: Cell, table: TableFocus) -> None:
    d.fill(box.inset(-2), d.palette.ground, RADIUS + 2)
    d.fill(box, d.palette.lamp, RADIUS)
    corner = box.width * 0.34
    if cell.tints:
        _corner(d, (box.x, box.y), (corner, corner), cell.tints[0])
    if len(cell.tints) > 1:
        _corner(d, (box.right, box.bottom), (-corner, -corner), cell.tints[1])
    style = Style(max(20.0, box.width * 0.42), Weight.BOLD, condensed=True, smallest=14, leading=1.0)
    draw_value(d, box.inset(1, 0), cell, style, d.palette.on_lamp, CENTRE)
    if cell.payers:
        side = min(LARGEST_SIGN, box.width * LARGEST_SHARE)
        badge = Rect(box.right - side * 0.62, box.y - side * 0.3, side, side)
        d.fill(badge.inset(-2), d.palette.ground, 7)
        d.fill(badge, player_colour(table.colours.get(cell.payers[0], 0)), 5)
        d.icon("check", badge.centre, side * 0.75, INK)


def _corner(d: Drawing, at: tuple[float, float], size: tuple[float, float], colour: str) -> None:
    """A triangle in a corner, cut where the tile is round."""
    (x, y), (across, down) = at, size
    cut = RADIUS * 0.3 * (1 if across > 0 else -1)
    d.polygon(
        ((x + 2.2 * cut, y), (x + across, y), (x, y + down), (x, y + 2.2 * cut), (x + cut * 0.65, y + cut * 0.65)),
        colour,
    )


def _covered(d: Drawing, box: Rect, cell: Cell, layer: int, later: list[Rect]) -> None:
    layers = d.palette.layers
    d.fill(box, layers[min(layer, len(layers)) - 1], RADIUS)
    d.outline(box, d.palette.line, RADIUS, 1.2)
    shown = largest_uncovered(box, [other.inset(-2) for other in later])
    words = figure(cell.value)
    style = Style(max(SMALLEST_TYPE, box.width * 0.26), Weight.SEMI_BOLD, condensed=True, leading=1.0)
    if d.fits(words, shown.inset(1, 0), style):
        draw_value(d, shown.inset(1, 0), cell, style, d.palette.second, CENTRE)
    elif cell.value == "1000" and min(shown.width, shown.height) >= 16:
        d.icon("diamond", shown.centre, min(20.0, shown.width, shown.height), d.palette.text)
