"""The live table: first whose turn it is and what is to be done, then the board, then the players.

Nothing here knows a game: where things stand follows from how many boards and players there are, from how their boards
are arranged, and from whether players sit at the edge of a board.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.piece_sheet import PieceSheet
from companion.core.screen import Arrangement, Board, NoticeKind, Place, Screen, SeatView
from companion.core.text import say
from ui.boards import draw_board
from ui.boards.table import TableFocus, arrows
from ui.components import Key, panel
from ui.drawing import RIGHT, Drawing
from ui.frame import rail
from ui.navigation import ACTIONS, SAID, TABLE, OpenPanel, Shut
from ui.rect import Rect
from ui.screens import area, piece_sheet, stop
from ui.screens.bar import CAMERA, latest, rail_keys, steps, turn_bar
from ui.screens.search import SEARCH
from ui.seats import edge_strip, folded_grid, folded_seats, open_seat, side_panel
from ui.tokens import GAP, INK, RADIUS_PANEL
from ui.typography import Style, Weight

STEPS_HEIGHT = 30.0
FOLDED, TALL_FOLDED, BOARDS_UPRIGHT = 58.0, 132.0, 360.0
"""How high a folded player is, and upright what the boards keep of the height."""

OPEN_HEAD, PILES, LOW_PILES, LEAST_BOARDS = 52.0, 84.0, 66.0, 240.0
"""How high an open player's head and a line of his piles are; lower where the boards would have less than the last."""

STACKS, STACKS_BESIDE_MANY, MANY_KINDS = 0.62, 0.45, 8
"""The share of the width that stacks take at most beside other boards, and beside one with more kinds than so many."""

EDGE_HEIGHT, SAYING, SAYING_ABOVE = 48.0, 64.0, 168.0
"""How high a player at the edge of his board is; a line at the foot, for a saying or for what happened last."""

SIDE_BY_SIDE, LARGE, SMALL_HEAD = 2, 0.57, 48.0
"""More boards than so many have one large, with this share of the width; how high the players of the others are."""

BROAD, BESIDE = 1.3, 230.0
"""A board so much wider than high has its players beside it, in a column so wide at most."""
STOPS = {NoticeKind.REFUSED, NoticeKind.ILLEGAL, NoticeKind.QUESTION, NoticeKind.DISAGREE, NoticeKind.TROUBLE}


def draw(d: Drawing, screen: Screen) -> None:
    notice = screen.notice
    contest = notice is not None and notice.detail is not None
    if notice is not None and isinstance(notice.detail, PieceSheet):
        piece_sheet.draw(d, screen, notice, notice.detail)
    elif contest and d.opened == TABLE:
        _table(d, screen, [Key(say("Back"), Shut(), "chevron-left")])
    elif contest and area.draw(d, screen, d.opened):
        return
    elif notice is not None and (notice.kind in STOPS or len(notice.answers) > 2 or d.opened == SAID):
        stop.draw(d, screen, notice)
    elif d.opened == ACTIONS or d.opened.startswith(SEARCH):
        area.draw_actions(d, screen)
    elif not area.draw(d, screen, d.opened):
        _table(d, screen)


def _table(d: Drawing, screen: Screen, over: Sequence[Key] = ()) -> None:
    """`over` are keys instead of the game's own, where something else stands over the table."""
    top = turn_bar(d, screen)
    keys = list(over) or (rail_keys(screen, 1) if d.space.upright else rail_keys(screen))
    room = rail(d, top + GAP, keys)
    table = TableFocus.of(screen)
    said = None if over or screen.notice is None else screen.notice
    if said is not None and not (said.answers or said.lines):
        said = None
    shorter, foot = room.split_bottom(SAYING, GAP)
    # While somebody is on turn boards and seats stay where they are: it lies over the foot, if that is not kept free
    # and nobody sits there.
    sits_there = any(seat.place is Place.BELOW for seat in screen.seats)
    on_turn = any(seat.on_turn for seat in screen.seats)
    covers = not d.space.upright and said is not None and on_turn and not sits_there
    if d.space.upright or (said is not None and not covers):
        room = shorter
    if d.space.upright and said is None:
        _latest(d, foot, screen)
    if screen.steps:
        head, room = room.split_top(STEPS_HEIGHT, 4)
        steps(d, head, screen)
    boards_and_players(d, room, screen, table)
    arrows(d, screen.astray)
    if said is not None:
        if stop.stands_above(d, said):
            foot = Rect(foot.x, foot.bottom - SAYING_ABOVE, foot.width, SAYING_ABOVE)
            d.cover(foot)
        elif covers:
            d.cover(foot)
        stop.saying(d, foot, said)


