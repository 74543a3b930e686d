"""When a still picture is searched again, strip by strip: what could not be read at first may be read in another frame.

Nothing has to be found where nothing has changed. So this is done once soon after the start, and then so slowly that a
table at rest costs nearly nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

STRIPS = 12
"""Parts of the picture: one is read within a frame's time, where the whole would hold up several."""

EVERY = 30.0
"""Seconds from one strip to the next, once the whole picture has been searched twice."""


@dataclass(frozen=True, slots=True)
class RescanSchedule:
    """How many strips have been searched since the whole picture was, and when the next one is due, in seconds."""

    searched: int = 0
    due_at: float = 0.0

    @property
    def strip(self) -> int:
        """The number of the next strip, from 0 at the top."""
        return self.searched % STRIPS

    def is_due(self, at: float) -> bool:
        return at >= self.due_at

    def after_strip(self, at: float) -> RescanSchedule:
        """The next strip has just been searched."""
        searched = self.searched + 1
        return RescanSchedule(searched, at if searched < STRIPS else at + EVERY)

    @staticmethod
    def after_all(at: float) -> RescanSchedule:
        """The whole picture has just been searched: each strip is searched again at once."""
        return RescanSchedule(0, at)
