"""Finding the camera's place from the anchors: at the start, and again after a push.

The mat's anchors are read first, where they should be or at the size that they should have: then it is known how large
all other labels are, and where those lie that were known before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from companion.core.table import Tag
from hardware.camera import Frame
from vision.arrays import CellMask, Doubles, Luma, Quads
from vision.cell_grid import CellGrid, dilated
from vision.detection.roi_detection import DetectorFactory, Roi, merged_overlapping
from vision.detections import Detections
from vision.geometry.calibration import Calibration, MatAnchors, anchor_displacement_mm, calibrate
from vision.geometry.lens import LensModel
from vision.labels import MODULES
from vision.tracking.camera_shift import SHIFTED_MM
from vision.tracking.global_motion import STILL
from vision.tracking.hand_tracker import HandTracker
from vision.tracking.recalled_tracks import recalled_tracks
from vision.tracking.small_picture import small_picture
from vision.tracking.steadiness import Steadiness
from vision.tracking.table_detector import TableDetector
from vision.tracking.table_view import TableModel, TableView
from vision.tracking.track_scores import score_tracks
from vision.tracking.track_table import TrackSet, TrackTable
from vision.tracking.tracked_frame import StreamState, TrackedFrame, TrackedState
from vision.tracking.tracker import start_tracks

HAND_SHIFT_CELLS = 2
"""A push of the camera moves a hand in the picture by so many cells at most: all within them is taken for the hand."""

RETRY_FRAMES = 5
"""Frames between two attempts to find the anchors, while the camera's place is not known."""

PLANNED_SIZES = 0.70, 1.05
"""The size of a module as a share of what it is where the mat fills the picture, as the camera is to hang. So few sizes
are read at one scale: in a tenth of a second all anchors and 204 to 208 of 208 labels, under tilts of 0 to 25 degrees.
"""

OTHER_SIZES = (4.0, 8.0), (2.0, 4.0), (1.0, 2.0)
"""Pixels of a module where it does not: the largest first, which are read in a fraction of the time."""

ENOUGH_ANCHORS = 4
"""As many as a homography needs. Fewer that are seen may be chance."""

NEAR_LABELS, PUSHED_LABELS = 0.5, 2.0
"""Anchors are looked for within so many label edges of where they should be: when it is known how far the camera has
moved, and when it is not."""

FAR_PX = 8.0
"""From so far on the camera is found anew: a similarity is off by a twentieth of the way, here by half a pixel."""

RESTING_PX = 1.0
"""It has to rest for that: between two frames it may move by so much."""


def first_look(model: TableModel, factory: DetectorFactory, image: Luma) -> tuple[Detections, Calibration | None]:
    """The labels at the size of the anchors, and where the camera stands; None without enough anchors, at any size.

    Labels that look much larger or smaller than most are found when the picture is searched again, strip by strip.
    """
    picture = (image.shape[1], image.shape[0])
    lens = None if model.lens is None else model.lens.for_size(picture)
    found = Detections((), ())
    for sizes in _sizes_in_turn(model, picture):
        found = factory(sizes).detect(image)
        calibration = calibrate(found.decoded, model.anchors, picture, lens)
        if calibration is not None and len(calibration.used) >= min(ENOUGH_ANCHORS, len(model.anchors.places)):
            return found, calibration
    return found, calibrate(found.decoded, model.anchors, picture, lens)


def table_seen(
    model: TableModel,
    factory: DetectorFactory,
    look: tuple[Detections, Calibration | None],
    frame: Frame,
    cells: tuple[int, int],
) -> TrackedState | None:
    """The state of a table whose anchors are seen for the first time; None without enough of them.

    `cells` are the rows and columns of the small picture.
    """
    found, calibration = look
    if calibration is None:
        return None
    height, width = frame.image.shape
    view = TableView.of(model, calibration, CellGrid((width, height), *cells))
    detector = TableDetector.of(factory, view)
    before = TrackSet(TrackTable.of((), view.grid), recalled=recalled_tracks(model))
    return _table_state(view, detector, detector.with_faces(found, frame.image), before, frame.taken_at)


