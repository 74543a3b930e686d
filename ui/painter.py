"""Puts a picture on the display with Kivy: all its marks as one mesh, but what a photo or a list's edge interrupts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.core.image import Image as CoreImage
from kivy.graphics import Mesh, RenderContext, ScissorPop, ScissorPush
from kivy.graphics.texture import Texture

from ui.atlas import Atlas, AtlasFull, label
from ui.picture import (
    Fill,
    GreyPicture,
    Mark,
    Moving,
    Outline,
    Photo,
    PictureWords,
    Point,
    Polygon,
    Region,
    Scroll,
    Stroke,
    Veil,
)
from ui.rect import Rect
from ui.shapes import FORMAT, FRAGMENT_SHADER, VERTEX_SHADER, Rgba, Shapes

LEAST_ROOM, MOST_ROOM = 512, 4096
"""Pixels of the side of the texture that holds a screen's words."""

WHITE: Rgba = (1.0, 1.0, 1.0, 1.0)
DOT = 8.0
"""A box of so few pixels stays where it is between them."""

Offsets = dict[str, float]
Ways = dict[str, tuple[float, float]]


@lru_cache(maxsize=16384)
def text_width(words: str, face: str, pixels: int) -> float:
    return float(label(face, pixels).get_extents(words)[0])


def measure(dp: float) -> Any:
    """How wide words are in dp where each dp is so many pixels."""

    def width(words: str, face: str, size: float) -> float:
        return text_width(words, face, round(size * dp)) / dp

    return width


