"""Judges how a camera sees a table: what is good, what is not yet, and the one thing to do next. Pure.

The figures that are asked for are those at which readers fail, measured in docs/reading.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot

from companion.cameras.view_measurement import Placing, ViewMeasurement
from companion.core.camera_view import Grade, Judgement, Part, ViewCheck
from companion.core.text import NOTHING, Text, say, say_plural
from hardware.camera_models import Focus
from vision.geometry.calibration import LENS_NEEDS
from vision.geometry.mat_fit import is_another_mat
from vision.geometry.picture_quality import PictureQuality
from vision.geometry.placement_check import COMFORTABLE_MODULE, DARKEST, SMALLEST_MODULE, SOFTEST, RegionQuality

LARGEST_SPAN, SMALLEST_SPAN, ROOM = 1.0, 0.72, 0.94
"""Of the picture the whole mat takes at most, at least where its labels are small, and best."""

STRAIGHT, STEEPEST = 18.0, 35.0
"""Degrees a camera leans: beyond the first, stacks hide what lies behind them; beyond the second, labels too."""

DIM, WASHED_OUT, FLAT_WHITE = 40.0, 0.05, 0.01
"""Median grey below which there should be more light; shares of white pixels in a region."""

BLURRED = 1.0
"""Blur in modules beyond which a lens is out of focus; from SOFTEST on it could be sharper."""

BLURRED_PX = 2.0
"""The same in pixels, where no label could be read."""

ENOUGH_ANCHORS = 6
WORST_MM = 2.0
"""An anchor that is further off shows a mat that is glued or laid askew."""


def judge(view: ViewMeasurement) -> Judgement:
    """All checks, the worst first, and of equally bad ones the one that is put right first."""
    if isinstance(view.found, Placing):
        checks = _placed(view, view.found)
        return Judgement(tuple(sorted(checks, key=lambda check: (-check.grade.badness, list(Part).index(check.part)))))
    return Judgement(tuple(_unplaced(view, view.found)))


# --- where the mat is not found ---


def _unplaced(view: ViewMeasurement, quality: PictureQuality) -> Sequence[ViewCheck]:
    """Without enough anchors only one thing can be told: why they cannot be read, as likely as it can be."""
    seen = view.anchors - len(view.missing)
    count = say_plural(
        "{seen} of {count} label of the mat is read",
        "{seen} of {count} labels of the mat are read",
        view.anchors,
        seen=seen,
    )
    if quality.light < DARKEST:
        return [_dark(quality.light), _mat_not_found(count)]
    if quality.white > WASHED_OUT:
        return [_glare(quality.white, NOTHING), _mat_not_found(count)]
    if quality.blur_px > BLURRED_PX:
        return [ViewCheck(Part.FOCUS, Grade.NOT_YET, say("Not sharp"), NOTHING, _focus(view)), _mat_not_found(count)]
    if view.module_px is not None and view.module_px < SMALLEST_MODULE:
        return [_too_small(view, view.module_px, None), _mat_not_found(count)]
    if view.picture[0] < view.asked[0]:
        return [_resolution(view), _mat_not_found(count)]
    if view.labels > seen:
        remedy = say("Raise the camera until the whole mat is in the picture, or lay the mat under it.")
        return [ViewCheck(Part.MAT, Grade.NOT_YET, say("Pieces are seen, and not the mat"), count, remedy)]
    if view.module_px is not None and view.module_px > 2 * COMFORTABLE_MODULE:
        remedy = say("Raise the camera until the whole mat is in the picture.")
        return [ViewCheck(Part.MAT, Grade.NOT_YET, say("Too little of the mat in sight"), count, remedy)]
    return [_mat_not_found(count)]


def _mat_not_found(count: Text) -> ViewCheck:
    remedy = say("Lay the mat of this game under the camera, all of its labels in the picture and nothing on them.")
    return ViewCheck(Part.MAT, Grade.NOT_YET, say("The mat is not found"), count, remedy)


# --- where it is ---


def _placed(view: ViewMeasurement, placing: Placing) -> Sequence[ViewCheck]:
    return [
        _mat(view, placing),
        _height(view, placing),
        _light(placing),
        _reflections(placing),
        _sharpness(view, placing),
        _angle(view, placing),
        _size(view, placing),
    ]


def _mat(view: ViewMeasurement, placing: Placing) -> ViewCheck:
    if is_another_mat(placing.stretch):
        lay = say("Lay this game's mat for as many as play, or tape the corners as far apart as its page says.")
        return ViewCheck(Part.MAT, Grade.NOT_YET, say("The mat is of another size"), NOTHING, lay)
    over = max(placing.beyond)
    if over > 0:
        fits = max(placing.span[0] / view.picture[0], placing.span[1] / view.picture[1]) <= LARGEST_SPAN
        mm = (over + (1 - ROOM) / 2 * view.picture[0]) / placing.pixels_per_mm
        remedy = _move(placing, mm) if fits else _raise(view, placing)
        return ViewCheck(
            Part.MAT, Grade.NOT_YET, say("Part of the mat is out of sight"), _sides(placing.beyond), remedy
        )
    if placing.worst_mm > WORST_MM:
        off = say("up to {off} mm off", off=f"{placing.worst_mm:.1f}")
        remedy = say("Smooth the mat, and look whether its pages are glued as the plan shows them.")
        return ViewCheck(Part.MAT, Grade.USABLE, say("The mat is not flat"), off, remedy)
    if view.missing:
        where = _place_name(view.missing[0])
        remedy = say("Clear the mat at the {place}: one of its labels cannot be read there.", place=where)
        grade = Grade.USABLE if placing.used >= ENOUGH_ANCHORS else Grade.NOT_YET
        title = say_plural(
            "{count} label of the mat is hidden", "{count} labels of the mat are hidden", len(view.missing)
        )
        return ViewCheck(Part.MAT, grade, title, where, remedy)
    if placing.used < LENS_NEEDS:
        # So few agree with each other whatever the lens does: how far they are off tells nothing.
        return ViewCheck(Part.MAT, Grade.GOOD, say("The corners are in sight"))
    accuracy = say("to {off} mm", off=f"{max(0.1, placing.residual_mm):.1f}")
    return ViewCheck(Part.MAT, Grade.GOOD, say("The whole mat is in sight"), accuracy)


def _height(view: ViewMeasurement, placing: Placing) -> ViewCheck:
    share = _share(view, placing)
    height = say("about {height} cm over the table", height=round(placing.pose.height / 10))
    if share > LARGEST_SPAN:
        return ViewCheck(Part.HEIGHT, Grade.NOT_YET, say("Too low"), height, _raise(view, placing))
    module = _smallest_module(view, placing)
    if share < SMALLEST_SPAN and module < COMFORTABLE_MODULE:
        return ViewCheck(Part.HEIGHT, graded_module(module), say("Too high"), height, _lower(view, placing))
    return ViewCheck(Part.HEIGHT, Grade.GOOD, say("The height is right"), height)


def _angle(view: ViewMeasurement, placing: Placing) -> ViewCheck:
    lean = round(placing.pose.lean)
    detail = say_plural("{count} degree off the vertical", "{count} degrees off the vertical", lean)
    if placing.pose.lean <= STRAIGHT:
        return ViewCheck(Part.ANGLE, Grade.GOOD, say("It looks straight down"), detail)
    grade = Grade.USABLE if placing.pose.lean <= STEEPEST else Grade.NOT_YET
    across, down = view.middle[0] - placing.pose.x, view.middle[1] - placing.pose.y
    remedy = say(
        "Move the camera {length} cm towards the {edge} of the picture, and let it look straight down.",
        length=rounded_cm(hypot(across, down)),
        edge=_edge(across, down),
    )
    return ViewCheck(Part.ANGLE, grade, say("It looks from the side"), detail, remedy)


def _light(placing: Placing) -> ViewCheck:
    darkest = min(region.light for row in placing.regions for region in row)
    if darkest < DARKEST:
        return _dark(darkest)
    brightness = _brightness(darkest)
    if darkest < DIM:
        remedy = say("Switch on another lamp: there is little light on the table.")
        return ViewCheck(Part.LIGHT, Grade.USABLE, say("A little dark"), brightness, remedy)
    return ViewCheck(Part.LIGHT, Grade.GOOD, say("Light enough"), brightness)


def _dark(grey: float) -> ViewCheck:
    remedy = say("Switch on a lamp over the table: it is too dark to read the labels.")
    return ViewCheck(Part.LIGHT, Grade.NOT_YET, say("Too dark"), _brightness(grey), remedy)


def _brightness(grey: float) -> Text:
    return say("brightness {grey} of 255", grey=round(grey))


def _reflections(placing: Placing) -> ViewCheck:
    places = [(region.white, place) for place, region in _with_places(placing)]
    white, place = max(places, key=lambda each: each[0])
    if white <= FLAT_WHITE:
        return ViewCheck(Part.GLARE, Grade.GOOD, say("No glare"))
    return _glare(white, _place_name(place))


def _glare(white: float, where: Text) -> ViewCheck:
    grade = Grade.NOT_YET if white > WASHED_OUT else Grade.USABLE
    title = say("Glare") if grade is Grade.NOT_YET else say("A little glare")
    if where == NOTHING:
        remedy = say("Turn the lamp away or draw the curtain: the picture is washed out.")
    else:
        remedy = say("Turn the lamp or the curtain so that nothing shines at the {place}.", place=where)
    return ViewCheck(Part.GLARE, grade, title, where, remedy)


def _sharpness(view: ViewMeasurement, placing: Placing) -> ViewCheck:
    blurs = [region.blur for row in placing.regions for region in row if region.blur is not None]
    worst = max(blurs, default=0.0)
    detail = say("edges {blur} of a small square wide", blur=f"{worst:.1f}")
    if worst <= SOFTEST:
        return ViewCheck(Part.FOCUS, Grade.GOOD, say("Sharp"), detail)
    grade = Grade.USABLE if worst <= BLURRED else Grade.NOT_YET
    title = say("Not quite sharp") if grade is Grade.USABLE else say("Not sharp")
    return ViewCheck(Part.FOCUS, grade, title, detail, _focus(view))


def _focus(view: ViewMeasurement) -> Text:
    focus = None if view.model is None else view.model.focus
    if focus is Focus.RING:
        return say("Turn the ring of the lens until the labels are sharp.")
    if focus is Focus.MOTOR:
        return say("Take your hands off the table and touch “Focus again”.")
    return say("Clean the lens and make it sharp; hang it higher if it cannot be.")


def graded_module(pixels_per_module: float) -> Grade:
    """How well labels of that size are read by our own reader."""
    if pixels_per_module >= COMFORTABLE_MODULE:
        return Grade.GOOD
    return Grade.USABLE if pixels_per_module >= SMALLEST_MODULE else Grade.NOT_YET


def _size(view: ViewMeasurement, placing: Placing) -> ViewCheck:
    module = _smallest_module(view, placing)
    if graded_module(module) is Grade.GOOD:
        return ViewCheck(Part.SIZE, Grade.GOOD, say("Labels are large enough"), _module_words(module))
    return _too_small(view, module, placing)


def _too_small(view: ViewMeasurement, module: float, placing: Placing | None) -> ViewCheck:
    grade = graded_module(module)
    if view.picture[0] < view.asked[0]:
        remedy = _resolution(view).remedy
    elif placing is None:
        remedy = say("Lower the camera: the labels are too small in the picture.")
    elif _share(view, placing) < SMALLEST_SPAN:
        remedy = _lower(view, placing)
    else:
        edge = ceil(10 * COMFORTABLE_MODULE / module) / 10
        remedy = say("Use labels {times} times as large, or a camera with more pixels.", times=f"{edge:.1f}")
    title = say("Labels are small") if grade is Grade.USABLE else say("Labels are too small")
    return ViewCheck(Part.SIZE, grade, title, _module_words(module), remedy)


def _resolution(view: ViewMeasurement) -> ViewCheck:
    remedy = say(
        "Set the camera to {width} x {height} pixels: it gives {less} across.",
        width=view.asked[0],
        height=view.asked[1],
        less=view.picture[0],
    )
    return ViewCheck(Part.SIZE, Grade.NOT_YET, say("The picture is too small"), NOTHING, remedy)


def _module_words(module: float) -> Text:
    return say(
        "a small square is {pixels} pixels wide, {least} are needed",
        pixels=f"{module:.2f}",
        least=f"{SMALLEST_MODULE:g}",
    )


# --- what to do ---


def _share(view: ViewMeasurement, placing: Placing) -> float:
    """How much of the picture the whole mat takes, the narrower way."""
    return max(placing.span[0] / view.picture[0], placing.span[1] / view.picture[1])


def _smallest_module(view: ViewMeasurement, placing: Placing) -> float:
    return min(region.pixels_per_module for row in placing.regions for region in row) * view.smallest_share


def _raise(view: ViewMeasurement, placing: Placing) -> Text:
    mm = placing.pose.height * (_share(view, placing) / ROOM - 1)
    return say("Raise the camera by {length} cm.", length=rounded_cm(mm))


def _lower(view: ViewMeasurement, placing: Placing) -> Text:
    mm = placing.pose.height * (1 - _share(view, placing) / ROOM)
    return say("Lower the camera by {length} cm.", length=rounded_cm(mm))


def _move(placing: Placing, mm: float) -> Text:
    left, top, right, bottom = placing.beyond
    edge = _edge(right - left, 0) if max(left, right) > max(top, bottom) else _edge(0, bottom - top)
    return say("Move the camera {length} cm towards the {edge} of the picture.", length=rounded_cm(mm), edge=edge)


def _edge(across: float, down: float) -> Text:
    """The edge of the picture that lies in a direction; its upper one is the far side of the table."""
    if abs(across) > abs(down):
        return say("right edge") if across > 0 else say("left edge")
    return say("lower edge") if down > 0 else say("upper edge")


def rounded_cm(mm: float) -> int:
    """Whole centimetres; fives from 20 on, since nobody measures a stand more finely."""
    cm = mm / 10
    return max(1, round(cm)) if cm < 20 else 5 * round(cm / 5)


# --- where ---

PLACES = (
    (say("upper left"), say("upper edge"), say("upper right")),
    (say("left edge"), say("middle"), say("right edge")),
    (say("lower left"), say("lower edge"), say("lower right")),
)


def _place_name(place: tuple[float, float]) -> Text:
    """A place in shares of the mat, in words."""
    column, row = (min(2, max(0, int(share * 3))) for share in place)
    return PLACES[row][column]


def _with_places(placing: Placing) -> list[tuple[tuple[float, float], RegionQuality]]:
    rows, columns = len(placing.regions), len(placing.regions[0])
    return [
        (((column + 0.5) / columns, (row + 0.5) / rows), placing.regions[row][column])
        for row in range(rows)
        for column in range(columns)
    ]


def _sides(beyond: tuple[float, float, float, float]) -> Text:
    names = (say("at the left"), say("above"), say("at the right"), say("below"))
    return names[beyond.index(max(beyond))]
