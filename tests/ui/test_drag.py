"""Pieces drawn with a finger in the real window: what lies under the finger goes along, and nothing else is done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from kivy.base import EventLoop

from companion.conformance.playouts import sensible, start
from companion.core.action import Action
from companion.core.screen import Cell, Do, Drag, Screen
from companion.games import GAMES
from companion.games.inwo import actions as inwo
from companion.games.iron_sky import actions as iron_sky
from companion.games.new_world_order import actions as new_world_order
from companion.session.replies import Prompt
from companion.session.touched_piece import what_brings_it_there
from companion.simulation.touch import SimulatedTouch
from tests.ui.conftest import Touchscreen
from ui.carrying import Carried
from ui.picture import PIECE, Fill, Moving, Outline
from ui.rect import Rect


def things(touchscreen: Touchscreen) -> list[Moving]:
    """All that is drawn as a piece, the topmost last."""
    return [mark for mark in touchscreen.app.view.picture.marks if isinstance(mark, Moving)]


def called(thing: Moving) -> str:
    return thing.name.split(PIECE)[0]


@cache
def late(name: str, seed: int, moves: int) -> Any:
    """A state of the game after so many moves of people who think of everything: the latest with somebody on turn."""
    game, random = GAMES[name], Random(seed)
    state = found = start(game, next(iter(game.players)))
    while (action := sensible(game, state, random)) is not None and (moves > 0 or found is not state):
        state, moves = game.apply(state, action), moves - 1
        if any(seat.on_turn for seat in game.present(state).seats):
            found = state
    return found


class Hand:
    """A finger that takes hold of a pixel and has not let go yet."""

    def __init__(self, touchscreen: Touchscreen, at: tuple[float, float]) -> None:
        self._touch, self._finger = touchscreen.touch, SimulatedTouch(*at)
        EventLoop.post_dispatch_input("begin", self._finger)

    def moves(self, x: float, y: float) -> None:
        width, height = EventLoop.window.size
        self._finger.move({"x": x / (width - 1), "y": y / (height - 1)})
        EventLoop.post_dispatch_input("update", self._finger)
        self._touch.frames(1)

    def lets_go(self) -> None:
        EventLoop.post_dispatch_input("end", self._finger)


def test_what_is_drawn_out_of_the_market_is_the_row_under_the_finger(touchscreen: Touchscreen) -> None:
    """Not the first row: it was booked whatever had been drawn."""
    game, state = GAMES["new_world_order"], late("new_world_order", 3, 60)
    screen = game.present(state)
    touchscreen.show(screen)
    view = touchscreen.app.view
    rows = next(board for board in screen.boards if board.name == "market").cells
    assert len(rows) > 2
    slot = next(place for place in view.picture.places if place.zone == f"{state.on_turn}.1")
    for row in rows:
        lies = next(thing.rect for thing in things(touchscreen) if called(thing) == str(row.title))
        touchscreen.touch.drag(view.pixels(lies), view.pixels(slot.rect))

    drawn = [str(game.piece_name(each.piece)) for each in touchscreen.posted if isinstance(each, Drag)]
    assert [str(row.title) for row in rows] == drawn


def test_the_piece_in_hand_is_drawn_under_the_finger_and_only_where_it_lay_it_is_dark(small: Touchscreen) -> None:
    """Over the picture lie a shadow where it was taken, the edge of where it would come to lie, and the piece."""
    state = late("new_world_order", 3, 60)
    small.show(GAMES["new_world_order"].present(state))
    view = small.app.view
    row = next(thing for thing in things(small) if called(thing) == "Casino Chain")
    slot = next(place for place in view.picture.places if place.zone == f"{state.on_turn}.1")
    hand = Hand(small, view.pixels(row.rect))
    hand.moves(*view.pixels(slot.rect))

    marks, ways = view.over
    dark, shade = (mark.rect for mark in marks if isinstance(mark, Fill))
    assert dark == row.rect
    assert [slot.rect.inset(-3)] == [mark.rect for mark in marks if isinstance(mark, Outline)]
    assert [row] == [mark for mark in marks if isinstance(mark, Moving)]
    assert shade.contains(*slot.rect.centre)
    assert [row.name] == list(ways)
    hand.lets_go()
    assert ((), {}) == view.over


def test_the_top_of_the_pyramid_is_taken_by_itself(touchscreen: Touchscreen) -> None:
    """No tile beneath it is lit or dark, nor is it put onto one."""
    state = late("new_world_order", 3, 60)
    touchscreen.show(GAMES["new_world_order"].present(state))
    view = touchscreen.app.view
    tiles = [place for place in view.picture.places if place.zone.startswith("pyramid")]
    top = tiles[-1]
    beneath = [place for place in tiles[:-1] if place.rect.overlaps(top.rect)]
    assert beneath, "the last that is drawn lies on others"
    x, y = view.pixels(top.rect)
    hand = Hand(touchscreen, (x, y))
    for to in ((x + 16, y + 16), view.pixels(Rect(beneath[0].rect.x + 4, beneath[0].rect.y + 4, 0, 0))):
        hand.moves(*to)
        marks, ways = view.over
        assert top.rect == next(mark.rect for mark in marks if isinstance(mark, Fill))
        assert [] == [mark for mark in marks if isinstance(mark, Outline)]
        assert [top.name] == list(ways)
    hand.lets_go()
    assert [] == touchscreen.posted


def test_a_piece_that_is_put_down_among_its_like_opens_nothing(small: Touchscreen) -> None:
    """It was taken up and not put anywhere else: no touch on the market, which lies under it."""
    small.show(GAMES["new_world_order"].present(late("new_world_order", 3, 60)))
    view = small.app.view
    rows = [place for place in view.picture.places if place.zone == "market" and place.pieces]
    before = view.picture
    small.touch.drag(view.pixels(rows[0].rect), view.pixels(rows[-1].rect))

    assert [] == small.posted
    assert before == view.picture


SEEDS, MOVES, EVERY = range(1, 4), 72, 12
DRAWN, TRIED = 4, 16
"""At each position so many pieces are drawn somewhere in the window, and so many more drags looked into."""


@pytest.mark.parametrize("name", GAMES)
def test_no_drag_does_anything_with_another_piece(small: Touchscreen, name: str) -> None:
    """Pieces and targets by lot, out of three evenings of each game."""
    game, random, done, tried = GAMES[name], Random(5), 0, 0
    for state in (state for seed in SEEDS for state in positions(name, seed)):
        screen = game.present(state)
        small.app.shut()
        small.show(screen)
        view = small.app.view
        places = view.picture.places
        sources = [place for place in places if place.pieces]
        for _ in range(DRAWN if sources else 0):
            source, target = random.choice(sources), random.choice(places)
            spot = within(random, source.rect)
            thing = [each for each in things(small) if each.rect.contains(*spot)][-1]
            small.touch.drag(view.pixels(Rect(*spot, 0, 0)), view.pixels(target.rect))
            for drag in small.posted:
                if isinstance(drag, Drag):
                    assert any(_is_drawn_as(cell, drag, called(thing)) for cell in cells(screen)), (drag, thing.name)
            small.posted.clear()
            small.app.shut()
        pairs = random.sample(list(product(sources, places)), min(TRIED, len(sources) * len(places)))
        drags = (Carried(source, (0, 0), target).dropped for source, target in pairs)
        for each in [drag for drag in drags if drag is not None]:
            found, tried = what_brings_it_there(game, state, each), tried + 1
            offered = [reply for _, reply in found.replies] if isinstance(found, Prompt) else [Do(found)]
            moves = [reply.action for reply in offered if isinstance(reply, Do)]
            assert all(_moves_it(move, each) for move in moves), (each, moves)
            done += len(moves)
    assert tried > 0
    assert done > 0, "some drags are moves"


def positions(name: str, seed: int) -> Iterator[Any]:
    """Of one evening, with somebody on turn."""
    game, random = GAMES[name], Random(seed)
    state = start(game, next(iter(game.players)))
    for number in range(MOVES):
        action = sensible(game, state, random)
        if action is None:
            return
        state = game.apply(state, action)
        if number % EVERY == 0 and any(seat.on_turn for seat in game.present(state).seats):
            yield state


def within(random: Random, rect: Rect) -> tuple[float, float]:
    return rect.x + rect.width * random.uniform(0.1, 0.9), rect.y + rect.height * random.uniform(0.1, 0.9)


def cells(screen: Screen) -> list[Cell]:
    return [cell for board in (*screen.boards, *(seat.board for seat in screen.seats)) for cell in board.cells]


def _is_drawn_as(cell: Cell, drag: Drag, name: str) -> bool:
    counters = f"{cell.counters.shape.value} {cell.counters.tint}" if cell.counters is not None else ""
    if cell.zone != drag.source or name not in {str(cell.title), cell.zone, counters}:
        return False
    return drag.piece in cell.pieces if drag.piece else len(cell.pieces) > 1


def _moves_it(action: Action, drag: Drag) -> bool:
    """Whether the action is, by what it says itself, about this piece or the pile that it is the top of."""
    match action:
        case new_world_order.Pick():
            return (drag.piece,) == action.cards
        case new_world_order.Rearrange():
            return drag.source == f"{action.player}.{action.pile.place.number}"
        case iron_sky.Move() | iron_sky.Organise() | iron_sky.Ascend():
            return drag.source.startswith(action.origin) and drag.target.startswith(action.to)
        case inwo.Move() | inwo.HandOver() | inwo.GivePlot() | inwo.Discard() | inwo.Remove():
            return drag.piece == action.card
        case inwo.DeclareAttack():
            return drag.piece == action.attacker
    raise AssertionError(f"nobody has said what {action} moves")
