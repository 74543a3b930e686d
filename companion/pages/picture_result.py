"""What a picture has come to, as the end of an evening is shown; what was left open keeps its range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.action import Seat
from companion.core.clock import Clocks
from companion.core.page_parts import Person
from companion.core.result_pages import Rank, ResultPage
from companion.core.rules import Score
from companion.core.screen import Button, Close, Tone, Touched
from companion.core.text import NOTHING, Opening, Text, say, say_plural
from companion.pages.navigator import Navigator
from companion.pages.point_ranges import in_figures
from companion.pages.result import ScoreSheet, Standings, heading
from companion.picture_score.score_sentences import standing
from companion.picture_score.told_by_pictures import PictureScore


class PictureTable:
    """A table of which nobody has followed how it came to lie so."""

    ended_early = False

    def __init__(self, score: PictureScore, people: Mapping[Seat, Person]) -> None:
        self.game, self.state = score.game, score.state
        self.names = {seat: person.name for seat, person in people.items()}
        self.clocks: Clocks = {}
        self._people = people

    def colour(self, seat: Seat) -> int:
        return self._people[seat].colour


class PictureResult:
    def __init__(self, navigator: Navigator, score: PictureScore, people: Mapping[Seat, Person]) -> None:
        self._navigator, self._score = navigator, score
        self._standing = Standings(PictureTable(score, people))
        self._spans = {total.sheet.player: (total.low, total.high) for total in score.totals}

    def view(self) -> ResultPage:
        score, standings = self._score, self._standing
        winners = standings.winners if score.is_settled else ()
        if not winners and score.is_settled and not score.is_provisional and len(score.leaders) == 1:
            winners = next(total.sheet.seats for total in score.totals if total.sheet.player in score.leaders)
        best = standings.sheets[0] if standings.sheets else None
        sheet = Button(say("Score sheet"), Touched("sheet"), icon="list-details")
        back = Button(say("To the picture"), Close(), icon="chevron-left")
        home = Button(say("Home"), Touched("home"), tone=Tone.GOOD, icon="home")
        return ResultPage(
            tuple(standings.person(seat) for seat in winners),
            Opening(standing(score)) if not winners else self._heading(),
            self._second(),
            "" if best is None else self._points(best),
            tuple(self._rank(rank, sheet) for rank, sheet in zip(standings.ranks, standings.sheets, strict=True)),
            standings.kinds,
            (),
            NOTHING,
            NOTHING,
            (back, sheet, home),
        )

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "sheet":
            self._navigator.push(ScoreSheet(self._navigator, self._standing))
        else:
            self._navigator.close_all()

    def _heading(self) -> Text:
        """Who has won, or is ahead where the picture shows no game that is over."""
        if self._standing.winners:
            return heading(self._standing)
        return Opening(standing(self._score))

    def _second(self) -> Text:
        """What it rests on: nothing that people told of an evening."""
        if self._score.is_settled:
            return say("Counted from the picture; the points of an evening are not kept.")
        return say_plural(
            "Counted from the picture; {count} question is open.",
            "Counted from the picture; {count} questions are open.",
            max(1, self._score.open),
        )

    def _rank(self, rank: Rank, sheet: Score) -> Rank:
        return replace(rank, total=self._points(sheet))

    def _points(self, sheet: Score) -> str:
        span = self._spans.get(sheet.player, (sheet.total, sheet.total))
        return in_figures(span, provisional=sheet.provisional)
