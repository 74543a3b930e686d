"""When the display goes dark: nobody has touched it for a while, and nothing has happened on the table."""

from __future__ import annotations

from dataclasses import dataclass

MINUTE = 60.0


@dataclass
class Sleep:
    """`after` so many seconds, None for never. Times are monotonic seconds."""

    after: float | None = 30 * MINUTE
    asleep: bool = False
    _since: float | None = None

    def stirred(self) -> None:
        """Somebody has touched something, or something has happened."""
        self.asleep, self._since = False, None

    def tick(self, at: float) -> bool:
        """Whether it falls asleep now."""
        if self._since is None:
            self._since = at
        if self.asleep or self.after is None or at - self._since < self.after:
            return False
        self.asleep = True
        return True
