"""Before an evening: home, the seats, how time runs."""

from __future__ import annotations

import math

from companion.core.pages import Chair, GameTile, HomePage, Resume, SeatsPage, SleepPage, SplashPage, Stepper, TimePage
from companion.core.screen import Tone
from companion.core.text import Text
from ui.components import Key, button
from ui.drawing import CAPTION, CENTRE, Drawing, player_colour
from ui.rect import Rect
from ui.screens.lists import TITLE, draw_row, heading_bar, key_of, page_foot, row_height
from ui.tokens import GAP, INK, RADIUS_PANEL, RADIUS_SLOT, RADIUS_TILE, mixed
from ui.typography import Style, Weight

ABREAST = 4
"""So many games stand beside each other, each under its picture; more of them in rows."""

PROPORTION = 8 / 5
"""Width to height of a game's picture."""


def draw_splash(d: Drawing, page: SplashPage) -> None:
    x, y = d.space.width / 2, d.space.height / 2
    d.icon("lamp", (x, y - 60), 84, d.palette.attention)
    d.words(page.title, Rect(20, y, d.space.width - 40, 48), Style(34, Weight.BOLD, smallest=20), across=CENTRE)
    d.words(page.second, Rect(20, y + 50, d.space.width - 40, 30), Style(18, Weight.MEDIUM), d.palette.second, CENTRE)


def draw_sleep(d: Drawing, page: SleepPage) -> None:
    window = Rect(0, 0, d.space.width, d.space.height)
    d.fill(window, "#000000")
    d.touch(window, page.intent)


def draw_home(d: Drawing, page: HomePage) -> None:
    space = d.space
    _home_bar(d, page)
    upright = space.upright
    y = 62.0
    if page.resume is not None:
        high = 104.0 if upright else 100.0
        _resume(d, Rect(GAP, y, space.width - 2 * GAP, high), page.resume)
        y += high + GAP
    d.words(page.heading, Rect(16, y, space.width - 32, 24), CAPTION, d.palette.second)
    y += 28
    end = page_foot(d, page.doors)
    area = Rect(GAP, y, space.width - 2 * GAP, end - y)
    count = max(1, len(page.games))
    columns = 1 if upright else count if count <= ABREAST else math.ceil(count / math.ceil(count / ABREAST))
    beside = upright or columns < count
    for box, tile in zip(area.grid(columns, math.ceil(count / columns), GAP), page.games, strict=False):
        if beside:
            _tile_beside(d, Rect(box.x, box.y, box.width, min(box.height, 150)), tile)
        else:
            _tile_above(d, box, tile)


def _home_bar(d: Drawing, page: HomePage) -> None:
    space = d.space
    d.icon("lamp", (30, 30), 28, d.palette.attention)
    gear = Rect(space.width - 60, 3, 52, 50)
    d.icon("settings", gear.centre, 28)
    d.touch(gear, page.settings)
    greeting = d.words(page.greeting, Rect(52, 0, space.width * 0.5, 60), Style(24, Weight.BOLD))
    camera = page.camera
    colour = d.palette.good if camera.tone is Tone.GOOD else d.palette.tone(camera.tone)
    style = Style(16, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.1)
    room = gear.x - 12 - (greeting.right + 24)
    width = min(d.width(camera.title, style) + 2, room - 34)
    box = Rect(gear.x - 12 - width, 0, width, 60)
    if width > 40 and d.fits(camera.title, box, style):
        d.words(camera.title, box, style, d.palette.second)
        d.icon(camera.icon or "camera", (box.x - 18, 30), 24, colour)
        d.touch(Rect(box.x - 34, 3, box.right - box.x + 34, 50), camera.intent)


