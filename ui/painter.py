"""Puts a picture on the display with Kivy. Marks that stay are not drawn again: each keeps its instructions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import hypot
from pathlib import Path
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    ScissorPop,
    ScissorPush,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    Translate,
)
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from kivy.graphics.texture import Texture

from companion.typefaces import typeface
from ui.drawing import dashes
from ui.picture import Fill, Light, Mark, Moving, Outline, Photo, Polygon, Region, Scroll, Stroke, Veil, Words
from ui.rect import Rect
from ui.text_textures import text_texture

CORNER_STEPS = 10

Point = tuple[float, float]


@lru_cache(maxsize=16384)
def text_width(words: str, face: str, pixels: int) -> float:
    label = _ruler(face, pixels)
    return float(label.get_extents(words)[0])


@lru_cache(maxsize=256)
def _ruler(face: str, pixels: int) -> CoreLabel:
    label = CoreLabel(text="", font_name=str(typeface(face)), font_size=pixels)
    label.resolve_font_name()
    return label


def measure(dp: float) -> Any:
    """How wide words are in dp where each dp is so many pixels."""

    def width(words: str, face: str, size: float) -> float:
        return text_width(words, face, round(size * dp)) / dp

    return width


class Painter:
    """Draws marks into Kivy instructions. `height` of the window in dp, since Kivy counts from the foot."""

    def __init__(self, dp: float, height: float) -> None:
        self._dp, self._height = dp, height
        self._drawn: dict[Mark, InstructionGroup] = {}
        self._shown: list[InstructionGroup] = []

    def paint(
        self, marks: Iterable[Mark], scrolled: dict[str, float], moved: dict[str, tuple[float, float]]
    ) -> list[InstructionGroup]:
        """The instructions for these marks, in order. `scrolled` in dp by name, `moved` is how far things lie away."""
        groups: list[InstructionGroup] = []
        kept: dict[Mark, InstructionGroup] = {}
        for mark in marks:
            if isinstance(mark, Scroll):
                groups.append(self._scroll(mark, scrolled, moved))
            elif isinstance(mark, Moving) and mark.name in moved:
                groups.append(self._moving(mark, moved[mark.name]))
            else:
                group = self._drawn.get(mark)
                if group is None or mark in kept:
                    group = self._group(mark)
                kept[mark] = group
                groups.append(group)
        staying = set(map(id, groups))
        for group in self._shown:
            if id(group) not in staying:
                _empty(group)
        self._drawn, self._shown = kept, groups
        return groups

    def _group(self, mark: Mark) -> InstructionGroup:
        group = InstructionGroup()
        self._draw(group, mark)
        return group

    def _moving(self, mark: Moving, away: tuple[float, float]) -> InstructionGroup:
        group = InstructionGroup()
        group.add(PushMatrix())
        group.add(Translate(away[0] * self._dp, -away[1] * self._dp, 0))
        for part in mark.marks:
            self._draw(group, part)
        group.add(PopMatrix())
        return group

    def _scroll(
        self, mark: Scroll, scrolled: dict[str, float], moved: dict[str, tuple[float, float]]
    ) -> InstructionGroup:
        group = InstructionGroup()
        (x, y), (width, height) = self._box(mark.rect)
        group.add(ScissorPush(x=round(x), y=round(y), width=round(width), height=round(height)))
        group.add(PushMatrix())
        group.add(Translate(0, scrolled.get(mark.name, 0.0) * self._dp, 0))
        for part in mark.marks:
            if isinstance(part, Moving):
                group.add(self._moving(part, moved.get(part.name, (0.0, 0.0))))
            else:
                self._draw(group, part)
        group.add(PopMatrix())
        group.add(ScissorPop())
        return group

    def _draw(self, group: InstructionGroup, mark: Mark) -> None:
        match mark:
            case Fill(rect, colour, radius, alpha, _):
                group.add(_colour(colour, alpha))
                self._fill(group, rect, radius)
            case Outline():
                self._outline(group, mark)
            case Stroke():
                self._stroke(group, mark)
            case Polygon() | Region():
                self._shape(group, mark)
            case Words():
                self._words(group, mark)
            case Photo() | Light():
                self._picture(group, mark)
            case Veil():
                pass  # Only the view knows how far it has been drawn back.
            case Moving():
                group.add(self._moving(mark, (0.0, 0.0)))
            case Scroll():
                group.add(self._scroll(mark, {}, {}))

    def _fill(self, group: InstructionGroup, rect: Rect, radius: float) -> None:
        pos, size = self._box(rect)
        radius = min(radius, rect.width / 2, rect.height / 2) * self._dp
        if radius < 0.5:
            group.add(Rectangle(pos=pos, size=size))
        elif abs(size[0] - size[1]) < 0.01 and radius >= size[0] / 2 - 0.01:
            group.add(SmoothEllipse(pos=pos, size=size, segments=48))
        else:
            group.add(SmoothRoundedRectangle(pos=pos, size=size, radius=[radius], segments=CORNER_STEPS))

    def _outline(self, group: InstructionGroup, mark: Outline) -> None:
        inner = mark.rect.inset(mark.width / 2)
        (x, y), (across, down) = self._box(inner)
        radius = max(0.01, min(mark.radius - mark.width / 2, inner.width / 2, inner.height / 2)) * self._dp
        group.add(_colour(mark.colour))
        shape = (x, y, across, down, radius, CORNER_STEPS)
        group.add(Line(rounded_rectangle=shape, width=mark.width * self._dp / 2))

    def _stroke(self, group: InstructionGroup, mark: Stroke) -> None:
        group.add(_colour(mark.colour))
        if mark.dash is None:
            self._line(group, mark.points, mark.width, mark.closed)
        else:
            self._dashes(group, mark, mark.dash)

    def _dashes(self, group: InstructionGroup, mark: Stroke, dash: tuple[float, float]) -> None:
        """All dashes as one mesh: a line for each would be hundreds of instructions."""
        from_x, from_y = mark.points[0]
        shape = tuple((round(x - from_x, 2), round(y - from_y, 2)) for x, y in mark.points)
        corners = _dash_corners(shape, mark.width, dash, mark.closed)
        vertices = [
            part
            for x, y in corners
            for part in ((from_x + x) * self._dp, (self._height - from_y - y) * self._dp, 0.0, 0.0)
        ]
        indices = [corner + step for corner in range(0, len(corners), 4) for step in (0, 1, 2, 0, 2, 3)]
        group.add(Mesh(vertices=vertices, indices=indices, mode="triangles"))

    def _line(self, group: InstructionGroup, points: Iterable[tuple[float, float]], width: float, closed: bool) -> None:
        flat = [part for x, y in points for part in (x * self._dp, (self._height - y) * self._dp)]
        group.add(Line(points=flat, width=max(0.5, width * self._dp / 2), close=closed, cap="none", joint="round"))

    def _shape(self, group: InstructionGroup, mark: Polygon | Region) -> None:
        group.add(_colour(mark.colour))
        if isinstance(mark, Polygon):
            self._polygon(group, mark.points)
        else:
            self._region(group, mark.points)

    def _polygon(self, group: InstructionGroup, points: tuple[tuple[float, float], ...]) -> None:
        middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        vertices: list[float] = []
        for x, y in (middle, *points, points[0]):
            vertices.extend((x * self._dp, (self._height - y) * self._dp, 0, 0))
        group.add(Mesh(vertices=vertices, indices=list(range(len(points) + 2)), mode="triangle_fan"))
        edge = [part for x, y in points for part in (x * self._dp, (self._height - y) * self._dp)]
        group.add(SmoothLine(points=edge, width=1.0, close=True))

    def _region(self, group: InstructionGroup, points: tuple[tuple[float, float], ...]) -> None:
        edge = [part for x, y in points for part in (x * self._dp, (self._height - y) * self._dp)]
        vertices, indices = _triangles(edge)
        group.add(Mesh(vertices=vertices, indices=indices, mode="triangles"))
        group.add(SmoothLine(points=edge, width=1.0, close=True))

    def _words(self, group: InstructionGroup, mark: Words) -> None:
        texture = text_texture(mark.text, mark.face, round(mark.size * self._dp))
        width, height = texture.size
        left = mark.x * self._dp + ((mark.width * self._dp - width) / 2 if mark.icon else 0)
        foot = (self._height - mark.y) * self._dp - height / 2
        group.add(_colour(mark.colour))
        group.add(Rectangle(texture=texture, pos=(round(left), round(foot)), size=(width, height)))

    def _photo(self, group: InstructionGroup, path: Path, rect: Rect) -> None:
        texture = CoreImage(str(path), nocache=True).texture
        (x, y), (width, height) = self._box(rect)
        shown = texture.width * min(1.0, (texture.height * width / height) / texture.width)
        high = min(texture.height, texture.width * height / width)
        part = texture.get_region((texture.width - shown) / 2, (texture.height - high) / 2, shown, high)
        group.add(Color(1, 1, 1, 1))
        group.add(Rectangle(texture=part, pos=(x, y), size=(width, height)))

    def _picture(self, group: InstructionGroup, mark: Photo | Light) -> None:
        if isinstance(mark, Photo):
            self._photo(group, Path(mark.path), mark.rect)
        else:
            self._light(group, mark)

    def _light(self, group: InstructionGroup, mark: Light) -> None:
        texture = Texture.create(size=(mark.width, mark.height), colorfmt="luminance")
        texture.blit_buffer(mark.pixels, colorfmt="luminance", bufferfmt="ubyte")
        texture.flip_vertical()
        pos, size = self._box(mark.rect)
        group.add(Color(1, 1, 1, 1))
        group.add(Rectangle(texture=texture, pos=pos, size=size))

    def _box(self, rect: Rect) -> tuple[tuple[float, float], tuple[float, float]]:
        dp = self._dp
        left, top = round(rect.x * dp, 2), round((self._height - rect.y) * dp, 2)
        width, height = round(rect.width * dp, 2), round(rect.height * dp, 2)
        return (left, top - height), (width, height)


def _colour(code: str, alpha: float = 1.0) -> Color:
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return Color(red, green, blue, alpha)


def _empty(group: InstructionGroup) -> None:
    """An instruction and its group know each other: else what is drawn no more waits for the garbage collection."""
    for part in group.children:
        if isinstance(part, InstructionGroup):
            _empty(part)
    group.clear()


@lru_cache(maxsize=512)
def _dash_corners(
    points: tuple[Point, ...], width: float, dash: tuple[float, float], closed: bool
) -> tuple[Point, ...]:
    """Four corners of each dash of a line, one after the other round it; kept because many frames are alike."""
    corners: list[Point] = []
    for (x, y), (to_x, to_y) in dashes(points, dash, closed):
        length = hypot(to_x - x, to_y - y)
        across, down = (to_y - y) / length * width / 2, -(to_x - x) / length * width / 2
        corners += (
            (x + across, y + down),
            (x - across, y - down),
            (to_x - across, to_y - down),
            (to_x + across, to_y + down),
        )
    return tuple(corners)


def _triangles(edge: list[float]) -> tuple[list[float], list[int]]:
    """The area within a closed line, x and y in turn, as one mesh of triangles.

    Larger polygons would be as many instructions, and the tesselator makes room for 65,535 corners of each.
    """
    tesselator = Tesselator()
    tesselator.add_contour(edge)
    tesselator.tesselate(WINDING_ODD, TYPE_POLYGONS, 3)
    vertices = [part for corners, _ in tesselator.meshes for part in corners]
    return vertices, list(range(len(vertices) // 4))
