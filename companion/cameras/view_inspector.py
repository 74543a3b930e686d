"""Looks at a camera's pictures one by one and says how it stands: the same for the command and for the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from companion.cameras import sources
from companion.cameras.closed_label_set import closed_label_set
from companion.cameras.table_watch import WatchedTable
from companion.cameras.view_judge import graded_module, judge
from companion.cameras.view_measurement import CameraFacts, Measured, Placing, ViewedTable, anchor_corners, measure_view
from companion.core.camera_view import CameraView, Outlined, RegionFigure, Shares, Sign
from companion.core.light_strip import corner_points
from companion.core.printed_copy import blank_tags_of, second_tags_of
from companion.core.table import Crop, Tag
from companion.core.zones import CornersOnly
from companion.label_sets.label_set import LabelSet, printed_tags
from companion.label_sets.piece_labels import LABEL_MM, tags_of, zone_for_people
from hardware.camera import Frame
from hardware.camera_models import model_of
from vision.arrays import Luma
from vision.detection.closed_set import detector
from vision.detections import Detection
from vision.geometry.calibration import LENS_NEEDS
from vision.geometry.lens import LensModel
from vision.geometry.picture_quality import shrunk
from vision.geometry.placement_check import COLUMNS, ROWS

SHOWN_WIDTH = 800
"""Pixels of the picture that goes to the display."""

CLOSE_UP = 3.2
"""Edge of a close-up, in labels: a card is about three labels high."""

CLOSE_UP_WIDTH = 240
"""Pixels of a close-up at most."""

MOST_CLOSE_UPS = 4

Corners = tuple[Shares, Shares, Shares, Shares]


class ViewInspector:
    """Says of each frame how the camera that gives it stands over the mat of the watched game."""

    def __init__(self, watched: WatchedTable, camera: sources.EveningCamera) -> None:
        self._watched, self._camera = watched, camera
        self.image: Luma | None = None
        """The latest frame's picture."""
        self.latest: Measured | None = None
        """What was measured of the latest frame."""
        self._known: frozenset[Tag] = frozenset()
        """The labels of the frame before."""

    @cached_property
    def table(self) -> ViewedTable:
        layout, adopted = self._watched.layout, self._watched.adopted
        largest = self._watched.settings.camera.label_mm
        smallest = min(sources.printed_edges(self._watched.game, layout, adopted, largest).values())
        if adopted is not None:
            smallest = min(smallest, adopted.label_mm)
        return ViewedTable(layout.width, layout.height, layout.anchors, LABEL_MM, smallest)

    def inspect(self, frame: Frame) -> CameraView:
        """Takes as long as a full search for all labels."""
        source = str(self._camera.source)
        # Not the frame's own pixels: its camera may use their place again.
        self.image = frame.image.copy()
        measured = self.latest = measure_view(frame.image, self.table, self._reader, self._facts(source))
        found = measured.measurement.found
        return CameraView(
            source,
            source == sources.SIMULATOR,
            _shown(frame.image),
            (*_outlines(measured, self.table), *self._zones(measured)),
            tuple(_figures(measured, self.table)),
            tuple(detection.tag for detection in measured.detections),
            len(measured.unreadable),
            found.pose.height if isinstance(found, Placing) else None,
            judge(measured.measurement),
            tuple(self._close_ups(frame.image, measured.detections)),
            mat=self._mat(measured),
        )

    def _close_ups(self, image: Luma, detections: Sequence[Detection]) -> Iterator[tuple[Tag, Crop]]:
        """Pictures of the pieces that have come since the frame before, unless these are many."""
        known, self._known = self._known, frozenset(detection.tag for detection in detections)
        new = [each for each in detections if each.tag not in known and each.tag not in self.table.anchors]
        for detection in new if len(new) <= MOST_CLOSE_UPS else ():
            yield detection.tag, close_up(image, detection.corners)

    def _facts(self, source: str) -> CameraFacts:
        settings = self._watched.settings
        if source == sources.SIMULATOR:
            return CameraFacts()
        return CameraFacts(
            settings.camera.size, model_of(settings.camera.model, source), sources.lens_of(source, settings)
        )

    def _mat(self, measured: Measured) -> tuple[Shares, ...]:
        if measured.calibration is None:
            return ()
        corners = corner_points((self.table.width, self.table.height))
        pixels = [(float(x), float(y)) for x, y in measured.calibration.homography.to_px(corners)]
        return _shares(pixels, measured.measurement.picture)

    def _zones(self, measured: Measured) -> Iterator[Outlined]:
        """Where no mat shows them, the places of the game, as they lie in the picture."""
        layout, game = self._watched.layout, self._watched.game
        if not isinstance(layout, CornersOnly) or measured.calibration is None:
            return
        for zone, box in layout.zones.items():
            corners = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]
            pixels = [(float(x), float(y)) for x, y in measured.calibration.homography.to_px(corners)]
            yield Outlined(Sign.ZONE, _shares(pixels, measured.measurement.picture), zone_for_people(game, zone))

    def know(self, adopted: LabelSet) -> None:
        """From now on these codes are read as well."""
        self._watched = replace(self._watched, adopted=adopted)
        for known in ("table", "_reader"):
            self.__dict__.pop(known, None)

    @property
    def lens(self) -> LensModel | None:
        """The lens as the latest frame's anchors show it; None where they do not."""
        found = None if self.latest is None else self.latest.calibration
        return None if found is None or len(found.used) < LENS_NEEDS else found.homography.lens

    @cached_property
    def _reader(self) -> Any:
        watched = self._watched
        game = watched.game
        tags = {*tags_of(game), *blank_tags_of(game), *second_tags_of(game).values(), *watched.layout.anchors}
        return detector(closed_label_set(tags, watched.adopted, printed_tags(game, watched.adopted)))


