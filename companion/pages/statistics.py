"""The evenings so far, in figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from companion.core.action import SEATS
from companion.core.game import Seat
from companion.core.page_parts import Person, Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Open, Touched
from companion.core.statistics_pages import (
    Bar,
    FiguresPage,
    NotableFigure,
    ScoreSpread,
    SeatWins,
    StatisticsPage,
    Tally,
    WinsByCount,
)
from companion.core.text import NOTHING, Text, and_list, placeholders, say, say_plural, verbatim
from companion.journal.saved_games import PLAYED_OUT, SavedEvening
from companion.journal.statistics import (
    BrokenRule,
    FirstTime,
    FirstTimeKind,
    PlayerStatistics,
    SeasonLine,
    Statistics,
    broken_rules,
    firsts_of,
    played_out,
    season,
    statistics_of,
)
from companion.pages.calendar import day, duration
from companion.pages.ended_plays import scores_by_seat
from companion.pages.lookup import RuleArticle
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.pages.settings import preferred

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
            tuple(ScoreSpread(each.colour, *each.spread) for each in ranking if each.spread is not None),
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


# --- more of them ---
#
# More of the evenings so far: what won, where winners sat, who thinks how long, moments, rules that were broken.


MOMENTS = 40
"""So many are shown."""


class MoreStatistics:
    """Of one game at a time."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str) -> None:
        self._context, self._navigator = context, navigator
        self._evenings = context.store.ended_evenings()
        self._games = games_of(context, self._evenings)
        self._game = game or self._games[0]

    def view(self) -> FiguresPage:
        found = statistics_of((each for each in self._evenings if each.game == self._game), points_in(self._context))
        nothing = say("No evening of this game has been played to its end yet. Its figures will stand here.")
        return FiguresPage(
            say("More figures"),
            game_rows(self._context, self._games, self._game),
            tuple(_goals(found)),
            tuple(_seats(found)),
            tuple(_thinking(found)),
            tuple(self._buttons()),
            NOTHING if found.evenings else nothing,
        )

    def _buttons(self) -> Iterator[Button]:
        if preferred(self._context.store.preferences(), "rules broken") == "on":
            yield Button(say("Rules most often broken"), Touched("rules"), icon="gavel")

    def touched(self, key: str, value: str) -> None:
        if key == "game" and value in self._games:
            self._game = value
        if key == "rules":
            self._navigator.push(BrokenRules(self._context, self._navigator, self._game))


def _goals(found: Statistics) -> Iterator[Bar]:
    won = found.goals.most_common(MOST)
    for goal, times in won:
        yield Bar(goal_name(goal), _times(times), times / won[0][1])


def goal_name(goal: str) -> Text:
    """As the house reads it; a word that the game has no more is shown as it was written down."""
    return verbatim(goal) if placeholders(goal) else say(goal)


def _times(count: int) -> Text:
    return verbatim(f"{count}×")


def _seats(found: Statistics) -> Iterator[SeatWins]:
    for count, plays in sorted(found.plays_by_count.items()):
        wins = tuple((seat, found.wins_by_seat[count, seat]) for seat in SEATS[:count])
        yield SeatWins(say_plural("{count} player", "{count} players", count), plays, wins)


def _thinking(found: Statistics) -> Iterator[Bar]:
    timed = [(seconds, each) for each in found.ranking if (seconds := each.thinking or 0.0)]
    timed.sort(key=lambda each: -each[0])
    for seconds, player in timed[:MOST]:
        yield Bar(verbatim(player.name), duration(seconds), seconds / timed[0][0], player.colour)


class Moments:
    """What happened for the first time, or more than ever before; a touch opens the evening."""

    def __init__(self, context: PageContext, game: str) -> None:
        self._context = context
        evenings = context.store.ended_evenings()
        self._games = games_of(context, evenings)
        self._game = game or self._games[0]
        self._oldest_first = evenings[::-1]

    def view(self) -> ListPage:
        here = (each for each in self._oldest_first if each.game == self._game)
        firsts = firsts_of(here, points_in(self._context))[::-1]
        rows = tuple(
            Row(
                _in_words(each),
                verbatim(day(each.evening.begun)),
                icon=_ICONS[each.kind],
                intent=Open("evening", each.evening.id),
            )
            for each in firsts[:MOMENTS]
        )
        games = RowGroup(NOTHING, game_rows(self._context, self._games, self._game), beside=True)
        lines = () if rows else (say("No evening of this game has been played to its end yet."),)
        groups = ((games,) if len(self._games) > 1 else ()) + ((RowGroup(NOTHING, rows),) if rows else ())
        return ListPage("moments", say("Moments"), groups, lines)

    def touched(self, key: str, value: str) -> None:
        if key == "game" and value in self._games:
            self._game = value


_ICONS = {
    FirstTimeKind.WIN: "trophy",
    FirstTimeKind.GOAL: "target-arrow",
    FirstTimeKind.PLAYERS: "users",
    FirstTimeKind.SCORE: "chart-bar",
    FirstTimeKind.LENGTH: "clock",
}


def _in_words(first: FirstTime) -> Text:
    who = verbatim(first.name)
    match first.kind:
        case FirstTimeKind.WIN:
            return say("{who} won for the first time", who=who)
        case FirstTimeKind.GOAL:
            return say("{who} won this way for the first time: {goal}", who=who, goal=goal_name(first.goal))
        case FirstTimeKind.PLAYERS:
            return say_plural(
                "The first evening with {count} player", "The first evening with {count} players", first.figure
            )
        case FirstTimeKind.SCORE:
            return say("The highest score so far: {who}, {points}", who=who, points=format_points(first.figure))
        case FirstTimeKind.LENGTH:
            return say("The longest evening so far: {time}", time=duration(first.figure))


class BrokenRules:
    """Which rules were broken most often, and by whom; a touch opens the rule."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str) -> None:
        self._context, self._navigator, self._game = context, navigator, game
        here = {each.id: each for each in context.store.evenings() if each.game == game}
        book = context.games[game].rulebook.statements
        self._found = [each for each in broken_rules(context.store.refusals(), here) if each.rule in book]

    def view(self) -> ListPage:
        rows = tuple(map(self._row, self._found[:MOMENTS]))
        lines = () if rows else (say("No move has been refused yet."),)
        return ListPage("broken rules", say("Rules most often broken"), (RowGroup(NOTHING, rows),), lines)

    def _row(self, broken: BrokenRule) -> Row:
        rule = self._context.games[self._game].rulebook[broken.rule]
        who = and_list(verbatim(f"{name} {times}×") for name, times in broken.people.most_common(MOST))
        second = say("{people} · {rule}", people=who, rule=rule.citation) if broken.people else rule.citation
        return Row(rule.sentence, second, _times(broken.times), intent=Touched("rule", broken.rule))

    def touched(self, key: str, value: str) -> None:
        if key == "rule":
            rule = self._context.games[self._game].rulebook[value]
            self._navigator.push(RuleArticle(self._context, self._navigator, self._game, rule))


# --- the table of a season of game nights: from which month to which, of one game or of all ---


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
