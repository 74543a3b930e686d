"""A player's panel: open with what lies before him, folded to a strip, or a strip at the edge of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.screen import Arrangement, Cell, SeatView, Tone
from companion.core.screen_parts import KeyFigure
from companion.core.text import NOTHING, say, say_plural
from ui.boards import draw_board
from ui.boards.pips import pips
from ui.boards.table import TableFocus, dotted, figure
from ui.components import panel
from ui.drawing import MIDDLE, RIGHT, Drawing, Saying
from ui.navigation import SAID, OpenPanel
from ui.rect import Rect
from ui.tokens import GAP, INK, RADIUS_PANEL
from ui.typography import Style, Weight

HEAD = 30.0
MINI, LOW_MINI, SMALLEST_MINI, LARGEST_MINI = 20.0, 15.0, 12.0, 36.0
"""The side of the small picture of a pile: as it is, with the free places between them, so that none of them
is left out, and at most, in a high strip."""

LEAST_NAME = 80.0
FACT_LINE = 33.0
ROOMY = 110.0
"""From this height on a folded player's icons have a line to themselves."""

TALL = 84.0
NARROWEST = 128.0
"""A folded player has room for a long name from this width on."""

AT_THE_EDGE = 2
"""So many of his figures a player has at the edge of his board, whatever his name."""

UNDER = Style(15, Weight.MEDIUM, condensed=True)
LABEL = Style(16, Weight.SEMI_BOLD, condensed=True)


def open_seat(d: Drawing, rect: Rect, seat: SeatView, table: TableFocus) -> None:
    """Score, facts, and what lies before him."""
    panel(d, rect, seat.colour if seat.on_turn else None)
    d.place(rect, seat.seat)
    inner = rect.inset(8)
    head, body = inner.split_top(HEAD, 4)
    badge = Rect(head.x + 4, head.y + 1, 28, 28)
    d.badge(seat.colour, badge)
    left = badge.right + 8
    if not seat.on_turn:
        left = _name(d, Rect(left, head.y, min(150.0, head.width * 0.3), head.height), seat).right + 12
    left = _score(d, Rect(left, head.y, head.right - left, head.height), seat).right + 16
    if seat.remark is not None:
        room = Rect(left, head.y, min(head.width * 0.34, head.right - left), head.height)
        words = d.words(seat.remark, room, LABEL, d.palette.second, optional=True)
        left = words.right + 16 if words.width else left
    facts(d, Rect(left, head.y, head.right - 4 - left, head.height), seat.facts)
    draw_board(d, body, seat.board, table)


def _name(d: Drawing, rect: Rect, seat: SeatView, size: float = 18) -> Rect:
    """Whole, or its first part: nobody is without a name."""
    colour, style = d.palette.faint if seat.tone is Tone.DIM else d.palette.text, Style(size, Weight.SEMI_BOLD)
    name = seat.name if d.fits(seat.name, rect, style) else seat.name.partition(" ")[0]
    return d.words(name, rect, style, colour)


def _score(d: Drawing, rect: Rect, seat: SeatView) -> Rect:
    """The figure with its unit beside it; returns the box of both."""
    if seat.score is None:
        return Rect(rect.x, rect.y, 0, rect.height)
    strong = Style(24, Weight.BOLD, smallest=18)
    taken = d.words(figure(seat.score.value), rect, strong)
    if seat.score.provisional:
        dotted(d, taken, d.palette.faint)
    room = Rect(taken.right + 6, rect.y, rect.right - taken.right - 6, rect.height)
    unit = d.words(seat.score.label, room, Style(16, Weight.MEDIUM), d.palette.second, optional=True)
    return Rect(rect.x, rect.y, unit.right - rect.x, rect.height)


def facts(d: Drawing, rect: Rect, shown: tuple[KeyFigure, ...], wanted: int = 0) -> None:
    """From the right end; what has no room is left out from the end, rather than one of those `wanted` its unit."""
    if sum(_fact_width(d, fact) + 14 for fact in shown[:wanted]) - 14 > rect.width:
        shown = tuple(replace(fact, label=NOTHING) if fact.icon else fact for fact in shown)
    kept: list[tuple[KeyFigure, float]] = []
    room = rect.width
    for fact in shown:
        wide = _fact_width(d, fact)
        if wide > room:
            break
        kept.append((fact, wide))
        room -= wide + 14
    right = rect.right
    for fact, wide in reversed(kept):
        _fact(d, Rect(right - wide, rect.y, wide, rect.height), fact)
        right -= wide + 14


