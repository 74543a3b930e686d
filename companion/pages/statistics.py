"""The evenings so far, in figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from companion.core.game import Options, Seat
from companion.core.pages import Person, Record, Row, Spread, StatisticsPage, Tally, WinsByCount
from companion.core.screen import Button, Open, Touched
from companion.core.text import Text, say, say_plural, verbatim
from companion.journal.saved_games import PLAYED_OUT, Evening
from companion.journal.statistics import Player, Statistics, statistics_of
from companion.pages.calendar import day, duration
from companion.pages.house import House
from companion.pages.plays import scores_by_seat
from companion.pages.points import figure

MOST = 6
"""So many people stand in the drawings."""


class EveningsSoFar:
    """Wins, points and time, of one game at a time; `game` is the one that is shown first."""

    def __init__(self, house: House, game: str) -> None:
        self._house = house
        evenings = house.store.evenings()
        self._games = [name for name in house.games if any(each.game == name for each in evenings)] or [*house.games]
        self._game = game or next((each.game for each in evenings if each.game in self._games), self._games[0])
        self._of = cache(lambda name: statistics_of((each for each in evenings if each.game == name), self._points))

    def view(self) -> StatisticsPage:
        found = self._of(self._game)
        ranking = found.ranking[:MOST]
        games = tuple(
            Row(self._house.games[name].title, intent=Touched("game", name), chosen=name == self._game)
            for name in self._games
        )
        nothing = say("No evening of this game has been played to its end yet. Its figures will stand here.")
        return StatisticsPage(
            say("Evenings so far"),
            games,
            say_plural("Wins in {count} evening", "Wins in {count} evenings", found.evenings),
            tuple(Tally(_person(each), each.wins, each.plays) for each in ranking),
            tuple(_wins_by_count(found)),
            tuple(Spread(each.colour, *each.spread) for each in ranking if each.spread is not None),
            tuple(_records(found)),
            (Button(say("Earlier evenings"), Open("evenings"), icon="history"),),
            nothing if not found.evenings else verbatim(""),
        )

    def touched(self, key: str, value: str) -> None:
        if key == "game" and value in self._games:
            self._game = value

    def _points(self, evening: Evening) -> Mapping[Seat, int]:
        options = Options(evening.names)
        return scores_by_seat(self._house.games[evening.game], options, evening.ending or PLAYED_OUT)


def _person(player: Player) -> Person:
    return Person(player.name, player.colour)


def _wins_by_count(found: Statistics) -> Iterator[WinsByCount]:
    for count, wins in sorted(found.wins_by_count.items()):
        won = tuple((each.colour, wins[each.name]) for each in found.ranking if wins[each.name])
        yield WinsByCount(count, won)


def _records(found: Statistics) -> Iterator[Record]:
    """What is worth a sentence: the longest evening, the highest score, who thinks longest, where winners sit."""
    if (longest := found.longest) is not None and longest.ending is not None:
        yield Record(duration(longest.ending.seconds), say("the longest evening"), verbatim(day(longest.begun)))
    best = max(found.players.values(), key=lambda each: max(each.points, default=-1), default=None)
    if best is not None and best.points:
        yield Record(verbatim(figure(max(best.points))), say("the highest score"), verbatim(best.name))
    timed = [each for each in found.players.values() if each.thinking is not None]
    if timed:
        slow = max(timed, key=lambda each: each.thinking or 0.0)
        yield Record(_time(slow), say("on turn in an evening on average, longer than all others"), verbatim(slow.name))


def _time(player: Player) -> Text:
    return duration(player.thinking or 0.0)
