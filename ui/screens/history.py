"""What has happened, with the table just before; and laying out the table step by step."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.result_pages import Happening, HistoryPage
from companion.core.screen import Arrangement, Board, Intent, Screen, Tone
from companion.core.setup_steps import SetupPage, SetupPlace
from companion.core.text import Text
from ui.boards import draw_board
from ui.boards.table import Table
from ui.components import Key, button
from ui.drawing import CAPTION, CENTRE, Drawing
from ui.rect import Rect
from ui.screens.lists import heading_bar, nothing_yet, page_foot, put_over
from ui.tokens import GAP, RADIUS_PANEL, RADIUS_SLOT, TONE_ICONS, mixed
from ui.typography import Style, Weight

NAMED, NAME_WIDTH = 14, 150.0
"""So many places have their names beside them, so wide at most."""

SENTENCE_STYLE = Style(17, Weight.SEMI_BOLD, lines=9, smallest=14, leading=1.18)


def draw_history(d: Drawing, page: HistoryPage) -> None:
    space = d.space
    below = heading_bar(d, page.title)
    foot = Drawing(d.look)
    end = page_foot(foot, page.buttons)
    area = Rect(GAP, below.y + GAP, space.width - 2 * GAP, end - below.y - GAP)
    if not page.happenings:
        put_over(d, foot)
        nothing_yet(d, area, "history", page.nothing)
        return
    if space.upright:
        words, table = area.split_bottom(area.height * 0.46, GAP)
    else:
        words, table = area.split_right(area.width * 0.44, GAP)
    d.fill(words, d.palette.panel, RADIUS_PANEL)
    inner = words.inset(6, 6)
    with d.scrolling("happenings", inner) as whole:
        y = inner.y
        for happening in page.happenings:
            y += _happening(d, Rect(inner.x, y, inner.width, 0), happening) + GAP
        whole(y - inner.y)
    _before(d, table, page)
    put_over(d, foot)


def _happening(d: Drawing, rect: Rect, happening: Happening) -> float:
    """Draws a line of the history below a place; returns its height."""
    palette = d.palette
    ink, second = (palette.on_lamp, palette.on_lamp) if happening.chosen else (palette.text, palette.second)
    left = 62.0 if happening.time else 10.0
    words = rect.width - left - 44 - 40
    said = d.look.words(happening.note)
    high = d.height(happening.sentence, words, SENTENCE_STYLE)
    whole = max(50.0, high + 18 + (20 if said else 0))
    box = Rect(rect.x, rect.y, rect.width, whole)
    d.fill(box, palette.lamp if happening.chosen else palette.panel, RADIUS_SLOT)
    if happening.time:
        d.words(happening.time, Rect(box.x + 8, box.y, 52, whole), Style(16, Weight.SEMI_BOLD), second)
    if happening.colour is not None:
        d.badge(happening.colour, Rect(box.x + left, box.centre[1] - 16, 32, 32))
    place = Rect(box.x + left + 42, box.y + (whole - high - (20 if said else 0)) / 2, words, high + 1)
    d.words(happening.sentence, place, SENTENCE_STYLE, ink)
    if said:
        note = Rect(place.x, place.bottom, words, 20)
        d.words(happening.note, note, Style(14, Weight.SEMI_BOLD, condensed=True), second)
    d.icon(
        happening.icon or ("eye" if happening.by_camera else "hand-finger"), (box.right - 22, box.centre[1]), 22, second
    )
    d.touch(box, happening.intent, radius=RADIUS_SLOT)
    return whole


def _before(d: Drawing, rect: Rect, page: HistoryPage) -> None:
    """The table at that time, with ways to the actions before and after."""
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    head, rest = rect.inset(12, 8).split_top(24, 4)
    d.icon("eye", (head.x + 10, head.centre[1]), 20, d.palette.second)
    d.words(page.table_title, Rect(head.x + 28, head.y, head.width - 28, head.height), CAPTION, d.palette.second)
    table, steps = rest.split_bottom(52, 6)
    if page.table is not None:
        _small_table(d, table, page.table)
    _step(d, Rect(steps.x, steps.y, 52, 52), "chevron-left", page.earlier)
    _step(d, Rect(steps.right - 52, steps.y, 52, 52), "chevron-right", page.later)
    line = Rect(steps.x + 64, steps.centre[1] - 4, steps.width - 128, 8)
    d.fill(line, d.palette.raised, 4)
    d.fill(Rect(line.x, line.y, line.width * page.place, 8), d.palette.second, 4)
    d.fill(Rect(line.x + line.width * page.place - 13, line.centre[1] - 13, 26, 26), d.palette.lamp, 13)


def _step(d: Drawing, rect: Rect, icon: str, intent: Intent | None) -> None:
    button(d, rect, Key("", intent, icon), repeats=True)


def _small_table(d: Drawing, rect: Rect, screen: Screen) -> None:
    """Boards without a finger on them, and everybody's points."""
    seats = [seat for seat in screen.seats if seat.score is not None]
    boards, points = rect.split_bottom(34 if seats else 0, 6)
    quiet = Drawing(d.look)
    trees = (seat.board for seat in screen.seats if seat.on_turn and seat.board.arrangement is Arrangement.TREE)
    # Where cards hang below each other before their players, the game is there and not in the middle.
    shown = next(trees, None) or max(screen.boards, key=lambda board: board.weight * len(board.cells), default=None)
    if shown is not None:
        draw_board(quiet, boards, shown, Table.of(screen))
        d.marks.extend(quiet.marks)
    if not seats:
        return
    for box, seat in zip(points.grid(len(seats), 1, 4), seats, strict=True):
        badge = Rect(box.x, box.centre[1] - 12, 24, 24)
        d.badge(seat.colour, badge)
        figure = seat.score.value if seat.score is not None else ""
        room = Rect(badge.right + 4, box.y, box.right - badge.right - 4, box.height)
        d.words(figure, room, Style(19, Weight.BOLD, smallest=14), optional=True)


