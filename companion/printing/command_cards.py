"""The command cards on paper: to be cut out, and glued onto cardboard by whoever likes."""

from __future__ import annotations

from pathlib import Path

from companion.core.command_cards import SHAPE, TITLES, command_of
from companion.core.table import Box
from companion.core.tags import readable
from companion.core.text import say
from companion.label_sets.piece_labels import LABEL_MM
from companion.printing.page_parts import CODE_POINTS, cut_marks
from companion.printing.pdf_document import PAPERS, PdfDocument, fits, wrapped
from companion.printing.sticker_sheets import CUT_GAP_MM, MARGIN_MM

COLUMNS = 3
POINTS = (16.0, 14.0, 12.0, 10.0)
"""What is written on a card, the largest that fits: it is read from across the table."""


def command_cards_pdf(path: Path, paper: str) -> None:
    """Writes one page with all of them. Raises ImageError when the file cannot be written."""
    page = PdfDocument(path, PAPERS[paper], title=str(say("Command cards")))
    words = say("Laid onto the table, each does what its words say, once. To be printed at 100 % and cut out.")
    page.text(MARGIN_MM, 6.0, str(words), CODE_POINTS)
    for number, (tag, command) in enumerate(command_of().items()):
        row, column = divmod(number, COLUMNS)
        left = MARGIN_MM + column * (SHAPE.width + CUT_GAP_MM)
        top = MARGIN_MM + row * (SHAPE.height + CUT_GAP_MM)
        _draw(page, tag, str(TITLES[command]), Box(left, top, left + SHAPE.width, top + SHAPE.height))
    page.next_page()
    page.save()


def _draw(page: PdfDocument, tag: str, words: str, place: Box) -> None:
    middle = (place.top + place.bottom) / 2
    label_x = (place.left + place.right) / 2 + SHAPE.label_dx
    page.label(tag, (label_x, middle), LABEL_MM)
    left = label_x + LABEL_MM / 2 + 2.0
    room = place.right - left - 1.0
    points = next((size for size in POINTS if fits(wrapped(words, size, room), size, room)), POINTS[-1])
    lines = wrapped(words, points, room)
    for number, line in enumerate(lines):
        page.text(left, middle + (number - (len(lines) - 1) / 2 + 0.35) * points * 0.42, line, points)
    page.text(left, place.bottom - 2.0, readable(tag), CODE_POINTS)
    cut_marks(page, place)
