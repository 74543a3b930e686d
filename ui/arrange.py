"""Who gets which part of the screen: the arrangement in which the smallest things are easiest to read.

Every plan is tried (seats beside the boards or below them, in columns, all open or the unconcerned ones folded to a
line) and weighed by the size its cells would have. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import log

from companion.core.screen import Board, Screen
from ui.boxes import Box
from ui.seating import SEAT_HEAD, least_height, seat_room, seated
from ui.theme import TOUCH, Sizes

TALLEST, FLATTEST = 0.8, 2.4
"""Width to height of a cell is kept between these, so that a card still looks like a card."""

SHARES = (0.24, 0.28, 0.32, 0.36, 0.4, 0.44, 0.48, 0.52, 0.56, 0.6, 0.66)
OPEN_HEIGHTS = (52.0, 76.0, 96.0, 120.0, 150.0)
BOARD_CELL = (112.0, 64.0)
SEAT_CELL = (76.0, 52.0)
SEATS_WEIGHT = 1.5
CONCERNED = 2.0
WORST = 3.0
FOLDED = -0.9
"""A folded seat counts about as much as an open one whose cells are just large enough to be pressed."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a board wants: its size and its usual cell's in its own units, its weight, whether it is talked about."""

    width: float
    height: float
    cell: tuple[float, float] = (1.0, 1.0)
    weight: float = 1.0
    concerned: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the seats and the boards lie, in their order; a seat that is `folded` is one line without its board."""

    seats: tuple[Box, ...]
    boards: tuple[Box, ...]
    folded: tuple[bool, ...]


def need(board: Board, attention: frozenset[str]) -> Need:
    """What this board wants of the screen."""
    widths = sorted(cell.width for cell in board.cells) or [1.0]
    heights = sorted(cell.height for cell in board.cells) or [1.0]
    concerned = any(cell.zone in attention for cell in board.cells if cell.zone is not None)
    usual = (widths[len(widths) // 2], heights[len(heights) // 2])
    bare = not board.cells or board.width <= 0 or board.height <= 0
    return Need(board.width, board.height, usual, board.weight, concerned, bare)


def plan(screen: Screen, area: Box, sizes: Sizes, may_fold: bool = False) -> Plan:
    """The best plan for this screen in this part of the window."""
    seats = tuple(need(seat.board, screen.attention) for seat in screen.seats)
    boards = tuple(need(board, screen.attention) for board in screen.boards)
    return best_plan(seats, boards, area, sizes, may_fold)


@lru_cache(maxsize=64)
def best_plan(
    seats: tuple[Need, ...], boards: tuple[Need, ...], area: Box, sizes: Sizes, may_fold: bool = False
) -> Plan:
    """The plan whose cells are easiest to read; with `may_fold`, seats nobody talks about may become lines."""
    bare = tuple(seat.bare for seat in seats)
    plans = list(_plans(bare, boards, area, sizes))
    if may_fold:
        plans.extend(_plans(tuple(seat.bare or not seat.concerned for seat in seats), boards, area, sizes))
    return max(plans, key=lambda plan: _worth(plan, seats, boards, sizes))


def _plans(lines: tuple[bool, ...], boards: tuple[Need, ...], area: Box, sizes: Sizes) -> Iterator[Plan]:
    if not lines or not boards:
        for columns in range(1, max(len(lines), len(boards), 1) + 1):
            yield Plan(seated(lines, area, columns, sizes), _grid(boards, area, columns, sizes), lines)
        return
    for columns in range(1, len(boards) + 1):
        for share, across in product(SHARES, (1, 2)):
            beside, rest = area.split_left(area.width * share, sizes.gap)
            yield Plan(seated(lines, beside, across, sizes), _grid(boards, rest, columns, sizes), lines)
        for across in range(1, min(3, len(lines)) + 1):
            for height in _heights(lines, area, across, sizes):
                above, below = area.split_bottom(height, sizes.gap)
                yield Plan(seated(lines, below, across, sizes), _grid(boards, above, columns, sizes), lines)


def _heights(lines: tuple[bool, ...], area: Box, across: int, sizes: Sizes) -> Iterator[float]:
    """Heights for seats below the boards: parts of the whole, and just what lines and open seats need."""
    yield from (area.height * share for share in SHARES[::2])
    for height in OPEN_HEIGHTS:
        yield min(area.height * SHARES[-1], least_height(lines, area.width, across, sizes.px(height), sizes))


def _grid(boards: Sequence[Need], area: Box, columns: int, sizes: Sizes) -> tuple[Box, ...]:
    """Boards row by row; within a row and between rows the room goes by weight."""
    rows = [boards[at : at + columns] for at in range(0, len(boards), columns)]
    heights = _by_weight([max(need.weight for need in row) for row in rows], area.height, sizes.gap)
    boxes: list[Box] = []
    top = area
    for row, height in zip(rows, heights, strict=True):
        line, top = top.split_top(height, sizes.gap)
        for width in _by_weight([need.weight for need in row], area.width, sizes.gap):
            box, line = line.split_left(width, sizes.gap)
            boxes.append(box)
    return tuple(boxes)


def _by_weight(weights: list[float], length: float, gap: float) -> list[float]:
    room = length - gap * (len(weights) - 1)
    return [room * weight / sum(weights) for weight in weights]


def units(need: Need, box: Box) -> tuple[float, float]:
    """Pixels per unit across and down for a board in this box, its cells kept in shape; (0, 0) without any size."""
    if need.width <= 0 or need.height <= 0:
        return 0.0, 0.0
    across, down = box.width / need.width, box.height / need.height
    width, height = need.cell
    across = min(across, FLATTEST * down * height / width)
    down = min(down, across * width / (TALLEST * height))
    return across, down


def board_room(box: Box, sizes: Sizes) -> Box:
    """The part of a board's box below its title."""
    return box.split_top(sizes.caption)[1]


