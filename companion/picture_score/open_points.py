"""What pictures leave open, and between what the score lies by all that it may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from companion.core.action import Seat
from companion.core.found_table import FoundTable, Together
from companion.core.rules import Score
from companion.core.text import NOTHING, Text
from companion.picture_score.position import Laid, Put, lay

MOST_WORLDS = 200
"""So many ways in which all may lie are tried out; where there are more, each point is driven to its extremes."""

MOST_TELLING = 5
"""So many answers to one point are tried together with others."""


@dataclass(frozen=True, slots=True)
class Way:
    """One answer in words, and what it means: pieces that lie somewhere, or a figure's value."""

    words: Text
    puts: tuple[Put, ...] = ()
    figure: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """Something that may be so or so; the likeliest way first."""

    name: str
    sentence: Text
    ways: Mapping[str, Way]
    why: Text = NOTHING
    pieces: tuple[int, ...] = ()
    is_unknown: bool = False
    """Which piece it is nobody knows: until it is told none is shown."""
    title: Text = NOTHING
    """What it is called where it is asked with others."""
    asked_with: Together | None = None
    """The question in which it is asked with others."""
    swings: Mapping[str, int] = field(default_factory=dict)

    @property
    def likeliest(self) -> str:
        return next(iter(self.ways))

    @property
    def swing(self) -> int:
        return max(self.swings.values(), default=0)

    def only(self, way: str) -> OpenPoint:
        return replace(self, ways={way: self.ways[way]})

    def answered(self, answers: Mapping[str, str]) -> OpenPoint:
        """With what people have said, if they have: of what is asked together, what is not named is usual."""
        way = answers.get(self.name, "")
        if self.asked_with is not None and (given := answers.get(self.asked_with.name)) is not None:
            own = (choice.partition(":") for choice in given.split(","))
            way = next((value for name, _, value in own if name == self.name), self.likeliest)
        return self.only(way) if way in self.ways else self


