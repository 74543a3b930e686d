"""The whole screen: gives every part its place and its share of the `Screen`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Notice, Screen
from companion.core.text import Text
from ui.context import DEFAULT_CONTEXT, Context
from ui.layout import screen_layout
from ui.rect import Rect
from ui.widgets.board import BoardView
from ui.widgets.bottom_bar import BottomBar, fits_bottom_bar
from ui.widgets.button import ButtonView
from ui.widgets.facts import Facts
from ui.widgets.fitted_label import FittedLabel
from ui.widgets.notice import SOME, NoticePanel
from ui.widgets.paragraph import Paragraph
from ui.widgets.seat import SeatPanel
from ui.widgets.tone_icon import ToneIcon
from ui.widgets.top_bar import TopBar

# The layout files name these classes; importing them here is what makes the names known.
NAMED = (BoardView, BottomBar, Facts, NoticePanel, Paragraph, ButtonView, SeatPanel, ToneIcon, TopBar, FittedLabel)
LAYOUTS = Path(__file__).parent
W = TypeVar("W", bound=Widget)


def load_layouts() -> None:
    """Read the layout files, once; calling it again changes nothing."""
    for path in sorted(LAYOUTS.glob("*.kv")):
        if str(path) not in Builder.files:
            Builder.load_file(str(path))


class ScreenView(Widget):
    """Draws a `Screen`. An equal one is not drawn again, and of a new one only the parts that differ."""

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)
    screen: Screen | None = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("screen", self._show)

    @property
    def notice(self) -> NoticePanel | None:
        """The open panel, if there is one."""
        return next(iter(self.ids.panel.children), None)

    def show_hint(self, why: Text) -> None:
        """Say why something cannot be pressed, until something can."""
        self.ids.bottom_bar.show_hint(why)

    def clear_hint(self) -> None:
        """Take back what `show_hint` said."""
        if self.screen is not None:
            self.ids.bottom_bar.show(self.screen)

    def _show(self, *_: object) -> None:
        screen, sizes = self.screen, self.context.sizes
        if screen is None:
            return
        window = Rect(0.0, 0.0, self.width, self.height)
        head, rest = window.split_top(sizes.top_bar)
        middle, foot = rest.split_bottom(sizes.bottom_bar)
        self._place(self.ids.top_bar, head)
        self._place(self.ids.bottom_bar, foot)
        self.ids.top_bar.show(screen)
        self.ids.bottom_bar.show(screen)
        self._show_middle(screen, middle.inset(sizes.gap))

    def _show_middle(self, screen: Screen, middle: Rect) -> None:
        notice = None if screen.notice is None or fits_bottom_bar(screen, self.context) else screen.notice
        alone = not screen.boards and not screen.seats
        table, panel = (middle, middle) if alone else self._share(middle, notice)
        # A new question has a new panel: a list still rolling from a finger's swing would roll on under the next one.
        asked = self.notice and self.notice.notice
        if asked and notice and asked.heading != notice.heading:
            self.ids.panel.clear_widgets()
        # Taken out of the tree, not only hidden: an invisible panel would still catch touches.
        for view in _match_children(
            self.ids.panel, 0 if notice is None else 1, lambda: NoticePanel(context=self.context)
        ):
            self._place(view, panel)
            view.notice = notice
        # Only for an open panel, and only if it talks about something: else nobody would be left uncollapsed.
        may_collapse = notice is not None and bool(screen.attention)
        placed = screen_layout(screen, table, self.context.sizes, may_collapse)
        seats = _match_children(self.ids.seats, len(screen.seats), lambda: SeatPanel(context=self.context))
        for view, seat, rect, collapsed in zip(seats, screen.seats, placed.seats, placed.collapsed, strict=True):
            self._place(view, rect)
            view.seat, view.collapsed, view.attention = seat, collapsed, screen.attention
        boards = _match_children(self.ids.boards, len(screen.boards), lambda: BoardView(context=self.context))
        for view, board, rect in zip(boards, screen.boards, placed.boards, strict=True):
            self._place(view, rect)
            view.board, view.attention = board, screen.attention

    def _share(self, middle: Rect, notice: Notice | None) -> tuple[Rect, Rect]:
        """The table and the panel beside it, or below it on an upright display."""
        if notice is None:
            return middle, Rect(middle.right, middle.y, 0.0, 0.0)
        gap = self.context.sizes.gap
        many = len(notice.answers) > SOME
        if middle.height > middle.width:
            return middle.split_bottom(middle.height * (0.55 if many else 0.45), gap)
        return middle.split_right(middle.width * 0.52 if many else self.context.sizes.px(286), gap)

    def _place(self, widget: Widget, rect: Rect) -> None:
        widget.size = rect.width, rect.height
        widget.pos = self.x + rect.x, self.top - rect.bottom


def _match_children(parent: Widget, count: int, make: Callable[[], W]) -> list[W]:
    """The parent's children in their order, with as many made or removed as it takes."""
    while len(parent.children) > count:
        parent.remove_widget(parent.children[0])
    while len(parent.children) < count:
        parent.add_widget(make())
    return list(reversed(parent.children))
