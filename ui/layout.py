"""Who gets which part of the screen: the layout in which the smallest things are easiest to read.

Every layout is tried (seats beside the boards or below them, in columns, all open or those nobody talks about collapsed
to a line) and scored by the size its cells would have. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import log

from companion.core.screen import Board, Screen
from ui.rect import Rect
from ui.seat_layout import SEAT_HEADER_WIDTH, minimum_height, place_seats, seat_board_area
from ui.theme import TOUCH, Sizes

TALLEST, FLATTEST = 0.8, 2.4
"""Width to height of a cell is kept between these, so that a card still looks like a card."""

SHARES = (0.24, 0.28, 0.32, 0.36, 0.4, 0.44, 0.48, 0.52, 0.56, 0.6, 0.66)
OPEN_HEIGHTS = (52.0, 76.0, 96.0, 120.0, 150.0)
BOARD_CELL = (112.0, 64.0)
SEAT_CELL = (76.0, 52.0)
SEATS_WEIGHT = 1.5
HIGHLIGHTED = 2.0
TOUCH_WEIGHT = 3.0
COLLAPSED = -0.9
"""A collapsed seat counts about as much as an open one whose cells are just large enough to be pressed."""


@dataclass(frozen=True, slots=True)
class SizeRequest:
    """What a board wants: its size and its usual cell's in its own units, its weight, whether it is talked about."""

    width: float
    height: float
    cell: tuple[float, float] = (1.0, 1.0)
    weight: float = 1.0
    highlighted: bool = False
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the seats and the boards lie, in their order; a seat that is `collapsed` is one line without its board."""

    seats: tuple[Rect, ...]
    boards: tuple[Rect, ...]
    collapsed: tuple[bool, ...]


def size_request(board: Board, attention: frozenset[str]) -> SizeRequest:
    """What this board wants of the screen."""
    widths = sorted(cell.width for cell in board.cells) or [1.0]
    heights = sorted(cell.height for cell in board.cells) or [1.0]
    highlighted = any(cell.zone in attention for cell in board.cells if cell.zone is not None)
    usual = (widths[len(widths) // 2], heights[len(heights) // 2])
    empty = not board.cells or board.width <= 0 or board.height <= 0
    return SizeRequest(board.width, board.height, usual, board.weight, highlighted, empty)


def screen_layout(screen: Screen, area: Rect, sizes: Sizes, may_collapse: bool = False) -> Layout:
    """The best layout for this screen in this part of the window."""
    seats = tuple(size_request(seat.board, screen.attention) for seat in screen.seats)
    boards = tuple(size_request(board, screen.attention) for board in screen.boards)
    return best_layout(seats, boards, area, sizes, may_collapse)


@lru_cache(maxsize=64)
def best_layout(
    seats: tuple[SizeRequest, ...],
    boards: tuple[SizeRequest, ...],
    area: Rect,
    sizes: Sizes,
    may_collapse: bool = False,
) -> Layout:
    """The layout whose cells are easiest to read; with `may_collapse`, seats nobody talks about may become lines."""
    empty = tuple(seat.empty for seat in seats)
    candidates = list(_candidates(empty, boards, area, sizes))
    if may_collapse:
        candidates.extend(_candidates(tuple(seat.empty or not seat.highlighted for seat in seats), boards, area, sizes))
    return max(candidates, key=lambda layout: _score(layout, seats, boards, sizes))


def _candidates(lines: tuple[bool, ...], boards: tuple[SizeRequest, ...], area: Rect, sizes: Sizes) -> Iterator[Layout]:
    if not lines or not boards:
        for columns in range(1, max(len(lines), len(boards), 1) + 1):
            yield Layout(place_seats(lines, area, columns, sizes), _grid(boards, area, columns, sizes), lines)
        return
    for columns in range(1, len(boards) + 1):
        for share, across in product(SHARES, (1, 2)):
            beside, rest = area.split_left(area.width * share, sizes.gap)
            yield Layout(place_seats(lines, beside, across, sizes), _grid(boards, rest, columns, sizes), lines)
        for across in range(1, min(3, len(lines)) + 1):
            for height in _heights(lines, area, across, sizes):
                above, below = area.split_bottom(height, sizes.gap)
                yield Layout(place_seats(lines, below, across, sizes), _grid(boards, above, columns, sizes), lines)


def _heights(lines: tuple[bool, ...], area: Rect, across: int, sizes: Sizes) -> Iterator[float]:
    """Heights for seats below the boards: parts of the whole, and just what lines and open seats need."""
    yield from (area.height * share for share in SHARES[::2])
    for height in OPEN_HEIGHTS:
        yield min(area.height * SHARES[-1], minimum_height(lines, area.width, across, sizes.px(height), sizes))


def _grid(boards: Sequence[SizeRequest], area: Rect, columns: int, sizes: Sizes) -> tuple[Rect, ...]:
    """Boards row by row; within a row and between rows the room goes by weight."""
    rows = [boards[at : at + columns] for at in range(0, len(boards), columns)]
    heights = _by_weight([max(request.weight for request in row) for row in rows], area.height, sizes.gap)
    rects: list[Rect] = []
    top = area
    for row, height in zip(rows, heights, strict=True):
        line, top = top.split_top(height, sizes.gap)
        for width in _by_weight([request.weight for request in row], area.width, sizes.gap):
            rect, line = line.split_left(width, sizes.gap)
            rects.append(rect)
    return tuple(rects)


def _by_weight(weights: list[float], length: float, gap: float) -> list[float]:
    area = length - gap * (len(weights) - 1)
    return [area * weight / sum(weights) for weight in weights]


def pixels_per_unit(request: SizeRequest, rect: Rect) -> tuple[float, float]:
    """Pixels per unit across and down for a board in this box, its cells kept in shape; (0, 0) without any size."""
    if request.width <= 0 or request.height <= 0:
        return 0.0, 0.0
    across, down = rect.width / request.width, rect.height / request.height
    width, height = request.cell
    across = min(across, FLATTEST * down * height / width)
    down = min(down, across * width / (TALLEST * height))
    return across, down


def board_area(rect: Rect, sizes: Sizes) -> Rect:
    """The part of a board's box below its title."""
    return rect.split_top(sizes.caption)[1]