def _fact_width(d: Drawing, fact: KeyFigure) -> float:
    wide = d.width(fact.label, LABEL) + 1
    if fact.icon:
        wide += 28 + 5
    if fact.value:
        wide += d.width(figure(fact.value), Style(21, Weight.BOLD)) + 6
    if fact.pips is not None:
        wide += 15 * fact.pips.full + 6
    return wide


def _fact(d: Drawing, rect: Rect, fact: KeyFigure) -> None:
    """With an icon the figure comes before its unit, else after its label."""
    left, middle = rect.x, rect.centre[1]
    strong = Style(21, Weight.BOLD)
    if fact.icon:
        box = Rect(left, middle - 14, 28, 28)
        d.fill(box, d.palette.raised, 8)
        tint = fact.tint if fact.tint and d.palette.name == "dark" else d.palette.text
        d.icon(fact.icon, box.centre, 20, tint)
        taken = d.words(figure(fact.value), Rect(box.right + 5, rect.y, rect.width, rect.height), strong)
        if fact.provisional:
            dotted(d, taken, d.palette.faint)
        d.words(
            fact.label,
            Rect(taken.right + 5, rect.y, rect.right - taken.right - 4, rect.height),
            LABEL,
            d.palette.second,
        )
        return
    taken = d.words(fact.label, Rect(left, rect.y, rect.width, rect.height), LABEL, d.palette.second)
    left = taken.right + 6
    if fact.value:
        words = d.words(figure(fact.value), Rect(left, rect.y, rect.right - left + 1, rect.height), strong)
        if fact.provisional:
            dotted(d, words, d.palette.faint)
        left = words.right + 6
    if fact.pips is not None:
        bars = Rect(left, middle - 6, 15 * fact.pips.full - 3, 12)
        pips(d, bars, fact.pips.lie, fact.pips.full, d.palette.text, d.palette.faint, half=0)


# --- folded ---


def folded_seats(d: Drawing, rect: Rect, seats: list[SeatView]) -> None:
    """The others in a row, each to be opened by a touch."""
    columns, rows = folded_grid(rect.width, len(seats))
    boxes = rect.grid(columns, rows, GAP)
    strips = list(zip(boxes, seats, strict=False))
    beside = all(_has_room_beside_its_score(d, box, seat) for box, seat in strips)
    shown = [[_has_room_for_all(d, box, seat, beside, clock) for box, seat in strips] for clock in (True, False)]
    clocks = all(shown[0]) or not all(shown[1])
    for box, seat in strips:
        folded_seat(d, box, seat, beside=beside, clock=clocks)


