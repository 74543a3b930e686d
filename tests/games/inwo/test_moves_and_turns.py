"""What moves cost, and what a turn that ends or begins does to what was used, lasts or was drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.inwo.attack import Attack
from companion.games.inwo.effects import Mode
from companion.games.inwo.rules_preconditions import is_protected
from companion.games.inwo.rules_turn import TOOK_OVER
from companion.games.inwo.state import (
    Destroyed,
    Phase,
)
from tests.games.inwo.tables import (
    LEGAL,
    anywhere,
    beside,
    card,
    chained,
    do,
    player,
    table,
    tokens,
    two,
    verdict,
)

MUST = [
    (8, {"goal_announcement": "must"}, "INWO-44-R2"),
    (7, {"goal_announcement": "must"}, LEGAL),
    (8, {"goal_announcement": "may"}, LEGAL),
]
"""How many Groups Ann controls of eight that win, what the table wants, and what is said when she knocks."""


def test_a_free_move_costs_no_token_and_a_gift_always_does() -> None:
    """INWO-240."""
    state = two(beside(chained("UFOs", "C.I.A."), "UFOs", "California"), free_moves=2)
    moved = do(state, "A: move C.I.A. -> UFOs at bottom")
    given = do(state, "A: hand over C.I.A. to B -> The Network at bottom")

    assert (1, (), [1, 1, 1]) == (moved.free_moves, moved.owed, [each.tokens for each in moved.player("A").structure])
    assert (2, 1) == (given.free_moves, len(given.owed))
    assert [False] * 4 == [each.captured for each in given.player("B").structure]


@pytest.mark.parametrize(("used", "players", "expected"), [(True, 2, 1), (False, 2, 2), (True, 3, 2)])
def test_with_two_players_a_takeover_costs_a_token(used: bool, players: int, expected: int) -> None:
    """INWO-310: of the Illuminati, when the tokens are laid."""
    ann, bob = two(chained("UFOs", "C.I.A.")).players
    seats = (ann, bob, player("Cid", chained("Shangri-La", "Japan")))[:players]
    state = table(*seats, phase=Phase.TAKEOVER, turn_used=("automatic takeover",) * used)

    assert expected == tokens(do(state, "A: proceed"), "A", "UFOs")


@pytest.mark.parametrize(
    ("healer", "beginning", "relieved"),
    [("red_cross", "B", True), ("survivalists", "B", False), ("survivalists", "A", True)],
)
def test_some_cards_relieve_their_master(healer: str, beginning: str, relieved: bool) -> None:
    """INWO-214: when any turn is over, or as the next one of its player begins."""
    root, place = chained("UFOs", "California")
    structure = anywhere((root, replace(place, devastated=True)), "Japan")
    hung = replace(structure[2], card=healer, master="california", side=None)
    state = table(
        player("Ann", (*structure[:2], hung)), player("Bob", chained("The Network", "KKK")), phase=Phase.KNOCKED
    )
    state = replace(state, on_turn="A" if beginning == "B" else "B")
    placed = do(state, f"{beginning}: begin").player("A").placed("california")

    assert placed is not None
    assert relieved != placed.devastated


def test_what_was_used_once_in_a_turn_may_be_used_in_the_next_of_ones_own() -> None:
    """INWO-80: what works once in a game, or on each, stays used; the turn of another changes nothing."""
    used = ("game eliza 0", "turn bermuda_triangle")
    players = (replace(player(name, chained("UFOs", "KKK")), used=used) for name in ("Ann", "Bob", "Cid"))
    after = do(table(*players, phase=Phase.KNOCKED), "C: begin")

    assert [used, used, used[:1]] == [each.used for each in after.players]


def test_what_a_destroyed_group_was_for_a_turn_it_is_no_more() -> None:
    """INWO-303."""
    gone = (Destroyed("kkk", ("Violent", "Weird"), later=("Violent",)), Destroyed("japan", ("Peaceful",)))
    bob = player("Bob", chained("The Network", "KKK"), destroyed=gone)
    state = table(player("Ann", chained("UFOs", "C.I.A.")), bob, phase=Phase.KNOCKED)
    kept = do(state, "B: begin").player("B").destroyed

    assert [(("Violent",), None), (("Peaceful",), None)] == [(each.alignments, each.later) for each in kept]


def test_who_is_new_is_protected_but_from_whom_he_attacks() -> None:
    """INWO-27, INWO-28."""
    new = replace(player("Ann", chained("UFOs", "C.I.A.")), turns=0)
    state = table(new, player("Bob", chained("The Network", "The Mafia")), player("Cid", chained("Shangri-La", "KKK")))
    by_ann, by_cid = (Attack(seat, Mode.DESTROY, card("The Mafia"), "c_i_a") for seat in ("A", "C"))

    assert is_protected(state, "B", "A")
    assert is_protected(replace(state, attack=by_cid), "B", "A")
    assert not is_protected(replace(state, attack=by_ann), "B", "A")
    assert not is_protected(state, "A", "B")
    assert not is_protected(state, "A", "A")


@pytest.mark.parametrize(("groups", "settings", "expected"), MUST)
def test_who_meets_a_goal_must_say_so_where_the_table_wants_it(
    groups: int, settings: dict[str, str], expected: str
) -> None:
    """INWO-44-R2: before he knocks."""
    own = beside(chained("UFOs", "C.I.A."), "UFOs", "Japan", "California")
    own = beside(own, "C.I.A.", "Russia", "England", "Texas")
    own = anywhere(own, "China")[:groups]
    rest = player("Bob", chained("The Network", "KKK")), player("Cid", chained("Shangri-La", "Hackers"))
    state = table(player("Ann", own), *rest, settings={"basic_goal": "8", **settings})

    assert expected == verdict(state, "A: knock")


def test_a_knock_ends_what_was_free_in_the_turn() -> None:
    """INWO-41: moves, takeovers, and Groups that a card would have brought."""
    state = two(chained("UFOs", "C.I.A."), free_moves=2, free_takeovers=1, granted=("kkk",))
    knocked = do(state, "A: knock")

    assert (0, 0, (), 3) == (knocked.free_moves, knocked.free_takeovers, knocked.granted, knocked.player("A").turns)


def test_a_turn_begins_with_nothing_used() -> None:
    """INWO-30: nor is anybody's turn put off any more."""
    state = two(chained("UFOs", "C.I.A."), phase=Phase.KNOCKED, interrupted="B", turn_used=(TOOK_OVER,), silent=("A",))
    begun = do(state, "B: begin")

    assert (None, (), (), "B", Phase.PLOTS) == (
        begun.interrupted,
        begun.turn_used,
        begun.silent,
        begun.on_turn,
        begun.phase,
    )
