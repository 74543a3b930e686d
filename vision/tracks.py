"""The ledger of labels: what a search found is entered here, what is missing is noted here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_

import numpy as np

from companion.core.table import UNREADABLE, LabelPlace, Pose
from vision.calibrate import label_outline
from vision.geometry import Homography
from vision.labels import FRAME_MODULES, MODULES
from vision.locate import CellGrid, pose_of
from vision.motion import Grid
from vision.search import PixelBox, inside
from vision.sightings import Found, LabelOutline, TagSighting, as_corners
from vision.track import Track, TrackTable, Verdict, distance, same_place

LOST_TRIES = 3
"""Searches in a row for a label that is no longer where it was."""

RETRY_AFTER = 2.0
"""Seconds between later searches for it, and for labels that could not be read."""

MISSES = 4
"""Searches in which an unreadable label's frame is not found until it is believed to be gone: a reflection hides it."""

CONFIRMED = 2
"""Searches that have to find a frame without a readable label before it is spoken of."""

CONFIRM_AFTER = 0.25
"""Seconds until such a frame is looked at again."""

BETTER = 0.1
"""A label that is seen at its place is believed to lie where it was read before, unless it is read better by this."""

SIZE_TOLERANCE = 0.2
"""Share by which an outline's edges may differ from a label's: pieces are stacked, and lean."""

CAMERA_JITTER_MM = 2.0
"""A label that lies this near to its old place after the camera was found again has not moved: the camera has."""


@dataclass(frozen=True, slots=True, eq=False)
class Suspect:
    """A frame in which no label could be read: in how many searches it was found, and in how many since then not."""

    outline: LabelOutline
    place: LabelPlace
    found: int = 1
    missed: int = 0