@dataclass(frozen=True, eq=False)
class Worlds:
    """All that a table may be: what is sure is laid in `base`, and each point is so or so."""

    found: FoundTable[Any]
    base: Laid
    points: tuple[OpenPoint, ...]
    _known: dict[tuple[str, ...], tuple[Any, tuple[Score, ...]] | None] = field(default_factory=dict)
    _lying: dict[tuple[Put, ...], Laid] = field(default_factory=dict)

    def likeliest(self) -> tuple[str, ...]:
        return tuple(point.likeliest for point in self.points)

    def laid(self, ways: Sequence[str]) -> Laid:
        """The position by these answers, to as many points as there are, before what follows by itself."""
        chosen = [point.ways[way] for point, way in zip(self.points, ways, strict=False)]
        puts = tuple(put for way in chosen for put in way.puts)
        if puts not in self._lying:
            self._lying[puts] = lay(self.found, self.base.state, [*self.base.refused, *puts])
        laid = self._lying[puts]
        state = laid.state
        for way in chosen:
            if way.figure is not None:
                state = self.found.with_figure(state, *way.figure)
        return Laid(state, laid.refused)

    def shown(self, ways: Sequence[str]) -> tuple[Any, tuple[Score, ...]]:
        """The whole position and its sheets by these answers, without pieces that nobody knows."""
        told = [point.is_unknown and len(point.ways) > 1 for point in self.points]
        known = [
            replace(point, ways={way: Way(point.sentence)}) if unknown else point
            for point, way, unknown in zip(self.points, ways, told, strict=True)
        ]
        return Worlds(self.found, self.base, tuple(known))._ignoring(tuple(ways))

    def scored(self, ways: tuple[str, ...]) -> tuple[Any, tuple[Score, ...]] | None:
        """The whole position and its sheets; None where pieces of the answers cannot lie so together."""
        if ways not in self._known:
            self._known[ways] = self._scored(ways)
        return self._known[ways]

    def _scored(self, ways: tuple[str, ...]) -> tuple[Any, tuple[Score, ...]] | None:
        laid = self.laid(ways)
        told = {put for point, way in zip(self.points, ways, strict=True) for put in point.ways[way].puts}
        if told.intersection(laid.refused):
            return None
        state = self.found.complete(laid.state)
        return state, tuple(self.found.game.score(state))

    def spans(self) -> list[tuple[int, int]]:
        """Between what each sheet's total lies."""
        totals = [[sheet.total for sheet in scores] for _, scores in self._all]
        return [(min(column), max(column)) for column in zip(*totals, strict=True)]

    def winners(self) -> frozenset[tuple[Seat, ...]]:
        """Who wins, by all that may be."""
        outcomes = (self.found.game.outcome(state) for state, _ in self._all)
        return frozenset(() if outcome is None else tuple(outcome.winners) for outcome in outcomes)

    @cached_property
    def _all(self) -> Sequence[tuple[Any, tuple[Score, ...]]]:
        """What may be, at least where a total is highest or lowest; where nothing can be so together, one by one."""
        return list(self._tried()) or [self._ignoring(ways) for ways in self._alone()]

    def _alone(self) -> Iterator[tuple[str, ...]]:
        first = self.likeliest()
        for at, point in enumerate(self.points):
            yield from ((*first[:at], way, *first[at + 1 :]) for way in point.ways)

    def _ignoring(self, ways: tuple[str, ...]) -> tuple[Any, tuple[Score, ...]]:
        """The position and its sheets without what cannot lie so together."""
        state = self.found.complete(self.laid(ways).state)
        return state, tuple(self.found.game.score(state))

    def _tried(self) -> Iterator[tuple[Any, tuple[Score, ...]]]:
        counts = [len(point.ways) for point in self.points]
        if prod(counts) <= MOST_WORLDS:
            for ways in product(*(point.ways for point in self.points)):
                if (found := self.scored(ways)) is not None:
                    yield found
            return
        first = self.possible()
        yield first[1]
        for sheet in range(len(first[1][1])):
            for sign in (1, -1):
                yield self._extreme(first[0], sheet, sign)

    def possible(self) -> tuple[tuple[str, ...], tuple[Any, tuple[Score, ...]]]:
        """The likeliest answers that can be together: one by one the first that goes with those before."""
        found = self.scored(self.likeliest())
        if found is not None:
            return self.likeliest(), found
        ways: tuple[str, ...] = ()
        for point in self.points:
            able = (
                way for way in point.ways if not {*point.ways[way].puts}.intersection(self.laid((*ways, way)).refused)
            )
            ways = (*ways, next(able, point.likeliest))
        return ways, self.scored(ways) or self._ignoring(ways)

    def _extreme(self, ways: tuple[str, ...], sheet: int, sign: int) -> tuple[Any, tuple[Score, ...]]:
        """The position and its sheets at which one total is highest (or lowest), until no point moves it further."""
        best, now = ways, self.scored(ways) or self._ignoring(ways)
        tried = [self._telling(ways, at, sheet, sign) for at in range(len(self.points))]
        for _ in range(2):
            before = best
            for at, some in enumerate(tried):
                for way in some:
                    found = self.scored((*best[:at], way, *best[at + 1 :]))
                    if found is not None and sign * found[1][sheet].total > sign * now[1][sheet].total:
                        best, now = (*best[:at], way, *best[at + 1 :]), found
            if best == before:
                break
        return now

    def _telling(self, ways: tuple[str, ...], at: int, sheet: int, sign: int) -> list[str]:
        """The answers to one point that alone move a total furthest; none of a figure that is another's."""
        alone = [(way, self.scored((*ways[:at], way, *ways[at + 1 :]))) for way in self.points[at].ways]
        able = [(sign * found[1][sheet].total, way) for way, found in alone if found is not None]
        if self.points[at].asked_with is not None and len({total for total, _ in able}) == 1:
            return []
        return [way for _, way in sorted(able, reverse=True)[:MOST_TELLING]]
