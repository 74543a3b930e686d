"""Finds where the camera stands from the mat's anchors, and how its lens bends straight lines.

The fit minimises millimetres on the mat: each sample is a point known on the mat and seen in the picture. Anchors that
are missing, doubled or lie where they do not belong are left out by agreement of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.table import Pose, Tag
from vision.geometry import Homography, Lens, Points, projected
from vision.labels import FRAME_MODULES, MODULES
from vision.sightings import TagSighting

AGREES_MM = 7.0
"""An anchor this near to where four others put it agrees with them. Wide, because the lens is not yet known."""

KEPT_MM = 2.5
"""After the fit an anchor further off than this has been moved or misread, and is left out."""

LENS_NEEDS = 6
"""Anchors from which the lens is fitted too; fewer would let one misread anchor bend the whole table."""

CORNER_WEIGHT = 0.4
"""A label's corner is found less precisely than its centre."""

LENS_DOUBT = 0.05
"""How far k1 and k2 may be from what was expected before the fit pays as much as one sample 1 mm off."""


@dataclass(frozen=True, slots=True)
class MatAnchors:
    """Where the mat's anchors are, and the outer edge of their labels in millimetres."""

    places: Mapping[Tag, Pose]
    label_mm: float = 20.0

    def outline(self, tag: Tag) -> Points:
        """Centre, then the four corners of the black ring, clockwise from the label's upper left; millimetres."""
        return label_outline(self.places[tag], self.label_mm)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Points known on a plane in millimetres and where one picture shows them, both (n, 2), with their weights (n,)."""

    mm: Points
    px: Points
    weight: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Where the camera stands, and how far that is to be trusted: millimetres between anchors and their places."""

    homography: Homography
    residual_mm: float
    worst_mm: float
    used: tuple[Tag, ...]
    rejected: tuple[Tag, ...]


