"""No card vanishes, and none comes from nowhere: all that lay, was held or drawn before an action is there after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from companion.conformance.playouts import sensible, start
from companion.core.game import legal_actions
from companion.games.inwo import GAME
from companion.games.inwo.catalog import Kind
from companion.games.inwo.state import State

LONGEST = 400
SAMPLED = 40
"""In every such position each legal action is carried out: that takes longer."""


def cards(state: State) -> Counter[str]:
    """Every card of the evening, wherever it is."""
    return Counter(_cards(state))


def _cards(state: State) -> Iterator[str]:
    for player in state.players:
        yield from (*player.unseen_plots, *player.unseen_groups, *player.exposed, *player.discard, *player.agents)
        yield from (*player.cards_in_play, *(gone.card for gone in player.destroyed))
    yield from (*state.tried, *state.gone, *state.put_away)
    yield from (each.card for each in (*state.orders, *state.links))
    waiting = (*state.stack, *((state.by_hand,) if state.by_hand is not None else ()))
    yield from (each.card for each in waiting if state.card(each.card).kind is Kind.PLOT)
    if (attack := state.attack) is not None:
        yield from (card for _, card in attack.played)
        yield from (attack.target,) * attack.from_hand
        if state.attacking_plot is not None:
            yield state.attacking_plot
        yield from (attack.target,) * (attack.agents is not None)


@pytest.mark.parametrize("seed", range(5))
def test_no_action_loses_or_makes_a_card(seed: int) -> None:
    random = Random(seed)
    state = start(GAME, 2 + seed % 5)
    every = cards(state)
    for number in range(LONGEST):
        if number % SAMPLED == 0:
            for action in legal_actions(GAME, state):
                assert every == cards(GAME.apply(state, action)), GAME.write_action(action)
        action = sensible(GAME, state, random, seldom=("LeaveGame", "Discard", "RemoveToken"))
        if action is None:
            break
        after = GAME.apply(state, action)
        assert every == cards(after), (number, GAME.write_action(action), every - cards(after), cards(after) - every)
        state = after
