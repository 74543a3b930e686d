"""One plane in millimetres for all pictures of a table: the mat's, or one told by the labels' own size.

Where no mat is, each label is a square of a known edge. How its area shrinks over the picture tells the plane's
horizon, how it is sheared tells the rest (Liebowitz and Zisserman, "Metric Rectification for Perspective Images of
Planes", 1998, with equal areas and right angles). Further pictures join by the labels that they share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.core.game import Game
from companion.core.plane import piece_outline
from companion.core.table import PieceShape, TableLayout, Tag
from companion.core.tags import anchor_tags
from companion.errors import ImageError
from companion.label_sets.piece_labels import LABEL_MM, label_edge
from companion.picture_score.label_views import LabelView
from vision.arrays import Doubles, Points
from vision.detections import Corners, Detection
from vision.geometry.calibration import MatAnchors, calibrate
from vision.geometry.homography import Homography, apply_homography
from vision.geometry.lens import LensModel
from vision.geometry.mat_fit import is_another_mat, stretch
from vision.labels import FRAME_MODULES, MODULES

MAT_NEEDS = 3
"""Anchors of the mat from which on its plane is taken from them."""

SHARED_NEEDS = 2
"""Labels in common with what is known, from which on another picture joins."""

AGREES_MM = 5.0
"""So far a shared label's corner may be off, when a picture joins."""

SAME_MAT_MM = 8.0
"""So far the corners of a mat's labels may be off, put together from several pictures."""

ROUNDS = 12

EdgeOf = Callable[[Tag], float]
"""The outer edge in millimetres of the label with that tag."""


@dataclass(frozen=True, slots=True, eq=False)
class CommonPlane:
    """Each picture's way to the plane, None for one that does not join; `on_mat` where it is that of the mat.

    `stretched` is how wide the anchors are against squares, by which mats for other numbers of players are told.
    """

    homographies: tuple[Homography | None, ...]
    on_mat: bool
    anchors: int = 0
    stretched: float = 1.0


def mat_plane(views: Sequence[LabelView], layout: TableLayout) -> CommonPlane | None:
    """The plane of that mat, told by its anchors; None where too few are in sight or it is another mat."""
    anchors = MatAnchors(layout.anchors, LABEL_MM)
    found: list[Homography | None] = []
    used, shapes = 0, []
    for view in views:
        fitted = calibrate(view.decoded, anchors, view.size)
        if fitted is None or len(fitted.used) < MAT_NEEDS:
            found.append(None)
            continue
        wide = stretch(view.decoded, anchors, fitted.homography)
        if is_another_mat(wide):
            return None
        found.append(fitted.homography)
        shapes.append(wide)
        used += len(fitted.used)
    if not shapes:
        return None
    return CommonPlane(_joined(views, found), on_mat=True, anchors=used, stretched=float(np.mean(shapes)))


def label_plane(views: Sequence[LabelView], edge: EdgeOf) -> CommonPlane:
    """The plane told by the labels alone, beginning with the picture that shows most. Raises ImageError."""
    first = max(range(len(views)), key=lambda number: len(views[number].decoded))
    found: list[Homography | None] = [None] * len(views)
    found[first] = _metric(views[first], edge)
    return CommonPlane(_joined(views, found), on_mat=False)


def anchor_corners(views: Sequence[LabelView], plane: CommonPlane) -> Mapping[Tag, Points]:
    """The corners of the mat's labels on that plane, however many pictures show them."""
    return {tag: at for tag, at in _places(views, plane.homographies).items() if tag in anchor_tags()}


