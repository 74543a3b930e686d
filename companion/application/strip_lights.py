"""What the strip round the mat shows of an evening, and its rhythm."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.light_strip import DARK, Lights, Picture, StripPlace, lights
from companion.core.screen import Screen
from companion.core.table import TableLayout

SLOW = 1.0
"""Seconds of each of the two pictures of a question: nothing flickers, neither for eyes nor for cameras."""

CALLS_FOR = 6.0
"""Seconds for which a question goes on and off; then it stays, since lights that change keep the watcher awake."""

EDGE_LIGHTS = 120
"""Round the display, where these lights are shown on it."""


class StripLights:
    """Follows the screen; a page over it changes nothing, since they are about the table.

    `size` is that of what the lights go round, if not the mat itself.
    """

    def __init__(self, show: Callable[[Picture], None], size: tuple[float, float] | None = None) -> None:
        self._show, self._size = show, size
        self._lights, self._at, self._since = Lights(()), 0.0, 0.0
        self.place = StripPlace(0)

    def follow(self, screen: Screen | None, layout: TableLayout | None) -> None:
        """Without a layout there is no table, and all are dark."""
        before = self._lights
        if self.place.count and layout is not None:
            self._lights = lights(screen, layout, self.place, self._size)
        elif self._lights.steady:
            self._lights = Lights((DARK,) * len(self._lights.steady))
        if self._lights != before:
            self._since = self._at
        self._shine()

    def tick(self, at: float) -> None:
        self._at = at
        self._shine()

    def _shine(self) -> None:
        if self._lights.steady:
            shown_for = self._at - self._since
            other = self._lights.slow if shown_for < CALLS_FOR and shown_for // SLOW % 2 else None
            self._show(self._lights.steady if other is None else other)
