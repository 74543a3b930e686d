"""What has become of a label whose place no longer shows it: gone, spoiled, covered by a piece, or hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.table import Box, PieceShape, Pose, Tag
from vision.geometry import Homography
from vision.ground import AROUND, Ground, Sample, filled
from vision.motion import Grid
from vision.track import Track, Verdict, distance, lies_under, piece_outline
from vision.tracks import Ledger

Gray = NDArray[np.uint8]

BURIED_SHARE = 0.75
"""Two labels nearer than this share of their edge lie on each other: the lower one's piece is under the upper one."""

STILL_THERE = 0.25
"""From this share of a piece on that looks as it did, the piece is there, whatever stands on its label."""

CLEARLY_CHANGED = 0.12
"""Below this share the piece itself is gone or wholly covered."""

LONG_PATIENCE, SHORT_PATIENCE = 30.0, 2.0
"""Seconds for which an unknown thing in a label's place is taken to hide it. Short where the piece can no longer be
seen at all and the table under it never was: it was lifted off a board or a deck."""

UNCOVERED_PATIENCE = 0.5
"""Seconds until a label that is missing from the top of a pile, whose next card is in plain sight, is taken off."""

LABEL_RIM = 1.25
"""A label's place and a little around it, as a multiple of the frame."""

AT_ONCE = 1.0
"""Seconds that may pass from when a label is lost until the piece that covers it is read."""

UNSEEN = (None, Verdict.HIDDEN, Verdict.SPOILED)
"""Of a label that is not seen for one of these reasons the piece may still lie there, under something unknown."""

JUDGED_FOR = 0.5
"""Seconds for which a judgement stands while nothing else is read."""


class PlainSight(NamedTuple):
    """One look: the small picture and its time, the labels seen in it, and where they and their pieces lie."""

    small: Gray
    at: float
    seen: Sequence[Track]
    occupied: Gray


