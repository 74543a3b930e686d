"""The first page of a set of label sheets: what goes where, how many, and a ruler to check the printer with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.table import Box, PieceShape, Tag
from companion.core.text import say, say_plural
from companion.printing.pdf_document import CODE_POINTS, PdfDocument, wrapped

TITLE_POINTS = 18.0
TEXT_POINTS = 9.5
LINE_MM = 4.6
DRAWING_MM = 34.0
"""Room for the drawing of a piece with its label."""

LINE_WIDTH_MM = 175.0
WORDS_MM = 92.0
"""How wide the words beside a drawing may be."""

FANNED = 3
"""Cards in the drawing of a fan."""

RULER_MM = 100
_LEFT = 15.0
_BESIDE = _LEFT + 8.0
"""Where words stand beside the box to tick."""
_FAN = 182.0
"""The middle of the drawing of a fan."""


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One label to print, the name of the piece it goes on, and the label's outer edge in millimetres."""

    tag: Tag
    name: str
    label_mm: float = 20.0


@dataclass(frozen=True, slots=True)
class LabelGroup:
    """Labels of pieces of one form: `shape` says where the label goes, None for the mat's own."""

    name: str
    entries: tuple[SheetEntry, ...]
    shape: PieceShape | None = None


def first_page(paper: PdfDocument, groups: Sequence[LabelGroup], title: str) -> None:
    """Draws it on the page at hand, and goes on to another where there are many groups."""
    paper.text(_LEFT, 22.0, title, TITLE_POINTS)
    total = sum(len(group.entries) for group in groups)
    words = say_plural("{count} label.", "{count} labels.", total)
    how = say(
        "{labels} Print at 100 % (not “fit to page”): the ruler below is {ruler} mm long. Stick the labels in this"
        " order, which is that of the sheets, and tick what is done. Any label may go on any piece of the same name.",
        labels=words,
        ruler=RULER_MM,
    )
    y = _paragraph(paper, (_LEFT, 32.0), str(how))
    _ruler(paper, y + 4.0)
    y += 20.0
    for group in groups:
        if y + DRAWING_MM > paper.height_mm - 15.0:
            paper.next_page()
            y = 20.0
        _draw_group(paper, group, y)
        y += DRAWING_MM + 4.0


def _draw_group(paper: PdfDocument, group: LabelGroup, y: float) -> None:
    paper.outline(Box(_LEFT, y, _LEFT + 5.0, y + 5.0), gray=0.0)
    edge = f"{group.entries[0].label_mm:g}"
    count = say_plural("{count} label of {edge} mm", "{count} labels of {edge} mm", len(group.entries), edge=edge)
    heading = str(say("{pieces}: {labels}", pieces=group.name, labels=count))
    below = _paragraph(paper, (_BESIDE, y + 4.0), heading, WORDS_MM, TEXT_POINTS + 1.5) + 1.4
    if group.shape is None:
        _paragraph(paper, (_BESIDE, below), str(say("They lie where the plan of the mat shows them.")))
        return
    shape = group.shape
    size = f"{shape.width:g} x {shape.height:g}"
    where = say("The piece ({size} mm) lies upright before you: the label goes where it is drawn.", size=size)
    below = _paragraph(paper, (_BESIDE, below), str(where), WORDS_MM)
    if shape.label_dy < 0:
        stays = say("Cards that lie fanned, as drawn beside it, all show their labels.")
        _paragraph(paper, (_BESIDE, below), str(stays), WORDS_MM)
        _draw_fan(paper, group, y)
    scale = min(1.0, (DRAWING_MM - 2.0) / max(shape.width, shape.height))
    middle = (140.0, y + DRAWING_MM / 2)
    half = shape.width / 2 * scale, shape.height / 2 * scale
    paper.outline(Box(middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1]), gray=0.0)
    place = middle[0] + shape.label_dx * scale, middle[1] + shape.label_dy * scale
    paper.label(group.entries[0].tag, place, group.entries[0].label_mm * scale)


def _draw_fan(paper: PdfDocument, group: LabelGroup, y: float) -> None:
    """Cards that cover each other but for the edge where their labels are."""
    assert group.shape is not None, "the mat's own labels are on no cards"
    shape, label_mm = group.shape, group.entries[0].label_mm
    step = shape.height / 2 + shape.label_dy + label_mm / 2 + 1.0
    scale = (DRAWING_MM - 2.0) / (shape.height + (FANNED - 1) * step)
    for number in range(FANNED):
        top = y + 1.0 + number * step * scale
        half = shape.width / 2 * scale
        card = Box(_FAN - half, top, _FAN + half, top + shape.height * scale)
        paper.outline(card, gray=0.0, covers=True)
        label = _FAN + shape.label_dx * scale, (card.top + card.bottom) / 2 + shape.label_dy * scale
        paper.label(group.entries[number % len(group.entries)].tag, label, label_mm * scale)


def _paragraph(
    paper: PdfDocument, at: tuple[float, float], words: str, width: float = LINE_WIDTH_MM, points: float = TEXT_POINTS
) -> float:
    """Lines whose first begins at that place on its baseline; returns where the next would stand."""
    left, y = at
    for line in wrapped(words, points, width):
        paper.text(left, y, line, points)
        y += LINE_MM
    return y


def _ruler(paper: PdfDocument, y: float) -> None:
    for at in range(RULER_MM + 1):
        length = 5.0 if at % 10 == 0 else 3.5 if at % 5 == 0 else 2.0
        paper.line((_LEFT + at, y), (_LEFT + at, y + length), gray=0.0)
        if at % 10 == 0:
            paper.text(_LEFT + at - 1.0, y + 8.5, str(at), CODE_POINTS)
    paper.line((_LEFT, y), (_LEFT + RULER_MM, y), gray=0.0)
