"""The table mat as vector PDF: real size, over pages to be glued."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from string import ascii_uppercase

from companion.core.table import Box, Pose, Tag
from companion.core.text import Text, say, say_plural
from companion.core.zones import corner_anchors
from companion.printing.pdf_document import CODE_POINTS, PAPERS, PdfDocument, cut_marks, fits, shifted, wrapped

NAME_POINTS = 9.0
NAME_LINE_MM = 4.2

PAGE_MARGIN_MM = 10.0
"""What most printers cannot print on."""

FOOT_MM = 5.0
"""For a line about the page."""

DESCENT_MM = 1.0
"""Of that, what letters reach below their line."""

PLAN_POINTS = 14.0

GROUND = 0.55
"""The grey of the dice's place, as `vision.dice` is measured with."""

OVERLAP_MM = 8.0
"""Neighbouring pages of the mat share this much, for the glue."""


@dataclass(frozen=True, slots=True)
class MatDrawing:
    """The mat to print, in millimetres: its size, its anchors, and named outlines."""

    width: float
    height: float
    anchors: Mapping[Tag, Pose]
    zones: Mapping[str, Box] = field(default_factory=dict)
    label_mm: float = 20.0
    turned: Collection[str] = ()
    """The zones of players at the far edge, who read from there."""
    grey: Collection[str] = ()
    """The zones that are printed grey."""


@dataclass(frozen=True, slots=True)
class MatPages:
    """How a mat is divided: the paper's size, and the spans of columns and rows on the mat, in millimetres."""

    paper: tuple[float, float]
    columns: tuple[tuple[float, float], ...]
    rows: tuple[tuple[float, float], ...]

    def tiles(self) -> Iterator[tuple[str, Box]]:
        """Each page by its name (`B3`: second row, third column) and what of the mat is on it."""
        for row, (top, bottom) in enumerate(self.rows):
            for column, (left, right) in enumerate(self.columns, start=1):
                yield f"{ascii_uppercase[row % 26]}{column}", Box(left, top, right, bottom)


def mat_pages(mat: MatDrawing, paper: str = "a4") -> MatPages:
    """The division that needs fewest pages, upright or lying; a `roll` takes the whole mat on one."""
    if paper == "roll":
        size = mat.width + 2 * PAGE_MARGIN_MM, mat.height + 2 * PAGE_MARGIN_MM + FOOT_MM
        return MatPages(size, ((0.0, mat.width),), ((0.0, mat.height),))
    short, long = PAPERS[paper]
    both = (_divided(mat, (short, long)), _divided(mat, (long, short)))
    return min(both, key=lambda pages: len(pages.columns) * len(pages.rows))


def _divided(mat: MatDrawing, paper: tuple[float, float]) -> MatPages:
    width, height = paper[0] - 2 * PAGE_MARGIN_MM, paper[1] - 2 * PAGE_MARGIN_MM - FOOT_MM
    reach = mat.label_mm / 2 + OVERLAP_MM
    columns = cuts(mat.width, width, [(pose.x - reach, pose.x + reach) for pose in mat.anchors.values()])
    rows = cuts(mat.height, height, [(pose.y - reach, pose.y + reach) for pose in mat.anchors.values()])
    return MatPages(paper, tuple(columns), tuple(rows))


def mat_pdf(path: Path, mat: MatDrawing, paper: str = "a4") -> int:
    """Writes the mat in real size over pages to be glued, with a plan of them first. Returns how many pages.

    No page ends inside an anchor, and no words at a joint. Pages on which nothing is drawn are left out. Raises
    ImageError when the file cannot be written.
    """
    pages = mat_pages(mat, paper)
    document = PdfDocument(path, pages.paper, title=str(say("Table mat")))
    tiles = [(name, tile) for name, tile in pages.tiles() if _is_drawn_on(mat, tile)]
    if len(tiles) > 1:
        _draw_plan(document, mat, pages, tiles)
        document.next_page()
    for name, tile in tiles:
        _draw_tile(document, mat, tile)
        _draw_foot(document, say("Mat, page {page}. Print at 100 %: this line is 50 mm.", page=name))
        document.next_page()
    document.save()
    return len(tiles) + (len(tiles) > 1)


