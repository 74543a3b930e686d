"""The random evenings that all promises are looked at in, each played once; and how notation looks on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any

from companion.conformance.playouts import AnyGame, playout, sensible, start

LONGEST = 260
"""Actions of a random game that are looked at; long enough to come to the middle of it."""

SAMPLED = 20
"""In every such position all legal actions are carried out: that takes longer."""

POSITIONS, APART = 8, 18
"""So many positions at each number of players, so many actions apart."""

NOTATION = re.compile(
    r"->|\b[A-F]: |\b[A-F]\.(?:\d|[a-z])|\b[1-4]\.\d\.\d\b|\b[a-z]+_[a-z_]+\b|[{}]"
    r"|\b(?:of|before|in|for) [A-F]\b(?!\.[A-Z])"
)
"""What stands in no sentence for people."""

Table = tuple[AnyGame, int]
"""A game, and for how many players."""


@cache
def whole_game(table: Table) -> tuple[tuple[Any, Any, Any], ...]:
    """One random game of so many players, played once for all that is promised of it."""
    game, players = table
    return tuple(playout(game, players, 1000 + players))


def steps(table: Table, most: int | None = LONGEST) -> tuple[tuple[Any, Any, Any], ...]:
    """(state, action, state after) from the set-up on."""
    return whole_game(table)[:most]


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