def follow_camera(tracked: TrackedFrame) -> TrackedFrame:
    """Finds the camera again when it was pushed; until then no frame tells anything about the table."""
    if not tracked.is_quiet:
        return tracked
    if tracked.displacement.largest > FAR_PX:
        return _found_again(tracked)
    if tracked.stream.steadiness.has_moved:
        tracked = _at_home_here(tracked)
    tracked = _with_anchors_checked(tracked)
    return replace(tracked, is_quiet=False) if tracked.stream.shift.is_lost else tracked


def searched_whole(stream: StreamState, found: Detections, at: float) -> StreamState:
    """The state after the whole picture was read."""
    stream = replace(stream, rescan=stream.rescan.after_all(at))
    return stream.counting(full_searches=1, labels_read=len(found.decoded))


def _sizes_in_turn(model: TableModel, picture: tuple[int, int]) -> Iterator[tuple[float, float]]:
    fitting = min(picture[0] / model.width, picture[1] / model.height) * model.anchors.label_mm / MODULES
    least, most = (share * fitting for share in PLANNED_SIZES)
    if most > OTHER_SIZES[-1][0]:
        yield least, most
    yield from OTHER_SIZES


def _at_home_here(tracked: TrackedFrame) -> TrackedFrame:
    """The camera rests a little beside its place: there it is calibrated, if enough anchors are in sight."""
    found = _read_near(tracked)
    moved = _relocated(tracked, found) if _is_enough(found, tracked.table.view.model.anchors) else None
    return moved or tracked


def _found_again(tracked: TrackedFrame) -> TrackedFrame:
    """The camera was knocked, or its arm has sagged: its new place, as soon as it rests there."""
    if tracked.stream.steadiness.step > RESTING_PX:
        return replace(tracked, is_quiet=False)
    moved = _relocated(tracked, _read_near(tracked))
    if moved is not None:
        return moved
    lost = replace(tracked.stream.shift, is_lost=True)
    return _with_anchors_checked(replace(tracked, stream=replace(tracked.stream, shift=lost)))


def _with_anchors_checked(tracked: TrackedFrame) -> TrackedFrame:
    stream, view = tracked.stream, tracked.table.view
    off, visible = _anchors_off(tracked)
    shift = stream.shift.after(off, visible)
    if shift != stream.shift:
        tracked = replace(tracked, stream=replace(stream, shift=shift))
    waits = shift.is_lost and stream.counters.frames % RETRY_FRAMES
    if waits or not shift.is_suspected(off, visible):
        return tracked
    found = _read_near(tracked)
    if _is_enough(found, view.model.anchors):
        at_home = tracked.displacement.detections_at_home(found)
        if anchor_displacement_mm(view.homography, at_home.decoded, view.model.anchors) < SHIFTED_MM:
            return replace(tracked, stream=replace(stream, shift=replace(shift, covered=off)))
        moved = _relocated(tracked, found)
        if moved is not None:
            return moved
    return _searched_everywhere(tracked, off)


def _searched_everywhere(tracked: TrackedFrame, off: frozenset[Tag]) -> TrackedFrame:
    """The anchors are not where they were, nor near: the whole picture is read, at any size once the camera is lost."""
    view, detector, shift = tracked.table.view, tracked.table.detector, tracked.stream.shift
    if shift.is_lost:
        found, _ = first_look(view.model, detector.factory, tracked.frame.image)
    else:
        found = detector.detect(tracked.frame.image)
    stream = searched_whole(tracked.stream, found, tracked.at)
    tracked = replace(tracked, stream=stream)
    at_home = tracked.displacement.detections_at_home(found)
    if anchor_displacement_mm(view.homography, at_home.decoded, view.model.anchors) < SHIFTED_MM:
        return replace(tracked, stream=replace(stream, shift=replace(shift, covered=off)))
    moved = _relocated(tracked, found)
    return moved or replace(tracked, stream=replace(stream, shift=replace(shift, is_lost=True)))


def _read_near(tracked: TrackedFrame) -> Detections:
    """What is read about where the anchors should be, in pixels of the picture as it is."""
    view, image = tracked.table.view, tracked.frame.image
    outlines = [view.model.anchors.outline(tag)[1:] for tag in view.model.anchors.places]
    quads = tracked.displacement.displaced(view.homography.to_px(np.array(outlines)))
    reach = NEAR_LABELS if tracked.displacement else PUSHED_LABELS
    rois = merged_overlapping(list(_rois_about(quads, reach, image)))
    return tracked.table.detector.detect_in(image, rois, np.empty((0, 4, 2)), STILL)