def _is_drawn_on(mat: MatDrawing, tile: Box) -> bool:
    half = mat.label_mm / 2
    labels = (Box(pose.x - half, pose.y - half, pose.x + half, pose.y + half) for pose in mat.anchors.values())
    return any(box.overlaps(tile) for box in (*labels, *mat.zones.values()))


def _draw_foot(document: PdfDocument, words: Text) -> None:
    y = document.height_mm - PAGE_MARGIN_MM - DESCENT_MM
    document.line((PAGE_MARGIN_MM, y), (PAGE_MARGIN_MM + 50, y), gray=0.0)
    document.text(PAGE_MARGIN_MM + 54, y, str(words), CODE_POINTS)


def _draw_plan(document: PdfDocument, mat: MatDrawing, pages: MatPages, tiles: Sequence[tuple[str, Box]]) -> None:
    """The whole mat, small, with its pages: which lies where."""
    count = say_plural("The mat is on {count} page", "The mat is on {count} pages", len(tiles))
    how = say(
        "{pages}. Cut each along its marks at the right and below and glue it over its neighbour by {overlap} mm, in"
        " the order of the plan: rows from the far side of the table, columns from the left.",
        pages=count,
        overlap=f"{OVERLAP_MM:g}",
    )
    y = PAGE_MARGIN_MM + 8.0
    for line in wrapped(str(how), NAME_POINTS, pages.paper[0] - 2 * PAGE_MARGIN_MM):
        document.text(PAGE_MARGIN_MM, y, line, NAME_POINTS)
        y += NAME_LINE_MM
    room = pages.paper[0] - 2 * PAGE_MARGIN_MM, document.height_mm - y - PAGE_MARGIN_MM - FOOT_MM
    scale = min(room[0] / mat.width, room[1] / mat.height)

    def placed(box: Box) -> Box:
        left, top = PAGE_MARGIN_MM, y + 2.0
        return Box(left + box.left * scale, top + box.top * scale, left + box.right * scale, top + box.bottom * scale)

    for box in mat.zones.values():
        document.outline(placed(box), gray=0.75)
    for tag, pose in mat.anchors.items():
        middle = placed(Box(pose.x, pose.y, pose.x, pose.y))
        document.label(tag, (middle.left, middle.top), mat.label_mm * scale, pose.rotation)
    for name, tile in tiles:
        small = placed(tile)
        document.outline(small, gray=0.0)
        document.text((small.left + small.right) / 2 - 4.0, (small.top + small.bottom) / 2, name, PLAN_POINTS)
    _draw_foot(document, say("Plan of the mat."))


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


def _draw_tile(paper: PdfDocument, mat: MatDrawing, tile: Box) -> None:
    """The part of the mat in `tile`, at real size from the page's margin on."""
    dx, dy = PAGE_MARGIN_MM - tile.left, PAGE_MARGIN_MM - tile.top
    on_page = shifted(tile, dx, dy)
    paper.clip(on_page)
    paper.outline(shifted(Box(0, 0, mat.width, mat.height), dx, dy), gray=0.0)
    lower: list[Box] = []
    for name, box in mat.zones.items():
        lies_on_others = any(box.overlaps(other) for other in lower)
        lower.append(box)
        paper.outline(shifted(box, dx, dy), dashed=lies_on_others, ground=GROUND if name in mat.grey else None)
        if not lies_on_others:
            _draw_name(paper, name, shifted(box, dx, dy), on_page, turned=name in mat.turned)
    for tag, pose in mat.anchors.items():
        paper.label(tag, (pose.x + dx, pose.y + dy), mat.label_mm, pose.rotation)
    paper.unclip()
    cut_marks(paper, on_page)


