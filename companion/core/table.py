"""The physical table as values: what lies where, in millimetres first, in zones after.

Three units, three types. Pixels end inside `vision`. An `Observation` is in millimetres of the mat (origin at the
mat's upper left corner as the camera shows it, x to the right, y down). Rules know only zones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from math import hypot
from operator import ne
from typing import Any, NamedTuple, Protocol

Tag = str
"""A label's whole payload; one physical card or tile."""

Piece = str
"""A kind of card or tile, such as `farm`: the rules do not tell two copies apart."""

Zone = str
"""A named area of the table, such as `market` or `A.3`."""


def owner(zone: Zone) -> str:
    """The letter of the seat before which a zone lies; for one that is everybody's no seat has it."""
    return zone.partition(".")[0]


UNREADABLE = "?"
"""Stands, as tag and as piece, for a label that is there and cannot be read. It may be any piece."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle on the mat, millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Pose:
    """A place on the mat: the centre in millimetres, the rotation in degrees clockwise as the camera shows it."""

    x: float
    y: float
    rotation: float = 0.0


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a camera's picture: `width` x `height` pixels of light, one byte each, row by row from the top."""

    width: int
    height: int
    pixels: bytes = field(repr=False)


class Projection(Protocol):
    """Where a camera sees the mat."""

    def to_px(self, points: Sequence[tuple[float, float]], /) -> Any:
        """Pairs of millimetres to as many pairs of pixels."""


@dataclass(frozen=True, slots=True)
class PlacePicture:
    """A part of a camera's picture, and boxes of the table in it: (left, top, width, height) as shares of its sides."""

    crop: Crop
    boxes: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class TablePicture:
    """What one camera saw of the whole mat; of its pixels every `step`th is kept."""

    crop: Crop
    step: int
    projection: Projection

    def around(self, boxes: Sequence[Box]) -> PlacePicture | None:
        """The part with these boxes and some of the table beside them; None where one lies outside the picture."""
        corners = [(x, y) for box in boxes for x, y in _points_of(box)]
        places = [(float(x) / self.step, float(y) / self.step) for x, y in self.projection.to_px(corners)]
        outlines = [_outline(places[at : at + 4]) for at in range(0, len(places), 4)]
        left, top, right, bottom = _cut(outlines, self.crop)
        wide, high = right - left, bottom - top
        if not all(left <= one[0] < one[2] <= right and top <= one[1] < one[3] <= bottom for one in outlines):
            return None
        rows = (self.crop.pixels[y * self.crop.width + left : y * self.crop.width + right] for y in range(top, bottom))
        return PlacePicture(
            Crop(wide, high, b"".join(rows)),
            tuple(
                ((x - left) / wide, (y - top) / high, (end - x) / wide, (foot - y) / high)
                for x, y, end, foot in outlines
            ),
        )


AROUND, SQUARE = 0.16, 0.85
"""How much of the table is shown on each side, as a share of the longer one; how high a broad picture is at least."""


def _points_of(box: Box) -> tuple[tuple[float, float], ...]:
    return (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)


