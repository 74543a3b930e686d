"""What is printed: sheets of labels and the table mat as vector PDF, and each label as a picture of its own.

Print at 100 %: a label measures `label_mm` from outer edge to outer edge, white margin included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from companion.core.table import Box, Pose, Tag
from companion.core.tags import readable
from companion.errors import ImageError
from companion.printing.pdf_document import A4_MM, PdfDocument, wrapped
from vision.labels import label_image

MARGIN_MM = 12.0
TEXT_MM = 38.0
"""Room for a piece's name beside its label."""

GAP_MM = 3.0
ROW_GAP_MM = 6.0
HEADING_MM = 8.0
NAME_POINTS = 9.0
NAME_LINE_MM = 4.2
CODE_POINTS = 7.5
TICK_MM = 1.6

PAGE_MARGIN_MM = 10.0
"""What most printers cannot print on."""

OVERLAP_MM = 8.0
"""Neighbouring pages of the mat share this much, for the glue."""


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One label to print, and the name of the piece it goes on."""

    tag: Tag
    name: str


@dataclass(frozen=True, slots=True)
class MatDrawing:
    """The mat to print, in millimetres: its size, its anchors, and named outlines."""

    width: float
    height: float
    anchors: Mapping[Tag, Pose]
    zones: Mapping[str, Box] = field(default_factory=dict)
    label_mm: float = 20.0


def labels_pdf(path: Path, entries: Sequence[SheetEntry], label_mm: float = 20.0) -> int:
    """Writes A4 sheets: every label, its piece's name beside it, its readable code below. Returns how many pages.

    Raises ImageError when the file cannot be written.
    """
    paper = PdfDocument(path)
    across, down = _cells(label_mm)
    sheets = [entries[start : start + across * down] for start in range(0, len(entries), across * down)]
    for number, sheet in enumerate(sheets, start=1):
        heading = f"Labels of {label_mm:g} mm, to be printed at 100 %. Sheet {number} of {len(sheets)}."
        paper.text(MARGIN_MM, MARGIN_MM, heading, CODE_POINTS)
        for index, entry in enumerate(sheet):
            x = MARGIN_MM + index % across * _cell_width(label_mm)
            y = MARGIN_MM + HEADING_MM + index // across * (label_mm + ROW_GAP_MM)
            _draw_entry(paper, entry, (x, y), label_mm)
        paper.next_page()
    paper.save()
    return len(sheets)


def labels_png(folder: Path, entries: Iterable[SheetEntry], pixels_per_module: int = 12) -> list[Path]:
    """Writes one picture a tag, named by its whole payload, and returns the paths. Raises ImageError when it cannot."""
    return [_write_png(folder, entry.tag, pixels_per_module) for entry in entries]


def mat_pdf(path: Path, mat: MatDrawing) -> int:
    """Writes the mat in real size over A4 pages to be glued, with crop marks. Returns how many pages.

    No page ends inside an anchor. Raises ImageError when the file cannot be written.
    """
    paper = PdfDocument(path)
    room = [edge - 2 * PAGE_MARGIN_MM for edge in A4_MM]
    reach = mat.label_mm / 2 + OVERLAP_MM
    columns = cuts(mat.width, room[0], [(pose.x - reach, pose.x + reach) for pose in mat.anchors.values()])
    rows = cuts(mat.height, room[1], [(pose.y - reach, pose.y + reach) for pose in mat.anchors.values()])
    for row, (top, bottom) in enumerate(rows, start=1):
        for column, (left, right) in enumerate(columns, start=1):
            _draw_tile(paper, mat, Box(left, top, right, bottom))
            part = f"row {row} of {len(rows)}, column {column} of {len(columns)}"
            words = f"Mat, {part}. To be printed at 100 %: this line is 50 mm."
            paper.text(PAGE_MARGIN_MM + 54, A4_MM[1] - 4.0, words, CODE_POINTS)
            paper.line((PAGE_MARGIN_MM, A4_MM[1] - 5.0), (PAGE_MARGIN_MM + 50, A4_MM[1] - 5.0), gray=0.0)
            paper.next_page()
    paper.save()
    return len(rows) * len(columns)


def cuts(length: float, room: float, whole: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Cuts a length into overlapping pieces of at most `room`; the spans to be kept whole are not cut.

    A span longer than a piece can only be cut after all.
    """
    spans = sorted(whole)
    pieces: list[tuple[float, float]] = []
    start = 0.0
    while length - start > room:
        end = start + room
        for low, high in reversed(spans):
            if low < end < high and low > start + OVERLAP_MM:
                end = low
        pieces.append((start, end))
        start = end - OVERLAP_MM
    return [*pieces, (start, length)]


