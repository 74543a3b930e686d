"""Before a result is final the table is compared with it: what differs is asked once, the weightiest first."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from benchmarks.recorded_evening import SimulatedEye
from companion.conformance.playouts import sensible
from companion.core.clock import COUNTING
from companion.core.editing import corrected, lying, objection, places_for
from companion.core.editor import PieceMove, TableEdit
from companion.core.game import Options
from companion.core.picture_pages import ScoredPicturePage
from companion.core.result_pages import ResultPage
from companion.core.screen import Undo
from companion.core.table import owner
from companion.games import GAMES
from companion.session.closing_audit import points_of
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.simulation.physical_table import BOX, HandMove, PhysicalTable
from tests.pages.conftest import Visitor

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
ACTIONS = 60


class Watched(Visitor):
    """An evening in its middle, with an eye over its table."""

    def __init__(self, name: str, *, to_the_end: bool = False) -> None:
        super().__init__()
        game = GAMES[name]
        seeds = iter(range(20))
        while self._plays(name, Random(next(seeds)), sys.maxsize if to_the_end else ACTIONS) == to_the_end:
            pass
        self.history.mark_end()
        self.table = PhysicalTable(game, game.layout(self.history.state))
        self.table.make(game.table(self.history.state))
        self.looks()

    def _plays(self, name: str, random: Random, actions: int) -> bool:
        """Whether an evening comes to a position in which something that counts may lie elsewhere."""
        self.evenings.begin(name, Options(NAMES[: next(iter(GAMES[name].players))]), COUNTING, range(6))
        while len(self.history.played) < actions or next(self._movable(), None) is None:
            action = sensible(self.history.game, self.history.state, random)
            if action is None:
                return False
            self.history.do([action], "touch")
        return True

    def lies_as_after(self, move: PieceMove) -> Any:
        """The position in which the table lies, though the evening knows nothing of it."""
        game = self.history.game
        after = corrected(game, self.history.state, (move,))
        self.table.layout = game.layout(after)
        self.table.make(game.table(after))
        self.looks()
        return after

    def looks(self) -> None:
        self.context.playing().handle(SimulatedEye(self.table).look(()))
        self.context.playing().handle(Tick(1.0))

    @property
    def history(self) -> GameHistory[Any, Any]:
        return self.context.playing().history

    @property
    def movable(self) -> list[PieceMove]:
        """A piece that might lie before somebody else as well, and counts: the one that counts most first."""
        return sorted(self._movable(), key=self._weight, reverse=True)

    def _movable(self) -> Iterator[PieceMove]:
        game, state = self.history.game, self.history.state
        shown, piles = game.table(state).zones, game.layout(state).piles
        for zone, pieces in shown.items():
            for piece in dict.fromkeys(pieces) if zone not in piles else ():
                for target in places_for(game, state, piece, zone):
                    move = PieceMove(piece, zone, target)
                    plain = target in shown and target not in piles and owner(target) != owner(zone)
                    if plain and not shown[target] and self._weight(move):
                        yield move

    def _weight(self, move: PieceMove) -> int:
        game, state = self.history.game, self.history.state
        after = corrected(game, state, (move,))
        if objection(game, state, after) is not None:
            return 0
        now = points_of(game, after)
        return sum(abs(now[who] - points) for who, points in points_of(game, state).items())

    def ends_it(self) -> None:
        self.opens("end").touches("abandon")

    @property
    def asked(self) -> ScoredPicturePage:
        assert isinstance(self.page, ScoredPicturePage)
        return self.page

    @property
    def result(self) -> str:
        assert isinstance(self.page, ResultPage)
        return str(self.page.second)


@pytest.fixture(params=list(GAMES))
def watched(request: pytest.FixtureRequest) -> Watched:
    return Watched(request.param)


def test_a_table_that_agrees_is_asked_about_nothing(watched: Watched) -> None:
    watched.ends_it()

    assert watched.result.endswith("Checked against the table.")
    kept = watched.store.load(watched.history.id).ending
    assert kept is not None
    assert 0 == kept.still_open


def test_what_lies_elsewhere_is_asked_and_the_answer_is_a_correction_in_the_journal(watched: Watched) -> None:
    move, before = watched.movable[0], points_of(watched.history.game, watched.history.state)
    lies = watched.lies_as_after(move)
    watched.ends_it()

    assert watched.asked.question is not None
    assert "1 question left" == str(watched.asked.question.left)
    assert any(each.least < each.most for each in watched.asked.ranges), "the ranking is open"
    watched.touches("way", "0")
    assert watched.result.endswith("Checked against the table.")
    history = watched.history
    assert isinstance(history.played[-1].action, TableEdit)
    assert move.piece in lying(history.game, history.state)[move.target]
    assert points_of(history.game, lies) == points_of(history.game, history.state)
    assert before != points_of(history.game, history.state)
    assert history.ended_early


def test_an_answer_is_asked_for_once_and_a_correction_can_be_taken_back(watched: Watched) -> None:
    before = watched.history.state
    watched.lies_as_after(watched.movable[0])
    watched.ends_it()
    watched.touches("stays")

    assert watched.result.endswith("Checked against the table.")
    assert before == watched.history.state
    watched.opens("result")
    assert isinstance(watched.page, ResultPage), "nothing is asked twice"
    watched.goes_back().goes_back()
    watched.ends_it()
    watched.touches("way", "0")
    watched.context.playing().handle(Undo())
    watched.context.playing().handle(Undo())
    assert before == watched.history.state


def test_the_one_that_counts_most_comes_first_and_what_stays_open_is_said(watched: Watched) -> None:
    heavy = watched.movable[0]
    lies = watched.lies_as_after(heavy)
    zone, piece = next(
        (zone, pieces[0])
        for zone, pieces in watched.history.game.table(lies).zones.items()
        if pieces and zone not in (heavy.source, heavy.target)
    )
    watched.table.move(HandMove(piece, zone, BOX))
    watched.looks()
    watched.ends_it()

    look = watched.context.playing().closing_look
    assert look is not None
    asked = look.disagreements(watched.history.game, watched.history.state)
    weights = [each.weight for each in asked]
    assert len(asked) > 1
    assert sorted(weights, reverse=True) == weights
    watched.touches("leave").touches("result")
    assert watched.result.endswith(f"Checked against the table; {len(asked)} questions stayed open.")


def test_an_evening_that_the_rules_end_is_compared_before_its_result() -> None:
    """INWO's random evenings are over soonest."""
    watched = Watched("inwo", to_the_end=True)
    watched.opens("result")
    assert watched.result.endswith("Checked against the table.")
    ending = watched.history.ending
    assert ending is not None
    assert not ending.abandoned
    assert 0 == ending.still_open


def test_without_a_camera_nothing_is_asked_and_nothing_claimed(visitor: Visitor) -> None:
    name, game = next(iter(GAMES.items()))
    visitor.evenings.begin(name, Options(NAMES[: next(iter(game.players))]), COUNTING, range(6))
    visitor.opens("end").touches("abandon")

    assert isinstance(visitor.page, ResultPage)
    assert "hecked" not in str(visitor.page.second)
    visitor.context.playing().handle(Undo())
