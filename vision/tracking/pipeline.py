"""The tracking pipeline: from the frames of one camera to the observations that are certain.

Most frames show nothing new, and cost one comparison of small pictures and one quick verification. All others pass
through the stages of `track`, each a function from a TrackedFrame to a TrackedFrame.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.core.table import Observation
from companion.errors import ImageError
from hardware.camera import Frame
from vision.arrays import Luma
from vision.detection.roi_detection import DetectorFactory
from vision.geometry.calibration import Calibration
from vision.tracking.background_update import LEARN_EVERY, update_background
from vision.tracking.camera_relocation import RETRY_FRAMES, first_look, follow_camera, searched_whole, table_seen
from vision.tracking.change_detector import ChangeDetector
from vision.tracking.changed_regions import assign_detections, detect, select_regions
from vision.tracking.crops import with_crops
from vision.tracking.global_motion import STILL
from vision.tracking.hand_mask import mask_hands
from vision.tracking.light_field import relit
from vision.tracking.motion import Motion, MotionModel, detect_motion
from vision.tracking.observation import note_blindness, observe, with_backs_apart
from vision.tracking.occlusion import judge_occlusion
from vision.tracking.recalled_tracks import verify_recalled
from vision.tracking.silence import WhySilent
from vision.tracking.silence_causes import note_silence, without_mat, without_result
from vision.tracking.small_picture import small_picture
from vision.tracking.steadiness import Steadiness
from vision.tracking.table_view import TableModel
from vision.tracking.temporal_filter import WINDOW
from vision.tracking.track import Track, Verdict
from vision.tracking.track_scores import quick_check, score_tracks, track_scores
from vision.tracking.tracked_frame import Counters, LastFrame, StreamState, TrackedFrame, TrackedState
from vision.tracking.tracker import without

__all__ = ["Counters", "TableModel", "TrackingPipeline", "track"]

CALM_AFTER = 2 * WINDOW
"""Frames without anything moving, changed or missing after which a quick check is enough: the vote is long over."""

CALM_LEARN_EVERY = 3 * LEARN_EVERY
"""Frames between two updates of the background while nothing stirs: light changes slowly."""

FORGET_AFTER = 3.0
"""Seconds after which a label that is plainly gone is forgotten; should it come back, that is a change."""


class TrackingPipeline:
    """Holds the state between the frames of one camera; all that is done with it is done by functions."""

    def __init__(self, factory: DetectorFactory, model: TableModel) -> None:
        self._factory, self._model = factory, model
        self._stream = StreamState()
        self._table: TrackedState | None = None

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        return self._stream.counters

    @property
    def calibration(self) -> Calibration | None:
        """Where the camera stands; None until enough anchors have been seen."""
        return self._table.view.calibration if self._table is not None else None

    @property
    def why_silent(self) -> WhySilent | None:
        """Why nothing has been told of the table for long; None while all is well."""
        return None if self._stream.silence is None else self._stream.silence.why

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The labels that are known now, anchors included."""
        return self._table.tracks.table.tracks if self._table is not None else ()

    def process(self, frame: Frame) -> Observation | None:
        """One frame: all that is certain when there is news, else None. Raises ImageError for what is no luma plane."""
        try:
            return self._processed(frame)
        except Exception:
            self._stream = replace(self._stream, silence=without_result(self._stream.silence, frame.taken_at))
            raise

    def _processed(self, frame: Frame) -> Observation | None:
        _require_luma(frame)
        if self._is_as_it_was(frame):
            return None
        stream, table = self._stream, self._table
        small = _evenly_lit(small_picture(frame), stream.motion)
        model, motion = detect_motion(stream.motion, small)
        if table is not None and stream.motion is not None and table.view.is_for(frame.image.shape, motion.moving):
            if table.view.rim is not None:
                motion = table.view.rim.without_lights(model, motion)
            ratio = frame.image.shape[1] / small.shape[1]
            steadiness, model, motion = stream.steadiness.after(stream.motion, (model, motion), small, ratio)
            stream = replace(stream, steadiness=steadiness)
        stream = _advanced(stream, model, motion)
        if table is None or not table.view.is_for(frame.image.shape, motion.moving):
            stream, self._table = self._located(frame, small, motion, stream)
            silence = (
                without_mat(stream.silence, frame.taken_at, motion.moving.shape, small) if self._table is None else None
            )
            self._stream = replace(stream, silence=silence)
            return None
        tracked = track(_unjudged(frame, model.last, motion, stream, table))
        self._stream, self._table = tracked.stream, tracked.table
        if tracked.news is None:
            return None
        view = tracked.table.view
        return with_crops(tracked.news, frame.image, view.homography, view.model.label_mm)

    def _is_as_it_was(self, frame: Frame) -> bool:
        """Whether a calm table shows nothing new: then there is nothing to vote on, and the frame is only counted."""
        stream, table = self._stream, self._table
        if table is None or stream.change_detector is None or not _is_calm(stream, frame.taken_at):
            return False
        if table.view.grid.picture != frame.image.shape[::-1] or stream.change_detector.detects_change(frame):
            return False
        self._table, agrees = quick_check(table, frame.image, stream.counters.frames)
        if agrees:
            self._stream = replace(stream.counting(frames=1, quiet=1, unchanged=1), silence=None)
        return agrees

    def _located(
        self, frame: Frame, small: Luma, motion: Motion, stream: StreamState
    ) -> tuple[StreamState, TrackedState | None]:
        """Reads the whole picture every few frames; without anchors in sight nothing can be placed."""
        if stream.counters.frames % RETRY_FRAMES != 1:
            return stream, None
        look = first_look(self._model, self._factory, frame.image)
        stream = replace(searched_whole(stream, look[0], frame.taken_at), steadiness=Steadiness())
        table = table_seen(self._model, self._factory, look, frame, motion.moving.shape)
        if table is None:
            return stream, None
        everywhere = np.ones_like(motion.moving)
        table, scores = track_scores(table, frame.image)
        last = LastFrame(frame, small, STILL, everywhere, scores, table.tracks.table.placement_version)
        return replace(stream.with_reference(everywhere), last=last), table


