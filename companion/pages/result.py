"""The end of an evening, or how it stands: who won, where the points came from, how the evening went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from companion.core.clock import Clocks
from companion.core.game import Game, Outcome, Seat
from companion.core.page_parts import Person
from companion.core.pages import ArticlePage, Paragraph
from companion.core.result_pages import Curve, Rank, ResultPage, SheetLine, SheetPage
from companion.core.rules import Score, ScoreLine
from companion.core.screen import Button, Close, Open, Tone, Touched, Undo
from companion.core.text import NOTHING, Text, and_list, say, say_plural, verbatim, with_names
from companion.core.winning import kind_of, why_won
from companion.pages.calendar import day, duration
from companion.pages.history import recorded
from companion.pages.navigator import Navigator, NothingToShow
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.session.game_history import GameHistory

CURVE_POINTS = 40
"""So many states of an evening are scored for its curves."""


class ScoredTable(Protocol):
    """A table whose points are counted: of an evening, or in a picture. `clocks` are none where nobody was timed."""

    @property
    def game(self) -> Game[Any, Any]: ...
    @property
    def state(self) -> Any: ...
    @property
    def names(self) -> Mapping[Seat, str]: ...
    @property
    def clocks(self) -> Clocks: ...
    @property
    def ended_early(self) -> bool: ...
    def colour(self, seat: Seat) -> int: ...


class Standings:
    """What pages say of a table's points: the sheets in their order, people, sources of points."""

    def __init__(self, table: ScoredTable) -> None:
        self.table = table
        self.outcome: Outcome | None = table.game.outcome(table.state)
        self.sheets: Sequence[Score] = sorted(table.game.score(table.state), key=lambda sheet: -sheet.total)
        self.kinds: tuple[Text, ...] = tuple(dict.fromkeys(kind_of(line) for line in self._lines() if line.points))

    def person(self, seat: Seat) -> Person:
        return Person(self.table.names[seat], self.table.colour(seat))

    def people(self, sheet: Score) -> tuple[Person, ...]:
        return tuple(self.person(seat) for seat in sheet.seats)

    def title(self, sheet: Score) -> Text:
        """A player's name, or what the side is called."""
        return sheet.side or verbatim(self.table.names.get(sheet.player, sheet.player))

    def spent(self, sheet: Score) -> float:
        """The seconds that a player, or a side, was on turn."""
        clocks = self.table.clocks
        return sum(clocks[seat].spent for seat in sheet.seats if seat in clocks)

    def place(self, sheet: Score) -> int:
        return 1 + sum(other.total > sheet.total for other in self.sheets)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        return tuple(
            Rank(
                self.place(sheet),
                self.people(sheet),
                self.title(sheet),
                duration(self.spent(sheet)) if self.table.clocks else NOTHING,
                format_points(sheet.total, provisional=sheet.provisional),
                tuple(
                    (number, sum(line.points for line in sheet.lines if kind_of(line) == kind))
                    for number, kind in enumerate(self.kinds)
                ),
            )
            for sheet in self.sheets
        )

    @property
    def ahead(self) -> tuple[Seat, ...]:
        """Who was ahead when the evening was ended early; nobody where all were equal."""
        first = [sheet for sheet in self.sheets if self.place(sheet) == 1]
        if not self.table.ended_early or len(first) == len(self.sheets):
            return ()
        return tuple(seat for sheet in first for seat in sheet.seats)

    @property
    def lead(self) -> int:
        """By how many points the first is ahead of the next who has not as many."""
        totals = sorted({sheet.total for sheet in self.sheets}, reverse=True)
        return totals[0] - totals[1] if len(totals) > 1 else 0

    @property
    def over(self) -> bool:
        return self.outcome is not None or self.table.ended_early

    @property
    def winners(self) -> tuple[Seat, ...]:
        return () if self.outcome is None else self.outcome.winners

    def _lines(self) -> list[ScoreLine]:
        return [line for sheet in self.sheets for line in sheet.lines]


class ScoreStandings(Standings):
    """Those of an evening."""

    def __init__(self, history: GameHistory[Any, Any]) -> None:
        super().__init__(history)
        self.history = history


