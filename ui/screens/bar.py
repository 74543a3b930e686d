"""The bar of the live table: who is to act, in his colour, what happened last, and his clock; and the rail's keys."""

from __future__ import annotations

from companion.core.piece_sheet import PieceSheet
from companion.core.screen import NoticeKind, Screen, SeatView, Seen
from companion.core.screen import Open as OpenPage
from companion.core.text import say
from ui.components import ButtonKind, Key, bar_height
from ui.drawing import CENTRE, RIGHT, Drawing, Saying, player_colour
from ui.navigation import ACTIONS, OpenPanel
from ui.rect import Rect
from ui.tokens import DARK, GAP, INK, RADIUS_SLOT
from ui.typography import Style, Weight

NARROW, BESIDE_SHAPE, FEW = 210.0, 52.0, 3
"""Below this width a player's name stands above his clock, beside his shape; so few always have a part of the bar."""

NARROW_NAME = Style(20, Weight.BOLD, smallest=14)

MENU = OpenPage("more")
"""What stands behind the menu, which is on every screen of a game."""

CAMERA = OpenPage("camera set up")
"""What the plate leads to that says that nothing looks at the table."""

PLATE, LEAST_PLATE, WITH_KEY, CAMERA_KEY = 300.0, 200.0, 250.0, 112.0
"""How wide a plate in the bar is at most and at least, how wide to have a key, and that key."""

CORNER = 60.0
"""So wide is the menu's own place in the bar, where no rail has it."""

OWN_KEYS = 2
"""So many of a game's own buttons have a place in the rail beside the one that goes on."""


def turn_bar(d: Drawing, screen: Screen, *, stopped: bool = False, menu: bool = True) -> float:
    """Whose turn it is; returns its height."""
    high = bar_height(d.space)
    acting = [seat for seat in screen.seats if seat.on_turn]
    rect = Rect(0, 0, d.space.width, high)
    if stopped and menu:
        rect, corner = rect.split_right(CORNER)
        d.fill(corner, d.palette.panel)
        box = Rect(corner.x + 4, (high - 52) / 2, 52, 52)
        d.icon("dots", box.centre, 30)
        d.touch(box, MENU)
    if not acting or (len(acting) > FEW and not _named(d, rect, acting)):
        d.fill(rect, d.palette.panel)
        said = _beside_a_plate(d, rect, screen)
        d.words(screen.status, said.inset(14, 2), Style(27, Weight.BOLD, lines=2, smallest=18, leading=1.05))
        return high
    if len(acting) > 1:
        d.fill(rect, d.palette.panel)
        rect = _beside_a_plate(d, rect, screen)
    for number, (seat, box) in enumerate(zip(acting, rect.grid(len(acting), 1, 0), strict=True)):
        d.fill(box, player_colour(seat.colour), fades=f"bar {number}")
        if number:
            d.fill(Rect(box.x, box.y, 3, high), d.palette.ground)
        if len(acting) == 1:
            _one(d, box, seat, screen, stopped=stopped)
        else:
            _of_several(d, box, seat)
    return high


def _named(d: Drawing, rect: Rect, acting: list[SeatView]) -> bool:
    """Whether each of many has room for his name over his clock."""
    room = Rect(0, 0, rect.width / len(acting) - BESIDE_SHAPE, rect.height * 0.45)
    return all(d.fits(seat.name, room, NARROW_NAME) for seat in acting)


def _one(d: Drawing, box: Rect, seat: SeatView, screen: Screen, *, stopped: bool) -> None:
    d.shape(seat.colour, (box.x + 32, box.centre[1]), 36)
    room = Rect(box.x + 62, box.y, box.right - 14 - box.x - 62, box.height)
    clock = _clock(d, room, seat, 48)
    room = Rect(room.x, room.y, clock.x - 12 - room.x, room.height)
    heading = screen.heading or say("{name}’s turn", name=seat.name)
    plated = not d.space.upright and (_troubled(screen) or (screen.unwatched is not None and not stopped))
    title = room.split_right(LEAST_PLATE, 16)[0] if plated else room
    taken = d.words(heading, title, Style(34, Weight.BOLD, lines=2, smallest=18, leading=1.0), INK)
    rest = Rect(taken.right + 16, room.y, room.right - taken.right - 16, room.height)
    if plated:
        _plate(d, rest, screen)
    elif stopped and screen.notice is not None and screen.notice.kind is NoticeKind.REFUSED:
        _second(d, rest, "hand-finger", say("by touch: nothing is done yet"))
    elif stopped and screen.clocks_stand:
        _second(d, rest, "player-pause", say("clock stopped"))
    elif not d.space.upright:
        _second(d, rest, *latest(screen))


