"""All tracks of one camera, in arrays where every frame needs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.core.plane import distance
from companion.core.table import LabelPlace
from vision.arrays import CellMask, Floats, Points, Quads, TrackMask
from vision.cell_grid import CellGrid
from vision.detections import Detection
from vision.tracking.track import UNDER_PIECE, TentativeTrack, Track

PILED_MM = 5.0
"""The label of a card in a fan is further from that of the next one."""


@dataclass(frozen=True, slots=True, eq=False)
class TrackTable:
    """The tracks by number, 0 to n - 1.

    `version` rises with every change, `placement_version` only when labels come, go or move in the picture: what was
    prepared for the same number serves again. `bounds` are the first and last rows and columns of cells that each
    label lies in (top, left, bottom, right; the last ones exclusive).
    """

    tracks: tuple[Track, ...]
    grid: CellGrid
    version: int
    placement_version: int
    detections: tuple[Detection, ...]
    least_scores: Floats
    corners: Quads
    centres: Points
    bounds: tuple[NDArray[np.int64], ...]
    lost: TrackMask
    under_piece: TrackMask
    misses: NDArray[np.int64]

    @classmethod
    def of(cls, tracks: Iterable[Track], grid: CellGrid, version: int = 0, placement_version: int = 0) -> TrackTable:
        tracks = tuple(tracks)
        corners = np.array([track.detection.corners for track in tracks], np.float64).reshape(-1, 4, 2)
        return cls(
            tracks,
            grid,
            version,
            placement_version,
            detections=tuple(track.detection for track in tracks),
            least_scores=np.array([track.least_score for track in tracks], np.float32),
            corners=corners,
            centres=corners.mean(axis=1),
            bounds=_cell_bounds(corners, grid),
            **_belief(tracks),
        )

    def updated(self, tracks: Sequence[Track]) -> TrackTable:
        """The table with these tracks instead."""
        tracks = tuple(tracks)
        if tracks == self.tracks:
            return self
        if tuple(track.detection for track in tracks) != self.detections:
            return TrackTable.of(tracks, self.grid, self.version + 1, self.placement_version + 1)
        return replace(self, tracks=tracks, version=self.version + 1, **_belief(tracks))

    def __len__(self) -> int:
        return len(self.tracks)

    def touching(self, cells: CellMask) -> TrackMask:
        """For each track whether its label lies in any of the cells."""
        if not cells.any():
            return np.zeros(len(self.tracks), np.bool_)
        sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), np.int64)
        sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
        top, left, bottom, right = self.bounds
        inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return np.asarray(inside > 0)

    def cells_of(self, chosen: TrackMask) -> CellMask:
        """The cells that the labels of the chosen tracks lie in."""
        cells = np.zeros((self.grid.rows, self.grid.columns), np.bool_)
        top, left, bottom, right = self.bounds
        for index in np.flatnonzero(chosen):
            cells[top[index] : bottom[index], left[index] : right[index]] = True
        return cells

    def not_under(self, seen: TrackMask, tracks: Iterable[Track]) -> list[Track]:
        """Those of the tracks on whose label none that is `seen` lies, as the top of a pile does."""
        tops = [track.place.pose for track in self.chosen(seen)]
        return [track for track in tracks if all(distance(track.place.pose, top) > PILED_MM for top in tops)]

    def chosen(self, mask: TrackMask) -> list[Track]:
        """The tracks of a mask."""
        return [track for track, is_chosen in zip(self.tracks, mask, strict=True) if is_chosen]


@dataclass(frozen=True, slots=True, eq=False)
class TrackSet:
    """All tracks, the tentative ones beside them, and when lost labels were last searched, in seconds.

    `recalled` are from before the companion was started (`recalled_tracks`): none of them counts yet.
    """

    table: TrackTable
    tentative: tuple[TentativeTrack, ...] = ()
    recalled: tuple[Track, ...] = ()
    retried_at: float = 0.0

    def updated(self, tracks: Sequence[Track]) -> TrackSet:
        """The set with these tracks instead."""
        table = self.table.updated(tracks)
        return self if table.version == self.table.version else replace(self, table=table)

    @property
    def unconfirmed_places(self) -> tuple[LabelPlace, ...]:
        """Where a frame was found once: an unreadable label, or a readable one that a hand has just been over."""
        return tuple(track.place for track in self.tentative if not track.is_confirmed and not track.misses)

    @property
    def unreadable_places(self) -> tuple[LabelPlace, ...]:
        """Where labels lie that cannot be read."""
        return tuple(track.place for track in self.tentative if track.is_confirmed)


def _belief(tracks: Sequence[Track]) -> dict[str, Any]:
    return {
        "lost": np.array([track.lost_since is not None for track in tracks], np.bool_),
        "under_piece": np.array([track.verdict in UNDER_PIECE for track in tracks], np.bool_),
        "misses": np.array([track.misses for track in tracks], np.int64),
    }


def _cell_bounds(corners: Quads, grid: CellGrid) -> tuple[NDArray[np.int64], ...]:
    size = np.array([grid.picture[0] / grid.columns, grid.picture[1] / grid.rows])
    limit = (grid.columns, grid.rows)
    low = np.clip(np.floor((corners.min(axis=1) + 0.5) / size), 0, limit).astype(np.int64)
    high = np.clip(np.floor((corners.max(axis=1) + 0.5) / size) + 1, 0, limit).astype(np.int64)
    return low[:, 1], low[:, 0], high[:, 1], high[:, 0]