def _cells(label_mm: float) -> tuple[int, int]:
    width, height = (edge - 2 * MARGIN_MM for edge in A4_MM)
    down = int((height - HEADING_MM + ROW_GAP_MM) / (label_mm + ROW_GAP_MM))
    return max(int(width / _cell_width(label_mm)), 1), max(down, 1)


def _cell_width(label_mm: float) -> float:
    return label_mm + GAP_MM + TEXT_MM


def _draw_entry(paper: PdfDocument, entry: SheetEntry, place: tuple[float, float], label_mm: float) -> None:
    x, y = place
    paper.label(entry.tag, (x + label_mm / 2, y + label_mm / 2), label_mm)
    _ticks(paper, Box(x, y, x + label_mm, y + label_mm))
    for number, line in enumerate(wrapped(entry.name, NAME_POINTS, TEXT_MM - GAP_MM)):
        paper.text(x + label_mm + GAP_MM, y + 4.5 + number * NAME_LINE_MM, line, NAME_POINTS)
    paper.text(x, y + label_mm + 3.4, readable(entry.tag), CODE_POINTS)


def _ticks(paper: PdfDocument, box: Box) -> None:
    """Where to cut: short lines outside the box, so that they never touch a label's white edge."""
    for x, away_x in ((box.left, -TICK_MM), (box.right, TICK_MM)):
        for y, away_y in ((box.top, -TICK_MM), (box.bottom, TICK_MM)):
            paper.line((x, y), (x + away_x, y))
            paper.line((x, y), (x, y + away_y))


def _draw_tile(paper: PdfDocument, mat: MatDrawing, tile: Box) -> None:
    """The part of the mat in `tile`, at real size from the page's margin on."""
    dx, dy = PAGE_MARGIN_MM - tile.left, PAGE_MARGIN_MM - tile.top
    on_page = _shifted(tile, dx, dy)
    paper.clip(on_page)
    paper.outline(_shifted(Box(0, 0, mat.width, mat.height), dx, dy), gray=0.0)
    lower: list[Box] = []
    for name, box in mat.zones.items():
        lies_on_others = any(box.overlaps(other) for other in lower)
        lower.append(box)
        paper.outline(_shifted(box, dx, dy), dashed=lies_on_others)
        if not lies_on_others:
            _draw_name(paper, name, _shifted(box, dx, dy))
    for tag, pose in mat.anchors.items():
        paper.label(tag, (pose.x + dx, pose.y + dy), mat.label_mm, pose.rotation)
    paper.unclip()
    _ticks(paper, on_page)


def _draw_name(paper: PdfDocument, name: str, box: Box) -> None:
    """Inside the zone's upper edge, in as many lines as its width needs."""
    for number, line in enumerate(wrapped(name, NAME_POINTS, box.right - box.left - 4.0)):
        paper.text(box.left + 2.0, box.top + 5.0 + number * NAME_LINE_MM, line, NAME_POINTS)


def _shifted(box: Box, dx: float, dy: float) -> Box:
    return Box(box.left + dx, box.top + dy, box.right + dx, box.bottom + dy)


def _write_png(folder: Path, tag: Tag, pixels_per_module: int) -> Path:
    path = folder / f"{tag}.png"
    _, data = cv2.imencode(".png", label_image(tag, pixels_per_module))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
    except OSError as failure:
        reason = failure.strerror
        raise ImageError(f"The picture {path} cannot be written ({reason}); choose another place.") from failure
    return path
