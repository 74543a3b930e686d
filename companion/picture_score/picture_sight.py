"""What pictures show large enough: a label that is too small, or in none of them, is missed without a trace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from companion.core.game import Game
from companion.errors import ImageError
from companion.label_sets.piece_labels import label_edge
from companion.picture_score.common_plane import CommonPlane
from companion.picture_score.label_views import LabelView
from companion.picture_score.told_by_pictures import Pixel
from vision.arrays import Points
from vision.geometry.homography import Homography
from vision.labels import MODULES

SMALLEST_MODULE = 1.0
"""Pixels across a module, where it is narrowest, below which labels are missed without a trace: docs/picture_score.md
says how many."""

FROM_ABOVE = "the whole table, straight from above, so that it fills the picture."
ABOVE_NEEDS, SLANTED = 1.1, 0.85
"""Pixels across a module, from which on in a picture from above a whole table is asked for; and the share of them
below which another picture was not taken from there."""

WITH_OVERLAP = 1.3
"""So much is to spare in a picture of a part, since what is around it is in it, too; more from the third on."""

NEXT_PART, STEPS = 60.0, 3
"""So far from what was read, in millimetres, others may lie on a table without a mat; so many places each way are
looked at."""

AROUND, GRID = 1000.0, 100.0
"""So far around what was read, and so far from each other, in millimetres, places are looked at where something is
missing."""

Place = tuple[tuple[float, float], float]
"""A place on the plane in millimetres, and the edge of the smallest label that may lie there."""


def places_on_mat(game: Game[Any, Any], state: Any) -> list[Place]:
    """Where something may lie that counts, as far as it is known."""
    edges: dict[float, list[str]] = {}
    for piece in sorted({*game.piece_of.values()}):
        edges.setdefault(label_edge(game.shape(piece)), []).append(piece)
    found = []
    for zone, box in game.layout(state).zones.items():
        if game.found.counts(zone):
            able = (edge for edge in sorted(edges) if any(game.may_lie(state, zone, piece) for piece in edges[edge]))
            if (edge := next(able, None)) is not None:
                found.append((box.centre, edge))
    return found


def places_around(
    views: Sequence[LabelView], plane: CommonPlane, read: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Those places on the plane, and the ones near them that some picture shows: there others may lie."""
    steps = np.linspace(-NEXT_PART, NEXT_PART, STEPS)
    around = [(x + float(dx), y + float(dy)) for x, y in read for dx in steps for dy in steps]
    sizes = _module_sizes(views, plane, [(place, 1.0) for place in around])
    return [*read, *(place for place, size in zip(around, sizes, strict=True) if size > 0)]


