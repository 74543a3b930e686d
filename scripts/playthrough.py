"""Writes a golden transcript: `python -m scripts.playthrough GAME PLAYERS SEED > tests/playthroughs/GAME_PLAYERS.txt`.

With other settings, or without some kinds of action; `companion game-check GAME --golden` writes the usual ones.
"""

from __future__ import annotations

import click

from companion.conformance.transcripts import moves, transcript
from companion.games import GAMES


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
