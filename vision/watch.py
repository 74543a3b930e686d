"""Watches the table: one cheap look a frame, and a search only where something changed.

A look compares a small picture with what is remembered, verifies every known label where it was, reads the places that
changed and have come to rest, and gives the frame's observation to the vote. What a hand covers is not spoken of.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.core.table import Observation
from companion.errors import ImageError
from hardware.camera import Frame
from vision.calibrate import Calibration, calibrate, displacement_mm
from vision.footing import Footing
from vision.gaze import Counters, Gaze
from vision.geometry import Lens
from vision.motion import Activity, Grid, MotionWatch
from vision.search import Readers
from vision.settle import LOOKS, Settler
from vision.sightings import Found
from vision.station import Gray, Look, Station, WatchedTable
from vision.track import Track

__all__ = ["Counters", "WatchedTable", "Watcher"]

SMALL_WIDTH = 576
"""Pixels across of the small picture that is made where the camera gives none."""

MOSTLY = 0.5
"""A look with more of its cells moving than this is no look at the table."""

RETRY_LOOKS = 5
"""Looks between two attempts to find the anchors, while the camera's place is not known."""

CALM_AFTER = 2 * LOOKS
"""Looks without anything moving, changed or missing after which a glance is enough: the vote is long over."""

LEARN_EVERY = 10
"""Looks between two learnings of how the table looks."""

CALM_LEARN_EVERY = 3 * LEARN_EVERY
"""The same while nothing stirs: light changes slowly."""