def places_between(
    views: Sequence[LabelView], plane: CommonPlane, read: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Places all over the part of the table where something was read, and around it, as far as a picture shows them."""
    (left, top), (right, bottom) = np.min(read, axis=0) - AROUND, np.max(read, axis=0) + AROUND
    grid = [(float(x), float(y)) for x in np.arange(left, right, GRID) for y in np.arange(top, bottom, GRID)]
    sizes = _module_sizes(views, plane, [(place, 1.0) for place in grid])
    return [place for place, size in zip(grid, sizes, strict=True) if size > 0]


def check_sight(views: Sequence[LabelView], plane: CommonPlane, places: Sequence[Place]) -> None:
    """Raises ImageError with that part where one of these places is in no picture, or too small in all of them."""
    sizes = _module_sizes(views, plane, places)
    if not len(sizes) or sizes.min() >= SMALLEST_MODULE:
        return
    at, shown = _widest(plane, places)
    part, outline = _part(shown, sizes, views[at].size, WITH_OVERLAP ** max(1, len(views) - 1))
    name = views[at].name
    if plane.homographies[-1] is None:
        why = f"{views[-1].name}: this shows too little of what the others show; take it anew with more of that."
        raise ImageError(why, (at, _wider(outline)))
    if sizes.min() <= 0:
        raise ImageError(f"{name}: {part} is not all in sight; take one more picture of that part.", (at, outline))
    small = f"{name}: the labels in {part} are too small to be sure of all; take one more picture of"
    above = _module_from_above(places, views[at].size)
    if len(views) == 1 and above >= ABOVE_NEEDS * SMALLEST_MODULE and sizes.min() < SLANTED * above:
        raise ImageError(f"{small} {FROM_ABOVE}", (at, _outline(*_around(shown))))
    raise ImageError(f"{small} that part, nearer.", (at, outline))


def _module_from_above(places: Sequence[Place], size: tuple[int, int]) -> float:
    """How many pixels a module of the smallest label is across where all places just fill a picture of that size."""
    wide, high = np.ptp([place for place, _ in places], axis=0) + 2 * NEXT_PART
    return _filling(float(wide), float(high), size) * min(edge for _, edge in places) / MODULES


def _filling(wide: float, high: float, size: tuple[int, int]) -> float:
    """How many times as large that just fills a picture of that size, which may be turned."""
    return max(min(size[0] / one, size[1] / other) for one, other in ((wide, high), (high, wide)))


def _part(shown: Points, sizes: Points, size: tuple[int, int], spare: float) -> tuple[str, tuple[Pixel, ...]]:
    """The half or quarter with the worst of these places, as somebody calls it who took the picture; and its outline.

    A half if all that is bad lies in it, and becomes large enough, with so much to spare, in a picture of that alone.
    """
    left, top, right, bottom = _around(shown)
    middle = (left + right) / 2, (top + bottom) / 2
    bad, worst = shown[sizes < SMALLEST_MODULE], shown[int(sizes.argmin())]
    wanted = spare * SMALLEST_MODULE / max(float(sizes.min()), SMALLEST_MODULE / 2)
    rows = {"far": (top, middle[1]), "near": (middle[1], bottom)}
    columns = {"left": (left, middle[0]), "right": (middle[0], right)}
    row, column = "near" if worst[1] > middle[1] else "far", "right" if worst[0] > middle[0] else "left"
    name, (x, y) = f"{row} {column} quarter", (columns[column], rows[row])
    for half, across, down in ((row, (left, right), rows[row]), (column, columns[column], (top, bottom))):
        inside = all(across[0] <= px <= across[1] and down[0] <= py <= down[1] for px, py in bad)
        if inside and _filling(across[1] - across[0], down[1] - down[0], size) >= wanted:
            name, x, y = f"{half} half", across, down
    return f"the {name} of the table", _outline(x[0], y[0], x[1], y[1])


def _wider(outline: tuple[Pixel, ...]) -> tuple[Pixel, ...]:
    """With as much around it again on each side as a third of it."""
    left, top, right, bottom = _around(np.array(outline))
    across, down = (right - left) / 3, (bottom - top) / 3
    return _outline(left - across, top - down, right + across, bottom + down)


def _outline(left: float, top: float, right: float, bottom: float) -> tuple[Pixel, ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _around(px: Points) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = px.min(axis=0), px.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _widest(plane: CommonPlane, places: Sequence[Place]) -> tuple[int, Points]:
    """The picture that shows most of the table, and the places in it: there they are nearest to each other."""
    seen = {
        at: homography.to_px([place for place, _ in places])
        for at, homography in enumerate(plane.homographies)
        if homography is not None
    }
    at = min(seen, key=lambda each: float(np.prod(np.ptp(seen[each], axis=0))))
    return at, seen[at]


def _module_sizes(views: Sequence[LabelView], plane: CommonPlane, places: Sequence[Place]) -> Points:
    """How many pixels a module is across at its narrowest, at each place where it is seen best; 0 where it is not."""
    sizes = [_sizes(view, way, places) for view, way in zip(views, plane.homographies, strict=True)]
    return np.asarray(np.array(sizes).max(axis=0))


def _sizes(view: LabelView, homography: Homography | None, places: Sequence[Place]) -> list[float]:
    if homography is None or not places:
        return [0.0] * len(places)
    at = np.array([place for place, _ in places])
    here, right, down = (homography.to_px(at + step) for step in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    narrowest = np.linalg.svd(np.stack([right - here, down - here], axis=1), compute_uv=False)[:, -1]
    inside = np.all((here >= 0) & (here < np.array(view.size)), axis=1)
    edges = np.array([edge for _, edge in places])
    return [float(size) for size in np.where(inside, narrowest * edges / MODULES, 0.0)]
