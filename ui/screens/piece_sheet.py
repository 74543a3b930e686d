"""A touched piece: large at the left with what it is worth, at the right what can be done with it, and what cannot."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.piece_sheet import Offer, PieceSheet
from companion.core.screen import Button, Notice, Screen
from companion.core.screen import Open as OpenPage
from companion.core.text import say
from ui.components import Key, foot
from ui.drawing import RIGHT, Drawing
from ui.rect import Rect
from ui.screens.bar import MENU, turn_bar
from ui.tokens import GAP, INK, RADIUS_PANEL, RADIUS_SLOT, RADIUS_TILE
from ui.typography import Style, Weight

WIDE, HEAD, HEAD_ALONE = 226.0, 78.0, 110.0
"""How wide the piece is, and how high its name, with a ladder below it or without."""

STEP, LINE, CLOSED = 48.0, 80.0, 64.0
"""How high a step of the ladder is at most, and a line that can be chosen or not."""

REASON = Style(16, Weight.MEDIUM, lines=2, smallest=14)


def draw(d: Drawing, screen: Screen, notice: Notice, sheet: PieceSheet) -> None:
    """The first offer is what the touch itself meant; the last answer leads back to the table."""
    top = turn_bar(d, screen)
    offered, back = notice.answers[: len(sheet.offers)], notice.answers[len(sheet.offers) :]
    keys = [Key(say("Back to the table"), each.intent, "chevron-left") for each in back]
    beside = [Key(say("Rules"), OpenPage("rules"), "gavel"), Key(say("More"), MENU, "dots", share=0.6)]
    answers = foot(d, [*keys, *beside])
    room = Rect(GAP, top + GAP, d.space.width - 2 * GAP, answers.y - top - 2 * GAP)
    if d.space.upright:
        high = HEAD + len(sheet.steps) * (STEP * 0.8) + 12
        piece, room = room.split_top(min(room.height * 0.4, high if sheet.steps else HEAD_ALONE), 14)
    else:
        piece, room = room.split_left(WIDE, 16)
    _piece(d, piece, sheet)
    _offers(d, room, notice, sheet, offered)


def _piece(d: Drawing, rect: Rect, sheet: PieceSheet) -> None:
    head, body = rect.split_top(HEAD if sheet.steps else min(rect.height, HEAD_ALONE), 8)
    rect = rect if sheet.steps else head
    d.fill(rect, d.palette.panel, RADIUS_TILE)
    ground = sheet.tint or d.palette.raised
    ink = INK if sheet.tint else d.palette.text
    d.fill(head, ground, RADIUS_TILE)
    left = head.x + 14
    if sheet.icon:
        d.icon(sheet.icon, (left + 20, head.centre[1]), 40, ink)
        left += 54
    words = Rect(left, head.y + 6, head.right - 10 - left, head.height - 12)
    if d.look.words(sheet.kind):
        words, below = words.split_bottom(words.height * 0.48)
        d.words(sheet.kind, below, Style(16, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05), ink)
    d.words(sheet.name, words, Style(30, Weight.BOLD, lines=2, smallest=16, leading=1.0), ink)
    d.outline(rect, d.palette.lamp, RADIUS_TILE, 2)
    if sheet.steps:
        _ladder(d, body.inset(12, 0), sheet)


def _ladder(d: Drawing, room: Rect, sheet: PieceSheet) -> None:
    high = min(STEP, (room.height - 8) / len(sheet.steps))
    for number, step in enumerate(sheet.steps):
        box = Rect(room.x, room.y + number * high, room.width, high - 4)
        if step.counts:
            d.fill(box, d.palette.raised, RADIUS_SLOT)
        else:
            d.outline(box, d.palette.hair, RADIUS_SLOT, 1)
        colour = d.palette.text if step.counts else d.palette.faint
        inner = box.inset(12, 0)
        size = min(24.0, high * 0.62)
        value = d.words(step.value, inner, Style(size, Weight.BOLD), colour, RIGHT)
        label = d.words(step.label, inner, Style(16, Weight.SEMI_BOLD, smallest=14), colour)
        note = Rect(label.right + 8, inner.y, value.x - label.right - 12, inner.height)
        d.words(step.note, note, Style(14, Weight.MEDIUM), d.palette.second, optional=True)


def _offers(d: Drawing, room: Rect, notice: Notice, sheet: PieceSheet, answers: Sequence[Button]) -> None:
    head, room = room.split_top(30, 6)
    style = Style(19, Weight.SEMI_BOLD, lines=2, smallest=14)
    if d.look.words(sheet.own):
        small = Style(15, Weight.SEMI_BOLD, smallest=14)
        wide = min(d.width(sheet.own, small) + 2, head.width * 0.45)
        head, own = head.split_right(wide, 10)
        d.words(sheet.own, own, small, d.palette.second, RIGHT)
    d.words(sheet.remark if d.look.words(sheet.remark) else notice.heading, head, style)
    closed = [offer for offer in sheet.closed if d.fits(offer.second, _words(Rect(0, 0, room.width, CLOSED)), REASON)]
    whole = len(answers) * (LINE + GAP) + len(closed) * (CLOSED + GAP) - GAP
    with d.scrolling(f"offers {d.look.words(notice.heading)}", room) as scrolled:
        top = room.y
        for number, (offer, answer) in enumerate(zip(sheet.offers, answers, strict=False)):
            _open(d, Rect(room.x, top, room.width, LINE), offer, answer, is_meant=number == 0)
            top += LINE + GAP
        for offer in closed:
            _shut(d, Rect(room.x, top, room.width, CLOSED), offer)
            top += CLOSED + GAP
        scrolled(whole)


def _words(box: Rect) -> Rect:
    return Rect(box.x + 66, box.y + 6, box.width - 80, box.height - 12)


def _open(d: Drawing, box: Rect, offer: Offer, answer: Button, *, is_meant: bool) -> None:
    d.fill(box, d.palette.lamp if is_meant else d.palette.card, RADIUS_PANEL)
    if not is_meant:
        d.outline(box, d.palette.lamp, RADIUS_PANEL, 2)
    ink = d.palette.on_lamp if is_meant else d.palette.text
    d.icon(offer.icon or "hand-click", (box.x + 38, box.centre[1]), 34, ink)
    _two(d, _words(box), offer, ink, ink)
    d.touch(box, answer.intent, radius=RADIUS_PANEL)


def _shut(d: Drawing, box: Rect, offer: Offer) -> None:
    d.dashed(box, d.palette.line, RADIUS_PANEL)
    d.icon(offer.icon or "hand-stop", (box.x + 38, box.centre[1]), 28, d.palette.faint)
    _two(d, _words(box), offer, d.palette.faint, d.palette.second)


def _two(d: Drawing, room: Rect, offer: Offer, ink: str, soft: str) -> None:
    big = Style(24 if room.height > 60 else 19, Weight.BOLD, lines=2, smallest=14, leading=1.05)
    if not d.look.words(offer.second):
        d.words(offer.title, room, big, ink)
        return
    upper, lower = room.split_top(room.height * 0.54)
    d.words(offer.title, upper, big, ink)
    d.words(offer.second, lower, REASON, soft)