# --- how well a plan serves ---


def _worth(plan: Plan, seats: tuple[Need, ...], boards: tuple[Need, ...], sizes: Sizes) -> float:
    worth = WORST * min(_pressable(plan, seats, boards, sizes), default=0.0)
    usual = sum(board.weight for board in boards) / max(1, len(boards))
    for board, box in zip(boards, plan.boards, strict=True):
        share = board.weight / usual * _importance(board)
        worth += share * _ease(board, board_room(box, sizes), BOARD_CELL, sizes)
    for seat, box, folded in zip(seats, plan.seats, plan.folded, strict=True):
        worth += SEATS_WEIGHT / len(seats) * _importance(seat) * _seat_ease(seat, box, folded, sizes)
    return worth


def _pressable(plan: Plan, seats: tuple[Need, ...], boards: tuple[Need, ...], sizes: Sizes) -> Iterator[float]:
    """For every open board, how far its cells fall short of what a finger needs: 0 or less."""
    rooms = [(board, board_room(box, sizes)) for board, box in zip(boards, plan.boards, strict=True)]
    opened = zip(seats, plan.seats, plan.folded, strict=True)
    rooms.extend((seat, seat_room(box, sizes)) for seat, box, folded in opened if not folded)
    for need, room in rooms:
        across, down = units(need, room)
        smaller = max(1.0, min(across * need.cell[0], down * need.cell[1]))
        yield min(0.0, log(smaller / TOUCH))


def _importance(need: Need) -> float:
    return CONCERNED if need.concerned else 1.0


def _seat_ease(seat: Need, box: Box, folded: bool, sizes: Sizes) -> float:
    cells = 0.0
    if not seat.bare:
        cells = FOLDED if folded else _ease(seat, seat_room(box, sizes), SEAT_CELL, sizes)
    return cells + _enough(box.width, sizes.px(SEAT_HEAD) * 0.7) + _enough(box.height, sizes.seat_line)


def _ease(need: Need, box: Box, wanted: tuple[float, float], sizes: Sizes) -> float:
    across, down = units(need, box)
    width, height = across * need.cell[0], down * need.cell[1]
    return _enough(width, sizes.px(wanted[0])) + _enough(height, sizes.px(wanted[1]))


def _enough(length: float, wanted: float) -> float:
    """How well a length serves: below zero if less than wanted; more than that is worth little."""
    length = max(length, 1.0)
    return log(length / wanted) * (1.0 if length < wanted else 0.15)