class Result:
    def __init__(self, context: PageContext, navigator: Navigator, number: str) -> None:
        self._context, self._navigator, self._number = context, navigator, number
        self._standing: ScoreStandings | None = None

    def view(self) -> ResultPage:
        history = recorded(self._context, self._number) if self._standing is None else self._standing.history
        if self._standing is None or self._standing.history.state is not history.state:
            self._standing = ScoreStandings(history)
        return result_page(self._standing, self._buttons())

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "new evening":
            self._context.evening.leave()

    def closed(self) -> None:
        """Back at the table, the evening goes on: that it ended early is taken back."""
        session = self._context.session
        if not self._number and session is not None and session.history.ended_early:
            session.handle(Undo())

    def _buttons(self) -> tuple[Button, ...]:
        number = self._number
        sheet = Button(say("Score sheet"), Open("sheet", number), icon="list-details")
        history = Button(say("What has happened"), Open("history", number), icon="history")
        phone = Button(say("To my phone"), Open("take along", number), icon="qrcode")
        replay = Button(say("Replay"), Open("replay", number), icon="player-play")
        if number:
            back = Button(say("Back"), Close(), icon="chevron-left")
            return back, sheet, history, replay, phone
        if self._context.playing().history.ended_early:
            history = Button(say("Undo"), Close(), "undo", icon="arrow-back-up")
        return (
            sheet,
            history,
            replay,
            phone,
            Button(say("New evening"), Touched("new evening"), tone=Tone.GOOD, icon="moon-stars"),
        )


def result_page(standing: ScoreStandings, buttons: tuple[Button, ...] = ()) -> ResultPage:
    best = standing.sheets[0] if standing.sheets else None
    return ResultPage(
        tuple(standing.person(seat) for seat in standing.winners or standing.ahead),
        heading(standing),
        second(standing),
        "" if best is None else format_points(best.total, provisional=best.provisional),
        standing.ranks,
        standing.kinds,
        curves(standing),
        say("How the evening went"),
        say("end") if standing.over else say("now"),
        buttons,
    )


def heading(standing: Standings) -> Text:
    """`Ott wins`, `The Reich wins`, `Ott and Kadri win`, `A draw`; before the end who is ahead."""
    side = next((sheet.side for sheet in standing.sheets if set(sheet.seats) == set(standing.winners)), None)
    if side is not None and standing.winners:
        return say("{side} wins", side=side)
    names = [verbatim(standing.table.names[seat]) for seat in standing.winners]
    if standing.outcome is not None:
        if not names:
            return say("A draw")
        return say_plural("{winners} wins", "{winners} win", len(names), winners=and_list(names))
    if not standing.sheets:
        return say("Nothing is counted yet")
    ahead = [standing.title(sheet) for sheet in standing.sheets if standing.place(sheet) == 1]
    if len(ahead) == len(standing.sheets):
        return say("All are equal")
    return say("Ahead: {players}", players=and_list(ahead))


def second(standing: ScoreStandings) -> Text:
    """By how much, how long it took, what has decided; or why it is over. Whether it was compared with the table."""
    checked = _checked(standing.history)
    said = _why_and_how_long(standing)
    return said if checked is None else say("{sentence} {next_sentence}", sentence=said, next_sentence=checked)


def _checked(history: GameHistory[Any, Any]) -> Text | None:
    """Nothing is claimed where no camera looked."""
    still_open = None if history.ending is None else history.ending.still_open
    if still_open is None:
        return None
    if not still_open:
        return say("Checked against the table.")
    return say_plural(
        "Checked against the table; {count} question stayed open.",
        "Checked against the table; {count} questions stayed open.",
        still_open,
    )


def _why_and_how_long(standing: ScoreStandings) -> Text:
    history = standing.history
    time = duration(history.duration)
    if standing.outcome is None and history.ended_early:
        early = say("Begun {when}, ended early after {time}.", when=day(history.begun), time=time)
        return say("{lead}. {sentence}", lead=_lead(standing), sentence=early) if standing.lead else early
    if standing.outcome is None:
        return say("The evening is not over. Played for {time}.", time=time)
    reason = with_names(why_won(standing.outcome, standing.sheets), history.names)
    if standing.lead and len(standing.winners) == 1 and not str(standing.outcome.goal):
        return say("{lead}, in {time}: {reason}", lead=_lead(standing), time=time, reason=reason)
    return say("In {time}. {reason}", time=time, reason=reason)


