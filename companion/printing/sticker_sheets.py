"""Where labels go on a sheet: stickers that are sold cut, any sheet by its measures, or plain paper with cut marks.

The measures of stickers are those that their makers print on the packets: millimetres from the sheet's upper left
corner. A sheet whose measures are not here is written out as `WIDTHxHEIGHT:COLUMNSxROWS@LEFT,TOP+PITCHxPITCH`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.table import Box
from companion.errors import ConfigError
from companion.printing.pdf_document import PAPERS
from vision.labels import MARGIN_MODULES, MODULES

A4, LETTER = PAPERS["a4"], PAPERS["letter"]

MARGIN_MM = 12.0
"""What no printer fails to print on, and room for a line about the sheet."""

CUT_GAP_MM = 4.0
"""Between two labels that are cut: their marks stand in it."""

WHITE_EDGE_MM = 1.0
"""White outside a label's ring, so that a crooked cut does not reach it."""

WORDS_SHARE, WORDS_MM = 0.3, (4.5, 8.0)
"""Under a label that is cut: its piece's name and its code, which stay with it; of the label's edge, and from to."""


@dataclass(frozen=True, slots=True)
class StickerSheet:
    """A grid of stickers on paper; `cut` if they are cut by hand and need marks. All lengths in millimetres."""

    paper: tuple[float, float]
    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    cut: bool = False

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def places(self) -> Iterator[Box]:
        """The stickers, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                left, top = self.left + column * self.pitch_x, self.top + row * self.pitch_y
                yield Box(left, top, left + self.width, top + self.height)


def _centred(
    paper: tuple[float, float], size: tuple[float, float], grid: tuple[int, int], pitch: tuple[float, float]
) -> StickerSheet:
    """A sheet with the same margins left and right, above and below."""
    (width, height), (columns, rows), (pitch_x, pitch_y) = size, grid, pitch
    left = (paper[0] - (columns - 1) * pitch_x - width) / 2
    top = (paper[1] - (rows - 1) * pitch_y - height) / 2
    return StickerSheet(paper, width, height, columns, rows, left, top, pitch_x, pitch_y)


STICKERS = {
    "L7651": _centred(A4, (38.1, 21.2), (5, 13), (40.6, 21.2)),
    "L4731": _centred(A4, (25.4, 10.0), (7, 27), (27.9, 10.0)),
    "L4732": _centred(A4, (35.6, 16.9), (5, 16), (38.1, 16.9)),
    "L7636": _centred(A4, (45.7, 21.2), (4, 12), (48.3, 21.2)),
    "L7654": _centred(A4, (45.7, 25.4), (4, 10), (48.3, 25.4)),
    "L7160": _centred(A4, (63.5, 38.1), (3, 7), (66.0, 38.1)),
    "L7159": _centred(A4, (63.5, 33.9), (3, 8), (66.0, 33.9)),
    "L7163": _centred(A4, (99.1, 38.1), (2, 7), (101.6, 38.1)),
    "3474": _centred(A4, (70.0, 37.0), (3, 8), (70.0, 37.0)),
    "3475": _centred(A4, (70.0, 36.0), (3, 8), (70.0, 36.0)),
    "3481": _centred(A4, (70.0, 41.0), (3, 7), (70.0, 41.0)),
    "5160": _centred(LETTER, (66.675, 25.4), (3, 10), (69.85, 25.4)),
    "5167": _centred(LETTER, (44.45, 12.7), (4, 20), (52.3875, 12.7)),
    "5163": _centred(LETTER, (101.6, 50.8), (2, 5), (106.3625, 50.8)),
}
"""Avery and Zweckform by their numbers."""

_FREE = re.compile(
    r"(?P<width>[\d.]+)x(?P<height>[\d.]+):(?P<columns>\d+)x(?P<rows>\d+)"
    r"@(?P<left>[\d.]+),(?P<top>[\d.]+)(?:\+(?P<pitch_x>[\d.]+)x(?P<pitch_y>[\d.]+))?"
)


def plain_paper(paper: str, label_mm: float) -> StickerSheet:
    """As many labels with their words as the paper takes, to be cut out."""
    size = PAPERS[paper]
    width, height = cut_size(label_mm)
    pitch_x, pitch_y = width + CUT_GAP_MM, height + CUT_GAP_MM
    columns = int((size[0] - 2 * MARGIN_MM + CUT_GAP_MM) / pitch_x)
    rows = int((size[1] - 2 * MARGIN_MM + CUT_GAP_MM) / pitch_y)
    return StickerSheet(size, width, height, columns, rows, MARGIN_MM, MARGIN_MM, pitch_x, pitch_y, cut=True)


def cut_size(label_mm: float) -> tuple[float, float]:
    """Width and height of what is cut out of plain paper for a label of that edge."""
    words = min(max(WORDS_SHARE * label_mm, WORDS_MM[0]), WORDS_MM[1])
    return label_mm + 2 * WHITE_EDGE_MM, label_mm + 2 * WHITE_EDGE_MM + words


def largest_on(room: float) -> float:
    """The edge of the largest label with enough white outside its ring, on a sticker whose shorter side is `room`."""
    return (room - 2 * WHITE_EDGE_MM) / (1 - 2 * MARGIN_MODULES / MODULES)


def stickers(name: str, paper: str, label_mm: float) -> StickerSheet:
    """The sheet with this number, or with the measures written in `name`, for labels of this edge.

    Raises ConfigError for what is neither, for stickers beyond the paper, and for stickers too small for the label.
    """
    sheet = STICKERS.get(name.upper()) or _free(name, PAPERS[paper])
    last = list(sheet.places())[-1:]
    if not last or last[0].right > sheet.paper[0] + 0.1 or last[0].bottom > sheet.paper[1] + 0.1:
        raise ConfigError(f"The stickers {name} do not lie on the paper; measure the sheet again.")
    if label_mm > (room := min(sheet.width, sheet.height)):
        raise ConfigError(
            f"A label of {label_mm:g} mm does not fit on stickers of {sheet.width:g} x {sheet.height:g} mm;"
            f" use --label-mm {room:g} or less, or larger stickers."
        )
    return sheet


def _free(name: str, paper: tuple[float, float]) -> StickerSheet:
    found = _FREE.fullmatch(name)
    if found is None:
        raise ConfigError(
            f"There are no stickers {name!r}; use {', '.join(STICKERS)}, or their measures in millimetres as in"
            " 38.1x21.2:5x13@4.75,10.7+40.6x21.2 (size, columns and rows, left and top margin, pitch)."
        )
    try:
        size = {key: float(value) for key, value in found.groupdict().items() if value is not None}
    except ValueError:
        raise ConfigError(f"The stickers {name!r} have a measure that is no number.") from None
    columns, rows = int(size.pop("columns")), int(size.pop("rows"))
    return StickerSheet(
        paper,
        size["width"],
        size["height"],
        columns,
        rows,
        size["left"],
        size["top"],
        size.get("pitch_x", size["width"]),
        size.get("pitch_y", size["height"]),
    )
