"""What a camera sees, with what was found drawn in, and what should be better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.camera_view import CameraView, Grade, Outlined, RegionFigure, Shares, Sign, ViewCheck
from companion.core.page_parts import Row
from companion.core.pages import CameraPage, PlanPage
from companion.core.scale_drawing import LineKind, ScaleDrawing
from companion.core.screen import Tone
from companion.core.text import say
from ui.drawing import CENTRE, Drawing, Saying
from ui.picture import Point
from ui.rect import Rect
from ui.screens.lists import draw_row, heading_bar, page_foot, row_height
from ui.screens.start import draw_stepper
from ui.tokens import GAP, PALETTES, RADIUS_PANEL, TONE_ICONS
from ui.typography import Style, Weight

ICONS = {Grade.GOOD: "circle-check", Grade.USABLE: "alert-triangle", Grade.NOT_YET: "square-x"}
TONES = {Grade.GOOD: Tone.GOOD, Grade.USABLE: Tone.ATTENTION, Grade.NOT_YET: Tone.BAD}
TITLE = Style(17, Weight.SEMI_BOLD, lines=2, smallest=15, leading=1.1)
DETAIL = Style(15, Weight.MEDIUM, lines=3, smallest=14, leading=1.15)
ADVICE = Style(19, Weight.SEMI_BOLD, lines=8, smallest=14, leading=1.25)
FIGURE = Style(14, Weight.SEMI_BOLD, condensed=True)
BAR_TITLE = Style(26, Weight.BOLD)
ZONE = Style(14, Weight.SEMI_BOLD, condensed=True)
CHIP = Style(16, Weight.SEMI_BOLD, smallest=14)
LEAST_ADVICE = 84.0
ON_PHOTO = PALETTES["dark"]
"""A picture of the table is no lighter by day: what is drawn into it is bright."""


BUBBLE = 52.0


def draw_camera(d: Drawing, page: CameraPage) -> None:
    below = heading_bar(d, page.title)
    _source(d, page, below.y)
    end = page_foot(d, page.buttons)
    area = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, end - below.y - GAP)
    if page.view is None:
        high = max(LEAST_ADVICE, d.height(page.waiting, area.width - 72, ADVICE) + 40)
        draw_advice(d, Rect(area.x, area.centre[1] - high / 2, area.width, high), page.waiting, page.tone)
        return
    if d.space.upright:
        wide = page.view.picture.height / page.view.picture.width
        picture, words = area.split_top(min(area.height * 0.5, area.width * wide), GAP)
    else:
        picture, words = area.split_left(area.width * 0.6, GAP + 4)
    draw_view(d, picture, page.view, figures=not page.rows and not _shows_zones(page.view))
    _chip(d, picture, page.counted)
    high = max(LEAST_ADVICE, d.height(page.advice, words.width - 72, ADVICE) + 24)
    checks, plate = words.split_bottom(high, GAP)
    if page.rows:
        _rows(d, checks, page.rows)
    else:
        _checks(d, checks, page.view.judgement.checks)
    draw_advice(d, plate, page.advice, page.tone)


def _source(d: Drawing, page: CameraPage, high: float) -> None:
    """At the bar's right, if the title leaves room: a real camera, or a simulated table."""
    width, taken = d.width(page.source, CHIP) + 2, d.width(page.title, BAR_TITLE) + 72
    box = Rect(d.space.width - 16 - width, 0, width, high)
    if d.look.words(page.source) and box.x - 36 > taken:
        d.words(page.source, box, CHIP, d.palette.second)
        d.icon("camera", (box.x - 20, high / 2), 24, d.palette.second)


# --- the picture ---


def fitted(rect: Rect, view: CameraView) -> Rect:
    """Where a picture lies in a box that it does not fill."""
    scale = min(rect.width / view.picture.width, rect.height / view.picture.height)
    wide, high = view.picture.width * scale, view.picture.height * scale
    return Rect(rect.centre[0] - wide / 2, rect.y, wide, high)


