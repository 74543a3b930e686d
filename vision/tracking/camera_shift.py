"""Whether the camera still stands where it was calibrated: the mat does not move, so its anchors tell."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Tag

SHIFTED_SHARE = 0.6
"""Share of the visible anchors that must be off their places before a shift is suspected."""

SHIFTED_MM = 0.8
"""Anchors that seem to have moved by less than this have not: the fit is good to a tenth of it."""


@dataclass(frozen=True, slots=True)
class CameraShift:
    """`is_lost` says that the camera was pushed and not found again: nothing can be placed.

    `covered` are anchors that are known to be off their places only because something lies over them.
    """

    is_lost: bool = False
    covered: frozenset[Tag] = frozenset()

    def after(self, off: frozenset[Tag], visible: int) -> CameraShift:
        """After a frame in which these of the visible anchors are off: all is well if they are few."""
        return self if len(off) >= max(SHIFTED_SHARE * visible, 2) else CameraShift()

    def is_suspected(self, off: frozenset[Tag], visible: int) -> bool:
        """Whether so many of the `visible` anchors are off their places that a detection has to tell why."""
        return len(off) >= max(SHIFTED_SHARE * visible, 2) and not off <= self.covered
