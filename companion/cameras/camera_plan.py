"""How high a camera has to hang over a table, and how large labels are in its picture there. Pure geometry.

The camera is a pinhole whose axis meets the middle of the table. A square millimetre at depth Z fills f^2 h / Z^3
square pixels, where h is the height over the table and f the focal length in pixels: the determinant of the plane's
homography.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, radians, sin, sqrt, tan

from companion.core.camera_view import Grade
from companion.core.scale_drawing import DrawnLine, DrawnNote, LineKind, Place, ScaleDrawing
from companion.core.text import NOTHING, Text, say
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


# --- a camera plan in sentences, the same for the command and for the screen ---


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A sentence about a plan, and how good what it says is."""

    grade: Grade
    words: Text


def heading(plan: CameraPlan) -> Text:
    return say(
        "{camera} over {width} x {depth} mm, labels of {label} mm",
        camera=plan.model.title,
        width=f"{plan.table[0]:g}",
        depth=f"{plan.table[1]:g}",
        label=f"{plan.label_mm:g}",
    )


def plan_lines(plan: CameraPlan) -> Iterator[PlanLine]:
    hang = say("Hang it {height} cm over the table.", height=round(plan.height / 10))
    if plan.aside >= 1:
        hang = say(
            "Hang it {height} cm over the table, {aside} cm beside its middle.",
            height=round(plan.height / 10),
            aside=round(plan.aside / 10),
        )
    if plan.is_sharp:
        yield PlanLine(Grade.GOOD, hang)
    else:
        yield PlanLine(Grade.NOT_YET, say("{hang} That is too near for it to be sharp.", hang=hang))
    sizes = say(
        "A small square of a label is {middle} pixels wide in the middle, {corners} where it is smallest.",
        middle=f"{plan.middle:.1f}",
        corners=f"{plan.corners:.1f}",
    )
    yield PlanLine(plan.ours, sizes)
    yield PlanLine(plan.ours, _ours(plan))
    # That others could read them is a second way for people, and no need of the game.
    yield PlanLine(Grade.GOOD, GENERAL[plan.general])


def _ours(plan: CameraPlan) -> Text:
    if plan.ours is Grade.GOOD:
        return say("The companion reads them well.")
    if plan.ours is Grade.USABLE:
        return say("The companion reads them in good light.")
    needed = smallest_label(plan.model, plan.table, plan.lean)
    return say("The companion cannot read them: use labels of {size} mm.", size=ceil(needed))


GENERAL = {
    Grade.GOOD: say("Telephones and other readers would read them too."),
    Grade.USABLE: say("Telephones and other readers would read some of them."),
    Grade.NOT_YET: say("Telephones and other readers would not read them, and need not."),
}


def comparison(plan: CameraPlan, height: float | None, module: float | None) -> Text:
    """The plan beside what a camera sees; nothing where it sees nothing."""
    if height is None or module is None:
        return NOTHING
    return say(
        "The camera hangs at {height} cm now and sees small squares {module} pixels wide; planned were"
        " {plan_height} cm and {plan_module}.",
        height=round(height / 10),
        module=f"{module:.1f}",
        plan_height=round(plan.height / 10),
        plan_module=f"{plan.corners:.1f}",
    )


# --- a plan of a camera over a table, drawn to scale: from the side above, from over it below ---


EDGE, GAP = 90.0, 140.0
"""Room around the drawing, and between its two parts, in millimetres of the table."""

CAMERA = 26.0


def plan_sketch(plan: CameraPlan) -> ScaleDrawing:
    """Side view and view from above, one over the other at the same scale."""
    width, depth = plan.table
    seen = plan.view or ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))
    left, right = min(0.0, *(x for x, _ in seen)), max(width, *(x for x, _ in seen))
    far = min(0.0, *(y for _, y in seen))
    near = max(depth, depth / 2 + plan.aside, *(y for _, y in seen))
    across = max(right - left, near - far)
    ground = EDGE + plan.height
    side = _moved(_side(plan, seen), EDGE - far + (across - (near - far)) / 2, ground)
    above = _moved(_above(plan, seen), EDGE - left + (across - (right - left)) / 2, ground + GAP - far)
    eye = EDGE - far + (across - (near - far)) / 2 + depth / 2 + plan.aside
    table = EDGE - left + (across - (right - left)) / 2 + width / 2
    notes = (
        DrawnNote((eye, EDGE / 2), say("{height} cm over the table", height=round(plan.height / 10))),
        DrawnNote(
            (table, ground + GAP - far + depth / 2),
            say("{width} x {depth} cm", width=round(width / 10), depth=round(depth / 10)),
        ),
    )
    return ScaleDrawing(across + 2 * EDGE, ground + GAP + (near - far) + EDGE, (*side, *above), notes)


def _side(plan: CameraPlan, seen: tuple[Place, ...]) -> Iterable[DrawnLine]:
    """Seen from the left edge of the table: its far edge at 0, heights above it below zero."""
    depth = plan.table[1]
    eye = depth / 2 + plan.aside, -plan.height
    near, far = max(y for _, y in seen), min(y for _, y in seen)
    yield DrawnLine(LineKind.OUTLINE, ((0.0, 0.0), (depth, 0.0), (depth, 14.0), (0.0, 14.0), (0.0, 0.0)))
    yield DrawnLine(LineKind.SIGHT, ((far, 0.0), eye, (near, 0.0)))
    yield DrawnLine(LineKind.MEASURE, (eye, (eye[0], 0.0)))
    x, y = eye
    half = CAMERA / 2
    yield DrawnLine(
        LineKind.OUTLINE, ((x - half, y), (x - half, y - CAMERA), (x + half, y - CAMERA), (x + half, y), (x - half, y))
    )


def _above(plan: CameraPlan, seen: tuple[Place, ...]) -> Iterable[DrawnLine]:
    width, depth = plan.table
    yield DrawnLine(LineKind.OUTLINE, ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth), (0.0, 0.0)))
    yield DrawnLine(LineKind.SIGHT, (*seen, seen[0]))
    x, y, half = width / 2, depth / 2 + plan.aside, CAMERA / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    yield DrawnLine(LineKind.OUTLINE, (*corners, corners[0]))


def _moved(lines: Iterable[DrawnLine], dx: float, dy: float) -> list[DrawnLine]:
    return [DrawnLine(line.kind, tuple((x + dx, y + dy) for x, y in line.points)) for line in lines]
