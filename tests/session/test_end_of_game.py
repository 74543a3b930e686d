"""The end of a game."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Outcome
from companion.core.rules import Score, ScoreLine
from companion.core.screen import (
    Leave,
    Open,
    Pass,
    Undo,
)
from companion.core.text import say
from companion.core.winning import why_won
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.prompts import over
from companion.session.session import Session
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, OPTIONS, book, lying


class TestTheEnd:
    def test_is_announced_with_the_winner_and_the_rule(self, table: ToyTable) -> None:
        table.sees(TAKEN)
        table.touches(Pass(), Pass())

        assert "Ann wins" == str(table.notice.heading)
        assert ["Both have passed.", "Ann: 1", "1 apple (T-3)", "Ben: 0"] == [str(line) for line in table.notice.lines]
        assert table.store.latest() is None

    def test_is_announced_with_all_who_share_it(self, table: ToyTable) -> None:
        table.touches(Pass(), Pass())

        assert "Ann and Ben win" == str(table.notice.heading)

    def test_without_a_winner_is_a_draw(self) -> None:
        outcome = Outcome((), say("Everything is equal."), book["T-3"])

        assert "A draw" == str(over(outcome, (), {}).notice.heading)

    def test_a_total_that_rests_on_an_unconfirmed_value_is_shown_as_such(self) -> None:
        rule = book["T-3"]
        sheet = Score("A", (ScoreLine(2, say("apples"), rule), ScoreLine(3, say("pears"), rule, provisional=True)))
        outcome = Outcome(("A",), say("Both have passed."), rule)

        assert ["Both have passed.", "Ann: 5?", "2 apples (T-3)", "3? pears (T-3)"] == [
            str(line) for line in over(outcome, (sheet,), {"A": "Ann"}).notice.lines
        ]

    def test_leads_to_the_result_and_from_there_to_another_evening(self, store: JournalStore) -> None:
        """What is confirmed opens the result; a session leads away only when it is asked to."""
        left: list[object] = []
        record = GameHistory(GAME, store, store.begin("orchard", OPTIONS))
        session = Session(record, lambda _: None, lambda _: None, outside=left.append)
        session.handle(lying(market=["A1", "C1", "P1"]))
        for intent in (Pass(), Pass()):
            session.handle(intent)
        assert session.screen is not None
        assert session.screen.notice is not None
        (only,) = session.screen.notice.answers
        session.handle(Leave())

        assert Open("result") == only.intent
        assert [Leave()] == left

    def test_says_by_which_points_it_was_won(self) -> None:
        """Where they come from, in doubt where one of them is, before why it is over."""
        rule, tiles, bonus = book["T-3"], say("Tiles"), say("Bonus")
        lines = [ScoreLine(points, tiles, rule, points == 3, tiles) for points in (2, 3)]
        sheet = Score("A", (*lines, ScoreLine(4, bonus, rule, kind=bonus)))
        outcome = Outcome(("A",), say("Both have passed."), rule)

        assert "Tiles 5? and Bonus 4 · Both have passed." == str(over(outcome, (sheet,), {"A": "Ann"}).notice.lines[0])
        assert outcome.reason == why_won(replace(outcome, goal=say("Last one left")), [sheet])

    def test_can_be_taken_back(self, table: ToyTable) -> None:
        table.touches(Pass(), Pass(), Undo())

        latest = table.store.latest()
        assert latest is not None
        assert table.game == latest.id
