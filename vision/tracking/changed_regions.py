"""Detection in the regions that changed and came to rest, and association of what is found there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.arrays import Quads
from vision.detection.roi_detection import horizontal_strips, rois_around
from vision.detections import Detection
from vision.faces.face_set import FACE_DOWN
from vision.tracking.rescan import STRIPS
from vision.tracking.searched_regions import SearchedRegions
from vision.tracking.track_scores import score_tracks
from vision.tracking.tracked_frame import TrackedFrame
from vision.tracking.tracker import associate, cells_left, cells_to_search, note_lost

ATTEMPTS = 2
"""How often a changed place is read before it is taken as known."""

WELL_SEEN = 0.7
"""A label that verifies by so much needs not be read again."""


def select_regions(tracked: TrackedFrame) -> TrackedFrame:
    """Fills in where to read: what has changed and come to rest, and where a label in plain sight is missing.

    Where there is nothing of that kind and no hand, the next strip of the picture is read when it is due. A label that
    nobody can read is missing for ever: then a strip and such places take turns.
    """
    if _is_strip_due(tracked) and tracked.stream.counters.frames % 2:
        return _with_strip(tracked)
    table = tracked.table
    # Where a label has left, the reference image may still show it: another one in its place would be no change.
    changed = (tracked.motion.changed | table.vacated) & ~tracked.blocked
    attempts = np.where(tracked.blocked, 0, table.attempts)
    tracks, lost = cells_to_search(table.view, table.tracks, tracked.missing, tracked.at)
    hands, let_go = table.hands.let_go()
    wanted = lost | let_go | (changed & (attempts < ATTEMPTS))
    attempts = attempts + wanted
    table = replace(table, tracks=tracks, hands=hands, attempts=attempts, vacated=table.vacated & (attempts < ATTEMPTS))
    tracked = replace(tracked, table=table)
    if wanted.any():
        rois = rois_around(wanted, table.view.grid, table.view.margin)
        return replace(tracked, searched=SearchedRegions(tuple(rois)), stream=tracked.stream.counting(part_searches=1))
    return _with_strip(tracked) if _is_strip_due(tracked) else tracked


def _is_strip_due(tracked: TrackedFrame) -> bool:
    return not tracked.blocked.any() and tracked.stream.rescan.is_due(tracked.at)


def _with_strip(tracked: TrackedFrame) -> TrackedFrame:
    table, rescan = tracked.table, tracked.stream.rescan
    strip = horizontal_strips(table.view.search_area, STRIPS, table.view.margin)[rescan.strip]
    stream = replace(tracked.stream, rescan=rescan.after_strip(tracked.at)).counting(strips=1)
    return replace(tracked, searched=SearchedRegions((strip,)), stream=stream)


def detect(tracked: TrackedFrame) -> TrackedFrame:
    """Fills in what is found in the selected regions; labels that are well seen at their places are left out."""
    rois = tracked.searched.rois
    if not rois:
        return tracked
    found = tracked.table.detector.detect_in(tracked.frame.image, rois, _well_seen(tracked), tracked.displacement)
    found = replace(found, decoded=(*found.decoded, *_still_there(tracked, SearchedRegions(rois, found))))
    return replace(
        tracked, searched=SearchedRegions(rois, found), stream=tracked.stream.counting(labels_read=len(found.decoded))
    )


def assign_detections(tracked: TrackedFrame) -> TrackedFrame:
    """Brings the tracks up to date with what was detected, and with what is missing."""
    if tracked.searched.rois:
        tracked = _associated(tracked)
    blocked = tracked.table.tracks.table.touching(tracked.blocked)
    tracks = note_lost(tracked.table.tracks, tracked.verified, blocked, tracked.at)
    return replace(tracked, table=replace(tracked.table, tracks=tracks))


def _associated(tracked: TrackedFrame) -> TrackedFrame:
    table = tracked.table
    placement = table.tracks.table.placement_version
    hands, lying = table.hands.with_lifted(tracked.searched.found)
    changed = tracked.motion.changed & ~tracked.blocked
    searched = replace(tracked.searched, found=lying, changed=changed)
    tracks = associate(table.view, table.tracks, searched, tracked.verified, tracked.at)
    read_often = changed & (table.attempts >= ATTEMPTS)
    vacated = table.vacated | cells_left(table.tracks, tracks, table.view.model.label_mm)
    stream = tracked.stream.with_another_look(read_often & tracked.motion.strange)
    stream = stream.with_former_look(read_often & ~tracked.motion.strange)
    tracked = replace(tracked, stream=stream, table=replace(table, hands=hands, tracks=tracks, vacated=vacated))
    # What was detected is verified like everything else: only labels that came or moved ask for a second verification.
    return tracked if tracks.table.placement_version == placement else score_tracks(tracked)


def _still_there(tracked: TrackedFrame, searched: SearchedRegions) -> list[Detection]:
    """What was not found in the regions, but is known to have lain there and still shows in part."""
    if tracked.displacement:
        return []
    tags = {FACE_DOWN, *(detection.tag for detection in searched.found.decoded)}
    table = tracked.table.tracks.table
    missing = [
        track
        for track in table.not_under(tracked.verified, table.chosen(tracked.missing))
        if track.detection.tag not in tags and searched.hold(track.detection.x, track.detection.y)
    ]
    found = tracked.table.detector.still_there(tracked.frame.image, missing)
    # What has not moved lies where it was read, when more of it was to be seen.
    return [
        replace(track.detection, score=seen.score) if seen.face == track.face else seen
        for track in missing
        if (seen := found.get(track.detection.tag)) is not None
    ]


def _well_seen(tracked: TrackedFrame) -> Quads:
    tracks = tracked.table.tracks.table
    return np.asarray(tracks.corners[tracked.scores >= np.maximum(tracks.least_scores, WELL_SEEN)])
