"""Occlusion reasoning: what has become of a label whose place no longer shows it, though no hand is over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from companion.core.plane import covers, distance
from companion.core.table import Box, Pose
from vision.arrays import Doubles, Luma
from vision.tracking.background_model import AppearanceHistory, BackgroundModel
from vision.tracking.outline_continuity import is_interrupted
from vision.tracking.piece_masks import beyond_mat_mask, label_quad, occupied_mask, piece_quad
from vision.tracking.table_view import TableView
from vision.tracking.track import Track, TrackKey, Verdict
from vision.tracking.tracked_frame import Cached, TrackedFrame

BURIED_SHARE = 0.75
"""Two labels nearer than this share of their edge lie on each other: the lower one's piece is under the upper one."""

SPOILING_SHARE = 0.25
"""A label that is covered by so much of its edge cannot be read."""

STILL_THERE = 0.25
"""From this share of a piece on that looks as it did, the piece is there, whatever stands on its label."""

CLEARLY_CHANGED = 0.12
"""Below this share the piece itself is gone or wholly covered."""

LONG_PATIENCE, SHORT_PATIENCE = 30.0, 2.0
"""Seconds for which an unknown thing in a label's place is taken to hide it. Short where the piece can no longer be
seen at all, nothing ends at its outline, and what was under it is not known: it was lifted off a board. Where something
ends there, and what was under it is known, it hides the label for as long as it lies; where that is not known, it may
be a deck."""

UNCOVERED_PATIENCE = 0.5
"""Seconds until a label that is missing from the top of a pile, whose next card is in plain sight, is taken off."""

AT_ONCE = 1.0
"""Seconds that may pass from when a label is lost until the piece that covers it is read."""

SEEN_TOGETHER = 0.25
"""Seconds for which a label is seen beside a piece that does not cover it; for a moment it may still be laid down."""

LAID_WITHIN = 0.5
"""Seconds in which a cloth comes to lie; a hand that takes a piece stays for longer, and its leaving is seen."""

JUDGED_FOR = 0.5
"""Seconds for which a verdict stands while nothing else is read."""


def judge_occlusion(tracked: TrackedFrame) -> TrackedFrame:
    """Finds the verdict on every label that is missing in plain sight, and notes it with its track."""
    missing = tuple(int(number) for number in np.flatnonzero(tracked.missing))
    if not missing:
        return tracked
    table = tracked.table
    key, cached = (table.tracks.table.version, table.tracks.tentative, missing), table.verdicts
    if cached is None or cached.key != key or tracked.at - cached.at > JUDGED_FOR:
        cached = Cached(key, _Evidence.of(tracked).verdicts(missing), tracked.at)
    verdicts = {number: _held_or(tracked, number, verdict) for number, verdict in cached.value.items()}
    tracks = list(tracked.tracks)
    for number, verdict in verdicts.items():
        if tracks[number].verdict is not verdict:
            tracks[number] = replace(tracks[number], verdict=verdict)
    table = replace(table, verdicts=cached, tracks=table.tracks.updated(tracks))
    return replace(tracked, table=table, verdicts=verdicts)


