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
from ui.arrange import plan
from ui.boxes import Box
from ui.desk import UNPLACED, Desk
from ui.widgets.board import BoardView
from ui.widgets.bottom_bar import BottomBar, is_short
from ui.widgets.facts import Facts
from ui.widgets.notice import SOME, NoticePanel
from ui.widgets.paragraph import Paragraph
from ui.widgets.press import PressButton
from ui.widgets.seat import Seat
from ui.widgets.sign import Sign
from ui.widgets.top_bar import TopBar
from ui.widgets.words import Words

# The layout files name these classes; importing them here is what makes the names known.
NAMED = (BoardView, BottomBar, Facts, NoticePanel, Paragraph, PressButton, Seat, Sign, TopBar, Words)
LAYOUTS = Path(__file__).parent
W = TypeVar("W", bound=Widget)


def load_layouts() -> None:
    """Read the layout files, once; calling it again changes nothing."""
    for path in sorted(LAYOUTS.glob("*.kv")):
        if str(path) not in Builder.files:
            Builder.load_file(str(path))


class Room(Widget):
    """Draws a `Screen`. An equal one is not drawn again, and of a new one only the parts that differ."""

    desk: Desk = ObjectProperty(UNPLACED, rebind=True)
    screen: Screen | None = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("screen", self._show)

    @property
    def notice(self) -> NoticePanel | None:
        """The open panel, if there is one."""
        return next(iter(self.ids.panel.children), None)

    def explain(self, why: Text) -> None:
        """Say why something cannot be pressed, until something can."""
        self.ids.foot.explain(why)

    def hush(self) -> None:
        """Take back what `explain` said."""
        if self.screen is not None:
            self.ids.foot.show(self.screen)

    def _show(self, *_: object) -> None:
        screen, sizes = self.screen, self.desk.sizes
        if screen is None:
            return
        window = Box(0.0, 0.0, self.width, self.height)
        head, rest = window.split_top(sizes.top_bar)
        middle, foot = rest.split_bottom(sizes.bottom_bar)
        self._place(self.ids.head, head)
        self._place(self.ids.foot, foot)
        self.ids.head.show(screen)
        self.ids.foot.show(screen)
        self._show_middle(screen, middle.inset(sizes.gap))

    def _show_middle(self, screen: Screen, middle: Box) -> None:
        notice = None if screen.notice is None or is_short(screen, self.desk) else screen.notice
        alone = not screen.boards and not screen.seats
        table, panel = (middle, middle) if alone else self._share(middle, notice)
        # A new question has a new panel: a list still rolling from a finger's swing would roll on under the next one.
        asked = self.notice and self.notice.notice
        if asked and notice and asked.heading != notice.heading:
            self.ids.panel.clear_widgets()
        # Taken out of the tree, not only hidden: an invisible panel would still catch touches.
        for view in _keep(self.ids.panel, 0 if notice is None else 1, lambda: NoticePanel(desk=self.desk)):
            self._place(view, panel)
            view.notice = notice
        # Only for an open panel, and only if it talks about something: else nobody would be left unfolded.
        may_fold = notice is not None and bool(screen.attention)
        placed = plan(screen, table, self.desk.sizes, may_fold)
        seats = _keep(self.ids.seats, len(screen.seats), lambda: Seat(desk=self.desk))
        for view, seat, box, folded in zip(seats, screen.seats, placed.seats, placed.folded, strict=True):
            self._place(view, box)
            view.seat, view.folded, view.attention = seat, folded, screen.attention
        boards = _keep(self.ids.boards, len(screen.boards), lambda: BoardView(desk=self.desk))
        for view, board, box in zip(boards, screen.boards, placed.boards, strict=True):
            self._place(view, box)
            view.board, view.attention = board, screen.attention

    def _share(self, middle: Box, notice: Notice | None) -> tuple[Box, Box]:
        """The table and the panel beside it, or below it on an upright display."""
        if notice is None:
            return middle, Box(middle.right, middle.y, 0.0, 0.0)
        gap = self.desk.sizes.gap
        many = len(notice.answers) > SOME
        if middle.height > middle.width:
            return middle.split_bottom(middle.height * (0.55 if many else 0.45), gap)
        return middle.split_right(middle.width * 0.52 if many else self.desk.sizes.px(286), gap)

    def _place(self, widget: Widget, box: Box) -> None:
        widget.size = box.width, box.height
        widget.pos = self.x + box.x, self.top - box.bottom


def _keep(parent: Widget, count: int, make: Callable[[], W]) -> list[W]:
    """The parent's children in their order, with as many made or removed as it takes."""
    while len(parent.children) > count:
        parent.remove_widget(parent.children[0])
    while len(parent.children) < count:
        parent.add_widget(make())
    return list(reversed(parent.children))