def draw_view(d: Drawing, rect: Rect, view: CameraView, *, figures: bool = True) -> None:
    """The live picture with labels framed and, if wanted, how large their squares are in each part of the mat."""
    box = fitted(rect, view)
    d.light((view.picture.width, view.picture.height), view.picture.pixels, box)
    for outlined in view.outlines:
        _frame(d, box, outlined)
    for figure in view.regions if figures else ():
        _figure(d, box, figure)


def _shows_zones(view: CameraView) -> bool:
    return any(outlined.sign is Sign.ZONE for outlined in view.outlines)


def _frame(d: Drawing, box: Rect, outlined: Outlined) -> None:
    points = _placed(box, outlined.corners)
    if not all(box.contains(*point) for point in points):
        return
    corners = (*points, points[0])
    match outlined.sign:
        case Sign.ANCHOR:
            d.stroke(corners, ON_PHOTO.good, 4)
        case Sign.LABEL:
            d.stroke(corners, ON_PHOTO.good, 2)
        case Sign.MISSING:
            d.stroke(corners, ON_PHOTO.bad, 3, (5, 4))
        case Sign.ZONE:
            d.stroke(corners, ON_PHOTO.text, 1)
            _zone_name(d, points, outlined.name)
        case Sign.UNREADABLE:
            d.stroke(corners, ON_PHOTO.attention, 2, (4, 3))


def _zone_name(d: Drawing, points: Sequence[Point], name: Saying) -> None:
    """In the middle of its zone, if there is room for it."""
    left, right = max(points[0][0], points[3][0]), min(points[1][0], points[2][0])
    top, bottom = max(points[0][1], points[1][1]), min(points[2][1], points[3][1])
    width = d.width(name, ZONE) + 8
    if width <= right - left - 4 and bottom - top >= 22:
        chip = Rect((left + right - width) / 2, (top + bottom) / 2 - 10, width, 20)
        d.fill(chip, ON_PHOTO.ground, 6)
        d.words(name, chip, ZONE, ON_PHOTO.text, CENTRE, optional=True)


def _placed(box: Rect, shares: Iterable[Shares]) -> tuple[Point, ...]:
    return tuple((box.x + x * box.width, box.y + y * box.height) for x, y in shares)


def _figure(d: Drawing, box: Rect, figure: RegionFigure) -> None:
    words = say("{pixels} px", pixels=f"{figure.pixels_per_module:.1f}")
    ((x, y),) = _placed(box, (figure.middle,))
    chip = Rect(x - BUBBLE / 2, y - 11, BUBBLE, 22)
    if box.contains(chip.x, chip.y) and box.contains(chip.right, chip.bottom):
        tone = TONES[figure.grade]
        d.fill(chip, ON_PHOTO.tone_ground(tone), 11)
        d.words(words, chip, FIGURE, ON_PHOTO.tone(tone), CENTRE, optional=True)


def _chip(d: Drawing, picture: Rect, counted: Saying) -> None:
    width = d.width(counted, CHIP) + 48
    box = Rect(picture.right - width - 8, picture.y + 8, width, 30)
    d.fill(box, d.palette.ground, 8)
    d.icon("scan", (box.x + 20, box.centre[1]), 20, d.palette.text)
    d.words(counted, Rect(box.x + 36, box.y, box.width - 40, box.height), CHIP)


# --- the words ---


def _checks(d: Drawing, rect: Rect, checks: Iterable[ViewCheck]) -> None:
    with d.scrolling("checks", rect) as whole:
        y = rect.y
        for check in checks:
            y += _check(d, Rect(rect.x, y, rect.width, 0), check) + 6
        whole(y - rect.y)


def _rows(d: Drawing, rect: Rect, rows: Iterable[Row]) -> None:
    with d.scrolling("rows", rect) as whole:
        y = rect.y
        for row in rows:
            high = row_height(d, row, rect.width)
            draw_row(d, Rect(rect.x, y, rect.width, high), row)
            y += high + GAP
        whole(y - rect.y)


