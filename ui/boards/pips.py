"""How much of a set lies there, as bars."""

from __future__ import annotations

from ui.drawing import Drawing
from ui.rect import Rect


def pips(d: Drawing, rect: Rect, lie: int, full: int, colour: str, empty: str, half: int | None = None) -> None:
    """A bar for each card of a full set, those that lie there filled, with a gap at half of it."""
    half = (full + 1) // 2 if half is None else half
    gap, wider = 2.0, 4.0 if 0 < half < full else 0.0
    width = (rect.width - gap * (full - 1) - wider) / full
    for number in range(full):
        left = rect.x + number * (width + gap) + (wider if number >= half else 0.0)
        box = Rect(left, rect.y, width, rect.height)
        if number < lie:
            d.fill(box, colour, 2)
        else:
            d.outline(box, empty, 2, 1.2)
