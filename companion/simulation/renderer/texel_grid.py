"""The pixel grid of the table as painted from straight above, before any camera looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from companion.simulation.renderer.scene import Rectangle


@dataclass(frozen=True, slots=True)
class TexelGrid:
    """The table's own pixels: `density` of them per millimetre from `left`, `top` on."""

    left: float
    top: float
    width: int
    height: int
    density: float

    @classmethod
    def covering(cls, area: Rectangle, density: float) -> TexelGrid:
        left, top, right, bottom = area
        return cls(left, top, ceil((right - left) * density), ceil((bottom - top) * density), density)

    def texel(self, x: float, y: float) -> tuple[int, int]:
        """The nearest texel to a place in millimetres."""
        return round((x - self.left) * self.density), round((y - self.top) * self.density)
