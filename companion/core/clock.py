"""Clocks as values: how time runs for one evening, and what each player's clock stands at.

Pure: somebody else measures the seconds. A turn ends when a seat is no longer to move, and what a mode gives back for
it is given then. Time below zero is counted on: the companion tells, people decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import floor

from companion.core.action import Seat


class Mode(Enum):
    """How time runs. What `TimeControl.extra` means is said beside each."""

    NONE = "none"
    COUNT_UP = "count up"
    COUNTDOWN = "countdown"
    FISCHER = "fischer"
    """`extra` is given after every turn."""
    DELAY = "delay"
    """`extra` passes at the beginning of every turn before the time runs down."""
    BRONSTEIN = "bronstein"
    """After every turn as much is given back as it took, at most `extra`."""
    BYO_YOMI = "byo-yomi"
    """When the time is used up, turns of less than `extra` cost nothing; longer ones use up a period each."""
    HOURGLASS = "hourglass"
    """What runs down runs to the next player."""
    PER_TURN = "per turn"
    """`extra` for every turn."""
    TOTAL_AND_TURN = "total and turn"
    """`extra` for every turn, and all of them together may take no longer than `total`."""
    PER_ROUND = "per round"
    """`total` for every round: it begins anew when everybody has had a turn."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The mode and its seconds. `own` are the totals of players who have another one than the rest."""

    mode: Mode = Mode.COUNT_UP
    total: float = 1500.0
    extra: float = 5.0
    periods: int = 3
    own: tuple[tuple[Seat, float], ...] = ()

    def total_of(self, seat: Seat) -> float:
        return dict(self.own).get(seat, self.total)

    def with_own(self, seat: Seat, total: float | None) -> TimeControl:
        """With another total for this player; None for that of all others."""
        own = dict(self.own)
        if total is None:
            own.pop(seat, None)
        else:
            own[seat] = total
        return replace(self, own=tuple(sorted(own.items())))

    @property
    def runs_down(self) -> bool:
        """Whether there is a time that can be used up."""
        return self.mode not in (Mode.NONE, Mode.COUNT_UP)


COUNTING = TimeControl()
"""Nobody is hurried: it is only counted how long each one thought."""


@dataclass(frozen=True, slots=True)
class PlayerClock:
    """Seconds: `spent` in all, `left` of the total, `turn` in this turn, `beyond` the total in this turn.

    `periods` and `turns` are those that are over.
    """

    spent: float = 0.0
    left: float = 0.0
    turn: float = 0.0
    beyond: float = 0.0
    periods: int = 0
    turns: int = 0


