"""What each hand over the table may be holding: labels that it has covered and that have not been seen since, and
labels that are too large to lie on the table.

A card that is lifted and held in sight is neither taken nor placed yet. It is when the hand has left the picture, or
has let so much time pass that it must have been put down somewhere out of sight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.core.table import LabelPlace, Tag
from vision.geometry import Homography
from vision.labels import FRAME_MODULES, MODULES
from vision.locate import CellGrid, pose_of
from vision.motion import Grid, parts
from vision.sightings import Found, TagSighting
from vision.track import TrackTable

LET_GO_AFTER = 10.0
"""Seconds for which a label that was lost may be in a hand that is still in the picture."""

LIFTED = 1.06
"""A label that looks larger than a lying one by this share, with a hand in the picture, is held up: under a camera
80 cm above the table by some 45 mm, and no stack of tiles is so high."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """The cells that a hand is over in one look, and what it may hold."""

    cells: Grid
    holds: frozenset[Tag]


class Hands:
    """Follows hands from look to look; two that touch may each hold what either did."""

    def __init__(self, homography: Homography, grid: CellGrid, label_mm: float) -> None:
        self._homography, self._grid = homography, grid
        self._largest = label_mm * FRAME_MODULES / MODULES * LIFTED
        self._hands: tuple[Hand, ...] = ()
        self._lifted: dict[Tag, TagSighting] = {}

    @property
    def lifted(self) -> list[LabelPlace]:
        """The labels that are held up, at the places of the mat that they hide."""
        return [LabelPlace(tag, pose_of(seen.corners, self._homography)) for tag, seen in self._lifted.items()]

    def look(self, blocked: Grid, table: TrackTable, ok: Grid) -> None:
        """The cells that hands are over now. `ok` says which labels are seen at their places."""
        if not blocked.any():
            self._hands = ()
            return
        tags = [track.sighting.tag for track in table.tracks]
        seen = {tag for tag, is_seen in zip(tags, ok, strict=True) if is_seen}
        self._hands = tuple(self._followed(cells, tags, table, seen) for cells in parts(blocked))

    def lying(self, found: Found) -> Found:
        """What was found, but for the labels that are held up."""
        for sighting in found.sightings:
            self._lifted.pop(sighting.tag, None)
            if self._hands and self._edge_mm(sighting) > self._largest:
                self._lifted[sighting.tag] = sighting
        lying = tuple(sighting for sighting in found.sightings if sighting is not self._lifted.get(sighting.tag))
        return Found(lying, found.unreadable)

    def may_hold(self, tag: Tag, lost_for: float) -> bool:
        """Whether a label that has been lost for so many seconds may be in one of the hands."""
        return tag in self._lifted or (lost_for < LET_GO_AFTER and any(tag in hand.holds for hand in self._hands))

    def let_go(self, cells: Grid) -> Grid:
        """The cells, and those where labels were held up when the last hand left.

        Nothing hangs in the air: what is still there lies on something high.
        """
        if not self._lifted or self._hands:
            return cells
        again = cells.copy()
        rows, columns = self._grid.holding([(seen.x, seen.y) for seen in self._lifted.values()])
        again[rows, columns] = True
        self._lifted = {}
        return again

    def _followed(self, cells: Grid, tags: list[Tag], table: TrackTable, seen: set[Tag]) -> Hand:
        under = {tag for tag, covered in zip(tags, table.touching(cells), strict=True) if covered}
        before = (hand.holds for hand in self._hands if (hand.cells & cells).any())
        return Hand(cells, frozenset(under.union(*before) - seen))

    def _edge_mm(self, sighting: TagSighting) -> float:
        corners = self._homography.to_mm(sighting.corners)
        return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