def on_mat_of(plane: CommonPlane, anchors: Mapping[Tag, Points], layout: TableLayout) -> CommonPlane | None:
    """The mat's plane, where single pictures show too few of its labels but all together enough; None else."""
    known = [tag for tag in anchors if tag in layout.anchors]
    if len(known) < MAT_NEEDS:
        return None
    square = PieceShape(ring_mm(LABEL_MM), ring_mm(LABEL_MM))
    wanted = np.concatenate([piece_outline(layout.anchors[tag], square) for tag in known])
    seen = np.concatenate([anchors[tag] for tag in known])
    matrix, _ = cv2.findHomography(wanted, seen)
    if matrix is None or np.abs(apply_homography(matrix, wanted) - seen).max() > SAME_MAT_MM:
        return None
    ways = (None if way is None else Homography(way.matrix @ matrix, way.lens) for way in plane.homographies)
    return CommonPlane(tuple(ways), on_mat=True, anchors=len(known))


def ring_mm(edge_mm: float) -> float:
    """The edge of the black ring of a label, whose corners are what is read."""
    return edge_mm * FRAME_MODULES / MODULES


def _metric(view: LabelView, edge: EdgeOf) -> Homography:
    quads = np.array([each.corners for each in view.decoded], dtype=np.float64)
    edges = np.array([ring_mm(edge(each.tag)) for each in view.decoded])
    lens = LensModel.undistorted(view.size)
    middle, scale = np.array(lens.centre), lens.focal[0]
    small = (quads - middle) / scale
    matrix = _upgraded(small, edges)
    if matrix is None:
        raise ImageError(f"{view.name}: how the table lies cannot be told here; take the picture more from above.")
    matrix = _refined(matrix, small, edges)
    to_small = np.array([[1 / scale, 0, -middle[0] / scale], [0, 1 / scale, -middle[1] / scale], [0, 0, 1]])
    return Homography(np.asarray(np.linalg.inv(matrix @ to_small)), lens)


def _upgraded(quads: Doubles, edges: Doubles) -> Doubles | None:
    """From pictures of squares, (n, 4, 2), to millimetres, (3, 3), by their areas and then their angles."""
    centres = quads.mean(axis=1)
    depth = np.cbrt(_areas(quads) / edges**2)
    design = np.column_stack([centres, np.ones(len(centres))])
    horizon = _robust(design, depth) if len(centres) >= 3 else np.array([0.0, 0.0, float(depth.mean())])
    if (design @ horizon <= 0).any():
        return None
    horizon = horizon / horizon[2] if horizon[2] > 0 else horizon
    projective = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], horizon])
    flat = apply_homography(projective, quads.reshape(-1, 2)).reshape(-1, 4, 2)
    across = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    down = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2

    def row(u: Doubles, v: Doubles) -> Doubles:
        return np.column_stack([u[:, 0] * v[:, 0], u[:, 0] * v[:, 1] + u[:, 1] * v[:, 0], u[:, 1] * v[:, 1]])

    weight = 1 / edges[:, None] ** 2
    rows = np.vstack([row(across, across) * weight, row(down, down) * weight, row(across, down) * weight])
    wanted = np.concatenate([np.ones(2 * len(edges)), np.zeros(len(edges))])
    a, b, c = _robust(rows, wanted)
    try:
        upper = np.linalg.cholesky(np.array([[a, b], [b, c]])).T
    except np.linalg.LinAlgError:
        return None
    affine = np.eye(3)
    affine[:2, :2] = upper
    return np.asarray(affine @ projective)


def _areas(quads: Doubles) -> Doubles:
    one, two = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2)


def _robust(design: Doubles, wanted: Doubles) -> Doubles:
    """Least squares with what lies far off weighed down: a misread corner, a card that stands up."""
    weight = np.ones(len(wanted))
    for _ in range(ROUNDS):
        found, *_ = np.linalg.lstsq(design * weight[:, None], wanted * weight, rcond=None)
        off = np.abs(design @ found - wanted)
        spread = max(float(np.median(off)) * 1.5, 1e-9)
        weight = 1 / np.sqrt(1 + (off / spread) ** 2)
    return np.asarray(found)


