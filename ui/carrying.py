"""A piece that a finger draws over the table: which one it is, and how that looks on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.screen import Drag
from ui.picture import Fill, Mark, Moving, Outline, PicturePlace, WindowPicture
from ui.rect import largest_uncovered

LIT, DARK = "#F3E6CB", "#000000"
LIFTED = 14.0
"""So far above the finger a piece is drawn, which would cover it else."""

Over = tuple[tuple[Mark, ...], dict[str, tuple[float, float]]]
"""Marks over the picture, and how far those that move are away."""

NOTHING_OVER: Over = ((), {})


@dataclass(frozen=True, slots=True)
class Carried:
    """What a finger has taken up, how far it has gone with it, and over which place it is."""

    source: PicturePlace
    away: tuple[float, float]
    over: PicturePlace | None

    @property
    def elsewhere(self) -> bool:
        """Whether it has left its zone, and the player before whom, or the stack on which it lay."""
        if self.over is None:
            return True
        if self.source.stack and self.source.stack == self.over.stack:
            return not self.over.pieces
        return self.over.zone != self.source.zone and not _lies_on(self.source, self.over)

    @property
    def dropped(self) -> Drag | None:
        """What it comes to where it is let go; what was meant is left open where several kinds are drawn as one."""
        if self.over is None or not self.elsewhere:
            return None
        pieces = self.source.pieces
        return Drag(self.source.zone, pieces[0] if len(pieces) == 1 else "", self.over.zone)


def place_at(picture: WindowPicture, x: float, y: float) -> PicturePlace | None:
    """The topmost place there: what was drawn later lies above."""
    return next((place for place in reversed(picture.places) if place.rect.contains(x, y)), None)


def drawn(picture: WindowPicture, carried: Carried) -> Over:
    """A shadow where it lay, the edge of where it would come to lie, and itself."""
    source, (across, down) = carried.source, carried.away
    above = picture.places[picture.places.index(source) + 1 :] if source in picture.places else ()
    marks: list[Mark] = [Fill(largest_uncovered(source.rect, [each.rect for each in above]), DARK, 7, 0.5)]
    if carried.over is not None and carried.elsewhere:
        # Of a zone with many things in it all is lit: it lies among them then.
        among = (place for place in picture.places if place.zone == carried.over.zone)
        whole = next(place for place in among if _holds(place, carried.over))
        marks.append(Outline(whole.rect.inset(-3), LIT, 9, 4))
    ways = {}
    for thing in _moving(picture.marks):
        if thing.name == source.name:
            lifted = across, down - LIFTED
            marks += [Fill(thing.rect.moved(*lifted).inset(-3), DARK, 9, 0.55), thing]
            ways[thing.name] = lifted
    return tuple(marks), ways


def _lies_on(place: PicturePlace, ground: PicturePlace) -> bool:
    return not ground.pieces and ground.rect.contains(*place.rect.centre) and ground.rect.area > place.rect.area


def _holds(place: PicturePlace, other: PicturePlace) -> bool:
    return place is other or (place.rect.contains(*other.rect.centre) and place.rect.area >= other.rect.area)


def _moving(marks: tuple[Mark, ...]) -> Iterator[Moving]:
    return (mark for mark in marks if isinstance(mark, Moving))
