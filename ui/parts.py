"""Where on a card its title, figure and detail go: a pure function of the room that shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.screen import Board
from ui.boxes import Box, largest_free
from ui.theme import Sizes

NOTHING = Box(0.0, 0.0, 0.0, 0.0)
STRONG_LETTER, SOFT_LETTER = 12.0, 6.2
"""Usual widths in pixels of a letter of a figure and of a detail, at 800x480."""


@dataclass(frozen=True, slots=True)
class Content:
    """What is written on a cell, and how many signs it bears."""

    value: str = ""
    detail: str = ""
    tinted: bool = False
    signs: int = 0
    letters: tuple[int, int] = (0, 0)

    @property
    def widths(self) -> tuple[float, float]:
        """Usual widths in pixels at 800x480 of the figures and details among which this cell stands."""
        figure, detail = self.letters
        return STRONG_LETTER * max(figure, len(self.value)), SOFT_LETTER * max(detail, len(self.detail))


@dataclass(frozen=True, slots=True)
class Parts:
    """Boxes of one cell. A part without room or words has no size."""

    strip: Box = NOTHING
    title: Box = NOTHING
    value: Box = NOTHING
    detail: Box = NOTHING
    signs: Box = NOTHING


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell's box in pixels from the board's upper left corner, and the part of it that no later cell covers."""

    box: Box
    shown: Box


def spots(board: Board, across: float, down: float, gap: float) -> tuple[Spot, ...]:
    """Where each cell lies, `across` x `down` pixels per unit. Later cells lie on top of earlier ones."""
    boxes = [
        Box(cell.x * across, cell.y * down, cell.width * across, cell.height * down).inset(gap / 2)
        for cell in board.cells
    ]
    return tuple(Spot(box, largest_free(box, boxes[number + 1 :])) for number, box in enumerate(boxes))


def parts(shown: Box, content: Content, sizes: Sizes) -> Parts:
    """How the visible part of a cell is shared out."""
    unit = sizes.px(1) if shown.width >= sizes.px(44) else 1.0
    inner, strip = shown.inset(4 * unit, 2 * unit), NOTHING
    if content.tinted:
        strip, inner = shown.inset(3 * unit, 2 * unit).split_left(5 * unit, 3 * unit)
    laid = replace(_laid(inner, content, sizes), strip=strip)
    return _with_signs(laid, inner, content, sizes) if content.signs else laid


def _with_signs(laid: Parts, box: Box, content: Content, sizes: Sizes) -> Parts:
    """Signs stand after the title; on a narrow cell beside the figure, or under the title, if that leaves it room."""
    narrow = box.width < sizes.px(84)
    if narrow and not content.value and box.height >= sizes.sign + sizes.px(13):
        rest, foot = box.split_bottom(sizes.sign)
        title, detail = (_above(part, rest) for part in (laid.title, laid.detail))
        return Parts(laid.strip, title, NOTHING, detail, _corner(foot, box.width, content.signs, sizes))
    figure = sizes.px(STRONG_LETTER) * len(content.value)
    low = narrow and content.value and figure + content.signs * sizes.sign <= laid.value.width
    row = laid.value if low else laid.title if laid.title.area > 0 else box
    corner = _corner(row, box.width, content.signs, sizes)
    title, value, detail = (_clear(part, corner) for part in (laid.title, laid.value, laid.detail))
    return Parts(laid.strip, title, value, detail, corner)


def _corner(row: Box, width: float, signs: int, sizes: Sizes) -> Box:
    """Square signs at the right end of a row; smaller in a low or narrow one, so that other rows keep their room."""
    side = min(sizes.sign, row.height, width / signs)
    return Box(row.right - signs * side, row.y, signs * side, side)


def _laid(box: Box, content: Content, sizes: Sizes) -> Parts:
    if not content.value and not content.detail:
        return Parts(title=box)
    if not content.value:
        title, detail = box.split_bottom(min(box.height * 0.45, sizes.px(18)))
        return Parts(title=title, detail=detail)
    if box.height < sizes.px(27):
        return _low(box, sizes)
    if box.height < sizes.px(48) and box.width >= sizes.px(84):
        return _flat(box, content, sizes)
    return _tall(box, content, sizes)


def _tall(box: Box, content: Content, sizes: Sizes) -> Parts:
    """Title above; below it the figure, and the detail beside the figure, or under it, while there is room."""
    line = sizes.px(14)
    titles = 2 if box.height >= sizes.px(52) else 1
    foot = max(min(box.height - titles * line, sizes.px(32)), sizes.px(14))
    figures, details = content.widths
    if content.detail and sizes.px(figures + details) <= box.width:
        title, row = box.split_bottom(foot)
        value, detail = row.split_left(sizes.px(figures))
        return Parts(title=title, value=value, detail=detail)
    if not content.detail or box.height < line * 3:
        title, value = box.split_bottom(foot)
        return Parts(title=title, value=value)
    rest, detail = box.split_bottom(line)
    titles = 2 if rest.height >= sizes.px(52) else 1
    title, value = rest.split_bottom(max(min(rest.height - titles * line, sizes.px(32)), line))
    return Parts(title=title, value=value, detail=detail)


def _flat(box: Box, content: Content, sizes: Sizes) -> Parts:
    """Title at the left; at the right the figure, and the detail under it where there is room."""
    title, right = box.split_left(box.width * 0.56, sizes.px(3))
    if not content.detail or box.height < sizes.px(34):
        return Parts(title=title, value=right)
    value, detail = right.split_bottom(sizes.px(15))
    return Parts(title=title, value=value, detail=detail)


def _low(box: Box, sizes: Sizes) -> Parts:
    """Room for one line: the figure is what people look for; the title beside it if it is wide enough."""
    if box.width < sizes.px(84):
        return Parts(value=box)
    title, value = box.split_left(box.width * 0.6, sizes.px(3))
    return Parts(title=title, value=value)


def _above(box: Box, rest: Box) -> Box:
    """The part of a box that lies in the rest of the cell."""
    return Box(box.x, box.y, box.width, max(0.0, min(box.bottom, rest.bottom) - box.y))


def _clear(box: Box, corner: Box) -> Box:
    """The box, narrowed where the signs in the corner would lie on it."""
    if not corner.overlaps(box):
        return box
    return Box(box.x, box.y, max(0.0, corner.x - box.x), box.height)