def _rois_about(quads: Quads, reach: float, image: Luma) -> Iterator[Roi]:
    height, width = image.shape
    for quad in quads:
        edge = float(np.ptp(quad, axis=0).max())
        low, high = quad.min(axis=0) - reach * edge, quad.max(axis=0) + reach * edge
        left, right = np.clip((low[0], high[0]), 0, width).astype(int)
        top, bottom = np.clip((low[1], high[1]), 0, height).astype(int)
        if min(right - left, bottom - top) > edge:
            yield Roi(int(left), int(top), int(right), int(bottom))


def _is_enough(found: Detections, anchors: MatAnchors) -> bool:
    seen = {detection.tag for detection in found.decoded} & set(anchors.places)
    return len(seen) >= max(min(ENOUGH_ANCHORS, len(anchors.places)), len(anchors.places) / 2)


def _relocated(tracked: TrackedFrame, found: Detections) -> TrackedFrame | None:
    """The table as it is seen from where the camera stands now; None when the anchors found do not tell."""
    before = tracked.table.view
    lens: LensModel = before.homography.lens
    calibration = calibrate(found.decoded, before.model.anchors, before.grid.picture, lens)
    if calibration is None:
        return None
    small = small_picture(tracked.frame)
    stream = replace(
        tracked.stream,
        shift=replace(tracked.stream.shift, is_lost=False),
        steadiness=Steadiness(),
        rescan=tracked.stream.rescan.after_all(tracked.at),
        last=None,
    ).counting(bumps=1)
    if stream.motion is not None:
        stream = replace(stream, motion=replace(stream.motion, last=small))
    view = TableView.of(before.model, calibration, before.grid)
    matrix = _moved_by(before, view, small.shape)
    detector = TableDetector.of(tracked.table.detector.factory, view)
    table = _table_state(view, detector, found, tracked.table.tracks, tracked.at)
    table = replace(table, unseen_since=tracked.table.unseen_since)
    if tracked.table.background is not None:
        table = replace(table, background=tracked.table.background.warped(matrix))
    stream = _with_reference_moved(stream, matrix, view)
    # All but what hands are over is remembered as it looks now.
    under_hands = np.zeros_like(tracked.motion.changed) if stream.hand_cells is None else stream.hand_cells
    motion = replace(tracked.motion, changed=tracked.motion.changed & dilated(under_hands, HAND_SHIFT_CELLS))
    moved = replace(tracked, stream=stream, table=table, motion=motion, small=small, displacement=STILL)
    return score_tracks(moved)


def _moved_by(before: TableView, after: TableView, small: tuple[int, ...]) -> Doubles:
    """The homography from pixels of the small picture before a push to those after it, (3, 3)."""
    width, height = before.model.width, before.model.height
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    there, here = (view.to_small(view.homography.to_px(corners), small).astype(np.float32) for view in (before, after))
    return np.asarray(cv2.getPerspectiveTransform(there, here))


def _with_reference_moved(stream: StreamState, matrix: Doubles, after: TableView) -> StreamState:
    """All is remembered as it looks from here, but for what hands are over: there as it looked from there."""
    cells = np.ones((after.grid.rows, after.grid.columns), np.bool_)
    if stream.motion is None or stream.hand_cells is None or not stream.hand_cells.any():
        return stream.with_reference(cells)
    hands = dilated(stream.hand_cells, HAND_SHIFT_CELLS)
    new_cells = hands & dilated(_cells_out_of_sight(matrix, stream.motion.last.shape, hands.shape))
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
    view: TableView, detector: TableDetector, found: Detections, before: TrackSet, at: float
) -> TrackedState:
    cells = (view.grid.rows, view.grid.columns)
    return TrackedState(
        view,
        detector,
        start_tracks(view, found, before, at),
        HandTracker(view.homography, view.grid, view.model.label_mm, edges=view.model.edges),
        attempts=np.zeros(cells, np.int64),
        vacated=np.zeros(cells, np.bool_),
        moved_at=np.full(cells, at),
    )
