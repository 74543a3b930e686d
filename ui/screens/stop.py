"""A stop: what cannot be, what is asked, where table and game differ. It takes all below the bar, and waits."""

from __future__ import annotations

from companion.core.figures import Balance, Duel
from companion.core.screen import Notice, NoticeKind, Screen, Why
from companion.core.text import say, say_plural
from ui.components import Key, Kind, button, foot, plate
from ui.drawing import BUTTON, Drawing
from ui.navigation import ACTIONS, SAID, Open, Shut
from ui.rect import Rect
from ui.screens import contests, questions
from ui.screens.bar import turn_bar, undo_keys
from ui.screens.questions import icon_of, sketch, talked_about
from ui.tokens import ANSWER_HEIGHT, GAP, INK, RADIUS_PANEL
from ui.typography import Style, Weight

SIGNS = {
    NoticeKind.ILLEGAL: "hand-stop",
    NoticeKind.DISAGREE: "alert-triangle",
    NoticeKind.TROUBLE: "alert-triangle",
    NoticeKind.QUESTION: "question-mark",
    NoticeKind.SAYING: "info-circle",
}
AT_THE_FOOT, BESIDE_AN_ICON = 4, 62.0
"""So many answers stand at the foot; more are rows."""

LINE = Style(18, Weight.MEDIUM, lines=4, smallest=15, leading=1.3)
HEADING = Style(27, Weight.BOLD, lines=3, smallest=18, leading=1.12)


def draw(d: Drawing, screen: Screen, notice: Notice) -> None:
    colour = _colour(d, notice.kind)
    if notice.asked_why and notice.why:
        _why(d, screen, notice)
    elif d.opened == ACTIONS and notice.detail is not None:
        questions.question(d, screen, notice, colour, SIGNS[notice.kind])
    elif isinstance(notice.detail, Balance):
        contests.balance(d, screen, notice, notice.detail)
    elif isinstance(notice.detail, Duel):
        contests.duel(d, screen, notice, notice.detail)
    elif not _at_the_foot(d, notice):
        questions.question(d, screen, notice, colour, SIGNS[notice.kind])
    else:
        _stop(d, screen, notice, colour)


def _at_the_foot(d: Drawing, notice: Notice) -> bool:
    """Whether the answers are few and short enough to stand beside each other."""
    count = max(1, len(notice.answers))
    if count > AT_THE_FOOT:
        return False
    count += d.opened == SAID  # The way back stands beside them.
    beside = count - 1 if d.space.upright and count > 2 else count + 0.25
    words = Rect(0, 0, (d.space.width - GAP) / max(1.0, beside) - GAP - BESIDE_AN_ICON, ANSWER_HEIGHT - 8)
    return all(d.fits(answer.label, words, BUTTON) for answer in notice.answers)


def _colour(d: Drawing, kind: NoticeKind) -> str:
    palette = d.palette
    return {
        NoticeKind.ILLEGAL: palette.bad,
        NoticeKind.TROUBLE: palette.bad,
        NoticeKind.DISAGREE: palette.attention,
        NoticeKind.QUESTION: palette.unknown,
        NoticeKind.SAYING: palette.lamp,
    }[kind]


# --- few answers ---


def _stop(d: Drawing, screen: Screen, notice: Notice, colour: str) -> None:
    top = turn_bar(d, screen, stopped=True)
    keys = _answer_keys(notice)
    if d.opened == SAID:
        keys = [*keys, Key(say("Back"), Shut(), "chevron-left")]
    elif notice.kind is NoticeKind.QUESTION:
        keys += undo_keys(screen)
    answers = foot(d, keys) if keys else Rect(0, d.space.height, 0, 0)
    room = Rect(GAP, top + GAP, d.space.width - 2 * GAP, answers.y - top - 2 * GAP - 2)
    board = talked_about(screen)
    if board is not None and not d.space.upright:
        wide = 284.0 if d.space.wide else 248.0
        place, room = room.split_left(wide, 16)
        sketch(d, place, board, screen)
    elif board is not None and room.height > 420:
        place, room = room.split_top(250, 14)
        sketch(d, place, board, screen)
    _said(d, room, notice, colour)


def _said(d: Drawing, room: Rect, notice: Notice, colour: str) -> None:
    """Heading, what was seen, and at the foot the repair and the rule; a long list scrolls between them."""
    sign = Rect(room.x, room.y, 44, 44)
    d.fill(sign, colour, 12)
    d.icon(SIGNS[notice.kind], sign.centre, 30, INK if d.palette.name == "dark" else d.palette.ground)
    wide = room.right - sign.right - 12
    size = 30.0 if d.space.upright else 27.0
    heading = Style(size, HEADING.weight, 3, 18, leading=1.12)
    high = max(44.0, min(d.height(notice.heading, wide, heading), 3 * size * 1.12) + 2)
    taken = d.words(notice.heading, Rect(sign.right + 12, room.y, wide, high), heading, down=0.0)
    room = Rect(
        room.x, max(sign.bottom, taken.bottom) + 8, room.width, room.bottom - max(sign.bottom, taken.bottom) - 8
    )
    if notice.rule is not None:
        room, box = room.split_bottom(56, 10)
        _rule(d, box, notice)
    if notice.repair is not None:
        style = Style(18, Weight.SEMI_BOLD, lines=4, smallest=15, leading=1.22)
        high = max(52.0, min(d.height(notice.repair, room.width - 66, style) + 22, room.height * 0.6))
        room, box = room.split_bottom(high, 10)
        plate(d, box, "arrow-back-up", d.palette.good, d.palette.good_ground, notice.repair)
    _lines(d, room, notice)


