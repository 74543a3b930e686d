"""The physical table as values: what lies where, in millimetres first, in zones after.

Three units, three types. Pixels end inside `vision`. An `Observation` is in millimetres of the mat (origin at the
mat's upper left corner as the camera shows it, x to the right, y down). Rules know only zones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, overload

Tag = str
"""A label's whole payload; one physical card or tile."""

Piece = str
"""A kind of card or tile, such as `farm`: the rules do not tell two copies apart."""

Zone = str
"""A named area of the table, such as `market` or `A.3`."""

_Unlike = tuple[Zone, tuple[Piece, ...], tuple[Piece, ...]]
"""A zone with what is expected there and what is seen."""

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
class LabelPlace:
    """One label lying on the table. `tag` is UNREADABLE where only its frame could be made out."""

    tag: Tag
    pose: Pose
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class Observation:
    """What the camera is sure of: the labels, and the parts of the mat it could not look at."""

    labels: tuple[LabelPlace, ...]
    blind: tuple[Box, ...] = ()
    duplicates: tuple[Tag, ...] = ()


@dataclass(frozen=True, slots=True, eq=True)
class Reading:
    """The tags in each zone the camera can speak for. A zone that is missing was not seen; an empty one is empty."""

    zones: Mapping[Zone, tuple[Tag, ...]]

    def identify(self, piece_of: Mapping[Tag, Piece]) -> TableSnapshot:
        """The same table by kinds of piece. A tag that is no piece of this game is left out."""
        known = {**piece_of, UNREADABLE: UNREADABLE}
        return TableSnapshot(
            {zone: tuple(sorted(known[tag] for tag in tags if tag in known)) for zone, tags in self.zones.items()}
        )


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The pieces in each zone, sorted, only for the zones it can speak for."""

    zones: Mapping[Zone, tuple[Piece, ...]]

    @classmethod
    def of(cls, zones: Mapping[Zone, Iterable[Piece]]) -> TableSnapshot:
        return cls({zone: tuple(sorted(pieces)) for zone, pieces in zones.items()})


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


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """A zone holds `delta` more (or, below zero, fewer) of a piece than expected."""

    zone: Zone
    piece: Piece
    delta: int


def diff(expected: TableSnapshot, seen: TableSnapshot) -> tuple[Change, ...]:
    """What the table shows against what it should, in the zones both speak for.

    An unreadable label stands for any one piece: it hides one missing piece of its zone, and only an unreadable
    label too many is a change of its own.
    """
    return _changes(_differing(expected, seen))


def _differing(expected: TableSnapshot, seen: TableSnapshot) -> list[_Unlike]:
    """The zones that both speak for and that do not hold the same."""
    return [
        (zone, wanted, pieces)
        for zone, pieces in seen.zones.items()
        if (wanted := expected.zones.get(zone, pieces)) != pieces
    ]


def _changes(unlike: Iterable[_Unlike]) -> tuple[Change, ...]:
    return tuple(sorted(change for zone in unlike for change in _zone_changes(*zone)))


@dataclass(frozen=True, slots=True)
class Differences(Sequence[Change]):
    """The changes of `diff` but for unreadable labels, and for a game that looks closer, what they may hide.

    In `raw` nothing is explained away: every missing piece is a loss, every unreadable label a gain of UNREADABLE, so
    one of the losses may lie there unread. `unseen` are the zones that the camera could not speak for.
    """

    changes: tuple[Change, ...]
    raw: tuple[Change, ...]
    unseen: frozenset[Zone]

    @classmethod
    def between(cls, expected: TableSnapshot, seen: TableSnapshot) -> Differences:
        unlike = _differing(expected, seen)
        changes = tuple(change for change in _changes(unlike) if change.piece != UNREADABLE)
        raw = (
            Change(zone, piece, count)
            for zone, wanted, pieces in unlike
            for piece, count in _delta(wanted, pieces).items()
            if count
        )
        return cls(changes, tuple(sorted(raw)), frozenset(expected.zones.keys() - seen.zones.keys()))

    def __len__(self) -> int:
        return len(self.changes)

    @overload
    def __getitem__(self, index: int) -> Change: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Change, ...]: ...

    def __getitem__(self, index: int | slice) -> Change | tuple[Change, ...]:
        return self.changes[index]


def _delta(wanted: Sequence[Piece], pieces: Sequence[Piece]) -> Counter[Piece]:
    delta = Counter(pieces)
    delta.subtract(wanted)
    return delta


def _zone_changes(zone: Zone, wanted: Sequence[Piece], pieces: Sequence[Piece]) -> Iterable[Change]:
    delta = _delta(wanted, pieces)
    unread = delta.pop(UNREADABLE, 0)
    for piece in sorted(delta):
        while unread > 0 and delta[piece] < 0:
            delta[piece] += 1
            unread -= 1
    if unread:
        delta[UNREADABLE] = unread
    return (Change(zone, piece, count) for piece, count in delta.items() if count)
