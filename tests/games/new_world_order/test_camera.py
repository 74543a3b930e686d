"""Random games seen through a camera that does not see everything: never a wrong conclusion, seldom a question."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.core.inference import Ambiguous, Explained, Unexplained, explain
from companion.games.new_world_order import GAME
from companion.games.new_world_order.state import State
from tests.games.new_world_order.looking import glance
from tests.strategies import playout

GAMES_PLAYED = 2
UNREADABLE_LABELS = 0.02


def apart_from_slots(state: State) -> State:
    """The state without the numbers of slots, which a hand may hide and which the rules do not care about."""
    return replace(
        state,
        players=tuple(
            replace(player, slots=tuple(sorted(player.slots, key=lambda pile: (pile.cards, pile.fresh))))
            for player in state.players
        ),
    )


def conclusion(state: State, after: State, random: Random) -> str:
    """What is made of one look after one action: `right`, `nothing` seen, `asks`, or `WRONG`."""
    hands = 1 if random.random() < 1 / 3 else 0
    observation = glance(after, random, unreadable=UNREADABLE_LABELS, hands=hands)
    seen = GAME.layout(state).read(observation).identify(GAME.piece_of)
    match explain(GAME, state, seen):
        case Explained(()):
            return "nothing"
        case Explained(actions):
            end = state
            for action in actions:
                end = GAME.apply(end, action)
            return "right" if apart_from_slots(end) == apart_from_slots(after) else "WRONG"
        case Ambiguous() | Unexplained():
            return "asks"
        case _:
            return "WRONG"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_never_wrong_and_seldom_asking(players: int) -> None:
    """Each action of random games, with labels unreadable and a hand over the table in one look of three.

    Benchmarks repeat this ten thousand times (benchmarks/camera.py); here a few hundred looks for each table.
    """
    found: Counter[str] = Counter()
    for number in range(GAMES_PLAYED):
        random = Random(number)
        for state, _, after in playout(GAME, players, seed=100 * players + number):
            found[conclusion(state, after, random)] += 1

    assert 0 == found["WRONG"]
    assert 0.985 <= found["right"] / (found["right"] + found["asks"])
