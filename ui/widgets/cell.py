"""One card, tile, slot or counter."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Cell, Tone
from ui import theme
from ui.boxes import Box
from ui.desk import UNPLACED, Desk
from ui.parts import Content, Parts, Spot, parts
from ui.widgets.sign import SHAPES, Sign
from ui.widgets.words import Words


class CellView(Widget):
    """Draws a `Cell` at its spot; a sign warns where its zone needs attention (the board draws the frame).

    Words and signs are made when they are first needed: most cells have few of them, and a screen has many cells.
    """

    desk: Desk = ObjectProperty(UNPLACED, rebind=True)
    cell: Cell = ObjectProperty()
    spot: Spot = ObjectProperty()
    marked = BooleanProperty(False)
    letters: tuple[int, int] = ObjectProperty((0, 0))
    """The longest figure and detail on the board, so that all its cells are shared out alike."""
    held = BooleanProperty(False)
    fill = ColorProperty(theme.CARD)
    edge = ColorProperty(theme.CARD_EDGE)
    edge_width = NumericProperty(1.0)

    def __init__(self, **kwargs: object) -> None:
        self._lay_soon = Clock.create_trigger(self._lay, -1)
        self._words: dict[str, Words] = {}
        self._signs: list[Sign] = []
        self._strip = InstructionGroup()
        super().__init__(**kwargs)
        self.canvas.before.add(self._strip)
        for name in ("cell", "spot", "marked", "letters", "pos"):
            self.fbind(name, self._lay_soon)
        self.fbind("held", self._colour)
        self._lay_soon()

    def signs(self) -> tuple[Tone, ...]:
        """The signs of this cell: its tone's, and the warning where attention is wanted."""
        tones = [self.cell.tone] if self.cell.tone in SHAPES else []
        if self.marked and Tone.ATTENTION not in tones:
            tones.append(Tone.ATTENTION)
        return tuple(tones)

    def written(self, part: str) -> str:
        """What is drawn of the title, the value or the detail."""
        return self._words[part].text if part in self._words else ""

    def window_box(self, box: Box) -> tuple[float, float, float, float]:
        """Kivy's x, y, width and height of a box given from the board's upper left corner."""
        left, top = self.x - self.spot.box.x, self.top + self.spot.box.y
        return left + box.x, top - box.bottom, box.width, box.height

    def _lay(self, *_: object) -> None:
        cell, signs = self.cell, self.signs()
        content = Content(cell.value, self.desk.text(cell.detail), bool(cell.tints), len(signs), self.letters)
        laid = parts(self.spot.shown, content, self.desk.sizes)
        self._write("title", self.desk.text(cell.title), laid)
        self._write("value", content.value, laid)
        self._write("detail", content.detail, laid)
        self._place_signs(laid.signs, signs)
        self._draw_strip(laid.strip)
        self._colour()

    def _write(self, part: str, text: str, laid: Parts) -> None:
        box: Box = getattr(laid, part)
        if part not in self._words:
            if not text or box.area <= 0:
                return
            self._words[part] = Words(**self._style(part))
            self.add_widget(self._words[part])
        words = self._words[part]
        words.words = text
        words.across, words.upward = _alignment(part, laid, self.desk.sizes.px(30))
        words.x, words.y, words.width, words.height = self.window_box(box)

    def _style(self, part: str) -> dict[str, object]:
        sizes = self.desk.sizes
        if part == "title":
            return {"largest": sizes.px(14), "smallest": sizes.tiny, "step": sizes.px(2), "lines": 3}
        if part == "value":
            return {"largest": sizes.px(24), "smallest": 9, "bold": True, "figure": True}
        return {"largest": sizes.small, "smallest": sizes.tiny}

    def _place_signs(self, corner: Box, tones: tuple[Tone, ...]) -> None:
        side = corner.height
        while len(self._signs) < len(tones):
            self._signs.append(Sign())
            self.add_widget(self._signs[-1])
        for number, sign in enumerate(self._signs):
            sign.tone = tones[number] if number < len(tones) else Tone.NORMAL
            box = Box(corner.x + number * side, corner.y, side, side).inset(1)
            sign.x, sign.y, sign.width, sign.height = self.window_box(box)

    def _draw_strip(self, strip: Box) -> None:
        """The printed colours, from top to bottom."""
        self._strip.clear()
        if not self.cell.tints:
            return
        left, foot, width, height = self.window_box(strip)
        part = height / len(self.cell.tints)
        for number, tint in enumerate(self.cell.tints):
            self._strip.add(Color(rgba=theme.colour(tint)))
            self._strip.add(Rectangle(pos=(left, foot + height - (number + 1) * part), size=(width, part)))
        self._strip.add(Color(rgba=theme.SOFT))
        self._strip.add(Line(rectangle=(left, foot, width, height), width=1))

    def _colour(self, *_: object) -> None:
        tone = self.cell.tone
        hollow, signed = tone is Tone.DIM, tone in SHAPES
        self.fill = theme.HELD if self.held else theme.HOLLOW if hollow else theme.CARD
        quiet = theme.HOLLOW_EDGE if hollow else theme.CARD_EDGE
        self.edge = theme.TONES[tone] if signed else quiet
        self.edge_width = 1.4 if signed else 1.0
        for part, words in self._words.items():
            words.color = theme.FAINT if hollow else theme.SOFT if part == "detail" else theme.TEXT


def _alignment(part: str, laid: Parts, low: float) -> tuple[float, float]:
    """How far across and up a part's words stand in their box; a title alone stands in the middle."""
    if laid.value.area <= 0 and laid.detail.area <= 0:
        return 0.5, 0.5
    if part == "title":
        return 0.0, 0.5 if laid.title.height < low else 1.0
    if part == "value":
        return (1.0 if laid.value.x > laid.title.x and laid.title.area > 0 else 0.0), 0.5
    return (1.0 if laid.detail.x > laid.title.x else 0.0), 0.5
