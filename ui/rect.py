"""Rectangles in pixels, from the upper left corner downwards, as one reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import hypot


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle; never of negative size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def area(self) -> float:
        return self.width * self.height

    def contains(self, x: float, y: float) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: Rect) -> bool:
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(0.0, self.width - 2 * dx), max(0.0, self.height - 2 * dy))

    def moved(self, dx: float, dy: float) -> Rect:
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def split_left(self, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """The leftmost `width` pixels, and the rest after a gap."""
        width = min(width, self.width)
        rest = min(self.width, width + gap)
        return (
            Rect(self.x, self.y, width, self.height),
            Rect(self.x + rest, self.y, self.width - rest, self.height),
        )

    def split_right(self, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """The rest, and the rightmost `width` pixels."""
        left, right = self.split_left(max(0.0, self.width - width))
        return Rect(left.x, left.y, max(0.0, left.width - gap), left.height), right

    def split_top(self, height: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """The uppermost `height` pixels, and the rest after a gap."""
        height = min(height, self.height)
        rest = min(self.height, height + gap)
        return (
            Rect(self.x, self.y, self.width, height),
            Rect(self.x, self.y + rest, self.width, self.height - rest),
        )

    def split_bottom(self, height: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """The rest, and the lowest `height` pixels."""
        top, bottom = self.split_top(max(0.0, self.height - height))
        return Rect(top.x, top.y, top.width, max(0.0, top.height - gap)), bottom

    def distance(self, x: float, y: float) -> float:
        """How far a point is out of it."""
        return hypot(max(self.x - x, 0.0, x - self.right), max(self.y - y, 0.0, y - self.bottom))

    def grid(self, columns: int, rows: int, gap: float) -> tuple[Rect, ...]:
        """Equal boxes, row by row."""
        width = max(0.0, (self.width - gap * (columns - 1)) / columns)
        height = max(0.0, (self.height - gap * (rows - 1)) / rows)
        return tuple(
            Rect(self.x + column * (width + gap), self.y + row * (height + gap), width, height)
            for row, column in product(range(rows), range(columns))
        )


def largest_uncovered(rect: Rect, covers: Iterable[Rect]) -> Rect:
    """The largest upright part of a box that no cover lies on; of no size where it is covered altogether."""
    lying = [cover for cover in covers if cover.overlaps(rect)]
    if not lying:
        return rect
    parts = sorted(_parts(rect, lying), key=lambda part: part.area, reverse=True)
    free = (part for part in parts if not any(part.overlaps(cover) for cover in lying))
    return next(free, Rect(rect.x, rect.y, 0.0, 0.0))


def _parts(rect: Rect, covers: list[Rect]) -> Iterator[Rect]:
    across = _edges(rect.x, rect.right, [edge for cover in covers for edge in (cover.x, cover.right)])
    down = _edges(rect.y, rect.bottom, [edge for cover in covers for edge in (cover.y, cover.bottom)])
    for left, right in _spans(across):
        for top, bottom in _spans(down):
            yield Rect(left, top, right - left, bottom - top)


def _edges(low: float, high: float, edges: list[float]) -> list[float]:
    return sorted({low, high, *(edge for edge in edges if low < edge < high)})


def _spans(edges: list[float]) -> Iterator[tuple[float, float]]:
    return ((low, high) for number, low in enumerate(edges) for high in edges[number + 1 :])
