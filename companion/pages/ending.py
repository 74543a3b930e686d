"""The ends of an evening: whether it is scored as it stands, asked once over its stopped clocks; switching off."""

from __future__ import annotations

from dataclasses import replace

from companion.core.clock import clock_time, face
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.result_pages import EndPage
from companion.core.screen import Open, Touched
from companion.core.text import NOTHING, Text, and_list, say, say_plural
from companion.pages.closing_audit import audited_result
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.pages.result import ScoreStandings
from companion.session.messages import GoOn, Pause


class EndOfEvening:
    """Scored as it stands, kept for another day, or played on; the clocks stand while it is asked."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        session = context.playing()
        self._stopped = session.timekeeper.paused_for is None
        session.handle(Pause())

    def view(self) -> EndPage:
        session = self._context.playing()
        standing = ScoreStandings(session.history)
        assert session.screen is not None, "the table has been shown before its menu"
        table = replace(session.screen, clocks_stand=True)
        return EndPage(table, say("End the evening?"), standing.ranks, self._answers(standing))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        match key:
            case "later":
                self._context.evening.leave()
            case "abandon":
                self._navigator.close_all()
                self._navigator.push(audited_result(self._context, self._navigator, ends_early=True))
            case _:
                self._navigator.close_all()

    def closed(self) -> None:
        if self._stopped and self._context.session is not None:
            self._context.session.handle(GoOn())

    def _answers(self, standing: ScoreStandings) -> tuple[Row, ...]:
        score = Row(say("Score it as it stands"), _as_it_stands(standing), icon="chart-bar", intent=Touched("abandon"))
        if standing.outcome is not None:
            score = Row(say("The result"), standing.outcome.reason, icon="chart-bar", intent=Open("result"))
        later = Row(
            say("Keep it for another day"),
            say("Everything is stored. You can continue at any time."),
            icon="moon-stars",
            intent=Touched("later"),
        )
        play = Row(say("Go on playing"), self._clock_runs_on(), icon="player-play", intent=Touched("play"))
        return score, later, play

    def _clock_runs_on(self) -> Text:
        history = self._context.playing().history
        on_turn = history.game.to_move(history.state)
        if not self._stopped or not on_turn:
            return say("Nothing has changed.")
        if len(on_turn) > 1:
            return say("All clocks run on.")
        time = clock_time(face(history.time, history.clocks[on_turn[0]]))
        return say("{name}’s clock runs on from {time}.", name=history.names[on_turn[0]], time=time)


def _as_it_stands(standing: ScoreStandings) -> Text:
    """Who is ahead, and by how much."""
    early = say("The evening counts as ended early.")
    if not standing.sheets:
        return early
    ahead = [standing.title(sheet) for sheet in standing.sheets if standing.place(sheet) == 1]
    lead: Text
    if len(ahead) == len(standing.sheets):
        lead = say("All are equal.")
    elif len(ahead) > 1:
        lead = say("{players} are ahead, with equal points.", players=and_list(ahead))
    else:
        lead = say_plural(
            "{player} is ahead by {points} point.",
            "{player} is ahead by {points} points.",
            standing.lead,
            player=ahead[0],
            points=format_points(standing.lead),
        )
    return say("{sentence} {next_sentence}", sentence=lead, next_sentence=early)


class ShutDown:
    """Asked once, because it takes a while to come back."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator

    def view(self) -> ListPage:
        lines = (say("Shut the companion down?"), say("The evening is kept as it stands."))
        rows = (
            Row(say("Shut down"), icon="power", intent=Touched("yes")),
            Row(say("Stay on"), icon="x", intent=Touched("no")),
        )
        return ListPage("shut down", say("Shut down"), (RowGroup(NOTHING, rows),), lines)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "yes":
            self._context.evening.shut_down()
        else:
            self._navigator.close()
