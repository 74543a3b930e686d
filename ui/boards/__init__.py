"""How the cells of a board are drawn, an arrangement each. `draw_board` knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.core.screen import Arrangement, Board
from ui.boards import free, level_map, rows, slots, stack, tree
from ui.boards.table import TableFocus
from ui.drawing import Drawing
from ui.rect import Rect

DRAWN_BY: Mapping[Arrangement, Callable[[Drawing, Rect, Board, TableFocus], None]] = MappingProxyType(
    {
        Arrangement.FREE: free.draw,
        Arrangement.ROWS: rows.draw,
        Arrangement.STACK: stack.draw,
        Arrangement.SLOTS: slots.draw,
        Arrangement.MAP: level_map.draw,
        Arrangement.TREE: tree.draw,
    }
)


def draw_board(d: Drawing, rect: Rect, board: Board, table: TableFocus) -> None:
    """A board in its box, without a ground of its own."""
    DRAWN_BY[board.arrangement](d, rect, board, table)