# --- laying out ---


def draw_setup(d: Drawing, page: SetupPage) -> None:
    space = d.space
    below = heading_bar(d, page.title)
    line = 44.0 if space.upright else 0.0
    _steps(d, page, Rect(space.width * 0.4, 0, space.width * 0.6, below.y) if not line else _below(below, line))
    end = page_foot(d, page.buttons)
    area = Rect(GAP, below.y + GAP + line, space.width - 2 * GAP, end - below.y - GAP - line)
    if space.upright:
        picture, words = area.split_top(area.height * 0.45, GAP)
    else:
        picture, words = area.split_left(area.width * 0.47, GAP + 4)
    _mat(d, picture, page)
    _step_words(d, words, page)


def _below(rect: Rect, high: float) -> Rect:
    return Rect(rect.x, rect.y + 4, rect.width, high)


def _steps(d: Drawing, page: SetupPage, rect: Rect) -> None:
    """A dot for each step, from the right: done, open, to come."""
    style = Style(16, Weight.SEMI_BOLD)
    name = f"{page.at + 1} · {d.look.words(page.steps[page.at])}"
    wide = d.width(name, style) + 24
    right = rect.right - 10
    for number in range(len(page.steps) - 1, -1, -1):
        here = number == page.at
        width = wide if here else 32.0
        if right - width < rect.x:
            return
        box = Rect(right - width, rect.centre[1] - 16, width, 32)
        right = box.x - 8
        if here:
            d.fill(box, d.palette.lamp, 16)
            d.words(name, box, style, d.palette.on_lamp, CENTRE)
        elif page.done[number]:
            d.fill(box, d.palette.good_ground, 16)
            d.icon("check", box.centre, 20, d.palette.good)
        else:
            d.fill(box, d.palette.raised, 16)
            d.words(str(number + 1), box, style, d.palette.second, CENTRE)


def _mat(d: Drawing, rect: Rect, page: SetupPage) -> None:
    """The part of the mat with this step's places, as they lie."""
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    room = rect.inset(14)
    if page.icon:
        side = min(room.width, room.height, 220.0) * 0.5
        ground = Rect(room.centre[0] - side, room.centre[1] - side, 2 * side, 2 * side)
        d.fill(ground, d.palette.card, RADIUS_PANEL)
        d.icon(page.icon, room.centre, side * 1.4, d.palette.lamp)
        return
    if page.board is not None:
        _laid_out(d, room, page, page.board)
        return
    width = min(room.width, room.height * page.proportion)
    height = width / page.proportion
    mat = Rect(room.centre[0] - width / 2, room.centre[1] - height / 2, width, height)
    if page.around:
        d.fill(mat.inset(-6), d.palette.ground, RADIUS_SLOT)
    for place in page.around:
        box = Rect(mat.x + place.x * width, mat.y + place.y * height, place.width * width, place.height * height)
        d.fill(box.inset(1), d.palette.card, min(4.0, box.height / 4))
    boxes = [_box(mat, place) for place in page.places]
    layers: list[int] = []
    for number, (place, box) in enumerate(zip(page.places, boxes, strict=True)):
        below = [layers[other] for other in range(number) if boxes[other].overlaps(box.inset(3))]
        layers.append(1 + max(below, default=0))
        _place(d, box, place, layers[-1])
    if len(boxes) <= NAMED:
        _place_names(d, rect, page.places, boxes)


def _box(mat: Rect, place: SetupPlace) -> Rect:
    left, top = mat.x + place.x * mat.width, mat.y + place.y * mat.height
    return Rect(left, top, max(8.0, place.width * mat.width - 2), max(8.0, place.height * mat.height - 2))


