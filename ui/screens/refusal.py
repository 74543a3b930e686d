"""The drawing beside a refusal: the place a piece was taken from and the one it was to go to, ringed and numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot

from companion.core.screen import Arrangement, Board, Notice, NoticeKind, Screen, SeatView
from companion.core.text import Text, say
from ui.boards import draw_board
from ui.boards.table import CAPTION_HEIGHT, HEAD, TableFocus, arrow, between
from ui.components import hollow, panel
from ui.drawing import CENTRE, Drawing
from ui.picture import Mark, Moving, PictureWords
from ui.rect import Rect
from ui.tokens import INK
from ui.typography import Style, Weight

MARGIN, BETWEEN = 28.0, 34.0
"""Room for a number beside what stands at the drawing's edge, and for the way between two parts of it."""

RING, TAG = 5.0, 22.0
ROW, SLOT, WIDEST_SLOT, NAME = 46.0, 84.0, 130.0, 30.0
"""How high a row of a list, a pile and a name over them stand, and how wide a pile, where only those are shown."""

LEAST_WHOLE = 120.0
"""A whole board that would have less has no piles beside it."""

ONE_BY_ONE = {Arrangement.ROWS, Arrangement.SLOTS, Arrangement.FREE}
"""Of lists and piles only those that are spoken of are drawn: all of them had no room beside a sentence."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """What is drawn of a board, before whom it lies, and which place it is."""

    board: Board
    seat: SeatView | None
    zone: str

    @property
    def height(self) -> float | None:
        """None for as much as there is."""
        named = NAME if self.seat is not None else 0.0
        match self.board.arrangement:
            case Arrangement.ROWS:
                return named + CAPTION_HEIGHT + 2 + max(1, len(self.board.cells)) * (ROW + 6)
            case Arrangement.SLOTS | Arrangement.FREE:
                return named + SLOT
            case _:
                return None


def sketch(d: Drawing, rect: Rect, screen: Screen) -> None:
    """Both places with their numbers, which stand beside what lies there; what has been done shows its way back."""
    panel(d, rect)
    notice = screen.notice
    parts = list(_parts(screen))
    room = rect.inset(MARGIN, MARGIN - 4)
    whole = sum(part.height is None for part in parts)
    if (left := _left(room, parts)) < LEAST_WHOLE * whole and whole:
        parts = [part for part in parts if part.height is None]
        left = _left(room, parts)
    top = room.y + (0.0 if whole else max(0.0, left / 2))
    with d.sketching():
        for part in parts:
            high = part.height if part.height is not None else max(left, 0.0) / whole
            _part(d, Rect(room.x, top, room.width, min(high, room.bottom - top)), part, screen)
            top += high + BETWEEN
    found = [d.where(zone, piece) for zone, piece in screen.numbered]
    rings = [_within(ring.inset(-RING), rect.inset(3)) for ring in found if ring is not None]
    for ring in rings:
        d.outline(ring, d.palette.bad, 10, 3)
    if len(rings) > 1:
        if notice is None or not notice.pointed:
            _way(d, rings, done=notice is not None and notice.kind is NoticeKind.ILLEGAL)
        for number, ring in enumerate(rings, start=1):
            _tag(d, str(number), ring, rect, rings)


def _left(room: Rect, parts: Sequence[BoardPart]) -> float:
    """What there is for boards that take as much as there is."""
    return room.height - sum(part.height or 0.0 for part in parts) - BETWEEN * (len(parts) - 1)


def _parts(screen: Screen) -> Iterator[BoardPart]:
    """The boards with the places that are spoken of, in their order, each once."""
    seats = {seat.board.name: seat for seat in screen.seats}
    boards = (*screen.boards, *(seat.board for seat in screen.seats))
    found: dict[str, tuple[Board, str]] = {}
    for zone, _ in screen.numbered:
        for board in boards:
            if any(cell.zone == zone for cell in board.cells) or any(link.zone == zone for link in board.links):
                found.setdefault(board.name, (board, zone))
    for name, (board, zone) in found.items():
        yield BoardPart(_what_counts(board, screen), seats.get(name), zone)


def _what_counts(board: Board, screen: Screen) -> Board:
    if board.arrangement not in ONE_BY_ONE:
        return board
    kept = [cell for cell in board.cells if any((cell.zone, piece) in screen.numbered for piece in cell.pieces)]
    if board.arrangement is not Arrangement.ROWS:
        taken = {cell.zone for cell in kept}
        others = {zone for zone, _ in screen.numbered} - taken
        kept += [cell for cell in board.cells if cell.zone in others]
    cells = tuple(replace(cell, x=0, y=number, width=1, height=1) for number, cell in enumerate(kept))
    return replace(board, cells=cells, width=1, height=max(1, len(cells)), note=None)


def _part(d: Drawing, box: Rect, part: BoardPart, screen: Screen) -> None:
    if part.seat is not None:
        head, box = box.split_top(NAME - 4, 4)
        d.badge(part.seat.colour, Rect(head.x, head.y, 26, 26))
        room = Rect(head.x + 34, head.y, head.width - 34, head.height)
        d.words(part.seat.name, room, Style(17, Weight.SEMI_BOLD))
    if part.board.arrangement is Arrangement.SLOTS:
        wide = min(box.width, len(part.board.cells) * (WIDEST_SLOT + BETWEEN))
        box = Rect(box.centre[0] - wide / 2, box.y, wide, box.height)
    if not part.board.cells:
        # Nothing of its kind lies in this list.
        hollow(d, box, part.board.title)
        d.place(box, part.zone)
        return
    draw_board(d, box, part.board, replace(TableFocus.of(screen), attention=frozenset()))


def _within(ring: Rect, panel: Rect) -> Rect:
    """An arrow at the edge has no room for a whole ring."""
    left, top = max(ring.x, panel.x), max(ring.y, panel.y)
    return Rect(left, top, min(ring.right, panel.right) - left, min(ring.bottom, panel.bottom) - top)


def _way(d: Drawing, rings: Sequence[Rect], *, done: bool) -> None:
    """Where there is room between the rings: dots from the one to the other, or an arrow for hands to bring it back."""
    if rings[0].overlaps(rings[1]):
        return
    start, end = between(rings[0], rings[1])
    if done and hypot(end[0] - start[0], end[1] - start[1]) > HEAD:
        arrow(d, end, start)
    else:
        d.stroke((start, end), d.palette.bad, 3.5, (3.5, 6))


def seen(d: Drawing, rect: Rect, notice: Notice) -> None:
    """The camera's own picture of both places, numbered; with the way back of one piece, or the names of several."""
    place = notice.place
    assert place is not None, "there is nothing to be drawn of a place that no camera has shown"
    panel(d, rect)
    size = place.crop.width, place.crop.height
    words: list[Text] = [say("as the camera sees it")]
    if len(notice.pointed) == len(place.boxes):
        words = [say("{what} ({number})", what=each, number=n) for n, each in enumerate(notice.pointed, start=1)]
    picture, caption = rect.inset(6).split_bottom(22.0 * len(words) + 6, 0)
    box = d.light(size, place.crop.pixels, picture)
    rings = [
        _within(Rect(box.x + x * box.width, box.y + y * box.height, wide * box.width, high * box.height), box)
        for x, y, wide, high in place.boxes
    ]
    for ring in rings:
        d.outline(ring, d.palette.bad, 10, 3)
    if len(rings) > 1:
        if not notice.pointed:
            _way(d, rings, done=notice.kind is NoticeKind.ILLEGAL)
        for number, ring in enumerate(rings, start=1):
            _tag(d, str(number), ring, box, rings)
    d.icon("camera", (caption.x + 18, caption.centre[1] + 1), 22, d.palette.second)
    small = Style(15, Weight.SEMI_BOLD, smallest=14, condensed=True)
    for line, said in zip(caption.inset(36, 3).grid(1, len(words), 0), words, strict=True):
        d.words(said, line, small, d.palette.second, optional=True)


