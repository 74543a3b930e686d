"""The icons: every tone has a shape of its own, so that nothing rests on colour alone."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle
from kivy.properties import AliasProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Tone
from ui.theme import INK, TONES


class ToneIcon(Widget):
    """Draws a tone's shape: a tick, a warning triangle, a cross or a question mark; nothing for the quiet tones."""

    tone = ObjectProperty(Tone.NORMAL)
    drawn = AliasProperty(lambda self: self.tone in ICONS, bind=("tone",))

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "tone"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        draw = ICONS.get(self.tone)
        if draw is not None and min(self.size) > 0:
            with self.canvas:
                draw(self)

    def at(self, *points: tuple[float, float]) -> list[float]:
        """Points given in parts of the icon's square, as Kivy wants them."""
        side = min(self.size)
        # Not center_x: while `size` is being announced, Kivy's aliases still hold their old values.
        left, foot = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        return [length for x, y in points for length in (left + x * side, foot + y * side)]

    def stroke(self) -> float:
        return max(1.1, min(self.size) * 0.065)


def _tick(icon: ToneIcon) -> None:
    """A tick in a disc."""
    side = min(icon.size)
    Color(rgba=TONES[Tone.GOOD])
    Ellipse(pos=icon.at((0, 0)), size=(side, side))
    Color(rgba=INK)
    Line(points=icon.at((0.26, 0.52), (0.44, 0.32), (0.76, 0.7)), width=icon.stroke(), joint="miter")


def _cross(icon: ToneIcon) -> None:
    """A cross in a square."""
    side = 0.92 * min(icon.size)
    Color(rgba=TONES[Tone.BAD])
    Rectangle(pos=icon.at((0.04, 0.04)), size=(side, side))
    Color(rgba=INK)
    for ends in (((0.26, 0.26), (0.74, 0.74)), ((0.26, 0.74), (0.74, 0.26))):
        Line(points=icon.at(*ends), width=icon.stroke())


def _warning(icon: ToneIcon) -> None:
    """An exclamation mark in a triangle."""
    Color(rgba=TONES[Tone.ATTENTION])
    corners = icon.at((0.0, 0.05), (1.0, 0.05), (0.5, 0.97))
    vertices = [value for at in range(0, 6, 2) for value in (corners[at], corners[at + 1], 0, 0)]
    Mesh(vertices=vertices, indices=(0, 1, 2), mode="triangles")
    Color(rgba=INK)
    Line(points=icon.at((0.5, 0.66), (0.5, 0.36)), width=icon.stroke())
    Line(points=icon.at((0.5, 0.2), (0.5, 0.19)), width=icon.stroke())


def _question(icon: ToneIcon) -> None:
    """A question mark in a diamond."""
    Color(rgba=TONES[Tone.UNKNOWN])
    corners = icon.at((0.5, -0.04), (1.04, 0.5), (0.5, 1.04), (-0.04, 0.5))
    vertices = [value for at in range(0, 8, 2) for value in (corners[at], corners[at + 1], 0, 0)]
    Mesh(vertices=vertices, indices=(0, 1, 2, 3), mode="triangle_fan")
    Color(rgba=INK)
    hook = ((0.37, 0.62), (0.39, 0.72), (0.5, 0.77), (0.61, 0.71), (0.62, 0.6), (0.52, 0.51), (0.5, 0.4))
    Line(points=icon.at(*hook), width=icon.stroke())
    Line(points=icon.at((0.5, 0.25), (0.5, 0.24)), width=icon.stroke())


ICONS: dict[Tone, Callable[[ToneIcon], None]] = {
    Tone.GOOD: _tick,
    Tone.BAD: _cross,
    Tone.ATTENTION: _warning,
    Tone.UNKNOWN: _question,
}