def _resume(d: Drawing, rect: Rect, resume: Resume) -> None:
    """The one lit thing: go on."""
    d.fill(rect, d.palette.lamp, RADIUS_TILE)
    picture = Rect(rect.x + 10, rect.y + 10, (rect.height - 20) * PROPORTION, rect.height - 20)
    if resume.picture:
        d.photo(resume.picture, picture, RADIUS_SLOT)
    ink = d.palette.on_lamp
    d.icon("player-play", (rect.right - 30, rect.centre[1]), 32, ink)
    right = rect.right - 62
    if not d.space.upright:
        for colour in reversed(resume.colours):
            right -= 42
            d.fill(Rect(right, rect.centre[1] - 17, 36, 34), INK, 9)
            d.shape(colour, (right + 18, rect.centre[1]), 20, player_colour(colour))
    words = Rect(picture.right + 14, rect.y + 12, right - picture.right - 22, rect.height - 24)
    upper, lower = words.split_top(words.height * (0.34 if d.space.upright else 0.46))
    d.words(resume.title, upper, Style(25, Weight.BOLD, smallest=16), ink)
    d.words(resume.second, lower, Style(16, Weight.SEMI_BOLD, lines=3, smallest=14, leading=1.15), ink, down=0.2)
    d.touch(rect, resume.intent, radius=RADIUS_TILE)


def _grey_tile(d: Drawing, rect: Rect, title: Text, why_not: Text) -> None:
    """A game that is installed and cannot be played."""
    d.dashed(rect, d.palette.line, RADIUS_TILE)
    box = Rect(rect.x + 12, rect.y + 8, rect.width - 24, rect.height - 16)
    upper, lower = box.split_top(min(34.0, box.height * 0.35))
    d.words(title, upper, Style(21, Weight.BOLD, smallest=16), d.palette.second)
    d.words(why_not, lower, Style(16, Weight.MEDIUM, lines=9, smallest=12, leading=1.15), d.palette.second, down=0.0)


def _tile_above(d: Drawing, rect: Rect, tile: GameTile) -> None:
    if tile.why_not is not None:
        _grey_tile(d, rect, tile.title, tile.why_not)
        return
    d.fill(rect, d.palette.card, RADIUS_TILE)
    words = 76.0
    if tile.picture:
        d.photo(tile.picture, Rect(rect.x, rect.y, rect.width, rect.height - words), RADIUS_TILE)
    box = Rect(rect.x + 12, rect.bottom - words + 6, rect.width - 24, words - 12)
    upper, lower = box.split_bottom(24)
    d.words(tile.title, upper, Style(21, Weight.BOLD, lines=2, smallest=16, leading=1.08))
    d.words(tile.second, lower, Style(15, Weight.MEDIUM), d.palette.second)
    d.touch(rect, tile.intent, radius=RADIUS_TILE)


def _tile_beside(d: Drawing, rect: Rect, tile: GameTile) -> None:
    if tile.why_not is not None:
        _grey_tile(d, rect, tile.title, tile.why_not)
        return
    d.fill(rect, d.palette.card, RADIUS_TILE)
    picture = Rect(rect.x, rect.y, min(212.0, rect.height * PROPORTION, rect.width * 0.48), rect.height)
    if tile.picture:
        d.photo(tile.picture, picture, RADIUS_TILE)
    box = Rect(picture.right + 12, rect.y + 8, rect.right - picture.right - 20, rect.height - 16)
    upper, lower = box.split_top(box.height * 0.6)
    d.words(tile.title, upper, Style(23, Weight.BOLD, lines=3, smallest=17, leading=1.1), down=0.9)
    d.words(tile.second, lower, Style(16, Weight.MEDIUM, lines=2), d.palette.second, down=0.15)
    d.touch(rect, tile.intent, radius=RADIUS_TILE)


# --- the seats ---


