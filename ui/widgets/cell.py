"""One card, tile, slot or counter."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Cell, Tone
from ui import theme
from ui.cell_layout import CellArea, CellContent, CellLayout, cell_layout
from ui.context import DEFAULT_CONTEXT, Context
from ui.rect import Rect
from ui.widgets.fitted_label import FittedLabel
from ui.widgets.tone_icon import ICONS, ToneIcon


class CellView(Widget):
    """Draws a `Cell` in its area; an icon warns where its zone needs attention (the board draws the frame).

    Labels and icons are made when they are first needed: most cells have few of them, and a screen has many cells.
    """

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)
    cell: Cell = ObjectProperty()
    area: CellArea = ObjectProperty()
    marked = BooleanProperty(False)
    longest: tuple[int, int] = ObjectProperty((0, 0))
    """The longest figure and detail on the board, so that all its cells are shared out alike."""
    held = BooleanProperty(False)
    fill = ColorProperty(theme.CARD)
    edge = ColorProperty(theme.CARD_EDGE)
    edge_width = NumericProperty(1.0)

    def __init__(self, **kwargs: object) -> None:
        self._trigger_layout = Clock.create_trigger(self._layout, -1)
        self._labels: dict[str, FittedLabel] = {}
        self._icons: list[ToneIcon] = []
        self._strip = InstructionGroup()
        super().__init__(**kwargs)
        self.canvas.before.add(self._strip)
        for name in ("cell", "area", "marked", "longest", "pos"):
            self.fbind(name, self._trigger_layout)
        self.fbind("held", self._colour)
        self._trigger_layout()

    def icons(self) -> tuple[Tone, ...]:
        """The icons of this cell: its tone's, and the warning where attention is wanted."""
        tones = [self.cell.tone] if self.cell.tone in ICONS else []
        if self.marked and Tone.ATTENTION not in tones:
            tones.append(Tone.ATTENTION)
        return tuple(tones)

    def written(self, part: str) -> str:
        """What is drawn of the title, the value or the detail."""
        return self._labels[part].text if part in self._labels else ""

    def kivy_rect(self, rect: Rect) -> tuple[float, float, float, float]:
        """Kivy's x, y, width and height of a box given from the board's upper left corner."""
        left, top = self.x - self.area.rect.x, self.top + self.area.rect.y
        return left + rect.x, top - rect.bottom, rect.width, rect.height

    def _layout(self, *_: object) -> None:
        cell, icons = self.cell, self.icons()
        content = CellContent(cell.value, self.context.text(cell.detail), bool(cell.tints), len(icons), self.longest)
        layout = cell_layout(self.area.visible, content, self.context.sizes)
        self._write("title", self.context.text(cell.title), layout)
        self._write("value", content.value, layout)
        self._write("detail", content.detail, layout)
        self._place_icons(layout.icons, icons)
        self._draw_strip(layout.strip)
        self._colour()

    def _write(self, part: str, text: str, layout: CellLayout) -> None:
        rect: Rect = getattr(layout, part)
        if part not in self._labels:
            if not text or rect.area <= 0:
                return
            self._labels[part] = FittedLabel(**self._style(part))
            self.add_widget(self._labels[part])
        label = self._labels[part]
        label.full_text = text
        label.align_x, label.align_y = _alignment(part, layout, self.context.sizes.px(30))
        label.x, label.y, label.width, label.height = self.kivy_rect(rect)

    def _style(self, part: str) -> dict[str, object]:
        sizes = self.context.sizes
        if part == "title":
            return {
                "max_font_size": sizes.px(14),
                "min_font_size": sizes.tiny,
                "font_step": sizes.px(2),
                "max_lines": 3,
            }
        if part == "value":
            return {"max_font_size": sizes.px(24), "min_font_size": 9, "bold": True, "uncut": True}
        return {"max_font_size": sizes.small, "min_font_size": sizes.tiny}

    def _place_icons(self, corner: Rect, tones: tuple[Tone, ...]) -> None:
        side = corner.height
        while len(self._icons) < len(tones):
            self._icons.append(ToneIcon())
            self.add_widget(self._icons[-1])
        for number, icon in enumerate(self._icons):
            icon.tone = tones[number] if number < len(tones) else Tone.NORMAL
            rect = Rect(corner.x + number * side, corner.y, side, side).inset(1)
            icon.x, icon.y, icon.width, icon.height = self.kivy_rect(rect)

    def _draw_strip(self, strip: Rect) -> None:
        """The printed colours, from top to bottom."""
        self._strip.clear()
        if not self.cell.tints:
            return
        left, foot, width, height = self.kivy_rect(strip)
        part = height / len(self.cell.tints)
        for number, tint in enumerate(self.cell.tints):
            self._strip.add(Color(rgba=theme.colour(tint)))
            self._strip.add(Rectangle(pos=(left, foot + height - (number + 1) * part), size=(width, part)))
        self._strip.add(Color(rgba=theme.SOFT))
        self._strip.add(Line(rectangle=(left, foot, width, height), width=1))

    def _colour(self, *_: object) -> None:
        tone = self.cell.tone
        hollow, signed = tone is Tone.DIM, tone in ICONS
        self.fill = theme.HELD if self.held else theme.HOLLOW if hollow else theme.CARD
        quiet = theme.HOLLOW_EDGE if hollow else theme.CARD_EDGE
        self.edge = theme.TONES[tone] if signed else quiet
        self.edge_width = 1.4 if signed else 1.0
        for part, label in self._labels.items():
            label.color = theme.FAINT if hollow else theme.SOFT if part == "detail" else theme.TEXT


def _alignment(part: str, layout: CellLayout, low: float) -> tuple[float, float]:
    """How far across and up a part's text stands in its rectangle; a title alone stands in the middle."""
    if layout.value.area <= 0 and layout.detail.area <= 0:
        return 0.5, 0.5
    if part == "title":
        return 0.0, 0.5 if layout.title.height < low else 1.0
    if part == "value":
        return (1.0 if layout.value.x > layout.title.x and layout.title.area > 0 else 0.0), 0.5
    return (1.0 if layout.detail.x > layout.title.x else 0.0), 0.5
