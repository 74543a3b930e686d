"""Whether the mat in sight is the one that was meant. Mats differ in how far apart their anchors lie, and any four of
them can be fitted; but then the anchors themselves, which are squares, would be longer one way than the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist
from statistics import median

from vision.detections import Detection
from vision.geometry.calibration import MatAnchors
from vision.geometry.homography import Homography

STRETCHED = 0.05
"""Labels of the mat so much wider or narrower than they should be lie on a mat of another shape."""


def stretch(detections: Iterable[Detection], anchors: MatAnchors, homography: Homography) -> float:
    """How much wider in shape the anchors are than squares where they should lie: 1 on the mat that was meant.

    More on a narrower one; 1 where no anchor is in sight.
    """
    shapes = [
        _shape(detection.corners) / _shape(homography.to_px(anchors.outline(detection.tag)[1:]).tolist())
        for detection in detections
        if detection.tag in anchors.places
    ]
    return median(shapes) if shapes else 1.0


def is_another_mat(stretched: float) -> bool:
    """Whether anchors of that stretch lie on a mat of another shape."""
    return abs(stretched - 1) > STRETCHED


def _shape(corners: Sequence[Sequence[float]]) -> float:
    """Width by height of a square from its upper left corner clockwise."""
    one, two, three, four = corners
    return (dist(one, two) + dist(four, three)) / (dist(two, three) + dist(one, four))
