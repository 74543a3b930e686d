"""Frames of labels that cannot be read: tracked too, and spoken of when more than one search has found them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.core.plane import distance
from companion.core.table import UNREADABLE, LabelPlace, Pose
from vision.detections import UnreadableLabel
from vision.geometry.localization import pose_from_corners
from vision.labels import FRAME_MODULES, MODULES
from vision.tracking.searched_regions import SearchedRegions
from vision.tracking.table_view import TableView
from vision.tracking.track import TentativeTrack

MAX_MISSES = 4
"""Searches in which an unreadable label's frame is not found until it is believed to be gone: a reflection hides it."""

MISSES_WHERE_CHANGED = 2
"""What a search counts where the picture has changed: nobody has to wait for a label that was plainly taken away."""

SIZE_TOLERANCE = 0.2
"""Share by which an outline's edges may differ from a label's: pieces are stacked, and lean."""


def associate_unreadable(
    view: TableView, tracks: Sequence[TentativeTrack], searched: SearchedRegions
) -> tuple[TentativeTrack, ...]:
    """Assigns frames without a readable label that were detected in the regions.

    One that is found once may be a label under a hand; one that is missed now and then still lies there.
    """
    kept: list[TentativeTrack] = []
    for detection in searched.found.unreadable:
        if _is_as_large_as_a_label(view, detection):
            pose = _upright(pose_from_corners(detection.corners, view.homography))
            old = next((track for track in tracks if _same(view, track.place.pose, pose)), None)
            hits = 1 if old is None else old.hits + 1
            kept.append(TentativeTrack(detection, LabelPlace(UNREADABLE, pose, 0.0), hits))
    for track in tracks:
        if all(distance(track.place.pose, other.place.pose) > view.model.label_mm / 2 for other in kept):
            misses = track.misses + _misses(view, track.detection, searched)
            if misses < MAX_MISSES:
                kept.append(replace(track, misses=misses))
    return tuple(kept)


def _misses(view: TableView, missed: UnreadableLabel, searched: SearchedRegions) -> int:
    if not searched.hold(missed.x, missed.y):
        return 0
    return MISSES_WHERE_CHANGED if searched.has_changed(missed.x, missed.y, view.grid) else 1


def _same(view: TableView, one: Pose, other: Pose) -> bool:
    return distance(one, other) < view.model.label_mm / 2


def _is_as_large_as_a_label(view: TableView, detection: UnreadableLabel) -> bool:
    """Cards and boxes printed on them are rectangles too."""
    on_mat = view.homography.to_mm(detection.corners)
    edges = np.linalg.norm(on_mat - np.roll(on_mat, 1, axis=0), axis=1)
    sizes = {view.model.label_mm, *view.model.edges.values()}
    return any(bool((np.abs(edges / (size * FRAME_MODULES / MODULES) - 1) < SIZE_TOLERANCE).all()) for size in sizes)


def _upright(pose: Pose) -> Pose:
    """A frame alone does not say which way up its label is."""
    return Pose(pose.x, pose.y, 0.0)
