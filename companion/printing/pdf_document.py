"""Pages of a vector PDF, measured like the mat: millimetres from the upper left corner, y down."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.core.table import Box, Tag
from companion.errors import ImageError
from companion.typefaces import MEDIUM, typeface
from vision.labels import MODULES, half_modules

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Sizes in millimetres, upright."""

A4_MM = PAPERS["a4"]
HAIRLINE_MM = 0.1


class PdfDocument:
    """Pages of one size. Saving the same drawings gives the same bytes."""

    def __init__(self, path: Path, size_mm: tuple[float, float] = A4_MM, title: str = "") -> None:
        self._path = path
        self.height_mm = size_mm[1]
        self._canvas = Canvas(str(path), pagesize=(size_mm[0] * mm, size_mm[1] * mm), invariant=1)
        self._canvas.setCreator("companion")
        self._canvas.setAuthor("Table companion")
        self._canvas.setTitle(title)

    def next_page(self) -> None:
        self._canvas.showPage()

    def save(self) -> None:
        """Raises ImageError when the file cannot be written."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._canvas.save()
        except OSError as failure:
            reason = failure.strerror
            raise ImageError(f"The sheet {self._path} cannot be written ({reason}); choose another place.") from failure

    def text(self, x: float, y: float, words: str, points: float, *, turned: bool = False) -> None:
        """One line whose baseline starts at (x, y); `turned` it runs to the left, to be read from the other side."""
        self._canvas.saveState()
        self._canvas.setFillGray(0.0)
        self._canvas.setFont(font(), points)
        self._canvas.translate(x * mm, self._up(y))
        self._canvas.rotate(180 if turned else 0)
        self._canvas.drawString(0, 0, printable(words))
        self._canvas.restoreState()

    def line(self, start: tuple[float, float], end: tuple[float, float], gray: float = 0.6) -> None:
        self._canvas.setLineWidth(HAIRLINE_MM * mm)
        self._canvas.setStrokeGray(gray)
        self._canvas.line(start[0] * mm, self._up(start[1]), end[0] * mm, self._up(end[1]))

    def outline(
        self, box: Box, gray: float = 0.6, dashed: bool = False, covers: bool = False, ground: float | None = None
    ) -> None:
        """Its edge; what lies under it shows through unless it `covers` that, or has a grey `ground`."""
        self._canvas.setLineWidth(0.3 * mm)
        self._canvas.setStrokeGray(gray)
        self._canvas.setDash([2 * mm, 1.5 * mm] if dashed else [])
        self._canvas.setFillGray(1.0 if ground is None else ground)
        width, height = box.right - box.left, box.bottom - box.top
        self._canvas.rect(
            box.left * mm, self._up(box.bottom), width * mm, height * mm, stroke=1, fill=covers or ground is not None
        )
        self._canvas.setDash([])

    def label(self, tag: Tag, middle: tuple[float, float], label_mm: float, rotation: float = 0.0) -> None:
        """A label as filled rectangles on white, turned clockwise about its middle.

        Everything black is one path: separate rectangles would show hair-thin seams in some viewers.
        """
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(middle[0] * mm, self._up(middle[1]))
        canvas.rotate(-rotation)
        canvas.setFillGray(1.0)
        canvas.rect(-label_mm / 2 * mm, -label_mm / 2 * mm, label_mm * mm, label_mm * mm, stroke=0, fill=1)
        path = canvas.beginPath()
        step = label_mm / MODULES / 2 * mm
        for left, top, right, bottom in _black_rectangles(tag):
            path.rect((left - MODULES) * step, (MODULES - bottom) * step, (right - left) * step, (bottom - top) * step)
        canvas.setFillGray(0.0)
        canvas.drawPath(path, stroke=0, fill=1)
        canvas.restoreState()

    def clip(self, box: Box) -> None:
        """Nothing drawn on this page from now on shows outside the box, until `unclip`."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(box.left * mm, self._up(box.bottom), (box.right - box.left) * mm, (box.bottom - box.top) * mm)
        self._canvas.clipPath(path, stroke=0, fill=0)

    def unclip(self) -> None:
        self._canvas.restoreState()

    def _up(self, y: float) -> float:
        """PDF counts from the lower left."""
        return (self.height_mm - y) * mm


def printable(words: str) -> str:
    """The words with letters that the font lacks replaced by plain ones: a missing accent, never an empty box."""
    glyphs = pdfmetrics.getFont(font()).face.charToGlyph
    return "".join(letter if ord(letter) in glyphs else _plain(letter) for letter in words)


def wrapped(words: str, points: float, width_mm: float) -> list[str]:
    """The words in lines that fit the width; a word that is too long stays whole."""
    lines = [""]
    for word in printable(words).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pdfmetrics.stringWidth(longer, font(), points) > width_mm * mm:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def fits(lines: Iterable[str], points: float, width_mm: float) -> bool:
    """Whether no line is wider than that."""
    return all(pdfmetrics.stringWidth(line, font(), points) <= width_mm * mm for line in lines)


def words_mm(words: str, points: float) -> float:
    """How wide they are on one line."""
    return float(pdfmetrics.stringWidth(printable(words), font(), points)) / mm


@cache
def font(name: str = MEDIUM) -> str:
    """The typeface's name, once reportlab knows it. It is embedded: a sheet looks the same on every printer."""
    pdfmetrics.registerFont(TTFont(name, str(typeface(name))))
    return name


def _plain(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"


@cache
def _black_rectangles(tag: Tag) -> tuple[tuple[int, int, int, int], ...]:
    """The black of a label in half modules: each run of black, together with equal runs in the rows below it."""
    drawing = half_modules(tag).tolist()
    found: list[tuple[int, int, int, int]] = []
    open_runs: dict[tuple[int, int], int] = {}
    for y, row in enumerate([*drawing, [False] * len(drawing)]):
        runs = set(_runs(row))
        found += [(run[0], top, run[1], y) for run, top in open_runs.items() if run not in runs]
        open_runs = {run: open_runs.get(run, y) for run in sorted(runs)}
    return tuple(found)


def _runs(row: Sequence[bool]) -> Iterable[tuple[int, int]]:
    start = None
    for x, black in enumerate([*row, False]):
        if black and start is None:
            start = x
        elif not black and start is not None:
            yield start, x
            start = None


# --- what several kinds of printed pages have in common ---


CODE_POINTS = 7.5
TICK_MM = 1.6


def cut_marks(paper: PdfDocument, box: Box) -> None:
    """Where to cut: short lines outside the box, so that they never touch a label's white edge."""
    for x, away_x in ((box.left, -TICK_MM), (box.right, TICK_MM)):
        for y, away_y in ((box.top, -TICK_MM), (box.bottom, TICK_MM)):
            paper.line((x, y), (x + away_x, y))
            paper.line((x, y), (x, y + away_y))


def shifted(box: Box, dx: float, dy: float) -> Box:
    return Box(box.left + dx, box.top + dy, box.right + dx, box.bottom + dy)
