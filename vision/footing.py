"""Whether the camera still stands where it was found: the mat does not move, so its anchors tell."""

from __future__ import annotations

from companion.core.table import Tag

BUMPED_SHARE = 0.6
"""Share of the visible anchors that must be off their places before the camera is suspected."""

BUMPED_MM = 0.8
"""Anchors that seem to have moved by less than this have not: the fit is good to a tenth of it."""


class Footing:
    """Suspects a push, and remembers which anchors are off only because something lies over them.

    `adrift` says that the camera was pushed and has not been found again: nothing can be placed.
    """

    def __init__(self) -> None:
        self.adrift = False
        self._covered: frozenset[Tag] = frozenset()

    def is_doubtful(self, off: frozenset[Tag], visible: int) -> bool:
        """Whether so many of the `visible` anchors are off their places that a reading has to tell why."""
        if len(off) < max(BUMPED_SHARE * visible, 2):
            self._covered, self.adrift = frozenset(), False
            return False
        return not off <= self._covered

    def has_given_way(self, off: frozenset[Tag], displacement_mm: float) -> bool:
        """Whether a reading shows the anchors in sight at other places; if not, those that are `off` are covered."""
        if displacement_mm >= BUMPED_MM:
            return True
        self._covered = off
        return False
