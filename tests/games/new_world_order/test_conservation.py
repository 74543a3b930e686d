"""No card comes from nowhere, and none leaves the game but what is paid, played, thrown away or resolved."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.conformance.playouts import sensible, start
from companion.core.game import legal_actions
from companion.games.new_world_order import GAME
from companion.games.new_world_order.actions import Action
from companion.games.new_world_order.state import State

LONGEST = 600
SAMPLED = 60
"""In every such position each legal action is carried out: that takes longer."""

GIVES_UP = {"AboveTheLaw", "Blackmail", "Buy", "Discard", "Drop", "SetAside", "TakeOver"}


def cards(state: State) -> Counter[str]:
    """Every card of the evening that has not left the game, wherever it is."""
    lying = Counter(piece for pieces in GAME.table(state).zones.values() for piece in pieces)
    return +Counter({card: lying[card] + state.unseen_of(card) for card in state.catalog.card_index})


def check(state: State, action: Action) -> State:
    after = GAME.apply(state, action)
    come, left = cards(after) - cards(state), cards(state) - cards(after)
    assert not come, (GAME.write_action(action), come)
    assert bool(left) <= (type(action).__name__ in GIVES_UP), (GAME.write_action(action), left)
    return after


@pytest.mark.parametrize("seed", range(3))
def test_no_action_loses_or_makes_a_card(seed: int) -> None:
    """NWO-17, NWO-54, NWO-66, NWO-80, NWO-83."""
    random, state = Random(seed), start(GAME, 2 + seed)
    for number in range(LONGEST):
        if number % SAMPLED == 0:
            for action in legal_actions(GAME, state):
                check(state, action)
        chosen = sensible(GAME, state, random)
        if chosen is None:
            break
        state = check(state, chosen)
