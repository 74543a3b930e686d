"""A table in play without a journal: one picture, what no label shows is told, and its evening is followed."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from benchmarks.recorded_evening import SimulatedEye
from companion.conformance.playouts import sensible
from companion.core.clock import COUNTING
from companion.core.editing import corrected, edited
from companion.core.editor import FigureChange, PieceMove
from companion.core.game import Options
from companion.core.pages import ListPage
from companion.core.picture_pages import ScoredPicturePage
from companion.core.result_pages import HistoryPage, ResultPage
from companion.core.screen import Do, Undo
from companion.core.table import diff
from companion.core.value_pages import CountPage
from companion.games import GAMES
from companion.journal.store import KnownPerson
from companion.pages.evening_draft import EveningDraft
from companion.pages.resuming import Resuming
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.simulation.physical_table import STILL_PX, PhysicalTable, table_camera
from companion.simulation.self_play import SelfPlay
from tests.pages.conftest import Visitor
from tests.pages.test_score_what_lies import Camera

NAMES = ("Ann", "Ben")
SOME, MORE = 60, 10
FRAME, MOST_FRAMES = 0.25, 4000


@cache
def middle(name: str) -> Any:
    """A position some way into a random evening, with somebody on turn."""
    game = GAMES[name]
    for seed in range(20):
        random, state, count = Random(seed), game.initial_state(Options(NAMES)), 0
        while count < SOME or not (game.editor.figures(state) and len(game.to_move(state)) == 1):
            action = sensible(game, state, random)
            if action is None:
                break
            state, count = game.apply(state, action), count + 1
        else:
            return state
    raise AssertionError("every evening is over before")


class Rescuer(Visitor):
    """Somebody at a table in play, with a camera over it and no journal."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.game, self.lies = GAMES[name], middle(name)
        self.table = PhysicalTable(self.game, self.game.layout(self.lies))
        self.table.make(self.game.table(self.lies))
        with table_camera(self.table, lambda: (), None, STILL_PX) as camera:
            frame = camera.read()
        assert frame is not None
        self.connects(cameras=Camera(frame.image.copy()))
        self.opens("new game", name).sits_down(*NAMES).touches("lies here")
        assert isinstance(self.page, ScoredPicturePage)

    def tells(self) -> Resuming:
        """Whose turn it is, and what else no label shows."""
        while isinstance(self.page, ScoredPicturePage):
            self.touches("result" if self.page.question is None else "leave")
        told = self.navigator.top
        assert isinstance(told, Resuming)
        true = {figure.name: figure.value for figure in self.game.editor.figures(self.lies)}
        for _ in range(2):  # Some are there only once others are told.
            for figure in self.game.editor.figures(told.state):
                value = true.get(figure.name)
                if value in figure.choices and value != figure.value:
                    told.change((FigureChange(figure.name, value),))
        turn = next(figure for figure in self.game.editor.figures(self.lies) if figure.seat is None)
        self.touches("turn", turn.value)
        return told

    @property
    def history(self) -> GameHistory[Any, Any]:
        return self.context.playing().history

    def goes_on(self, actions: int) -> None:
        """Hands play so many actions more, seen by the camera or touched."""
        session, eye, now = self.context.playing(), SimulatedEye(self.table), 0.0
        play = SelfPlay(self.history, self.table, Random(3), lambda do: session.handle(Do(do.action)))
        for _ in range(MOST_FRAMES):
            if len(self.history.played) >= actions:
                return
            now += FRAME
            hands = play.hands()
            if not hands and (news := eye.news(())) is not None:
                session.handle(news)
            session.handle(Tick(now))


