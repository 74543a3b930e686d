"""The table of a season of game nights: from which month to which, of one game or of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Touched
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.journal.saved_games import SavedEvening
from companion.journal.season import SeasonLine, season
from companion.journal.statistics import played_out
from companion.pages.calendar import day
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.pages.statistics import games_of, points_in

YEAR, MONTH = 4, 7
"""So many signs of a day are its year, and its month."""

FROM, TO = "from", "to"


class Season:
    """This year's, until somebody chooses other months."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        self._evenings = [evening for evening, _ in played_out(context.store.ended_evenings())]
        self._games, self._game = games_of(context, self._evenings), ""
        this_year = f"{context.machine.now().astimezone():%Y}"
        self._ends = {FROM: f"{this_year}-01", TO: f"{this_year}-12"}

    def view(self) -> ListPage:
        here = [each for each in self._evenings if self._counts(each)]
        lines = season(here, points_in(self._context))
        table = tuple(_row(place, line) for place, line in enumerate(lines, 1))
        count = say_plural("{count} evening", "{count} evenings", len(here))
        explained = say("Of four players the first gets 4 points, the second 3, and so on.")
        none = say("Nothing has been played to its end in these months.")
        groups = (self._which_game(), self._which_months(), *((RowGroup(count, table),) if table else ()))
        return ListPage("season", say("Season’s table"), groups, (explained if table else none,))

    def _counts(self, evening: SavedEvening) -> bool:
        played = self._game in ("", evening.game) and evening.game in self._context.games
        return played and self._ends[FROM] <= _month(evening) <= self._ends[TO]

    def _which_game(self) -> RowGroup:
        every = Row(say("All games"), intent=Touched("game", ""), chosen=not self._game)
        games = (
            Row(self._context.games[name].title, intent=Touched("game", name), chosen=name == self._game)
            for name in self._games
        )
        return RowGroup(NOTHING, (every, *games), beside=True)

    def _which_months(self) -> RowGroup:
        rows = (
            Row(say("From"), right=verbatim(self._ends[FROM]), icon="calendar", intent=Touched(FROM)),
            Row(say("Until the end of"), right=verbatim(self._ends[TO]), icon="calendar", intent=Touched(TO)),
        )
        return RowGroup(NOTHING, rows)

    def touched(self, key: str, value: str) -> None:
        if key == "game":
            self._game = value
            return
        title = say("Since when?") if key == FROM else say("Until when?")
        months = sorted({_month(each) for each in self._evenings if _month(each)}, reverse=True)
        self._navigator.push(WhichMonth(title, months, key, self._ends[key], self._choose(key)))

    def _choose(self, key: str) -> Callable[[str], None]:
        def chosen(month: str) -> None:
            self._ends[key] = month
            other = TO if key == FROM else FROM
            if self._ends[FROM] > self._ends[TO]:
                self._ends[other] = f"{month[:YEAR]}-{'12' if other == TO else '01'}"
            self._navigator.close()

        return chosen


class WhichMonth:
    """A year, from its beginning or to its end, or one of the months in which something was played."""

    def __init__(self, title: Text, months: Sequence[str], key: str, now: str, chosen: Callable[[str], None]) -> None:
        self._title, self._months, self._now, self._chosen = title, months, now, chosen
        self._edge = "01" if key == FROM else "12"

    def view(self) -> ListPage:
        years = {month[:YEAR]: f"{month[:YEAR]}-{self._edge}" for month in self._months}
        whole = tuple(self._row(year, month) for year, month in years.items())
        single = tuple(self._row(month, month) for month in self._months if month not in years.values())
        groups = (RowGroup(say("A year"), whole), RowGroup(say("A month"), single)) if whole else ()
        lines = () if whole else (say("Nothing has been played to its end yet."),)
        return ListPage("which month", self._title, groups, lines)

    def _row(self, words: str, month: str) -> Row:
        return Row(verbatim(words), intent=Touched("month", month), chosen=month == self._now)

    def touched(self, key: str, value: str) -> None:
        if key == "month":
            self._chosen(value)


def _month(evening: SavedEvening) -> str:
    """`2026-11`, as the house has it; empty where a failing disk has changed it."""
    return day(evening.begun)[:MONTH]


def _row(place: int, line: SeasonLine) -> Row:
    plays = say_plural("{count} evening", "{count} evenings", len(line.places))
    wins = say_plural("{count} win", "{count} wins", line.wins)
    second = say(
        "{wins} · {plays} · on average in place {place}", wins=wins, plays=plays, place=f"{line.average_place:.1f}"
    )
    return Row(verbatim(f"{place}. {line.name}"), second, verbatim(format_points(line.points)), colours=(line.colour,))
