"""Data association: what was detected is assigned to tracks, and tracks that are missed are kept for a while."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from companion.core.plane import distance, same_place
from companion.core.table import LabelPlace
from vision.arrays import CellMask, TrackMask
from vision.detections import Detection, Detections, UnreadableLabel, as_corners
from vision.geometry.calibration import label_points
from vision.geometry.localization import pose_from_corners
from vision.labels import MODULES
from vision.tracking.searched_regions import SearchedRegions
from vision.tracking.table_view import TableView
from vision.tracking.tentative_tracks import associate_unreadable
from vision.tracking.track import UNDER_PIECE, TentativeTrack, Track, Verdict
from vision.tracking.track_table import TrackSet, TrackTable

JITTER_MODULES, JITTER_DEGREES = 0.5, 2.0
"""A label that is read again this near to where it was has not moved."""

LOST_TRIES = 3
"""Searches in a row for a label that is no longer where it was."""

RETRY_AFTER = 2.0
"""Seconds between later searches for it, and for labels that could not be read."""

CONFIRM_AFTER = 0.25
"""Seconds until a frame without a readable label is looked at again."""

BETTER = 0.1
"""A label that is seen at its place is believed to lie where it was read before, unless it is read better by this."""

CAMERA_JITTER_MM = 2.0
"""A label that lies this near to its old place after the camera was found again has not moved: the camera has."""


def start_tracks(view: TableView, found: Detections, before: TrackSet, at: float) -> TrackSet:
    """The tracks of a first picture; labels that were tracked before the camera moved keep their places on the mat."""
    known = {track.detection.tag: track for track in before.table.tracks}
    tracks: list[Track] = []
    for detection in found.decoded:
        out_of_sight = [*known.values(), *before.recalled]
        seen = [np.True_] * len(tracks) + [np.False_] * len(out_of_sight)
        track = _as_a_twin(new_track(view, detection, at), view, [*tracks, *out_of_sight], seen)
        old = known.pop(track.detection.tag, None)
        if old is not None and distance(old.place.pose, track.place.pose) < CAMERA_JITTER_MM:
            track = replace(track, place=old.place, since=old.since)
        tracks.append(track)
    table = TrackTable.of([*tracks, *(_carried_over(view, track) for track in known.values())], view.grid)
    tentative = tuple(_tentative_carried_over(view, track) for track in before.tentative)
    recalled = tuple(_carried_over(view, track) for track in before.recalled)
    return TrackSet(table, associate_unreadable(view, tentative, SearchedRegions((), found)), recalled)


def associate(view: TableView, tracks: TrackSet, searched: SearchedRegions, verified: TrackMask, at: float) -> TrackSet:
    """Assigns what was detected in the regions. `verified` tracks were seen at their places just before."""
    updated, seen = list(tracks.table.tracks), list(verified)
    for detection in searched.found.decoded:
        out_of_sight = [np.False_] * len(tracks.recalled)
        fresh = _as_a_twin(new_track(view, detection, at), view, [*updated, *tracks.recalled], [*seen, *out_of_sight])
        if fresh.face is None:
            _take_from_faces(fresh, view, updated, seen)
        index = _matching(fresh, updated, seen, view.model.label_mm)
        if index is None:
            updated.append(fresh)
            seen.append(np.True_)
        else:
            if not seen[index] or _is_better(fresh, updated[index]):
                updated[index] = _read_again(updated[index], fresh, view.model.label_mm)
            seen[index] = np.True_
    for index, track in enumerate(updated):
        if not seen[index] and searched.hold(track.detection.x, track.detection.y):
            updated[index] = track.missed(at)
    tentative = associate_unreadable(view, tracks.tentative, searched)
    return replace(tracks.updated(updated), tentative=tentative)


def cells_to_search(view: TableView, tracks: TrackSet, lost: TrackMask, at: float) -> tuple[TrackSet, CellMask]:
    """Where to look again for labels that are lost or could not be read; the set knows when they were looked for."""
    again = at - tracks.retried_at > RETRY_AFTER
    untried = (tracks.table.misses < LOST_TRIES) | again
    cells = tracks.table.cells_of(lost & untried & ~tracks.table.under_piece)
    confirming = bool(tracks.unconfirmed_places) and at - tracks.retried_at > CONFIRM_AFTER
    if confirming or (again and (lost.any() or tracks.tentative)):
        tracks = replace(tracks, retried_at=at)
        for tentative in tracks.tentative:
            row, column = view.grid.holding([(tentative.detection.x, tentative.detection.y)])
            cells[row, column] = True
    return tracks, cells


def cells_left(before: TrackSet, after: TrackSet, label_mm: float) -> CellMask:
    """Where the labels lay that are now tracked elsewhere."""
    pairs = zip(before.table.tracks, after.table.tracks, strict=False)
    has_left = [distance(old.place.pose, new.place.pose) >= label_mm / 2 for old, new in pairs]
    return before.table.cells_of(np.array(has_left, np.bool_))


def note_lost(tracks: TrackSet, verified: TrackMask, blocked: TrackMask, at: float) -> TrackSet:
    """Labels in plain sight that are not verified are lost from now on, those that are verified are found again."""
    lost = tracks.table.lost
    changed = np.flatnonzero((verified & lost) | ~(verified | blocked | lost))
    if not changed.size:
        return tracks
    updated = list(tracks.table.tracks)
    for index in changed:
        updated[index] = updated[index].seen() if verified[index] else updated[index].lost(at)
    return tracks.updated(updated)


def without(tracks: TrackSet, numbers: Iterable[int]) -> TrackSet:
    """Drops these tracks; the others are numbered anew."""
    dropped = set(numbers)
    if not dropped:
        return tracks
    return tracks.updated([track for number, track in enumerate(tracks.table.tracks) if number not in dropped])


def new_track(view: TableView, detection: Detection, at: float) -> Track:
    """A label that has come to lie there, in seconds."""
    place = LabelPlace(detection.tag, pose_from_corners(detection.corners, view.homography), detection.score)
    return Track(detection, place, detection.score, at)


def _as_a_twin(fresh: Track, view: TableView, tracks: Sequence[Track], seen: Sequence[np.bool_]) -> Track:
    """A face tells the kind: of the pieces that look so it is the one that lies there, else one that has left its spot.

    Then one that was seen nowhere, and only where there is none one that is out of sight where it lies. What was buried
    and comes to light lies just as it did: an equal card that was laid over it does not. Where all are in sight
    elsewhere, it stays the first: a piece that is seen twice.
    """
    twins = () if view.model.faces is None or fresh.face is None else view.model.faces.faces[fresh.face].tags
    if len(twins) < 2:
        return fresh
    places = {tag: [(n, track) for n, track in enumerate(tracks) if track.detection.tag == tag] for tag in twins}
    at_place = (tag for tag, of in places.items() if any(_lies_where(o, fresh, view.model.label_mm) for _, o in of))
    unseen = [(tag, of) for tag, of in places.items() if of and not any(seen[number] for number, _ in of)]
    has_left = (tag for tag, of in unseen if all(_has_left(track) for _, track in of))
    free = (tag for tag, of in places.items() if not of)
    out_of_sight = (
        tag for tag, _ in sorted(unseen, key=lambda each: any(o.verdict in UNDER_PIECE for _, o in each[1]))
    )
    tag = next((tag for some in (at_place, has_left, free, out_of_sight) for tag in some), twins[0])
    return replace(fresh, detection=replace(fresh.detection, tag=tag), place=replace(fresh.place, tag=tag))


def _take_from_faces(label: Track, view: TableView, tracks: list[Track], seen: Sequence[np.bool_]) -> None:
    """A label that is read is on no card that is known by its face elsewhere: that one is another of its kind."""
    for number, track in enumerate(tracks):
        is_here = distance(track.place.pose, label.place.pose) < view.model.label_mm / 2
        if track.face is not None and track.detection.tag == label.detection.tag and not is_here:
            others, known = [*tracks[:number], *tracks[number + 1 :], label], [*seen[:number], *seen[number + 1 :]]
            tracks[number] = _as_a_twin(track, view, others, [*known, np.True_])


def _has_left(track: Track) -> bool:
    """Whether its place, in plain sight, no longer shows it."""
    return track.lost_since is not None and track.verdict not in UNDER_PIECE


def _lies_where(track: Track, fresh: Track, label_mm: float) -> bool:
    """Whether a face at that place is this card."""
    if track.verdict is Verdict.BURIED:
        return _is_as_it_lay(track, fresh, label_mm)
    return distance(track.place.pose, fresh.place.pose) < label_mm / 2


def _is_as_it_lay(track: Track, fresh: Track, label_mm: float) -> bool:
    return same_place(track.place.pose, fresh.place.pose, JITTER_MODULES * label_mm / MODULES, JITTER_DEGREES)


def _is_better(fresh: Track, old: Track) -> bool:
    """Whether what is seen at its place all the same is believed to lie where it was read; a label before a face."""
    if (fresh.face is None) != (old.face is None):
        return fresh.face is None
    return fresh.reference_score > old.reference_score + BETTER


def _matching(fresh: Track, tracks: Sequence[Track], seen: Sequence[np.bool_], label_mm: float) -> int | None:
    """The track this is: the one at this place, else one of the same tag that is no longer at its own."""
    same = [index for index, track in enumerate(tracks) if track.detection.tag == fresh.detection.tag]
    for index in same:
        if distance(tracks[index].place.pose, fresh.place.pose) < label_mm / 2:
            return index
    return next((index for index in same if not seen[index]), None)


def _read_again(track: Track, fresh: Track, label_mm: float) -> Track:
    if not _is_as_it_lay(track, fresh, label_mm):
        return fresh
    return replace(track, detection=fresh.detection, reference_score=fresh.reference_score, part=None).seen()


def _carried_over(view: TableView, track: Track) -> Track:
    """A label that has not been found again, at the pixels where it should be."""
    edge = view.model.edge_of(track.detection.tag)
    corners = as_corners(view.homography.to_px(label_points(track.place.pose, edge)[1:]))
    old = track.detection
    return replace(track, detection=Detection.from_corners(old.tag, corners, old.score, old.margin, old.face))


def _tentative_carried_over(view: TableView, track: TentativeTrack) -> TentativeTrack:
    """A frame without a readable label, at the pixels where it should be."""
    outline = label_points(track.place.pose, view.model.label_mm)[1:]
    return replace(track, detection=UnreadableLabel(as_corners(view.homography.to_px(outline))))
