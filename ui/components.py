"""The parts of which screens are made: buttons, rows, doors, chips, bars, tables. Each draws itself into a box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import ceil

from companion.core.screen import Forbidden, Tone
from companion.core.text import Text
from ui.drawing import BUTTON, CAPTION, CENTRE, FIGURE, RIGHT, SECOND, Drawing, Saying, player_colour
from ui.rect import Rect
from ui.tokens import (
    ANSWER_HEIGHT,
    BAR_HEIGHT,
    BAR_HEIGHT_UPRIGHT,
    GAP,
    INK,
    RADIUS_PANEL,
    RADIUS_SLOT,
    RADIUS_TILE,
    Space,
)
from ui.typography import Style, Weight

BESIDE_AN_ICON = 62.0
"""What a button's icon and edges take of its width."""


class ButtonKind(Enum):
    """How much a button asks to be pressed. There is one primary or player's button on a screen."""

    PRIMARY = "primary"
    PLAIN = "plain"
    DANGER = "danger"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Key:
    """A button: its words, its icon, what it asks for. Without an intent it is off, and a touch says why."""

    label: Saying
    intent: object | None
    icon: str = ""
    kind: ButtonKind = ButtonKind.PLAIN
    why_not: Text | Forbidden | None = None
    player: int | None = None
    share: float = 1.0
    name: str = ""
    """What a physical button or a key may press as well."""


# --- grounds ---


def panel(d: Drawing, rect: Rect, player: int | None = None) -> None:
    """A ground for what belongs together; with a player's colour around it if he is on turn."""
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    if player is not None:
        d.outline(rect, player_colour(player), RADIUS_PANEL, 2)


def hollow(d: Drawing, rect: Rect, saying: Saying = "", radius: float = RADIUS_SLOT) -> None:
    """A place where nothing lies."""
    d.dashed(rect, d.palette.line, radius)
    if saying:
        d.words(saying, rect.inset(4), CAPTION, d.palette.faint, CENTRE, optional=True)


# --- buttons ---


def button(d: Drawing, rect: Rect, key: Key, *, above: bool = False, size: float = 18.0, repeats: bool = False) -> None:
    """A button; its icon stands before its words, or above them."""
    ground, edge, ink = _button_colours(d, key)
    if ground:
        d.fill(rect, ground, RADIUS_PANEL)
    if key.intent is None:
        d.dashed(rect, d.palette.line, RADIUS_PANEL)
    elif edge:
        d.outline(rect, edge, RADIUS_PANEL)
    style = Style(size, Weight.BOLD if key.player is not None else Weight.SEMI_BOLD, lines=2, leading=1.12)
    if above:
        _icon_above(d, rect, key, style, ink)
    else:
        _icon_before(d, rect, key, style, ink)
    d.touch(rect, key.intent, key.why_not, RADIUS_PANEL, key.name, repeats=repeats)


def _button_colours(d: Drawing, key: Key) -> tuple[str, str, str]:
    """Ground, edge and ink; empty for none."""
    palette = d.palette
    if key.intent is None:
        return "", "", palette.faint
    if key.player is not None:
        return player_colour(key.player), INK if palette.name == "light" else "", INK
    match key.kind:
        case ButtonKind.PRIMARY:
            return palette.lamp, "", palette.on_lamp
        case ButtonKind.DANGER:
            return palette.card, palette.bad, palette.bad
        case ButtonKind.QUIET:
            return "", "", palette.text
        case ButtonKind.PLAIN:
            return palette.card, palette.line, palette.text


def _icon_before(d: Drawing, rect: Rect, key: Key, style: Style, ink: str) -> None:
    inner = rect.inset(10, 4)
    if not key.icon:
        d.words(key.label, inner, style, ink, CENTRE)
        return
    side, gap = 26.0, 8.0
    room = Rect(inner.x + side + gap, inner.y, inner.width - side - gap, inner.height)
    if d.look.words(key.label) == "":
        d.icon(key.icon, rect.centre, side, ink)
        return
    fitted = d.fitted(key.label, room, style)
    if not fitted.lines and d.fits(key.label, inner, style):
        # Rather whole words than an icon.
        d.words(key.label, inner, style, ink, CENTRE)
        return
    if not fitted.lines:
        fitted = d.broken(key.label, room, style)
    taken = d.lines(fitted, room, ink, CENTRE)
    d.icon(key.icon, (taken.x - gap - side / 2, rect.centre[1]), side, ink)


