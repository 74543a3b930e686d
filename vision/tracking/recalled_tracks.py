"""Labels and faces that lay on the table when it was watched before: what still lies so is known at once.

The companion may have been switched off meanwhile, or looked elsewhere. What is not seen there in plain sight is
nothing.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.table import Box
from vision.detections import Detection
from vision.tracking.table_view import BESIDE_MM, TableModel
from vision.tracking.track import Track
from vision.tracking.track_scores import score_tracks
from vision.tracking.track_table import TrackTable
from vision.tracking.tracked_frame import TrackedFrame
from vision.tracking.tracker import new_track

TRIES = 6
"""Quiet frames in plain sight until it is forgotten: a camera that was just opened may still look for its focus."""

BEFORE = 1.0
"""Seconds before it is seen: what was seen at once, and whole, may well lie over it, and hardly under it."""

NOWHERE = ((0.0, 0.0),) * 4
"""In a picture that nobody has seen."""


def recalled_tracks(model: TableModel) -> tuple[Track, ...]:
    """The model's known labels on the mat or beside it, of which none has been seen yet."""
    table = Box(-BESIDE_MM, -BESIDE_MM, model.width + BESIDE_MM, model.height + BESIDE_MM)
    return tuple(
        Track(Detection.from_corners(place.tag, NOWHERE, 0.0, 0.0), place, 0.0, 0.0)
        for place in model.known_places
        if table.contains(place.pose.x, place.pose.y)
    )


def verify_recalled(tracked: TrackedFrame) -> TrackedFrame:
    """Makes tracks of the recalled ones that this frame shows at their places."""
    tracks = tracked.table.tracks
    if not tracks.recalled or tracked.displacement:
        return tracked
    known = {track.detection.tag for track in tracks.table.tracks}
    beside = tracks.table.not_under(tracked.verified, tracks.recalled)
    waiting = [track for track in beside if track.detection.tag not in known]
    hidden = TrackTable.of(waiting, tracks.table.grid).touching(tracked.blocked).tolist()
    in_sight = [track for track, is_hidden in zip(waiting, hidden, strict=True) if not is_hidden]
    found = tracked.table.detector.still_there(tracked.frame.image, in_sight)
    seen = [new_track(tracked.table.view, detection, tracked.at - BEFORE) for detection in found.values()]
    left = (
        replace(track, misses=track.misses + (not is_hidden))
        for track, is_hidden in zip(waiting, hidden, strict=True)
        if track.detection.tag not in found
    )
    tracks = replace(
        tracks.updated([*tracks.table.tracks, *seen]), recalled=tuple(track for track in left if track.misses < TRIES)
    )
    tracked = replace(tracked, table=replace(tracked.table, tracks=tracks))
    return score_tracks(tracked) if seen else tracked