def _refined(matrix: Doubles, quads: Doubles, edges: Doubles) -> Doubles:
    """The homography by which all labels are nearest to squares of their edges: Gauss-Newton, far ones weighed down."""
    start = matrix / np.cbrt(np.linalg.det(matrix))
    gauge = float(np.linalg.det(matrix)) ** (1 / 3)

    def residuals(at: Doubles) -> Doubles:
        flat = apply_homography((start + at.reshape(3, 3)) * gauge, quads.reshape(-1, 2)).reshape(-1, 4, 2)
        sides = np.roll(flat, -1, axis=1) - flat
        lengths = np.linalg.norm(sides, axis=2)
        diagonals = np.linalg.norm(flat[:, :2] - flat[:, 2:], axis=2)
        off = np.column_stack([lengths - edges[:, None], (diagonals - edges[:, None] * np.sqrt(2)) / np.sqrt(2)])
        return np.asarray(off)

    at = np.zeros(9)
    for _ in range(ROUNDS):
        here = residuals(at)
        spread = max(float(np.median(np.abs(here))) * 3, 0.05)
        weight = (1 / np.sqrt(1 + (here / spread) ** 2)).ravel()
        step = 1e-6
        jacobian = np.stack([(residuals(at + change) - here).ravel() / step for change in np.eye(9) * step], axis=1)
        change, *_ = np.linalg.lstsq(jacobian * weight[:, None], -here.ravel() * weight, rcond=1e-9)
        at = at + change
        if np.abs(change).max() < 1e-9:
            break
    better = (start + at.reshape(3, 3)) * gauge
    now, then = (float(np.median(np.abs(residuals(each)))) for each in (at, np.zeros(9)))
    return np.asarray(better if now <= then else matrix)


# --- further pictures ---


def _joined(views: Sequence[LabelView], known: Sequence[Homography | None]) -> tuple[Homography | None, ...]:
    """All pictures on the plane of those that are known: each by the labels that it shares with them."""
    found = list(known)
    while True:
        places = _places(views, found)
        left = [number for number, each in enumerate(found) if each is None]
        if not left:
            return tuple(found)
        shared = {number: [each for each in views[number].decoded if each.tag in places] for number in left}
        best = max(left, key=lambda number: len(shared[number]))
        if len(shared[best]) < SHARED_NEEDS:
            return tuple(found)
        joined = _by_labels(views[best], shared[best], places)
        if joined is None:
            return tuple(found)
        found[best] = joined


def _places(views: Sequence[LabelView], known: Sequence[Homography | None]) -> Mapping[Tag, Points]:
    """Where the corners of all labels lie that were seen in the pictures that are known."""
    found: dict[Tag, Points] = {}
    for view, homography in zip(views, known, strict=True):
        if homography is not None:
            for each in view.decoded:
                found.setdefault(each.tag, homography.to_mm(each.corners))
    return found


def _by_labels(view: LabelView, shared: Sequence[Detection], places: Mapping[Tag, Points]) -> Homography | None:
    lens = LensModel.undistorted(view.size)
    px = np.concatenate([np.asarray(each.corners) for each in shared])
    mm = np.concatenate([places[each.tag] for each in shared])
    matrix, inside = cv2.findHomography(px, mm, cv2.RANSAC, AGREES_MM)
    if matrix is None or int(inside.sum()) < 4 * SHARED_NEEDS:
        return None
    return Homography(np.asarray(np.linalg.inv(matrix)), lens)


def outline_px(homography: Homography, outline: Sequence[tuple[float, float]]) -> Corners:
    """Four places on the plane as pixels of a picture."""
    one, two, three, four = ((float(x), float(y)) for x, y in homography.to_px(outline))
    return one, two, three, four


def edge_of(game: Game[Any, Any]) -> EdgeOf:
    """How large the labels of a game are printed."""

    def edge(tag: Tag) -> float:
        piece = game.piece_of.get(tag)
        return LABEL_MM if piece is None else label_edge(game.shape(piece))

    return edge