def _icon_above(d: Drawing, rect: Rect, key: Key, style: Style, ink: str) -> None:
    inner = rect.inset(4, 4)
    if not key.icon:
        d.words(key.label, inner, style, ink, CENTRE)
        return
    if not d.fits(key.label, Rect(0, 0, inner.width, inner.height * 0.55 - 3), style):
        # Rather the whole words than an icon.
        d.words(key.label, inner, style, ink, CENTRE)
        return
    side = min(32.0 if key.player is not None or key.kind is ButtonKind.PRIMARY else 28.0, inner.height * 0.45)
    words_high = d.height(key.label, inner.width, style) or style.size * style.leading
    words_high = min(words_high, inner.height - side - 3)
    top = rect.y + (rect.height - side - 3 - words_high) / 2
    d.icon(key.icon, (rect.centre[0], top + side / 2), side, ink)
    below = Rect(inner.x, top + side + 3, inner.width, words_high + 1)
    d.words(key.label, below, style, ink, CENTRE)


def buttons_in_row(d: Drawing, rect: Rect, keys: Sequence[Key], *, above: bool = False, size: float = 18.0) -> None:
    """Buttons beside each other, wide by their shares; what is touched most is where the hand is."""
    keys = list(reversed(keys)) if d.space.left_handed else keys
    width = rect.width - GAP * (len(keys) - 1)
    left, whole = rect.x, sum(key.share for key in keys)
    for key in keys:
        box = Rect(left, rect.y, width * key.share / whole, rect.height)
        button(d, box, key, above=above, size=size)
        left = box.right + GAP


def foot_area(space: Space, height: float = ANSWER_HEIGHT) -> Rect:
    """Where the answers stand."""
    return Rect(GAP, space.height - GAP - height, space.width - 2 * GAP, height)


IN_A_ROW, LOWER = 4, 56.0
"""So many answers stand beside each other on a low display, where two rows of them are lower."""


def foot_rows(d: Drawing, keys: Sequence[Key]) -> list[Sequence[Key]]:
    """The answers as they stand over each other: upright the first by itself, of the others as many as have room."""
    if not d.space.upright and len(keys) > 2 and (len(keys) > IN_A_ROW or not fits_in_row(d, keys)):
        # What can always be answered stays in the first row; where that is all, what is long has one to itself.
        if len(keys) > IN_A_ROW:
            return [[*keys[:2], keys[-1]], keys[2:-1]]
        longest = max(keys[1:], key=lambda key: d.width(key.label, BUTTON))
        return [[key for key in keys if key is not longest], [longest]]
    if not d.space.upright or len(keys) <= 2:
        return [keys]
    first, others = keys[:1], keys[1:]
    for columns in range(len(others), 0, -1):
        rows = [others[start : start + columns] for start in range(0, len(others), columns)]
        if all(fits_in_row(d, row) for row in rows):
            return [first, *rows]
    return [first, *([each] for each in others)]


def fits_in_row(d: Drawing, keys: Sequence[Key]) -> bool:
    """Whether the words of these buttons have room beside each other over the window's width."""
    whole = d.space.width - GAP * (len(keys) + 1)
    shares = sum(key.share for key in keys)
    rooms = ((key, whole * key.share / shares - (BESIDE_AN_ICON if key.icon else 20)) for key in keys)
    return all(d.fits(key.label, Rect(0, 0, room, ANSWER_HEIGHT - 8), BUTTON) for key, room in rooms)


def foot(d: Drawing, keys: Sequence[Key]) -> Rect:
    """The answers along the foot, in one row or in several; the primary one is a little wider. Returns their box."""
    rows = foot_rows(d, keys)
    height = ANSWER_HEIGHT if d.space.upright or len(rows) == 1 else LOWER
    whole = len(rows) * (height + GAP) - GAP
    rect = Rect(GAP, d.space.height - GAP - whole, d.space.width - 2 * GAP, whole)
    for number, (row_keys, box) in enumerate(zip(rows, rect.grid(1, len(rows), GAP), strict=True)):
        buttons_in_row(d, box, row_keys, size=22 if number == 0 and len(rows) > 1 else 19 if len(rows) == 1 else 18)
    return rect


# --- rows, doors, chips ---


def icon_tile(d: Drawing, rect: Rect, icon: str, tint: str, ink: str = INK) -> None:
    """An icon in a tinted tile: what kind of thing this is."""
    d.fill(rect, tint, rect.width * 0.25)
    d.icon(icon, rect.centre, rect.width * 0.74, ink)


