"""From what was found in a picture to an observation in millimetres, with what could not be looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Pose, Tag
from vision.areas import common
from vision.geometry import Homography
from vision.sightings import Corners, Found, as_corners, crossing

CELL_MM = 20.0
"""The mat is blind or not in squares of this size: a label's edge."""

SAME_LABEL_MM = 8.0
"""Two cameras that put one tag nearer together than this see one label."""

Grid = NDArray[np.bool_]


def locate(found: Found, homography: Homography, leave_out: Collection[Tag] = ()) -> Observation:
    """All labels of one picture in millimetres, without the tags to `leave_out` (the mat's own anchors).

    A tag that was found twice is listed in `duplicates`, and both places are given. Nothing is said to be blind.
    """
    sightings = [sighting for sighting in found.sightings if sighting.tag not in leave_out]
    places = [LabelPlace(s.tag, pose_of(s.corners, homography), float(s.score)) for s in sightings]
    places += [LabelPlace(UNREADABLE, pose_of(outline.corners, homography), 0.0) for outline in found.unreadable]
    return Observation(tuple(places), duplicates=duplicates(sighting.tag for sighting in sightings))


def duplicates(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """The tags that come more than once, sorted. An unreadable label is no duplicate of another."""
    counts = Counter(tags)
    return tuple(sorted(tag for tag, count in counts.items() if count > 1 and tag != UNREADABLE))


def pose_of(corners: Corners, homography: Homography) -> Pose:
    """Centre and rotation on the mat of a label whose frame's corners (upper left first, clockwise) are in pixels."""
    on_mat = homography.to_mm(corners)
    x, y = crossing(as_corners(on_mat))
    across = on_mat[1] - on_mat[0] + on_mat[2] - on_mat[3]
    down = on_mat[3] - on_mat[0] + on_mat[2] - on_mat[1]
    # Both edges of the square tell its rotation: turning the downward one back by a right angle lets them be added.
    direction = across + np.array([down[1], -down[0]])
    return Pose(x, y, float(np.degrees(np.arctan2(direction[1], direction[0]))))


@dataclass(frozen=True, slots=True, eq=False)
class BlindMap:
    """The mat in squares of CELL_MM, and for each the low-resolution cells of the picture that show it.

    `rows`, `columns` hold the cells of its middle and its corners, shape (5, squares down, across); -1 is out of sight.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    size_mm: tuple[float, float]

    @classmethod
    def over(cls, size_mm: tuple[float, float], homography: Homography, cells: CellGrid) -> BlindMap:
        """For a mat of (width, height) millimetres."""
        across, down = (max(round(edge / CELL_MM), 1) for edge in size_mm)
        xs = (np.arange(across) + 0.5) * size_mm[0] / across
        ys = (np.arange(down) + 0.5) * size_mm[1] / down
        middles = np.stack(np.meshgrid(xs, ys), axis=-1)
        # Just inside the corners: a square that only touches a cell does not lie in it.
        reach = 0.49 * np.array([size_mm[0] / across, size_mm[1] / down])
        samples = np.stack([middles + reach * side for side in ((0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1))])
        rows, columns = cells.holding(homography.to_px(samples))
        return cls(rows, columns, size_mm)

    def boxes(self, blind_cells: Grid) -> tuple[Box, ...]:
        """What of the mat lies in blind cells or out of the picture, as few rectangles as are easily found."""
        outside = self.rows[0] < 0
        if not blind_cells.any() and not outside.any():
            return ()
        in_blind_cell = blind_cells[np.maximum(self.rows, 0), np.maximum(self.columns, 0)] & (self.rows >= 0)
        blind = outside | in_blind_cell.any(axis=0)
        width, height = self.size_mm[0] / blind.shape[1], self.size_mm[1] / blind.shape[0]
        return tuple(
            Box(left * width, top * height, right * width, bottom * height)
            for left, top, right, bottom in rectangles(blind)
        )


@dataclass(frozen=True, slots=True)
class CellGrid:
    """How a picture of (width, height) pixels is divided into rows and columns of cells."""

    picture: tuple[int, int]
    rows: int
    columns: int

    def holding(self, px: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Row and column of the cells that hold the points; -1 for points out of the picture."""
        points = np.asarray(px, dtype=np.float64)
        width, height = self.picture
        columns = np.floor((points[..., 0] + 0.5) / width * self.columns).astype(np.int64)
        rows = np.floor((points[..., 1] + 0.5) / height * self.rows).astype(np.int64)
        outside = (columns < 0) | (columns >= self.columns) | (rows < 0) | (rows >= self.rows)
        return np.where(outside, -1, rows), np.where(outside, -1, columns)


def rectangles(grid: Grid) -> list[tuple[int, int, int, int]]:
    """Disjoint rectangles (left, top, right, bottom) that cover the True cells: runs of a row, grown downwards."""
    found: list[tuple[int, int, int, int]] = []
    growing: dict[tuple[int, int], int] = {}
    for y in range(grid.shape[0] + 1):
        runs = set(_runs(grid[y])) if y < grid.shape[0] else set()
        ended = [run for run in growing if run not in runs]
        found += [(run[0], growing.pop(run), run[1], y) for run in ended]
        for run in runs:
            growing.setdefault(run, y)
    return sorted(found)


def _runs(row: Grid) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]]).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in zip(edges[::2], edges[1::2], strict=True)]


def merged(observations: Sequence[Observation]) -> Observation:
    """What several cameras saw at one moment, as one observation of one table.

    A tag that two cameras put at one place is one label, there where the better reading puts it; at two places it is a
    duplicate. An unreadable label that another camera can read is read. Blind is only what no camera could look at.
    """
    labels: list[LabelPlace] = []
    for place in sorted((place for seen in observations for place in seen.labels), key=_readable_first):
        if not any(_same_label(place, other) for other in labels):
            labels.append(place)
    twice = {tag for seen in observations for tag in seen.duplicates} | set(duplicates(place.tag for place in labels))
    blind = observations[0].blind if observations else ()
    for seen in observations[1:]:
        blind = tuple(box for one in blind for other in seen.blind if (box := common(one, other)) is not None)
    return Observation(tuple(labels), blind, tuple(sorted(twice)))


def _readable_first(place: LabelPlace) -> tuple[bool, float]:
    return place.tag == UNREADABLE, -place.score


def same_place_mm(place: LabelPlace, other: LabelPlace) -> bool:
    """Whether two cameras mean one place."""
    return hypot(place.pose.x - other.pose.x, place.pose.y - other.pose.y) < SAME_LABEL_MM


def _same_label(place: LabelPlace, other: LabelPlace) -> bool:
    return same_place_mm(place, other) and place.tag in (other.tag, UNREADABLE)
