"""Watches the table: one cheap look a frame, and a search only where something changed.

A look compares a small picture with what is remembered, verifies every known label where it was, reads the places that
changed and have come to rest, and gives the frame's observation to the vote. What a hand covers is not spoken of.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.core.table import Observation, Tag
from hardware.camera import Frame
from vision.calibrate import Calibration, calibrate, displacement_mm
from vision.motion import Activity, Grid, MotionWatch
from vision.search import PixelBox, read_regions
from vision.settle import LOOKS, Settler
from vision.sightings import Found
from vision.station import FULL_SEARCH_EVERY, Gray, Look, Readers, Station, WatchedTable
from vision.track import Track

__all__ = ["Counters", "WatchedTable", "Watcher"]

SMALL_WIDTH = 576
"""Pixels across of the small picture that is made where the camera gives none."""

MOSTLY = 0.5
"""A look with more of its cells moving than this is no look at the table."""

BUMPED_SHARE = 0.6
"""Share of the visible anchors that must be off their places before the camera is suspected."""

BUMPED_MM = 0.8
"""Anchors that seem to have moved by less than this have not: the fit is good to a tenth of it."""

RETRY_LOOKS = 5
"""Looks between two attempts to find the anchors, while the camera's place is not known."""

CALM_AFTER = 2 * LOOKS
"""Looks without anything moving, changed or missing after which a glance is enough: the vote is long over."""

LEARN_EVERY = 10
"""Looks between two learnings of how the table looks."""


@dataclass(slots=True)
class Counters:
    """What the watcher has done so far."""

    frames: int = 0
    quiet: int = 0
    full_searches: int = 0
    part_searches: int = 0
    labels_read: int = 0
    bumps: int = 0


