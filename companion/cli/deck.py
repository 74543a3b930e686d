"""Commands about decks that players bring: registering one, and giving each of its cards a label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from companion.cli.root import any_file, cli, required_game_option
from companion.config import read_text
from companion.core.game import Game
from companion.core.printed_copy import blank_tags_of, decks_of, with_profile
from companion.core.table import Tag
from companion.core.text import say, say_plural
from companion.errors import CatalogError
from companion.games import GAMES


@cli.command()
@required_game_option
@click.option("--player", required=True, help="Whose deck it is.")
@click.option("--file", "path", type=any_file, required=True, help="The file of decks; made if there is none.")
@click.option("--list", "cards", type=any_file, help="A text with a card a line, copies as `3 Hoax!`; else pictures.")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
def deck(name: str, player: str, path: Path, cards: Path | None, images: tuple[Path, ...]) -> None:
    """Register a player's deck: by pictures of the labels on its cards, or by a list."""
    if (cards is None) == (not images):
        raise click.UsageError("Name pictures of the deck's labels, or a --list of its cards.")
    game, profile = GAMES[name], read_text(path) if path.exists() else ""
    with _saying(path):
        tags = () if cards is not None else _tags_in(with_profile(game, profile), images)
        changed = decks_of(game).register_deck(profile, player, tags, "" if cards is None else read_text(cards))
    path.write_text(changed, encoding="utf-8")
    if cards is None:
        said = say_plural("{count} label was read.", "{count} labels were read.", len(tags))
        click.echo(say("{file} has {player}'s deck: {labels}", file=path, player=player, labels=said))
    else:
        click.echo(say("{file} has {player}'s deck.", file=path, player=player))


def label_decks(game: Game[Any, Any], path: Path) -> tuple[Game[Any, Any], tuple[Tag, ...]]:
    """The game with the decks of a file, and the labels of their cards; what copies got is written into the file."""
    profile = read_text(path)
    with _saying(path):
        changed, tags = decks_of(game).label_decks(profile)
        if not tags:
            raise CatalogError("decks: there is none; write one under [[decks]], or register one.")
    if changed != profile:
        path.write_text(changed, encoding="utf-8")
        click.echo(say("{file}: copies have labels of their own now; they stand in the file.", file=path))
    return with_profile(game, changed), tags


def _tags_in(game: Game[Any, Any], images: Sequence[Path]) -> tuple[Tag, ...]:
    """The labels of pieces in the pictures, each once. Raises ImageError for a picture that cannot be read."""
    from companion.cameras.label_reading import PictureLabels, read_labels

    cards, found = {*game.piece_of, *blank_tags_of(game)}, dict[Tag, None]()
    for answer in read_labels(game, images, also=blank_tags_of(game)):
        if not isinstance(answer, PictureLabels):
            raise answer
        found.update((label["tag"], None) for label in answer.labels if label["tag"] in cards)
    return tuple(found)


@contextmanager
def _saying(path: Path) -> Iterator[None]:
    """What is wrong with a file is said with its name."""
    try:
        yield
    except CatalogError as error:
        raise CatalogError(f"{path}: {error}") from error
