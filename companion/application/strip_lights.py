"""What the strip round the mat shows of an evening, and its rhythm."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.light_strip import DARK, Lights, Picture, StripPlace, lights
from companion.core.screen import Screen
from companion.core.table import TableLayout

SLOW = 1.0
"""Seconds of each of the two pictures of a question: nothing flickers, neither for eyes nor for cameras."""

EDGE_LIGHTS = 120
"""Round the display, where these lights are shown on it."""


class StripLights:
    """Follows the screen; a page over it changes nothing, since they are about the table.

    `size` is that of what the lights go round, if not the mat itself.
    """

    def __init__(self, show: Callable[[Picture], None], size: tuple[float, float] | None = None) -> None:
        self._show, self._size = show, size
        self._lights, self._at = Lights(()), 0.0
        self.place = StripPlace(0)

    def follow(self, screen: Screen | None, layout: TableLayout | None) -> None:
        """Without a layout there is no table, and all are dark."""
        if self.place.count and layout is not None:
            self._lights = lights(screen, layout, self.place, self._size)
        elif self._lights.steady:
            self._lights = Lights((DARK,) * len(self._lights.steady))
        self._shine()

    def tick(self, at: float) -> None:
        self._at = at
        self._shine()

    def _shine(self) -> None:
        if self._lights.steady:
            slow = self._lights.slow
            self._show(slow if slow is not None and self._at // SLOW % 2 else self._lights.steady)
