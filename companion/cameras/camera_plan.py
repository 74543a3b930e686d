"""How high a camera has to hang over a table, and how large labels are in its picture there. Pure geometry.

The camera is a pinhole whose axis meets the middle of the table. A square millimetre at depth Z fills f^2 h / Z^3
square pixels, where h is the height over the table and f the focal length in pixels: the determinant of the plane's
homography.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin, sqrt, tan

from companion.core.camera_view import Grade
from companion.core.text import say
from hardware.camera_models import MODELS, CameraModel, model_of
from vision.geometry.placement_check import COMFORTABLE_MODULE, SMALLEST_MODULE
from vision.labels import MODULES

MARGIN = 0.03
"""Of the picture that stays free at each edge, because nobody hangs a camera to the centimetre."""

GENERAL_READERS = (2.5, 3.0)
"""Pixels per module from which telephones and libraries read some labels, and nearly all: docs/reading.md."""

HIGHEST_MM = 20_000.0


@dataclass(frozen=True, slots=True)
class CameraPlan:
    """A camera over the middle of a table; millimetres, degrees, and pixels per module of a label.

    `height` is over the table. `aside` is how far beside the table's middle a leaning camera hangs, towards its near
    edge. `ours` and `general` say how well our own reader and general ones read the smallest labels.
    """

    model: CameraModel
    table: tuple[float, float]
    label_mm: float
    lean: float
    height: float
    aside: float
    middle: float
    corners: float
    ours: Grade
    general: Grade
    is_sharp: bool

    @property
    def view(self) -> tuple[tuple[float, float], ...]:
        """The corners of what the camera sees of the table's plane, from its upper left clockwise.

        Millimetres from the table's upper left corner. Empty where the camera looks above the horizon.
        """
        return _seen_plane(self)


def plan_camera(model: CameraModel, table: tuple[float, float], label_mm: float, lean: float = 0.0) -> CameraPlan:
    """The least height from which the whole table of (width, height) millimetres is in the picture."""
    height = _least_height(model, table, lean)
    scales = [_pixels_per_mm(model, height, lean, y) for y in (0.0, -table[1] / 2, table[1] / 2)]
    module = label_mm / MODULES
    middle, corners = scales[0] * module, min(scales) * module
    general = _graded(corners, *GENERAL_READERS)
    ours = _graded(corners, SMALLEST_MODULE, COMFORTABLE_MODULE)
    nearest = height / cos(radians(lean))
    aside = height * tan(radians(lean))
    return CameraPlan(
        model, table, label_mm, lean, height, aside, middle, corners, ours, general, nearest >= model.nearest
    )


def smallest_label(model: CameraModel, table: tuple[float, float], lean: float = 0.0) -> float:
    """The edge in millimetres from which labels are read well by our own reader."""
    plan = plan_camera(model, table, 1.0, lean)
    return COMFORTABLE_MODULE / plan.corners


def known_models(name: str = "") -> Sequence[CameraModel]:
    """The model of that name, else all that are known. Raises HardwareError for a name that no model has."""
    found = model_of(name, "")
    return list(MODELS.values()) if found is None else [found]


def another_camera(field: float, size: tuple[int, int]) -> CameraModel:
    """Any other camera: degrees that it sees from left to right, and its picture in pixels."""
    return CameraModel("other", str(say("Another camera")), field, size)


def as_json(plan: CameraPlan) -> dict[str, str | int | float]:
    """A plan's figures for other programs."""
    return {
        "model": plan.model.name,
        "height_mm": round(plan.height),
        "middle": round(plan.middle, 2),
        "corners": round(plan.corners, 2),
        "ours": plan.ours.value,
        "general": plan.general.value,
    }


def _graded(module: float, usable: float, good: float) -> Grade:
    return Grade.GOOD if module >= good else Grade.USABLE if module >= usable else Grade.NOT_YET


def _least_height(model: CameraModel, table: tuple[float, float], lean: float) -> float:
    low, high = 1.0, HIGHEST_MM
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if _fits(model, table, lean, middle) else (middle, high)
    return high


def _fits(model: CameraModel, table: tuple[float, float], lean: float, height: float) -> bool:
    focal = model.focal_px(model.size[0])
    across, down = ((0.5 - MARGIN) * size for size in model.size)
    for x in (-table[0] / 2, table[0] / 2):
        for y in (-table[1] / 2, table[1] / 2):
            depth = _depth(height, lean, y)
            if depth <= 0 or abs(x) * focal > across * depth:
                return False
            if abs(y * cos(radians(lean))) * focal > down * depth:
                return False
    return True


def _depth(height: float, lean: float, y: float) -> float:
    """Along the camera's axis; the near edge of the table, where y is greatest, is nearer."""
    return height / cos(radians(lean)) - y * sin(radians(lean))


def _pixels_per_mm(model: CameraModel, height: float, lean: float, y: float) -> float:
    depth = _depth(height, lean, y)
    focal = model.focal_px(model.size[0])
    return focal * sqrt(height / depth**3)


def _seen_plane(plan: CameraPlan) -> tuple[tuple[float, float], ...]:
    focal = plan.model.focal_px(plan.model.size[0])
    right, low = plan.model.size[0] / 2 / focal, plan.model.size[1] / 2 / focal
    distance, lean = plan.height / cos(radians(plan.lean)), radians(plan.lean)
    corners = []
    for across, down in ((-right, -low), (right, -low), (right, low), (-right, low)):
        slope = cos(lean) + down * sin(lean)
        if slope <= 0:
            return ()
        y = down * distance / slope
        depth = distance - y * sin(lean)
        corners.append((plan.table[0] / 2 + across * depth, plan.table[1] / 2 + y))
    return tuple(corners)
