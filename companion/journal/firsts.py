"""What happened for the first time in the evenings of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.core.action import SEATS, Seat
from companion.journal.saved_games import Ending, SavedEvening
from companion.journal.statistics import ByPoints, is_forgotten, played_out


class FirstTimeKind(Enum):
    """What there is a first time of."""

    WIN = "win"
    GOAL = "goal"
    PLAYERS = "players"
    SCORE = "score"
    LENGTH = "length"


@dataclass(frozen=True, slots=True)
class FirstTime:
    """What an evening was the first one with: of whom, by which goal, how many players, points or seconds."""

    kind: FirstTimeKind
    evening: SavedEvening
    name: str = ""
    goal: str = ""
    figure: int = 0


def firsts_of(evenings: Iterable[SavedEvening], points_of: ByPoints) -> list[FirstTime]:
    """Of these evenings, the oldest first; what was the highest score so far, or the longest, is there each time."""
    watch = _Watch()
    return [
        first for evening, ending in played_out(evenings) for first in watch.seen(evening, ending, points_of(evening))
    ]


class _Watch:
    """What there has been by now."""

    def __init__(self) -> None:
        self._winners, self._goals, self._counts = set[str](), set[tuple[str, str]](), set[int]()
        self._best: int | None = None
        self._longest = 0.0

    def seen(self, evening: SavedEvening, ending: Ending, points: Mapping[Seat, int]) -> Iterator[FirstTime]:
        yield from self._table(evening, ending)
        people = {seat: name for seat, name in zip(SEATS, evening.names, strict=False) if not is_forgotten(seat, name)}
        for seat in ending.winners:
            if (name := people.get(seat, "")) and name not in self._winners:
                self._winners.add(name)
                yield FirstTime(FirstTimeKind.WIN, evening, name)
            if name and ending.goal and (name, ending.goal) not in self._goals:
                self._goals.add((name, ending.goal))
                yield FirstTime(FirstTimeKind.GOAL, evening, name, ending.goal)
        best = max(points, key=lambda seat: points[seat], default=None)
        if best is None or (self._best is not None and points[best] <= self._best):
            return
        if self._best is not None and best in people:
            yield FirstTime(FirstTimeKind.SCORE, evening, people[best], figure=points[best])
        self._best = points[best]

    def _table(self, evening: SavedEvening, ending: Ending) -> Iterator[FirstTime]:
        """The first score and the first length are no records yet."""
        if (count := len(evening.names)) not in self._counts:
            self._counts.add(count)
            yield FirstTime(FirstTimeKind.PLAYERS, evening, figure=count)
        if ending.seconds > self._longest:
            if self._longest:
                yield FirstTime(FirstTimeKind.LENGTH, evening, figure=round(ending.seconds))
            self._longest = ending.seconds
