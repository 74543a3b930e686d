"""What can be measured in one picture of a table: anchors, size, light, sharpness, and where the camera hangs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.table import Pose, Tag
from hardware.camera_models import CameraModel
from vision.arrays import Luma
from vision.detection.roi_detection import Detector
from vision.detections import Detection, Detections, UnreadableLabel
from vision.geometry.calibration import Calibration, MatAnchors, calibrate, label_points
from vision.geometry.camera_pose import CameraPose, camera_pose
from vision.geometry.lens import LensModel
from vision.geometry.mat_fit import stretch
from vision.geometry.picture_quality import PictureQuality, picture_quality
from vision.geometry.placement_check import RegionQuality, image_quality
from vision.labels import FRAME_MODULES

USUAL_FIELD = 66.0
"""Degrees that a camera of which nothing is known is taken to see."""

STEPS = 8
"""Points along each edge of the mat that are followed into the picture."""


@dataclass(frozen=True, slots=True)
class ViewedTable:
    """What should be in the picture: a mat of that size with its anchors; lengths in millimetres.

    `smallest_mm` is the edge of the smallest label that is read on it.
    """

    width: float
    height: float
    anchors: Mapping[Tag, Pose]
    anchor_mm: float
    smallest_mm: float


@dataclass(frozen=True, slots=True)
class CameraFacts:
    """What is known of a camera: the picture that was asked of it, in pixels, its model, and its lens."""

    asked: tuple[int, int] = (1, 1)
    model: CameraModel | None = None
    lens: LensModel | None = None


@dataclass(frozen=True, slots=True)
class Placing:
    """How the mat lies in the picture. Pixels, but for `residual_mm`, `worst_mm` and the pose.

    `span` is the width and height that the whole mat takes, `beyond` how far it reaches over the picture's edges:
    left, top, right, bottom; below zero where there is room. `stretch` is how much wider in shape the anchors are
    than a square is where they should lie: 1 on the mat that was meant, more on a narrower one.
    """

    residual_mm: float
    worst_mm: float
    stretch: float
    used: int
    span: tuple[float, float]
    beyond: tuple[float, float, float, float]
    pixels_per_mm: float
    pose: CameraPose
    regions: tuple[tuple[RegionQuality, ...], ...]


@dataclass(frozen=True, slots=True)
class ViewMeasurement:
    """The numbers of one view, from which it is judged. Sizes are (width, height); `middle` is the mat's, in mm.

    `missing` are the anchors that were not read, as places on the mat in shares of it. `module_px` is the size of the
    modules of all labels that were found, read or not; None without any. `asked` is the picture that was asked of the
    camera; `model` what camera it is, None where nobody knows. `smallest_share` is the edge of the smallest label to
    be read, in edges of an anchor's. `found` is how the mat lies, or where it is not found how the whole picture is.
    """

    picture: tuple[int, int]
    asked: tuple[int, int]
    model: CameraModel | None
    middle: tuple[float, float]
    anchors: int
    missing: tuple[tuple[float, float], ...]
    labels: int
    doubled: int
    module_px: float | None
    smallest_share: float
    found: Placing | PictureQuality


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured view, and what it was measured by."""

    measurement: ViewMeasurement
    detections: tuple[Detection, ...]
    unreadable: tuple[UnreadableLabel, ...]
    calibration: Calibration | None


def measure_view(image: Luma, table: ViewedTable, reader: Detector, camera: CameraFacts) -> Measured:
    """Measures one picture; `reader` knows all labels that may lie there."""
    height, width = image.shape
    found = reader.detect(image)
    read = found.decoded
    anchors = MatAnchors(table.anchors, table.anchor_mm)
    lens = None if camera.lens is None else camera.lens.for_size((width, height))
    calibration = calibrate(read, anchors, (width, height), lens)
    tags = Counter(detection.tag for detection in read)
    missing = tuple(
        (pose.x / table.width, pose.y / table.height) for tag, pose in table.anchors.items() if tag not in tags
    )
    measurement = ViewMeasurement(
        (width, height),
        camera.asked,
        camera.model,
        (table.width / 2, table.height / 2),
        len(table.anchors),
        missing,
        len(read),
        sum(count > 1 for count in tags.values()),
        _module_px(found),
        table.smallest_mm / table.anchor_mm,
        picture_quality(image) if calibration is None else _placing(image, table, read, calibration, camera.model),
    )
    return Measured(measurement, read, found.unreadable, calibration)


def _placing(
    image: Luma,
    table: ViewedTable,
    read: Sequence[Detection],
    calibration: Calibration,
    model: CameraModel | None,
) -> Placing:
    homography = calibration.homography
    height, width = image.shape
    edge = homography.to_px(_outline(table.width, table.height))
    (left, top), (right, bottom) = edge.min(axis=0), edge.max(axis=0)
    known = model or CameraModel("", "", USUAL_FIELD, (width, height))
    return Placing(
        calibration.residual_mm,
        calibration.worst_mm,
        stretch(read, MatAnchors(table.anchors, table.anchor_mm), homography),
        len(calibration.used),
        (float(right - left), float(bottom - top)),
        (float(-left), float(-top), float(right - width + 1), float(bottom - height + 1)),
        homography.pixels_per_mm(table.width / 2, table.height / 2),
        camera_pose(homography, known.focal_px(width)),
        image_quality(image, homography, (table.width, table.height), read, table.anchor_mm),
    )


def _outline(width: float, height: float) -> list[tuple[float, float]]:
    shares = [step / STEPS for step in range(STEPS + 1)]
    across = [(share * width, y) for share in shares for y in (0.0, height)]
    return across + [(x, share * height) for share in shares for x in (0.0, width)]


def _module_px(found: Detections) -> float | None:
    sizes = sorted([*(label.size_px for label in found.decoded), *(label.size_px for label in found.unreadable)])
    return sizes[len(sizes) // 2] / FRAME_MODULES if sizes else None


def anchor_corners(table: ViewedTable, calibration: Calibration, tag: Tag) -> list[tuple[float, float]]:
    """Where the corners of an anchor's ring should be in the picture, pixels."""
    points = calibration.homography.to_px(label_points(table.anchors[tag], table.anchor_mm)[1:])
    return [(float(x), float(y)) for x, y in points]