def boards_and_players(d: Drawing, room: Rect, screen: Screen, table: TableFocus) -> None:
    """All that lies on the table, in the layout that follows from the values."""
    if any(seat.place is not Place.ALONE for seat in screen.seats):
        _boards_with_players(d, room, screen, table)
    elif any(seat.board.arrangement is Arrangement.TREE for seat in screen.seats):
        _one_structure(d, room, screen, table)
    else:
        _boards_above_players(d, room, screen, table)


def _latest(d: Drawing, line: Rect, screen: Screen) -> None:
    """Upright there is no room in the bar: what happened last stands above the buttons."""
    icon, words = latest(screen)
    if screen.trouble is not None:
        icon, words = screen.trouble_icon, screen.trouble
    elif screen.unwatched is not None:
        icon, words = "hand-finger", screen.unwatched
        d.touch(line, CAMERA, radius=RADIUS_PANEL)
    colour = d.palette.attention if screen.trouble is not None else d.palette.second
    left = line.x + 8
    if icon:
        d.icon(icon, (left + 11, line.centre[1]), 22, colour)
        left += 34
    d.words(
        words,
        Rect(left, line.y, line.right - left, line.height),
        Style(16, Weight.MEDIUM, lines=2),
        colour,
        optional=True,
    )


# --- boards above, players below ---


def _boards_above_players(d: Drawing, room: Rect, screen: Screen, table: TableFocus) -> None:
    opened = _open_one(screen)
    folded = [seat for seat in screen.seats if seat is not opened]
    rows = folded_grid(room.width, len(folded))[1] if folded else 0
    each, piles = (96.0 if d.space.upright and rows == 1 else FOLDED), PILES
    lines = 2 if d.space.upright and opened is not None and len(opened.board.cells) > 4 else 1
    if d.space.upright and opened is None and folded:
        # Nobody's piles lie open: everybody's have the room.
        each = min(TALL_FOLDED, max(each, (room.height - BOARDS_UPRIGHT) / rows - GAP))
    elif lines > 1 and room.height - rows * (each + GAP) - OPEN_HEAD - lines * piles < LEAST_BOARDS:
        each, piles = FOLDED, LOW_PILES
    if folded:
        room, strip = room.split_bottom(rows * (each + GAP) - GAP, GAP)
        folded_seats(d, strip, folded)
    if opened is not None:
        room, box = room.split_bottom(OPEN_HEAD + piles * lines if lines > 1 else 132, GAP)
        open_seat(d, box, opened, table)
    _boards(d, room, list(screen.boards), table)


def _open_one(screen: Screen) -> SeatView | None:
    """Whoever is on turn lies open."""
    return next((seat for seat in screen.seats if seat.on_turn), None)


def _boards(d: Drawing, room: Rect, boards: list[Board], table: TableFocus) -> None:
    """Boards beside each other; one that is a stack of layers is square and gets no more than it needs."""
    stacks = [board for board in boards if board.arrangement is Arrangement.STACK]
    others = [board for board in boards if board.arrangement is not Arrangement.STACK]
    pad = 8.0
    if stacks and others and room.height > 1.2 * room.width:
        # Upright with nobody's piles open: one below the other.
        upper, room = room.split_top(room.width, GAP)
        _boards(d, upper, stacks, table)
        stacks = []
    side = room.height - 2 * pad
    wide = [side * board.width / board.height + 2 * pad for board in stacks]
    if stacks and others:
        many = max(len(board.cells) for board in others) > MANY_KINDS
        scale = min(1.0, room.width * (STACKS_BESIDE_MANY if many else STACKS) / sum(wide))
        wide = [each * scale for each in wide]
    left_first = d.space.upright
    rest = room
    for board, each in zip(stacks, wide, strict=True):
        if left_first:
            box, rest = rest.split_left(each if others else room.width, GAP)
        else:
            rest, box = rest.split_right(each if others else room.width, GAP)
        panel(d, box)
        draw_board(d, box.inset(pad), board, table)
    if not others:
        return
    whole = sum(board.weight for board in others)
    x = rest.x
    for board in others:
        box = Rect(x, rest.y, (rest.width - GAP * (len(others) - 1)) * board.weight / whole, rest.height)
        panel(d, box)
        draw_board(d, box.inset(6, 4), board, table)
        x = box.right + GAP


# --- one structure at a time ---


