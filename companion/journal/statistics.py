"""What the evenings of a journal come to: who won how often, with how many points, in how much time.

How an evening ended stands in the journal's list of evenings, sealed: no entry is read for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from statistics import median

from companion.core.action import SEATS, Seat
from companion.journal.saved_games import Ending, RefusedMove, SavedEvening

ByPoints = Callable[[SavedEvening], Mapping[Seat, int]]


@dataclass(slots=True)
class PlayerStatistics:
    """One person in all evenings of a game. `colour` is that of the last evening; `spent` seconds on turn in all."""

    name: str
    colour: int = 0
    plays: int = 0
    wins: int = 0
    points: list[int] = field(default_factory=list)
    spent: float = 0.0
    timed: int = 0

    @property
    def spread(self) -> tuple[int, int, int] | None:
        """The lowest, the middle and the highest score; None where nothing was counted."""
        return (min(self.points), round(median(self.points)), max(self.points)) if self.points else None

    @property
    def thinking(self) -> float | None:
        """Seconds on turn in an evening, on the average; None where nobody measured."""
        return self.spent / self.timed if self.timed else None


@dataclass(slots=True)
class Statistics:
    """Of one game's evenings that were played out. `wins_by_count` are names and wins by the number of players.

    `goals` are by what was won how often, in the game's English words; of evenings where nobody wrote it down, nothing.
    """

    evenings: int = 0
    plays_by_count: Counter[int] = field(default_factory=Counter)
    goals: Counter[str] = field(default_factory=Counter)
    players: dict[str, PlayerStatistics] = field(default_factory=dict)
    wins_by_count: dict[int, Counter[str]] = field(default_factory=dict)
    wins_by_seat: Counter[tuple[int, Seat]] = field(default_factory=Counter)
    longest: SavedEvening | None = None

    @property
    def ranking(self) -> list[PlayerStatistics]:
        return sorted(self.players.values(), key=lambda each: (-each.wins, -each.plays, each.name))


def statistics_of(evenings: Iterable[SavedEvening], points_of: ByPoints) -> Statistics:
    """Of these evenings, the newest first. Those that were ended early, or go on, do not count."""
    found = Statistics()
    for evening, ending in played_out(evenings):
        found.evenings += 1
        count = len(evening.names)
        found.plays_by_count[count] += 1
        if ending.goal:
            found.goals[ending.goal] += 1
        if ending.seconds and (found.longest is None or ending.seconds > _seconds(found.longest)):
            found.longest = evening
        points, spent = points_of(evening), dict(ending.spent)
        wins = found.wins_by_count.setdefault(count, Counter())
        for number, (seat, name) in enumerate(zip(SEATS, evening.names, strict=False)):
            won = seat in ending.winners
            found.wins_by_seat[count, seat] += won
            if is_forgotten(seat, name):
                continue
            colour = evening.colours[number] if number < len(evening.colours) else number
            player = found.players.setdefault(name, PlayerStatistics(name, colour))
            player.plays += 1
            player.wins += won
            wins[name] += won
            if seat in points:
                player.points.append(points[seat])
            if ending.seconds and seat in spent:
                player.spent += spent[seat]
                player.timed += 1
    return found


def played_out(evenings: Iterable[SavedEvening]) -> Iterator[tuple[SavedEvening, Ending]]:
    """Those that were played to their end, with how they ended."""
    for evening in evenings:
        if evening.ended is not None and evening.ending is not None and not evening.ending.abandoned:
            yield evening, evening.ending


def is_forgotten(seat: Seat, name: str) -> bool:
    """Whether somebody sat there who wished to be forgotten."""
    return name.rstrip("·") == seat


@dataclass(slots=True)
class BrokenRule:
    """A rule that was broken so often, by whom how often."""

    rule: str
    times: int = 0
    people: Counter[str] = field(default_factory=Counter)


def broken_rules(refusals: Iterable[RefusedMove], evenings: Mapping[str, SavedEvening]) -> list[BrokenRule]:
    """The rules that were broken in these evenings, by their identities; the one most often broken first."""
    found: dict[str, BrokenRule] = {}
    for each in refusals:
        evening = evenings.get(each.evening)
        if evening is None:
            continue
        rule = found.setdefault(each.rule, BrokenRule(each.rule))
        rule.times += 1
        name = dict(zip(SEATS, evening.names, strict=False)).get(each.seat, "")
        if name and not is_forgotten(each.seat, name):
            rule.people[name] += 1
    return sorted(found.values(), key=lambda each: (-each.times, each.rule))


def _seconds(evening: SavedEvening) -> float:
    return 0.0 if evening.ending is None else evening.ending.seconds


# --- the table of a season: who came in where, in all evenings of some months ---


@dataclass(slots=True)
class SeasonLine:
    """Somebody's season. `places` are where he came in, one an evening."""

    name: str
    colour: int
    points: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)

    @property
    def average_place(self) -> float:
        return sum(self.places) / len(self.places)


def season(evenings: Iterable[SavedEvening], points_of: ByPoints) -> list[SeasonLine]:
    """Of these evenings, the newest first; who has the most points stands first.

    Of n players the first gets n points, the next place one less, the last place one.
    """
    lines: dict[str, SeasonLine] = {}
    for evening, ending in played_out(evenings):
        places = places_in(len(evening.names), ending, points_of(evening))
        for number, (seat, name) in enumerate(zip(SEATS, evening.names, strict=False)):
            if is_forgotten(seat, name):
                continue
            colour = evening.colours[number] if number < len(evening.colours) else number
            line = lines.setdefault(name, SeasonLine(name, colour))
            line.points += len(evening.names) + 1 - places[seat]
            line.wins += seat in ending.winners
            line.places.append(places[seat])
    return sorted(lines.values(), key=lambda each: (-each.points, -each.wins, each.average_place, each.name))


def places_in(players: int, ending: Ending, points: Mapping[Seat, int]) -> dict[Seat, int]:
    """Who came in where: winners first, the others by their points; equals share the better place."""
    standing = {seat: (seat in ending.winners, points.get(seat, 0)) for seat in SEATS[:players]}
    standing |= dict.fromkeys(ending.winners, (True, 0))
    return {seat: 1 + sum(other > own for other in standing.values()) for seat, own in standing.items()}


# --- what happened for the first time in the evenings of a game ---


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
