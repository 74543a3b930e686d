"""Random games seen through a camera that does not see everything: never a wrong conclusion, seldom a question."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from benchmarks.looks import onlooker
from companion.conformance.playouts import playout
from companion.games.new_world_order import GAME

GAMES_PLAYED = 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_never_wrong_and_seldom_asking(players: int) -> None:
    """Each action of random games, with labels unreadable and a hand over the table in one look of three.

    `python -m benchmarks.camera new_world_order` repeats this ten thousand times; here a few hundred for each table.
    """
    found: Counter[str] = Counter()
    for number in range(GAMES_PLAYED):
        random = Random(number)
        for state, _, after in playout(GAME, players, seed=100 * players + number):
            found[onlooker(GAME).conclusion(state, after, random)] += 1

    assert 0 == found["wrong"]
    assert 0.985 <= found["right"] / (found["right"] + found["asks"])
