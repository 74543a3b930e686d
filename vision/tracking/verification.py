"""Verification: whether the picture still shows each tracked label at its place, at a microsecond a label."""

from __future__ import annotations

from dataclasses import replace

from vision.arrays import Floats, Luma
from vision.detection.verifier import Verifier
from vision.tracking.global_motion import STILL, GlobalMotion
from vision.tracking.quick_verify import QuickVerifier
from vision.tracking.tracked_frame import Cached, TableState, TrackedFrame


def verify(tracked: TrackedFrame) -> TrackedFrame:
    """Fills in the scores of all tracks in this picture."""
    table, scores = verification_scores(tracked.table, tracked.frame.image, tracked.displacement)
    return replace(tracked, table=table, scores=scores)


def verification_scores(
    table: TableState, image: Luma, displacement: GlobalMotion = STILL
) -> tuple[TableState, Floats]:
    """The correlation of each track's place with its tag, (n,); the state keeps the prepared verifier."""
    tracks = table.tracks.table
    cached = table.verifier
    if cached is None or cached.key != tracks.placement_version:
        cached = Cached(tracks.placement_version, Verifier(table.detector.codebook, tracks.detections))
        table = replace(table, verifier=cached)
    return table, cached.value.scores(image, displacement.offsets(tracks.centres))


def quick_verify(table: TableState, image: Luma, number: int) -> tuple[TableState, bool]:
    """Whether a quarter of the modules shows all labels in sight where they were; `number` counts the frames."""
    quick = table.quick
    if quick is None or not quick.is_for(table.tracks.table):
        quick = QuickVerifier.of(table.detector.codebook, table.tracks.table)
        table = replace(table, quick=quick)
    return table, quick.agrees(image, number)
