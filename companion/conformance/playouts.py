"""Random legal games of any game, for its conformance, for measurements and for property tests."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from companion.core.game import Game, Options, is_legal

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
AnyGame = Game[Any, Any]

NOW_AND_THEN = 0.1
"""How often what is done seldom is thought of."""


def start(game: AnyGame, players: int, settings: dict[str, str] | None = None) -> Any:
    return game.initial_state(Options(NAMES[:players], settings or {}))


def any_legal(game: AnyGame, state: Any, random: Random) -> Any | None:
    """A legal action, all equally likely; None if there is none. Asks the rules as seldom as possible."""
    if game.outcome(state) is not None:
        return None
    actions = list(game.candidates(state))
    while actions:
        index = random.randrange(len(actions))
        if is_legal(game, state, actions[index]):
            return actions[index]
        actions[index] = actions[-1]
        actions.pop()
    return None


def sensible(game: AnyGame, state: Any, random: Random, *, seldom: Collection[str] = ()) -> Any | None:
    """A legal action, all kinds of action equally likely: what is done seldom but matters comes up oftener.

    The kinds named in `seldom` are left out mostly, where there is something else to do.
    """
    found: dict[type, list[tuple[int, Any]]] = {}
    if game.outcome(state) is None:
        for place, action in enumerate(game.candidates(state)):
            found.setdefault(type(action), []).append((place, action))
    # Of a kind that is not chosen it is enough to know that there is one: to ask the rules is what takes long.
    legal = (next((each for each in some if is_legal(game, state, each[1])), None) for some in found.values())
    kinds = [type(action) for _, action in sorted(filter(None, legal), key=lambda first: first[0])]
    now_and_then = random.random() < NOW_AND_THEN
    likely = [kind for kind in kinds if now_and_then or kind.__name__ not in seldom] or kinds
    if not likely:
        return None
    chosen = found[random.choice(likely)]
    return random.choice([action for _, action in chosen if is_legal(game, state, action)])


def playout(
    game: AnyGame, players: int, seed: int, *, settings: dict[str, str] | None = None, most: int = 5000
) -> Iterator[tuple[Any, Any, Any]]:
    """A random game from its set-up: (state, action, state after) until the end, or `most` actions."""
    random = Random(seed)
    state = start(game, players, settings)
    for _ in range(most):
        action = any_legal(game, state, random)
        if action is None:
            return
        after = game.apply(state, action)
        yield state, action, after
        state = after
