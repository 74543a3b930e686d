"""Commands for who makes a game of his own: a package to begin with, its labels, and how far it has come."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from companion.cli.root import any_file, cli
from companion.core.text import say
from companion.errors import CatalogError, ConfigError, GameError
from companion.games import GAMES


@cli.command("game-check")
@click.argument("package")
@click.option("--golden", is_flag=True, help="First play and write down a golden game for each number of players.")
def game_check(package: str, *, golden: bool) -> None:
    """Ask a game's package what its tier promises, and say how far it has come and the one thing to do next."""
    name = _name_of(package)
    if golden:
        from companion.conformance.transcripts import write_golden

        for file in write_golden(GAMES[name]):
            click.echo(file)
    try:
        from companion.conformance.game_check import game_check as checked
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"This needs {error.name}, which only makers of games need; install it with `pip install {error.name}`."
        ) from error
    kept = False
    for said in checked(name):
        if isinstance(said, bool):
            kept = said
        else:
            click.echo(said)
    sys.exit(0 if kept else 1)


def _name_of(package: str) -> str:
    """The name of the game that a package brings, called by any of its names. Raises GameError."""
    for name, found in GAMES.packages.items():
        if package in {name, found.module, found.distribution} and not (found.is_ours and package != name):
            GAMES[name]
            return name
    raise GameError(say("The game {game} is not installed here.", game=package))


@cli.command("make-tags")
@click.argument("letter")
@click.argument("pieces", nargs=-1, required=True)
@click.option("--first", default=1, show_default=True, type=click.IntRange(0, 999), help="Number of the first label.")
@click.option("--avoid", multiple=True, type=any_file, help="Another table of labels (several times).")
def make_tags(letter: str, pieces: tuple[str, ...], first: int, avoid: tuple[Path, ...]) -> None:
    """Print the table of a game's labels, tags.csv: PIECE, or PIECE*9 for nine alike.

    They look different from one another, from the mat's and the command cards', and from those of all games here.
    """
    from companion.conformance.tag_tables import beside_pieces, make, payloads_in
    from companion.core.tags import TagId

    if not re.fullmatch(r"[A-Z]", letter):
        raise ConfigError(f"{letter!r} is no letter for labels; choose one of A to Z.")
    rows = list(_copies(pieces))
    if first + len(rows) > 1000:
        raise ConfigError(f"{len(rows)} labels from number {first} on are too many; numbers end at 999.")
    tables = [*avoid, *(file for game in GAMES.packages.values() if game.folder for file in _tables(game.folder))]
    taken = [payload for file in tables for payload in payloads_in(_text(file), str(file))]
    numbers = [TagId(letter, first + place) for place in range(len(rows))]
    click.echo("number,payload,piece,copy")
    for (number, payload), (piece, copy) in zip(make(numbers, [*beside_pieces(), *taken]).items(), rows, strict=True):
        click.echo(f"{number},{payload},{piece},{copy}")


def _tables(folder: Path) -> Sequence[Path]:
    return sorted(folder.glob("*tags.csv"))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii")
    except (OSError, ValueError) as error:
        raise CatalogError(f"{file} cannot be read as a table of labels; name a game's tags.csv.") from error


def _copies(pieces: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each piece with the number of its copy. Raises ConfigError."""
    for words in pieces:
        found = re.fullmatch(r"([a-z][a-z0-9_]*)(?:\*([1-9]\d{0,2}))?", words)
        if found is None:
            raise ConfigError(f"{words!r} is no piece; write its name in small letters, or NAME*9 for nine alike.")
        yield from ((found[1], copy) for copy in range(1, int(found[2] or 1) + 1))
