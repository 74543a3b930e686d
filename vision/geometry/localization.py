"""From detections in pixels to an observation in millimetres, and from several cameras' to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from companion.core.plane import distance
from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Pose, Tag
from vision.detections import Corners, Detections, as_corners, crossing
from vision.geometry.homography import Homography
from vision.geometry.rectangles import disjoint, intersection

SAME_LABEL_MM = 8.0
"""Two cameras that put one tag nearer together than this see one label."""


def localize(found: Detections, homography: Homography, leave_out: Collection[Tag] = ()) -> Observation:
    """All labels of one picture in millimetres, without the tags to `leave_out` (the mat's own anchors).

    A tag that was found twice is listed in `duplicates`, and both places are given. Nothing is said to be blind.
    """
    detections = [detection for detection in found.decoded if detection.tag not in leave_out]
    places = [LabelPlace(s.tag, pose_from_corners(s.corners, homography), float(s.score)) for s in detections]
    places += [LabelPlace(UNREADABLE, pose_from_corners(label.corners, homography), 0.0) for label in found.unreadable]
    return Observation(tuple(places), duplicates=duplicates(detection.tag for detection in detections))


def duplicates(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """The tags that come more than once, sorted. An unreadable label is no duplicate of another."""
    counts = Counter(tags)
    return tuple(sorted(tag for tag, count in counts.items() if count > 1 and tag != UNREADABLE))


def pose_from_corners(corners: Corners, homography: Homography) -> Pose:
    """Centre and rotation on the mat of a label whose frame's corners (upper left first, clockwise) are in pixels."""
    on_mat = homography.to_mm(corners)
    x, y = crossing(as_corners(on_mat))
    across = on_mat[1] - on_mat[0] + on_mat[2] - on_mat[3]
    down = on_mat[3] - on_mat[0] + on_mat[2] - on_mat[1]
    # Both edges of the square tell its rotation: turning the downward one back by a right angle lets them be added.
    direction = across + np.array([down[1], -down[0]])
    return Pose(x, y, float(np.degrees(np.arctan2(direction[1], direction[0]))))


def merge_observations(observations: Sequence[Observation]) -> Observation:
    """What several cameras saw at one moment, as one observation of one table.

    A tag that two cameras put at one place is one label, there where the better reading puts it; at two places it is a
    duplicate. An unreadable label that another camera can read is read. Blind is only what no camera could look at.
    A card that both see face down is one.
    """
    labels: list[LabelPlace] = []
    for place in sorted((place for seen in observations for place in seen.labels), key=_readable_first):
        if not any(_same_label(place, other) for other in labels):
            labels.append(place)
    twice = {tag for seen in observations for tag in seen.duplicates} | set(duplicates(place.tag for place in labels))
    blind = _common([seen.blind for seen in observations])
    # What one camera has long not seen may be out of another one's picture.
    hidden = disjoint(box for seen in observations for box in _common([seen.hidden, blind]))
    pictures = tuple(picture for seen in observations for picture in seen.pictures)
    face_down: list[Box] = []
    for box in (box for seen in observations for box in seen.face_down):
        if not any(map(box.overlaps, face_down)):
            face_down.append(box)
    return Observation(
        tuple(labels), blind, tuple(sorted(twice)), hidden, face_down=tuple(face_down), pictures=pictures
    )


def _common(areas: Sequence[tuple[Box, ...]]) -> tuple[Box, ...]:
    """What lies in all of the areas."""
    common = areas[0] if areas else ()
    for area in areas[1:]:
        common = tuple(box for one in common for other in area if (box := intersection(one, other)) is not None)
    return common


def _readable_first(place: LabelPlace) -> tuple[bool, float]:
    return place.tag == UNREADABLE, -place.score


def same_place_mm(place: LabelPlace, other: LabelPlace) -> bool:
    """Whether two cameras mean one place."""
    return distance(place.pose, other.pose) < SAME_LABEL_MM


def _same_label(place: LabelPlace, other: LabelPlace) -> bool:
    return same_place_mm(place, other) and place.tag in (other.tag, UNREADABLE)
