"""Where on a card its title, figure and detail go: a pure function of its visible part."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.screen import Board
from ui.rect import Rect, largest_uncovered
from ui.theme import Sizes

NOTHING = Rect(0.0, 0.0, 0.0, 0.0)
STRONG_LETTER, SOFT_LETTER = 12.0, 6.2
"""Usual widths in pixels of a letter of a figure and of a detail, at 800x480."""


@dataclass(frozen=True, slots=True)
class CellContent:
    """What is written on a cell, and how many icons it bears."""

    value: str = ""
    detail: str = ""
    tinted: bool = False
    icons: int = 0
    longest: tuple[int, int] = (0, 0)

    @property
    def widths(self) -> tuple[float, float]:
        """Usual widths in pixels at 800x480 of the figures and details among which this cell stands."""
        figure, detail = self.longest
        return STRONG_LETTER * max(figure, len(self.value)), SOFT_LETTER * max(detail, len(self.detail))


@dataclass(frozen=True, slots=True)
class CellLayout:
    """Rectangles of the parts of one cell. A part without room or text has no size."""

    strip: Rect = NOTHING
    title: Rect = NOTHING
    value: Rect = NOTHING
    detail: Rect = NOTHING
    icons: Rect = NOTHING


@dataclass(frozen=True, slots=True)
class CellArea:
    """A cell's box in pixels from the board's upper left corner, and the part of it that no later cell covers."""

    rect: Rect
    visible: Rect


def cell_areas(board: Board, across: float, down: float, gap: float) -> tuple[CellArea, ...]:
    """Where each cell lies, `across` x `down` pixels per unit. Later cells lie on top of earlier ones."""
    rects = [
        Rect(cell.x * across, cell.y * down, cell.width * across, cell.height * down).inset(gap / 2)
        for cell in board.cells
    ]
    return tuple(CellArea(rect, largest_uncovered(rect, rects[number + 1 :])) for number, rect in enumerate(rects))


def cell_layout(visible: Rect, content: CellContent, sizes: Sizes) -> CellLayout:
    """How the visible part of a cell is shared out."""
    unit = sizes.px(1) if visible.width >= sizes.px(44) else 1.0
    inner, strip = visible.inset(4 * unit, 2 * unit), NOTHING
    if content.tinted:
        strip, inner = visible.inset(3 * unit, 2 * unit).split_left(5 * unit, 3 * unit)
    layout = replace(_arranged(inner, content, sizes), strip=strip)
    return _with_icons(layout, inner, content, sizes) if content.icons else layout


def _with_icons(layout: CellLayout, rect: Rect, content: CellContent, sizes: Sizes) -> CellLayout:
    """Icons stand after the title; on a narrow cell beside the figure, or under the title, if that leaves it room."""
    narrow = rect.width < sizes.px(84)
    if narrow and not content.value and rect.height >= sizes.icon + sizes.px(13):
        rest, foot = rect.split_bottom(sizes.icon)
        title, detail = (_above(part, rest) for part in (layout.title, layout.detail))
        return CellLayout(layout.strip, title, NOTHING, detail, _corner(foot, rect.width, content.icons, sizes))
    figure = sizes.px(STRONG_LETTER) * len(content.value)
    low = narrow and content.value and figure + content.icons * sizes.icon <= layout.value.width
    row = layout.value if low else layout.title if layout.title.area > 0 else rect
    corner = _corner(row, rect.width, content.icons, sizes)
    title, value, detail = (_clear(part, corner) for part in (layout.title, layout.value, layout.detail))
    return CellLayout(layout.strip, title, value, detail, corner)


def _corner(row: Rect, width: float, icons: int, sizes: Sizes) -> Rect:
    """Square icons at the right end of a row; smaller in a low or narrow one, so that other rows keep their room."""
    side = min(sizes.icon, row.height, width / icons)
    return Rect(row.right - icons * side, row.y, icons * side, side)


def _arranged(rect: Rect, content: CellContent, sizes: Sizes) -> CellLayout:
    if not content.value and not content.detail:
        return CellLayout(title=rect)
    if not content.value:
        title, detail = rect.split_bottom(min(rect.height * 0.45, sizes.px(18)))
        return CellLayout(title=title, detail=detail)
    if rect.height < sizes.px(27):
        return _low(rect, sizes)
    if rect.height < sizes.px(48) and rect.width >= sizes.px(84):
        return _flat(rect, content, sizes)
    return _tall(rect, content, sizes)


def _tall(rect: Rect, content: CellContent, sizes: Sizes) -> CellLayout:
    """Title above; below it the figure, and the detail beside the figure, or under it, while there is room."""
    line = sizes.px(14)
    titles = 2 if rect.height >= sizes.px(52) else 1
    foot = max(min(rect.height - titles * line, sizes.px(32)), sizes.px(14))
    figures, details = content.widths
    if content.detail and sizes.px(figures + details) <= rect.width:
        title, row = rect.split_bottom(foot)
        value, detail = row.split_left(sizes.px(figures))
        return CellLayout(title=title, value=value, detail=detail)
    if not content.detail or rect.height < line * 3:
        title, value = rect.split_bottom(foot)
        return CellLayout(title=title, value=value)
    rest, detail = rect.split_bottom(line)
    titles = 2 if rest.height >= sizes.px(52) else 1
    title, value = rest.split_bottom(max(min(rest.height - titles * line, sizes.px(32)), line))
    return CellLayout(title=title, value=value, detail=detail)


def _flat(rect: Rect, content: CellContent, sizes: Sizes) -> CellLayout:
    """Title at the left; at the right the figure, and the detail under it where there is room."""
    title, right = rect.split_left(rect.width * 0.56, sizes.px(3))
    if not content.detail or rect.height < sizes.px(34):
        return CellLayout(title=title, value=right)
    value, detail = right.split_bottom(sizes.px(15))
    return CellLayout(title=title, value=value, detail=detail)


def _low(rect: Rect, sizes: Sizes) -> CellLayout:
    """ScreenView for one line: the figure is what people look for; the title beside it if it is wide enough."""
    if rect.width < sizes.px(84):
        return CellLayout(value=rect)
    title, value = rect.split_left(rect.width * 0.6, sizes.px(3))
    return CellLayout(title=title, value=value)


def _above(rect: Rect, rest: Rect) -> Rect:
    """The part of a box that lies in the rest of the cell."""
    return Rect(rect.x, rect.y, rect.width, max(0.0, min(rect.bottom, rest.bottom) - rect.y))


def _clear(rect: Rect, corner: Rect) -> Rect:
    """The rectangle, narrowed where the icons in the corner would lie on it."""
    if not corner.overlaps(rect):
        return rect
    return Rect(rect.x, rect.y, max(0.0, corner.x - rect.x), rect.height)
