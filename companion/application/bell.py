"""When a clock is to be heard: as it runs low, and as it is used up, once each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from companion.core.action import Seat
from companion.core.clock import Clocks, Mode, TimeControl, face

LOW_SHARE, LOW_SECONDS = 0.2, 30.0
"""Below both of a share of the time and so many seconds a clock is low."""


@dataclass
class Bell:
    """Keeps which clocks were low or over when it last listened; what was so from the beginning is not rung for."""

    _known: dict[Seat, str] | None = field(default=None)

    def listen(self, time: TimeControl, clocks: Clocks, running: Collection[Seat]) -> str:
        """`low` or `over` where a clock that runs has just become so, else nothing."""
        now = {seat: state(time, clocks, seat) for seat in clocks}
        before, self._known = self._known, now
        if before is None:
            return ""
        news = {now[seat] for seat in running if seat in now and now[seat] != before.get(seat)}
        return "over" if "over" in news else "low" if "low" in news else ""


def state(time: TimeControl, clocks: Clocks, seat: Seat) -> str:
    """`over`, `low`, or nothing; what runs up is never low."""
    if not time.runs_down:
        return ""
    shown = face(time, clocks[seat])
    if shown.over:
        return "over"
    whole = time.extra if time.mode is Mode.PER_TURN else time.total_of(seat)
    return "low" if shown.seconds < min(LOW_SECONDS, LOW_SHARE * whole) else ""