def row(
    d: Drawing,
    rect: Rect,
    title: Saying,
    second: Saying = "",
    *,
    icon: str = "",
    tint: str = "",
    right: Saying = "",
    right_colour: str = "",
    intent: object | None = None,
    chosen: str = "",
    chevron: bool = True,
) -> None:
    """A line of a list: an icon, a title with a second line, something at the right. `chosen` is the edge's colour."""
    d.fill(rect, d.palette.raised if chosen else d.palette.card, RADIUS_PANEL)
    if chosen:
        d.outline(rect, chosen, RADIUS_PANEL, 2)
    inner = rect.inset(14, 6)
    if icon:
        side = min(42.0, inner.height)
        box = Rect(inner.x, rect.centre[1] - side / 2, side, side)
        icon_tile(d, box, icon, tint or d.palette.raised, INK if tint else d.palette.lamp)
        inner = Rect(box.right + 12, inner.y, inner.right - box.right - 12, inner.height)
    if chevron and intent is not None:
        d.icon("chevron-right", (inner.right - 11, rect.centre[1]), 26, d.palette.faint)
        inner = Rect(inner.x, inner.y, inner.width - 34, inner.height)
    if right:
        style = Style(16, Weight.SEMI_BOLD, condensed=True, lines=2)
        share = min(d.width(right, style) + 2, inner.width * 0.4)
        inner, box = inner.split_right(share, 10)
        d.words(right, box, style, right_colour or d.palette.second, RIGHT)
    two_lines(d, inner, title, second)
    if intent is not None:
        d.touch(rect, intent, radius=RADIUS_PANEL)


def two_lines(d: Drawing, rect: Rect, title: Saying, second: Saying = "", size: float = 20.0) -> None:
    """A title with a second line under it, in the middle of a box."""
    if not d.look.words(second):
        d.words(title, rect, Style(size, Weight.SEMI_BOLD, lines=2, leading=1.1))
        return
    lines = Style(16, Weight.MEDIUM)
    below = 20.0
    if rect.height >= 60 and not d.fits(second, Rect(0, 0, rect.width, below), lines):
        lines = Style(16, Weight.MEDIUM, lines=2, leading=1.08)
        below = min(d.height(second, rect.width, lines), rect.height * 0.58)
    high = min(size * 1.2, rect.height - below)
    top = rect.y + (rect.height - high - below) / 2
    d.words(title, Rect(rect.x, top, rect.width, high), Style(size, Weight.SEMI_BOLD, leading=1.15))
    d.words(second, Rect(rect.x, top + high, rect.width, below + 1), lines, d.palette.second)


def door(
    d: Drawing,
    rect: Rect,
    icon: str,
    title: Saying,
    second: Saying,
    intent: object | None,
    why_not: Text | None = None,
    tone: Tone = Tone.NORMAL,
) -> None:
    """A big way to somewhere else; one that is shut is dashed and says why."""
    off = intent is None
    if off:
        d.dashed(rect, d.palette.line, RADIUS_TILE)
    else:
        d.fill(rect, d.palette.card, RADIUS_TILE)
    side = min(52.0, rect.height - 16)
    box = Rect(rect.x + 18, rect.centre[1] - side / 2, side, side)
    d.fill(box, d.palette.raised, RADIUS_TILE)
    lit = d.palette.lamp if tone is Tone.NORMAL else d.palette.tone(tone)
    if tone is not Tone.NORMAL:
        d.outline(rect, lit, RADIUS_TILE, 2)
    d.icon(icon, box.centre, side * 0.58, d.palette.faint if off else lit)
    inner = Rect(box.right + 16, rect.y + 6, rect.right - box.right - 28, rect.height - 12)
    two_lines(d, inner, title, second)
    d.touch(rect, intent, why_not, RADIUS_TILE)


def player_chip(
    d: Drawing, right: float, middle: float, player: int, name: str, figure: str = "", height: float = 44.0
) -> Rect:
    """A player's colour, shape and name, with his clock or points; its right end at a place. Returns its box."""
    words, strong = Style(18, Weight.SEMI_BOLD), Style(24, Weight.BOLD)
    wide = d.width(name, words)
    figures = d.width(figure, strong) + 8 if figure else 0.0
    width = 12 + 20 + 8 + wide + figures + 12
    rect = Rect(right - width, middle - height / 2, width, height)
    d.fill(rect, player_colour(player), RADIUS_SLOT)
    if d.palette.name == "light":
        d.outline(rect, INK, RADIUS_SLOT, 1.5)
    d.shape(player, (rect.x + 22, middle), 20)
    d.words(name, Rect(rect.x + 40, rect.y, wide + 1, height), words, INK)
    if figure:
        d.words(figure, Rect(rect.x + 48 + wide, rect.y, figures + 1, height), strong, INK)
    return rect