def on_display(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Left, bottom, width and height of a part of the window, as it lies on a display that may be turned.

    All else is turned by the toolkit; what cuts a picture off counts in the display's own pixels.
    """
    x, y, width, height = box
    window = EventLoop.window
    if window is None or window.rotation == 0:
        return box
    across, up = window.size
    right, top = across - x - width, up - y - height
    return {90: (top, x, height, width), 180: (right, top, width, height), 270: (y, right, height, width)}[
        int(window.rotation)
    ]


class Painter:
    """Draws marks into `context`. `height` of the window in dp, since Kivy counts from the foot.

    Words stand in an atlas, `room` pixels wide and high: when it is full, it begins anew with what is shown.
    """

    def __init__(self, dp: float, height: float, room: int = LEAST_ROOM) -> None:
        self._dp, self._height = dp, height
        self.context = RenderContext(
            vs=VERTEX_SHADER, fs=FRAGMENT_SHADER, use_parent_projection=True, use_parent_modelview=True
        )
        self._words_in = Atlas(min(MOST_ROOM, max(LEAST_ROOM, room)))
        self._shapes = Shapes()
        self._away: Point = (0.0, 0.0)
        self._within: Rect | None = None
        self._kept: dict[Mark, Texture] = {}
        self._used: dict[Mark, Texture] = {}

    @property
    def room(self) -> int:
        """Pixels of the side of what holds the words."""
        return self._words_in.side

    def paint(self, marks: Iterable[Mark], scrolled: Offsets, moved: Ways) -> None:
        """Show these marks and no others. `scrolled` in dp by name, `moved` is how far things lie away."""
        marks = tuple(marks)
        try:
            self._paint(marks, scrolled, moved)
        except AtlasFull:
            self._words_in.clear()
            try:
                self._paint(marks, scrolled, moved)
            except AtlasFull:
                self._words_in = Atlas(min(MOST_ROOM, 2 * self._words_in.side))
                self._paint(marks, scrolled, moved)

    def _paint(self, marks: Iterable[Mark], scrolled: Offsets, moved: Ways) -> None:
        self.context.clear()
        self._shapes, self._away, self._within, self._used = Shapes(), (0.0, 0.0), None, {}
        for mark in marks:
            self._draw(mark, scrolled, moved)
        self._end_mesh()
        self._kept = self._used

    def _end_mesh(self, texture: Texture | None = None) -> None:
        """What has been drawn so far lies below what follows."""
        for vertices, indices in self._shapes.meshes():
            shown = self._words_in.texture if texture is None else texture
            mesh = Mesh(fmt=FORMAT, vertices=vertices, indices=indices, mode="triangles", texture=shown)
            self.context.add(mesh)
        self._shapes = Shapes()

    def _draw(self, mark: Mark, scrolled: Offsets, moved: Ways) -> None:
        match mark:
            case Moving():
                self._moving(mark, scrolled, moved)
            case Scroll():
                self._scroll(mark, scrolled, moved)
            case Fill() | Outline() | PictureWords() | Photo() | GreyPicture():
                if self._within is None or self._within.overlaps(mark.rect):
                    self._in_box(mark)
            case Stroke() | Polygon() | Region():
                self._line(mark)
            case Veil():
                pass  # Only the view knows how far it has been drawn back.

    def _in_box(self, mark: Fill | Outline | PictureWords | Photo | GreyPicture) -> None:
        match mark:
            case Fill(rect, colour, radius, alpha, _):
                middle, half = self._box(rect)
                self._shapes.box(middle, half, _rgba(colour, alpha), min(radius * self._dp, *half))
            case Outline():
                self._outline(mark)
            case PictureWords():
                self._words(mark)
            case Photo() | GreyPicture():
                self._picture(mark)

    def _moving(self, mark: Moving, scrolled: Offsets, moved: Ways) -> None:
        if mark.name not in moved and self._within is not None and not self._within.overlaps(mark.rect):
            return
        across, down = moved.get(mark.name, (0.0, 0.0))
        away = self._away
        self._away = away[0] + across * self._dp, away[1] - down * self._dp
        for part in mark.marks:
            self._draw(part, scrolled, moved)
        self._away = away

    def _scroll(self, mark: Scroll, scrolled: Offsets, moved: Ways) -> None:
        self._end_mesh()
        (x, y), (across, up) = self._box(mark.rect)
        left, bottom, width, height = on_display((round(x - across), round(y - up), round(2 * across), round(2 * up)))
        self.context.add(ScissorPush(x=left, y=bottom, width=width, height=height))
        by = round(scrolled.get(mark.name, 0.0) * self._dp)
        self._away, self._within = (0.0, by), mark.rect.moved(0, by / self._dp)
        for part in mark.marks:
            self._draw(part, scrolled, moved)
        self._end_mesh()
        self.context.add(ScissorPop())
        self._away, self._within = (0.0, 0.0), None

    def _outline(self, mark: Outline) -> None:
        middle, half = self._box(mark.rect)
        radius = min(mark.radius * self._dp, *half)
        self._shapes.box(middle, half, _rgba(mark.colour), radius, max(1.0, mark.width * self._dp))

    def _line(self, mark: Stroke | Polygon | Region) -> None:
        from ui import lines  # takes long to load, and the splash has to be there before

        dp, colour = self._dp, _rgba(mark.colour)
        if isinstance(mark, Stroke):
            shape = lines.seen_from_first(mark.points)
            quads = lines.stroke(shape, dp, max(1.0, mark.width * dp), colour, mark.dash, closed=mark.closed)
        else:
            quads = lines.filled(mark.points, dp, colour, any_outline=isinstance(mark, Region))
        self._shapes.quads(lines.placed(quads, self._at(mark.points[0])))

    def _words(self, mark: PictureWords) -> None:
        part = self._words_in(mark.text, mark.face, round(mark.size * self._dp))
        left, middle = self._at((mark.x, mark.y))
        if mark.icon:
            left += (mark.width * self._dp - part.width) / 2
        left, foot = round(left), round(middle - part.height / 2)
        half = part.width / 2, part.height / 2
        corners = part.left, part.bottom, part.right, part.top
        self._shapes.textured((left + half[0], foot + half[1]), half, corners, _rgba(mark.colour))

    def _picture(self, mark: Photo | GreyPicture) -> None:
        self._end_mesh()
        middle, half = self._box(mark.rect)
        texture = self._kept.get(mark) or (
            _light(mark) if isinstance(mark, GreyPicture) else _photo(Path(mark.path), half[0] / half[1])
        )
        self._used[mark] = texture
        left, bottom, _, _, right, top = texture.tex_coords[:6]
        self._shapes.textured(middle, half, (left, bottom, right, top), WHITE)
        self._end_mesh(texture)

    def _at(self, point: Point) -> Point:
        """A place as pixels from the lower left corner."""
        x, y = point
        return x * self._dp + self._away[0], (self._height - y) * self._dp + self._away[1]

    def _box(self, rect: Rect) -> tuple[Point, Point]:
        """The middle of a box and half its size, in pixels; its edges on whole ones, where it is larger than a dot."""
        left, top = self._at((rect.x, rect.y))
        right, bottom = left + rect.width * self._dp, top - rect.height * self._dp
        if min(right - left, top - bottom) > DOT:
            left, top, right, bottom = round(left), round(top), round(right), round(bottom)
        return ((left + right) / 2, (top + bottom) / 2), ((right - left) / 2, (top - bottom) / 2)


@lru_cache(maxsize=256)
def _rgba(code: str, alpha: float = 1.0) -> Rgba:
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, alpha


def _photo(path: Path, breadth: float) -> Texture:
    """The middle of a picture file, so many times as wide as high."""
    texture = CoreImage(str(path), nocache=True).texture
    width, height = min(texture.width, texture.height * breadth), min(texture.height, texture.width / breadth)
    return texture.get_region((texture.width - width) / 2, (texture.height - height) / 2, width, height)


def _light(mark: GreyPicture) -> Texture:
    texture = Texture.create(size=(mark.width, mark.height), colorfmt="luminance")
    texture.blit_buffer(mark.pixels, colorfmt="luminance", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture
