"""Reads parts of a picture instead of all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook
from vision.locate import CellGrid
from vision.motion import Grid, parts
from vision.sightings import Corners, Found, LabelOutline, TagSighting

Gray = NDArray[np.uint8]
PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom."""

Quads = NDArray[np.float64]
NO_QUADS: Quads = np.empty((0, 4, 2))

SMALLEST, LARGEST = 0.85, 1.2
"""The size of a module may be so far from the calibration's: labels on stacks and on leaning cards."""

STEP = 1.02
"""Sizes are rounded to powers of this, so that few readers are made."""

WIPED = 1.1
"""A label is wiped off to a little over its ring, with the light of what it lies on."""

WHOLE_FROM = 0.4
"""From this share of the picture on, reading all of it at once is no dearer than reading parts."""


class LabelReader(Protocol):
    """What finds labels in a picture, and checks known ones where they were."""

    codebook: Codebook

    def read(self, image: Gray) -> Found: ...

    def verify_all(self, image: Gray, sightings: Sequence[TagSighting]) -> NDArray[np.float32]: ...


Readers = Callable[[tuple[float, float] | None], LabelReader]
"""Makes a reader for labels whose modules are between so many pixels; None when their size is not known."""


class LocalReaders:
    """Readers for the sizes that labels have in the parts of a picture: a narrow range costs half of a wide one.

    `module_px` tells a module's pixels at pixels of the picture, (n, 2) to (n,).
    """

    def __init__(self, readers: Readers, module_px: Callable[[Quads], Quads]) -> None:
        self._readers, self._module_px = readers, module_px
        self._made: dict[tuple[int, int], LabelReader] = {}

    def over(self, box: PixelBox) -> LabelReader:
        """The reader for a part of the picture."""
        left, top, right, bottom = box
        sizes = self._module_px(np.array([(left, top), (right, top), (left, bottom), (right, bottom)], np.float64))
        least, most = SMALLEST * sizes.min(), LARGEST * sizes.max()
        key = round(np.log(least) / np.log(STEP)), round(np.log(most) / np.log(STEP))
        if key not in self._made:
            self._made[key] = self._readers((STEP ** key[0], STEP ** key[1]))
        return self._made[key]


def regions(cells: Grid, grid: CellGrid, margin: float) -> list[PixelBox]:
    """Rectangles of the picture that hold all the cells, `margin` pixels around included; no two overlap."""
    boxes = [_around(part, grid, margin) for part in parts(cells, reach=2)]
    boxes = _joined(boxes)
    width, height = grid.picture
    if sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) > WHOLE_FROM * width * height:
        return [(0, 0, width, height)]
    return boxes


def read_regions(readers: LocalReaders, image: Gray, boxes: Iterable[PixelBox], known: Quads = NO_QUADS) -> Found:
    """Everything found in the rectangles but for the `known` labels, (n, 4, 2); in pixels of the whole picture.

    Known labels are wiped off the region before it is read: a reader's time goes into what looks like a label.
    """
    sightings: list[TagSighting] = []
    unreadable: list[LabelOutline] = []
    for box in boxes:
        left, top, *_ = box
        found = readers.over(box).read(_wiped(image, box, known))
        sightings += [_shifted(sighting, left, top) for sighting in found.sightings]
        unreadable += [LabelOutline(_moved(outline.corners, left, top)) for outline in found.unreadable]
    return Found(tuple(sightings), tuple(unreadable))


def strips(part: PixelBox, count: int, margin: float) -> list[PixelBox]:
    """A part of a picture in `count` rows that overlap by the margin."""
    left, first, right, last = part
    edges = [round(first + (last - first) * number / count) for number in range(count + 1)]
    reach = int(margin) + 1
    return [(left, max(top - reach, first), right, min(bottom + reach, last)) for top, bottom in pairwise(edges)]


def _wiped(image: Gray, box: PixelBox, known: Quads) -> Gray:
    left, top, right, bottom = box
    region = image[top:bottom, left:right].copy()
    middles = known.mean(axis=1, keepdims=True)
    wide = (middles + (known - middles) * WIPED) - (left, top)
    low, high = wide.min(axis=1), wide.max(axis=1)
    touching = ((high >= 0) & (low < (right - left, bottom - top))).all(axis=1)
    for quad in np.round(wide[touching]).astype(np.int32):
        columns, rows = np.clip(quad.T, 0, np.array([[right - left - 1], [bottom - top - 1]]))
        cv2.fillConvexPoly(region, quad, float(np.median(region[rows, columns])))
    return region


def inside(box: PixelBox, x: float, y: float) -> bool:
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def _around(part: Grid, grid: CellGrid, margin: float) -> PixelBox:
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    width, height = grid.picture
    across, down = width / grid.columns, height / grid.rows
    return (
        max(int(columns[0] * across - margin), 0),
        max(int(rows[0] * down - margin), 0),
        min(int((columns[-1] + 1) * across + margin) + 1, width),
        min(int((rows[-1] + 1) * down + margin) + 1, height),
    )


def _joined(boxes: list[PixelBox]) -> list[PixelBox]:
    """Overlapping rectangles as the one around both: else a label in both would be found twice."""
    joined: list[PixelBox] = []
    waiting = list(boxes)
    while waiting:
        box = waiting.pop()
        touching = [other for other in joined if _overlap(box, other)]
        if touching:
            joined = [other for other in joined if other not in touching]
            waiting.append(_hull([box, *touching]))
        else:
            joined.append(box)
    return joined


def _hull(boxes: Sequence[PixelBox]) -> PixelBox:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _overlap(one: PixelBox, other: PixelBox) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _shifted(sighting: TagSighting, dx: float, dy: float) -> TagSighting:
    return replace(sighting, x=sighting.x + dx, y=sighting.y + dy, corners=_moved(sighting.corners, dx, dy))


def _moved(corners: Corners, dx: float, dy: float) -> Corners:
    (ax, ay), (bx, by), (cx, cy), (ex, ey) = corners
    return (ax + dx, ay + dy), (bx + dx, by + dy), (cx + dx, cy + dy), (ex + dx, ey + dy)
