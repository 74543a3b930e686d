"""What a person sees in the window: pieces and where they are drawn, what can be touched, the words on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.window_evenings.room import Room
from companion.core.screen import Board, Cell, Inspect
from companion.core.table import Piece, Zone
from ui.picture import (
    PIECE,
    Fill,
    Mark,
    Moving,
    Outline,
    Photo,
    PictureWords,
    Polygon,
    Region,
    Scroll,
    Stroke,
    Target,
    flat,
)
from ui.rect import Rect, largest_uncovered

LINE = 4.0
"""How wide the line round a button is at most."""

CLIPPED = 4.0
"""Words may reach so many dp over the edge of what they stand on."""


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A piece of a zone where it is drawn: the part of it that nothing covers."""

    zone: Zone
    piece: Piece
    rect: Rect


@dataclass(frozen=True, slots=True)
class Sight:
    """One look at the window."""

    room: Room

    def places(self) -> dict[Zone, Rect]:
        """Where each zone of the table is drawn, the topmost if there are several."""
        return {place.zone: place.rect for place in self.room.view.picture.places}

    def pieces(self) -> list[DrawnPiece]:
        """The pieces that are drawn and can be told apart."""
        table = self.room.table
        if table is None:
            return []
        found: list[DrawnPiece] = []
        for board in (*table.boards, *(seat.board for seat in table.seats)):
            found += self._on(board)
        return found

    def _on(self, board: Board) -> Iterator[DrawnPiece]:
        boxes = [self._box(cell, board) for cell in board.cells]
        for number, (cell, box) in enumerate(zip(board.cells, boxes, strict=True)):
            if box is None or cell.zone is None or not isinstance(cell.intent, Inspect):
                continue
            later = [other for other in boxes[number + 1 :] if other is not None]
            shown = largest_uncovered(box, later)
            if min(shown.width, shown.height) >= 8:
                yield DrawnPiece(cell.zone, cell.intent.piece, shown)

    def _box(self, cell: Cell, board: Board) -> Rect | None:
        """Where this cell is drawn: by its name where it has one, else as the only one of its zone."""
        places = [place.rect for place in self.room.view.picture.places if place.zone == cell.zone]
        name = self.room.says(cell.title)
        for thing in self._things():
            if (
                name
                and thing.name.split(PIECE)[0] == name
                and any(each.contains(*thing.rect.centre) for each in places)
            ):
                return thing.rect
        alone = sum(other.zone == cell.zone for other in board.cells) == 1
        return places[-1] if alone and places else None

    def _things(self) -> Iterator[Moving]:
        return (mark for mark in self.room.view.picture.marks if isinstance(mark, Moving))

    # --- what can be touched ---

    def targets(self) -> list[tuple[Target, Rect]]:
        """What can be touched without moving a list, each with the part of it that nothing else takes."""
        seen: list[tuple[Target, Rect]] = []
        for target, rect in self.room.view.targets():
            own = largest_uncovered(rect, [other for _, other in seen]) if seen else rect
            seen.append((target, rect))
            if min(own.width, own.height) >= 10:
                seen[-1] = (target, own)
        return [(target, rect) for target, rect in seen if self._gets(target, rect)]

    def _gets(self, target: Target, rect: Rect) -> bool:
        """Whether a finger in the middle of it gets this target."""
        under = next((one for one, box in self.room.view.targets() if box.contains(*rect.centre)), None)
        return under == target

    def find(self, intent: object) -> tuple[Target, Rect] | None:
        return next(((target, rect) for target, rect in self.targets() if target.intent == intent), None)

    def is_further(self, intent: object) -> bool:
        """Whether it stands in a list, out of sight."""
        return any(target.intent == intent for target in self.room.view.all_targets())

    def list_of(self, intent: object) -> Scroll | None:
        """The list that has it."""
        lists = (mark for mark in self.room.view.picture.marks if isinstance(mark, Scroll))
        return next((each for each in lists if any(target.intent == intent for target in each.targets)), None)

    def way_in_list(self, intent: object, box: Scroll) -> float:
        """How far a list is to be moved up for the whole of this to show; less than none for down."""
        wanted = next(target.rect for target in box.targets if target.intent == intent).moved(0.0, -self._moved(box))
        if wanted.bottom > box.rect.bottom and wanted.y > box.rect.y:
            return wanted.bottom - box.rect.bottom
        return min(0.0, wanted.y - box.rect.y)

    def _moved(self, box: Scroll) -> float:
        """How far up the list has been moved."""
        whole = {id(target): rect for target, rect in self.room.view.targets()}
        offsets = (
            target.rect.y - whole[id(target)].y
            for target in box.targets
            if id(target) in whole and whole[id(target)].height == target.rect.height
        )
        return next(offsets, 0.0)

    # --- words ---

    def words_in(self, rect: Rect) -> str:
        """What is written there."""
        return " ".join(words.text for words, shown in self._lines() if rect.contains(*shown.centre))

    def _lines(self) -> Iterator[tuple[PictureWords, Rect]]:
        """What is written, and where it shows."""
        for box in self.room.view.picture.marks:
            up = self._moved(box) if isinstance(box, Scroll) else 0.0
            for mark in flat(box.marks if isinstance(box, Scroll) else (box,)):
                if isinstance(mark, PictureWords) and not mark.icon:
                    shown = mark.rect.moved(0.0, -up)
                    if not isinstance(box, Scroll) or box.rect.contains(*shown.centre):
                        yield mark, shown

    def _drawn(self) -> Iterator[tuple[Mark, Rect | None]]:
        """Every mark, with the list in which it stands; those of a list as if nothing were moved."""
        for mark in self.room.view.picture.marks:
            if isinstance(mark, Scroll):
                yield from ((each, mark.rect) for each in flat(mark.marks))
            else:
                yield from ((each, None) for each in flat((mark,)))

    def cut_words(self) -> list[str]:
        """Words that had no room, or reach over the edge of the window or of the button on which they stand."""
        picture = self.room.view.picture
        cut = list(picture.dropped)
        # A finger's room round a small piece is larger than what is drawn, and has no edge that anybody sees.
        touched = [target.rect for target in picture.targets if target.rect.width < picture.width]
        grounds: list[Rect] = []
        for mark, within in self._drawn():
            if isinstance(mark, Fill | Outline):
                grounds.append(mark.rect)
            if not isinstance(mark, PictureWords) or mark.icon or within is not None:
                continue
            rect = mark.rect
            # A name may lie on a plate of its own that reaches over the piece.
            ground = next((box for box in reversed(grounds) if box.contains(*rect.centre)), rect)
            on_button = any(_is_same(box, ground) for box in touched)
            if (
                rect.x < -CLIPPED
                or rect.right > picture.width + CLIPPED
                or rect.bottom > picture.height + CLIPPED
                or (on_button and (rect.x < ground.x - CLIPPED or rect.right > ground.right + CLIPPED))
            ):
                cut.append(mark.text)
        return cut

    def blank(self) -> list[Target]:
        """What can be touched and shows nothing at all."""
        picture = self.room.view.picture
        telling = [box for mark, within in self._drawn() if within is None and (box := _sign(mark)) is not None]
        whole = picture.width * picture.height * 0.9
        return [
            target
            for target in picture.targets
            if target.rect.width * target.rect.height < whole and not any(box.overlaps(target.rect) for box in telling)
        ]


def _is_same(one: Rect, other: Rect) -> bool:
    """Whether two boxes have the same edges, to the width of a line."""
    edges = (one.x, other.x), (one.y, other.y), (one.right, other.right), (one.bottom, other.bottom)
    return all(abs(mine - theirs) <= LINE for mine, theirs in edges)


def _sign(mark: Mark) -> Rect | None:
    """The box of what tells anything; a ground, an edge or a line alone does not."""
    match mark:
        case PictureWords() | Photo():
            return mark.rect
        case Polygon(points=points) | Region(points=points) | Stroke(points=points):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            return Rect(min(xs), min(ys), max(1.0, max(xs) - min(xs)), max(1.0, max(ys) - min(ys)))
        case Fill(rect=rect) if max(rect.width, rect.height) < 40:
            return rect
        case _:
            return None
