"""Marks made smaller or larger, and put elsewhere: a drawing that stands small in another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

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


def scaled(marks: Iterable[Mark], factor: float, to: Point, least: float = 0.0) -> Iterator[Mark]:
    """Each mark so many times as large, what was at the upper left corner at `to`; words below `least` left out.

    What scrolls is shown from its beginning, and cannot be scrolled.
    """
    for mark in marks:
        match mark:
            case PictureWords():
                if mark.icon or mark.size * factor >= least:
                    x, y = _at((mark.x, mark.y), factor, to)
                    yield replace(mark, x=x, y=y, width=mark.width * factor, size=mark.size * factor)
            case Moving():
                yield replace(
                    mark, rect=_box(mark.rect, factor, to), marks=tuple(scaled(mark.marks, factor, to, least))
                )
            case Scroll():
                yield from scaled(mark.marks, factor, to, least)
            case Stroke() | Polygon() | Region():
                yield _line(mark, factor, to)
            case Fill() | Outline() | Photo() | GreyPicture() | Veil():
                yield _in_box(mark, factor, to)


def _line(mark: Stroke | Polygon | Region, factor: float, to: Point) -> Mark:
    points = tuple(_at(point, factor, to) for point in mark.points)
    if not isinstance(mark, Stroke):
        return replace(mark, points=points)
    dash = None if mark.dash is None else (mark.dash[0] * factor, mark.dash[1] * factor)
    return replace(mark, points=points, width=mark.width * factor, dash=dash)


def _in_box(mark: Fill | Outline | Photo | GreyPicture | Veil, factor: float, to: Point) -> Mark:
    box = _box(mark.rect, factor, to)
    match mark:
        case Fill() | Photo():
            return replace(mark, rect=box, radius=mark.radius * factor)
        case Outline():
            return replace(mark, rect=box, radius=mark.radius * factor, width=mark.width * factor)
        case GreyPicture() | Veil():
            return replace(mark, rect=box)


def _at(point: Point, factor: float, to: Point) -> Point:
    return to[0] + point[0] * factor, to[1] + point[1] * factor


def _box(rect: Rect, factor: float, to: Point) -> Rect:
    x, y = _at((rect.x, rect.y), factor, to)
    return Rect(x, y, rect.width * factor, rect.height * factor)
