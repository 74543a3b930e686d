"""Sheets of labels as vector PDF, and each label as a picture of its own.

Print at 100 %: a label measures `label_mm` from outer edge to outer edge, white margin included. Its piece's name and
its code stand inside the cut, so that a label is never anonymous.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.core.table import Box, Tag
from companion.core.tags import readable
from companion.errors import ConfigError, ImageError
from companion.printing.first_page import LabelGroup, SheetEntry, first_page
from companion.printing.pdf_document import CODE_POINTS, PAPERS, PdfDocument, cut_marks, fits, shifted, wrapped
from vision.labels import MARGIN_MODULES, MODULES, label_image

# --- on bought stickers ---
#
# Where labels go on a sheet: stickers that are sold cut, any sheet by its measures, or plain paper with cut marks.
#
# The measures of stickers are those that their makers print on the packets: millimetres from the sheet's upper left
# corner. A sheet whose measures are not here is written out as `WIDTHxHEIGHT:COLUMNSxROWS@LEFT,TOP+PITCHxPITCH`.


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


# --- on paper ---


LONGEST_FILE_NAME = 60

UNPRINTABLE_MM = 5.0
"""So near to the paper's edge most printers print nothing; some sheets have stickers up to it."""

SMALL_POINTS = (7.0, 6.5, 6.0, 5.5, 5.0, 4.5)
"""What a name may be printed with on its label, the largest that fits."""

LINE = 1.15
"""Of a line's height to its letters'."""

BESIDE_MM = 14.0
"""With so much room at its side, a label has its words beside it, else below."""


@dataclass(frozen=True, slots=True)
class SheetPrint:
    """What a set of label sheets looks like. `start` is the first sticker that is still there, from 1; `offset` moves
    everything right and down, for a printer that does not print where it should. Lengths in millimetres.
    """

    title: str
    stickers: StickerSheet
    label_mm: float = 20.0
    start: int = 1
    offset: tuple[float, float] = (0.0, 0.0)


def labels_pdf(path: Path, groups: Sequence[LabelGroup], sheet: SheetPrint) -> int:
    """Writes a first page that tells what goes where, then the sheets: each label with its piece's name and code.

    Returns how many pages. Raises ImageError when the file cannot be written, ConfigError for a `start` beyond a sheet.
    """
    entries = [entry for group in groups for entry in group.entries]
    if not 1 <= sheet.start <= sheet.stickers.count:
        raise ConfigError(f"A sheet has {sheet.stickers.count} stickers; the first cannot be number {sheet.start}.")
    paper = PdfDocument(path, sheet.stickers.paper, title=sheet.title)
    first_page(paper, groups, sheet.title)
    places = list(sheet.stickers.places())
    waiting = [None] * (sheet.start - 1) + [*entries]
    pages = [waiting[at : at + len(places)] for at in range(0, len(waiting), len(places))]
    for number, page in enumerate(pages, start=1):
        paper.next_page()
        words = f"{sheet.title}, sheet {number} of {len(pages)}. To be printed at 100 %."
        paper.text(MARGIN_MM, 6.0, words if sheet.stickers.top > 8.0 else "", CODE_POINTS)
        for entry, place in zip(page, places, strict=False):
            if entry is not None:
                _draw_sticker(paper, entry, shifted(place, *sheet.offset), sheet)
    paper.next_page()
    paper.save()
    return len(pages) + 1


def offset_test_pdf(path: Path, sheet: SheetPrint) -> None:
    """Writes the outlines of the stickers with a scale at the first: to be held against a sheet before the light."""
    paper = PdfDocument(path, sheet.stickers.paper, title=sheet.title)
    for place in sheet.stickers.places():
        paper.outline(shifted(place, *sheet.offset), gray=0.0)
    first = shifted(next(sheet.stickers.places()), *sheet.offset)
    for step in range(-3, 4):
        x, y = first.left + step, first.top + step
        paper.line((x, first.top - 2.0), (x, first.top), gray=0.0)
        paper.line((first.left - 2.0, y), (first.left, y), gray=0.0)
    paper.text(first.left + 2, first.top + 5, "Held against the light: outlines and stickers should agree.", 6.0)
    paper.text(first.left + 2, first.top + 8, "If not, measure and print with --offset RIGHT,DOWN (mm).", 6.0)
    paper.next_page()
    paper.save()


