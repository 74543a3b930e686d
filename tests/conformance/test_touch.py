"""Whatever is legal can be touched (issue 14): in random positions of every game each action can be composed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from benchmarks.playouts import AnyGame, sensible, start
from companion.core.game import legal_actions
from companion.games import GAMES
from tests.conformance.reachable import out_of_reach

TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]
POSITIONS, APART = 8, 18
"""So many positions of each game at each number of players, so many actions apart: 24 to 40 a game."""


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def test_every_legal_action_can_be_touched(table: tuple[str, int]) -> None:
    name, players = table
    game = GAMES[name]
    for state in islice(positions(game, players), POSITIONS):
        missing = out_of_reach(game, state, list(legal_actions(game, state)))

        assert [] == [game.write_action(each) for each in missing], game.write_position(state)


def positions(game: AnyGame, players: int) -> Iterator[Any]:
    """Out of one random game after the other."""
    random = Random(players)
    while True:
        state = start(game, players)
        for number in count():
            action = sensible(game, state, random)
            if action is None:
                break
            if number % APART == players % APART:
                yield state
            state = game.apply(state, action)
