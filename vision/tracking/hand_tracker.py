"""What each hand over the table may be holding: labels that it has covered and that have not been seen since, and
labels that are too large to lie on the table.

A card that is lifted and held in sight is neither taken nor placed yet. It is when the hand has left the picture, or
has let so much time pass that it must have been put down somewhere out of sight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from companion.core.table import LabelPlace, Tag
from vision.arrays import CellMask, TrackMask
from vision.cell_grid import CellGrid, connected_parts
from vision.detections import Detection, Detections
from vision.geometry.homography import Homography
from vision.geometry.localization import pose_from_corners
from vision.labels import FRAME_MODULES, MODULES
from vision.tracking.track_table import TrackTable

LET_GO_AFTER = 10.0
"""Seconds for which a label that was lost may be in a hand that is still in the picture."""

LIFTED = 1.06
"""A label that looks larger than a lying one by this share, with a hand in the picture, is held up: under a camera
80 cm above the table by some 45 mm, and no stack of tiles is so high."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """The cells that a hand is over in one frame, and what it may hold."""

    cells: CellMask
    holds: frozenset[Tag]


@dataclass(frozen=True, slots=True, eq=False)
class HandTracker:
    """Follows hands from frame to frame; two that touch may each hold what either did. `lifted` labels are held up."""

    homography: Homography
    grid: CellGrid
    label_mm: float
    hands: tuple[Hand, ...] = ()
    lifted: Mapping[Tag, Detection] = field(default_factory=dict)
    edges: Mapping[Tag, float] = field(default_factory=dict)
    """Those of labels whose edge is not `label_mm`."""

    @property
    def lifted_places(self) -> list[LabelPlace]:
        """The labels that are held up, at the places of the mat that they hide."""
        return [LabelPlace(tag, pose_from_corners(seen.corners, self.homography)) for tag, seen in self.lifted.items()]

    def followed(self, blocked: CellMask, tracks: TrackTable, verified: TrackMask) -> HandTracker:
        """After a frame in which hands are over the `blocked` cells and the `verified` labels are seen."""
        if not blocked.any():
            return replace(self, hands=()) if self.hands else self
        seen = {track.detection.tag for track in tracks.chosen(verified)}
        return replace(self, hands=tuple(self._hand(cells, tracks, seen) for cells in connected_parts(blocked)))

    def with_lifted(self, found: Detections) -> tuple[HandTracker, Detections]:
        """Notes which of the detected labels are held up; the others lie."""
        lifted = dict(self.lifted)
        for detection in found.decoded:
            lifted.pop(detection.tag, None)
            lying_mm = self.edges.get(detection.tag, self.label_mm) * FRAME_MODULES / MODULES
            if self.hands and self._edge_mm(detection) > lying_mm * LIFTED:
                lifted[detection.tag] = detection
        lying = tuple(detection for detection in found.decoded if detection != lifted.get(detection.tag))
        return replace(self, lifted=lifted), Detections(lying, found.unreadable)

    def may_hold(self, tag: Tag, lost_for: float) -> bool:
        """Whether a label that has been lost for so many seconds may be in one of the hands."""
        return tag in self.lifted or (lost_for < LET_GO_AFTER and any(tag in hand.holds for hand in self.hands))

    def let_go(self) -> tuple[HandTracker, CellMask]:
        """The cells where labels were held up when the last hand left.

        Nothing hangs in the air: what is still there lies on something high.
        """
        cells = np.zeros((self.grid.rows, self.grid.columns), np.bool_)
        if not self.lifted or self.hands:
            return self, cells
        rows, columns = self.grid.holding([(seen.x, seen.y) for seen in self.lifted.values()])
        cells[rows, columns] = True
        return replace(self, lifted={}), cells

    def _hand(self, cells: CellMask, tracks: TrackTable, seen: set[Tag]) -> Hand:
        under = {track.detection.tag for track in tracks.chosen(tracks.touching(cells))}
        before = (hand.holds for hand in self.hands if (hand.cells & cells).any())
        return Hand(cells, frozenset(under.union(*before) - seen))

    def _edge_mm(self, detection: Detection) -> float:
        corners = self.homography.to_mm(detection.corners)
        return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
