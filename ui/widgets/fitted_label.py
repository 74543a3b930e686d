"""Words that always fit their box."""

from __future__ import annotations

from functools import lru_cache

from kivy.clock import Clock
from kivy.core.text import Label as Type
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from ui import theme
from ui.text_fit import TextBounds, fit_text, printable


@lru_cache(maxsize=8192)
def text_size(words: str, size: float, bold: bool) -> tuple[float, float]:
    """Width and height in pixels of one line in the type of the screen."""
    width, height = Type(font_size=size, bold=bold).get_extents(printable(words))
    return float(width), float(height)


class FittedLabel(Widget):
    """Words in the largest type in which they fit; shortened if none does.

    Never markup: what it shows may have been typed by anybody. Not Kivy's label, which is several times as costly to
    make: a screen has some two hundred of these.
    """

    full_text = StringProperty("")
    color = ColorProperty(theme.TEXT)
    bold = BooleanProperty(False)
    max_font_size = NumericProperty(16)
    min_font_size = NumericProperty(11)
    max_lines = NumericProperty(1)
    font_step = NumericProperty(1.0)
    """Pixels between one size of type and the next smaller one: large steps keep neighbours alike."""
    uncut = BooleanProperty(False)
    """A figure is shown whole or not at all: half a number is another number."""
    align_x = NumericProperty(0.0)
    """0 puts the words at the left, 0.5 in the middle, 1 at the right."""
    align_y = NumericProperty(0.5)
    """0 puts the words at the foot, 1 at the top."""

    def __init__(self, **kwargs: object) -> None:
        self.text = ""
        self.font_size = 0.0
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        with self.canvas:
            self._ink = Color(rgba=self.color)
            self._drawn = Rectangle(size=(0, 0))
        for name in (
            "full_text",
            "size",
            "bold",
            "max_font_size",
            "min_font_size",
            "max_lines",
            "font_step",
            "align_x",
        ):
            self.fbind(name, self._fit_soon)
        for name in ("pos", "align_y"):
            self.fbind(name, self._move)
        self.fbind("color", self._colour)
        self._fit_soon()

    @property
    def texture_size(self) -> tuple[float, float]:
        """Width and height in pixels of what is drawn."""
        return tuple(self._drawn.size)

    def _fit(self, *_: object) -> None:
        lines = int(self.max_lines)
        bounds = TextBounds(
            self.width, self.height, self.max_font_size, self.min_font_size, lines, self.uncut, self.font_step
        )
        fitted = fit_text(self.full_text, bounds, lambda words, size: text_size(words, size, self.bold))
        self.text, self.font_size = "\n".join(fitted.lines), fitted.size
        halign = "left" if self.align_x < 0.25 else "right" if self.align_x > 0.75 else "center"
        self._drawn.texture = _texture(self.text, fitted.size, self.bold, halign)
        self._drawn.size = self._drawn.texture.size if self._drawn.texture is not None else (0, 0)
        self._move()
        self._colour()

    def _move(self, *_: object) -> None:
        width, height = self._drawn.size
        x, y = self.x + (self.width - width) * self.align_x, self.y + (self.height - height) * self.align_y
        # Whole pixels: between two of them letters blur.
        self._drawn.pos = int(x), int(y)

    def _colour(self, *_: object) -> None:
        # Kivy leaves a rectangle as it was when it is given no size, so that no words must be drawn clear.
        self._ink.rgba = self.color if self.text else theme.CLEAR


def _texture(text: str, size: float, bold: bool, halign: str) -> Texture | None:
    """The words in white, to be drawn in any colour; None for no words."""
    if not text:
        return None
    label = Type(text=text, font_size=size, bold=bold, halign=halign)
    label.refresh()
    return label.texture
