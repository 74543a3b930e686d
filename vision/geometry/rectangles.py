"""Arithmetic of rectangles on the mat."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.table import Box


def subtract(boxes: Iterable[Box], cover: Iterable[Box]) -> tuple[Box, ...]:
    """What is left of the boxes when all of `cover` is cut away."""
    left = list(boxes)
    for cutter in cover:
        left = [piece for box in left for piece in _cut(box, cutter)]
    return tuple(left)


def disjoint(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """The same area in boxes that do not overlap."""
    kept: tuple[Box, ...] = ()
    for box in dict.fromkeys(boxes):
        kept += subtract((box,), kept)
    return kept


def intersection(one: Box, other: Box) -> Box | None:
    """Where two boxes overlap; None when they do not."""
    if not one.overlaps(other):
        return None
    left, top = max(one.left, other.left), max(one.top, other.top)
    return Box(left, top, min(one.right, other.right), min(one.bottom, other.bottom))


def _cut(box: Box, cutter: Box) -> list[Box]:
    shared = intersection(box, cutter)
    if shared is None:
        return [box]
    pieces = (
        Box(box.left, box.top, box.right, shared.top),
        Box(box.left, shared.bottom, box.right, box.bottom),
        Box(box.left, shared.top, shared.left, shared.bottom),
        Box(shared.right, shared.top, box.right, shared.bottom),
    )
    return [piece for piece in pieces if piece.left < piece.right and piece.top < piece.bottom]
