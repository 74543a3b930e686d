"""Sheets of labels as vector PDF, and each label as a picture of its own.

Print at 100 %: a label measures `label_mm` from outer edge to outer edge, white margin included. Its piece's name and
its code stand inside the cut, so that a label is never anonymous.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.core.table import Box, Tag
from companion.core.tags import readable
from companion.errors import ConfigError, ImageError
from companion.printing.first_page import LabelGroup, SheetEntry, first_page
from companion.printing.page_parts import CODE_POINTS, cut_marks, shifted
from companion.printing.pdf_document import PdfDocument, fits, wrapped
from companion.printing.sticker_sheets import MARGIN_MM, WHITE_EDGE_MM, StickerSheet, cut_size, largest_on
from vision.labels import label_image

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
