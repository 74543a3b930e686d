"""The one keyboard, the line that is written, and what answers it already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.pages import TypingPage
from companion.core.screen import Close, Intent, Touched, Typed
from ui.components import Key, bar_height, button
from ui.drawing import CENTRE, Drawing
from ui.rect import Rect
from ui.screens.lists import draw_row, key_of, row_height
from ui.tokens import GAP, RADIUS_PANEL, RADIUS_SLOT
from ui.typography import Style, Weight

KEY_HEIGHT = 48.0


def draw(d: Drawing, page: TypingPage) -> None:
    space = d.space
    high = bar_height(space)
    _line(d, page, high)
    board = _keyboard(d, page)
    area = Rect(GAP, high + GAP, space.width - 2 * GAP, board - GAP - high - GAP)
    if page.answers:
        with d.scrolling("typing answers", area) as whole:
            y = area.y
            for row in page.answers:
                tall = row_height(d, row, area.width)
                draw_row(d, Rect(area.x, y, area.width, tall), row)
                y += tall + GAP
            whole(y - area.y)
        return
    said = page.nothing if d.look.words(page.nothing) else page.hint
    d.words(page.title, Rect(area.x + 12, area.y, area.width - 24, 40), Style(24, Weight.BOLD, smallest=18))
    below = Rect(area.x + 12, area.y + 44, area.width - 24, max(0.0, area.height - 44))
    d.words(said, below, Style(18, Weight.MEDIUM, lines=4, smallest=15), d.palette.second, down=0.0)


def _line(d: Drawing, page: TypingPage, high: float) -> None:
    space = d.space
    back = Rect(4, (high - 52) / 2, 52, 52)
    d.icon("chevron-left", back.centre, 30)
    d.touch(back, Close())
    field = Rect(64, 8, space.width - 72, high - 10)
    d.fill(field, d.palette.ground, RADIUS_PANEL)
    d.outline(field, d.palette.lamp, RADIUS_PANEL, 2)
    d.icon(page.icon, (field.x + 28, field.centre[1]), 26)
    room = Rect(field.x + 54, field.y, field.width - 112, field.height)
    style = Style(24, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.05)
    end = room.x
    if page.typed:
        end = d.words(page.typed, room, style).right + (8 if page.typed.endswith(" ") else 0)
        clear = Rect(field.right - 52, field.centre[1] - 24, 50, 48)
        d.icon("x", clear.centre, 24, d.palette.second)
        d.touch(clear, Touched("clear"))
    d.fill(Rect(min(end + 3, room.right), field.y + 12, 2.5, field.height - 24), d.palette.attention)


@dataclass(frozen=True, slots=True)
class _Keys:
    """How large keys are here, and how far from each other."""

    width: float
    height: float
    gap: float

    @classmethod
    def of(cls, rows: Sequence[str], width: float, *, upright: bool) -> _Keys:
        most = max(map(len, rows)) if upright else max(12, *map(len, rows))
        return cls((width - GAP * (most - 1)) / most, 58.0 if upright else KEY_HEIGHT, GAP)


def _keyboard(d: Drawing, page: TypingPage) -> float:
    """Draws it along the foot; returns its top."""
    space = d.space
    rows = _narrow(page.keys) if space.upright else page.keys
    keys = _Keys.of(rows, space.width - 2 * GAP, upright=space.upright)
    step = keys.height + keys.gap
    below = 2 if space.upright else 1
    top = space.height - step * (len(rows) + below)
    d.fill(Rect(0, top - GAP, space.width, space.height - top + GAP), d.palette.panel)
    for number, letters in enumerate(rows):
        line = Rect(GAP, top + number * step, space.width - 2 * GAP, keys.height)
        if number == len(rows) - 1 and not space.upright:
            line = _beside_letters(d, line, page, keys, letters)
        _letters(d, line, letters, keys)
    _last_row(d, Rect(GAP, top + len(rows) * step, space.width - 2 * GAP, keys.height), page, keys.gap)
    return top - GAP


def _narrow(rows: Sequence[str]) -> tuple[str, ...]:
    """The same letters in rows that an upright display has room for, in their order."""
    halves = ((row[: (len(row) + 1) // 2], row[(len(row) + 1) // 2 :]) if len(row) > 8 else (row,) for row in rows)
    return tuple(half for pair in halves for half in pair)


def _letters(d: Drawing, rect: Rect, letters: str, keys: _Keys) -> None:
    wide = min(keys.width, (rect.width - keys.gap * (len(letters) - 1)) / len(letters))
    left = rect.x + (rect.width - len(letters) * wide - (len(letters) - 1) * keys.gap) / 2
    for number, letter in enumerate(letters):
        _key(d, Rect(left + number * (wide + keys.gap), rect.y, wide, rect.height), letter, Typed(letter))


def _beside_letters(d: Drawing, rect: Rect, page: TypingPage, keys: _Keys, letters: str) -> Rect:
    """Language and backspace at both ends of the lowest letters; returns what is left for these."""
    taken = len(letters) * (keys.width + keys.gap) - keys.gap
    wide = max(56.0, min(92.0, (rect.width - taken) / 2 - keys.gap))
    left, right = Rect(rect.x, rect.y, wide, rect.height), Rect(rect.right - wide, rect.y, wide, rect.height)
    _key(d, left, page.language, Touched("language"), icon="world")
    _key(d, right, "", Typed("backspace"), icon="backspace")
    return Rect(left.right + keys.gap, rect.y, right.x - left.right - 2 * keys.gap, rect.height)


def _last_row(d: Drawing, rect: Rect, page: TypingPage, gap: float) -> None:
    """Digits, space and the end; upright also language and backspace, in a row of their own."""
    if d.space.upright:
        left, right = Rect(rect.x, rect.y, 120, rect.height), Rect(rect.right - 120, rect.y, 120, rect.height)
        _key(d, left, page.language, Touched("language"), icon="world")
        _key(d, right, "", Typed("backspace"), icon="backspace")
        middle = Rect(left.right + gap, rect.y, right.x - left.right - 2 * gap, rect.height)
        _key(d, middle, "", Typed(" "), "space")
        rect = rect.moved(0, rect.height + gap)
    first, done = 102.0, 222.0
    left = Rect(rect.x, rect.y, first, rect.height)
    _key(d, left, "abc" if page.figures else "123", Touched("figures"))
    if d.space.upright:
        right = Rect(left.right + gap, rect.y, rect.right - left.right - gap, rect.height)
    else:
        right = Rect(rect.right - done, rect.y, done, rect.height)
        _key(d, Rect(left.right + gap, rect.y, right.x - left.right - 2 * gap, rect.height), "", Typed(" "), "space")
    key = key_of(page.done)
    button(d, right, Key(key.label, key.intent, "", key.kind, key.why_not, name=key.name), size=17)


def _key(d: Drawing, rect: Rect, words: str, intent: Intent, icon: str = "") -> None:
    """A letter, or a way to other letters."""
    letter = isinstance(intent, Typed)
    d.fill(rect, d.palette.raised if letter and not icon else d.palette.card, RADIUS_SLOT)
    x, y = rect.centre
    if icon and words and rect.width > 70:
        d.icon(icon, (x - 18, y), 22)
        d.words(words, Rect(x - 4, rect.y, rect.right - x + 2, rect.height), Style(16, Weight.SEMI_BOLD))
    elif icon and not words:
        d.icon(icon, (x, y), 26)
    else:
        d.words(words, rect, Style(23 if letter else 17, Weight.SEMI_BOLD), across=CENTRE)
    d.touch(rect, intent, radius=RADIUS_SLOT, repeats=letter)