def labels_png(
    folder: Path, entries: Iterable[SheetEntry], pixels_per_module: int = 12, *, named: bool = True
) -> list[Path]:
    """Writes one picture a tag and returns the paths. Raises ImageError when it cannot.

    A picture is called by its whole payload, and by its piece's name as well if it is to be `named`.
    """
    return [_write_png(folder / _file_name(entry, named), entry.tag, pixels_per_module) for entry in entries]


def _file_name(entry: SheetEntry, named: bool) -> str:
    letters = (letter if letter.isalnum() else "-" for letter in unicodedata.normalize("NFC", entry.name))
    words = re.sub("-+", "-", "".join(letters)).strip("-")[:LONGEST_FILE_NAME]
    return f"{entry.tag}-{words}.png" if named and words else f"{entry.tag}.png"


def _draw_sticker(paper: PdfDocument, entry: SheetEntry, place: Box, sheet: SheetPrint) -> None:
    """The label at the sticker's left with its words beside it, or above them; everything inside the cut."""
    if sheet.stickers.cut:
        width, height = cut_size(entry.label_mm)
        place = Box(place.left, place.top, place.left + width, place.top + height)
    else:
        place = _printable(place, sheet.stickers.paper, entry.label_mm)
    width, height = place.right - place.left, place.bottom - place.top
    label_mm = min(entry.label_mm, largest_on(min(width, height)))
    edge = min(WHITE_EDGE_MM, (min(width, height) - label_mm) / 2)
    if width - label_mm >= BESIDE_MM:
        paper.label(entry.tag, (place.left + edge + label_mm / 2, (place.top + place.bottom) / 2), label_mm)
        words = Box(place.left + label_mm + 2 * edge, place.top + 1, place.right - 1, place.bottom - 1)
    else:
        paper.label(entry.tag, ((place.left + place.right) / 2, place.top + edge + label_mm / 2), label_mm)
        words = Box(place.left + 0.5, place.top + label_mm + 2 * edge, place.right - 0.5, place.bottom)
    _draw_words(paper, [entry.name, readable(entry.tag)], words)
    if sheet.stickers.cut:
        cut_marks(paper, place)


def _printable(place: Box, paper: tuple[float, float], label_mm: float) -> Box:
    """What of a sticker at the paper's edge printers can print on; all of it where that is too little for the label."""
    inside = Box(
        max(place.left, UNPRINTABLE_MM),
        max(place.top, UNPRINTABLE_MM),
        min(place.right, paper[0] - UNPRINTABLE_MM),
        min(place.bottom, paper[1] - UNPRINTABLE_MM),
    )
    room = min(inside.right - inside.left, inside.bottom - inside.top)
    return inside if largest_on(room) >= label_mm else place


def _draw_words(paper: PdfDocument, words: Sequence[str], box: Box) -> None:
    """Each text on lines of its own, as large as the box allows; what does not fit at all is left out."""
    for points in SMALL_POINTS:
        line_mm = points * LINE * 25.4 / 72
        lines = [line for text in words for line in wrapped(text, points, box.right - box.left)]
        if len(lines) * line_mm <= box.bottom - box.top and fits(lines, points, box.right - box.left):
            for number, line in enumerate(lines):
                paper.text(box.left, box.top + (number + 0.85) * line_mm, line, points)
            return
    if len(words) > 1:
        # Where lines of their own need too much room, the name goes on behind the code; at last the code stays alone.
        joined = f"{words[-1]} {words[0]}"
        _draw_words(paper, [joined] if _fits(joined, box) else words[1:], box)


def _fits(words: str, box: Box) -> bool:
    """Whether the words fit into the box in the smallest letters."""
    lines = wrapped(words, SMALL_POINTS[-1], box.right - box.left)
    room = box.bottom - box.top >= len(lines) * SMALL_POINTS[-1] * LINE * 25.4 / 72
    return room and fits(lines, SMALL_POINTS[-1], box.right - box.left)


def _write_png(path: Path, tag: Tag, pixels_per_module: int) -> Path:
    _, data = cv2.imencode(".png", label_image(tag, pixels_per_module))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
    except OSError as failure:
        reason = failure.strerror
        raise ImageError(f"The picture {path} cannot be written ({reason}); choose another place.") from failure
    return path
