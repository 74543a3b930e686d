"""Seats in a part of the screen: open ones with their boards, the others as one line of name and facts."""

from __future__ import annotations

from math import ceil

from ui.rect import Rect
from ui.theme import Sizes

SEAT_HEADER_WIDTH = 390.0
"""Width in pixels at 800x480 at which name, clock and facts stand beside each other in full."""

LINE_WIDTH = 250.0


def place_seats(lines: tuple[bool, ...], area: Rect, columns: int, sizes: Sizes) -> tuple[Rect, ...]:
    """A box for each seat; `lines` says which seats need no more than a line.

    In one column the seats keep their order; in several, the lines stand together below the open seats.
    """
    if all(lines) or not any(lines):
        return _rows(len(lines), area, columns, sizes.gap) if lines else ()
    if columns == 1:
        return _stacked(lines, area, sizes)
    opened, foot = area.split_bottom(_lines_height(sum(lines), area.width, sizes), sizes.gap)
    upper = iter(_rows(len(lines) - sum(lines), opened, columns, sizes.gap))
    lower = iter(_rows(sum(lines), foot, _line_columns(area.width, sizes), sizes.gap))
    return tuple(next(lower) if is_line else next(upper) for is_line in lines)


def minimum_height(lines: tuple[bool, ...], width: float, columns: int, open_height: float, sizes: Sizes) -> float:
    """The height in pixels of seats whose open ones are `open_height` high."""
    rows = ceil((len(lines) - sum(lines)) / columns)
    if columns == 1:
        below = sum(lines) * (sizes.seat_line + sizes.gap)
    else:
        below = _lines_height(sum(lines), width, sizes) + sizes.gap
    return below + rows * (open_height + sizes.gap)


def header_lines(rect: Rect, has_cells: bool, sizes: Sizes) -> int:
    """Two lines for name and facts where they do not fit side by side and the cells can spare one, else one."""
    spare = rect.height - 2 * sizes.seat_line >= sizes.px(50 if has_cells else 3)
    return 2 if rect.width < sizes.px(SEAT_HEADER_WIDTH) and spare else 1


def seat_board_area(rect: Rect, sizes: Sizes) -> Rect:
    """The part of an open seat's box below its name and facts."""
    inner = rect.inset(sizes.px(5), sizes.px(2))
    return inner.split_top(header_lines(rect, True, sizes) * sizes.seat_line, sizes.px(1))[1]


def _stacked(lines: tuple[bool, ...], area: Rect, sizes: Sizes) -> tuple[Rect, ...]:
    taken = sizes.gap * (len(lines) - 1) + sizes.seat_line * sum(lines)
    height = (area.height - taken) / (len(lines) - sum(lines))
    rects, rest = [], area
    for is_line in lines:
        rect, rest = rest.split_top(sizes.seat_line if is_line else max(sizes.seat_line, height), sizes.gap)
        rects.append(rect)
    return tuple(rects)


def _line_columns(width: float, sizes: Sizes) -> int:
    return max(1, int(width // sizes.px(LINE_WIDTH)))


def _lines_height(count: int, width: float, sizes: Sizes) -> float:
    rows = ceil(count / _line_columns(width, sizes))
    return rows * (sizes.seat_line + sizes.gap) - sizes.gap


def _rows(count: int, area: Rect, columns: int, gap: float) -> tuple[Rect, ...]:
    """Equal rows; the seats of a last row that is not full are wider."""
    rects: list[Rect] = []
    for number, line in enumerate(area.grid(1, ceil(count / columns), gap)):
        rects.extend(line.grid(min(columns, count - number * columns), 1, gap))
    return tuple(rects)