def _place_names(d: Drawing, around: Rect, places: Sequence[SetupPlace], boxes: Sequence[Rect]) -> None:
    """What goes there: in its place, or below or above it where that is too small and no other name stands there."""
    small = Style(15, Weight.SEMI_BOLD, lines=3, condensed=True, leading=1.05)
    taken: list[Rect] = []
    for place, box in zip(places, boxes, strict=True):
        if d.fits(place.label, box.inset(4, 2), small) and not place.here:
            d.words(place.label, box.inset(4, 2), small, d.palette.second, CENTRE)
            continue
        wide = min(NAME_WIDTH, d.width(place.label, small) + 2)
        left = min(max(box.centre[0] - wide / 2, around.x + 6), around.right - 6 - wide)
        high = d.height(place.label, wide, small) + 1
        top = box.bottom + 3 if box.bottom + 3 + high <= around.bottom else box.y - 3 - high
        beside = Rect(left, top, wide, high)
        if not any(beside.overlaps(other) for other in taken):
            taken.append(beside)
            d.words(place.label, beside, small, d.palette.second, CENTRE, 0.0, optional=True)


def _laid_out(d: Drawing, room: Rect, page: SetupPage, board: Board) -> None:
    """The game's own drawing of the place as it is to lie, with a tick on what is seen there."""
    missing = frozenset(place.zone for place in page.places if place.tone is Tone.ATTENTION)
    with d.sketching():
        draw_board(d, room, board, Table(missing, {}))
    for place in page.places:
        box = d.zones.get(place.zone)
        if place.here and box is not None:
            tick = Rect(box.right - 14, box.y - 6, 22, 22)
            d.fill(tick, d.palette.good_ground, 11)
            d.icon("check", tick.centre, 18, d.palette.good)


def _place(d: Drawing, box: Rect, place: SetupPlace, layer: int) -> None:
    """A place that is still empty is dashed; the higher it lies the lighter it is."""
    palette = d.palette
    radius = min(8.0, box.height / 4)
    if place.here:
        d.fill(box, mixed(palette.good_ground, palette.good, 0.25), radius)
        d.icon("check", box.centre, max(14.0, min(26.0, box.height * 0.6, box.width * 0.6)), palette.good)
        return
    colour = palette.attention if place.tone is Tone.ATTENTION else palette.second
    d.fill(box, palette.layers[min(layer, len(palette.layers)) - 1], radius)
    d.dashed(box, colour, radius, 2)


def _sentences(d: Drawing, rect: Rect, sentences: Sequence[Text]) -> None:
    """What is to be done, in letters as large as leave room for all of it; at the worst a finger moves it."""
    for size in (19, 17, 15):
        style = Style(size, Weight.MEDIUM, lines=12, smallest=15, leading=1.3 if size > 15 else 1.2)
        heights = [d.height(sentence, rect.width, style) + 10 for sentence in sentences]
        if sum(heights) <= rect.height:
            _below_each_other(d, rect, sentences, heights, style)
            return
    with d.scrolling(f"step {d.look.words(sentences[0])}", rect) as whole:
        _below_each_other(d, rect, sentences, heights, style)
        whole(sum(heights))


def _below_each_other(
    d: Drawing, rect: Rect, sentences: Sequence[Text], heights: Sequence[float], style: Style
) -> None:
    top = rect.y
    for number, (sentence, high) in enumerate(zip(sentences, heights, strict=True)):
        colour = None if not number else d.palette.second
        d.words(sentence, Rect(rect.x, top, rect.width, high - 9), style, colour)
        top += high


def _step_words(d: Drawing, rect: Rect, page: SetupPage) -> None:
    d.words(
        page.heading, Rect(rect.x, rect.y, rect.width, 40), Style(27, Weight.BOLD, lines=2, smallest=18, leading=1.05)
    )
    rule = 26.0 if d.look.words(page.rule) else 0.0
    plate = Rect(rect.x, rect.bottom - rule - 70, rect.width, 64)
    _sentences(d, Rect(rect.x, rect.y + 46, rect.width - 4, plate.y - rect.y - 46), page.sentences)
    ground, ink = d.palette.tone_ground(page.tone), d.palette.tone(page.tone)
    d.fill(plate, ground, RADIUS_PANEL)
    d.icon(
        "eye" if page.tone is Tone.ATTENTION else TONE_ICONS.get(page.tone, "eye"),
        (plate.x + 28, plate.centre[1]),
        28,
        ink,
    )
    words = Rect(plate.x + 56, plate.y + 6, plate.width - 66, plate.height - 12)
    upper, lower = words.split_top(words.height / 2)
    d.words(page.seen, upper, Style(18, Weight.BOLD, smallest=14))
    d.words(page.missing, lower, Style(16, Weight.MEDIUM, smallest=14), d.palette.second)
    if rule:
        d.icon("book", (rect.x + 12, rect.bottom - 13), 20, d.palette.second)
        d.words(
            page.rule,
            Rect(rect.x + 30, rect.bottom - 26, rect.width - 32, 26),
            Style(16, Weight.SEMI_BOLD),
            d.palette.second,
        )
