"""Finds where the camera stands from the mat's anchors, and the distortion of its lens.

The fit minimises millimetres on the mat: each sample is a point known on the mat and seen in the picture. Anchors that
are missing, doubled or lie where they do not belong are left out by agreement of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from companion.core.table import Pose, Tag
from vision.arrays import Doubles, Points
from vision.detections import Detection
from vision.geometry.homography import Homography, apply_homography
from vision.geometry.lens import LensModel
from vision.geometry.plane_fit import PlaneView, fit_planes
from vision.labels import FRAME_MODULES, MODULES

AGREES_MM = 7.0
"""An anchor this near to where four others put it agrees with them. Wide, because the lens is not yet known."""

KEPT_MM = 2.5
"""After the fit an anchor further off than this has been moved or misread, and is left out."""

LENS_NEEDS = 6
"""Anchors from which the distortion is fitted too; fewer would let one misread anchor bend the whole table."""

_CENTRE_AND_CORNERS = np.array([(0.0, 0.0), (-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])

CORNER_WEIGHT = 0.4
"""A label's corner is found less precisely than its centre."""


@dataclass(frozen=True, slots=True)
class MatAnchors:
    """Where the mat's anchors are, and the outer edge of their labels in millimetres."""

    places: Mapping[Tag, Pose]
    label_mm: float = 20.0

    def outline(self, tag: Tag) -> Points:
        """Centre, then the four corners of the black ring, clockwise from the label's upper left; millimetres."""
        return label_points(self.places[tag], self.label_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Where the camera stands, and how far that is to be trusted: millimetres between anchors and their places."""

    homography: Homography
    residual_mm: float
    worst_mm: float
    used: tuple[Tag, ...]
    rejected: tuple[Tag, ...]


def label_points(pose: Pose, label_mm: float) -> Points:
    """Centre, then the four corners of a label's black ring, clockwise from its upper left; millimetres, (5, 2)."""
    return points_of_labels([pose], label_mm)[0]


def points_of_labels(poses: Sequence[Pose], label_mm: float) -> Points:
    """The same of many labels at once; millimetres, (n, 5, 2)."""
    flat = np.array([(pose.x, pose.y, pose.rotation) for pose in poses]).reshape(-1, 3)
    turn, half = np.radians(flat[:, 2]), label_mm * FRAME_MODULES / MODULES / 2
    across, down = half * np.cos(turn), half * np.sin(turn)
    step = np.stack([across, down, -down, across], axis=1).reshape(-1, 2, 2)
    points: Points = flat[:, None, :2] + _CENTRE_AND_CORNERS @ step
    return points


def calibrate(
    detections: Iterable[Detection], anchors: MatAnchors, picture: tuple[int, int], lens: LensModel | None = None
) -> Calibration | None:
    """The camera's place from the anchors among the detections; None when fewer than two can be trusted.

    `picture` is (width, height). Without a `lens` it is fitted too, where enough anchors are in sight.
    """
    seen = [detection for detection in detections if detection.tag in anchors.places]
    agreeing = _consensus(seen, anchors)
    while len(agreeing) >= 2:
        homography = _fit_camera(agreeing, anchors, lens or LensModel.undistorted(picture), fit_distortion=lens is None)
        errors = np.array([_centre_error(homography, detection, anchors) for detection in agreeing])
        if errors.max() <= KEPT_MM:
            used = tuple(sorted(detection.tag for detection in agreeing))
            rejected = tuple(sorted(detection.tag for detection in seen if detection not in agreeing))
            return Calibration(homography, float(np.sqrt((errors**2).mean())), float(errors.max()), used, rejected)
        agreeing.pop(int(errors.argmax()))
    return None


def anchor_displacement_mm(homography: Homography, detections: Iterable[Detection], anchors: MatAnchors) -> float:
    """How far the anchors seem to have moved: the median over those in sight, 0 when there are none.

    The mat does not move: more than a millimetre or two says that the camera was bumped.
    """
    errors = [
        _centre_error(homography, detection, anchors) for detection in detections if detection.tag in anchors.places
    ]
    return float(np.median(errors)) if errors else 0.0


def view_of_anchors(detections: Sequence[Detection], anchors: MatAnchors) -> PlaneView:
    """Centres and corners of the anchors among the detections, as samples of the mat's plane."""
    seen = [detection for detection in detections if detection.tag in anchors.places]
    mm = np.concatenate([anchors.outline(detection.tag) for detection in seen])
    px = np.concatenate([np.vstack([(detection.x, detection.y), detection.corners]) for detection in seen])
    weight = np.tile([1.0, *[CORNER_WEIGHT] * 4], len(seen))
    return PlaneView(mm, px.astype(np.float64), weight)


def _centre_error(homography: Homography, detection: Detection, anchors: MatAnchors) -> float:
    place = anchors.places[detection.tag]
    seen = homography.to_mm([(detection.x, detection.y)])[0]
    return float(np.hypot(seen[0] - place.x, seen[1] - place.y))


def _consensus(seen: Sequence[Detection], anchors: MatAnchors) -> list[Detection]:
    """The largest set of anchors, one detection each, that some few of them put where they belong.

    Random sample consensus (Fischler and Bolles, 1981), but of all samples: the mat has few anchors.
    """
    best: list[Detection] = []
    least = np.inf
    tags = {detection.tag for detection in seen}
    size = 4 if len(tags) >= 4 else 2
    for few in combinations(seen, size):
        if len({detection.tag for detection in few}) < size:
            continue
        matrix = _minimal_homography(view_of_anchors(few, anchors), centres_only=size == 4)
        if matrix is None:
            continue
        chosen, error = _inliers(matrix, seen, anchors)
        if (-len(chosen), error) < (-len(best), least):
            best, least = chosen, error
        if len(best) == len(tags) == len(seen):
            break
    return best


def _inliers(matrix: Doubles, seen: Sequence[Detection], anchors: MatAnchors) -> tuple[list[Detection], float]:
    """The detections that a homography (pixels to millimetres) puts near their anchors, the nearest of each tag."""
    px = np.array([(detection.x, detection.y) for detection in seen])
    mm = np.array([(anchors.places[detection.tag].x, anchors.places[detection.tag].y) for detection in seen])
    errors = np.linalg.norm(apply_homography(matrix, px) - mm, axis=1)
    nearest: dict[Tag, int] = {}
    for index in np.argsort(errors):
        if errors[index] <= AGREES_MM:
            nearest.setdefault(seen[index].tag, int(index))
    return [seen[index] for index in nearest.values()], float(sum(errors[index] for index in nearest.values()))


def _minimal_homography(view: PlaneView, *, centres_only: bool) -> Doubles | None:
    """Pixels to millimetres through a few anchors; None where they lie on one line."""
    px, mm = (view.px[::5], view.mm[::5]) if centres_only else (view.px, view.mm)
    if centres_only and _nearly_collinear(mm):
        return None
    matrix, _ = cv2.findHomography(px, mm, 0)
    return None if matrix is None else np.asarray(matrix, dtype=np.float64)


def _nearly_collinear(square: Points) -> bool:
    """Whether any three of four points lie nearly on one line."""
    for three in combinations(square, 3):
        (ax, ay), (bx, by) = three[1] - three[0], three[2] - three[0]
        if abs(ax * by - ay * bx) < 0.1 * np.hypot(ax, ay) * np.hypot(bx, by):
            return True
    return False


def _fit_camera(seen: Sequence[Detection], anchors: MatAnchors, lens: LensModel, *, fit_distortion: bool) -> Homography:
    enough = len(seen) >= LENS_NEEDS
    matrices, fitted = fit_planes([view_of_anchors(seen, anchors)], lens, fit_distortion=fit_distortion and enough)
    return Homography(np.asarray(np.linalg.inv(matrices[0])), fitted)
