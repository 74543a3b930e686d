"""Verification: the score of each track in this picture, whether it still shows the label at its place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Luma
from vision.detection.template_matcher import WHOLE, TemplateMatcher
from vision.tracking.global_motion import STILL, GlobalMotion
from vision.tracking.quick_check import QuickCheck
from vision.tracking.track_table import TrackSet
from vision.tracking.tracked_frame import Cached, TrackedFrame, TrackedState

SHOWN_WHOLE = 0.75
"""A label that verifies by this share of how well it was read is to be seen whole: more than is asked of it later."""


def score_tracks(tracked: TrackedFrame) -> TrackedFrame:
    """Fills in the scores of all tracks in this picture."""
    table, scores = track_scores(tracked.table, tracked.frame.image, tracked.displacement)
    tracks = table.tracks.table
    unseen = [tracks.tracks[number].key for number in np.flatnonzero(scores < tracks.least_scores)]
    table = replace(table, unseen_since={key: table.unseen_since.get(key, tracked.at) for key in unseen})
    return replace(tracked, table=table, scores=scores)


def track_scores(table: TrackedState, image: Luma, displacement: GlobalMotion = STILL) -> tuple[TrackedState, Floats]:
    """The correlation of each track's place with its tag, (n,); the state keeps the prepared matcher."""
    tracks = table.tracks.table
    offsets = displacement.offsets(tracks.centres)
    cached = table.matcher
    if cached is None or cached.key != tracks.placement_version:
        table = replace(table, tracks=_with_parts(table, image, offsets))
        tracks = table.tracks.table
        parts = [track.part or WHOLE for track in tracks.tracks]
        cached = Cached(
            tracks.placement_version, TemplateMatcher(table.detector.codebook, tracks.detections, parts=parts)
        )
        table = replace(table, matcher=cached)
    return table, cached.value.scores(image, offsets)


def _with_parts(table: TrackedState, image: Luma, offsets: NDArray[np.intp] | None) -> TrackSet:
    """The tracks with what this picture shows of the labels that were just read in it.

    A label of which another piece covers a corner is read by the rest, and all of it together would never verify.
    """
    tracks = list(table.tracks.table.tracks)
    fresh = [number for number, track in enumerate(tracks) if track.part is None]
    shifts = None if offsets is None else offsets[fresh]
    matcher = TemplateMatcher(table.detector.codebook, [tracks[number].detection for number in fresh])
    for place, (number, score) in enumerate(zip(fresh, matcher.scores(image, shifts), strict=True)):
        is_whole = score >= SHOWN_WHOLE * tracks[number].reference_score
        part = WHOLE if is_whole else matcher.visible_part(place, image, shifts)
        tracks[number] = replace(tracks[number], part=part)
    return table.tracks.updated(tracks)


def quick_check(table: TrackedState, image: Luma, number: int) -> tuple[TrackedState, bool]:
    """Whether a quarter of the modules shows all labels in sight where they were; `number` counts the frames."""
    quick = table.quick
    if quick is None or not quick.is_for(table.tracks.table):
        quick = QuickCheck.of(table.detector.codebook, table.tracks.table)
        table = replace(table, quick=quick)
    return table, quick.agrees(image, number)