def _clock(d: Drawing, room: Rect, seat: SeatView, size: float) -> Rect:
    strong = Style(size, Weight.BOLD)
    wide = d.width(seat.clock, strong) if seat.clock else 0.0
    return d.words(seat.clock, Rect(room.right - wide - 1, room.y, wide + 1, room.height), strong, INK, RIGHT)


def _of_several(d: Drawing, box: Rect, seat: SeatView) -> None:
    if box.width < NARROW:
        d.shape(seat.colour, (box.x + 26, box.centre[1]), 26)
        room = Rect(box.x + 48, box.y + 4, box.width - BESIDE_SHAPE, box.height - 8)
        upper, lower = room.split_top(box.height * 0.45)
        d.words(seat.name, upper, NARROW_NAME, INK)
        d.words(seat.clock, lower, Style(20, Weight.SEMI_BOLD, smallest=14), INK)
        return
    d.shape(seat.colour, (box.x + 30, box.centre[1]), 30)
    room = Rect(box.x + 56, box.y, box.right - 14 - box.x - 56, box.height)
    clock = _clock(d, room, seat, 28 if box.width < NARROW * 1.5 else 38)
    style = Style(28, Weight.BOLD, smallest=14)
    d.words(seat.name, Rect(room.x, room.y, clock.x - 8 - room.x, room.height), style, INK)


def latest(screen: Screen) -> tuple[str, Saying]:
    """The icon and the words of the bar's second line: what is being said, what happened last, else how it stands."""
    notice = screen.notice
    if notice is not None and isinstance(notice.detail, PieceSheet):
        return "hand-finger", say("Touched: {piece}", piece=notice.detail.name)
    if notice is not None and notice.kind is NoticeKind.SAYING:
        return "info-circle", notice.heading
    if screen.history:
        known = {Seen.CAMERA: "eye", Seen.FINGER: "hand-finger"}
        return (known[screen.seen] if screen.seen is not None else ""), screen.history[-1]
    return "", screen.status


def _second(d: Drawing, room: Rect, icon: str, saying: Saying) -> None:
    side = 22.0 if icon else 0.0
    style = Style(16, Weight.SEMI_BOLD, lines=3, leading=1.12)
    inner = Rect(room.x + side + 8, room.y, room.width - side - 8, room.height)
    taken = d.words(saying, inner, style, INK, RIGHT, optional=True)
    if icon and taken.width:
        d.icon(icon, (taken.x - 8 - side / 2, room.centre[1]), side, INK)


def _beside_a_plate(d: Drawing, bar: Rect, screen: Screen) -> Rect:
    """Draws the plate at the bar's right where there is something for it; returns the room that is left."""
    if d.space.upright or not (_troubled(screen) or screen.unwatched is not None):
        return bar
    rest, place = bar.split_right(PLATE + GAP)
    _plate(d, Rect(place.x, place.y, PLATE, place.height), screen)
    return rest


def _troubled(screen: Screen) -> bool:
    """Whether the bar says what does not work: not above the notice that says the same."""
    return screen.trouble is not None and (screen.notice is None or screen.notice.kind is not NoticeKind.TROUBLE)


