"""The table as people put it right: what lies there, to be drawn with a finger, and what has been changed."""

from __future__ import annotations

from companion.core.pages import PuttingRightPage
from companion.core.screen import Tone
from ui.boards.table import TableFocus
from ui.drawing import Drawing
from ui.rect import Rect
from ui.screens import area, live
from ui.screens.lists import heading_bar, page_foot, put_over
from ui.tokens import GAP, RADIUS_PANEL, TONE_ICONS
from ui.typography import Style, Weight

HINT = Style(17, Weight.SEMI_BOLD, lines=3, smallest=14, leading=1.12, condensed=True)
TITLE = Style(26, Weight.BOLD)
LINE = 46.0


def draw(d: Drawing, page: PuttingRightPage) -> None:
    if area.draw(d, page.table, d.opened):
        return
    below = heading_bar(d, page.title, page.corner, back=False)
    foot = Drawing(d.look)
    end = page_foot(foot, page.buttons)
    room = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, end - below.y - GAP)
    if d.space.upright:
        line, room = room.split_top(LINE, GAP)
        _hint(d, line, page)
    else:
        # Beside the title: the table needs all of the height.
        corner = min(d.width(page.corner.label, Style(18, Weight.SEMI_BOLD)) + 68, d.space.width * 0.42)
        left = 14 + d.width(page.title, TITLE) + 16
        _hint(d, Rect(left, 6, d.space.width - 2 * GAP - corner - left, below.y - 12), page)
    live.boards_and_players(d, room, page.table, TableFocus.of(page.table))
    put_over(d, foot)


def _hint(d: Drawing, rect: Rect, page: PuttingRightPage) -> None:
    plain = page.tone is Tone.NORMAL
    d.fill(rect, d.palette.card if plain else d.palette.tone_ground(page.tone), RADIUS_PANEL)
    colour = d.palette.second if plain else d.palette.tone(page.tone)
    d.icon("hand-finger" if plain else TONE_ICONS[page.tone], (rect.x + 20, rect.centre[1]), 22, colour)
    d.words(page.hint, Rect(rect.x + 38, rect.y + 2, rect.width - 46, rect.height - 4), HINT, colour)