def _outline(points: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def _cut(outlines: Sequence[tuple[float, float, float, float]], crop: Crop) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is shown: all outlines in the middle of something nearly square."""
    left, top = min(one[0] for one in outlines), min(one[1] for one in outlines)
    right, bottom = max(one[2] for one in outlines), max(one[3] for one in outlines)
    longer = max(right - left, bottom - top)
    across = max(longer * AROUND, (longer * SQUARE - (right - left)) / 2)
    down = max(longer * AROUND, (longer * SQUARE - (bottom - top)) / 2)
    return (
        max(0, int(left - across)),
        max(0, int(top - down)),
        min(crop.width, int(right + across) + 1),
        min(crop.height, int(bottom + down) + 1),
    )


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """One label lying on the table. `tag` is UNREADABLE where only its frame could be made out.

    `crop` is how the camera saw it; two looks at the same label are equal though their pixels are not.
    """

    tag: Tag
    pose: Pose
    score: float = 1.0
    crop: Crop | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Observation:
    """What the camera is sure of: the labels, the longest known first, and the parts of the mat it could not look at.

    `hidden` is what of these has been out of sight for some seconds, though no hand is moving there. `faded` are labels
    that show no more though nothing was over them: nobody has taken them away. `glimpsed` are looks since the last one,
    too short to be sure of all, at labels that lie there no more or under others by now. `face_down` are the middles of
    cards that lie so. `pictures` are what was seen, one of each camera.
    """

    labels: tuple[LabelPlace, ...]
    blind: tuple[Box, ...] = ()
    duplicates: tuple[Tag, ...] = ()
    hidden: tuple[Box, ...] = ()
    faded: tuple[LabelPlace, ...] = ()
    glimpsed: tuple[Observation, ...] = ()
    face_down: tuple[Box, ...] = ()
    pictures: tuple[TablePicture, ...] = field(default=(), compare=False, repr=False)

    @property
    def pieces(self) -> Iterator[LabelPlace]:
        """The labels without copies: a tag that is seen at several places is on the piece where it was seen first."""
        seen: set[Tag] = set()
        for place in self.labels:
            if place.tag not in seen:
                yield place
            if place.tag != UNREADABLE:
                seen.add(place.tag)

    def crop_of(self, tag: Tag, box: Box | None) -> Crop | None:
        """How that label was seen, best in the box, or near its middle; None where it was not."""
        places = [each for each in self.labels if each.tag == tag]
        if box is not None:
            x, y = box.centre
            places.sort(
                key=lambda each: (not box.contains(each.pose.x, each.pose.y), hypot(each.pose.x - x, each.pose.y - y))
            )
        return places[0].crop if places else None

    def picture_around(self, boxes: Sequence[Box]) -> PlacePicture | None:
        """How a camera saw that part of the table; None where none saw all of it."""
        found = (picture.around(boxes) for picture in self.pictures)
        return next((each for each in found if each is not None), None)


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """Two dice have come to rest in their place, and show these faces; None when they have been taken up again."""

    dice: tuple[int, int] | None


@dataclass(frozen=True, slots=True, eq=True)
class Reading:
    """The tags in each zone the camera can speak for. A zone that is missing was not seen; an empty one is empty."""

    zones: Mapping[Zone, tuple[Tag, ...]]

    def identify(self, piece_of: Mapping[Tag, Piece]) -> TableSnapshot:
        """The same table by kinds of piece. A tag that is no piece of this game is left out."""
        return TableSnapshot({zone: tuple(sorted(_known(tags, piece_of))) for zone, tags in self.zones.items()})


def _known(tags: Iterable[Tag], piece_of: Mapping[Tag, Piece]) -> Iterator[Piece]:
    for tag in tags:
        if tag == UNREADABLE:
            yield UNREADABLE
        elif tag in piece_of:
            yield piece_of[tag]


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The pieces in each zone, sorted, only for the zones it can speak for."""

    zones: Mapping[Zone, tuple[Piece, ...]]

    @classmethod
    def of(cls, zones: Mapping[Zone, Iterable[Piece]]) -> TableSnapshot:
        return cls({zone: tuple(sorted(pieces)) for zone, pieces in zones.items()})

    def without(self, zones: Collection[Zone]) -> TableSnapshot:
        """It does not speak for these."""
        if not zones:
            return self
        return TableSnapshot({zone: pieces for zone, pieces in self.zones.items() if zone not in zones})

    def has_one(self, piece: Piece, zones: Iterable[Zone]) -> bool:
        """Whether the piece lies once in these zones, or may do so where nobody can look or read."""
        there = [self.zones.get(zone) for zone in zones]
        lying = sum(pieces.count(piece) for pieces in there if pieces)
        return lying == 1 or (not lying and any(pieces is None or UNREADABLE in pieces for pieces in there))


@dataclass(frozen=True, slots=True)
class PieceShape:
    """How a piece looks from above, upright: its size, and where its label's centre lies from its own; millimetres.

    `caption` are the words on it, `tints` the colours printed on it ("#rrggbb"): for pictures of the table only.
    """

    width: float
    height: float
    label_dx: float = 0.0
    label_dy: float = 0.0
    caption: str = ""
    tints: tuple[str, ...] = ()


class TableLayout(Protocol):
    """Where things lie, in millimetres of the mat."""

    @property
    def width(self) -> float: ...

    @property
    def height(self) -> float: ...

    @property
    def anchors(self) -> Mapping[Tag, Pose]: ...

    @property
    def zones(self) -> Mapping[Zone, Box]:
        """Every zone's box; a zone that lies under another comes before it."""

    @property
    def piles(self) -> frozenset[Zone]:
        """The zones where pieces lie on top of each other: whatever comes hides what lay there."""

    def read(self, observation: Observation) -> Reading:
        """The zones that the observation can speak for, and the tags in each."""

    def spot(self, zone: Zone, index: int) -> Pose:
        """Where the label of the zone's piece number `index` (from 0) is to lie."""


class Change(NamedTuple):
    """A zone holds `delta` more (or, below zero, fewer) of a piece than expected."""

    zone: Zone
    piece: Piece
    delta: int


def diff(expected: TableSnapshot, seen: TableSnapshot) -> tuple[Change, ...]:
    """What the table shows against what it should, in the zones both speak for.

    An unreadable label stands for any one piece: it hides one missing piece of its zone, and only an unreadable
    label too many is a change of its own.
    """
    return explain_away(raw_diff(expected, seen))


def raw_diff(expected: TableSnapshot, seen: TableSnapshot) -> tuple[Change, ...]:
    """As `diff`, with nothing explained away: each missing piece is a loss, each unreadable label a gain."""
    wanted = map(expected.zones.get, seen.zones)
    differing = sorted(compress(seen.zones, map(ne, wanted, seen.zones.values())))
    return tuple(
        change
        for zone in differing
        if zone in expected.zones
        for change in zone_changes(zone, expected.zones[zone], seen.zones[zone])
    )


@lru_cache(maxsize=4096)
def zone_changes(zone: Zone, expected: tuple[Piece, ...], seen: tuple[Piece, ...]) -> tuple[Change, ...]:
    """As `raw_diff`, of one zone. From story to story of a search few zones change, so most of it is remembered."""
    delta = dict.fromkeys(seen, 0)  # a Counter takes five times as long for the few pieces of a zone
    for piece in seen:
        delta[piece] += 1
    for piece in expected:
        delta[piece] = delta.get(piece, 0) - 1
    return tuple(sorted(Change(zone, piece, count) for piece, count in delta.items() if count))


def explain_away(raw: tuple[Change, ...]) -> tuple[Change, ...]:
    """The changes of `raw_diff`, with as many losses of a zone left out as unreadable labels may stand for them."""
    unread = {change.zone: change.delta for change in raw if change.piece == UNREADABLE}
    if not unread:
        return raw
    changes = []
    for change in raw:
        if change.piece != UNREADABLE:
            hidden = max(0, min(unread.get(change.zone, 0), -change.delta))
            if hidden:
                unread[change.zone] -= hidden
            if change.delta + hidden:
                changes.append(Change(change.zone, change.piece, change.delta + hidden))
    changes += [Change(zone, UNREADABLE, count) for zone, count in unread.items() if count]
    return tuple(sorted(changes))


def as_if_done(seen: TableSnapshot, pending: Iterable[Change]) -> TableSnapshot:
    """The table as it will look when the pending moves are made: nobody has to explain what is already agreed."""
    changed: dict[Zone, Counter[Piece]] = {}
    for change in pending:
        if change.zone in seen.zones:
            pieces = changed.setdefault(change.zone, Counter(seen.zones[change.zone]))
            pieces[change.piece] -= change.delta
    lying = {zone: tuple(sorted(pieces.elements())) for zone, pieces in changed.items()}
    return TableSnapshot({**seen.zones, **lying})
