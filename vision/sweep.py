"""Goes over a still picture again, strip by strip: what could not be read at first may be read in another frame.

Nothing has to be found where nothing has changed. So this is done once soon after the start, and then so slowly that a
table at rest costs nearly nothing.
"""

from __future__ import annotations

from vision.search import PixelBox, strips

STRIPS = 12

EVERY = 30.0
"""Seconds from one strip to the next, once the whole picture has been searched twice."""


class Sweep:
    """Says which strip of the picture is to be searched in this look, if any."""

    def __init__(self) -> None:
        self._searched = 0
        self._due = 0.0

    def restart(self, at: float) -> None:
        """The whole picture has just been searched, at `at` seconds: each strip is searched again at once."""
        self._searched, self._due = 0, at

    def is_due(self, at: float) -> bool:
        return at >= self._due

    def strip(self, part: PixelBox, margin: float, at: float) -> list[PixelBox]:
        """The next strip of that part of the picture, overlapping its neighbours by the margin; none if not due."""
        if not self.is_due(at):
            return []
        strip = strips(part, STRIPS, margin)[self._searched % STRIPS]
        self._searched += 1
        self._due = at if self._searched < STRIPS else at + EVERY
        return [strip]