@pytest.mark.parametrize("name", list(GAMES))
def test_a_table_in_play_becomes_an_evening_that_is_followed(name: str) -> None:
    rescuer = Rescuer(name)
    told = rescuer.tells()
    assert not diff(rescuer.game.table(rescuer.lies), rescuer.game.table(told.state)), "as it lies"
    rescuer.touches("stands")

    assert rescuer.page is None
    history = rescuer.history
    assert history.is_rescued
    assert rescuer.game.to_move(rescuer.lies) == rescuer.game.to_move(history.state)
    begun = history.state
    rescuer.goes_on(MORE)
    assert len(history.played) >= MORE
    again = GameHistory(history.game, rescuer.store, rescuer.store.load(history.id))
    assert again.fault is None
    assert history.game.write_position(history.state) == history.game.write_position(again.state)

    rescuer.opens("history")
    assert isinstance(rescuer.page, HistoryPage)
    assert "began with what lay on the table" in str(rescuer.page.happenings[-1].sentence)
    while history.played:
        rescuer.context.playing().handle(Undo())
    assert history.game.write_position(begun) == history.game.write_position(history.state)
    rescuer.opens("result")
    assert isinstance(rescuer.page, ResultPage)


def test_whose_turn_it_is_has_to_be_told(visitor: Visitor) -> None:
    name, game = next(iter(GAMES.items()))
    draft = EveningDraft(name, (KnownPerson("Ann", 0), KnownPerson("Ben", 1)))
    visitor.navigator.push(Resuming(visitor.context, visitor.navigator, draft, game, middle(name)))
    visitor.touches("stands")

    assert isinstance(visitor.page, ListPage)
    assert visitor.context.session is None
    assert "Say whose turn it is first." in map(str, visitor.page.lines)


def test_a_pile_of_which_the_topmost_piece_is_seen_is_made_as_high_as_it_is() -> None:
    """ISK-4: an army is as strong as its stack is high."""
    visitor, game = Visitor(), GAMES["iron_sky"]
    draft = EveningDraft("iron_sky", (KnownPerson("Ann", 0), KnownPerson("Ben", 1)))
    told = Resuming(visitor.context, visitor.navigator, draft, game, middle("iron_sky"))
    visitor.navigator.push(told)
    zone = next(told.piles())
    high = game.pile_heights(told.state)[zone]
    visitor.touches("piles").touches("pile", zone).touches("set", str(high + 1))

    assert isinstance(visitor.page, CountPage)
    assert high + 1 == game.pile_heights(told.state)[zone]
    visitor.touches("set", str(high))
    assert high == game.pile_heights(told.state)[zone]


def test_what_comes_to_light_has_lain_there_all_the_time() -> None:
    """NWO-3: under the tiles of a pyramid lie others, and no picture tells which."""
    game, visitor, lies = GAMES["new_world_order"], Visitor(), middle("new_world_order")
    covered = [zone for zone in game.editor.stores(lies) if zone.startswith("covered.")]
    believed = lies
    for zone, other in zip(covered, reversed(covered), strict=True):
        (tile,) = game.editor.stores(believed)[zone].pieces
        believed = edited(game, believed, (PieceMove(tile, zone, other),)) if zone < other else believed
    assert lies != believed
    visitor.evenings.begin(game.name, Options(NAMES), COUNTING, range(2), game.write_position(believed))
    session = visitor.context.playing()
    table = PhysicalTable(game, game.layout(lies))
    for number, taken in enumerate((None, *taken_from_the_top(lies))):
        if taken is not None:
            lies = corrected(game, lies, (taken,))
        table.make(game.table(lies))
        session.handle(SimulatedEye(table).look(()))
        session.handle(Tick(float(number)))
        after = session.history.state
        if taken is not None:
            after = corrected(game, after, (taken,))
        assert not diff(game.table(lies), game.table(after)), "what lies there now is known"


def taken_from_the_top(state: Any) -> list[PieceMove]:
    """A tile on which none lies, and under which some do, goes to somebody."""
    game = GAMES["new_world_order"]
    free = [(zone, tile) for zone, tiles in game.table(state).zones.items() if zone[0] == "p" for tile in tiles]
    shown = game.table(state).zones
    for zone, tile in free:
        move = PieceMove(tile, zone, "A.tiles")
        if game.table(corrected(game, state, (move,))).zones.keys() - shown.keys():
            return [move]
    raise AssertionError("nothing lies under anything")
