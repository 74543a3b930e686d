"""A picture of the table with whose is what, the ranking with what is open of it hatched, and one question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from companion.core.camera_view import Shares
from companion.core.picture_pages import OwnedArea, PictureQuestion, PictureSpot, PointRange, ScoredPicturePage
from companion.core.screen import Button, Touched
from companion.core.text import NOTHING
from ui.components import Key
from ui.components import button as draw_button
from ui.drawing import CENTRE, RIGHT, Drawing, player_colour
from ui.picture import Point
from ui.rect import Rect
from ui.screens.camera import draw_advice
from ui.screens.lists import heading_bar, key_of, page_foot
from ui.tokens import GAP, INK, PALETTES, RADIUS_PANEL
from ui.typography import Style, Weight

NOTE = Style(16, Weight.SEMI_BOLD, smallest=14)
TITLE = Style(26, Weight.BOLD)
NAME = Style(20, Weight.SEMI_BOLD, smallest=14)
POINTS = Style(22, Weight.BOLD, smallest=14)
LEFT_OVER = Style(16, Weight.SEMI_BOLD, smallest=14)
QUESTION = Style(22, Weight.BOLD, lines=4, smallest=15, leading=1.1)
LEAST_QUESTION = Style(16, Weight.BOLD, lines=4, smallest=15, leading=1.1)
REASON = Style(16, Weight.MEDIUM, lines=4, smallest=14, leading=1.15)
CHIP = Style(14, Weight.SEMI_BOLD, smallest=14, condensed=True)
NUMBER = Style(16, Weight.BOLD)
WAITING = Style(18, Weight.MEDIUM, lines=8, smallest=14, leading=1.2)
BADGE, MARK, BAR = 30.0, 26.0, 12.0
ROW, LOW_ROW = 56.0, 24.0
"""How high somebody's line of the ranking is where there is room, and at least."""

LEAST_REASON = 34.0
"""Two small lines."""

ANSWER, LEAST_ANSWER = 62.0, 48.0
ANSWERS_IN_A_ROW = 3
ON_PHOTO = PALETTES["dark"]
"""A picture of the table is no lighter by day: what is drawn into it is bright."""


def draw(d: Drawing, page: ScoredPicturePage) -> None:
    below = heading_bar(d, page.title)
    _note(d, page, below.y)
    end = page_foot(d, page.buttons)
    area = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, end - below.y - GAP)
    if page.picture is None and not page.ranges:
        _picture(d, area, page)
        return
    if d.space.upright:
        picture, words = area.split_top(area.height * 0.44, GAP)
    else:
        picture, words = area.split_left(area.width * 0.575, GAP)
    _picture(d, picture, page)
    question = page.question
    if page.ranges:
        share = 0.42 if question is not None or d.look.words(page.said) else 1.0
        beside = _beside(d, page, words)
        question, lines = beside.question, min(beside.lines, beside.most)
        high = min(lines * ROW + 20, max(lines * LOW_ROW + 14, words.height * share), beside.room)
        if lines:
            ranking, words = words.split_top(high, GAP)
            _ranking(d, ranking, page.ranges[: lines * beside.columns], beside)
    if question is not None:
        _question(d, words, question)
    elif d.look.words(page.said):
        draw_advice(d, words, page.said, page.tone)


def _note(d: Drawing, page: ScoredPicturePage, high: float) -> None:
    """At the bar's right, if the title leaves room for it."""
    width, taken = d.width(page.note, NOTE) + 2, d.width(page.title, TITLE) + 72
    box = Rect(d.space.width - 16 - width, 0, width, high)
    if d.look.words(page.note) and box.x - 36 > taken:
        d.words(page.note, box, NOTE, d.palette.second)
        d.icon("camera", (box.x - 20, high / 2), 24, d.palette.second)


# --- the picture ---


def _picture(d: Drawing, rect: Rect, page: ScoredPicturePage) -> None:
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    if page.picture is None:
        d.icon("camera", (rect.centre[0], rect.y + rect.height * 0.3), 64, d.palette.faint)
        lower = rect.split_top(rect.height * 0.42)[1].inset(24, 8)
        d.words(page.waiting, lower, WAITING, d.palette.second, CENTRE, down=0.0)
        return
    box = d.light((page.picture.width, page.picture.height), page.picture.pixels, rect)
    named: list[Rect] = []
    for area in page.areas:
        _area(d, box, area, named)
    for spot in page.spots:
        _spot(d, box, spot)
    touched = [(_around(box, _placed(box, spot.corners)), Touched("piece", spot.piece)) for spot in page.spots]
    d.nearest(box, touched)


def _placed(box: Rect, shares: Sequence[Shares]) -> tuple[Point, ...]:
    return tuple((box.x + x * box.width, box.y + y * box.height) for x, y in shares)


