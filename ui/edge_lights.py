"""Lights round the edge of the window: what a strip round the mat would show."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

THICK = 7.0
"""dp."""


class EdgeLights(Widget):
    """As many on each side, from the upper left corner on, clockwise. Feels no touches."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.shown: Sequence[tuple[int, int, int]] = ()

    def show(self, colours: Sequence[tuple[int, int, int]], dp: float) -> None:
        self.shown = colours
        side = max(len(colours) // 4, 1)
        self.canvas.clear()
        with self.canvas:
            for number, colour in enumerate(colours):
                if any(colour):
                    Color(*(level / 255 for level in colour))
                    pos, size = self._place(*divmod(number, side), side, THICK * dp)
                    Rectangle(pos=pos, size=size)

    def _place(self, edge: int, at: int, side: int, thick: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a light is on its edge: above, at the right, below, at the left; y goes up."""
        width, height = self.width / side, self.height / side
        back = side - 1 - at
        match edge:
            case 0:
                return (at * width, self.height - thick), (width, thick)
            case 1:
                return (self.width - thick, back * height), (thick, height)
            case 2:
                return (back * width, 0.0), (width, thick)
            case _:
                return (0.0, at * height), (thick, height)