class Watcher:
    """Looks at frames in turn and says what is certain about the table."""

    def __init__(self, readers: Readers, table: WatchedTable) -> None:
        self.counters = Counters()
        self._readers, self._table = readers, table
        self._reader = readers(None)
        self._motion, self._settler = MotionWatch(), Settler()
        self._station: Station | None = None
        self._calm_looks = 0
        self._last_full = 0.0
        self._covered: frozenset[Tag] = frozenset()
        self._adrift = False
        self._last: Look | None = None

    @property
    def calibration(self) -> Calibration | None:
        """Where the camera stands; None until enough anchors have been seen."""
        return self._station.calibration if self._station is not None else None

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The labels that are known now, anchors included."""
        return self._station.table.tracks if self._station is not None else ()

    def look(self, frame: Frame) -> Observation | None:
        """One frame: all that is certain when there is news, else None."""
        self.counters.frames += 1
        small = frame.small if frame.small is not None else _shrunk(frame.image)
        activity = self._motion.look(small)
        self.counters.quiet += not activity.moving.any()
        if self._station is not None and not self._station.is_for(frame.image.shape, activity.moving.shape):
            self._station = None
        if self._station is None:
            if self.counters.frames % RETRY_LOOKS == 1:
                self._start(frame, activity)
            return None
        if self._is_calm(frame, activity) and self._station.still_there(
            self._reader, frame.image, self.counters.frames
        ):
            return None
        return self._look(frame, small, activity, self._station)

    def _is_calm(self, frame: Frame, activity: Activity) -> bool:
        """Whether nothing has stirred for a while: then there is nothing to vote on, and a glance is enough."""
        if activity.moving.any() or activity.changed.any():
            self._calm_looks = 0
        if self._calm_looks < CALM_AFTER or self.counters.frames % LEARN_EVERY == 1:
            return False
        return frame.taken_at - self._last_full <= FULL_SEARCH_EVERY

    def _look(self, frame: Frame, small: Gray, activity: Activity, station: Station) -> Observation | None:
        quiet = bool(activity.moving.mean() <= MOSTLY)
        ok = station.verified(self._reader, frame.image)
        if quiet and not ok.all() and self._bumped(frame, activity, ok):
            self.counters.bumps += 1
            station = self._station or station
            ok = station.verified(self._reader, frame.image)
        quiet = quiet and not self._adrift
        look = Look(frame, small, station.blocked(activity, ok, frame.taken_at))
        if quiet:
            ok = self._search(station, look, activity.changed & ~look.blocked, ok)
            self._learn(station, look, activity.changed | look.blocked, ok)
            self._look_back(station, look)
        self._calm_looks = self._calm_looks + 1 if station.is_accounted_for(ok) else 0
        observation = station.observed(look, ok)
        station.forget_gone(frame.taken_at)
        self._last = look
        return self._settler.add(observation, quiet, frame.taken_at)

    def _start(self, frame: Frame, activity: Activity) -> None:
        """Reads the whole picture; without anchors in sight nothing can be placed."""
        found = self._read_all(frame)
        calibration = self._calibrated(found, frame)
        if calibration is not None:
            self._adopt(calibration, found, frame, activity)

    def _calibrated(self, found: Found, frame: Frame) -> Calibration | None:
        height, width = frame.image.shape
        lens = self.calibration.homography.lens if self.calibration is not None else None
        return calibrate(found.sightings, self._table.anchors, (width, height), lens)

    def _adopt(self, calibration: Calibration, found: Found, frame: Frame, activity: Activity) -> None:
        """From now on the camera stands there."""
        height, width = frame.image.shape
        rows, columns = activity.moving.shape
        station = Station(calibration, self._table, (width, height), (rows, columns))
        station.enter_all(found, self._station, frame.taken_at)
        self._reader = self._readers(station.module_px)
        self._motion.remember(np.ones((rows, columns), np.bool_))
        self._station, self._last = station, None

    def _bumped(self, frame: Frame, activity: Activity, ok: Grid) -> bool:
        """Whether the anchors say that the camera was pushed; if so it is found again, or is adrift until it is."""
        station = self._station
        if station is None or (self._adrift and self.counters.frames % RETRY_LOOKS):
            return False
        off, visible = station.anchors_off(activity.moving, ok)
        if len(off) < max(BUMPED_SHARE * visible, 2):
            self._covered, self._adrift = frozenset(), False
            return False
        if off <= self._covered:
            return False
        found = self._read_all(frame)
        if displacement_mm(station.calibration.homography, found.sightings, self._table.anchors) < BUMPED_MM:
            self._covered = off
            return False
        calibration = self._calibrated(found, frame)
        self._adrift = calibration is None
        if calibration is not None:
            self._adopt(calibration, found, frame, activity)
        return calibration is not None

    def _search(self, station: Station, look: Look, changed: Grid, ok: Grid) -> Grid:
        """Reads where there is something to read; which tracks are verified after it."""
        boxes = station.wanted(look, changed, ok)
        if not boxes and not look.blocked.any() and look.at - self._last_full > FULL_SEARCH_EVERY:
            boxes = _whole(look.frame)
        if boxes:
            station.enter(self._read(look.frame, boxes), boxes, ok, look.at)
            self._motion.remember(station.known(changed))
            ok = station.verified(self._reader, look.frame.image)
        station.note(look, ok)
        return ok

    def _learn(self, station: Station, look: Look, busy: Grid, ok: Grid) -> None:
        """Every now and then remembers the table as it is: a setting sun is no change."""
        if self.counters.frames % LEARN_EVERY == 1:
            self._motion.remember(~busy)
            station.learn(look, busy, ok)

    def _look_back(self, station: Station, look: Look) -> None:
        """What is at rest now was at rest one frame ago too, though it could not be known then: that look counts."""
        before = self._last
        if before is not None and (before.blocked & ~look.blocked).any():
            same = replace(before, blocked=before.blocked & look.blocked)
            observation = station.observed(same, station.verified(self._reader, before.frame.image))
            self._settler.reconsider(observation, before.at)

    def _read(self, frame: Frame, boxes: list[PixelBox]) -> Found:
        if boxes == _whole(frame):
            return self._read_all(frame)
        self.counters.part_searches += 1
        found = read_regions(self._reader, frame.image, boxes)
        self.counters.labels_read += len(found.sightings)
        return found

    def _read_all(self, frame: Frame) -> Found:
        self._last_full = frame.taken_at
        self.counters.full_searches += 1
        found = self._reader.read(frame.image)
        self.counters.labels_read += len(found.sightings)
        return found


def _whole(frame: Frame) -> list[PixelBox]:
    height, width = frame.image.shape
    return [(0, 0, width, height)]


def _shrunk(image: Gray) -> Gray:
    divisor = max(round(image.shape[1] / SMALL_WIDTH), 1)
    size = (image.shape[1] // divisor, image.shape[0] // divisor)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