def _around(box: Rect, points: Sequence[Point]) -> Rect:
    """The upright box round these points, as far as it lies in the picture."""
    left, top = max(box.x, min(x for x, _ in points)), max(box.y, min(y for _, y in points))
    right, bottom = min(box.right, max(x for x, _ in points)), min(box.bottom, max(y for _, y in points))
    return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))


def _area(d: Drawing, box: Rect, area: OwnedArea, named: list[Rect]) -> None:
    points = _placed(box, area.corners)
    around = _around(box, points)
    if area.zone:
        d.place(around, area.zone)
    if area.colour is None:
        d.stroke((*points, points[0]), ON_PHOTO.second, 2, (8, 6))
        _name(d, box, around, area, named)
        return
    d.stroke((*points, points[0]), player_colour(area.colour), 3.5)
    x, y = max(points, key=lambda point: point[0] - point[1])
    d.badge(area.colour, _inside(box, x - BADGE / 2, y - BADGE / 2, BADGE, BADGE))


def _inside(box: Rect, x: float, y: float, width: float, height: float) -> Rect:
    """The same box, moved into the picture where it would stand out of it."""
    return Rect(min(max(x, box.x), box.right - width), min(max(y, box.y), box.bottom - height), width, height)


def _name(d: Drawing, box: Rect, around: Rect, area: OwnedArea, named: list[Rect]) -> None:
    """Under its area, where no other name stands."""
    width = d.width(area.name, CHIP) + 16
    if not d.look.words(area.name) or width > box.width:
        return
    chip = _inside(box, around.x, around.bottom + 2, width, 24)
    if any(chip.overlaps(other) for other in named):
        return
    named.append(chip)
    d.fill(chip, ON_PHOTO.ground, 6)
    d.words(area.name, chip, CHIP, ON_PHOTO.second, CENTRE, optional=True)


def _spot(d: Drawing, box: Rect, spot: PictureSpot) -> None:
    points = _placed(box, spot.corners)
    around = _around(box, points)
    if spot.zone:
        d.place(around, spot.zone, (spot.piece,), name=spot.zone)
    if spot.number is None:
        return
    d.stroke((*points, points[0]), ON_PHOTO.unknown, 3)
    mark = _inside(box, around.right - MARK / 2, around.y - MARK / 2, MARK, MARK)
    d.fill(mark, ON_PHOTO.unknown, MARK / 2)
    d.words(str(spot.number), mark, NUMBER, INK, CENTRE)


# --- the points ---


