"""Sketches as SVG, which any browser shows, and on a page of a PDF."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

from companion.core.scale_drawing import LineKind, ScaleDrawing
from companion.core.text import Text, say
from companion.errors import ImageError
from companion.printing.pdf_document import A4_MM, PdfDocument, words_mm

STROKES = {
    LineKind.OUTLINE: 'stroke="#1e1913" stroke-width="4"',
    LineKind.SIGHT: 'stroke="#7a4e00" stroke-width="3" stroke-dasharray="14 9"',
    LineKind.MEASURE: 'stroke="#14653a" stroke-width="3"',
}
GRAYS = {LineKind.OUTLINE: 0.0, LineKind.SIGHT: 0.55, LineKind.MEASURE: 0.3}
LETTERS_MM, LINE_MM, POINTS = 42.0, 60.0, 11.0
MARGIN_MM, TEXT_LINE_MM = 20.0, 6.0
TENTH = 10
"""The scale of an SVG."""

SCALES = (1, 2, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50)


def sketch_svg(sketch: ScaleDrawing, title: Text, lines: Iterable[Text]) -> str:
    """The sketch with its title over it and sentences below, at a tenth of its real size."""
    words = [str(line) for line in lines]
    top, bottom = 2 * LINE_MM, len(words) * LINE_MM + LINE_MM
    width, height = sketch.width, sketch.height + top + bottom
    box = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width / TENTH:.0f}mm"'
    found = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>']
    found.append(f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fffdf7"/>')
    found.append(_svg_words(LINE_MM, 1.2 * LINE_MM, str(title), "start"))
    for line in sketch.lines:
        points = " ".join(f"{x:.1f},{y + top:.1f}" for x, y in line.points)
        found.append(f'<polyline points="{points}" fill="none" {STROKES[line.kind]}/>')
    found += [_svg_words(note.place[0], note.place[1] + top, str(note.words), "middle") for note in sketch.notes]
    found += [
        _svg_words(LINE_MM, top + sketch.height + (number + 1) * LINE_MM, line, "start")
        for number, line in enumerate(words)
    ]
    return "\n".join([*found, "</svg>", ""])


def _svg_words(x: float, y: float, words: str, anchor: str) -> str:
    style = f'font-family="sans-serif" font-size="{LETTERS_MM:.0f}" text-anchor="{anchor}" fill="#1e1913"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(words)}</text>'


def write_sketch(path: Path, sketch: ScaleDrawing, title: Text, lines: Iterable[Text]) -> None:
    """Writes it as PDF where the file is called so, else as SVG. Raises ImageError when it cannot be written."""
    if path.suffix.lower() == ".pdf":
        _write_pdf(path, sketch, title, list(lines))
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(sketch_svg(sketch, title, lines), encoding="utf-8")
    except OSError as failure:
        raise ImageError(f"{path} cannot be written ({failure.strerror}); choose another place.") from failure


def _write_pdf(path: Path, sketch: ScaleDrawing, title: Text, lines: list[Text]) -> None:
    room = A4_MM[0] - 2 * MARGIN_MM, A4_MM[1] - 2 * MARGIN_MM - (len(lines) + 4) * TEXT_LINE_MM
    least = max(sketch.width / room[0], sketch.height / room[1])
    scale = next((each for each in SCALES if each >= least), SCALES[-1])
    paper = PdfDocument(path, title=str(title))
    paper.text(MARGIN_MM, MARGIN_MM, str(title), 16.0)
    paper.text(MARGIN_MM, MARGIN_MM + TEXT_LINE_MM, str(say("Scale 1 to {scale}", scale=scale)), POINTS)
    top = MARGIN_MM + 2 * TEXT_LINE_MM
    for line in sketch.lines:
        placed = [(MARGIN_MM + x / scale, top + y / scale) for x, y in line.points]
        for start, end in pairwise(placed):
            paper.line(start, end, GRAYS[line.kind])
    for note in sketch.notes:
        words = str(note.words)
        middle = MARGIN_MM + note.place[0] / scale
        paper.text(middle - words_mm(words, POINTS) / 2, top + note.place[1] / scale, words, POINTS)
    for number, line_of_words in enumerate(lines):
        y = top + sketch.height / scale + (number + 2) * TEXT_LINE_MM
        paper.text(MARGIN_MM, y, str(line_of_words), POINTS)
    paper.next_page()
    paper.save()
