"""A question with many answers: the likely ones first, with what speaks for them; the others are searched for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.core.screen import Arrangement, Back, Board, Button, Dismiss, Notice, Screen, SeatView, Select
from companion.core.text import Text, say
from ui.boards import draw_board
from ui.boards.table import TableFocus, arrows
from ui.components import Key, buttons_in_row, panel, row, title_bar
from ui.drawing import Drawing
from ui.navigation import ACTIONS, OTHERS, SAID, OpenPanel, Shut
from ui.picture import PictureWords, flat
from ui.rect import Rect
from ui.screens import search
from ui.screens.bar import MENU, undo_keys
from ui.screens.laying import choices
from ui.screens.search import MANY, ROW, ROW_TITLE, SEARCH, folded, folded_columns
from ui.seats import folded_seats
from ui.tokens import ANSWER_HEIGHT, GAP, RADIUS_SLOT
from ui.typography import Style, Weight

CANDIDATE = 70.0
LINE = Style(17, Weight.MEDIUM, lines=2, smallest=14)
HINT, LOWEST_SKETCH = 84.0, 76.0
FEW, PLACE = 4, 0.38
"""So few answers stand beside a drawing of their place, which has this share of the width."""


def question(d: Drawing, screen: Screen, notice: Notice, colour: str, sign: str) -> None:
    """The likely answer framed; those that lead back or away stand at the foot, always at the same place."""
    acting = [seat for seat in screen.seats if seat.on_turn]
    chip = (acting[0].colour, acting[0].name, acting[0].clock) if len(acting) == 1 else None
    searching = d.opened.startswith(SEARCH)
    close = Shut() if d.opened in {ACTIONS, OTHERS, SAID} or searching else None
    below = title_bar(d, notice.heading, icon=sign, icon_ground=colour, chip=chip, close=close, menu=MENU)
    ways_out = [answer for answer in notice.answers if _leads_away(answer)]
    answers = [answer for answer in notice.answers if answer not in ways_out]
    keys = [Key(each.label, each.intent, icon_of(each)) for each in ways_out] + undo_keys(screen)
    offered = notice.crop is not None or any(answer.second is not None for answer in answers)
    if len(answers) > MANY and not offered:
        keys.append(Key(say("Search by name"), OpenPanel(SEARCH), "search"))
    bottom = d.space.height - GAP
    if keys and not searching:
        strip = Rect(GAP, d.space.height - GAP - ANSWER_HEIGHT, d.space.width - 2 * GAP, ANSWER_HEIGHT)
        buttons_in_row(d, strip, keys)
        bottom = strip.y - GAP
    room = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, bottom - below.y - GAP)
    if searching:
        search.draw(d, room, answers, d.opened)
    elif len(answers) > MANY and offered:
        _candidates(d, room, screen, notice, answers, colour)
    else:
        _answers_and_lines(d, _beside_the_table(d, room, screen, answers), notice, answers, colour)


def _leads_away(answer: Button) -> bool:
    return isinstance(answer.intent, Back | Dismiss) or answer.icon == "x"


def icon_of(answer: Button) -> str:
    return answer.icon or {Back: "chevron-left", Dismiss: "x"}.get(type(answer.intent), "")


# --- candidates ---


def _candidates(d: Drawing, room: Rect, screen: Screen, notice: Notice, answers: list[Button], colour: str) -> None:
    """The likeliest with what speaks for each, beside what is asked about; then the way to all others."""
    room = _asked_about(d, room, screen, notice)
    if not is_likeliest(answers):
        search.groups(d, room, answers)
        return
    first, *others = answers
    head, rest = room.split_top(CANDIDATE, GAP)
    row(
        d,
        head,
        first.label,
        first.second or "",
        icon=first.icon,
        tint=first.tint,
        right=say("most likely"),
        right_colour=colour,
        intent=first.intent,
        chosen=colour,
    )
    rest, below = rest.split_bottom(search.DOOR, GAP)
    lines = int((rest.height + GAP) // (ROW + GAP))
    for place, answer in zip(rest.grid(1 if d.space.upright else 2, lines, GAP), others, strict=False):
        # A long name takes both lines: it matters more than what speaks for it.
        words = Rect(0, 0, place.width - (82 if answer.icon else 28), ROW)
        second = (answer.second or "") if d.fits(answer.label, words, replace(ROW_TITLE, lines=1)) else ""
        row(d, place, answer.label, second, icon=answer.icon, tint=answer.tint, intent=answer.intent, chevron=False)
    search.door(d, below, say("Another one: search by name"))


def is_likeliest(answers: Sequence[Button]) -> bool:
    """Whether something speaks for the first that does not for the next: else their order tells nothing."""
    first, *others = (answer.second for answer in answers)
    return first is not None and first != next(iter(others), None)


def _asked_about(d: Drawing, room: Rect, screen: Screen, notice: Notice) -> Rect:
    """The label as the camera sees it and the place where it lies; returns the room beside them."""
    board = talked_about(screen)
    if board is None and notice.crop is None:
        return room
    if d.space.upright:
        place, room = room.split_top(room.height * 0.4, GAP)
    else:
        place, room = room.split_left(270.0 if d.space.wide else 240.0, GAP)
    panel(d, place)
    if notice.crop is not None:
        size = notice.crop.width, notice.crop.height
        if board is None:
            d.light(size, notice.crop.pixels, Rect(place.x, place.y, place.width, place.height - HINT).inset(12))
        elif d.space.upright:
            picture, place = place.split_left(place.width * 0.45, GAP)
            d.light(size, notice.crop.pixels, picture.inset(12))
        else:
            picture, place = place.split_top(min(place.width, place.height * 0.5), GAP)
            d.light(size, notice.crop.pixels, picture.inset(12))
    place, hint = place.split_bottom(_hint_height(d, place.width))
    if board is not None and place.height >= LOWEST_SKETCH:
        sketch(d, place, board, screen)
    _hint(d, hint)
    return room


HINT_STYLE = Style(16, Weight.SEMI_BOLD, lines=3, leading=1.25)


def _hint_words() -> Text:
    return say("Turn it a little, or lay it flat, and I read it myself.")


def _hint_height(d: Drawing, wide: float) -> float:
    return d.height(_hint_words(), wide - 36, HINT_STYLE) + 24


def _hint(d: Drawing, place: Rect) -> None:
    box = Rect(place.x + 8, place.y, place.width - 16, place.height - 8)
    d.fill(box, d.palette.ground, RADIUS_SLOT)
    d.words(_hint_words(), box.inset(10, 6), HINT_STYLE)


def talked_about(screen: Screen) -> Board | None:
    """The board with what the notice is about."""
    return next(
        (board for board in _boards(screen) if any(cell.zone in screen.attention for cell in board.cells)), None
    )


def at_hand(screen: Screen) -> Board | None:
    """Where nothing is marked: what lies before whoever is on turn, or the first board with anything on it."""
    acting = [seat.board for seat in screen.seats if seat.on_turn]
    boards = [board for board in (*acting, *screen.boards) if board.arrangement is not Arrangement.FREE]
    return next((board for board in boards if board.cells), None)


def _boards(screen: Screen) -> tuple[Board, ...]:
    return (*screen.boards, *(seat.board for seat in screen.seats))


def sketch(d: Drawing, rect: Rect, board: Board, screen: Screen) -> None:
    """A drawing of the place, where there is no picture of it; what belongs elsewhere shows whereto."""
    panel(d, rect)
    places = {zone for way in screen.astray for zone in way}
    others = [each for each in _boards(screen) if each is not board and any(cell.zone in places for cell in each.cells)]
    shown = [board, *others[:1]]
    with d.sketching():
        for each, box in zip(shown, rect.inset(10).grid(1, len(shown), 10), strict=True):
            seat = next((seat for seat in screen.seats if seat.board is each), None)
            place = box if seat is None else _whose(d, box, seat)
            draw_board(d, place, each, TableFocus.of(screen))
        arrows(d, screen.astray)


def _whose(d: Drawing, box: Rect, seat: SeatView) -> Rect:
    """Before whom this lies; returns the room below his name."""
    head, body = box.split_top(26, 6)
    d.badge(seat.colour, Rect(head.x, head.y, 26, 26))
    room = Rect(head.x + 34, head.y, head.width - 34, head.height)
    d.words(seat.name, room, Style(17, Weight.SEMI_BOLD))
    return body


# --- a list ---


def _beside_the_table(d: Drawing, room: Rect, screen: Screen, answers: list[Button]) -> Rect:
    """Few answers leave room for the place that they are about; returns theirs, as high up as that of many."""
    board = talked_about(screen) or at_hand(screen)
    if len(answers) > FEW:
        return room
    if d.space.upright:
        room, place = room.split_top(room.height * 0.5, GAP)
    else:
        place, room = room.split_left(room.width * PLACE, GAP)
    if board is None:
        # Nothing lies there yet: who plays, and what they have so far.
        with d.sketching():
            for seat, box in zip(screen.seats, place.grid(1, max(1, len(screen.seats)), GAP), strict=False):
                folded_seats(d, box, [seat])
        return room
    sketch(d, place, board, screen)
    _touch_what_is_asked_for(d, board, answers)
    return room


def _touch_what_is_asked_for(d: Drawing, board: Board, answers: list[Button]) -> None:
    """Whoever is asked for one of the pieces that he sees touches it there as well, if its name has room there."""
    written = [mark for mark in flat(d.marks) if isinstance(mark, PictureWords) and not mark.icon]
    asked = [answer.intent for answer in answers if isinstance(answer.intent, Select)]
    often = Counter(each.pick.what for each in asked)
    picks = {each.pick.what: each for each in asked if often[each.pick.what] == 1}
    for cell in board.cells:
        named = [each for each in dict.fromkeys((cell.zone, *cell.pieces)) if each in picks]
        lies = d.where(cell.zone or "", named[0]) if len(named) == 1 else None
        if lies is not None and any(lies.contains(*words.rect.centre) for words in written):
            d.touch(lies, picks[named[0]], radius=RADIUS_SLOT)


def _answers_and_lines(d: Drawing, room: Rect, notice: Notice, answers: list[Button], colour: str) -> None:
    """Pieces as people know them again, all else in rows, at the same height in every question; below, what is said."""
    lines, name = notice.lines[:3], d.look.words(notice.heading)
    heights = [min(d.height(line, room.width - 16, LINE) + 2, 50) for line in lines]
    pieces = [replace(answer.looks, intent=answer.intent) for answer in answers if answer.looks is not None]
    if of_pieces := bool(answers) and len(pieces) == len(answers):
        high = room.height
    else:
        columns, count = folded_columns(d, room, answers)
        high = -(-count // columns) * (ROW + GAP)
    room, rest = room.split_top(min(high, room.height - sum(heights) - 4 * len(lines)))
    if of_pieces:
        choices(d, room, pieces, name)
    else:
        # Of what may have happened the first is framed only where something speaks for it.
        told = notice.chooses or is_likeliest(answers)
        folded(d, room, answers, colour, name, notice.foremost if told else None)
    for line, tall in zip(lines, heights, strict=True):
        place, rest = rest.split_top(tall, 4)
        d.words(line, place.inset(8, 0), LINE, d.palette.second)


def as_sentence(words: str) -> str:
    """With a capital at its beginning and after each full stop; a number in doubt (`250?`) ends none."""
    return re.sub(r"(?:^|(?<=[.!] )|(?<=\D\? ))\w", lambda first: first[0].upper(), words)