def close_up(image: Luma, corners: Sequence[tuple[float, float]]) -> Crop:
    """A square of the picture round a label, with some of what it is stuck on."""
    across, down = [x for x, _ in corners], [y for _, y in corners]
    side = max(max(across) - min(across), max(down) - min(down)) * CLOSE_UP
    left, top = (int(sum(ends) / len(corners) - side / 2) for ends in (across, down))
    part = image[max(0, top) : max(1, int(top + side)), max(0, left) : max(1, int(left + side))]
    return _shown(part, CLOSE_UP_WIDTH)


def _shown(image: Luma, width: int = SHOWN_WIDTH) -> Crop:
    small = shrunk(image, width)
    return Crop(small.shape[1], small.shape[0], small.tobytes())


def _outlines(measured: Measured, table: ViewedTable) -> Iterator[Outlined]:
    """The labels that were read, and where the mat's are that were not."""
    size = measured.measurement.picture
    for detection in measured.detections:
        sign = Sign.ANCHOR if detection.tag in table.anchors else Sign.LABEL
        yield Outlined(sign, _shares(detection.corners, size))
    for unreadable in measured.unreadable:
        yield Outlined(Sign.UNREADABLE, _shares(unreadable.corners, size))
    if measured.calibration is None:
        return
    read = {detection.tag for detection in measured.detections}
    for tag in table.anchors:
        if tag not in read:
            yield Outlined(Sign.MISSING, _shares(anchor_corners(table, measured.calibration, tag), size))


def _figures(measured: Measured, table: ViewedTable) -> Iterator[RegionFigure]:
    placing, found = measured.measurement.found, measured.calibration
    if found is None or not isinstance(placing, Placing):
        return
    for row, regions in enumerate(placing.regions):
        for column, region in enumerate(regions):
            place = (column + 0.5) / COLUMNS * table.width, (row + 0.5) / ROWS * table.height
            x, y = found.homography.to_px([place])[0]
            width, height = measured.measurement.picture
            module = region.pixels_per_module * measured.measurement.smallest_share
            yield RegionFigure((float(x) / width, float(y) / height), module, graded_module(module))


def _shares(corners: Sequence[tuple[float, float]], size: tuple[int, int]) -> Corners:
    one, two, three, four = ((x / size[0], y / size[1]) for x, y in corners)
    return one, two, three, four