Clocks = Mapping[Seat, PlayerClock]


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What a clock shows: the seconds (negative: overdrawn), those of the turn beside them, periods that are left."""

    seconds: float
    turn: float | None = None
    periods: int | None = None

    @property
    def over(self) -> bool:
        return self.seconds < 0 or (self.turn is not None and self.turn < 0)


def start(control: TimeControl, seats: Iterable[Seat]) -> dict[Seat, PlayerClock]:
    return {seat: PlayerClock(left=control.total_of(seat)) for seat in seats}


def run(control: TimeControl, clocks: Clocks, running: Sequence[Seat], seconds: float) -> dict[Seat, PlayerClock]:
    """The clocks after these seconds, in which those of `running` ran. `clocks` are in the order of the seats."""
    after = dict(clocks)
    for seat in running:
        after[seat] = _run_one(control, after.get(seat, PlayerClock(left=control.total_of(seat))), seconds)
    if control.mode is Mode.HOURGLASS:
        receivers = _receivers(list(after), running)
        for seat in receivers:
            gained = seconds * len(running) / len(receivers)
            after[seat] = replace(after[seat], left=after[seat].left + gained)
    return after


def end_turn(control: TimeControl, clocks: Clocks, seats: Iterable[Seat]) -> dict[Seat, PlayerClock]:
    """The clocks when the turns of these seats are over."""
    after = dict(clocks)
    rounds = _rounds(after)
    for seat in seats:
        if seat in after:
            after[seat] = _end_one(control, after[seat])
    if control.mode is Mode.PER_ROUND and _rounds(after) > rounds:
        after = {seat: replace(clock, left=control.total_of(seat)) for seat, clock in after.items()}
    return after


def adjust(control: TimeControl, clocks: Clocks, seat: Seat, seconds: float) -> dict[Seat, PlayerClock]:
    """One player gets so many seconds, or loses them; where time is only counted, fewer or more are counted."""
    clock = clocks[seat]
    if control.runs_down:
        changed = replace(clock, left=clock.left + seconds, turn=clock.turn - _of_turn(control, clock, seconds))
    else:
        changed = replace(clock, spent=max(0.0, clock.spent - seconds))
    return {**clocks, seat: changed}


def face(control: TimeControl, clock: PlayerClock) -> ClockFace:
    """What this clock shows."""
    match control.mode:
        case Mode.NONE | Mode.COUNT_UP:
            return ClockFace(clock.spent)
        case Mode.PER_TURN:
            return ClockFace(control.extra - clock.turn)
        case Mode.TOTAL_AND_TURN:
            return ClockFace(clock.left, turn=control.extra - clock.turn)
        case Mode.DELAY:
            return ClockFace(clock.left, turn=max(0.0, control.extra - clock.turn) or None)
        case Mode.BYO_YOMI:
            return _byo_yomi(control, clock)
        case _:
            return ClockFace(clock.left)


def clock_time(shown: ClockFace) -> str:
    """`8:24`, `1:02:09`, and `−0:12` for a time that is overdrawn."""
    minutes, rest = divmod(floor(abs(shown.seconds)), 60)
    hours, within = divmod(minutes, 60)
    sign = "\N{MINUS SIGN}" if shown.seconds <= -1 else ""
    return f"{sign}{hours}:{within:02}:{rest:02}" if hours else f"{sign}{minutes}:{rest:02}"


def _run_one(control: TimeControl, clock: PlayerClock, seconds: float) -> PlayerClock:
    after = replace(clock, spent=clock.spent + seconds, turn=clock.turn + seconds)
    match control.mode:
        case Mode.NONE | Mode.COUNT_UP | Mode.PER_TURN:
            return after
        case Mode.DELAY:
            delayed = max(0.0, after.turn - control.extra) - max(0.0, clock.turn - control.extra)
            return replace(after, left=clock.left - delayed)
        case Mode.BYO_YOMI:
            beyond = max(0.0, seconds - clock.left)
            return replace(after, left=max(0.0, clock.left - seconds), beyond=clock.beyond + beyond)
        case _:
            return replace(after, left=clock.left - seconds)


def _end_one(control: TimeControl, clock: PlayerClock) -> PlayerClock:
    over = replace(clock, turn=0.0, beyond=0.0, turns=clock.turns + 1)
    match control.mode:
        case Mode.FISCHER:
            return replace(over, left=clock.left + control.extra)
        case Mode.BRONSTEIN:
            return replace(over, left=clock.left + min(control.extra, clock.turn))
        case Mode.BYO_YOMI:
            return replace(over, periods=min(control.periods, clock.periods + _used(control, clock)))
        case _:
            return over


def _byo_yomi(control: TimeControl, clock: PlayerClock) -> ClockFace:
    left = control.periods - clock.periods - _used(control, clock)
    if clock.left > 0:
        return ClockFace(clock.left, periods=left)
    if left > 0:
        return ClockFace(control.extra - clock.beyond % control.extra, periods=left)
    return ClockFace((control.periods - clock.periods) * control.extra - clock.beyond, periods=0)


def _used(control: TimeControl, clock: PlayerClock) -> int:
    """The periods that this turn has used up."""
    return floor(clock.beyond / control.extra) if control.extra > 0 else control.periods


def _of_turn(control: TimeControl, clock: PlayerClock, seconds: float) -> float:
    """What an adjustment gives to the turn: all of it where nothing but the turn is limited."""
    return min(seconds, clock.turn) if control.mode is Mode.PER_TURN else 0.0


def _receivers(seats: Sequence[Seat], running: Sequence[Seat]) -> list[Seat]:
    """To whom the sand runs: to the next player; where a side runs, to everybody of the other."""
    others = [seat for seat in seats if seat not in running]
    if len(running) != 1:
        return others if running else []
    at = seats.index(running[0])
    following = [*seats[at + 1 :], *seats[:at]]
    return following[:1]


def _rounds(clocks: Clocks) -> int:
    return min((clock.turns for clock in clocks.values()), default=0)