def _lines(d: Drawing, room: Rect, notice: Notice) -> None:
    heights = [d.height(line, room.width - 8, LINE) + 6 for line in notice.lines]
    if sum(heights) <= room.height:
        top = room.y
        for line, high in zip(notice.lines, heights, strict=True):
            d.words(line, Rect(room.x, top, room.width - 8, high), LINE, down=0.0)
            top += high
        return
    with d.scrolling(f"lines {d.look.words(notice.heading)}", room) as whole:
        top = room.y
        for line, high in zip(notice.lines, heights, strict=True):
            d.words(line, Rect(room.x, top, room.width - 8, high), LINE, down=0.0)
            top += high
        whole(top - room.y)


def _rule(d: Drawing, box: Rect, notice: Notice) -> None:
    d.fill(box, d.palette.card, RADIUS_PANEL)
    d.icon("book-2", (box.x + 26, box.centre[1]), 26, d.palette.second)
    right = box.right - 6
    if notice.why:
        key = Rect(right - 80, box.y + 4, 80, box.height - 8)
        button(d, key, Key(say("Why?"), Why(), name="why"), size=17)
        right = key.x - 8
    if notice.rule is not None:
        room = Rect(box.x + 48, box.y, right - box.x - 48, box.height)
        d.words(notice.rule, room, Style(16, Weight.SEMI_BOLD, lines=2))


def _answer_keys(notice: Notice) -> list[Key]:
    """The first answer is the primary one."""
    keys = []
    for number, answer in enumerate(notice.answers):
        first = number == 0
        keys.append(
            Key(
                answer.label,
                answer.intent if answer.enabled else None,
                answer.icon or ("check" if first else icon_of(answer)),
                Kind.PRIMARY if first else Kind.PLAIN,
                answer.why_not,
                share=1.25 if first else 1.0,
                name="confirm" if first else "",
            )
        )
    return keys


# --- why ---


def _why(d: Drawing, screen: Screen, notice: Notice) -> None:
    top = turn_bar(d, screen, stopped=True)
    answers = foot(d, [Key(say("Back"), Why(), "chevron-left"), *_answer_keys(notice)[:2]])
    room = Rect(20, top + 12, d.space.width - 40, answers.y - top - 24)
    d.icon("book-2", (room.x + 17, room.y + 20), 34, d.palette.attention)
    if notice.rule is not None:
        style = Style(24, Weight.BOLD, lines=2, smallest=18)
        d.words(notice.rule, Rect(room.x + 50, room.y, room.width - 50, 40), style)
    body = Rect(room.x, room.y + 52, room.width, room.height - 52)
    style = Style(22, Weight.MEDIUM, lines=12, smallest=16, leading=1.35)
    for sentence in notice.why:
        taken = d.words(sentence, body, style, down=0.0)
        body = Rect(body.x, taken.bottom + 12, body.width, body.bottom - taken.bottom - 12)
    for line in notice.lines:
        high = d.height(line, body.width, LINE) + 4
        if high <= body.height:
            head, body = body.split_top(high, 4)
            d.words(line, head, LINE, d.palette.second, down=0.0)


# --- a line ---


def saying(d: Drawing, rect: Rect, notice: Notice) -> None:
    """A saying that stops nothing: its words, and the one or two answers beside it."""
    d.fill(rect, d.palette.card, RADIUS_PANEL)
    keys = _answer_keys(notice)[:2]
    right = rect.right - 6
    for key in reversed(keys):
        wide = min(170.0, d.width(key.label, Style(18, Weight.SEMI_BOLD)) + 64)
        box = Rect(right - wide, rect.y + 6, wide, rect.height - 12)
        button(d, box, key)
        right = box.x - 8
    d.icon(SIGNS[notice.kind], (rect.x + 26, rect.centre[1]), 24, d.palette.second)
    room = Rect(rect.x + 48, rect.y + 2, right - rect.x - 52, rect.height - 4)
    if not notice.lines:
        d.words(notice.heading, room, Style(17, Weight.SEMI_BOLD, lines=2), optional=True)
        return
    if len(notice.lines) > 1:
        d.touch(Rect(rect.x, rect.y, right - rect.x, rect.height), Open(SAID), radius=RADIUS_PANEL)
        room, more = room.split_right(76, 6)
        count = len(notice.lines) - 1
        words = say_plural("and {count} more", "and {count} more", count)
        d.words(words, more, Style(15, Weight.SEMI_BOLD, lines=2, condensed=True), d.palette.second, optional=True)
    upper, lower = room.split_top(room.height * 0.45)
    d.words(notice.heading, upper, Style(17, Weight.SEMI_BOLD, condensed=True), optional=True)
    small = Style(15, Weight.MEDIUM, lines=2, condensed=True, leading=1.0)
    d.words(notice.lines[0], lower, small, d.palette.second, optional=True)
