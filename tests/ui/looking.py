"""Reading the drawn window back, as values: what is written where, and what can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.core.screen import Button, Cell, Tone
from ui.boxes import Box
from ui.widgets.board import BoardView
from ui.widgets.cell import CellView
from ui.widgets.paragraph import Paragraph
from ui.widgets.press import PressButton
from ui.widgets.room import Room
from ui.widgets.seat import Seat
from ui.widgets.words import Words


@dataclass(frozen=True)
class Written:
    text: str
    texture: tuple[float, float]
    box: Box
    scrolled: bool


@dataclass(frozen=True)
class DrawnCell:
    cell: Cell
    box: Box
    shown: Box
    figure: str
    marked: bool
    signs: tuple[Tone, ...]


@dataclass(frozen=True)
class Look:
    """Everything of a drawn screen that the tests ask about. Boxes are in pixels from the upper left corner."""

    labels: tuple[Written, ...]
    cells: tuple[DrawnCell, ...]
    buttons: tuple[tuple[Button, str, Box, bool], ...]
    names: tuple[str, ...]
    parts: tuple[Box, ...]
    notice: tuple[str, ...]
    scrolling: bool
    turn: tuple[str, str]


def look(room: Room) -> Look:
    panel = room.notice
    parts = [room.ids.head, room.ids.foot, *seats(room), *boards(room), *([panel] if panel else [])]
    head = room.ids.head.ids
    return Look(
        labels=tuple(
            Written(label.text, tuple(label.texture_size), placed(label), scrolled(label)) for label in labels(room)
        ),
        cells=tuple(drawn_cell(view) for view in cells(room)),
        buttons=tuple((view.button, view.ids.label.text, placed(view), scrolled(view)) for view in buttons(room)),
        names=tuple(view.ids.name.text for view in seats(room)),
        parts=tuple(placed(part) for part in parts),
        notice=tuple(" ".join(text.split()) for text in texts(panel)) if panel else (),
        scrolling=panel is not None and any(longer(panel.ids[name]) for name in ("scroll", "choices")),
        turn=(head.turn.text, head.clock.text),
    )


def drawn_cell(view: CellView) -> DrawnCell:
    x, y, width, height = view.window_box(view.spot.shown)
    shown = Box(x, view.get_root_window().height - y - height, width, height)
    return DrawnCell(view.cell, placed(view), shown, view.written("value"), view.marked, view.signs())


def placed(widget: Widget) -> Box:
    """Where a widget is in the window, from the upper left corner."""
    left, foot = widget.to_window(widget.x, widget.y)
    return Box(left, widget.get_root_window().height - foot - widget.height, widget.width, widget.height)


def longer(scroll: ScrollView) -> bool:
    return scroll.children[0].height > scroll.height + 1


def labels(room: Room) -> Iterator[Words | Paragraph]:
    return (widget for widget in room.walk(restrict=True) if isinstance(widget, Words | Paragraph) and widget.text)


def cells(room: Room) -> Iterator[CellView]:
    return (widget for widget in room.walk(restrict=True) if isinstance(widget, CellView))


def buttons(room: Room) -> Iterator[PressButton]:
    return (widget for widget in room.walk(restrict=True) if isinstance(widget, PressButton))


def seats(room: Room) -> list[Seat]:
    return list(reversed(room.ids.seats.children))


def boards(room: Room) -> list[BoardView]:
    return list(reversed(room.ids.boards.children))


def scrolled(widget: Widget) -> bool:
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            return True
        parent = parent.parent
    return False


def texts(widget: Widget) -> list[str]:
    return [part.text for part in widget.walk(restrict=True) if isinstance(part, Words | Paragraph) and part.text]
