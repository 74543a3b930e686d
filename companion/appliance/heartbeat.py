"""Whether everything that must get on gets on: counters that have to change, each within its own time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

logger = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks."""

LIMITS = {"screen": 15.0, "session": 10.0, "journal": 15.0, "camera": 150.0}
"""Seconds. A camera's driver lives elsewhere and is given up after 45, but of several in turn each may take these."""

ESSENTIAL = frozenset({"screen", "session", "journal"})
"""What every start-up has; cameras come with an evening."""


@dataclass
class Heartbeat:
    """Told again and again how far each part is, it says which of them stand still.

    A part is named `kind` or `kind number`, its limit is that of its kind; times are monotonic seconds.
    """

    limits: Mapping[str, float] = field(default_factory=lambda: LIMITS)
    _seen: dict[str, tuple[int, float]] = field(default_factory=dict)
    _moved: set[str] = field(default_factory=set)

    def note(self, progress: Mapping[str, int], at: float) -> None:
        """How far every part that ought to get on is now; a part that is not named any more is over."""
        for part in self._seen.keys() - progress.keys():
            del self._seen[part]
        for part, count in progress.items():
            before = self._seen.get(part)
            if before is None or before[0] != count:
                self._seen[part] = (count, at)
                if before is not None:
                    self._moved.add(part)

    @property
    def has_come_up(self) -> bool:
        """Whether each essential part has got on at least once."""
        return self._moved >= ESSENTIAL

    def stuck(self, at: float) -> tuple[str, ...]:
        """The parts that have not got on for longer than they may."""
        return tuple(
            part
            for part, (_, since) in sorted(self._seen.items())
            if at - since > self.limits[part.split(maxsplit=1)[0]]
        )


class Manager(Protocol):
    """Who restarts us when we are no longer well."""

    def ready(self) -> None: ...
    def alive(self) -> None: ...


class Pulse:
    """Tells the service manager that the companion has come up, and then that all of it gets on, as long as it does."""

    def __init__(
        self, manager: Manager, progress: Callable[[], Mapping[str, int]], heartbeat: Heartbeat | None = None
    ) -> None:
        self._manager, self._progress, self._heartbeat = manager, progress, heartbeat or Heartbeat()
        self._felt_at: float | None = None
        self._is_up = False
        self._stuck: tuple[str, ...] = ()

    def is_due(self, now: float) -> bool:
        """Whether it is time for another look; `now` is monotonic seconds."""
        return self._felt_at is None or now - self._felt_at >= EVERY

    def feel(self, now: float) -> None:
        self._felt_at = now
        self._heartbeat.note(self._progress(), now)
        stuck = self._heartbeat.stuck(now)
        if stuck != self._stuck:
            self._stuck = stuck
            logger.warning("standing still: %s", ", ".join(stuck) or "nothing any more")
        if stuck:
            return
        if not self._is_up and self._heartbeat.has_come_up:
            self._is_up = True
            self._manager.ready()
        self._manager.alive()
