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

from benchmarks.playouts import NAMES, AnyGame, sensible, start
from companion.core.game import legal_actions
from companion.games import GAMES

WHOLE_POSITION_EVERY = 100
SETTING = "# setting: "


def digest(game: AnyGame, state: Any) -> str:
    """Eight characters that tell whether two positions are the same."""
    return hashlib.sha256(game.write_position(state).encode()).hexdigest()[:8]


def moves(
    game: AnyGame, players: int, seed: int, settings: dict[str, str], seldom: tuple[str, ...] = ()
) -> Iterator[str]:
    """A random game in notation; kinds of action named in `seldom` are left out mostly."""
    random, state = Random(seed), start(game, players, settings)
    while (action := sensible(game, state, random, seldom=seldom)) is not None:
        yield game.write_action(action)
        state = game.apply(state, action)


def transcript(game: AnyGame, players: int, actions: Iterator[str], settings: dict[str, str]) -> Iterator[str]:
    """The lines of the transcript of a game that is given by its settings and actions."""
    state = start(game, players, settings)
    yield f"# {game.name}, {players} players: {', '.join(NAMES[:players])}"
    yield from (f"{SETTING}{name} = {choice}" for name, choice in settings.items())
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
@click.option("--set", "chosen", multiple=True, metavar="NAME=CHOICE", help="A table setting.")
@click.option("--seldom", multiple=True, metavar="KIND", help="A kind of action left out mostly, such as Discard.")
def main(game: str, players: int, seed: int, chosen: tuple[str, ...], seldom: tuple[str, ...]) -> None:
    """Print the transcript of a random game."""
    settings = dict(choice.split("=", 1) for choice in chosen)
    for line in transcript(GAMES[game], players, moves(GAMES[game], players, seed, settings, seldom), settings):
        click.echo(line)


if __name__ == "__main__":
    main()
