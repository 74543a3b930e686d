"""What is known about each label on the table between one look and the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from enum import Enum
from math import cos, hypot, radians, sin

import numpy as np
from numpy.typing import NDArray

from companion.core.table import LabelPlace, PieceShape, Pose
from vision.labels import MODULES
from vision.locate import CellGrid
from vision.sightings import TagSighting

Grid = NDArray[np.bool_]

LEAST_VERIFY = 0.3
"""A label that was moved by a module, or is gone, correlates with its old place by less (VISION: at most 0.25)."""

VERIFY_SHARE = 0.6
"""A label that shows less than this share of what it showed when it was read is looked at again."""

JITTER_MODULES = 0.5
"""A label that is read again this near to where it was has not moved."""

JITTER_DEGREES = 2.0


class Verdict(Enum):
    """Why a label is not seen at its place, though no hand is over it.

    A buried label has another right on it, as in a pile; a covered one has the body of a piece over it, as in a fan. A
    held one may be in a hand that is still in the picture.
    """

    GONE = "gone"
    SPOILED = "spoiled"
    COVERED = "covered"
    BURIED = "buried"
    HIDDEN = "hidden"
    HELD = "held"


UNDER = (Verdict.COVERED, Verdict.BURIED)
"""The label lies under a piece that is known: nothing more is to be found out about it."""


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One label: where the picture showed it last, where that is on the mat, and how well it could be verified.

    `since` is when it was first seen at its place, in seconds, `lost_since` from when on the place, in plain sight, no
    longer shows it, `looks_lost` how often it was searched since, and `verdict` what is believed to be the reason.
    """

    sighting: TagSighting
    place: LabelPlace
    reference: float
    since: float
    lost_since: float | None = None
    looks_lost: int = 0
    verdict: Verdict | None = None


class TrackTable:
    """All tracks, in arrays where every look needs them."""

    def __init__(self, tracks: Iterable[Track], cells: CellGrid) -> None:
        self._cells = cells
        self._take(tuple(tracks))
        self.sightings = tuple(track.sighting for track in self.tracks)
        self.least = np.array([least_score(track.reference) for track in self.tracks], dtype=np.float32)
        self.corners = np.array([sighting.corners for sighting in self.sightings], np.float64).reshape(-1, 4, 2)
        self._top, self._left, self._bottom, self._right = _cell_bounds(self.corners, cells)

    def holding(self, tracks: Sequence[Track]) -> TrackTable:
        """The table with these tracks instead. While all lie where they lay, `sightings` stays the very same object:
        readers prepare their verification for it once."""
        if len(tracks) != len(self.tracks) or any(
            new.sighting is not old.sighting for new, old in zip(tracks, self.tracks, strict=True)
        ):
            return TrackTable(tracks, self._cells)
        same_places = copy(self)
        same_places._take(tuple(tracks))
        return same_places

    def _take(self, tracks: tuple[Track, ...]) -> None:
        self.tracks = tracks
        self.lost = np.array([track.lost_since is not None for track in tracks], np.bool_)
        self.under = np.array([track.verdict in UNDER for track in tracks], np.bool_)
        self.looks_lost = np.array([track.looks_lost for track in tracks], np.int64)

    def __len__(self) -> int:
        return len(self.tracks)

    def some(self, chosen: NDArray[np.int64]) -> tuple[TagSighting, ...]:
        """The sightings of the tracks with these numbers."""
        return tuple(self.sightings[index] for index in chosen)

    def touching(self, cells: Grid) -> Grid:
        """For each track whether its label lies in any of the cells, shape (n,)."""
        if not cells.any():
            return np.zeros(len(self.tracks), np.bool_)
        sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), np.int64)
        sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
        inside = (
            sums[self._bottom, self._right]
            - sums[self._top, self._right]
            - sums[self._bottom, self._left]
            + sums[self._top, self._left]
        )
        return np.asarray(inside > 0)

    def cells_of(self, chosen: Grid, shape: tuple[int, ...]) -> Grid:
        """The cells that the labels of the chosen tracks lie in."""
        cells = np.zeros(shape, np.bool_)
        for index in np.flatnonzero(chosen):
            cells[self._top[index] : self._bottom[index], self._left[index] : self._right[index]] = True
        return cells


def least_score(reference: float) -> float:
    """The verification below which a label is no longer taken to be where it was."""
    return max(LEAST_VERIFY, VERIFY_SHARE * reference)


def same_place(one: Pose, other: Pose, label_mm: float) -> bool:
    """Whether two readings of a label differ by no more than reading does."""
    turned = abs((one.rotation - other.rotation + 180.0) % 360.0 - 180.0)
    return distance(one, other) <= JITTER_MODULES * label_mm / MODULES and turned <= JITTER_DEGREES


def distance(one: Pose, other: Pose) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def lies_under(label: Pose, label_mm: float, upper: Pose, shape: PieceShape) -> bool:
    """Whether the piece whose label is at `upper` covers a good part of the label at `label`."""
    turn = radians(upper.rotation)
    centre_x, centre_y = piece_centre(upper, shape)
    dx, dy = label.x - centre_x, label.y - centre_y
    across, down = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
    # A quarter of the edge hidden is enough to spoil a label.
    reach = label_mm / 4
    return abs(across) < shape.width / 2 + reach and abs(down) < shape.height / 2 + reach


def piece_centre(label: Pose, shape: PieceShape) -> tuple[float, float]:
    """Where the middle of the piece is whose label lies at `label`."""
    turn = radians(label.rotation)
    return (
        label.x - shape.label_dx * cos(turn) + shape.label_dy * sin(turn),
        label.y - shape.label_dx * sin(turn) - shape.label_dy * cos(turn),
    )


def piece_outline(label: Pose, shape: PieceShape) -> NDArray[np.float64]:
    """The four corners of the piece whose label lies at `label`, millimetres, (4, 2)."""
    turn = radians(label.rotation)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (shape.width / 2, shape.height / 2)
    spin = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return np.asarray(corners @ spin + piece_centre(label, shape))


def _cell_bounds(corners: NDArray[np.float64], cells: CellGrid) -> tuple[NDArray[np.int64], ...]:
    size = np.array([cells.picture[0] / cells.columns, cells.picture[1] / cells.rows])
    limit = (cells.columns, cells.rows)
    low = np.clip(np.floor((corners.min(axis=1) + 0.5) / size), 0, limit).astype(np.int64)
    high = np.clip(np.floor((corners.max(axis=1) + 0.5) / size) + 1, 0, limit).astype(np.int64)
    return low[:, 1], low[:, 0], high[:, 1], high[:, 0]
