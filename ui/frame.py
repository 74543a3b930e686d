"""What stands around the live table: the rail of its buttons, and the hint that goes by itself."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.screen import Forbidden, Open
from companion.core.text import Text, say
from ui import navigation
from ui.components import Key, button, buttons_in_row
from ui.drawing import CENTRE, Drawing
from ui.rect import Rect
from ui.tokens import GAP, RADIUS_PANEL, RAIL_WIDTH
from ui.typography import Style, Weight

RULE_WIDTH = 132.0
HIGHEST_BUTTON = 90.0
"""What is higher and can be touched is no button: a board, a pile."""

CAPTION = 22.0
"""How high a line below every screen stands."""


def rail(d: Drawing, top: float, keys: Sequence[Key]) -> Rect:
    """The buttons of the live table: at the side of the hand, upright along the foot. Returns the area they leave."""
    space = d.space
    if space.upright:
        rect = Rect(GAP, space.height - GAP - 84, space.width - 2 * GAP, 84)
        buttons_in_row(d, rect, keys, above=True, size=18)
        return Rect(GAP, top, space.width - 2 * GAP, rect.y - GAP - top)
    whole_room = Rect(GAP, top, space.width - 2 * GAP, space.height - GAP - top)
    if space.left_handed:
        rect, room = whole_room.split_left(RAIL_WIDTH, GAP)
    else:
        room, rect = whole_room.split_right(RAIL_WIDTH, GAP)
    whole, y = sum(key.share for key in keys), rect.y
    for key in keys:
        high = (rect.height - GAP * (len(keys) - 1)) * key.share / whole
        size = 20.0 if key.player is not None else 16.0
        button(d, Rect(rect.x, y, rect.width, high), key, above=True, size=size)
        y += high + GAP
    return room


def caption_line(d: Drawing, bottom: float, said: Text) -> None:
    """What is true of all that is shown, between its foot and the window's."""
    rect = Rect(0, d.space.height, d.space.width, bottom - d.space.height)
    d.fill(rect, d.palette.attention_ground)
    d.words(said, rect.inset(8, 1), Style(15, Weight.SEMI_BOLD, smallest=11), d.palette.attention, CENTRE)


def _clear_of_the_buttons(d: Drawing) -> tuple[float, float, float]:
    """From where to where a hint may reach, and how far down: what is wanted next is beside the button just touched."""
    left, right, bottom = GAP, d.space.width - GAP, d.space.height - GAP
    buttons = [
        target.rect
        for target in d.targets
        if not isinstance(target.intent, navigation.OpenPanel) and target.rect.height <= HIGHEST_BUTTON
    ]
    while bottom > d.space.height / 2:
        row = [rect for rect in buttons if rect.y < bottom <= rect.bottom + GAP]
        first = min((rect.x for rect in row), default=right + GAP)
        if first > d.space.width / 2:
            return left, first - GAP, bottom
        last = max((rect.right for rect in row), default=0.0)
        if last < d.space.width / 2:
            return last + GAP, right, bottom
        bottom = min(rect.y for rect in row) - GAP
    return left, right, bottom


def hint_line(d: Drawing, hint: Text | Forbidden) -> None:
    """A line or two at the foot that go by themselves; from a broken rule, a button leads to the rule."""
    saying, rule = (hint.reason, hint.rule) if isinstance(hint, Forbidden) else (hint, None)
    left, right, bottom = _clear_of_the_buttons(d)
    width = right - left
    room = width - 70 - (RULE_WIDTH + GAP if rule is not None else 0)
    style = Style(18, Weight.SEMI_BOLD, lines=3)
    high = max(68.0 if rule is not None else 52.0, d.height(saying, room, style) + 20)
    rect = Rect(left, bottom - high, width, high)
    d.cover(rect)
    d.fill(rect, d.palette.lamp, RADIUS_PANEL)
    d.icon("info-circle", (rect.x + 28, rect.centre[1]), 26, d.palette.on_lamp)
    d.words(saying, Rect(rect.x + 54, rect.y + 6, room, high - 12), style, d.palette.on_lamp)
    if rule is not None:
        place = Rect(rect.right - RULE_WIDTH - 10, rect.y + 10, RULE_WIDTH, high - 20)
        button(d, place, Key(say("The rule"), Open("rule", rule), "gavel"), size=17)
