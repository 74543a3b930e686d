"""Sentences, never notation: every text of every screen of many positions is read, as a value.

Pixels are read in `test_every_screen`; here only what a screen says, so that a hundred positions of each game cost
little.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.conformance.steps import NOTATION
from companion.core.game import Options, legal_actions
from companion.core.text import ENGLISH, Text, with_names
from companion.games import GAMES

POSITIONS, EVERY, SOME = 100, 3, 40
NAMES = ("Liisa", "Ott", "Kadri", "Jaan", "Piret", "Oskar")


@cache
def fields_of(kind: type[Any]) -> tuple[str, ...]:
    """The names of what its values consist of: asked for each value anew, it would take most of the time."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()


def texts(shown: Any) -> Iterator[Text]:
    """Every text in a value, wherever it stands; what is behind a button is no text."""
    if isinstance(shown, Text):
        yield shown
    elif isinstance(shown, tuple | list | frozenset):
        for each in shown:
            yield from texts(each)
    else:
        for name in fields_of(type(shown)):
            if name != "intent":
                yield from texts(getattr(shown, name))


def positions(name: str) -> Iterator[tuple[Any, Any]]:
    """States of random games of every number of players, and each of their latest actions."""
    game, random, number = GAMES[name], Random(14), 0
    counts = sorted(game.players)
    while True:
        state, latest = game.initial_state(Options(NAMES[: counts[number % len(counts)]])), None
        number += 1
        for step in range(400):
            if step % EVERY == 0:
                yield state, latest
            legal = list(islice(legal_actions(game, state), SOME))
            if not legal:
                break
            action = random.choice(legal)
            state, latest = game.apply(state, action), (state, action)


@pytest.mark.parametrize("name", list(GAMES))
def test_no_screen_of_a_hundred_positions_has_notation(name: str) -> None:
    """Names, never letters; no `A: take 2 HeliosLab Ltd -> 3` on any screen."""
    game, said = GAMES[name], set[str]()
    for state, latest in islice(positions(name), POSITIONS):
        screen = game.present(state)
        people = {seat.seat: seat.name for seat in screen.seats}
        said.update(with_names(text, people).render(ENGLISH) for text in texts(screen))
        if latest is not None:
            said.add(game.sentence(*latest).render(ENGLISH))

    assert 100 < len(said)
    assert [] == sorted(line for line in said if NOTATION.search(line))


def test_notation_would_be_noticed() -> None:
    for line in ("A: take 2 HeliosLab Ltd", "lay Tile 22 at 1.2.0", "C: end turn", "agent_mobilisation", "slot 1 of B"):
        assert NOTATION.search(line)
