"""`companion learn-faces`: cards without labels are shown once, and known by their faces from then on."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.adoption import simulated_camera
from companion.cli.root import CAMERA, FOLDER, any_file, cli, required_game_option
from companion.config import Settings, read_text
from companion.core.text import Text, say, say_plural
from companion.errors import ImageError
from companion.games import GAMES

if TYPE_CHECKING:
    from companion.cameras.face_learning import FaceLearning
    from companion.core.game import Game


@cli.command("learn-faces")
@required_game_option
@click.option("--list", "cards", type=any_file, help="A text with a card a line, as they will be laid.")
@click.option(
    "--backs", "are_backs", is_flag=True, help="One card with each different back, face down, instead of faces."
)
@click.option(
    "--image",
    "images",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Pictures of the cards, one after another.",
)
@click.option("--camera", "source", help=f"{CAMERA}; without --image.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder; else beside the journal.")
@click.pass_obj
def learn_faces(settings: Settings, /, name: str, cards: Path | None, out: Path | None, **asked: Any) -> None:
    """Learn what your cards look like: lay them face up on the mat, row by row in the order of the list."""
    from companion.cameras.face_learning import FaceLearning, pictures_in, pieces_in
    from companion.cameras.learnt_faces import usual_face_folder

    if (cards is None) != asked["are_backs"]:
        raise click.UsageError("Name the list of the cards with --list, or show their backs with --backs.")
    game, images = GAMES[name], asked["images"]
    folder = out or settings.faces.get(name, usual_face_folder(FOLDER, name))
    if cards is None:
        _learn_backs(settings, FaceLearning(game, folder, ()), images, asked["source"])
        return
    learning, refused = FaceLearning(game, folder, pieces_in(game, read_text(cards).splitlines())), False
    camera = _from_camera(settings, game, asked["source"], _next_due(learning))
    for image in pictures_in(images, learning) if images else camera:
        try:
            told = learning.take(image)
        except ImageError as error:
            refused, told = True, []
            click.echo(f"companion: {error}", err=True)
        for shown in told:
            refused = refused or shown.fault is not None
            words = game.piece_name(shown.piece)
            click.echo(words if shown.fault is None else say("{card}: {fault}", card=words, fault=shown.fault))
        if refused and images:
            break  # What the next picture shows was to follow upon what is still due.
    click.echo(say_plural("{count} card is left to show.", "{count} cards are left to show.", len(learning.due)))
    sys.exit(1 if refused and images else 0)


def _learn_backs(settings: Settings, learning: FaceLearning, images: Sequence[Path], source: str | None) -> None:
    from companion.cameras.face_learning import pictures_in

    question = say("Lay one card with each different back face down; Enter when they lie there")
    camera = _from_camera(settings, learning.game, source, [question])
    count = learning.learn_backs(pictures_in(images) if images else camera)
    click.echo(say_plural("{count} back is known.", "{count} backs are known.", count))


def _next_due(learning: FaceLearning) -> Iterator[Text]:
    """What is asked before each picture; while any are due."""
    while learning.due:
        yield say("Lay {card} and those that follow; Enter when they lie there, q to end", card=learning.next_due)


def _from_camera(
    settings: Settings, game: Game[Any, Any], source: str | None, questions: Iterable[Text]
) -> Iterator[Any]:
    """A picture of the camera each time cards have been laid as they were asked for."""
    from companion.cameras.sources import EveningCamera, one_picture

    camera = EveningCamera(source or settings.camera.source, settings, lambda: simulated_camera(game))
    for question in questions:
        if click.prompt(str(question), default="", show_default=False).strip().lower() == "q":
            return
        yield one_picture(camera)