# --- how well a layout serves ---


def _score(layout: Layout, seats: tuple[SizeRequest, ...], boards: tuple[SizeRequest, ...], sizes: Sizes) -> float:
    score = TOUCH_WEIGHT * min(_touch_shortfalls(layout, seats, boards, sizes), default=0.0)
    usual = sum(board.weight for board in boards) / max(1, len(boards))
    for board, rect in zip(boards, layout.boards, strict=True):
        share = board.weight / usual * _attention_weight(board)
        score += share * _legibility(board, board_area(rect, sizes), BOARD_CELL, sizes)
    for seat, rect, collapsed in zip(seats, layout.seats, layout.collapsed, strict=True):
        score += SEATS_WEIGHT / len(seats) * _attention_weight(seat) * _seat_legibility(seat, rect, collapsed, sizes)
    return score


def _touch_shortfalls(
    layout: Layout, seats: tuple[SizeRequest, ...], boards: tuple[SizeRequest, ...], sizes: Sizes
) -> Iterator[float]:
    """For every open board, how far its cells fall short of what a finger needs: 0 or less."""
    areas = [(board, board_area(rect, sizes)) for board, rect in zip(boards, layout.boards, strict=True)]
    opened = zip(seats, layout.seats, layout.collapsed, strict=True)
    areas.extend((seat, seat_board_area(rect, sizes)) for seat, rect, collapsed in opened if not collapsed)
    for request, area in areas:
        across, down = pixels_per_unit(request, area)
        smaller = max(1.0, min(across * request.cell[0], down * request.cell[1]))
        yield min(0.0, log(smaller / TOUCH))


def _attention_weight(request: SizeRequest) -> float:
    return HIGHLIGHTED if request.highlighted else 1.0


def _seat_legibility(seat: SizeRequest, rect: Rect, collapsed: bool, sizes: Sizes) -> float:
    cells = 0.0
    if not seat.empty:
        cells = COLLAPSED if collapsed else _legibility(seat, seat_board_area(rect, sizes), SEAT_CELL, sizes)
    return (
        cells + _sufficiency(rect.width, sizes.px(SEAT_HEADER_WIDTH) * 0.7) + _sufficiency(rect.height, sizes.seat_line)
    )


def _legibility(request: SizeRequest, rect: Rect, wanted: tuple[float, float], sizes: Sizes) -> float:
    across, down = pixels_per_unit(request, rect)
    width, height = across * request.cell[0], down * request.cell[1]
    return _sufficiency(width, sizes.px(wanted[0])) + _sufficiency(height, sizes.px(wanted[1]))


def _sufficiency(length: float, wanted: float) -> float:
    """How well a length serves: below zero if less than wanted; more than that is worth little."""
    length = max(length, 1.0)
    return log(length / wanted) * (1.0 if length < wanted else 0.15)
