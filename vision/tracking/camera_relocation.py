"""Finding the camera's place from the anchors: at the start, and again after a push."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.core.table import Tag
from hardware.camera import Frame
from vision.arrays import CellMask, Doubles
from vision.cell_grid import CellGrid, dilated
from vision.detection.roi_detection import DetectorFactory
from vision.detections import Detections
from vision.geometry.calibration import anchor_displacement_mm, calibrate
from vision.tracking.camera_shift import SHIFTED_MM
from vision.tracking.hand_tracker import HandTracker
from vision.tracking.table_detector import TableDetector
from vision.tracking.table_view import TableModel, TableView
from vision.tracking.track import Track
from vision.tracking.tracked_frame import StreamState, TableState, TrackedFrame
from vision.tracking.tracker import start_tracks
from vision.tracking.verification import verify

HAND_SHIFT_CELLS = 2
"""A push of the camera moves a hand in the picture by so many cells at most: all within them is taken for the hand."""

RETRY_FRAMES = 5
"""Frames between two attempts to find the anchors, while the camera's place is not known."""


def locate_camera(
    model: TableModel, factory: DetectorFactory, found: Detections, frame: Frame, cells: tuple[int, int]
) -> TableState | None:
    """The state of a table whose anchors are seen for the first time; None without enough of them.

    `cells` are the rows and columns of the small picture.
    """
    height, width = frame.image.shape
    lens = None if model.lens is None else model.lens.for_size((width, height))
    calibration = calibrate(found.decoded, model.anchors, (width, height), lens)
    if calibration is None:
        return None
    view = TableView.of(model, calibration, CellGrid((width, height), *cells))
    return _table_state(view, factory, found, (), frame.taken_at)


def follow_camera(tracked: TrackedFrame) -> TrackedFrame:
    """Finds the camera again when it was pushed; until then no frame tells anything about the table."""
    if not tracked.is_quiet:
        return tracked
    tracked = _with_anchors_checked(tracked)
    return replace(tracked, is_quiet=False) if tracked.stream.shift.is_lost else tracked


def searched_whole(stream: StreamState, found: Detections, at: float) -> StreamState:
    """The state after the whole picture was read."""
    stream = replace(stream, rescan=stream.rescan.after_all(at))
    return stream.counting(full_searches=1, labels_read=len(found.decoded))


def _with_anchors_checked(tracked: TrackedFrame) -> TrackedFrame:
    stream, view = tracked.stream, tracked.table.view
    off, visible = _anchors_off(tracked)
    shift = stream.shift.after(off, visible)
    if shift != stream.shift:
        tracked = replace(tracked, stream=replace(stream, shift=shift))
    waits = shift.is_lost and stream.counters.frames % RETRY_FRAMES
    if waits or not shift.is_suspected(off, visible):
        return tracked
    found = tracked.table.detector.detect(tracked.frame.image)
    stream = searched_whole(tracked.stream, found, tracked.at)
    if anchor_displacement_mm(view.homography, found.decoded, view.model.anchors) < SHIFTED_MM:
        return replace(tracked, stream=replace(stream, shift=replace(shift, covered=off)))
    calibration = calibrate(found.decoded, view.model.anchors, view.grid.picture, view.homography.lens)
    if calibration is None:
        return replace(tracked, stream=replace(stream, shift=replace(shift, is_lost=True)))
    stream = replace(stream, shift=replace(shift, is_lost=False), last=None).counting(bumps=1)
    view = TableView.of(view.model, calibration, view.grid)
    table = _table_state(view, tracked.table.detector.factory, found, tracked.tracks, tracked.at)
    small = tracked.small.shape
    stream = _with_reference_moved(stream, tracked.table.view, view, small)
    return verify(replace(tracked, stream=stream, table=table))


def _with_reference_moved(
    stream: StreamState, before: TableView, after: TableView, small: tuple[int, ...]
) -> StreamState:
    """All is remembered as it looks from here, but for what hands are over: there as it looked from there."""
    cells = np.ones((after.grid.rows, after.grid.columns), np.bool_)
    if stream.motion is None or stream.hand_cells is None or not stream.hand_cells.any():
        return stream.with_reference(cells)
    corners = [(0.0, 0.0), (after.model.width, 0.0), (after.model.width, after.model.height), (0.0, after.model.height)]
    there, here = (view.to_small(view.homography.to_px(corners), small).astype(np.float32) for view in (before, after))
    matrix = cv2.getPerspectiveTransform(there, here)
    hands = dilated(stream.hand_cells, HAND_SHIFT_CELLS)
    new_cells = hands & dilated(_cells_out_of_sight(matrix, small, hands.shape))
    return replace(stream, motion=stream.motion.warped(matrix), new_cells=new_cells).with_reference(~hands)


def _cells_out_of_sight(matrix: Doubles, small: tuple[int, ...], cells: tuple[int, ...]) -> CellMask:
    """The cells of which a part was out of the picture before the push."""
    seen = cv2.warpPerspective(np.full(small, 255, np.uint8), matrix, (small[1], small[0]))
    return np.asarray(cv2.resize(seen, (cells[1], cells[0]), interpolation=cv2.INTER_AREA) < 255)


def _anchors_off(tracked: TrackedFrame) -> tuple[frozenset[Tag], int]:
    """The anchors in plain sight that are not at their places, and how many anchors are in plain sight."""
    table, anchors = tracked.table.tracks.table, tracked.table.view.model.anchors.places
    if tracked.verified.all():
        return frozenset(), 0
    is_anchor = np.array([track.detection.tag in anchors for track in table.tracks], np.bool_)
    visible = is_anchor & ~table.touching(tracked.motion.moving)
    off = frozenset(track.detection.tag for track in table.chosen(visible & ~tracked.verified))
    return off, int(visible.sum())


def _table_state(
    view: TableView, factory: DetectorFactory, found: Detections, before: tuple[Track, ...], at: float
) -> TableState:
    cells = (view.grid.rows, view.grid.columns)
    return TableState(
        view,
        TableDetector.of(factory, view),
        start_tracks(view, found, before, at),
        HandTracker(view.homography, view.grid, view.model.label_mm),
        attempts=np.zeros(cells, np.int64),
        moved_at=np.full(cells, at),
    )