def _tag(d: Drawing, number: str, ring: Rect, around: Rect, rings: Sequence[Rect]) -> None:
    """A number at the edge of a ring, outside of it, where it covers as few words as can be."""
    (x, y), away = ring.centre, TAG / 2 - 2
    corners = ((ring.x - away, ring.y), (ring.x - away, y), (x, ring.y - away), (ring.right + away, y))
    written = [mark.rect for mark in _words(d.marks)]
    places = [Rect(across - TAG / 2, down - TAG / 2, TAG, TAG) for across, down in (*corners, (x, ring.bottom + away))]
    inside = [place for place in places if around.contains(place.x, place.y) and place.right <= around.right]
    others = [each for each in rings if each is not ring]

    def covers(place: Rect) -> int:
        return sum(map(place.overlaps, written)) + 3 * sum(map(place.overlaps, others))

    _number(d, number, min(inside or places, key=covers))


def _number(d: Drawing, number: str, place: Rect) -> None:
    d.fill(place, d.palette.bad, TAG / 2)
    d.words(number, place, Style(15, Weight.BOLD), INK if d.palette.name == "dark" else d.palette.ground, CENTRE)


def _words(marks: Sequence[Mark]) -> Iterator[PictureWords]:
    for mark in marks:
        if isinstance(mark, Moving):
            yield from _words(mark.marks)
        elif isinstance(mark, PictureWords):
            yield mark
