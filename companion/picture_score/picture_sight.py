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
from companion.picture_score.values import Pixel
from vision.arrays import Points
from vision.geometry.homography import Homography
from vision.labels import MODULES

SMALLEST_MODULE = 1.0
"""Pixels across a module, where it is narrowest, below which labels are missed without a trace: docs/picture_score.md
says how many."""

NEXT_PART, STEPS = 60.0, 3
"""So far from what was read, in millimetres, others may lie on a table without a mat; so many places each way are
looked at."""

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


def check_sight(views: Sequence[LabelView], plane: CommonPlane, places: Sequence[Place]) -> None:
    """Raises ImageError with that part where one of these places is in no picture, or too small in all of them."""
    sizes = _module_sizes(views, plane, places)
    if not len(sizes) or sizes.min() >= SMALLEST_MODULE:
        return
    at, shown = _widest(plane, places)
    left, top, right, bottom = _around(shown)
    hidden = shown[sizes <= 0]
    part, outline = _part(hidden if len(hidden) else shown[sizes < SMALLEST_MODULE], (left, top, right, bottom))
    name = views[at].name
    if len(hidden):
        raise ImageError(f"{name}: {part} is not in sight; take one more picture of that part.", (at, outline))
    raise ImageError(
        f"{name}: the labels in {part} are too small to be sure of all; take one more picture of that part, nearer.",
        (at, outline),
    )


def _part(bad: Points, edges: tuple[float, float, float, float]) -> tuple[str, tuple[Pixel, ...]]:
    """The half or quarter that has all of these places, as somebody calls it who took the picture; and its outline."""
    left, top, right, bottom = edges
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    words = []
    if (bad[:, 1] <= middle_y).all():
        words, bottom = ["far"], middle_y
    elif (bad[:, 1] >= middle_y).all():
        words, top = ["near"], middle_y
    if (bad[:, 0] <= middle_x).all():
        words, right = [*words, "left"], middle_x
    elif (bad[:, 0] >= middle_x).all():
        words, left = [*words, "right"], middle_x
    name = " ".join(["the", *words, "quarter" if len(words) == 2 else "half", "of the table"])
    name = name if words else "the table as a whole"
    return name, ((left, top), (right, top), (right, bottom), (left, bottom))


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