def _held_or(tracked: TrackedFrame, number: int, verdict: Verdict) -> Verdict:
    """What is gone may be in a hand."""
    track = tracked.tracks[number]
    is_held = tracked.table.hands.may_hold(track.detection.tag, track.lost_for(tracked.at))
    return Verdict.HELD if verdict is Verdict.GONE and is_held else verdict


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """What one frame shows: the labels seen in it, where they and their pieces lie, and what it looked like before."""

    view: TableView
    small: Luma
    at: float
    tracks: Sequence[Track]
    seen: Sequence[Track]
    unreadable: Sequence[Pose]
    occupied: Luma
    background: BackgroundModel | None
    history: AppearanceHistory
    unseen_since: Mapping[TrackKey, float]
    moved_at: Doubles

    @classmethod
    def of(cls, tracked: TrackedFrame) -> _Evidence:
        table = tracked.table
        # A card that lies face down may be the very one that is missing: it covers nothing.
        seen = [track for track in table.tracks.table.chosen(tracked.verified) if not track.is_face_down]
        return cls(
            table.view,
            tracked.small,
            tracked.at,
            tracked.tracks,
            seen,
            [place.pose for place in table.tracks.unreadable_places],
            occupied_mask(table.view, seen, tracked.small.shape),
            table.background,
            table.history,
            table.unseen_since,
            table.moved_at,
        )

    def verdicts(self, numbers: Sequence[int]) -> Mapping[int, Verdict]:
        return {number: self._verdict(self.tracks[number]) for number in numbers}

    def _verdict(self, track: Track) -> Verdict:
        if track.is_face_down:
            return Verdict.GONE
        pose, label_mm = track.place.pose, self.view.model.label_mm
        if any(distance(pose, place) < label_mm / 2 for place in self.unreadable):
            return Verdict.SPOILED
        # Once gone, gone: what is laid there later covers nothing. Once buried, not said while anything lies over it.
        if track.verdict is Verdict.GONE:
            return Verdict.GONE
        # Nor does a piece that lay there already while the label was still to be seen.
        last_seen = self.unseen_since.get(track.key, track.since) - SEEN_TOGETHER
        later = [other for other in self.seen if other.since > max(track.since, last_seen)]
        buried = any(distance(pose, other.place.pose) < BURIED_SHARE * label_mm for other in later)
        if buried or (track.verdict is Verdict.BURIED and any(self._lies_over(other, pose) for other in later)):
            return Verdict.BURIED
        covering = [other for other in later if self._covers(other, track)]
        if not all(self._lay_under(other, track) for other in covering):
            return Verdict.COVERED
        if covering:
            return Verdict.GONE if track.lost_for(self.at) > UNCOVERED_PATIENCE else Verdict.HIDDEN
        return self._bare_or_hidden(track)

    def _bare_or_hidden(self, track: Track) -> Verdict:
        if self._went_with_an_anchor(track):
            return Verdict.HIDDEN
        rest = None
        if self.background is not None:
            if self._is_as_before(track, self.background):
                return Verdict.GONE
            label = label_quad(self.view, track, self.small.shape)
            rest = self._rest_of_piece(track, self.background)
            if self.background.is_overlaid(self.small, label, self.occupied):
                return Verdict.HIDDEN
            still_there = rest is not None and rest > STILL_THERE
            if not still_there and self._shows_table(track, self.background):
                return Verdict.GONE
        # A card taken off a fan uncovers the next one, which may look just like it.
        uncovered = any(self._lies_over(other, track.place.pose) for other in self.seen if other.since <= track.since)
        patience = UNCOVERED_PATIENCE if uncovered else self._patience(track, rest)
        return Verdict.GONE if track.lost_for(self.at) > patience else Verdict.HIDDEN

    def _patience(self, track: Track, rest: float | None) -> float:
        """Seconds an unknown thing is taken to hide the label, when so much of the rest of the piece is to be seen."""
        if rest is not None and rest > STILL_THERE:
            return inf
        if self._is_covered(track):
            return inf if self._is_ground_known(track) else LONG_PATIENCE
        is_lifted = rest is None or rest < CLEARLY_CHANGED
        return SHORT_PATIENCE if is_lifted and not self._is_ground_known(track) else LONG_PATIENCE

    def _is_ground_known(self, track: Track) -> bool:
        """Whether what the piece was laid on was seen before: then it would be known again."""
        if self.history.get(track.key) is not None:
            return True
        label = label_quad(self.view, track, self.small.shape)
        return self.background is not None and self.background.is_ground_known(label)

    def _is_covered(self, track: Track) -> bool:
        """Whether something as large as the piece, or larger, ends where the piece or the table around it was."""
        if self.background is None or track.detection.tag not in self.view.model.shapes:
            return False
        outline = piece_quad(self.view, track, self.small.shape)
        elsewhere = self.occupied | beyond_mat_mask(self.view, self.small.shape)
        return is_interrupted(self.small, outline, elsewhere, self.background.bare)

    def _is_as_before(self, track: Track, background: BackgroundModel) -> bool:
        """Whether the whole piece has given way to what was to be seen there before it came."""
        appearance = self.history.get(track.key)
        if appearance is None:
            return False
        return background.looks_as_before(self.small, appearance)

    def _went_with_an_anchor(self, track: Track) -> bool:
        """Whether something hides it that hides an anchor, too: nobody takes an anchor away.

        A cloth may look just like the mat. It came all at once, lies between them too, and nothing has moved since.
        """
        since = self.unseen_since.get(track.key)
        row, column = self.view.grid.holding([(track.detection.x, track.detection.y)])
        if since is None or float(self.moved_at[row, column].max()) - since > LAID_WITHIN:
            return False
        anchors = [other for other in self.tracks if other.detection.tag in self.view.model.anchors.places]
        lost = [other for other in anchors if abs(self.unseen_since.get(other.key, -inf) - since) < LAID_WITHIN]
        return any(not self._is_anything_seen_between(track.place.pose, anchor.place.pose) for anchor in lost)

    def _is_anything_seen_between(self, one: Pose, other: Pose) -> bool:
        between = Box(min(one.x, other.x), min(one.y, other.y), max(one.x, other.x), max(one.y, other.y))
        return any(between.contains(track.place.pose.x, track.place.pose.y) for track in self.seen)

    def _shows_table(self, track: Track, background: BackgroundModel) -> bool:
        """Whether the bare table is seen where the label was, or, where other pieces lie there, beside them."""
        is_bare = background.is_bare(self.small, label_quad(self.view, track, self.small.shape), self.occupied)
        if is_bare is not None or track.detection.tag not in self.view.model.shapes:
            return bool(is_bare)
        piece = piece_quad(self.view, track, self.small.shape)
        return background.is_table_seen_in(self.small, piece, self.occupied)

    def _rest_of_piece(self, track: Track, background: BackgroundModel) -> float | None:
        """The share of the piece, but for its label and other pieces, that looks as it did; None: it is not known."""
        if track.detection.tag not in self.view.model.shapes:
            return None
        shape = self.small.shape
        piece, label = piece_quad(self.view, track, shape), label_quad(self.view, track, shape)
        return background.rest_of_piece(self.small, piece, label, self.occupied)

    def _covers(self, upper: Track, track: Track) -> bool:
        """Whether the upper label's piece lies over the track's label, and came when that was lost or before."""
        in_time = track.lost_since is None or upper.since - track.lost_since < AT_ONCE
        return (in_time or track.verdict is Verdict.COVERED) and self._lies_over(upper, track.place.pose)

    def _lay_under(self, newcomer: Track, track: Track) -> bool:
        """Whether a label has come to light because the track's piece has gone from over it: no piece has come."""
        if self.background is None or not self._lies_over(track, newcomer.place.pose):
            return False
        shape = self.small.shape
        piece = piece_quad(self.view, newcomer, shape)
        # Nothing has been learnt of a place since its label came that is not in the history yet.
        known = newcomer.key in self.history
        appearance = self.history[newcomer.key] if known else self.background.appearance(piece)
        if appearance is None:
            return False
        others = [other for other in self.seen if other.since > newcomer.since]
        changed = occupied_mask(self.view, [track, *others], shape)
        return self.background.lay_there_before(self.small, piece, appearance, changed)

    def _lies_over(self, upper: Track, label: Pose) -> bool:
        shape = self.view.model.shapes.get(upper.detection.tag)
        reach = SPOILING_SHARE * self.view.model.label_mm
        return shape is not None and covers(upper.place.pose, shape, label, reach)
