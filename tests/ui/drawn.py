"""Reading the drawn window back, as values: what is written where, and what can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.core.screen import Button, Cell, Tone
from ui.rect import Rect
from ui.widgets.board import BoardView
from ui.widgets.button import ButtonView
from ui.widgets.cell import CellView
from ui.widgets.fitted_label import FittedLabel
from ui.widgets.paragraph import Paragraph
from ui.widgets.screen_view import ScreenView
from ui.widgets.seat import SeatPanel


@dataclass(frozen=True)
class Written:
    text: str
    texture: tuple[float, float]
    rect: Rect
    scrolled: bool


@dataclass(frozen=True)
class DrawnCell:
    cell: Cell
    rect: Rect
    shown: Rect
    figure: str
    marked: bool
    icons: tuple[Tone, ...]


@dataclass(frozen=True)
class Look:
    """Everything of a drawn screen that the tests ask about. Boxes are in pixels from the upper left corner."""

    labels: tuple[Written, ...]
    cells: tuple[DrawnCell, ...]
    buttons: tuple[tuple[Button, str, Rect, bool], ...]
    names: tuple[str, ...]
    parts: tuple[Rect, ...]
    notice: tuple[str, ...]
    scrolling: bool
    turn: tuple[str, str]


def look(view: ScreenView) -> Look:
    panel = view.notice
    parts = [view.ids.top_bar, view.ids.bottom_bar, *seats(view), *boards(view), *([panel] if panel else [])]
    head = view.ids.top_bar.ids
    return Look(
        labels=tuple(
            Written(label.text, tuple(label.texture_size), placed(label), scrolled(label)) for label in labels(view)
        ),
        cells=tuple(drawn_cell(view) for view in cells(view)),
        buttons=tuple((view.button, view.ids.label.text, placed(view), scrolled(view)) for view in buttons(view)),
        names=tuple(view.ids.name.text for view in seats(view)),
        parts=tuple(placed(part) for part in parts),
        notice=tuple(" ".join(text.split()) for text in texts(panel)) if panel else (),
        scrolling=panel is not None and any(longer(panel.ids[name]) for name in ("scroll", "choices")),
        turn=(head.turn.text, head.clock.text),
    )


def drawn_cell(view: CellView) -> DrawnCell:
    x, y, width, height = view.kivy_rect(view.area.visible)
    shown = Rect(x, view.get_root_window().height - y - height, width, height)
    return DrawnCell(view.cell, placed(view), shown, view.written("value"), view.marked, view.icons())


def placed(widget: Widget) -> Rect:
    """Where a widget is in the window, from the upper left corner."""
    left, foot = widget.to_window(widget.x, widget.y)
    return Rect(left, widget.get_root_window().height - foot - widget.height, widget.width, widget.height)


def longer(scroll: ScrollView) -> bool:
    return scroll.children[0].height > scroll.height + 1


def labels(view: ScreenView) -> Iterator[FittedLabel | Paragraph]:
    return (
        widget for widget in view.walk(restrict=True) if isinstance(widget, FittedLabel | Paragraph) and widget.text
    )


def cells(view: ScreenView) -> Iterator[CellView]:
    return (widget for widget in view.walk(restrict=True) if isinstance(widget, CellView))


def buttons(view: ScreenView) -> Iterator[ButtonView]:
    return (widget for widget in view.walk(restrict=True) if isinstance(widget, ButtonView))


def seats(view: ScreenView) -> list[SeatPanel]:
    return list(reversed(view.ids.seats.children))


def boards(view: ScreenView) -> list[BoardView]:
    return list(reversed(view.ids.boards.children))


def scrolled(widget: Widget) -> bool:
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            return True
        parent = parent.parent
    return False


def texts(widget: Widget) -> list[str]:
    return [part.text for part in widget.walk(restrict=True) if isinstance(part, FittedLabel | Paragraph) and part.text]
