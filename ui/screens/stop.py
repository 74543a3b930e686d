"""A stop: what cannot be, what is asked, where table and game differ. It takes all below the bar, and waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from companion.core.screen import Button, Notice, NoticeKind, Pad, RollChart, RunningSum, Screen, Why
from companion.core.screen_parts import Duel, Throw
from companion.core.text import say, say_plural
from ui.components import ButtonKind, Key, button, fits_in_row, foot, foot_rows, plate
from ui.drawing import Drawing
from ui.navigation import ACTIONS, OTHERS, SAID, OpenPanel, Shut
from ui.rect import Rect
from ui.screens import contests, dice, questions, refusal, why
from ui.screens.bar import turn_bar, undo_keys
from ui.screens.questions import as_sentence, at_hand, icon_of, sketch, talked_about
from ui.screens.search import SEARCH
from ui.tokens import GAP, INK, RADIUS_PANEL
from ui.typography import Style, Weight

SIGNS = {
    NoticeKind.ILLEGAL: "hand-stop",
    NoticeKind.REFUSED: "hand-stop",
    NoticeKind.DISAGREE: "alert-triangle",
    NoticeKind.TROUBLE: "alert-triangle",
    NoticeKind.QUESTION: "question-mark",
    NoticeKind.SAYING: "info-circle",
}
AT_THE_FOOT, USUAL = 4, 2
"""So many answers stand at the foot; more are rows. Of those to a broken rule the usual ones, the rest behind a key."""

PICTURE, PICTURE_UPRIGHT, LESS_BESIDE_FIGURES, NARROW_TEXT = 0.38, 0.42, 0.02, 400.0
"""The share of the drawing of the place, beside what is said or above it, where figures stand with it."""

POINT = 24.0
PICTURED = {NoticeKind.REFUSED, NoticeKind.ILLEGAL, NoticeKind.DISAGREE, NoticeKind.QUESTION, NoticeKind.TROUBLE}

ANSWERS, HEADED = 56.0, 24.0
"""How high a row of answers and a heading stand where nothing is stopped."""

LINE = Style(18, Weight.MEDIUM, lines=4, smallest=15, leading=1.3)
SMALLER_LINES = (replace(LINE, size=16.0, leading=1.15), replace(LINE, size=15.0, leading=1.08, condensed=True))
HEADING = Style(27, Weight.BOLD, lines=3, smallest=18, leading=1.12)


def draw(d: Drawing, screen: Screen, notice: Notice) -> None:
    colour = _colour(d, notice.kind)
    if notice.asked_why and notice.why:
        why.page(d, screen, notice, _answer_keys(notice)[:2])
    elif d.opened == OTHERS or (notice.detail is not None and (d.opened == ACTIONS or d.opened.startswith(SEARCH))):
        questions.question(d, screen, notice, colour, SIGNS[notice.kind])
    elif isinstance(notice.detail, RunningSum):
        contests.running_sum(d, screen, notice, notice.detail)
    elif isinstance(notice.detail, Duel):
        contests.duel(d, screen, notice, notice.detail)
    elif isinstance(notice.detail, Pad):
        dice.pad(d, screen, notice, notice.detail)
    elif isinstance(notice.detail, RollChart):
        dice.chart(d, screen, notice, notice.detail)
    elif isinstance(notice.detail, Throw):
        dice.throw(d, screen, notice, notice.detail)
    elif not _at_the_foot(d, notice):
        questions.question(d, screen, notice, colour, SIGNS[notice.kind])
    else:
        _stop(d, screen, notice, colour)


def _at_the_foot(d: Drawing, notice: Notice) -> bool:
    """Whether the answers are few and short enough to stand at the foot.

    What is chosen, touch after touch, always stands in rows: else it jumped from the one height to the other.
    """
    if notice.chooses:
        return False
    if notice.kind is NoticeKind.ILLEGAL:
        return True
    if len(notice.answers) > AT_THE_FOOT:
        return False
    return all(fits_in_row(d, row) for row in foot_rows(d, _all_keys(d, notice)))


def _all_keys(d: Drawing, notice: Notice) -> list[Key]:
    keys = _answer_keys(notice)
    if notice.kind is NoticeKind.ILLEGAL and len(keys) > USUAL + 1:
        keys = [*keys[:USUAL], Key(say("Something else"), OpenPanel(OTHERS), "dots")]
    return [*keys, Key(say("Back"), Shut(), "chevron-left")] if d.opened == SAID else keys


def _colour(d: Drawing, kind: NoticeKind) -> str:
    palette = d.palette
    return {
        NoticeKind.ILLEGAL: palette.bad,
        NoticeKind.REFUSED: palette.bad,
        NoticeKind.TROUBLE: palette.bad,
        NoticeKind.DISAGREE: palette.attention,
        NoticeKind.QUESTION: palette.unknown,
        NoticeKind.SAYING: palette.lamp,
    }[kind]


# --- few answers ---


def _stop(d: Drawing, screen: Screen, notice: Notice, colour: str) -> None:
    top = turn_bar(d, screen, stopped=True)
    # To set a rule aside for what has not even been done yet is offered with the rule itself.
    keys = _answer_keys(notice)[:1] if notice.kind is NoticeKind.REFUSED else _all_keys(d, notice)
    if d.opened != SAID and notice.kind is NoticeKind.QUESTION:
        keys += undo_keys(screen)
    answers = foot(d, keys) if keys else Rect(0, d.space.height, 0, 0)
    room = Rect(GAP, top + GAP, d.space.width - 2 * GAP, answers.y - top - 2 * GAP - 2)
    room = _beside_the_place(d, room, screen, notice)
    if notice.lines or notice.rule is not None or notice.repair is not None:
        _said(d, room, notice, colour)
    else:
        _asked(d, room, notice, colour)


def _asked(d: Drawing, room: Rect, notice: Notice, colour: str) -> None:
    """A question and nothing else: in large letters, in the middle of its room."""
    style = replace(HEADING, size=34.0, lines=5)
    wide = room.width - 72 - GAP
    high = max(60.0, d.height(notice.heading, wide, style))
    top = room.y + (room.height - high) * 0.42
    sign = Rect(room.x + GAP, top + (high - 60) / 2, 60, 60)
    d.fill(sign, colour, 16)
    d.icon(SIGNS[notice.kind], sign.centre, 40, INK if d.palette.name == "dark" else d.palette.ground)
    d.words(notice.heading, Rect(sign.right + 16, top, wide - 16, high + 4), style)


def _beside_the_place(d: Drawing, room: Rect, screen: Screen, notice: Notice) -> Rect:
    """Draws the place that is talked about; returns the room beside it."""
    board = talked_about(screen) or (at_hand(screen) if notice.kind in PICTURED else None)
    if board is None and not screen.numbered and notice.place is None:
        return room
    if d.space.upright:
        if room.height < NARROW_TEXT:
            return room
        share = PICTURE_UPRIGHT - (LESS_BESIDE_FIGURES if notice.measures else 0.0)
        place, room = room.split_top(room.height * share, 14)
    else:
        place, room = room.split_left(min(room.width * PICTURE, room.width - NARROW_TEXT), 16)
    if notice.place is not None:
        refusal.seen(d, place, notice)
    elif screen.numbered:
        refusal.sketch(d, place, screen)
    elif board is not None:
        sketch(d, place, board, screen)
    return room


def _said(d: Drawing, room: Rect, notice: Notice, colour: str) -> None:
    """Heading, what was seen, and at the foot the repair and the rule; a long list scrolls between them."""
    sign = Rect(room.x, room.y, 44, 44)
    d.fill(sign, colour, 12)
    d.icon(SIGNS[notice.kind], sign.centre, 30, INK if d.palette.name == "dark" else d.palette.ground)
    wide = room.right - sign.right - 12
    said = sum(d.height(as_sentence(d.look.words(line)), room.width - 8, LINE) + 6 for line in notice.lines)
    style = Style(18, Weight.SEMI_BOLD, lines=4, smallest=15, leading=1.22)
    repair = 0.0 if notice.repair is None else max(52.0, d.height(notice.repair, room.width - 66, style) + 22) + 10
    least = said + 8 + repair + (66 if notice.rule is not None else 0)
    sizes = (30.0,) if d.space.upright else (22.0,) if notice.measures else (27.0, 22.0)
    # What is read is smaller before what is said has to scroll.
    for size in sizes:
        heading = Style(size, HEADING.weight, 3, 18, leading=1.12)
        high = max(44.0, min(d.height(notice.heading, wide, heading), 3 * size * 1.12) + 2)
        if high + least <= room.height:
            break
    taken = d.words(notice.heading, Rect(sign.right + 12, room.y, wide, high), heading, down=0.0)
    room = Rect(
        room.x, max(sign.bottom, taken.bottom) + 8, room.width, room.bottom - max(sign.bottom, taken.bottom) - 8
    )
    if notice.rule is not None:
        room, box = room.split_bottom(56, 10)
        _rule(d, box, notice)
    if notice.repair is not None:
        room, box = room.split_bottom(max(52.0, min(repair - 10, room.height * 0.6)), 10)
        plate(d, box, "arrow-back-up", d.palette.good, d.palette.good_ground, notice.repair)
    if (high := why.lines_height(notice, room.height - said - 6)) > 0:
        words, figures = room.split_top(said, 6)
        why.lines(d, figures.split_top(high)[0], notice)
        room = words
    _lines(d, room, notice)


def _lines(d: Drawing, room: Rect, notice: Notice) -> None:
    """Sentences below each other; what is to be done one after the other has a point before it."""
    listed = notice.kind is NoticeKind.DISAGREE
    wide = room.width - 8 - (POINT if listed else 0)
    sentences = [as_sentence(d.look.words(line)) for line in notice.lines]
    for style in (LINE, *(() if listed else SMALLER_LINES)):
        heights = [d.height(line, wide, style) + (10 if listed else 6) for line in sentences]
        if sum(heights) <= room.height:
            _below_each_other(d, room, sentences, heights, listed, style)
            return
    heights = [d.height(line, wide, LINE) + (10 if listed else 6) for line in sentences]
    with d.scrolling(f"lines {d.look.words(notice.heading)}", room) as whole:
        _below_each_other(d, room, sentences, heights, listed)
        whole(sum(heights))


def _below_each_other(
    d: Drawing, room: Rect, lines: list[str], heights: list[float], listed: bool, style: Style = LINE
) -> None:
    top, shift = room.y, POINT if listed else 0.0
    for line, high in zip(lines, heights, strict=True):
        if listed:
            d.fill(Rect(room.x + 6, top + 9, 8, 8), d.palette.attention, 4)
        d.words(line, Rect(room.x + shift, top, room.width - 8 - shift, high), style, down=0.0)
        top += high


def _rule(d: Drawing, box: Rect, notice: Notice) -> None:
    d.fill(box, d.palette.card, RADIUS_PANEL)
    d.icon("book-2", (box.x + 26, box.centre[1]), 26, d.palette.second)
    right = box.right - 6
    if notice.why:
        key = Rect(right - 80, box.y + 4, 80, box.height - 8)
        button(d, key, Key(say("Why?"), Why(), name="why"), size=17)
        right = key.x - 8
    room = Rect(box.x + 48, box.y, right - box.x - 48, box.height)
    if notice.rule is None:
        return
    short = Style(15, Weight.MEDIUM, lines=2, smallest=14, condensed=True, leading=1.0)
    if notice.why and d.fits(notice.why[0], Rect(0, 0, room.width, 30), short):
        head, room = room.split_top(23)
        d.words(notice.why[0], room.inset(0, 1), short, d.palette.second, down=0.0)
    else:
        head = room
    d.words(notice.rule, head, Style(16, Weight.SEMI_BOLD, lines=2))


def _answer_keys(notice: Notice) -> list[Key]:
    """One answer stands out at most."""
    keys = []
    for answer in notice.answers:
        foremost = answer is notice.foremost
        keys.append(
            Key(
                answer.label,
                answer.intent if answer.enabled else None,
                _icon(notice, answer, foremost=foremost),
                ButtonKind.PRIMARY if foremost else ButtonKind.PLAIN,
                answer.why_not,
                share=1.25 if foremost else 1.0,
                name="confirm" if foremost else "",
            )
        )
    return keys


def _icon(notice: Notice, answer: Button, *, foremost: bool) -> str:
    if foremost and notice.kind is NoticeKind.REFUSED:
        return "arrow-back-up"
    return answer.icon or ("check" if foremost else icon_of(answer))


# --- a line ---


def saying(d: Drawing, rect: Rect, notice: Notice) -> None:
    """A saying that stops nothing: its words, and the one or two answers beside it, or below it where it is narrow."""
    d.fill(rect, d.palette.card, RADIUS_PANEL)
    keys = _answer_keys(notice)[:2]
    if stands_above(d, notice):
        words, row = rect.inset(6, 6).split_bottom(ANSWERS, GAP)
        for number, key in enumerate(keys):
            wide = (row.width - 8 * (len(keys) - 1)) / len(keys)
            button(d, Rect(row.x + number * (wide + 8), row.y, wide, row.height), key)
        _told(d, words, notice)
        return
    right = rect.right - 6
    for key in reversed(keys):
        wide = min(170.0, d.width(key.label, Style(18, Weight.SEMI_BOLD)) + 64)
        box = Rect(right - wide, rect.y + 6, wide, rect.height - 12)
        button(d, box, key)
        right = box.x - 8
    _told(d, Rect(rect.x, rect.y, right - rect.x, rect.height), notice)


def stands_above(d: Drawing, notice: Notice) -> bool:
    """Whether its words need the whole width, so that the answers stand below them."""
    return d.space.upright and bool(notice.lines and notice.answers)


def _told(d: Drawing, rect: Rect, notice: Notice) -> None:
    """Heading and sentences, as many of them as there is room for; a touch shows the others."""
    d.icon(SIGNS[notice.kind], (rect.x + 26, rect.centre[1]), 24, d.palette.second)
    room = Rect(rect.x + 48, rect.y + 2, rect.width - 52, rect.height - 4)
    if not notice.lines:
        d.words(notice.heading, room, Style(17, Weight.SEMI_BOLD, lines=2), optional=True)
        return
    if len(notice.lines) > 1:
        d.touch(rect, OpenPanel(SAID), radius=RADIUS_PANEL)
    small = Style(15, Weight.MEDIUM, lines=2, condensed=True, leading=1.0)
    shown = _that_fit(d, [as_sentence(d.look.words(line)) for line in notice.lines], room, small)
    if left := len(notice.lines) - len(shown):
        room, more = room.split_right(76, 6)
        words = say_plural("and {count} more", "and {count} more", left)
        d.words(words, more, Style(15, Weight.SEMI_BOLD, lines=2, condensed=True), d.palette.second, optional=True)
    heights = [_height(d, line, room.width, small) for line in shown]
    high = min(HEADED, room.height - sum(heights))
    top = room.y + (room.height - high - sum(heights)) / 2
    strong = Style(19, Weight.SEMI_BOLD, smallest=15)
    d.words(notice.heading, Rect(room.x, top, room.width, high), strong, optional=True)
    top += high
    for line, below in zip(shown, heights, strict=True):
        d.words(line, Rect(room.x, top, room.width, below), small, d.palette.second, optional=True)
        top += below


def _that_fit(d: Drawing, lines: Sequence[str], room: Rect, style: Style) -> Sequence[str]:
    """The first of them, and as many more as there is room for below the heading."""
    wide = room.width - (82 if len(lines) > 1 else 0)
    heights = list(accumulate(_height(d, line, wide, style) for line in lines))
    return lines[: max(1, sum(HEADED + high <= room.height for high in heights))]


def _height(d: Drawing, line: str, wide: float, style: Style) -> float:
    return min(d.height(line, wide, style), style.lines * style.size) + 1