@dataclass(frozen=True, slots=True)
class _Beside:
    """How the ranking stands over a question: in how many lines and columns, with names or not, in how much room."""

    question: PictureQuestion | None
    columns: int
    lines: int
    named: bool
    room: float

    @property
    def most(self) -> int:
        """So many lines have room."""
        return max(0, int((self.room - 14) // LOW_ROW))


def _beside(d: Drawing, page: ScoredPicturePage, words: Rect) -> _Beside:
    """The first way in which all have room: second lines go before anybody does.

    Names go last, since whose badge it is stands in the picture.
    """
    short = None if page.question is None else replace(page.question, second=NOTHING)
    columns = [(1, True), (2, True)] if _fit_beside(d, page.ranges, words.width) else [(1, True)]
    ways = [(question, *each) for question in (page.question, short) for each in columns]
    found = [_way(d, page, words, *way) for way in (*ways, (short, 2, False))]
    return next((each for each in found if each.lines <= each.most), found[-1])


def _way(
    d: Drawing, page: ScoredPicturePage, words: Rect, question: PictureQuestion | None, columns: int, named: bool
) -> _Beside:
    asked = 0.0 if question is None else _least_height(d, question, words.width)
    return _Beside(question, columns, ceil(len(page.ranges) / columns), named, words.height - asked - GAP)


def _fit_beside(d: Drawing, ranges: Sequence[PointRange], width: float) -> bool:
    """Whether names can be read in two columns."""
    room = (width - 28 - 2 * GAP) / 2 - LOW_ROW - 20
    return all(
        d.fits(each.title, Rect(0, 0, room - min(d.width(each.points, POINTS) + 2, room * 0.72), LOW_ROW - 5), NAME)
        for each in ranges
    )


def _ranking(d: Drawing, rect: Rect, ranges: Sequence[PointRange], beside: _Beside) -> None:
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    columns = beside.columns
    lines = ceil(len(ranges) / columns)
    for number, row in enumerate(rect.inset(14, 6).grid(1, lines, 1)):
        of_row = ranges[number * columns : (number + 1) * columns]
        for each, box in zip(of_row, row.grid(columns, 1, 2 * GAP), strict=False):
            _range(d, box, each if beside.named else replace(each, title=NOTHING))


def _range(d: Drawing, rect: Rect, each: PointRange) -> None:
    side = min(36.0, rect.height - 4)
    left = rect.x
    for person in each.people[:3]:
        d.badge(person.colour, Rect(left, rect.centre[1] - side / 2, side, side))
        left += side + 4 if len(each.people) == 1 else side * 0.62
    left += 8 if len(each.people) == 1 else side * 0.38 + 10
    room = Rect(left, rect.y, rect.right - left, rect.height)
    bar = BAR if rect.height >= 40 else 4.0
    line = min(28.0, rect.height - bar - 1)
    top = room.y + (room.height - line - bar - 1) / 2
    wide = min(d.width(each.points, POINTS) + 2, room.width * (0.72 if d.look.words(each.title) else 1.0))
    d.words(each.points, Rect(room.right - wide, top, wide, line), POINTS, across=RIGHT)
    d.words(each.title, Rect(room.x, top, room.width - wide - 8, line), NAME)
    colour = player_colour(each.people[0].colour) if each.people else d.palette.lamp
    _bar(d, Rect(room.x, top + line + 1, room.width, bar), each, colour)


def _bar(d: Drawing, rect: Rect, each: PointRange, colour: str) -> None:
    """What is certain is full, what is open is hatched."""
    radius = min(4.0, rect.height / 2)
    d.fill(rect, d.palette.card, radius)
    certain = rect.width * each.least
    if certain >= 1:
        d.fill(Rect(rect.x, rect.y, certain, rect.height), colour, radius)
        if d.palette.name == "light":
            d.outline(Rect(rect.x, rect.y, certain, rect.height), INK, radius, 1)
    x, end = rect.x + certain + 2, rect.x + rect.width * each.most
    while x < end - 1:
        wide, lean = min(5.0, end - x), min(rect.height * 0.5, end - x)
        d.polygon(
            ((x, rect.bottom), (x + lean, rect.y), (min(end, x + lean + wide), rect.y), (x + wide, rect.bottom)),
            colour,
        )
        x += 9.0


# --- the question ---


def _question(d: Drawing, rect: Rect, question: PictureQuestion) -> None:
    palette = d.palette
    d.fill(rect, palette.unknown_ground, RADIUS_PANEL)
    inner = rect.inset(14, 8)
    rows = _rows(d, question.answers, inner.width)
    high = max(LEAST_ANSWER, min(ANSWER, (inner.height - 110) / len(rows) - GAP)) if rows else 0.0
    words, answers = inner.split_bottom(len(rows) * (high + GAP) - GAP if rows else 0.0, GAP)
    if words.height >= 96:
        line, words = words.split_top(26.0, 2)
        d.icon("question-mark", (line.x + 10, line.centre[1]), 20, palette.unknown)
        d.words(question.left, Rect(line.x + 28, line.y, line.width - 28, line.height), LEFT_OVER, palette.unknown)
    heading = min(d.height(question.heading, words.width, QUESTION) + 2, words.height)
    second = words.height - heading if d.look.words(question.second) else 0.0
    if 0 < second < LEAST_REASON:
        heading, second = words.height - LEAST_REASON, LEAST_REASON
    d.words(question.heading, Rect(words.x, words.y, words.width, heading), QUESTION, down=0.0)
    if second:
        below = Rect(words.x, words.y + heading, words.width, words.height - heading)
        d.words(question.second, below, REASON, palette.second, down=0.0)
    first = question.answers[0] if question.answers else None
    for row, box in zip(rows, answers.grid(1, len(rows), GAP), strict=True):
        for answer, place in zip(row, box.grid(len(row), 1, GAP), strict=True):
            _answer(d, place, key_of(answer), likeliest=answer is first)


def _least_height(d: Drawing, question: PictureQuestion, width: float) -> float:
    """What a question needs so that it can be read and answered."""
    rows = len(_rows(d, question.answers, width - 28))
    heading = d.height(question.heading, width - 28, LEAST_QUESTION)
    reason = LEAST_REASON if d.look.words(question.second) else 0.0
    return heading + reason + rows * (LEAST_ANSWER + GAP) + 20


def _rows(d: Drawing, answers: Sequence[Button], width: float) -> list[Sequence[Button]]:
    """Beside each other as many as have room for their words."""
    for columns in range(min(ANSWERS_IN_A_ROW, len(answers)), 0, -1):
        room = Rect(0, 0, (width - GAP * (columns - 1)) / columns - 20, LEAST_ANSWER - 8)
        style = Style(18, Weight.SEMI_BOLD, lines=2, leading=1.12)
        if columns == 1 or all(d.fits(answer.label, room, style) for answer in answers):
            return [answers[at : at + columns] for at in range(0, len(answers), columns)]
    return []


def _answer(d: Drawing, rect: Rect, key: Key, *, likeliest: bool) -> None:
    draw_button(d, rect, key)
    if likeliest and key.intent is not None:
        d.outline(rect, d.palette.unknown, RADIUS_PANEL, 2)