class Judge:
    """Decides for each label that is not seen at its place, though no hand is over it."""

    def __init__(
        self, label_mm: float, shapes: Mapping[Tag, PieceShape], homography: Homography, picture: tuple[int, int]
    ) -> None:
        self._label_mm = label_mm
        self._shapes = shapes
        self._homography = homography
        self._picture = picture
        self._ground: Ground | None = None
        self._before: dict[tuple[Tag, float], Sample | None] = {}
        self._masks: tuple[tuple[int, bytes], Gray, Gray] | None = None
        self._judged: tuple[tuple[int, tuple[int, ...]], float, dict[int, Verdict]] | None = None

    def learn(self, small: Gray, ledger: Ledger, busy: Grid, ok: Grid) -> None:
        """Remembers how table and pieces look, but for the `busy` cells and the pieces that are not seen (`ok`)."""
        if self._ground is None:
            self._ground = Ground(small.shape)
        self._note_what_was_there(small, ledger, self._ground)
        key = (ledger.version, ok.tobytes())
        if self._masks is None or self._masks[0] != key:
            tracks = ledger.table.tracks
            # What lies over a label that is under a piece, or where one is gone, is what is to be remembered.
            missing = [track for track, seen in zip(tracks, ok, strict=True) if not seen and track.verdict in UNSEEN]
            not_bare = cv2.bitwise_or(self._occupied(small, tracks), self._around(small, missing))
            self._masks = (key, not_bare, self._occupied(small, missing))
        _, not_bare, unseen = self._masks
        if busy.any():
            size = (small.shape[1], small.shape[0])
            moving = cv2.resize(busy.view(np.uint8) * 255, size, interpolation=cv2.INTER_NEAREST)
            unseen = cv2.bitwise_or(unseen, moving)
        self._ground.learn(small, not_bare, unseen)

    def _note_what_was_there(self, small: Gray, ledger: Ledger, ground: Ground) -> None:
        """For each label that has come since: how its place looked until then."""
        noted = self._before
        self._before = {}
        for track in ledger.table.tracks:
            key = (track.sighting.tag, track.since)
            known = key in noted
            self._before[key] = noted[key] if known else ground.before(self._piece(track, small))

    def verdicts(self, ledger: Ledger, missing: Grid, ok: Grid, look: tuple[Gray, float]) -> dict[int, Verdict]:
        """By track number, for tracks `missing` in plain sight. `look` is the small picture and its time."""
        chosen = tuple(int(index) for index in np.flatnonzero(missing))
        if not chosen:
            return {}
        key = (ledger.version, chosen)
        if self._judged is None or self._judged[0] != key or look[1] - self._judged[1] > JUDGED_FOR:
            tracks = ledger.table.tracks
            seen = [track for track, is_seen in zip(tracks, ok, strict=True) if is_seen]
            plain = PlainSight(*look, seen, self._occupied(look[0], seen))
            verdicts = {index: self._verdict(tracks[index], ledger, plain) for index in chosen}
            self._judged = (key, look[1], verdicts)
        return self._judged[2]

    def box(self, pose: Pose) -> Box:
        """The square that a label covers at most, however it is turned."""
        reach = self._label_mm * 0.71
        return Box(pose.x - reach, pose.y - reach, pose.x + reach, pose.y + reach)

    def _verdict(self, track: Track, ledger: Ledger, plain: PlainSight) -> Verdict:
        pose = track.place.pose
        if any(distance(pose, place.pose) < self._label_mm / 2 for place in ledger.unreadable):
            return Verdict.SPOILED
        later = [other for other in plain.seen if other.since > track.since]
        buried = any(distance(pose, other.place.pose) < BURIED_SHARE * self._label_mm for other in later)
        # Once gone, gone: what is laid there later covers nothing. Once buried, not said while anything lies over it.
        if track.verdict is Verdict.GONE:
            return Verdict.GONE
        if buried or (track.verdict is Verdict.BURIED and any(self._lies_over(other, pose) for other in later)):
            return Verdict.BURIED
        if any(self._covers(other, track) for other in later):
            return Verdict.COVERED
        return self._bare_or_hidden(track, plain)

    def _bare_or_hidden(self, track: Track, plain: PlainSight) -> Verdict:
        small = plain.small
        label = self._small(np.array(track.sighting.corners), small)
        if self._is_as_before(track, small):
            return Verdict.GONE
        rest = self._rest_of_piece(track, small, label)
        still_there = rest is not None and rest > STILL_THERE
        if self._ground is not None and self._ground.is_overlaid(small, label, plain.occupied):
            return Verdict.HIDDEN
        if not still_there and self._ground is not None and self._ground.is_bare(small, label, plain.occupied):
            return Verdict.GONE
        lost_for = plain.at - track.lost_since if track.lost_since is not None else 0.0
        # A card taken off a fan uncovers the next one, which may look just like it.
        uncovered = any(self._lies_over(other, track.place.pose) for other in plain.seen if other.since <= track.since)
        patience = UNCOVERED_PATIENCE if uncovered else _patience(rest)
        return Verdict.GONE if lost_for > patience else Verdict.HIDDEN

    def _is_as_before(self, track: Track, small: Gray) -> bool:
        """Whether the whole piece has given way to what was to be seen there before it came."""
        sample = self._before.get((track.sighting.tag, track.since))
        if sample is None or self._ground is None:
            return False
        return self._ground.looks_as_before(small, self._piece(track, small), sample)

    def _piece(self, track: Track, small: Gray) -> NDArray[np.float64]:
        """The piece's outline in the small picture, or its label's where the shape is not known."""
        shape = self._shapes.get(track.sighting.tag)
        if shape is None:
            return self._small(np.array(track.sighting.corners), small)
        return self._small(self._homography.to_px(piece_outline(track.place.pose, shape)), small)

    def _rest_of_piece(self, track: Track, small: Gray, label: NDArray[np.float64]) -> float | None:
        """The share of the piece, but for its label, that looks as it did; None when that is not known."""
        if self._ground is None or track.sighting.tag not in self._shapes:
            return None
        return self._ground.rest_of_piece(small, self._piece(track, small), label)

    def _covers(self, upper: Track, track: Track) -> bool:
        """Whether the upper label's piece lies over the track's label, and came when that was lost or before."""
        in_time = track.lost_since is None or upper.since - track.lost_since < AT_ONCE
        return (in_time or track.verdict is Verdict.COVERED) and self._lies_over(upper, track.place.pose)

    def _lies_over(self, upper: Track, label: Pose) -> bool:
        shape = self._shapes.get(upper.sighting.tag)
        return shape is not None and lies_under(label, self._label_mm, upper.place.pose, shape)

    def _occupied(self, small: Gray, tracks: Sequence[Track]) -> Gray:
        """Where labels lie, and the pieces they are on as far as their shapes are known; 255 in the small picture."""
        if not tracks:
            return np.zeros(small.shape, np.uint8)
        labels = _widened(np.array([track.sighting.corners for track in tracks]))
        shapes = [(track.place.pose, self._shapes.get(track.sighting.tag)) for track in tracks]
        outlines = [piece_outline(pose, shape) for pose, shape in shapes if shape is not None]
        pieces = self._homography.to_px(np.array(outlines)) if outlines else np.zeros((0, 4, 2))
        return filled(small.shape, self._small(np.concatenate([labels, pieces]), small))

    def _around(self, small: Gray, tracks: Sequence[Track]) -> Gray:
        """The table around pieces that are not seen: not to be learnt anew, for it tells what has become of them."""
        labels = [np.array([track.sighting.corners]) for track in tracks if track.sighting.tag in self._shapes]
        return filled(small.shape, [self._small(_widened(label, AROUND)[0], small) for label in labels])

    def _small(self, px: NDArray[np.float64], small: Gray) -> NDArray[np.float64]:
        """Pixels of the picture as pixels of the small one."""
        scale = small.shape[1] / self._picture[0]
        return np.asarray((px + 0.5) * scale - 0.5)


def _patience(rest: float | None) -> float:
    """How long a thing in a label's place is taken to hide it, when so much of the rest of the piece is to be seen."""
    if rest is None or rest < CLEARLY_CHANGED:
        return SHORT_PATIENCE
    return LONG_PATIENCE if rest < STILL_THERE else inf


def _widened(corners: NDArray[np.float64], share: float = LABEL_RIM) -> NDArray[np.float64]:
    """Quadrilaterals (n, 4, 2) so many times larger about their middles."""
    middle = corners.mean(axis=1, keepdims=True)
    return np.asarray(middle + (corners - middle) * share)
