"""The values that flow through the stages: one frame, what is known of it so far, and the state between frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.core.table import Observation
from hardware.camera import Frame
from vision.arrays import CellMask, Doubles, Floats, Luma, TrackMask
from vision.detection.template_matcher import TemplateMatcher
from vision.tracking.background_model import AppearanceHistory, BackgroundModel
from vision.tracking.blindness import Blindness
from vision.tracking.camera_shift import CameraShift
from vision.tracking.change_detector import ChangeDetector
from vision.tracking.global_motion import STILL, GlobalMotion
from vision.tracking.hand_tracker import HandTracker
from vision.tracking.motion import Motion, MotionModel
from vision.tracking.quick_check import QuickCheck
from vision.tracking.rescan import RescanSchedule
from vision.tracking.searched_regions import NOT_SEARCHED, SearchedRegions
from vision.tracking.silence import Silence
from vision.tracking.steadiness import Steadiness
from vision.tracking.table_detector import TableDetector
from vision.tracking.table_view import TableView
from vision.tracking.temporal_filter import TemporalFilter
from vision.tracking.track import Track, TrackKey, Verdict
from vision.tracking.track_table import TrackSet

Value = TypeVar("Value")
NOTHING_SEEN = Observation(())


@dataclass(frozen=True, slots=True)
class Counters:
    """What has been done so far."""

    frames: int = 0
    quiet: int = 0
    unchanged: int = 0
    full_searches: int = 0
    part_searches: int = 0
    strips: int = 0
    labels_read: int = 0
    bumps: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Cached(Generic[Value]):
    """Something dear to compute, the values it was computed from, and when, in seconds."""

    key: object
    value: Value
    at: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class LastFrame:
    """What is kept of the last frame that was tracked, for the next one to correct."""

    frame: Frame
    small: Luma
    displacement: GlobalMotion
    blocked: CellMask
    scores: Floats
    placement_version: int


@dataclass(frozen=True, slots=True, eq=False)
class StreamState:
    """The state between frames that outlives a push of the camera.

    `hand_cells` are the cells that hands were over in the last quiet frame, `new_cells` those that a push has brought
    into the picture under a hand: how the table looks there was never seen. `silence` is None on a calm table.
    """

    motion: MotionModel | None = None
    steadiness: Steadiness = field(default_factory=Steadiness)
    shift: CameraShift = field(default_factory=CameraShift)
    rescan: RescanSchedule = field(default_factory=RescanSchedule)
    filter: TemporalFilter = field(default_factory=TemporalFilter)
    calm_frames: int = 0
    change_detector: ChangeDetector | None = None
    last: LastFrame | None = None
    hand_cells: CellMask | None = None
    new_cells: CellMask | None = None
    silence: Silence | None = None
    counters: Counters = field(default_factory=Counters)

    def with_reference(self, cells: CellMask) -> StreamState:
        """From now on these cells look as they look now."""
        return replace(self, motion=self.motion.with_reference(cells) if self.motion is not None else None)

    def with_another_look(self, cells: CellMask) -> StreamState:
        """From now on these cells look as they look now; how they looked until now is kept."""
        return replace(self, motion=self.motion.with_another_look(cells) if self.motion is not None else None)

    def with_former_look(self, cells: CellMask) -> StreamState:
        """These cells look again as they once did: what lay there meanwhile is forgotten."""
        return replace(self, motion=self.motion.with_former_look(cells) if self.motion is not None else None)

    def counting(self, **events: int) -> StreamState:
        """After so many more events."""
        counts = {name: getattr(self.counters, name) + number for name, number in events.items()}
        return replace(self, counters=replace(self.counters, **counts))


@dataclass(frozen=True, slots=True, eq=False)
class TrackedState:
    """The state between frames that holds while the camera stands where it stands.

    For each cell, shape (rows, columns): `attempts` is how often it was read since it changed, `vacated` whether it has
    still to be read since a label left it, `moved_at` when it moved last, in seconds. `unseen_since` is since when each
    label that is not verified has not been, be it under a hand. The cached values are recomputed when what they were
    computed from has another version.
    """

    view: TableView
    detector: TableDetector
    tracks: TrackSet
    hands: HandTracker
    attempts: NDArray[np.int64]
    vacated: CellMask
    moved_at: Doubles
    blindness: Blindness | None = None
    background: BackgroundModel | None = None
    history: AppearanceHistory = field(default_factory=dict)
    unseen_since: Mapping[TrackKey, float] = field(default_factory=dict)
    matcher: Cached[TemplateMatcher] | None = None
    quick: QuickCheck | None = None
    masks: Cached[tuple[Luma, Luma]] | None = None
    verdicts: Cached[Mapping[int, Verdict]] | None = None
    composed: Cached[Observation] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TrackedFrame:
    """One frame on its way through the stages: each takes it and returns it with its own part filled in.

    `displacement` is how far the camera has moved since it was calibrated; `small` and everything that is found are in
    pixels of then. `scores` are the verification of every track in this picture, (n,); `blocked` the cells that a hand
    is over; `searched` what was read anew and found; `verdicts`, by track number, why a label is not seen;
    `observation` what this frame alone shows, and `news` what has become certain with it.
    """

    frame: Frame
    small: Luma
    motion: Motion
    stream: StreamState
    table: TrackedState
    is_quiet: bool
    scores: Floats
    blocked: CellMask
    displacement: GlobalMotion = STILL
    searched: SearchedRegions = NOT_SEARCHED
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    observation: Observation = NOTHING_SEEN
    news: Observation | None = None

    @property
    def at(self) -> float:
        """Seconds."""
        return self.frame.taken_at

    @property
    def tracks(self) -> tuple[Track, ...]:
        return self.table.tracks.table.tracks

    @property
    def verified(self) -> TrackMask:
        """The tracks that the picture shows at their places."""
        return np.asarray(self.scores >= self.table.tracks.table.least_scores)

    @property
    def missing(self) -> TrackMask:
        """The tracks that it does not show, though no hand is over them."""
        return ~self.verified & ~self.table.tracks.table.touching(self.blocked)
