"""One player: name, facts, clock, remark, and what lies before him."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Triangle
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Board, SeatView, Tone
from ui import theme
from ui.context import DEFAULT_CONTEXT, Context
from ui.layout import size_request
from ui.rect import Rect
from ui.seat_layout import header_lines, seat_board_area
from ui.widgets.fitted_label import text_size
from ui.widgets.tone_icon import ICONS


class SeatPanel(Widget):
    """Draws a `SeatView`; collapsed, only its line of name and facts."""

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)
    seat: SeatView | None = ObjectProperty(None, allownone=True)
    attention: frozenset[str] = ObjectProperty(frozenset())
    collapsed = BooleanProperty(False)
    fill = ColorProperty(theme.PANEL)
    bar = ColorProperty(theme.CLEAR)
    edge = ColorProperty(theme.CLEAR)

    def __init__(self, **kwargs: object) -> None:
        self._trigger_layout = Clock.create_trigger(self._layout, -1)
        super().__init__(**kwargs)
        for name in ("seat", "attention", "collapsed", "pos", "size"):
            self.fbind(name, self._trigger_layout)
        self._trigger_layout()

    def _layout(self, *_: object) -> None:
        seat = self.seat
        if seat is None:
            return
        self._colour(seat)
        rect = Rect(0.0, 0.0, self.width, self.height)
        head = rect.inset(self.context.sizes.px(7), self.context.sizes.px(2))
        opened = not self.collapsed and not size_request(seat.board, frozenset()).empty
        lines = header_lines(rect, opened, self.context.sizes)
        line = self.context.sizes.seat_line if opened else head.height / lines
        first, below = head.split_top(line)
        name, facts = self._heads(seat, first) if lines == 1 else (first, below.split_top(line)[0])
        self._lay_name(seat, name)
        self._put("facts", facts)
        self.ids.facts.facts = seat.facts
        self._lay_board(seat.board if opened else None, seat_board_area(rect, self.context.sizes))

    def _colour(self, seat: SeatView) -> None:
        self.fill = theme.ON_TURN if seat.on_turn else theme.PANEL
        self.bar = theme.ACCENT if seat.on_turn else theme.CLEAR
        marked = seat.tone in ICONS
        self.edge = theme.TONES[seat.tone] if marked else theme.ACCENT if seat.on_turn else theme.HOLLOW_EDGE
        self.ids.name.color = theme.FAINT if seat.tone is Tone.DIM else theme.TEXT

    def _heads(self, seat: SeatView, line: Rect) -> tuple[Rect, Rect]:
        """Name and facts side by side: the facts as wide as they are, if the name keeps its share."""
        self.ids.facts.facts = seat.facts
        name = min(self._strong(seat.name), line.width * 0.45) + self._mark(seat) + self._icon(seat) + self._clock(seat)
        wanted = max(0.0, min(self.ids.facts.wanted(), line.width - name - self.context.sizes.px(8)))
        return line.split_right(wanted, self.context.sizes.px(8))

    def _lay_name(self, seat: SeatView, line: Rect) -> None:
        """On-turn mark, name, icon, remark and clock from left to right."""
        sizes, ids = self.context.sizes, self.ids
        ids.name.full_text, ids.clock.full_text, ids.remark.full_text = (
            seat.name,
            seat.clock,
            self.context.text(seat.remark),
        )
        gap = sizes.px(4)
        mark, line = line.split_left(max(0.0, self._mark(seat) - gap), gap if seat.on_turn else 0.0)
        self._draw_mark(mark)
        line, clock = line.split_right(max(0.0, self._clock(seat) - gap), gap if seat.clock else 0.0)
        name, line = line.split_left(min(self._strong(seat.name), line.width - self._icon(seat)), 0.0)
        icon, line = line.split_left(max(0.0, self._icon(seat) - gap), gap)
        if line.width < 0.8 * text_size(ids.remark.full_text, sizes.small, False)[0]:
            ids.remark.full_text = ""
        ids.icon.tone = seat.tone if seat.tone in ICONS else Tone.NORMAL
        for part, rect in {"name": name, "icon": icon, "remark": line, "clock": clock}.items():
            self._put(part, rect)

    def _strong(self, words: str) -> float:
        """Pixels that words take in strong type."""
        return text_size(words, self.context.sizes.body, True)[0] + 2 if words else 0.0

    def _mark(self, seat: SeatView) -> float:
        return self.context.sizes.px(16) if seat.on_turn else 0.0

    def _icon(self, seat: SeatView) -> float:
        return self.context.sizes.icon + self.context.sizes.px(4) if seat.tone in ICONS else 0.0

    def _clock(self, seat: SeatView) -> float:
        return self._strong(seat.clock) + self.context.sizes.px(4) if seat.clock else 0.0

    def _put(self, name: str, rect: Rect) -> None:
        widget = self.ids[name]
        widget.pos = self.x + rect.x, self.top - rect.bottom
        widget.size = rect.width, rect.height

    def _draw_mark(self, rect: Rect) -> None:
        """Whose turn it is, as a shape and not only as a colour."""
        canvas = self.ids.mark.canvas
        canvas.clear()
        if rect.width <= 0:
            return
        left, middle, half = self.x + rect.x, self.top - rect.centre[1], rect.width / 2
        with canvas:
            Color(rgba=theme.ACCENT)
            Triangle(points=(left, middle + half, left, middle - half, left + rect.width, middle))

    def _lay_board(self, board: Board | None, area: Rect) -> None:
        view = self.ids.board
        view.board, view.attention = board, self.attention
        self._put("board", area if board is not None else Rect(area.x, area.y, 0.0, 0.0))