def _lead(standing: ScoreStandings) -> Text:
    return say_plural("by {points} point", "by {points} points", standing.lead, points=format_points(standing.lead))


def curves(standing: ScoreStandings) -> tuple[Curve, ...]:
    """Everybody's points through the evening, at the same moments for all."""
    history = standing.history
    states = [played.before for played in history.played] + [history.state]
    step = max(1, len(states) // CURVE_POINTS)
    some = [*states[:-1:step], states[-1]]
    points: dict[str, list[int]] = {}
    for state in some:
        for sheet in history.game.score(state):
            points.setdefault(sheet.player, []).append(sheet.total)
    return tuple(
        Curve(standing.people(sheet)[0].colour, tuple(points[sheet.player]))
        for sheet in reversed(standing.sheets)
        if len(points.get(sheet.player, ())) == len(some) > 1
    )


class ScoreSheet:
    """The itemised sheet: each source of points with its rule; a touch shows what is behind it."""

    def __init__(self, navigator: Navigator, standing: Standings) -> None:
        self._navigator, self._standing = navigator, standing
        if not self._standing.sheets:
            raise NothingToShow("Nothing is counted in this game yet.")

    def view(self) -> SheetPage:
        standing = self._standing
        columns = tuple(
            (tuple(person.colour for person in standing.people(sheet)), standing.title(sheet))
            for sheet in standing.sheets
        )
        lines = [self._line(kind) for kind in standing.kinds]
        totals = tuple(verbatim(format_points(sheet.total, provisional=sheet.provisional)) for sheet in standing.sheets)
        lines.append(SheetLine(say("Total"), NOTHING, totals, strong=True))
        if standing.table.clocks:
            times = tuple(map(self._time, standing.sheets))
            lines.append(SheetLine(say("Time on turn"), say("hours and minutes"), times))
        doubtful = any(sheet.provisional for sheet in standing.sheets)
        note = (
            say("A question mark: it rests on a printed value that nobody has read from this copy yet.")
            if doubtful
            else say("Touch a line to read its rule and what is behind it.")
        )
        return SheetPage(say("Score sheet"), columns, tuple(lines), note, ())

    def touched(self, key: str, value: str) -> None:
        if key == "line":
            kind = self._standing.kinds[int(value)]
            self._navigator.push(PointSource(self._standing, kind))

    def _line(self, kind: Text) -> SheetLine:
        standing = self._standing
        rules = {line.rule.id for sheet in standing.sheets for line in sheet.lines if kind_of(line) == kind}
        figures = []
        for sheet in standing.sheets:
            lines = [line for line in sheet.lines if kind_of(line) == kind]
            doubtful = any(line.provisional for line in lines)
            figures.append(verbatim(format_points(sum(line.points for line in lines), provisional=doubtful)))
        number = standing.kinds.index(kind)
        names = verbatim(", ".join(sorted(rules)))
        return SheetLine(kind, names, tuple(figures), intent=Touched("line", str(number)))

    def _time(self, sheet: Score) -> Text:
        minutes = int(self._standing.spent(sheet) // 60)
        return verbatim(f"{minutes // 60}:{minutes % 60:02}")


class PointSource:
    """One source of points: its rule, and everybody's lines."""

    def __init__(self, standing: Standings, kind: Text) -> None:
        self._standing, self._kind = standing, kind

    def view(self) -> ArticlePage:
        standing = self._standing
        rules = {
            line.rule.id: line.rule for sheet in standing.sheets for line in sheet.lines if kind_of(line) == self._kind
        }
        paragraphs = [Paragraph(rule.sentence, icon="book", heading=rule.citation) for _, rule in sorted(rules.items())]
        for sheet in standing.sheets:
            lines = [line for line in sheet.lines if kind_of(line) == self._kind]
            if lines:
                words = say("{who}: {lines}.", who=standing.title(sheet), lines=tuple(map(_in_words, lines)))
                paragraphs.append(Paragraph(words))
        return ArticlePage("source", self._kind, tuple(paragraphs), ())

    def touched(self, key: str, value: str) -> None:
        """Nothing on it can be touched."""


def _in_words(line: ScoreLine) -> Text:
    return say("{why} ({points})", why=line.why, points=format_points(line.points, provisional=line.provisional))