class Watcher:
    """Looks at frames in turn and says what is certain about the table."""

    def __init__(self, readers: Readers, table: WatchedTable) -> None:
        self._table = table
        self._gaze, self._footing = Gaze(readers), Footing()
        self._motion, self._settler = MotionWatch(), Settler()
        self._station: Station | None = None
        self._calm_looks = 0
        self._last: Look | None = None

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        return self._gaze.counters

    @property
    def calibration(self) -> Calibration | None:
        """Where the camera stands; None until enough anchors have been seen."""
        return self._station.calibration if self._station is not None else None

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The labels that are known now, anchors included."""
        return self._station.table.tracks if self._station is not None else ()

    def look(self, frame: Frame) -> Observation | None:
        """One frame: all that is certain when there is news, else None. Raises ImageError for what is no luma plane."""
        if frame.image.ndim != 2 or frame.image.dtype != np.uint8 or not frame.image.size:
            raise ImageError(
                f"A frame is {frame.image.dtype} of shape {frame.image.shape}: give the camera's luma plane alone."
            )
        self.counters.frames += 1
        small = frame.small if frame.small is not None else _shrunk(frame.image)
        activity = self._motion.look(small)
        self.counters.quiet += not activity.moving.any()
        if self._station is not None and not self._station.is_for(frame.image.shape, activity.moving.shape):
            self._station = None
            self._gaze.widen()
        if self._station is None:
            if self.counters.frames % RETRY_LOOKS == 1:
                self._start(frame, small, activity)
            return None
        if self._is_calm(frame, activity) and self._agrees_at_a_glance(frame, self._station):
            return None
        return self._look(frame, small, activity, self._station)

    def _is_calm(self, frame: Frame, activity: Activity) -> bool:
        """Whether nothing has stirred for a while: then there is nothing to vote on, and a glance is enough."""
        if activity.moving.any() or activity.changed.any() or not activity.in_same_light:
            self._calm_looks = 0
        if self._calm_looks < CALM_AFTER or self.counters.frames % CALM_LEARN_EVERY == 1:
            return False
        return not self._gaze.sweep.is_due(frame.taken_at)

    def _agrees_at_a_glance(self, frame: Frame, station: Station) -> bool:
        return station.still_there(self._gaze.reader, frame.image, self.counters.frames)

    def _look(self, frame: Frame, small: Gray, activity: Activity, station: Station) -> Observation | None:
        quiet = bool(activity.moving.mean() <= MOSTLY)
        ok = station.verified(self._gaze.reader, frame.image)
        if quiet and not ok.all() and self._bumped(station, frame, activity, ok):
            self.counters.bumps += 1
            station = self._station or station
            ok = station.verified(self._gaze.reader, frame.image)
        quiet = quiet and not self._footing.adrift
        look = Look(frame, small, station.blocked(activity, ok, frame.taken_at))
        if quiet:
            ok = self._search(station, look, activity.changed & ~look.blocked, ok)
            self._learn(station, look, activity, ok)
            self._look_back(station, look)
        self._calm_looks = self._calm_looks + 1 if station.is_accounted_for(ok) else 0
        observation = station.observed(look, ok)
        station.forget_gone(frame.taken_at)
        self._last = look
        return self._settler.add(observation, quiet, frame.taken_at)

    def _start(self, frame: Frame, small: Gray, activity: Activity) -> None:
        """Reads the whole picture; without anchors in sight nothing can be placed."""
        found = self._gaze.whole(frame)
        calibration = self._calibrated(found, frame)
        if calibration is not None:
            self._adopt(calibration, found, frame, activity)
            self._last = Look(frame, small, np.ones_like(activity.moving))

    def _calibrated(self, found: Found, frame: Frame) -> Calibration | None:
        height, width = frame.image.shape
        lens = Lens.bent((width, height), *self._table.bend) if self._table.bend is not None else None
        if self.calibration is not None:
            lens = self.calibration.homography.lens
        return calibrate(found.sightings, self._table.anchors, (width, height), lens)

    def _adopt(self, calibration: Calibration, found: Found, frame: Frame, activity: Activity) -> None:
        """From now on the camera stands there."""
        height, width = frame.image.shape
        rows, columns = activity.moving.shape
        station = Station(calibration, self._table, (width, height), (rows, columns))
        station.enter_all(found, self._station, frame.taken_at)
        self._gaze.narrow(station.sizes, station.module_px)
        self._motion.remember(np.ones((rows, columns), np.bool_))
        self._station, self._last = station, None

    def _bumped(self, station: Station, frame: Frame, activity: Activity, ok: Grid) -> bool:
        """Whether the camera was pushed and is found again where it stands now; it is adrift until it is."""
        footing = self._footing
        if footing.adrift and self.counters.frames % RETRY_LOOKS:
            return False
        off, visible = station.anchors_off(activity.moving, ok)
        if not footing.is_doubtful(off, visible):
            return False
        found = self._gaze.whole(frame)
        moved = displacement_mm(station.calibration.homography, found.sightings, self._table.anchors)
        if not footing.has_given_way(off, moved):
            return False
        calibration = self._calibrated(found, frame)
        footing.adrift = calibration is None
        if calibration is not None:
            self._adopt(calibration, found, frame, activity)
        return calibration is not None

    def _search(self, station: Station, look: Look, changed: Grid, ok: Grid) -> Grid:
        """Reads where there is something to read; which tracks are verified after it."""
        boxes = station.wanted(look, changed, ok)
        self.counters.part_searches += bool(boxes)
        if not boxes and not look.blocked.any():
            boxes = self._gaze.sweep.strip(station.part, station.margin, look.at)
            self.counters.strips += len(boxes)
        if boxes:
            known = station.well_seen(self._gaze.reader, look.frame.image)
            station.enter(self._gaze.parts(look.frame, boxes, known), boxes, ok, look.at)
            self._motion.remember(station.known(changed))
            ok = station.verified(self._gaze.reader, look.frame.image)
        station.note(look, ok)
        return ok

    def _learn(self, station: Station, look: Look, activity: Activity, ok: Grid) -> None:
        """Every now and then, and in new light, remembers the table as it is: a setting sun is no change."""
        busy = activity.changed | look.blocked
        often = self.counters.frames % LEARN_EVERY == 1
        if often or not activity.in_same_light:
            self._motion.remember(~busy)
        if often:
            station.learn(look, busy, ok)

    def _look_back(self, station: Station, look: Look) -> None:
        """What is at rest now was at rest one frame ago too, though it could not be known then: that look counts."""
        before = self._last
        if before is not None and (before.blocked & ~look.blocked).any():
            same = replace(before, blocked=before.blocked & look.blocked)
            observation = station.observed(same, station.verified(self._gaze.reader, before.frame.image))
            self._settler.reconsider(observation, before.at)


def _shrunk(image: Gray) -> Gray:
    divisor = max(round(image.shape[1] / SMALL_WIDTH), 1)
    size = (max(image.shape[1] // divisor, 1), max(image.shape[0] // divisor, 1))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
