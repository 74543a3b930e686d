"""A plan of a camera over a table, drawn to scale: from the side above, from over it below."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cameras.camera_plan import CameraPlan
from companion.core.scale_drawing import DrawnLine, DrawnNote, LineKind, Place, ScaleDrawing
from companion.core.text import say

EDGE, GAP = 90.0, 140.0
"""Room around the drawing, and between its two parts, in millimetres of the table."""

CAMERA = 26.0


def plan_sketch(plan: CameraPlan) -> ScaleDrawing:
    """Side view and view from above, one over the other at the same scale."""
    width, depth = plan.table
    seen = plan.view or ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))
    left, right = min(0.0, *(x for x, _ in seen)), max(width, *(x for x, _ in seen))
    far = min(0.0, *(y for _, y in seen))
    near = max(depth, depth / 2 + plan.aside, *(y for _, y in seen))
    across = max(right - left, near - far)
    ground = EDGE + plan.height
    side = _moved(_side(plan, seen), EDGE - far + (across - (near - far)) / 2, ground)
    above = _moved(_above(plan, seen), EDGE - left + (across - (right - left)) / 2, ground + GAP - far)
    eye = EDGE - far + (across - (near - far)) / 2 + depth / 2 + plan.aside
    table = EDGE - left + (across - (right - left)) / 2 + width / 2
    notes = (
        DrawnNote((eye, EDGE / 2), say("{height} cm over the table", height=round(plan.height / 10))),
        DrawnNote(
            (table, ground + GAP - far + depth / 2),
            say("{width} x {depth} cm", width=round(width / 10), depth=round(depth / 10)),
        ),
    )
    return ScaleDrawing(across + 2 * EDGE, ground + GAP + (near - far) + EDGE, (*side, *above), notes)


def _side(plan: CameraPlan, seen: tuple[Place, ...]) -> Iterable[DrawnLine]:
    """Seen from the left edge of the table: its far edge at 0, heights above it below zero."""
    depth = plan.table[1]
    eye = depth / 2 + plan.aside, -plan.height
    near, far = max(y for _, y in seen), min(y for _, y in seen)
    yield DrawnLine(LineKind.OUTLINE, ((0.0, 0.0), (depth, 0.0), (depth, 14.0), (0.0, 14.0), (0.0, 0.0)))
    yield DrawnLine(LineKind.SIGHT, ((far, 0.0), eye, (near, 0.0)))
    yield DrawnLine(LineKind.MEASURE, (eye, (eye[0], 0.0)))
    x, y = eye
    half = CAMERA / 2
    yield DrawnLine(
        LineKind.OUTLINE, ((x - half, y), (x - half, y - CAMERA), (x + half, y - CAMERA), (x + half, y), (x - half, y))
    )


def _above(plan: CameraPlan, seen: tuple[Place, ...]) -> Iterable[DrawnLine]:
    width, depth = plan.table
    yield DrawnLine(LineKind.OUTLINE, ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth), (0.0, 0.0)))
    yield DrawnLine(LineKind.SIGHT, (*seen, seen[0]))
    x, y, half = width / 2, depth / 2 + plan.aside, CAMERA / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    yield DrawnLine(LineKind.OUTLINE, (*corners, corners[0]))


def _moved(lines: Iterable[DrawnLine], dx: float, dy: float) -> list[DrawnLine]:
    return [DrawnLine(line.kind, tuple((x + dx, y + dy) for x, y in line.points)) for line in lines]
