"""What several kinds of printed pages have in common."""

from __future__ import annotations

from companion.core.table import Box
from companion.printing.pdf_document import PdfDocument

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