def _check(d: Drawing, rect: Rect, check: ViewCheck) -> float:
    """What is well takes one line; returns its height."""
    width = rect.width - 38
    title = d.height(check.title, width, TITLE)
    detail = d.height(check.detail, width, DETAIL) if check.grade is not Grade.GOOD and str(check.detail) else 0.0
    high = max(26.0, title + detail)
    d.icon(ICONS[check.grade], (rect.x + 14, rect.y + high / 2), 24, d.palette.tone(TONES[check.grade]))
    d.words(check.title, Rect(rect.x + 34, rect.y, width, high - detail), TITLE)
    if detail:
        d.words(check.detail, Rect(rect.x + 34, rect.y + high - detail, width, detail + 1), DETAIL, d.palette.second)
    return high


def draw_advice(d: Drawing, rect: Rect, advice: Saying, tone: Tone) -> None:
    """The one sentence that counts, on the ground of how things stand."""
    d.fill(rect, d.palette.tone_ground(tone), RADIUS_PANEL)
    icon = {Tone.BAD: "hand-finger", Tone.ATTENTION: "bulb"}.get(tone, TONE_ICONS.get(tone, "eye"))
    d.icon(icon, (rect.x + 30, rect.centre[1]), 30, d.palette.tone(tone))
    d.words(advice, Rect(rect.x + 60, rect.y + 8, rect.width - 70, rect.height - 16), ADVICE)


# --- the plan ---

SENTENCE = Style(16, Weight.MEDIUM, lines=4, smallest=14, leading=1.2)
NOTE = Style(15, Weight.SEMI_BOLD, smallest=14, condensed=True)


def draw_plan(d: Drawing, page: PlanPage) -> None:
    below = heading_bar(d, page.title)
    end = page_foot(d, page.buttons)
    area = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, end - below.y - GAP)
    if d.space.upright:
        sketch, words = area.split_top(area.height * 0.48, GAP)
    else:
        sketch, words = area.split_left(area.width * 0.42, GAP)
    d.fill(sketch, d.palette.panel, RADIUS_PANEL)
    draw_sketch(d, sketch.inset(10), page.sketch)
    camera, rest = words.split_top(row_height(d, page.camera, words.width), GAP)
    draw_row(d, camera, page.camera)
    steppers, sentences = rest.split_top(104.0, GAP) if page.steppers else (rest, rest)
    for box, stepper in zip(steppers.grid(max(len(page.steppers), 1), 1, GAP), page.steppers, strict=False):
        draw_stepper(d, box, stepper)
    with d.scrolling("plan", sentences) as whole:
        y = sentences.y
        for tone, line in page.lines:
            high = max(26.0, d.height(line, sentences.width - 38, SENTENCE))
            d.icon(TONE_ICONS.get(tone, "eye"), (sentences.x + 14, y + high / 2), 22, d.palette.tone(tone))
            d.words(line, Rect(sentences.x + 34, y, sentences.width - 38, high + 1), SENTENCE)
            y += high + 8
        whole(y - sentences.y)


def draw_sketch(d: Drawing, rect: Rect, sketch: ScaleDrawing) -> None:
    """A drawing to scale, as large as the box allows."""
    scale = min(rect.width / sketch.width, rect.height / sketch.height)
    left = rect.centre[0] - sketch.width * scale / 2
    top = rect.centre[1] - sketch.height * scale / 2
    colours = {LineKind.OUTLINE: d.palette.text, LineKind.SIGHT: d.palette.attention, LineKind.MEASURE: d.palette.good}
    for line in sketch.lines:
        points = tuple((left + x * scale, top + y * scale) for x, y in line.points)
        d.stroke(points, colours[line.kind], 2.0, (6, 4) if line.kind is LineKind.SIGHT else None)
    for note in sketch.notes:
        x, y = left + note.place[0] * scale, top + note.place[1] * scale
        width = d.width(note.words, NOTE) + 8
        box = Rect(min(max(x - width / 2, rect.x), rect.right - width), y - 11, width, 22)
        d.fill(box, d.palette.panel)
        d.words(note.words, box, NOTE, across=CENTRE)
