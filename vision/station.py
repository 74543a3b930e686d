"""What one camera keeps while it stands where it stands: the labels it knows, and what it has still to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.core.table import Observation, PieceShape, Tag
from hardware.camera import Frame
from vision.calibrate import Calibration, MatAnchors
from vision.judge import Judge
from vision.labels import MODULES
from vision.locate import BlindMap, CellGrid, duplicates
from vision.motion import Activity, Grid, at_edge, grown, parts
from vision.search import LabelReader, PixelBox, regions
from vision.sightings import Found
from vision.track import TrackTable, Verdict
from vision.tracks import Ledger
from vision.verifier import Verifier

Gray = NDArray[np.uint8]
Readers = Callable[[tuple[float, float] | None], LabelReader]
"""Makes a reader for labels whose modules are between so many pixels; None when their size is not known."""

TRIES = 2
"""How often a changed place is read before it is taken as known."""

PATIENCE = 20.0
"""Seconds after which a still thing at the picture's edge that hides no label is part of the furniture."""

FORGET_AFTER = 3.0
"""Seconds after which a label that is plainly gone is forgotten; should it come back, that is a change."""

FULL_SEARCH_EVERY = 20.0
"""Seconds of quiet between searches of the whole picture."""

PARTS = 4
"""While nothing stirs, each look verifies only every fourth label."""

SMALLEST, LARGEST = 0.7, 1.3
"""The size of a module may be so far from the calibration's: labels on stacks and on leaning cards."""


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """The mat in millimetres, its anchors, the labels' outer edge, and the pieces' shapes where they are known."""

    width: float
    height: float
    anchors: MatAnchors
    label_mm: float = 20.0
    shapes: Mapping[Tag, PieceShape] = field(default_factory=dict)


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
        corners = [(0.0, 0.0), (table.width, 0.0), (0.0, table.height), (table.width, table.height)]
        modules = [homography.pixels_per_mm(x, y) * table.label_mm / MODULES for x, y in corners]
        self.module_px = (SMALLEST * min(modules), LARGEST * max(modules))
        self._margin = MODULES * max(modules)
        self._anchors = table.anchors.places
        self._blind = BlindMap.over((table.width, table.height), homography, self.grid)
        self._judge = Judge(table.label_mm, table.shapes, homography, picture)
        self._ledger = Ledger(homography, self.grid, table.label_mm)
        self._tries = np.zeros(cells, np.int64)
        self._moved_at = np.zeros(cells)
        self._verdicts: Mapping[int, Verdict] = {}
        self._composed: tuple[object, Observation] | None = None
        self._parts: tuple[TrackTable, list[tuple[Verifier, NDArray[np.float32]]]] | None = None

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

    def verified(self, reader: LabelReader, image: Gray) -> Grid:
        """For each track whether the picture still shows it at its place."""
        if not len(self.table):
            return np.zeros(0, np.bool_)
        return np.asarray(reader.verify_all(image, self.table.sightings) >= self.table.least)

    def still_there(self, reader: LabelReader, image: Gray, number: int) -> bool:
        """Whether one of PARTS parts of all labels in sight, `number` counting round, is where it was."""
        if self._parts is None or self._parts[0] is not self.table:
            in_sight = np.flatnonzero(~self.table.lost)
            parts = [in_sight[part::PARTS] for part in range(PARTS)]
            checks = [(Verifier(reader.codebook, self.table.some(part)), self.table.least[part]) for part in parts]
            self._parts = (self.table, checks)
        verifier, least = self._parts[1][number % PARTS]
        return bool((verifier.scores(image) >= least).all())

    def is_accounted_for(self, ok: Grid) -> bool:
        """Whether every label is seen at its place or known to lie under a piece."""
        return bool((ok | self.table.under).all())

    def blocked(self, activity: Activity, ok: Grid, at: float) -> Grid:
        """The cells that a hand is over: all that hangs together with something moving or with the picture's edge."""
        self._moved_at[activity.moving] = at
        busy = activity.changed | activity.moving
        blocked = np.zeros_like(busy)
        if not busy.any():
            return blocked
        for part in parts(busy, reach=2):
            if (part & activity.moving).any() or (at_edge(part) and not self._is_furniture(part, ok, at)):
                blocked |= part
        return grown(blocked)

    def wanted(self, look: Look, changed: Grid, ok: Grid) -> list[PixelBox]:
        """Where to read: what has changed and come to rest, and where a label in plain sight is not what it was."""
        self._tries[look.blocked] = 0
        lost = ~ok & ~self.table.touching(look.blocked)
        want = self._ledger.unsolved_cells(lost, look.at, changed.shape) | (changed & (self._tries < TRIES))
        self._tries[want] += 1
        return regions(want, self.grid, self._margin) if want.any() else []

    def enter(self, found: Found, boxes: list[PixelBox], ok: Grid, at: float) -> None:
        """What was found in the rectangles. `ok` says which tracks were verified just before."""
        self._ledger.integrate(found, boxes, ok, at)

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
        self._verdicts = self._judge.verdicts(self._ledger, missing, ok, (look.small, look.at))
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

    def _is_furniture(self, part: Grid, ok: Grid, at: float) -> bool:
        """Whether something at the picture's edge has been still for long and hides no label that was there."""
        still = at - float(self._moved_at[part].max()) > PATIENCE
        return still and not (self.table.touching(part) & ~ok).any()

    def _compose(self, blocked: Grid, ok: Grid, verdicts: Mapping[int, Verdict]) -> Observation:
        pieces = [(i, track) for i, track in enumerate(self.table.tracks) if track.sighting.tag not in self._anchors]
        labels = [track.place for i, track in pieces if ok[i] or verdicts.get(i) is Verdict.COVERED]
        hidden = [self._judge.box(track.place.pose) for i, track in pieces if verdicts.get(i) is Verdict.HIDDEN]
        hidden += [self._judge.box(place.pose) for place in self._ledger.doubtful]
        twice = duplicates(place.tag for place in labels)
        labels += self._ledger.unreadable_in_sight(ok)
        return Observation(tuple(labels), (*self._blind.boxes(blocked), *hidden), twice)
