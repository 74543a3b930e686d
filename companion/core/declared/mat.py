"""The mat as a game declares it: what lies beside what. Boxes, places of labels and anchors follow from that.

    MAT = Mat(
        rows=((Spread("deck", say("the deck"), pile=True), Spread("market", say("the market"), columns=5)),),
        seat=(Spread("cards", say("the cards of {seat}"), columns=6, rows=2),),
        shape=PieceShape(63, 88, label_dy=-30),
    )

Rows stand from the far edge to the near one, between the places before the players: `cards` is `A.cards` before A.
The first players sit at the far edge, as many or one more than at the near one, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.core.action import SEATS, Seat
from companion.core.plane import moved
from companion.core.table import Box, Piece, PieceShape, Pose, Zone
from companion.core.tags import anchor_tags
from companion.core.text import Message, Text
from companion.core.zones import Area, ZoneLayout, put_away_corner

GAP = 8.0
"""Millimetres between two pieces: hands need them."""

BETWEEN = 20.0
"""Between two places, for a finger and for the line around each."""

EDGE = 40.0
"""Around everything, for the anchors."""

INSET = EDGE / 2
FAR = 400.0
"""An edge longer than that has an anchor in its middle too."""

CORNER = 100.0
"""The side of the corner for what is put away, at most."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A place with room for `columns` by `rows` pieces, `gap` apart; in a `pile` they lie on top of each other.

    `holds` are the only pieces that can ever lie there, if not all; `shape` is their shape, if not that of the mat.
    """

    zone: Zone
    title: Text
    columns: int = 1
    rows: int = 1
    pile: bool = False
    holds: frozenset[Piece] | None = None
    shape: PieceShape | None = None
    gap: float = GAP


@dataclass(frozen=True, slots=True)
class Grid:
    """Places for one piece each, such as the points of a board: a line of zones for each row, a dot for no place.

    `joined` are pairs of them between which a line is drawn.
    """

    title: Text
    lines: tuple[str, ...]
    joined: frozenset[tuple[Zone, Zone]] = frozenset()
    holds: frozenset[Piece] | None = None
    shape: PieceShape | None = None
    gap: float = GAP

    @property
    def columns(self) -> int:
        return max(len(line.split()) for line in self.lines)

    @property
    def rows(self) -> int:
        return len(self.lines)

    def cells(self) -> Iterator[tuple[Zone, int, int]]:
        """Each zone with its column and row."""
        for row, line in enumerate(self.lines):
            for column, zone in enumerate(line.split()):
                if zone != ".":
                    yield zone, column, row


Place = Spread | Grid


@dataclass(frozen=True, slots=True)
class LaidPlace:
    """A declared place on the mat: its upper left corner, the shape of its pieces, and before whom it lies.

    `far`: he sits at the far edge. Zones before a player begin with his letter.
    """

    place: Place
    shape: PieceShape
    seat: Seat | None = None
    far: bool = False
    left: float = 0.0
    top: float = 0.0

    @property
    def step(self) -> tuple[float, float]:
        """From one piece to the next, across and down."""
        return self.shape.width + self.place.gap, self.shape.height + self.place.gap

    @property
    def size(self) -> tuple[float, float]:
        across, down = self.step
        return self.place.columns * across, self.place.rows * down

    @property
    def room(self) -> int | None:
        """How many pieces each of its zones has room for; None for any number."""
        if isinstance(self.place, Grid):
            return 1
        return None if self.place.pile else self.place.columns * self.place.rows

    @property
    def title(self) -> Text:
        title = self.place.title
        return title.fill(seat=self.seat) if self.seat is not None and isinstance(title, Message) else title

    def cells(self) -> Iterator[tuple[Zone, int, int]]:
        """Its zones, each with its column and row as its player sees them."""
        before = "" if self.seat is None else f"{self.seat}."
        found = self.place.cells() if isinstance(self.place, Grid) else ((self.place.zone, 0, 0),)
        yield from ((before + zone, column, row) for zone, column, row in found)

    def areas(self) -> Iterator[Area]:
        across, down = self.step
        for zone, column, row in self.cells():
            first = self._label(column, row)
            if isinstance(self.place, Grid):
                yield Area(zone, self._box(column, row, 1, 1), first)
            else:
                box = self._box(0, 0, self.place.columns, self.place.rows)
                yield Area(zone, box, first, across, down, self.place.columns, pile=self.place.pile)

    def _box(self, column: int, row: int, columns: int, rows: int) -> Box:
        (across, down), (wide, high) = self.step, self.size
        left, top, right, bottom = column * across, row * down, (column + columns) * across, (row + rows) * down
        if self.far:
            left, top, right, bottom = wide - right, high - bottom, wide - left, high - top
        return Box(self.left + left, self.top + top, self.left + right, self.top + bottom)

    def _label(self, column: int, row: int) -> Pose:
        x, y = self._box(column, row, 1, 1).centre
        return moved(Pose(x, y, 180.0 if self.far else 0.0), self.shape.label_dx, self.shape.label_dy)


@dataclass(frozen=True, slots=True)
class Mat:
    """What lies on the table, row by row; what lies before each player; how a piece looks from above.

    With `put_away` there is a corner for what leaves the game.
    """

    rows: tuple[tuple[Place, ...], ...]
    shape: PieceShape
    seat: tuple[Place, ...] = ()
    put_away: bool = True

    def places(self, players: int) -> Sequence[LaidPlace]:
        """All places of a table for so many, where they lie."""
        return _places(self, players)

    def layout(self, players: int) -> ZoneLayout:
        return _layout(self, players)


@lru_cache(maxsize=64)
def _places(mat: Mat, players: int) -> Sequence[LaidPlace]:
    lines = [line for line in _lines(mat, players) if line]
    wide = max(map(_width, lines))
    found, top = [], EDGE
    for line in lines:
        left = EDGE + (wide - _width(line)) / 2
        for place in line:
            found.append(replace(place, left=left, top=top))
            left += place.size[0] + BETWEEN
        top += max(place.size[1] for place in line) + BETWEEN
    return tuple(found)


def _lines(mat: Mat, players: int) -> Iterator[list[LaidPlace]]:
    """What lies beside each other, from the far edge to the near one, from left to right."""
    seats = SEATS[:players]
    far, near = seats[: (players + 1) // 2], seats[(players + 1) // 2 :]
    yield [_laid(mat, place, seat, far=True) for seat in far for place in mat.seat[::-1]]
    yield from ([_laid(mat, place) for place in row] for row in mat.rows)
    yield [_laid(mat, place, seat) for seat in near[::-1] for place in mat.seat]


def _laid(mat: Mat, place: Place, seat: Seat | None = None, *, far: bool = False) -> LaidPlace:
    return LaidPlace(place, place.shape or mat.shape, seat, far)


def _width(line: Sequence[LaidPlace]) -> float:
    """With what is left free after each place."""
    return sum(place.size[0] + BETWEEN for place in line)


@lru_cache(maxsize=64)
def _layout(mat: Mat, players: int) -> ZoneLayout:
    places = mat.places(players)
    areas = [area for place in places for area in place.areas()]
    width, height = (max(ends) + EDGE for ends in zip(*((a.box.right, a.box.bottom) for a in areas), strict=True))
    if mat.put_away:
        middle = min((place for place in places if place.seat is None), key=lambda place: place.top, default=places[0])
        left, top = width - EDGE + BETWEEN, middle.top
        areas.append(put_away_corner(Box(left, top, left + CORNER, min(top + CORNER, height - EDGE))))
        width += BETWEEN + CORNER
    return ZoneLayout(width, height, _anchors(width, height), {area.zone: area for area in areas})


def _anchors(width: float, height: float) -> dict[str, Pose]:
    """In the corners, and in the middle of long edges."""
    right, bottom = width - INSET, height - INSET
    poses = [Pose(x, y) for y in (INSET, bottom) for x in (INSET, right)]
    poses += [Pose(width / 2, y) for y in (INSET, bottom) if width > FAR]
    poses += [Pose(x, height / 2) for x in (INSET, right) if height > FAR]
    return dict(zip(anchor_tags(), poses, strict=False))
