"""Reads parts of a picture instead of all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook
from vision.locate import CellGrid
from vision.motion import Grid, parts
from vision.sightings import Corners, Found, LabelOutline, TagSighting

Gray = NDArray[np.uint8]
PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom."""

WHOLE_FROM = 0.4
"""From this share of the picture on, reading all of it at once is no dearer than reading parts."""


class LabelReader(Protocol):
    """What finds labels in a picture, and checks known ones where they were."""

    codebook: Codebook

    def read(self, image: Gray) -> Found: ...

    def verify_all(self, image: Gray, sightings: Sequence[TagSighting]) -> NDArray[np.float32]: ...


def regions(cells: Grid, grid: CellGrid, margin: float) -> list[PixelBox]:
    """Rectangles of the picture that hold all the cells, `margin` pixels around included; no two overlap."""
    boxes = [_around(part, grid, margin) for part in parts(cells, reach=2)]
    boxes = _joined(boxes)
    width, height = grid.picture
    if sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) > WHOLE_FROM * width * height:
        return [(0, 0, width, height)]
    return boxes


def read_regions(reader: LabelReader, image: Gray, boxes: Iterable[PixelBox]) -> Found:
    """Everything found in the rectangles, in pixels of the whole picture."""
    sightings: list[TagSighting] = []
    unreadable: list[LabelOutline] = []
    for left, top, right, bottom in boxes:
        found = reader.read(np.ascontiguousarray(image[top:bottom, left:right]))
        sightings += [_shifted(sighting, left, top) for sighting in found.sightings]
        unreadable += [LabelOutline(_moved(outline.corners, left, top)) for outline in found.unreadable]
    return Found(tuple(sightings), tuple(unreadable))


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