def _one_structure(d: Drawing, room: Rect, screen: Screen, table: TableFocus) -> None:
    opened = _open_one(screen) or next((seat for seat in screen.seats if seat.board.cells), screen.seats[0])
    folded = [seat for seat in screen.seats if seat is not opened]
    if d.space.upright:
        room, strip = room.split_bottom(132, GAP)
        folded_seats(d, strip, folded)
    else:
        strip, room = room.split_left(132, GAP)
        boxes = strip.grid(1, max(1, len(folded)), GAP)
        for seat, box in zip(folded, boxes, strict=True):
            folded_seats(d, box, [seat])
    boards = [board for board in screen.boards if board.cells]
    if boards:
        high = min(84.0, room.height * 0.25)
        room, foot = room.split_bottom(high, GAP)
        _boards(d, foot, boards, table)
    panel(d, room)
    d.place(room, opened.seat)
    head, body = room.inset(10, 6).split_top(24, 6)
    title = d.words(opened.board.title, head, Style(16, Weight.SEMI_BOLD), d.palette.second)
    legend(d, Rect(title.right + 12, head.y, head.right - title.right - 12, head.height))
    if opened.board.note is not None:
        rest = Rect(title.right + 12, head.y, head.right - title.right - 12, head.height)
        style = Style(16, Weight.SEMI_BOLD, condensed=True)
        d.words(opened.board.note, rest, style, d.palette.second, RIGHT, optional=True)
    draw_board(d, body, opened.board, table)


def legend(d: Drawing, rect: Rect) -> None:
    """What the signs on a structure mean, at its right end."""
    style = Style(16, Weight.SEMI_BOLD, condensed=True)
    free, may_act = say("free arrow"), say("may still act")
    wide = [d.width(words, style) + 26 for words in (may_act, free)]
    if sum(wide) + 16 > rect.width:
        return
    box = Rect(rect.right - wide[1], rect.y, wide[1], rect.height)
    x, y = box.x + 8, box.centre[1]
    d.stroke(((x - 5, y - 8), (x + 5, y), (x - 5, y + 8), (x - 5, y - 8)), d.palette.good, 2.5)
    d.words(free, Rect(box.x + 22, box.y, wide[1] - 20, box.height), style, d.palette.second)
    box = Rect(box.x - 16 - wide[0], rect.y, wide[0], rect.height)
    disc = Rect(box.x, box.centre[1] - 10, 20, 20)
    d.fill(disc, d.palette.attention, 10)
    d.icon("bolt", disc.centre, 15, INK if d.palette.name == "dark" else d.palette.panel)
    d.words(may_act, Rect(box.x + 26, box.y, wide[0] - 24, box.height), style, d.palette.second)


# --- players at the edges of their boards ---


def _boards_with_players(d: Drawing, room: Rect, screen: Screen, table: TableFocus) -> None:
    """Beside each other as on the table, upright below each other; of many the one that is played on is large."""
    boards, count = list(screen.boards), len(screen.boards)
    boxes = room.grid(1, count, GAP) if d.space.upright else room.grid(count, 1, GAP)
    small: tuple[Rect, ...] = ()
    if count > SIDE_BY_SIDE and not d.space.upright:
        first = _played_on(screen)
        boards = [first, *(board for board in boards if board is not first)]
        large, column = room.split_left(room.width * LARGE, GAP)
        small = column.grid(1, count - 1, GAP)
        boxes = (large, *small)
    for board, box in zip(boards, boxes, strict=True):
        panel(d, box)
        players = [seat for seat in screen.seats if seat.at == board.name and seat.place is not Place.ALONE]
        if box in small:
            head, body = box.split_top(SMALL_HEAD)
            for seat, strip in zip(players, head.grid(max(1, len(players)), 1, GAP), strict=False):
                edge_strip(d, strip, seat)
        else:
            body = _beside(d, box, players) if box.width > BROAD * box.height else _at_edges(d, box, players)
        touchable = len(d.targets)
        draw_board(d, body.inset(8), board, table)
        if len(d.targets) == touchable:
            d.touch(body.inset(8), OpenPanel(board.name), radius=RADIUS_PANEL)


def _played_on(screen: Screen) -> Board:
    """The board with what is spoken of; else that of the first who is on turn."""
    asked = {*screen.attention, *(zone for zone, _ in screen.unsettled)}
    spoken = (board for board in screen.boards if any(cell.zone in asked for cell in board.cells))
    turns = {seat.at for seat in screen.seats if seat.on_turn}
    return next(spoken, None) or next((board for board in screen.boards if board.name in turns), screen.boards[0])


def _at_edges(d: Drawing, box: Rect, players: Sequence[SeatView]) -> Rect:
    """Each player at the edge where he sits; returns the board's room between them."""
    for seat in players:
        if seat.place is Place.ABOVE:
            strip, box = box.split_top(EDGE_HEIGHT)
        else:
            box, strip = box.split_bottom(EDGE_HEIGHT)
            d.fill(strip, d.palette.card, RADIUS_PANEL)
        edge_strip(d, strip, seat)
    return box


def _beside(d: Drawing, box: Rect, players: Sequence[SeatView]) -> Rect:
    """A board that is broad has its players at its left, the upper one above; returns the board's room."""
    if not players:
        return box
    column, rest = box.split_left(min(BESIDE, box.width * 0.36), GAP)
    for seat, place in zip(players, column.grid(1, len(players), GAP), strict=True):
        side_panel(d, place, seat)
    return rest
