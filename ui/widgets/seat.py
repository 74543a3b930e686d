"""One player: name, facts, clock, remark, and what lies before him."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Triangle
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Board, SeatView, Tone
from ui import theme
from ui.arrange import need
from ui.boxes import Box
from ui.desk import UNPLACED, Desk
from ui.seating import head_lines, seat_room
from ui.widgets.sign import SHAPES
from ui.widgets.words import measured


class Seat(Widget):
    """Draws a `SeatView`; folded, only its line of name and facts."""

    desk: Desk = ObjectProperty(UNPLACED, rebind=True)
    seat: SeatView | None = ObjectProperty(None, allownone=True)
    attention: frozenset[str] = ObjectProperty(frozenset())
    folded = BooleanProperty(False)
    fill = ColorProperty(theme.PANEL)
    bar = ColorProperty(theme.CLEAR)
    edge = ColorProperty(theme.CLEAR)

    def __init__(self, **kwargs: object) -> None:
        self._lay_soon = Clock.create_trigger(self._lay, -1)
        super().__init__(**kwargs)
        for name in ("seat", "attention", "folded", "pos", "size"):
            self.fbind(name, self._lay_soon)
        self._lay_soon()

    def _lay(self, *_: object) -> None:
        seat = self.seat
        if seat is None:
            return
        self._colour(seat)
        box = Box(0.0, 0.0, self.width, self.height)
        head = box.inset(self.desk.sizes.px(7), self.desk.sizes.px(2))
        opened = not self.folded and not need(seat.board, frozenset()).bare
        lines = head_lines(box, opened, self.desk.sizes)
        line = self.desk.sizes.seat_line if opened else head.height / lines
        first, below = head.split_top(line)
        name, facts = self._heads(seat, first) if lines == 1 else (first, below.split_top(line)[0])
        self._lay_name(seat, name)
        self._put("facts", facts)
        self.ids.facts.facts = seat.facts
        self._lay_board(seat.board if opened else None, seat_room(box, self.desk.sizes))

    def _colour(self, seat: SeatView) -> None:
        self.fill = theme.ON_TURN if seat.on_turn else theme.PANEL
        self.bar = theme.ACCENT if seat.on_turn else theme.CLEAR
        marked = seat.tone in SHAPES
        self.edge = theme.TONES[seat.tone] if marked else theme.ACCENT if seat.on_turn else theme.HOLLOW_EDGE
        self.ids.name.color = theme.FAINT if seat.tone is Tone.DIM else theme.TEXT

    def _heads(self, seat: SeatView, line: Box) -> tuple[Box, Box]:
        """Name and facts side by side: the facts as wide as they are, if the name keeps its share."""
        self.ids.facts.facts = seat.facts
        name = min(self._strong(seat.name), line.width * 0.45) + self._mark(seat) + self._sign(seat) + self._clock(seat)
        wanted = max(0.0, min(self.ids.facts.wanted(), line.width - name - self.desk.sizes.px(8)))
        return line.split_right(wanted, self.desk.sizes.px(8))

    def _lay_name(self, seat: SeatView, line: Box) -> None:
        """On-turn mark, name, sign, remark and clock from left to right."""
        sizes, ids = self.desk.sizes, self.ids
        ids.name.words, ids.clock.words, ids.remark.words = seat.name, seat.clock, self.desk.text(seat.remark)
        gap = sizes.px(4)
        mark, line = line.split_left(max(0.0, self._mark(seat) - gap), gap if seat.on_turn else 0.0)
        self._draw_mark(mark)
        line, clock = line.split_right(max(0.0, self._clock(seat) - gap), gap if seat.clock else 0.0)
        name, line = line.split_left(min(self._strong(seat.name), line.width - self._sign(seat)), 0.0)
        sign, line = line.split_left(max(0.0, self._sign(seat) - gap), gap)
        if line.width < 0.8 * measured(ids.remark.words, sizes.small, False)[0]:
            ids.remark.words = ""
        ids.sign.tone = seat.tone if seat.tone in SHAPES else Tone.NORMAL
        for part, box in {"name": name, "sign": sign, "remark": line, "clock": clock}.items():
            self._put(part, box)

    def _strong(self, words: str) -> float:
        """Pixels that words take in strong type."""
        return measured(words, self.desk.sizes.body, True)[0] + 2 if words else 0.0

    def _mark(self, seat: SeatView) -> float:
        return self.desk.sizes.px(16) if seat.on_turn else 0.0

    def _sign(self, seat: SeatView) -> float:
        return self.desk.sizes.sign + self.desk.sizes.px(4) if seat.tone in SHAPES else 0.0

    def _clock(self, seat: SeatView) -> float:
        return self._strong(seat.clock) + self.desk.sizes.px(4) if seat.clock else 0.0

    def _put(self, name: str, box: Box) -> None:
        widget = self.ids[name]
        widget.pos = self.x + box.x, self.top - box.bottom
        widget.size = box.width, box.height

    def _draw_mark(self, box: Box) -> None:
        """Whose turn it is, as a shape and not only as a colour."""
        canvas = self.ids.mark.canvas
        canvas.clear()
        if box.width <= 0:
            return
        left, middle, half = self.x + box.x, self.top - box.centre[1], box.width / 2
        with canvas:
            Color(rgba=theme.ACCENT)
            Triangle(points=(left, middle + half, left, middle - half, left + box.width, middle))

    def _lay_board(self, board: Board | None, room: Box) -> None:
        view = self.ids.board
        view.board, view.attention = board, self.attention
        self._put("board", room if board is not None else Box(room.x, room.y, 0.0, 0.0))
