"""Positions of INWO put right by hand, as the camera sees them."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.clumsy.positions import evening_of
from companion.conformance.playouts import start
from companion.core.editing import as_seen, corrected
from companion.core.editor import FigureChange, PieceMove
from companion.core.table import Change
from companion.games import GAMES
from companion.games.inwo.state import State
from tests.games.inwo.evenings import begun

GAME = GAMES["inwo"]


def states() -> Iterator[State]:
    state = start(GAME, 3)
    for action in evening_of(GAME, 3, 0):
        state = GAME.apply(state, action)
        yield state


def test_what_is_being_played_is_over_before_the_table_is_as_the_camera_sees_it() -> None:
    """While it is, nothing could be moved: its Plot, which lay in the middle, lies on another's discard pile."""
    state = next(state for state in states() if state.stack)
    played = state.stack[0]
    other = next(seat for seat, _ in state.each() if seat != played.player)
    changes = [Change("played", played.card, -1), Change(f"{other}.discard", played.card, +1)]
    edits = as_seen(GAME, state, changes)

    assert FigureChange("play", "over") == edits[0]
    assert played.card == corrected(GAME, state, edits).player(other).discard[-1]
    assert () == as_seen(GAME, state, ()), "nothing lies otherwise: it goes on"


def test_what_was_put_right_onto_one_discard_pile_can_still_be_answered() -> None:
    """`just`: of two piles that have grown, nobody knows which was the later."""
    state = next(state for state in states() if not state.is_setup and not state.stack)
    first, second = [
        PieceMove(store.pieces[0], zone, f"{zone[0]}.discard")
        for zone, store in GAME.editor.stores(state).items()
        if zone in ("A.group_deck", "B.group_deck")
    ]

    assert (("A", first.piece),) == corrected(GAME, state, (first,)).just
    assert () == corrected(GAME, state, (first, second)).just
    assert () == corrected(GAME, state, (FigureChange("A.plots", "0"),)).just


def test_a_plot_that_is_over_is_discarded_in_whichever_way_it_was_played() -> None:
    """INWO-66: Logic Bomb, in its second way."""
    state = start(GAME, 3)
    for action in begun("logic_bomb"):
        state = GAME.apply(state, action)
    played = GAME.read_action("B: play Logic Bomb way 2 on player A paid by Discordian Society")
    over = corrected(GAME, GAME.apply(state, played), (FigureChange("play", "over"),))

    assert "logic_bomb" == over.player("B").discard[-1]
    assert (("B", "logic_bomb"),) == over.just