def _draw_name(document: PdfDocument, name: str, box: Box, tile: Box, *, turned: bool) -> None:
    """Inside the zone's edge that is upper to its player, if that part of the page has room for all of it.

    Another page has it else.
    """
    seen = Box(max(box.left, tile.left), box.top, min(box.right, tile.right), box.bottom)
    lines = wrapped(name, NAME_POINTS, seen.right - seen.left - 4.0)
    if not fits(lines, NAME_POINTS, seen.right - seen.left - 4.0):
        return
    high = 5.0 + len(lines) * NAME_LINE_MM
    if turned and tile.top <= seen.bottom - high and seen.bottom <= tile.bottom:
        for number, line in enumerate(lines):
            y = seen.bottom - 5.0 - number * NAME_LINE_MM
            document.text(seen.right - 2.0, y, line, NAME_POINTS, turned=True)
    if not turned and tile.top <= seen.top and seen.top + high <= tile.bottom:
        for number, line in enumerate(lines):
            document.text(seen.left + 2.0, seen.top + 5.0 + number * NAME_LINE_MM, line, NAME_POINTS)


# --- without a mat ---


def corners_pdf(path: Path, mat: MatDrawing, paper: str = "a4") -> int:
    """Writes one page with the labels of the mat's corners, and how far apart they are taped on any table.

    Returns how many pages. Raises ImageError when the file cannot be written.
    """
    document = PdfDocument(path, PAPERS[paper], title=str(say("Corners of the table")))
    corners = list(corner_anchors(mat.anchors, (mat.width, mat.height)).items())
    left, across = corners[0][1], corners[1][1].x - corners[0][1].x
    down = corners[3][1].y - left.y
    how = say(
        "Print at 100 %. Cut the four labels out along their marks and tape them onto the table, upright and flat, as"
        " the drawing shows: their middles {across} mm apart from left to right and {down} mm from the far edge to the"
        " near one. Measure both diagonals: they are {diagonal} mm. The screen shows where everything lies.",
        across=f"{across:.0f}",
        down=f"{down:.0f}",
        diagonal=f"{hypot(across, down):.0f}",
    )
    y = PAGE_MARGIN_MM + 8.0
    for line in wrapped(str(how), NAME_POINTS, PAPERS[paper][0] - 2 * PAGE_MARGIN_MM):
        document.text(PAGE_MARGIN_MM, y, line, NAME_POINTS)
        y += NAME_LINE_MM
    scale = (PAPERS[paper][0] - 2 * PAGE_MARGIN_MM - 30.0) / mat.width
    box = Box(PAGE_MARGIN_MM + 15.0, y + 6.0, PAGE_MARGIN_MM + 15.0 + mat.width * scale, y + 6.0 + mat.height * scale)
    document.outline(box, gray=0.0)
    for number, (_, pose) in enumerate(corners, start=1):
        x, at = box.left + pose.x * scale, box.top + pose.y * scale
        document.outline(Box(x - 3, at - 3, x + 3, at + 3), gray=0.0)
        document.text(x - 1.2, at + 1.6, str(number), NAME_POINTS)
    y = box.bottom + 12.0
    for number, (tag, pose) in enumerate(corners, start=1):
        x = PAGE_MARGIN_MM + 6.0 + (number - 1) * (mat.label_mm + 22.0)
        place = Box(x, y, x + mat.label_mm + 2.0, y + mat.label_mm + 9.0)
        document.label(tag, (x + 1.0 + mat.label_mm / 2, y + 1.0 + mat.label_mm / 2), mat.label_mm, pose.rotation)
        document.text(x + 1.0, y + mat.label_mm + 6.0, str(say("Corner {number}", number=number)), NAME_POINTS)
        cut_marks(document, place)
    document.next_page()
    document.save()
    return 1