def track(tracked: TrackedFrame) -> TrackedFrame:
    """All stages of a frame in which something may have happened."""
    tracked = mask_hands(follow_camera(score_tracks(tracked)))
    tracked = note_silence(tracked)
    if not tracked.is_quiet:
        return remember(note_blindness(tracked))
    tracked = assign_detections(detect(select_regions(verify_recalled(tracked))))
    tracked = correct_last_vote(update_background(tracked))
    return remember(vote(observe(note_blindness(judge_occlusion(tracked)))))


def correct_last_vote(tracked: TrackedFrame) -> TrackedFrame:
    """What is at rest now was at rest one frame ago too, though it could not be known then: that frame votes again."""
    last = tracked.stream.last
    if last is None or not (last.blocked & ~tracked.blocked).any():
        return tracked
    table, scores = tracked.table, last.scores
    if last.placement_version != table.tracks.table.placement_version:
        table, scores = track_scores(table, last.frame.image, last.displacement)
    before = replace(
        tracked,
        frame=last.frame,
        small=last.small,
        displacement=last.displacement,
        table=table,
        blocked=last.blocked & tracked.blocked,
        scores=scores,
    )
    before = observe(judge_occlusion(before))
    corrected = tracked.stream.filter.corrected(before.observation, before.at)
    return replace(tracked, table=before.table, stream=replace(tracked.stream, filter=corrected))


def vote(tracked: TrackedFrame) -> TrackedFrame:
    """Fills in what has become certain."""
    voted, news = tracked.stream.filter.after(tracked.observation, tracked.is_quiet, tracked.at)
    if news is not None and (faces := tracked.table.view.model.faces) is not None:
        news = with_backs_apart(news, faces.short)
    return replace(tracked, stream=replace(tracked.stream, filter=voted), news=news)


def remember(tracked: TrackedFrame) -> TrackedFrame:
    """The state for the next frame: without labels that have been gone for long."""
    tracks = tracked.table.tracks
    gone = [number for number, verdict in tracked.verdicts.items() if verdict is Verdict.GONE]
    long_gone = [number for number in gone if tracked.tracks[number].lost_for(tracked.at) > FORGET_AFTER]
    is_accounted_for = bool((tracked.verified | tracks.table.under_piece).all())
    placement = tracks.table.placement_version
    last = LastFrame(tracked.frame, tracked.small, tracked.displacement, tracked.blocked, tracked.scores, placement)
    calm_frames = tracked.stream.calm_frames + 1 if is_accounted_for else 0
    is_calm = calm_frames >= CALM_AFTER and tracked.stream.steadiness.is_steady
    change_detector = ChangeDetector.of(tracked.frame, tracked.table.view.rim) if is_calm else None
    return replace(
        tracked,
        stream=replace(tracked.stream, calm_frames=calm_frames, change_detector=change_detector, last=last),
        table=replace(tracked.table, tracks=without(tracks, long_gone)),
    )


def _advanced(stream: StreamState, model: MotionModel, motion: Motion) -> StreamState:
    """The state with one more frame counted."""
    counters = stream.counters
    quiet = counters.quiet + (not motion.moving.any())
    calm_frames = stream.calm_frames if motion.is_still else 0
    counters = replace(counters, frames=counters.frames + 1, quiet=quiet)
    return replace(stream, motion=model, calm_frames=calm_frames, counters=counters)


def _evenly_lit(small: Luma, motion: MotionModel | None) -> Luma:
    """The small picture as the light fell when the reference image was taken."""
    return small if motion is None or motion.last.shape != small.shape else relit(small, motion.reference)


def _is_calm(stream: StreamState, at: float) -> bool:
    """Whether nothing has stirred for a while, and nothing is due."""
    return (stream.counters.frames + 1) % CALM_LEARN_EVERY != 1 and not stream.rescan.is_due(at)


def _unjudged(frame: Frame, small: Luma, motion: Motion, stream: StreamState, table: TrackedState) -> TrackedFrame:
    no_scores = np.zeros(len(table.tracks.table), np.float32)
    unblocked, displacement = np.zeros_like(motion.moving), stream.steadiness.motion
    return TrackedFrame(frame, small, motion, stream, table, motion.is_quiet, no_scores, unblocked, displacement)


def _require_luma(frame: Frame) -> None:
    if frame.image.ndim != 2 or frame.image.dtype != np.uint8 or not frame.image.size:
        raise ImageError(
            f"A frame is {frame.image.dtype} of shape {frame.image.shape}: give the camera's luma plane alone."
        )