BESIDE = Style(17, Weight.SEMI_BOLD, lines=2, leading=1.1)


def rows_of_choices(d: Drawing, rect: Rect, labels: Sequence[Saying]) -> int:
    """In how many rows of this size they can be read; two at most."""
    boxes = rect.grid(len(labels), 1, 0)
    style = replace(BESIDE, smallest=15)
    return 1 if all(d.fits(label, box.inset(8, 4), style) for label, box in zip(labels, boxes, strict=True)) else 2


def choices(d: Drawing, rect: Rect, options: Sequence[tuple[Saying, object]], chosen: int, rows: int = 1) -> None:
    """One of several, all in sight."""
    d.fill(rect, d.palette.card, RADIUS_PANEL)
    boxes = [box for row in rect.grid(1, rows, GAP) for box in row.grid(ceil(len(options) / rows), 1, 0)]
    # In letters of one size: no way is louder than another.
    fitted = [d.fitted(label, box.inset(8, 4), BESIDE) for box, (label, _) in zip(boxes, options, strict=False)]
    style = replace(BESIDE, size=min((each.size for each in fitted if each.lines), default=BESIDE.size))
    for number, (box, (label, intent)) in enumerate(zip(boxes, options, strict=False)):
        lit = number == chosen
        if lit:
            d.fill(box.inset(4), d.palette.lamp, 9)
        d.words(label, box.inset(8, 4), style, d.palette.on_lamp if lit else d.palette.second, CENTRE)
        d.touch(box, intent, radius=RADIUS_PANEL)


# --- the frame of a screen ---


def bar_height(space: Space) -> float:
    return BAR_HEIGHT_UPRIGHT if space.upright else BAR_HEIGHT


def title_bar(
    d: Drawing,
    title: Saying,
    *,
    back: object | None = None,
    close: object | None = None,
    icon: str = "",
    icon_ground: str = "",
    chip: tuple[int, str, str] | None = None,
    menu: object | None = None,
) -> Rect:
    """The bar of a screen that is nobody's turn: back, title, whose clock runs, close or menu; returns the rest."""
    space, high = d.space, bar_height(d.space)
    rect = Rect(0, 0, space.width, high)
    d.fill(rect, d.palette.panel)
    left, right = 14.0, space.width - 14
    if back is not None:
        box = Rect(4, (high - 52) / 2, 52, 52)
        d.icon("chevron-left", box.centre, 30)
        d.touch(box, back)
        left = box.right + 4
    corner = menu if close is None else close
    if corner is not None:
        box = Rect(space.width - 60, (high - 52) / 2, 52, 52)
        d.icon("dots" if close is None else "x", box.centre, 30)
        d.touch(box, corner)
        right = box.x - 8
    heading = Style(27, Weight.BOLD, lines=2, smallest=18, leading=1.05)
    chip_width = (
        0.0
        if chip is None
        else 12 + 28 + d.width(chip[1], Style(18, Weight.SEMI_BOLD)) + 8 + d.width(chip[2], FIGURE) + 24
    )
    if chip is not None and d.fits(title, Rect(0, 0, right - chip_width - left - 52, high), heading):
        right = player_chip(d, right, high / 2, *chip).x - 10
    if icon:
        box = Rect(left, (high - 40) / 2, 40, 40)
        d.fill(box, icon_ground or d.palette.unknown, RADIUS_SLOT)
        d.icon(icon, box.centre, 28, INK if d.palette.name == "dark" else d.palette.ground)
        left = box.right + 12
    d.words(title, Rect(left, 0, right - left, high), heading)
    return Rect(0, high, space.width, space.height - high)


def plate(d: Drawing, rect: Rect, icon: str, colour: str, ground: str, words: Saying, second: Saying = "") -> None:
    """A state with its icon and words: how to put it right, what does not work."""
    d.fill(rect, ground, RADIUS_PANEL)
    d.icon(icon, (rect.x + 26, rect.y + min(28.0, rect.height / 2)), 28, colour)
    inner = Rect(rect.x + 52, rect.y + 6, rect.width - 64, rect.height - 12)
    if not d.look.words(second):
        d.words(words, inner, Style(18, Weight.SEMI_BOLD, lines=3, leading=1.22))
        return
    upper, lower = inner.split_top(inner.height / 2)
    d.words(words, upper, Style(18, Weight.BOLD))
    d.words(second, lower, SECOND, d.palette.second)
