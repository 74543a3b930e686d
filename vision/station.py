"""What one camera keeps while it stands where it stands: the labels it knows, and what it has still to look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.core.table import Observation, PieceShape, Tag
from hardware.camera import Frame
from vision.calibrate import Calibration, MatAnchors
from vision.geometry import Points
from vision.glance import Glance
from vision.hands import Hands
from vision.judge import Judge
from vision.labels import MODULES
from vision.locate import BlindMap, CellGrid, duplicates
from vision.motion import Activity, Grid, at_edge, grown, parts
from vision.search import LARGEST, NO_QUADS, SMALLEST, LabelReader, PixelBox, Quads, regions
from vision.sightings import Found
from vision.track import TrackTable, Verdict
from vision.tracks import Ledger

Gray = NDArray[np.uint8]
TRIES = 2
"""How often a changed place is read before it is taken as known."""

PATIENCE = 20.0
"""Seconds after which a still thing at the picture's edge that hides no label is part of the furniture."""

FORGET_AFTER = 3.0
"""Seconds after which a label that is plainly gone is forgotten; should it come back, that is a change."""

WELL_SEEN = 0.7
"""A label that verifies by so much needs not be read again."""

BESIDE_MM = 60.0
"""Labels are searched this far beside the mat too."""


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """The mat in millimetres, its anchors, the labels' outer edge, and the pieces' shapes where they are known.

    `bend` are k1 and k2 of the camera's lens; without them they are found from the anchors.
    """

    width: float
    height: float
    anchors: MatAnchors
    label_mm: float = 20.0
    shapes: Mapping[Tag, PieceShape] = field(default_factory=dict)
    bend: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One frame, its small picture, and the cells in it that cannot be judged."""

    frame: Frame
    small: Gray
    blocked: Grid

    @property
    def at(self) -> float:
        return self.frame.taken_at


class Station:
    """The labels that one camera knows, from its calibration until it is pushed."""

    def __init__(
        self, calibration: Calibration, table: WatchedTable, picture: tuple[int, int], cells: tuple[int, int]
    ) -> None:
        self.calibration = calibration
        self.grid = CellGrid(picture, *cells)
        homography = calibration.homography
        self._size = (table.width, table.height)
        self._label_mm = table.label_mm
        rim = outline_of(-BESIDE_MM, -BESIDE_MM, table.width + BESIDE_MM, table.height + BESIDE_MM)
        self.part = _around(homography.to_px(rim), picture)
        modules = self.module_px(homography.to_px(outline_of(0.0, 0.0, table.width, table.height)))
        self.sizes = (SMALLEST * float(modules.min()), LARGEST * float(modules.max()))
        self.margin = MODULES * float(modules.max())
        self._anchors = table.anchors.places
        self._blind = BlindMap.over((table.width, table.height), homography, self.grid)
        self._judge = Judge(table.label_mm, table.shapes, homography, picture)
        self._ledger = Ledger(homography, self.grid, table.label_mm)
        self._hands = Hands(homography, self.grid, table.label_mm)
        self._tries = np.zeros(cells, np.int64)
        self._moved_at = np.zeros(cells)
        self._verdicts: Mapping[int, Verdict] = {}
        self._composed: tuple[object, Observation] | None = None
        self._glance: Glance | None = None

    def is_for(self, picture: tuple[int, ...], cells: tuple[int, ...]) -> bool:
        """Whether pictures of this size are still the camera's: a folder may hold photographs of several."""
        return self.grid == CellGrid((picture[1], picture[0]), cells[0], cells[1])

    @property
    def table(self) -> TrackTable:
        return self._ledger.table

    def enter_all(self, found: Found, before: Station | None, at: float) -> None:
        """Everything found in a first picture. Labels that an earlier station knew keep their places on the mat."""
        self._ledger.start(found, before.table.tracks if before is not None else (), at)
        self._moved_at[:] = at

    def anchors_off(self, moving: Grid, ok: Grid) -> tuple[frozenset[Tag], int]:
        """The anchors in plain sight that are not at their places, and how many anchors are in plain sight."""
        anchors = np.array([track.sighting.tag in self._anchors for track in self.table.tracks], np.bool_)
        visible = anchors & ~self.table.touching(moving)
        off = frozenset(self.table.tracks[index].sighting.tag for index in np.flatnonzero(visible & ~ok))
        return off, int(visible.sum())

    def module_px(self, px: Points) -> NDArray[np.float64]:
        """A module's pixels where the picture shows labels lying, (n, 2) to (n,); beside the mat as at its rim."""
        homography = self.calibration.homography
        places = np.clip(homography.to_mm(px), 0.0, self._size)
        return np.array([homography.pixels_per_mm(x, y) for x, y in places]) * self._label_mm / MODULES

    def verified(self, reader: LabelReader, image: Gray) -> Grid:
        """For each track whether the picture still shows it at its place."""
        if not len(self.table):
            return np.zeros(0, np.bool_)
        return np.asarray(reader.verify_all(image, self.table.sightings) >= self.table.least)

    def well_seen(self, reader: LabelReader, image: Gray) -> Quads:
        """The corners of the labels that are seen at their places and need not be read again, (n, 4, 2)."""
        if not len(self.table):
            return NO_QUADS
        scores = reader.verify_all(image, self.table.sightings)
        return self.table.corners[scores >= np.maximum(self.table.least, WELL_SEEN)]

    def still_there(self, reader: LabelReader, image: Gray, number: int) -> bool:
        """Whether a glance, of which `number` is the count, shows all labels in sight at their places."""
        if self._glance is None or not self._glance.is_for(self.table):
            self._glance = Glance(reader.codebook, self.table)
        return self._glance.agrees(image, number)

    def is_accounted_for(self, ok: Grid) -> bool:
        """Whether every label is seen at its place or known to lie under a piece."""
        return bool((ok | self.table.under).all())

    def blocked(self, activity: Activity, ok: Grid, at: float) -> Grid:
        """The cells that a hand is over: all that hangs together with something moving or with the picture's edge."""
        self._moved_at[activity.moving] = at
        blocked = self._hand_over(activity, ok, at)
        self._hands.look(blocked, self.table, ok)
        return blocked

    def _hand_over(self, activity: Activity, ok: Grid, at: float) -> Grid:
        blocked = np.zeros_like(activity.moving)
        if not (activity.moving.any() or activity.changed.any()):
            return blocked
        # Where a label is seen nothing lies over it: such a place has changed because the light has.
        busy = activity.moving | (activity.changed & ~self.table.cells_of(ok, blocked.shape))
        for part in parts(busy, reach=2):
            if (part & activity.moving).any():
                blocked |= part
            elif at_edge(part):
                blocked |= part & self._hidden_by(part, ok, at)
        return grown(blocked)

    def wanted(self, look: Look, changed: Grid, ok: Grid) -> list[PixelBox]:
        """Where to read: what has changed and come to rest, and where a label in plain sight is not what it was."""
        self._tries[look.blocked] = 0
        lost = ~ok & ~self.table.touching(look.blocked)
        want = self._ledger.unsolved_cells(lost, look.at, changed.shape) | (changed & (self._tries < TRIES))
        want = self._hands.let_go(want)
        self._tries[want] += 1
        return regions(want, self.grid, self.margin) if want.any() else []

    def enter(self, found: Found, boxes: list[PixelBox], ok: Grid, at: float) -> None:
        """What was found in the rectangles. `ok` says which tracks were verified just before."""
        self._ledger.integrate(self._hands.lying(found), boxes, ok, at)

    def known(self, changed: Grid) -> Grid:
        """The changed cells that have been read often enough to be remembered as they are."""
        return changed & (self._tries >= TRIES)

    def note(self, look: Look, ok: Grid) -> None:
        """Which labels are lost, and which are found again."""
        self._ledger.keep(ok, ok | self.table.touching(look.blocked), look.at)

    def learn(self, look: Look, busy: Grid, ok: Grid) -> None:
        """Remembers how the table looks where nothing is going on."""
        self._tries[~busy] = 0
        self._judge.learn(look.small, self._ledger, busy, ok)

    def observed(self, look: Look, ok: Grid) -> Observation:
        """A look as an observation; the very same object while nothing is different."""
        missing = ~ok & ~self.table.touching(look.blocked)
        self._verdicts = {
            index: Verdict.HELD if verdict is Verdict.GONE and self._is_held(index, look.at) else verdict
            for index, verdict in self._judge.verdicts(self._ledger, missing, ok, (look.small, look.at)).items()
        }
        self._ledger.judged(self._verdicts)
        key = (self._ledger.version, ok.tobytes(), look.blocked.tobytes(), tuple(self._verdicts.items()))
        if self._composed is None or self._composed[0] != key:
            self._composed = (key, self._compose(look.blocked, ok, self._verdicts))
        return self._composed[1]

    def forget_gone(self, at: float) -> None:
        """Drops the labels that have been gone for long. Track numbers are new after it."""
        tracks = self.table.tracks
        long_gone = [
            index
            for index, verdict in self._verdicts.items()
            if verdict is Verdict.GONE and at - (tracks[index].lost_since or at) > FORGET_AFTER
        ]
        if long_gone:
            self._ledger.drop(long_gone)
            self._verdicts = {}

    def _is_held(self, index: int, at: float) -> bool:
        track = self.table.tracks[index]
        return self._hands.may_hold(track.sighting.tag, at - (track.lost_since if track.lost_since is not None else at))

    def _hidden_by(self, part: Grid, ok: Grid, at: float) -> Grid:
        """What a still thing at the picture's edge may hide: after some time only the labels that were there."""
        if at - float(self._moved_at[part].max()) <= PATIENCE:
            return part
        return self.table.cells_of(self.table.touching(part) & ~ok, part.shape)

    def _compose(self, blocked: Grid, ok: Grid, verdicts: Mapping[int, Verdict]) -> Observation:
        pieces = [(i, track) for i, track in enumerate(self.table.tracks) if track.sighting.tag not in self._anchors]
        labels = [track.place for i, track in pieces if ok[i] or verdicts.get(i) is Verdict.COVERED]
        unseen = (Verdict.HIDDEN, Verdict.HELD)
        hidden = [self._judge.box(track.place.pose) for i, track in pieces if verdicts.get(i) in unseen]
        hidden += [self._judge.box(place.pose) for place in (*self._ledger.doubtful, *self._hands.lifted)]
        twice = duplicates(place.tag for place in labels)
        labels += self._ledger.unreadable_in_sight(ok)
        return Observation(tuple(labels), (*self._blind.boxes(blocked), *hidden), twice)


def outline_of(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    """The corners of a rectangle and the middles of its edges: a curved lens bends these outwards."""
    x, y = (left + right) / 2, (top + bottom) / 2
    return [(left, top), (x, top), (right, top), (right, y), (right, bottom), (x, bottom), (left, bottom), (left, y)]


def _around(px: Points, picture: tuple[int, int]) -> PixelBox:
    low = np.clip(np.floor(px.min(axis=0)), 0, picture).astype(int)
    high = np.clip(np.ceil(px.max(axis=0)) + 1, 0, picture).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])