def draw_seats(d: Drawing, page: SeatsPage) -> None:
    space = d.space
    below = heading_bar(d, page.title)
    if page.picture and not space.upright:
        picture = Rect(space.width - 238, 8, 44 * PROPORTION, 44)
        if d.fits(page.game, Rect(picture.right + 8, 0, 150, 60), Style(16, Weight.SEMI_BOLD, lines=2)):
            d.photo(page.picture, picture, 8)
            d.words(
                page.game, Rect(picture.right + 8, 0, 150, 60), Style(16, Weight.SEMI_BOLD, lines=2), d.palette.second
            )
    end = page_foot(d, page.buttons)
    area = Rect(GAP, below.y + GAP, space.width - 2 * GAP, end - below.y - GAP)
    if space.upright:
        rows = sum(row_height(d, row, area.width) + GAP for row in page.rows) + 60
        table, side = area.split_bottom(rows, GAP)
    else:
        table, side = area.split_right(min(330.0, area.width * 0.38), GAP)
    _table_from_above(d, table, page)
    y = side.y
    for row in page.rows:
        high = max(64.0, row_height(d, row, side.width))
        draw_row(d, Rect(side.x, y, side.width, high), row)
        y += high + GAP
    style = Style(16, Weight.MEDIUM, lines=6, smallest=14, leading=1.2)
    d.words(page.hint, Rect(side.x + 4, y, side.width - 8, side.bottom - y), style, d.palette.second, down=0.0)


def _table_from_above(d: Drawing, area: Rect, page: SeatsPage) -> None:
    """Chairs clockwise, the first at the left of this screen, which stands at the near edge."""
    wide, high = min(168.0, (area.width - 2 * GAP) / 3), 64.0
    room, foot = area.split_bottom(34, GAP)
    top = Rect(room.x + wide * 0.5, room.y + high * 0.6, room.width - wide, room.height - high * 0.6)
    d.fill(top, mixed(d.palette.card, "#6B5138", 0.55), 20)
    d.outline(top, mixed(d.palette.line, "#8A6A42", 0.6), 20, 3)
    if page.picture:
        width = min(top.width * 0.5, top.height * 0.42 * PROPORTION)
        middle = top.y + top.height * 0.46
        picture = Rect(top.centre[0] - width / 2, middle - width / PROPORTION / 2, width, width / PROPORTION)
        d.photo(page.picture, picture, RADIUS_SLOT)
    for chair, (x, y) in zip(page.chairs, _places(room, wide, high, len(page.chairs)), strict=True):
        _chair(d, Rect(x, y, wide, high), chair)
    style = Style(15, Weight.SEMI_BOLD)
    width = d.width(page.screen, style) + 50
    here = Rect(top.centre[0] - width / 2, foot.y, width, 34)
    d.fill(here, d.palette.ground, 8)
    d.outline(here, d.palette.lamp, 8, 2)
    d.icon("device-tablet", (here.x + 20, here.centre[1]), 20)
    d.words(page.screen, Rect(here.x + 38, here.y, width - 42, here.height), style)


SPOTS = {
    1: ("left",),
    2: ("left", "right"),
    3: ("left", "top", "right"),
    4: ("left", "top left", "top right", "right"),
    5: ("left", "top left", "top right", "right", "bottom"),
    6: ("low left", "high left", "top left", "top right", "high right", "low right"),
    7: ("low left", "high left", "top left", "top right", "high right", "low right", "bottom"),
}
"""Where chairs stand around a table, clockwise from the screen's left."""


def _places(room: Rect, wide: float, high: float, count: int) -> list[tuple[float, float]]:
    """The upper left corners of the chairs: at the far edge, in columns beside the table, at the near edge."""
    left, right, middle = room.x, room.right - wide, room.centre[0] - wide / 2
    upper, lower = room.y, room.bottom - high
    beside = upper + high + GAP
    low = max(beside + high + GAP, lower - (high + GAP) * 0.4)
    at = {
        "left": (left, (beside + lower) / 2),
        "right": (right, (beside + lower) / 2),
        "top": (middle, upper),
        "top left": (room.centre[0] - wide - GAP / 2, upper),
        "top right": (room.centre[0] + GAP / 2, upper),
        "bottom": (middle, lower),
        "high left": (left, beside),
        "low left": (left, min(low, lower)),
        "high right": (right, beside),
        "low right": (right, min(low, lower)),
    }
    return [at[spot] for spot in SPOTS[max(1, min(count, max(SPOTS)))]]