def _plate(d: Drawing, room: Rect, screen: Screen) -> None:
    """What does not work, on a dark plate in the bar; calmly, that nothing looks at the table."""
    wide = min(room.width, PLATE)
    plate = Rect(room.right - wide, room.y + 5, wide, room.height - 10)
    d.fill(plate, INK, RADIUS_SLOT)
    words = Rect(plate.x + 46, plate.y + 2, plate.width - 54, plate.height - 4)
    style = Style(16, Weight.SEMI_BOLD, lines=2, smallest=12, leading=1.12)
    if screen.trouble is not None:
        d.icon(screen.trouble_icon, (plate.x + 24, plate.centre[1]), 26, DARK.attention)
        d.words(screen.trouble, words, style, DARK.attention, optional=True)
        return
    assert screen.unwatched is not None, "asked for only with something to say"
    d.icon("hand-finger", (plate.x + 24, plate.centre[1]), 26, DARK.text)
    if plate.width < WITH_KEY:
        d.touch(plate, CAMERA, radius=RADIUS_SLOT)
    else:
        key = Rect(plate.right - CAMERA_KEY - 2, plate.y + 2, CAMERA_KEY, plate.height - 4)
        d.fill(key, DARK.card, RADIUS_SLOT)
        d.outline(key, DARK.line, RADIUS_SLOT)
        d.icon("camera", (key.x + 22, key.centre[1]), 22, DARK.text)
        label = Rect(key.x + 38, key.y, key.width - 44, key.height)
        d.words(say("Camera"), label, Style(16, Weight.SEMI_BOLD, smallest=11), DARK.text)
        d.touch(Rect(key.x, plate.y, plate.right - key.x, plate.height), CAMERA, radius=RADIUS_SLOT)
        words = Rect(words.x, words.y, key.x - 8 - words.x, words.height)
    d.words(screen.unwatched, words, style, DARK.text)


def steps(d: Drawing, rect: Rect, screen: Screen) -> None:
    """The parts of a turn with the open one lit, and how it stands at the right."""
    style, left = Style(16, Weight.SEMI_BOLD), rect.x
    for number, step in enumerate(screen.steps):
        wide = d.width(step, style) + 20 + (22 if number < screen.step else 0)
        box = Rect(left, rect.y, wide, rect.height)
        lit = number == screen.step
        if lit:
            d.fill(box, d.palette.lamp, 8)
        colour = d.palette.on_lamp if lit else d.palette.faint
        inner = box
        if number < screen.step:
            d.icon("check", (box.x + 17, box.centre[1]), 18, colour)
            inner = Rect(box.x + 22, box.y, box.width - 22, box.height)
        d.words(step, inner, style, colour, CENTRE)
        left = box.right + 4
        if number < len(screen.steps) - 1:
            d.icon("chevron-right", (left + 9, box.centre[1]), 18, d.palette.faint)
            left += 22
    room = Rect(left + 8, rect.y, rect.right - left - 8, rect.height)
    d.words(screen.status, room, style, d.palette.second, RIGHT, optional=True)


def undo_keys(screen: Screen) -> list[Key]:
    """The way back, where the screen has one."""
    return [
        Key(each.label, each.intent if each.enabled else None, "arrow-back-up", why_not=each.why_not, name="undo")
        for each in screen.buttons
        if each.key == "undo"
    ]


def rail_keys(screen: Screen, most: int = OWN_KEYS) -> list[Key]:
    """What goes on first, then the game's own, then what is on every screen."""
    acting = [seat.colour for seat in screen.seats if seat.on_turn]
    primary = next((button for button in screen.buttons if button.key == "pass"), None)
    own = [button for button in screen.buttons if button is not primary and button.key != "undo"]
    keys: list[Key] = []
    if primary is not None:
        colour = acting[0] if len(acting) == 1 and primary.enabled else None
        keys.append(
            Key(
                primary.label,
                primary.intent if primary.enabled else None,
                primary.icon or "player-skip-forward",
                ButtonKind.PRIMARY,
                primary.why_not,
                player=colour,
                share=1.25,
                name="pass",
            )
        )
    if len(own) > most:
        keys.append(Key(say("Do"), OpenPanel(ACTIONS), "hand-click"))
    else:
        keys += [
            Key(
                button.label,
                button.intent if button.enabled else None,
                button.icon or "hand-click",
                why_not=button.why_not,
            )
            for button in own
        ]
    return [
        *keys,
        *undo_keys(screen),
        Key(say("Rules"), OpenPage("rules"), "gavel"),
        Key(say("More"), MENU, "dots"),
    ]
