"""Writes a golden transcript: `python -m scripts.playthrough GAME PLAYERS SEED > tests/playthroughs/GAME_PLAYERS.txt`.

A complete random game in notation: after each action the number of legal actions and a digest of the position; a whole
position now and then; the score sheets at the end. `tests/playthroughs/test_playthroughs.py` replays it, so every
change of the rules that touches a game shows as a difference of the transcript.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

import click

from companion.core.game import legal_actions
from companion.games import GAMES
from tests.strategies import NAMES, AnyGame, sensible, start

WHOLE_POSITION_EVERY = 100


def digest(game: AnyGame, state: Any) -> str:
    """Eight characters that tell whether two positions are the same."""
    return hashlib.sha256(game.write_position(state).encode()).hexdigest()[:8]


def moves(game: AnyGame, players: int, seed: int) -> Iterator[str]:
    """A random game in notation."""
    random, state = Random(seed), start(game, players)
    while (action := sensible(game, state, random)) is not None:
        yield game.write_action(action)
        state = game.apply(state, action)


def transcript(game: AnyGame, players: int, actions: Iterator[str]) -> Iterator[str]:
    """The lines of the transcript of a game that is given by its actions."""
    state = start(game, players)
    yield f"# {game.name}, {players} players: {', '.join(NAMES[:players])}"
    for number, notation in enumerate(actions, start=1):
        count = sum(1 for _ in legal_actions(game, state))
        state = game.apply(state, game.read_action(notation))
        yield f"{number} [{count}] {notation} => {digest(game, state)}"
        if number % WHOLE_POSITION_EVERY == 0:
            yield from (f"    {line}" for line in game.write_position(state).splitlines() if line)
    outcome = game.outcome(state)
    for sheet in game.score(state):
        yield f"= {sheet.player} {sheet.total}"
        yield from (f"    {line.points} {line.why} {line.rule.id}" for line in sheet.lines)
    yield f"= {'nobody' if outcome is None else ' '.join(outcome.winners)}"


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("players", type=int)
@click.argument("seed", type=int)
def main(game: str, players: int, seed: int) -> None:
    """Print the transcript of a random game."""
    for line in transcript(GAMES[game], players, moves(GAMES[game], players, seed)):
        click.echo(line)


if __name__ == "__main__":
    main()
