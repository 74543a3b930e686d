"""One cheap check of all labels in sight, for frames in which nothing stirs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Luma, TrackMask
from vision.detection.template_matcher import WHOLE, ClosedSet, TemplateMatcher
from vision.tracking.track_table import TrackTable

SHARES = 4
"""Each frame verifies all labels by every fourth of their modules; the next one by the next."""

SLACK = 0.1
"""A quarter of the modules tells less exactly than all: a label that shows so much less is still at its place."""


@dataclass(frozen=True, slots=True, eq=False)
class QuickCheck:
    """Knows where each label in sight lies, until one of them is lost or moves."""

    placement_version: int
    lost: TrackMask
    shares: tuple[TemplateMatcher, ...]
    least_scores: Floats

    @classmethod
    def of(cls, codebook: ClosedSet, tracks: TrackTable) -> QuickCheck:
        shown = tracks.chosen(~tracks.lost)
        detections, parts = [track.detection for track in shown], [track.part or WHOLE for track in shown]
        shares = tuple(
            TemplateMatcher(codebook, detections, slice(first, None, SHARES), parts) for first in range(SHARES)
        )
        seen = ~tracks.lost
        least = tracks.least_scores[seen] - np.float32(SLACK)
        return cls(tracks.placement_version, tracks.lost, shares, least)

    def is_for(self, tracks: TrackTable) -> bool:
        """Whether the table still has the same labels in sight at the same places."""
        return self.placement_version == tracks.placement_version and bool((self.lost == tracks.lost).all())

    def agrees(self, image: Luma, number: int) -> bool:
        """Whether all labels are where they were; `number` counts the frames."""
        return bool((self.shares[number % SHARES].scores(image) >= self.least_scores).all())
