"""What must hold in every state of random legal games, for every number of players and type of game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import Options, legal_actions, perft, violation
from companion.core.table import diff
from companion.games.iron_sky import GAME
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.settings import RULINGS
from companion.games.iron_sky.state import Phase, State
from tests.games.iron_sky.tables import NAMES, after, new_game, played, playout, table

GAMES = [(2, "beginner"), (2, "veteran"), (4, "experienced"), (6, "veteran")]


@pytest.mark.parametrize(("players", "kind"), GAMES)
def test_nothing_is_lost_and_the_meter_follows(players: int, kind: str) -> None:
    """Tiles, cards and tracks add up in every state; the marker that was moved stands where the board says (ISK-37)."""
    for state, _ in played(players, kind):
        assert () == GAME.faults(state)
        assert [derived_occupation(board) for board in state.boards] == [board.occupation for board in state.boards]
        assert all(board.devastation >= board.occupation for board in state.boards)


@pytest.mark.parametrize(("players", "kind"), GAMES)
def test_games_end_after_their_rounds(players: int, kind: str) -> None:
    """ISK-25, ISK-160: eight rounds, or seven to ten with random length; then nothing is legal."""
    last, _ = played(players, kind)[-1]
    outcome = GAME.outcome(last)

    assert Phase.OVER is last.phase
    assert last.round in (range(7, 11) if last.plays("random_length") else (8,))
    assert outcome is not None
    assert [] == list(legal_actions(GAME, last))
    sides = {last.player(seat).side for seat in outcome.winners}
    assert len(sides) <= 1


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10**6), choice=st.data())
def test_every_mixture_of_rulings_can_be_played(seed: int, choice: st.DataObject) -> None:
    """No combination of settings leads to a state without a legal action before the end."""
    context = {setting.name: choice.draw(st.sampled_from(setting.choices)) for setting in RULINGS}
    context.update(game_type="veteran", neutral_europe="shared_pool")
    *_, (last, _) = playout(2, seed, **context)

    assert GAME.outcome(last) is not None


def test_what_is_written_is_read_again() -> None:
    """Positions and actions of a game with all rules, refused ones too; of the usual game conformance asks the same."""
    for number, (state, action) in enumerate(played(4, "veteran")):
        if action is not None:
            assert action == GAME.read_action(GAME.write_action(action))
        for candidate in GAME.candidates(state) if number % 40 == 0 else ():
            assert candidate == GAME.read_action(GAME.write_action(candidate))
            found = violation(GAME, state, candidate)
            after = GAME.apply(state, candidate) if number % 200 == 0 else state
            assert found is None or str(found.repair)
            assert GAME.table(after).zones
        if number % 40 == 0:
            assert state == GAME.read_position(GAME.write_position(state))


def test_the_same_actions_give_the_same_game() -> None:
    """A game is a pure fold of its actions: replaying them gives an equal state with an equal hash."""
    games = [list(playout(2, 3)) for _ in range(2)]
    state = new_game(2)
    for _, action in games[0][:-1]:
        assert action is not None
        state = GAME.apply(state, action)

    assert games[0] == games[1]
    assert (games[0][-1][0], hash(games[0][-1][0])) == (state, hash(state))


class TestCounts:
    """How many sequences of legal actions there are from fixed positions: any change of the rules shows here."""

    def ready(self) -> State:
        return after(new_game(2), "sheet A infantry", "sheet B politician")

    def test_commanders(self) -> None:
        """Nine pairs of sheets, in either order."""
        assert [6, 18] == [perft(GAME, new_game(2), depth) for depth in (1, 2)]

    def test_the_first_turn(self) -> None:
        """13 ways to play a card, 4 orders in orbit, Advice, done."""
        assert [19, 231] == [perft(GAME, self.ready(), depth) for depth in (1, 2)]

    def test_one_battle(self) -> None:
        """Two sources each, then sixteen faces or six symbols for either card."""
        state = after(table(2, "reich"), "A: play infantry_mobilisation", "A: move 1 America o1 -> America 1")

        assert [2, 4, 176] == [perft(GAME, state, depth) for depth in (1, 2, 3)]


def test_every_state_of_a_game_has_its_picture() -> None:
    """The table agrees with itself, and every piece on it is one that has a label."""
    known = set(GAME.piece_of.values())
    for state, _ in played(4, "veteran"):
        picture = GAME.table(state)
        assert () == diff(picture, picture)
        assert {piece for pieces in picture.zones.values() for piece in pieces} <= known
        assert set(picture.zones) <= set(GAME.layout(state).zones)


def test_players_may_be_called_anything() -> None:
    """Names are untrusted: quotes, brackets and backslashes survive the position's notation."""
    state = GAME.initial_state(Options(('"][x', "{name} \\ ä 😀")))

    assert state == GAME.read_position(GAME.write_position(state))
    assert NAMES[0] != state.players[0].name