def _chair(d: Drawing, rect: Rect, chair: Chair) -> None:
    if chair.person is None:
        d.fill(rect, d.palette.ground, RADIUS_PANEL)
        d.dashed(rect, d.palette.faint, RADIUS_PANEL)
        d.icon("user-plus", (rect.x + 26, rect.centre[1]), 24, d.palette.second)
        words = Rect(rect.x + 46, rect.y, rect.width - 52, rect.height)
        d.words(chair.second, words, Style(17, Weight.SEMI_BOLD, lines=2), d.palette.second)
        d.touch(rect, chair.intent, radius=RADIUS_PANEL)
        return
    person = chair.person
    d.fill(rect, player_colour(person.colour), RADIUS_PANEL)
    if d.palette.name == "light":
        d.outline(rect, INK, RADIUS_PANEL)
    d.shape(person.colour, (rect.x + 22, rect.centre[1]), 20)
    words = Rect(rect.x + 38, rect.y + 4, rect.width - 50, rect.height - 8)
    beside = Rect(words.x, words.y, words.width - 28, words.height)
    if d.fits(person.name, beside, Style(19, Weight.BOLD, smallest=17)):
        d.icon("pencil", (rect.right - 17, rect.centre[1]), 20, INK)
        words = beside
    name = Style(21, Weight.BOLD, lines=2, smallest=14, leading=1.0)
    if d.look.words(chair.second):
        upper, lower = words.split_bottom(19)
        d.words(person.name, upper, name, INK)
        lower = Rect(lower.x, lower.y, lower.width + 6, lower.height)
        d.words(chair.second, lower, Style(15, Weight.SEMI_BOLD, smallest=14), INK)
    else:
        d.words(person.name, words, name, INK)
    d.touch(rect, chair.intent, radius=RADIUS_PANEL)


# --- time ---


def draw_time(d: Drawing, page: TimePage) -> None:
    space = d.space
    below = heading_bar(d, page.title)
    end = page_foot(d, page.buttons)
    body = Rect(GAP, below.y + GAP, space.width - 2 * GAP, end - below.y - GAP)
    columns = 1 if space.upright else 2
    rows = -(-len(page.ways) // columns)
    note = 26.0 if d.look.words(page.note) else 0.0
    ways, foot = body.split_top(min(72.0, (body.height - 130) / rows) * rows if rows else 0.0)
    for box, way in zip(ways.grid(columns, max(1, rows), GAP), page.ways, strict=False):
        draw_row(d, box, way)
    if page.steppers:
        high = 240.0 if space.upright and len(page.steppers) > 2 else 118.0
        area = Rect(foot.x, foot.y + GAP, foot.width, min(high, foot.height - note - GAP))
        across = min(2, len(page.steppers)) if space.upright else len(page.steppers)
        for box, stepper in zip(area.grid(across, -(-len(page.steppers) // across), GAP), page.steppers, strict=False):
            draw_stepper(d, box, stepper)
        words = Rect(foot.x + 6, area.bottom + 2, foot.width - 12, note)
        d.words(page.note, words, Style(15, Weight.MEDIUM, smallest=14), d.palette.second, optional=True)


def draw_stepper(d: Drawing, rect: Rect, stepper: Stepper) -> None:
    d.fill(rect, d.palette.panel, RADIUS_PANEL)
    d.words(stepper.title, Rect(rect.x + 12, rect.y + 6, rect.width - 24, 24), CAPTION, d.palette.second)
    line = Rect(rect.x + 12, rect.y + 34, rect.width - 24, rect.height - 44)
    side = min(56.0, line.height)
    left = Rect(line.x, line.centre[1] - side / 2, 56, side)
    right = Rect(line.right - 56, line.centre[1] - side / 2, 56, side)
    button(d, left, Key("", stepper.less, "minus"), repeats=True)
    button(d, right, Key("", stepper.more, "plus"), repeats=True)
    middle = Rect(left.right + 4, line.y - 4, right.x - left.right - 8, line.height + 6)
    upper, lower = middle.split_top(middle.height * 0.62)
    d.words(stepper.figure, upper, Style(36, Weight.BOLD, smallest=24), across=CENTRE)
    d.words(stepper.unit, lower, Style(15, Weight.MEDIUM), d.palette.second, CENTRE)


__all__ = ["TITLE", "draw_home", "draw_seats", "draw_stepper", "draw_time", "key_of"]
