"""Where a trial begins: some way into a random evening, at a moment when a player has to decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from companion.conformance.playouts import AnyGame, start
from companion.core.game import is_legal

EVENINGS = 30
"""So many random evenings of each game and number of players are known: trials share them."""

LONGEST_EVENING = 220


def position(game: AnyGame, players: int, random: Random) -> Sequence[Any]:
    """The actions of an evening until somebody has to decide."""
    done = evening_of(game, players, random.randrange(EVENINGS))
    return done[: random.choice([index for index, action in enumerate(done) if action.player is not None])]


@lru_cache(maxsize=1024)
def evening_of(game: AnyGame, players: int, number: int) -> Sequence[Any]:
    """The actions of a random evening of a game, all kinds equally likely, that is not over yet."""
    random, done = Random(number), []
    state = start(game, players)
    for _ in range(LONGEST_EVENING):
        legal = (action for action in by_kind(game.candidates(state), random) if is_legal(game, state, action))
        action = next(legal, None)
        if action is None or game.outcome(state := game.apply(state, action)) is not None:
            break
        done.append(action)
    return tuple(done)


def by_kind(actions: Iterable[Any], random: Random) -> Iterator[Any]:
    """The actions in random order, kind by kind."""
    kinds: dict[type, list[Any]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    order = list(kinds.values())
    random.shuffle(order)
    for some in order:
        random.shuffle(some)
        yield from some
