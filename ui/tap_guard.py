"""Two quick taps are one touch too many: what comes under a finger that has just tapped does nothing yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ui.picture import Target
from ui.rect import Rect
from ui.tokens import TOUCH

READ = 0.4
"""Seconds that a thing has to be in sight before the finger that lay there may mean it."""


class TapGuard:
    """Knows since when each target has been under its place, and where the latest tap was.

    `now` is the clock by which touches are stamped.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since: dict[object, tuple[Rect, float]] = {}
        self._tapped: tuple[float, float] | None = None

    def shows(self, targets: Iterable[tuple[Target, Rect]]) -> None:
        """These are to be touched from now on, each with its place in the window."""
        now, before = self._now(), self._since
        self._since = {}
        for target, rect in targets:
            was = before.get(_meaning(target))
            stays = was is not None and was[0].overlaps(rect) and not self._comes_under(was[0], rect)
            self._since[_meaning(target)] = rect, was[1] if was and stays else now

    def _comes_under(self, was: Rect, rect: Rect) -> bool:
        """Whether the latest tap was beside a target that has moved or grown to where it was."""
        return self._tapped is not None and rect.contains(*self._tapped) and not was.contains(*self._tapped)

    def taps(self, x: float, y: float, targets: Iterable[tuple[Target, Rect]]) -> None:
        """A tap does something; all that is in sight by then is known, where a finger has moved it to."""
        self._tapped = x, y
        self._since = {_meaning(target): (rect, float("-inf")) for target, rect in targets}

    def has_acted(self, target: Target) -> None:
        """What has just acted, and is still there, acts on other things now; what came since is seen from now on."""
        now, acted = self._now(), None if target.repeats else _meaning(target)
        for meaning, (rect, since) in self._since.items():
            if meaning == acted or since > float("-inf"):
                self._since[meaning] = rect, now

    def refuses(self, target: Target, x: float, y: float, at: float) -> bool:
        """Whether this has come under the finger only just now."""
        if self._tapped is None or max(abs(x - self._tapped[0]), abs(y - self._tapped[1])) > TOUCH:
            return False
        # Long before it was there at all as well: the touch may have waited for what the tap before it does.
        return at - self._since[_meaning(target)][1] < READ


def _meaning(target: Target) -> object:
    """What makes it another thing to touch: more of a count is always the same, whatever it comes to."""
    return target.rect if target.repeats else (target.intent, target.key)