class Ledger:
    """All tracks, and the labels that are there but cannot be read."""

    def __init__(self, homography: Homography, grid: CellGrid, label_mm: float) -> None:
        self.grid = grid
        self.label_mm = label_mm
        self.version = 0
        self._suspects: tuple[Suspect, ...] = ()
        self._homography = homography
        self._retried_at = 0.0
        self.table = TrackTable((), grid)

    def start(self, found: Found, before: Sequence[Track], at: float) -> None:
        """After the camera was found: labels that were known before keep their places where they agree."""
        known = {track.sighting.tag: track for track in before}
        tracks = []
        for sighting in found.sightings:
            track = self._new(sighting, at)
            old = known.pop(sighting.tag, None)
            if old is not None and distance(old.place.pose, track.place.pose) < CAMERA_JITTER_MM:
                track = replace(track, place=old.place, since=old.since)
            tracks.append(track)
        self._enter([*tracks, *(self._carried_over(track) for track in known.values())])
        self._note_unreadable(found.unreadable, [(0, 0, *self.grid.picture)])

    def unsolved_cells(self, lost: Grid, at: float, shape: tuple[int, ...]) -> Grid:
        """Where to look again for labels that are lost or could not be read."""
        again = at - self._retried_at > RETRY_AFTER
        fresh = (self.table.looks_lost < LOST_TRIES) | again
        cells = self.table.cells_of(lost & fresh & ~self.table.under, shape)
        confirming = bool(self.doubtful) and at - self._retried_at > CONFIRM_AFTER
        if confirming or (again and (lost.any() or self._suspects)):
            self._retried_at = at
            for suspect in self._suspects:
                row, column = self.grid.holding([(suspect.outline.x, suspect.outline.y)])
                cells[row, column] = True
        return cells

    def integrate(self, found: Found, boxes: Sequence[PixelBox], ok: Grid, at: float) -> None:
        """Enters what was found in the rectangles. `ok` says which tracks were verified just before."""
        tracks = list(self.table.tracks)
        verified = list(ok)
        for sighting in found.sightings:
            fresh = self._new(sighting, at)
            index = self._same_label(fresh, tracks, verified)
            if index is None:
                tracks.append(fresh)
                verified.append(True)
            else:
                if not verified[index] or fresh.reference > tracks[index].reference + BETTER:
                    tracks[index] = self._again(tracks[index], fresh)
                verified[index] = True
        for index, track in enumerate(tracks):
            if not verified[index] and any(inside(box, track.sighting.x, track.sighting.y) for box in boxes):
                tracks[index] = replace(track, looks_lost=track.looks_lost + 1, lost_since=track.lost_since or at)
        self._enter(tracks)
        self._note_unreadable(found.unreadable, boxes)

    def keep(self, ok: Grid, unjudged: Grid, at: float) -> None:
        """After a look: found ones are no longer lost; `unjudged` ones (seen, or under a hand) stay as they are."""
        changed = np.flatnonzero((ok & self.table.lost) | ~(unjudged | self.table.lost))
        if changed.size:
            later = list(self.table.tracks)
            for index in changed:
                later[index] = replace(later[index], lost_since=None if ok[index] else at, looks_lost=0, verdict=None)
            self._enter(later)

    def judged(self, verdicts: Mapping[int, Verdict]) -> None:
        """Notes what is believed of the tracks that are not seen, by track number."""
        changed = [index for index, verdict in verdicts.items() if self.table.tracks[index].verdict is not verdict]
        if changed:
            tracks = list(self.table.tracks)
            for index in changed:
                tracks[index] = replace(tracks[index], verdict=verdicts[index])
            self._enter(tracks)

    def drop(self, gone: Iterable[int]) -> None:
        """Forgets these tracks."""
        out = set(gone)
        if out:
            self._enter([track for index, track in enumerate(self.table.tracks) if index not in out])

    def unreadable_in_sight(self, ok: Grid) -> list[LabelPlace]:
        """The labels that are there and cannot be read, but for those that have become readable."""
        seen = [track.place.pose for index, track in enumerate(self.table.tracks) if ok[index]]
        return [
            place for place in self.unreadable if all(distance(place.pose, pose) > self.label_mm / 2 for pose in seen)
        ]

    def _enter(self, tracks: Sequence[Track]) -> None:
        if len(tracks) == len(self.table) and all(map(is_, tracks, self.table.tracks)):
            return
        self.version += 1
        self.table = self.table.holding(tracks)

    def _new(self, sighting: TagSighting, at: float) -> Track:
        place = LabelPlace(sighting.tag, pose_of(sighting.corners, self._homography), sighting.score)
        return Track(sighting, place, sighting.score, at)

    def _same_label(self, fresh: Track, tracks: Sequence[Track], verified: Sequence[bool]) -> int | None:
        """The track this is: the one at this place, else one of the same tag that is no longer at its own."""
        same = [index for index, track in enumerate(tracks) if track.sighting.tag == fresh.sighting.tag]
        for index in same:
            if distance(tracks[index].place.pose, fresh.place.pose) < self.label_mm / 2:
                return index
        return next((index for index in same if not verified[index]), None)

    def _again(self, track: Track, fresh: Track) -> Track:
        if same_place(track.place.pose, fresh.place.pose, self.label_mm):
            return replace(
                track, sighting=fresh.sighting, reference=fresh.reference, lost_since=None, looks_lost=0, verdict=None
            )
        return fresh

    def _carried_over(self, track: Track) -> Track:
        """A label that was not found again, at the pixels where it should be."""
        corners = as_corners(self._homography.to_px(label_outline(track.place.pose, self.label_mm)[1:]))
        sighting = TagSighting.from_corners(track.sighting.tag, corners, track.sighting.score, track.sighting.margin)
        return replace(track, sighting=sighting)

    def _note_unreadable(self, outlines: Iterable[LabelOutline], boxes: Sequence[PixelBox]) -> None:
        """Enters the frames without a readable label.

        One that is found once may be a label under a hand; one that is missed now and then still lies there.
        """
        kept: list[Suspect] = []
        for outline in outlines:
            if self._is_as_large_as_a_label(outline):
                pose = _upright(pose_of(outline.corners, self._homography))
                old = next((s for s in self._suspects if distance(s.place.pose, pose) < self.label_mm / 2), None)
                found = 1 if old is None else old.found + 1
                kept.append(Suspect(outline, LabelPlace(UNREADABLE, pose, 0.0), found))
        for suspect in self._suspects:
            if all(distance(suspect.place.pose, other.place.pose) > self.label_mm / 2 for other in kept):
                searched = any(inside(box, suspect.outline.x, suspect.outline.y) for box in boxes)
                missed = suspect.missed + searched
                if missed < MISSES:
                    kept.append(replace(suspect, missed=missed))
        if kept or self._suspects:
            self.version += 1
        self._suspects = tuple(kept)

    @property
    def doubtful(self) -> tuple[LabelPlace, ...]:
        """Where a frame was found once: an unreadable label, or a readable one that a hand has just been over."""
        return tuple(s.place for s in self._suspects if s.found < CONFIRMED and not s.missed)

    @property
    def unreadable(self) -> tuple[LabelPlace, ...]:
        """Where labels lie that cannot be read."""
        return tuple(suspect.place for suspect in self._suspects if suspect.found >= CONFIRMED)

    def _is_as_large_as_a_label(self, outline: LabelOutline) -> bool:
        """Cards and boxes printed on them are rectangles too."""
        on_mat = self._homography.to_mm(outline.corners)
        edges = np.linalg.norm(on_mat - np.roll(on_mat, 1, axis=0), axis=1)
        wanted = self.label_mm * FRAME_MODULES / MODULES
        return bool((np.abs(edges / wanted - 1) < SIZE_TOLERANCE).all())


def _upright(pose: Pose) -> Pose:
    """A frame alone does not say which way up its label is."""
    return Pose(pose.x, pose.y, 0.0)
