"""The evenings so far, in figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from companion.core.game import Seat
from companion.core.page_parts import Person, Row
from companion.core.screen import Button, Open, Touched
from companion.core.statistics_pages import NotableFigure, Spread, StatisticsPage, Tally, WinsByCount
from companion.core.text import Text, say, say_plural, verbatim
from companion.journal.saved_games import PLAYED_OUT, SavedEvening
from companion.journal.statistics import PlayerStatistics, Statistics, statistics_of
from companion.pages.calendar import day, duration
from companion.pages.ended_plays import scores_by_seat
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points

MOST = 6
"""So many people stand in the drawings."""


class EveningsSoFar:
    """Wins, points and time, of one game at a time; `game` is the one that is shown first."""

    def __init__(self, context: PageContext, game: str) -> None:
        self._context = context
        self._evenings = context.store.ended_evenings()
        self._games = games_of(context, self._evenings)
        self._game = game or next((each.game for each in self._evenings if each.game in self._games), self._games[0])
        self._of = cache(self._statistics)

    def view(self) -> StatisticsPage:
        found = self._of(self._game)
        ranking = found.ranking[:MOST]
        nothing = say("No evening of this game has been played to its end yet. Its figures will stand here.")
        return StatisticsPage(
            say("Evenings so far"),
            game_rows(self._context, self._games, self._game),
            say_plural("Wins in {count} evening", "Wins in {count} evenings", found.evenings),
            tuple(Tally(_person(each), each.wins, each.plays) for each in ranking),
            tuple(_wins_by_count(found)),
            tuple(Spread(each.colour, *each.spread) for each in ranking if each.spread is not None),
            tuple(_records(found)),
            (
                Button(say("Earlier evenings"), Open("evenings"), icon="history"),
                Button(say("More figures"), Open("more figures", self._game), icon="chart-bar"),
                Button(say("Moments"), Open("moments", self._game), icon="star"),
                Button(say("Season"), Open("season"), icon="trophy"),
            ),
            nothing if not found.evenings else verbatim(""),
        )

    def touched(self, key: str, value: str) -> None:
        if key == "game" and value in self._games:
            self._game = value

    def _statistics(self, game: str) -> Statistics:
        return statistics_of((each for each in self._evenings if each.game == game), points_in(self._context))


def games_of(context: PageContext, evenings: Iterable[SavedEvening]) -> list[str]:
    """Those that have been played here; all where none has."""
    played = {each.game for each in evenings}
    return [name for name in context.games if name in played] or [*context.games]


def game_rows(context: PageContext, games: Iterable[str], chosen: str) -> tuple[Row, ...]:
    return tuple(Row(context.games[name].title, intent=Touched("game", name), chosen=name == chosen) for name in games)


def points_in(context: PageContext) -> Callable[[SavedEvening], Mapping[Seat, int]]:
    """Everybody's points in an evening of one of the games of this house."""
    return lambda evening: scores_by_seat(context.games[evening.game], len(evening.names), evening.ending or PLAYED_OUT)


def _person(player: PlayerStatistics) -> Person:
    return Person(player.name, player.colour)


def _wins_by_count(found: Statistics) -> Iterator[WinsByCount]:
    for count, wins in sorted(found.wins_by_count.items()):
        won = tuple((each.colour, wins[each.name]) for each in found.ranking if wins[each.name])
        yield WinsByCount(count, won)


def _records(found: Statistics) -> Iterator[NotableFigure]:
    """What is worth a sentence: the longest evening, the highest score, who thinks longest, where winners sit."""
    if (longest := found.longest) is not None and longest.ending is not None:
        yield NotableFigure(duration(longest.ending.seconds), say("the longest evening"), verbatim(day(longest.begun)))
    best = max(found.players.values(), key=lambda each: max(each.points, default=-1), default=None)
    if best is not None and best.points:
        yield NotableFigure(verbatim(format_points(max(best.points))), say("the highest score"), verbatim(best.name))
    timed = [each for each in found.players.values() if each.thinking is not None]
    if timed:
        slow = max(timed, key=lambda each: each.thinking or 0.0)
        yield NotableFigure(
            _time(slow), say("on turn in an evening on average, longer than all others"), verbatim(slow.name)
        )


def _time(player: PlayerStatistics) -> Text:
    return duration(player.thinking or 0.0)
