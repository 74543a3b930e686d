"""The whole table put right by real touches in the real window, at its smallest: drawn, touched, counted."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from companion.conformance.playouts import sensible
from companion.core.clock import COUNTING
from companion.core.editing import corrected, lying, objection, places_for
from companion.core.editor import EditRefused, Figure, PieceMove
from companion.core.game import Options
from companion.core.page_parts import Row
from companion.core.pages import ListPage, PuttingRightPage
from companion.core.result_pages import HistoryPage
from companion.core.screen import Close, Open, Screen, Touched, Undo
from companion.core.table import owner
from companion.core.value_pages import CountPage
from companion.games import GAMES
from tests.ui.test_evening_by_touch import Room, room
from ui.carrying import place_at
from ui.picture import PicturePlace
from ui.rect import Rect

__all__ = ["room"]

NAMES = ("Liisa", "Ott", "Kadri", "Jaan", "Piret", "Oskar")
FEWEST_ACTIONS, LONG_ENOUGH = 14, 120


def drawable(room: Room, history: Any) -> tuple[PicturePlace, PicturePlace, PieceMove] | None:
    """Two places on the screen between which a piece can be drawn so that a position of the game comes out."""
    places = room.application.window.view.picture.places
    for source, target in product(places, places):
        if target.zone in history.names:
            continue
        there = dict.fromkeys(lying(history.game, history.state).get(source.zone, ()))
        piece = source.pieces[0] if len(source.pieces) == 1 else ""
        if source.zone == target.zone or piece not in there:
            continue
        if not history.game.may_lie(history.state, target.zone, piece):
            continue
        move = PieceMove(piece, source.zone, target.zone)
        try:
            after = corrected(history.game, history.state, (move,))
        except EditRefused:
            continue
        if objection(history.game, history.state, after) is None:
            return source, target, move
    return None


def opens(room: Room) -> None:
    """From the menu; a question over the table is answered another time."""
    room.application.handle(Open("more"))
    room.taps(Open("correct"), Open("put right"))


def numbers(history: Any) -> list[Figure]:
    return [each for each in history.game.editor.figures(history.state) if each.is_number and each.neighbour(+1)]


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_table_is_put_right_by_touch(room: Room, game: str) -> None:
    """A piece drawn, one found in the list, a count set; one change forgotten, the others kept, told and taken back."""
    history, (source, target, move) = in_the_middle_of(room, game)
    before, entries = history.game.write_position(history.state), len(history.entries)
    view = room.application.window.view
    room.touch.drag(view.pixels(source.rect), view.pixels(target.rect))
    page = room.shown
    assert isinstance(page, PuttingRightPage)
    assert str(history.game.piece_name(move.piece)) in str(page.hint), "what was drawn is told"

    room.taps(Touched("all"))
    rows = [row.intent for row in rows_of(room) if row.intent is not None]
    room.taps(rows[-1])
    room.taps(next(row.intent for row in rows_of(room) if row.intent is not None))
    ways = [row.intent for row in rows_of(room) if row.intent is not None]
    room.taps(ways[-1] if ways else Close())
    room.taps(Touched("counted"), Touched("figure", numbers(history)[0].name))
    counted = room.shown
    assert isinstance(counted, CountPage)
    room.taps(counted.more, Touched("done"), Close(), Touched("changes"))
    assert len(rows_of(room)) > 1
    while len(rows_of(room)) > 1:
        room.taps(Touched("forget", "1"))
    assert before == history.game.write_position(history.state), "nothing counts yet"
    room.taps(Close(), Touched("stands"))

    assert isinstance(room.shown, Screen)
    assert move.piece in lying(history.game, history.state)[move.target]
    assert entries + 1 == len(history.entries)
    room.application.handle(Open("more"))
    room.taps(Open("history"))
    page = room.shown
    assert isinstance(page, HistoryPage)
    assert str(history.game.piece_name(move.piece)) in str(page.happenings[0].sentence)
    room.application.handle(Undo())
    assert before == history.game.write_position(history.state)


def rows_of(room: Room) -> list[Row]:
    page = room.shown
    assert isinstance(page, ListPage)
    return [row for group in page.groups for row in group.rows]


def in_the_middle_of(room: Room, game: str) -> tuple[Any, tuple[PicturePlace, PicturePlace, PieceMove]]:
    """An evening in which something can be drawn, with the table to be put right open."""
    room.open()
    room.application.begin(game, Options(NAMES[: list(GAMES[game].players)[1]]), COUNTING, range(6))
    assert room.application.context.session is not None
    history, random = room.application.context.session.history, Random(3)
    while len(history.played) < LONG_ENOUGH:
        action = sensible(history.game, history.state, random)
        assert action is not None, "the game is over"
        history.do([action], "touch")
        if len(history.played) % FEWEST_ACTIONS == 0 and numbers(history):
            opens(room)
            if (found := drawable(room, history)) is not None:
                return history, found
            room.taps(Touched("cancel"))
    raise AssertionError("nothing could be drawn in a whole evening")


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_is_drawn_onto_the_strip_of_a_player_who_is_folded(room: Room, game: str) -> None:
    """It lies before him then: where he has several places for it, those alone are asked about."""
    history, _ = in_the_middle_of(room, game)
    view = room.application.window.view
    names = history.names
    strips = {place.zone: place for place in view.picture.places if place.zone in names}
    assert len(strips) == len(names), "nobody is left out"
    game_now = history.game, history.state
    ways = [
        (source, seat, [zone for zone in places_for(*game_now, piece, source.zone) if owner(zone) == seat])
        for source in view.picture.places
        for piece in source.pieces[:1]
        for seat in strips
        if len(source.pieces) == 1 and owner(source.zone) != seat
    ]
    source, seat, where = next(way for way in ways if way[2])
    room.touch.drag(view.pixels(source.rect), spot_of(room, strips[seat]))
    if len(where) > 1:
        rows = [row.intent for row in rows_of(room)]
        assert {Touched("to", zone) for zone in where} == set(rows)
        room.taps(rows[0])
    page = room.shown
    assert isinstance(page, PuttingRightPage)
    assert str(history.game.piece_name(source.pieces[0])) in str(page.hint)
    assert page.buttons[-1].enabled, "something has been changed"


def spot_of(room: Room, strip: PicturePlace) -> tuple[float, float]:
    """On the strip, beside whatever lies open on it."""
    view = room.application.window.view
    x, y = strip.rect.x + 4, strip.rect.y + 4
    assert place_at(view.picture, x, y) == strip
    return view.pixels(Rect(x, y, 0, 0))
