"""More of the evenings so far: what won, where winners sat, who thinks how long, moments, rules that were broken."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.action import SEATS
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Open, Touched
from companion.core.statistics_pages import Bar, FiguresPage, SeatWins
from companion.core.text import NOTHING, Text, and_list, placeholders, say, say_plural, verbatim
from companion.journal.firsts import FirstTime, FirstTimeKind, firsts_of
from companion.journal.statistics import BrokenRule, Statistics, broken_rules, statistics_of
from companion.pages.calendar import day, duration
from companion.pages.lookup import RuleArticle
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.pages.settings import preferred
from companion.pages.statistics import MOST, game_rows, games_of, points_in

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