def label_outline(pose: Pose, label_mm: float) -> Points:
    """Centre, then the four corners of a label's black ring, clockwise from its upper left; millimetres, (5, 2)."""
    half = label_mm * FRAME_MODULES / MODULES / 2
    turn = radians(pose.rotation)
    square = np.array([(0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    spin = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return np.asarray(square @ spin + (pose.x, pose.y))


def calibrate(
    sightings: Iterable[TagSighting], anchors: MatAnchors, picture: tuple[int, int], lens: Lens | None = None
) -> Calibration | None:
    """The camera's place from the anchors among the sightings; None when fewer than two can be trusted.

    `picture` is (width, height). Without a `lens` it is fitted too, where enough anchors are in sight.
    """
    seen = [sighting for sighting in sightings if sighting.tag in anchors.places]
    agreeing = _agreeing(seen, anchors)
    while len(agreeing) >= 2:
        homography = _fit_camera(agreeing, anchors, lens or Lens.straight(picture), free=lens is None)
        errors = np.array([_centre_error(homography, sighting, anchors) for sighting in agreeing])
        if errors.max() <= KEPT_MM:
            used = tuple(sorted(sighting.tag for sighting in agreeing))
            rejected = tuple(sorted(sighting.tag for sighting in seen if sighting not in agreeing))
            return Calibration(homography, float(np.sqrt((errors**2).mean())), float(errors.max()), used, rejected)
        agreeing.pop(int(errors.argmax()))
    return None


def displacement_mm(homography: Homography, sightings: Iterable[TagSighting], anchors: MatAnchors) -> float:
    """How far the anchors seem to have moved: the median over those in sight, 0 when there are none.

    The mat does not move: more than a millimetre or two says that the camera was bumped.
    """
    errors = [_centre_error(homography, sighting, anchors) for sighting in sightings if sighting.tag in anchors.places]
    return float(np.median(errors)) if errors else 0.0


def chequerboard(image: NDArray[np.uint8], inner_corners: tuple[int, int], square_mm: float) -> View | None:
    """The inner corners (columns, rows) of a chequerboard in a picture; None when it is not wholly in sight."""
    found, corners = cv2.findChessboardCornersSB(image, inner_corners, flags=cv2.CALIB_CB_ACCURACY)
    if not found:
        return None
    columns, rows = inner_corners
    mm = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * square_mm
    return View(mm.astype(np.float64), corners.reshape(-1, 2).astype(np.float64), np.ones(columns * rows))


def calibrate_lens(views: Sequence[View], picture: tuple[int, int]) -> Lens:
    """The lens that best makes all the planes plane: from pictures of a chequerboard or of the mat.

    Straightening and one homography for each view, fitted together. (width, height) in pixels.
    """
    return _fit(views, Lens.straight(picture), free=True)[1]


def lens_residual_mm(views: Sequence[View], lens: Lens) -> float:
    """Root mean square of how far the points of all views are off their places through this lens, millimetres."""
    errors = []
    for view in views:
        straight = lens.straighten(view.px)
        matrix = np.asarray(cv2.findHomography(straight, view.mm, 0)[0], dtype=np.float64)
        errors.append(((projected(matrix, straight) - view.mm) ** 2).sum(axis=1))
    return float(np.sqrt(np.concatenate(errors).mean()))


def anchor_view(sightings: Sequence[TagSighting], anchors: MatAnchors) -> View:
    """Centres and corners of the anchors among the sightings, as samples of the mat's plane."""
    seen = [sighting for sighting in sightings if sighting.tag in anchors.places]
    mm = np.concatenate([anchors.outline(sighting.tag) for sighting in seen])
    px = np.concatenate([np.vstack([(sighting.x, sighting.y), sighting.corners]) for sighting in seen])
    weight = np.tile([1.0, *[CORNER_WEIGHT] * 4], len(seen))
    return View(mm, px.astype(np.float64), weight)


def _centre_error(homography: Homography, sighting: TagSighting, anchors: MatAnchors) -> float:
    place = anchors.places[sighting.tag]
    seen = homography.to_mm([(sighting.x, sighting.y)])[0]
    return float(np.hypot(seen[0] - place.x, seen[1] - place.y))


def _agreeing(seen: Sequence[TagSighting], anchors: MatAnchors) -> list[TagSighting]:
    """The largest set of anchors, one sighting each, that some few of them put where they belong."""
    best: list[TagSighting] = []
    least = np.inf
    tags = {sighting.tag for sighting in seen}
    size = 4 if len(tags) >= 4 else 2
    for few in combinations(seen, size):
        if len({sighting.tag for sighting in few}) < size:
            continue
        matrix = _exact(anchor_view(few, anchors), centres_only=size == 4)
        if matrix is None:
            continue
        chosen, error = _followers(matrix, seen, anchors)
        if (-len(chosen), error) < (-len(best), least):
            best, least = chosen, error
        if len(best) == len(tags) == len(seen):
            break
    return best


def _followers(
    matrix: NDArray[np.float64], seen: Sequence[TagSighting], anchors: MatAnchors
) -> tuple[list[TagSighting], float]:
    """The sightings that a homography (pixels to millimetres) puts near their anchors, the nearest of each tag."""
    px = np.array([(sighting.x, sighting.y) for sighting in seen])
    mm = np.array([(anchors.places[sighting.tag].x, anchors.places[sighting.tag].y) for sighting in seen])
    errors = np.linalg.norm(projected(matrix, px) - mm, axis=1)
    nearest: dict[Tag, int] = {}
    for index in np.argsort(errors):
        if errors[index] <= AGREES_MM:
            nearest.setdefault(seen[index].tag, int(index))
    return [seen[index] for index in nearest.values()], float(sum(errors[index] for index in nearest.values()))


def _exact(view: View, *, centres_only: bool) -> NDArray[np.float64] | None:
    """Pixels to millimetres through a few anchors; None where they lie on one line."""
    px, mm = (view.px[::5], view.mm[::5]) if centres_only else (view.px, view.mm)
    if centres_only and _flat(mm):
        return None
    matrix, _ = cv2.findHomography(px, mm, 0)
    return None if matrix is None else np.asarray(matrix, dtype=np.float64)


def _flat(square: Points) -> bool:
    """Whether any three of four points lie nearly on one line."""
    for three in combinations(square, 3):
        (ax, ay), (bx, by) = three[1] - three[0], three[2] - three[0]
        if abs(ax * by - ay * bx) < 0.1 * np.hypot(ax, ay) * np.hypot(bx, by):
            return True
    return False


def _fit_camera(seen: Sequence[TagSighting], anchors: MatAnchors, lens: Lens, *, free: bool) -> Homography:
    matrices, fitted = _fit([anchor_view(seen, anchors)], lens, free=free and len(seen) >= LENS_NEEDS)
    return Homography(np.asarray(np.linalg.inv(matrices[0])), fitted)


def _fit(views: Sequence[View], lens: Lens, *, free: bool) -> tuple[list[NDArray[np.float64]], Lens]:
    """Gauss-Newton on the millimetres left over: one homography (straightened pixels to mm) a view, and k1, k2."""
    starts = [cv2.findHomography(lens.straighten(view.px), view.mm, 0)[0] for view in views]
    units = [_Units.of(view, lens) for view in views]
    start = np.concatenate([*(unit.into(matrix) for unit, matrix in zip(units, starts, strict=True)), [0.0, 0.0]])
    count = start.size if free else start.size - 2
    parameters = start

    def bent(at: NDArray[np.float64]) -> Lens:
        return Lens(lens.centre, lens.radius, lens.k1 + float(at[-2]), lens.k2 + float(at[-1]))

    def left_over(at: NDArray[np.float64]) -> NDArray[np.float64]:
        fitted = bent(at)
        parts = [
            ((projected(unit.back(at[8 * i : 8 * i + 8]), fitted.straighten(view.px)) - view.mm) * view.weight[:, None])
            for i, (unit, view) in enumerate(zip(units, views, strict=True))
        ]
        return np.concatenate([*(part.ravel() for part in parts), at[-2:] / LENS_DOUBT])

    for _ in range(8):
        here = left_over(parameters)
        slope = np.stack([(left_over(parameters + step) - here) / 1e-6 for step in np.eye(start.size)[:count] * 1e-6])
        change, *_ = np.linalg.lstsq(slope.T, -here, rcond=None)
        parameters = parameters + np.concatenate([change, np.zeros(start.size - count)])
        if np.abs(change).max() < 1e-10:
            break
    matrices = [unit.back(parameters[8 * i : 8 * i + 8]) for i, unit in enumerate(units)]
    return matrices, bent(parameters)


@dataclass(frozen=True, slots=True, eq=False)
class _Units:
    """Scales pixels and millimetres to about one, so that one step size suits all eight parameters."""

    px: NDArray[np.float64]
    mm: NDArray[np.float64]

    @classmethod
    def of(cls, view: View, lens: Lens) -> _Units:
        x, y = lens.centre
        px = np.array([[1, 0, -x], [0, 1, -y], [0, 0, lens.radius]]) / lens.radius
        middle, reach = view.mm.mean(axis=0), max(float(np.ptp(view.mm, axis=0).max()), 1.0)
        mm = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, reach]]) / reach
        return cls(px, mm)

    def into(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        scaled = self.mm @ matrix @ np.linalg.inv(self.px)
        return np.asarray((scaled / scaled[2, 2]).ravel()[:8])

    def back(self, eight: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.linalg.inv(self.mm) @ np.append(eight, 1.0).reshape(3, 3) @ self.px)
