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


@cli.command("new-game")
@click.argument("name")
@click.option("--letter", default="G", show_default=True, help="With which the labels begin, A to Z.")
@click.option(
    "--into", type=click.Path(path_type=Path, file_okay=False), default=".", help="The folder in which it is made."
)
@click.option("--update", "again", is_flag=True, help="Bring one up to date that was made so.")
def new_game(name: str, letter: str, into: Path, *, again: bool) -> None:
    """Write a package to begin a game with: a toy that passes its own game-check."""
    from companion.conformance import new_game as made

    for said in made.update(name, into) if again else made.new_game(name, _letter(letter), into):
        click.echo(said)


def _letter(letter: str) -> str:
    """Raises ConfigError for what is none."""
    if not re.fullmatch(r"[A-Z]", letter):
        raise ConfigError(f"{letter!r} is no letter for labels; choose one of A to Z.")
    return letter


@cli.command("make-tags")
@click.argument("letter")
@click.argument("pieces", nargs=-1, required=True)
@click.option("--first", default=1, show_default=True, type=click.IntRange(0, 999), help="Number of the first label.")
@click.option("--avoid", multiple=True, type=any_file, help="Another table of labels (several times).")
def make_tags(letter: str, pieces: tuple[str, ...], first: int, avoid: tuple[Path, ...]) -> None:
    """Print the table of a game's labels, tags.csv: PIECE, or PIECE*9 for nine alike.

    They look different from one another, from the mat's and the command cards', and from those of all games here.
    """
    from companion.conformance.tag_tables import beside_pieces, make, payloads_in, shipped, table_of
    from companion.core.tags import TagId

    rows = list(_copies(pieces))
    if first + len(rows) > 1000:
        raise ConfigError(f"{len(rows)} labels from number {first} on are too many; numbers end at 999.")
    taken = [payload for file in avoid for payload in payloads_in(_text(file), str(file))]
    numbers = [TagId(_letter(letter), first + place) for place in range(len(rows))]
    made = make(numbers, [*beside_pieces(), *shipped(), *taken])
    click.echo(table_of(made, rows), nl=False)


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
