"""Detects labels in regions of interest instead of the whole picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from vision.arrays import CellMask, Doubles, Luma, Points, Quads
from vision.cell_grid import CellGrid, connected_parts
from vision.detection.template_matcher import ClosedSet
from vision.detections import Corners, Detection, Detections, UnreadableLabel


class Roi(NamedTuple):
    """A region of interest: an upright rectangle of a picture, pixels from left and top to before right and bottom."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def overlaps(self, other: Roi) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def hull(self, other: Roi) -> Roi:
        """The smallest rectangle around both."""
        return Roi(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))


NO_QUADS: Quads = np.empty((0, 4, 2))

SMALLEST, LARGEST = 0.85, 1.12
"""The size of a module may be so far from the calibration's: a card that leans by 44 degrees, and one on a stack as
high as a ninth of the way to the camera."""

STEP = 1.02
"""Sizes are rounded to powers of this, so that few detectors are made."""

PAINTED_OVER = 1.1
"""A known label is painted over to a little outside its ring, with the light of what it lies on."""

WHOLE_FROM = 0.4
"""From this share of the picture on, searching all of it at once is no dearer than searching parts."""


class Detector(Protocol):
    """What finds labels in a picture."""

    @property
    def codebook(self) -> ClosedSet: ...

    def detect(self, image: Luma) -> Detections: ...


DetectorFactory = Callable[[tuple[float, float] | None], Detector]
"""Makes a detector for labels whose modules are between so many pixels; None when their size is not known."""


class RoiDetectors:
    """Detectors for the sizes that labels have in each region: a narrow range costs half of a wide one.

    `module_px` tells a module's pixels at pixels of the picture, (n, 2) to (n,).
    """

    def __init__(self, factory: DetectorFactory, module_px: Callable[[Points], Doubles]) -> None:
        self._factory, self._module_px = factory, module_px
        self._made: dict[tuple[int, int], Detector] = {}

    def over(self, roi: Roi) -> Detector:
        corners = [(x, y) for y in (roi.top, roi.bottom) for x in (roi.left, roi.right)]
        sizes = self._module_px(np.array(corners, np.float64))
        least, most = SMALLEST * sizes.min(), LARGEST * sizes.max()
        key = round(np.log(least) / np.log(STEP)), round(np.log(most) / np.log(STEP))
        if key not in self._made:
            self._made[key] = self._factory((STEP ** key[0], STEP ** key[1]))
        return self._made[key]


def rois_around(cells: CellMask, grid: CellGrid, margin: float) -> list[Roi]:
    """Regions that hold all the cells, `margin` pixels around included; no two overlap."""
    rois = merged_overlapping([_around(part, grid, margin) for part in connected_parts(cells, reach=2)])
    whole = Roi(0, 0, *grid.picture)
    return [whole] if sum(roi.area for roi in rois) > WHOLE_FROM * whole.area else rois


def detect_in_rois(detectors: RoiDetectors, image: Luma, rois: Iterable[Roi], known: Quads = NO_QUADS) -> Detections:
    """Everything found in the regions but for the `known` labels, (n, 4, 2); in pixels of the whole picture.

    Known labels are painted over first: a detector's time goes into what looks like a label.
    """
    decoded: list[Detection] = []
    unreadable: list[UnreadableLabel] = []
    for roi in rois:
        found = detectors.over(roi).detect(_without_known(image, roi, known))
        decoded += [_shifted(detection, roi) for detection in found.decoded]
        unreadable += [UnreadableLabel(_shifted_corners(label.corners, roi)) for label in found.unreadable]
    return Detections(tuple(decoded), tuple(unreadable))


def horizontal_strips(roi: Roi, count: int, margin: float) -> list[Roi]:
    """A region in `count` strips that overlap by the margin."""
    left, first, right, last = roi
    edges = [round(first + (last - first) * number / count) for number in range(count + 1)]
    reach = int(margin) + 1
    return [Roi(left, max(top - reach, first), right, min(bottom + reach, last)) for top, bottom in pairwise(edges)]


def _without_known(image: Luma, roi: Roi, known: Quads) -> Luma:
    left, top, right, bottom = roi
    region = image[top:bottom, left:right].copy()
    centres = known.mean(axis=1, keepdims=True)
    wide = (centres + (known - centres) * PAINTED_OVER) - (left, top)
    low, high = wide.min(axis=1), wide.max(axis=1)
    touching = ((high >= 0) & (low < (right - left, bottom - top))).all(axis=1)
    for quad in np.round(wide[touching]).astype(np.int32):
        columns, rows = np.clip(quad.T, 0, np.array([[right - left - 1], [bottom - top - 1]]))
        cv2.fillConvexPoly(region, quad, float(np.median(region[rows, columns])))
    return region


def _around(part: CellMask, grid: CellGrid, margin: float) -> Roi:
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    width, height = grid.picture
    across, down = width / grid.columns, height / grid.rows
    return Roi(
        max(int(columns[0] * across - margin), 0),
        max(int(rows[0] * down - margin), 0),
        min(int((columns[-1] + 1) * across + margin) + 1, width),
        min(int((rows[-1] + 1) * down + margin) + 1, height),
    )


def merged_overlapping(rois: Sequence[Roi]) -> list[Roi]:
    """Overlapping regions as the one around both: else a label in both would be found twice."""
    merged: list[Roi] = []
    waiting = list(rois)
    while waiting:
        roi = waiting.pop()
        touching = [other for other in merged if roi.overlaps(other)]
        merged = [other for other in merged if other not in touching]
        if touching:
            waiting.append(reduce(Roi.hull, touching, roi))
        else:
            merged.append(roi)
    return merged


def _shifted(detection: Detection, roi: Roi) -> Detection:
    corners = _shifted_corners(detection.corners, roi)
    return replace(detection, x=detection.x + roi.left, y=detection.y + roi.top, corners=corners)


def _shifted_corners(corners: Corners, roi: Roi) -> Corners:
    (ax, ay), (bx, by), (cx, cy), (ex, ey) = corners
    dx, dy = roi.left, roi.top
    return (ax + dx, ay + dy), (bx + dx, by + dy), (cx + dx, cy + dy), (ex + dx, ey + dy)
