"""Random legal games, for every property test: whoever registers a game gets them for it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.core.game import Game, Options, legal_actions, violation

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
AnyGame = Game[Any, Any]


def start(game: AnyGame, players: int, settings: dict[str, str] | None = None) -> Any:
    return game.setup(Options(NAMES[:players], settings or {}))


def any_legal(game: AnyGame, state: Any, random: Random) -> Any | None:
    """A legal action, all equally likely; None if there is none. Asks the rules as seldom as possible."""
    if game.outcome(state) is not None:
        return None
    actions = list(game.candidates(state))
    while actions:
        index = random.randrange(len(actions))
        if violation(game, state, actions[index]) is None:
            return actions[index]
        actions[index] = actions[-1]
        actions.pop()
    return None


def sensible(game: AnyGame, state: Any, random: Random) -> Any | None:
    """A legal action, all kinds of action equally likely: what is done seldom but matters comes up oftener."""
    kinds: dict[type, list[Any]] = {}
    for action in legal_actions(game, state):
        kinds.setdefault(type(action), []).append(action)
    return random.choice(kinds[random.choice(list(kinds))]) if kinds else None


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


def some_settings(game: AnyGame) -> st.SearchStrategy[dict[str, str]]:
    """Table settings, mostly defaults."""
    choices = {setting.name: st.sampled_from(setting.choices) for setting in game.settings}
    return st.one_of(st.just({}), st.fixed_dictionaries({}, optional=choices))


@st.composite
def states(draw: st.DrawFn, game: AnyGame, longest: int = 400) -> Any:
    """A state that a random game came to."""
    players = draw(st.sampled_from(list(game.players)))
    settings, seed = draw(some_settings(game)), draw(st.integers(0, 2**32 - 1))
    steps = list(playout(game, players, seed, settings=settings, most=draw(st.integers(0, longest))))
    return steps[-1][2] if steps else start(game, players, settings)