def folded_grid(width: float, count: int) -> tuple[int, int]:
    """Columns and rows in which so many folded players stand in this width: as few rows as leave room for names."""
    rows = 1
    while rows < count and (width + GAP) / -(-count // rows) - GAP < NARROWEST:
        rows += 1
    return max(1, -(-count // rows)), rows


def _has_room_for_all(d: Drawing, rect: Rect, seat: SeatView, beside: bool, clock: bool) -> bool:
    """Whether all places for his piles have room in the lower line."""
    room = rect.width - 16
    if not beside and seat.score is not None:
        room -= d.width(figure(seat.score.value), Style(20, Weight.BOLD, condensed=True)) + 9
    if clock or seat.asked is not None:
        room -= d.width(_under(seat), UNDER) + 6
    return len(_minis_for(seat, room)[0]) == len(seat.board.cells)


def folded_seat(d: Drawing, rect: Rect, seat: SeatView, *, beside: bool, clock: bool) -> None:
    """`beside` its name a narrow one has its score, if all of them have room for that; so with the `clock`."""
    panel(d, rect, seat.colour if seat.on_turn else None)
    if seat.board.arrangement is Arrangement.TREE:
        _tree_strip(d, rect, seat)
    elif rect.width >= 260 and rect.height < 90:
        _wide_strip(d, rect, seat)
    else:
        _narrow_strip(d, rect, seat, beside=beside, clock=clock)
    _touch(d, rect, seat)


def _touch(d: Drawing, rect: Rect, seat: SeatView) -> None:
    """A touch opens what lies before him; where he is asked about, the question. A piece can be put before him."""
    if seat.asked is not None:
        d.dashed(rect.inset(1), d.palette.unknown, RADIUS_PANEL, 2)
        chip = Rect(rect.right - 26, rect.y + 2, 24, 24)
        d.fill(chip, d.palette.unknown, 12)
        d.icon("question-mark", chip.centre, 18, d.palette.unknown_ground)
    d.place(rect, seat.seat)
    d.touch(rect, OpenPanel(seat.seat) if seat.asked is None else OpenPanel(SAID), radius=RADIUS_PANEL)


def _wide_strip(d: Drawing, rect: Rect, seat: SeatView) -> None:
    badge = Rect(rect.x + 12, rect.centre[1] - 15, 30, 30)
    d.badge(seat.colour, badge)
    right = _points(d, Rect(rect.x, rect.y, rect.width - 12, rect.height), seat).x - 10
    name_room = right - badge.right - 8
    cells, side = _minis_for(seat, name_room - LEAST_NAME - 8)
    if cells:
        wide = _minis_width(cells, side)
        _minis(d, Rect(right - wide, rect.centre[1] - 14, wide, 28), cells, side)
        name_room -= wide + 8
    room = Rect(badge.right + 8, rect.centre[1] - 21, name_room, 42)
    upper, lower = room.split_top(23)
    _name(d, upper, seat)
    _under_words(d, lower, seat)


def _under(seat: SeatView) -> Saying:
    if seat.asked is not None:
        return seat.asked
    return say("passed") if seat.tone is Tone.DIM else seat.clock


def _upper_line(rect: Rect) -> tuple[Rect, Rect]:
    return rect.inset(8, 4).split_top(rect.inset(8, 4).height * (0.4 if rect.height >= ROOMY else 0.5), 2)


def _name_room(rect: Rect) -> tuple[Rect, float]:
    """Where a narrow one has its badge, and where its name ends at the latest."""
    upper = _upper_line(rect)[0]
    side = min(30.0 if rect.height >= TALL else 24.0, upper.height)
    return Rect(upper.x, upper.centre[1] - side / 2, side, side), upper.right


def _has_room_beside_its_score(d: Drawing, rect: Rect, seat: SeatView) -> bool:
    badge, right = _name_room(rect)
    size = 28.0 if rect.height >= TALL and rect.width > 140 else 20.0
    score = d.width(figure(seat.score.value), Style(size, Weight.BOLD, condensed=True)) + 8 if seat.score else 0.0
    room = Rect(badge.right + 6, rect.y, right - badge.right - 6 - score, rect.height)
    return d.fits(seat.name, room, Style(17, Weight.SEMI_BOLD))


def _narrow_strip(d: Drawing, rect: Rect, seat: SeatView, *, beside: bool, clock: bool) -> None:
    upper, lower = _upper_line(rect)
    tall = rect.height >= TALL
    badge, _ = _name_room(rect)
    d.badge(seat.colour, badge)
    room = Rect(badge.right + 6, upper.y, upper.right - badge.right - 6, upper.height)
    if beside:
        points = _points(d, upper, seat, 28.0 if tall and rect.width > 140 else 20.0)
        _name(d, Rect(room.x, room.y, points.x - 6 - room.x, room.height), seat, 18 if tall else 17)
    else:
        # A long name has the line to itself; the score stands in the lower one.
        _name(d, room, seat, 17)
    if rect.height >= ROOMY and seat.board.cells:
        line, place = lower.split_top(20)
        cells, side = _minis_for(seat, place.width, min(LARGEST_MINI, place.height - 8))
        _minis(d, Rect(place.x, place.bottom - side - 10, place.width, side + 8), cells, side)
        _under_words(d, line if beside else line.split_right(_points(d, line, seat, 20).width, 6)[0], seat)
        return
    if not beside:
        lower = lower.split_right(_points(d, lower, seat, 20).width, 8)[0]
    _under_and_piles(d, lower, seat, clock=clock)


def _under_and_piles(d: Drawing, line: Rect, seat: SeatView, *, clock: bool) -> None:
    """What stands under his name, and his piles at the right; a clock makes room for them."""
    under = d.width(_under(seat), UNDER) if clock or seat.asked is not None else 0.0
    cells, side = _minis_for(seat, line.width - under - 6)
    if not cells and seat.asked is None and any(cell.icon for cell in seat.board.cells):
        cells, side = _minis_for(seat, line.width)
        under = under if not cells else 0.0
    if under:
        _under_words(d, line, seat)
    wide = _minis_width(cells, side)
    _minis(d, Rect(line.right - wide, line.centre[1] - 14, wide, 28), cells, side)


def _under_words(d: Drawing, rect: Rect, seat: SeatView) -> None:
    d.words(_under(seat), rect, UNDER, d.palette.second, optional=seat.asked is None)


def _points(d: Drawing, rect: Rect, seat: SeatView, size: float = 24) -> Rect:
    if seat.score is None:
        return Rect(rect.right, rect.y, 0, rect.height)
    style = Style(size, Weight.BOLD, condensed=True)
    words = figure(seat.score.value)
    wide = d.width(words, style)
    taken = d.words(words, Rect(rect.right - wide - 1, rect.y, wide + 1, rect.height), style, across=RIGHT)
    if seat.score.provisional:
        dotted(d, taken, d.palette.faint)
    return taken


def _minis_for(seat: SeatView, room: float, largest: float = MINI) -> tuple[Sequence[Cell], float]:
    """Which of his places have a small picture in this width, and its side: all, else those where something lies."""
    if seat.board.arrangement is not Arrangement.SLOTS:
        return (), 0.0
    lying = [cell for cell in seat.board.cells if cell.icon]
    for cells, smallest in ((seat.board.cells, LOW_MINI), (lying, SMALLEST_MINI)):
        side = min(largest, (room + 3) / len(cells) - 3) if cells else 0.0
        if side >= smallest:
            return cells, side
    return (), 0.0


def _minis_width(cells: Sequence[Cell], side: float) -> float:
    return (side + 3) * len(cells) - 3 if cells else 0.0


def _minis(d: Drawing, rect: Rect, cells: Sequence[Cell], side: float) -> None:
    """An icon for each pile, with a line of how much of its full set lies there."""
    for number, cell in enumerate(cells):
        box = Rect(rect.x + number * (side + 3), rect.centre[1] - side / 2 - 3, side, side)
        if not cell.icon:
            d.dashed(box, d.palette.line, 5)
            continue
        d.fill(box, cell.tints[0], min(5.0, side / 4))
        d.icon(cell.icon, box.centre, max(min(14.0, side), side * 0.7), INK)
        if cell.pips is not None and cell.pips.full:
            bar = Rect(box.x, box.bottom + 3, side, 4)
            d.fill(bar, d.palette.line, 2)
            d.fill(Rect(bar.x, bar.y, bar.width * cell.pips.lie / cell.pips.full, 4), d.palette.text, 2)


def _tree_strip(d: Drawing, rect: Rect, seat: SeatView) -> None:
    inner = rect.inset(8, 6)
    head, rest = inner.split_top(26, 0)
    badge = Rect(head.x, head.y + 1, 24, 24)
    d.badge(seat.colour, badge)
    whole = Rect(badge.right + 6, head.y, head.right - badge.right - 6, head.height)
    score = d.width(figure(seat.score.value), Style(20, Weight.BOLD, condensed=True)) + 6 if seat.score else 0.0
    beside = Rect(whole.x, whole.y, whole.width - score, whole.height)
    line, rest = rest.split_top(18, 2)
    if d.fits(seat.name, beside, Style(18, Weight.SEMI_BOLD)):
        _points(d, head, seat, 20)
        _name(d, beside, seat)
    else:
        # A long name has the line to itself; the score stands in the next.
        _name(d, Rect(whole.x - 2, whole.y, rect.right - 2 - whole.x, whole.height), seat)
        line = line.split_right(_points(d, line, seat, 18).width, 6)[0]
    words = seat.asked or seat.remark or (seat.board.title if seat.board.cells else "")
    d.words(words, line, Style(15, Weight.MEDIUM, condensed=True), d.palette.second, down=MIDDLE, optional=True)
    _cards_by_name(d, rest.split_top(4)[1], seat.board.cells)


CARD_LINE, LEAST_LINE = 19.0, 13.0


def _cards_by_name(d: Drawing, room: Rect, cells: Sequence[Cell]) -> None:
    """Each card below the first on a line or two, the strongest first; where few have room, how many there are."""
    below = [cell for cell in cells if not cell.lit]
    ranked = sorted(below, key=lambda cell: -int(cell.value) if cell.value.isdecimal() else 1)
    if room.height < 3 * CARD_LINE and len(ranked) * CARD_LINE > room.height:
        _counted(d, room, cells)
        return
    small = Style(14, Weight.SEMI_BOLD, lines=2, condensed=True, leading=1.0)
    for number, cell in enumerate(ranked):
        wide = room.width - 18 - d.width(figure(cell.value), small) - 6
        high = CARD_LINE if d.fits(cell.title, Rect(0, 0, wide, CARD_LINE), small) else 2 * CARD_LINE - 6
        left = len(ranked) - number
        if high > room.height or (left > 1 and room.height < high + CARD_LINE):
            words = say_plural("and {count} more", "and {count} more", left)
            line = Rect(room.x + 18, room.y, room.width - 18, CARD_LINE)
            d.words(words, line, small, d.palette.faint, optional=True)
            return
        line, room = room.split_top(high)
        d.icon(cell.icon or "circle-dot", (line.x + 7, line.y + CARD_LINE / 2), 13, d.palette.second)
        d.words(figure(cell.value), line, small, across=RIGHT)
        d.words(cell.title, Rect(line.x + 18, line.y, wide, high), small, d.palette.second, optional=True)


def _counted(d: Drawing, room: Rect, cells: Sequence[Cell]) -> None:
    """How many cards there are, and how many of them may still act."""
    if room.height < LEAST_LINE:
        return
    ready = sum(cell.icon == "bolt" for cell in cells)
    left = room.x
    for icon, count in (("binary-tree", len(cells)), ("bolt", ready)):
        d.icon(icon, (left + 8, room.centre[1]), 16, d.palette.second)
        d.words(str(count), Rect(left + 20, room.y, 24, room.height), Style(15, Weight.SEMI_BOLD), optional=True)
        left += 52


# --- at the edge of a board ---


def edge_strip(d: Drawing, rect: Rect, seat: SeatView) -> None:
    """Badge, name, and his figures with their icons. Beside a small badge more of a name stays in one piece."""
    first = d.width(seat.name.partition(" ")[0], Style(14, Weight.SEMI_BOLD, condensed=True))
    narrow = rect.width - min(28.0, rect.height - 6) - 24 < first
    edge, side = (5.0, min(18.0, rect.height - 6)) if narrow else (8.0, min(28.0, rect.height - 6))
    badge = Rect(rect.x + edge, rect.centre[1] - side / 2, side, side)
    d.badge(seat.colour, badge)
    wanted = sum(_fact_width(d, fact) + 14 for fact in seat.facts[:AT_THE_EDGE])
    room = rect.right - edge - badge.right - edge
    least = min(room, d.width(seat.name, Style(14, Weight.SEMI_BOLD, condensed=True)) + 2)
    name = _name(d, Rect(badge.right + edge, rect.y, max(least, room - wanted), rect.height), seat)
    facts(d, Rect(name.right + 12, rect.y, rect.right - 8 - name.right - 12, rect.height), seat.facts, AT_THE_EDGE)
    _touch(d, rect, seat)


def side_panel(d: Drawing, rect: Rect, seat: SeatView) -> None:
    """Name and clock, and below them a figure in each line, as many as have room; in a low panel all in one line."""
    d.fill(rect, d.palette.card, RADIUS_PANEL)
    low = rect.height < TALL
    head, body = rect.inset(10, 4 if low else 8).split_top(28 if low else 30, 2 if low else 6)
    badge = Rect(head.x, head.y + 1, 28, 28)
    d.badge(seat.colour, badge)
    clock = d.width(seat.clock, LABEL) + 8 if seat.clock and rect.width > NARROWEST + 60 else 0.0
    room = Rect(badge.right + 8, head.y, head.right - badge.right - 8, head.height)
    if clock:
        room, time = room.split_right(clock)
        d.words(seat.clock, time, LABEL, d.palette.second, across=RIGHT)
    _name(d, room, seat)
    if low:
        facts(d, body, seat.facts, len(seat.facts))
    for line, fact in zip(() if low else _lines_of(body), seat.facts, strict=False):
        _fact(d, line, fact)
    _touch(d, rect, seat)


def _lines_of(rect: Rect) -> tuple[Rect, ...]:
    count = int(rect.height // FACT_LINE)
    return tuple(Rect(rect.x, rect.y + number * FACT_LINE, rect.width, 30) for number in range(count))
