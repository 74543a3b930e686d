"""`companion labels --adopt`: learning the codes that are on the pieces already."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli.root import CAMERA, Number, any_file
from companion.config import Settings
from companion.core.game import Game
from companion.core.text import Text, say, say_plural
from companion.errors import CatalogError, ImageError
from companion.label_sets.label_set import LabelSet, described
from companion.label_sets.piece_labels import opening_state
from companion.optional import installed

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--adopt", "adopting", is_flag=True, help="Use the QR codes that are on the pieces: show each once."),
    click.option(
        "--symbol-mm", type=Number(1, 500), help="--adopt: the codes' edge in millimetres, white not counted."
    ),
    click.option(
        "--image",
        "images",
        multiple=True,
        type=click.Path(path_type=Path),
        help="--adopt: a picture of a code, or a folder of them.",
    ),
    click.option("--list", "listed", type=any_file, help="--adopt: lines of piece,picture."),
    click.option("--camera", "source", help=f"--adopt: {CAMERA}."),
)
OPTIONS = ("symbol_mm", "images", "listed", "source")


def adoption_options(command: Command) -> Command:
    """The options of `--adopt`, and that one."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def adopt(settings: Settings, game: Game[Any, Any], out: Path, symbol_mm: float | None, **pictures: Any) -> None:
    from companion.cameras.label_adoption import Adoption, listed_pictures, pictures_in_order, shown_to_camera
    from companion.cameras.sources import EveningCamera

    adoption, refused = Adoption(game, out, symbol_mm), False
    with ExitStack() as closing:
        if pictures["listed"] is not None:
            shown = listed_pictures(adoption, pictures["listed"])
        elif pictures["images"]:
            shown = pictures_in_order(adoption, pictures["images"])
        else:
            source = pictures["source"] or settings.camera.source
            camera = EveningCamera(source, settings, lambda: simulated_camera(game)).open()
            shown = shown_to_camera(adoption, closing.enter_context(camera), _asked)
        for tag, picture in shown:
            try:
                adoption.take(tag, picture())
            except (CatalogError, ImageError) as error:
                refused = True
                click.echo(f"companion: {described(game, tag)}: {error}", err=True)
            else:
                click.echo(described(game, tag))
    _print_adopted(adoption.labels, game, out)
    if refused:
        sys.exit(1)


def _asked(question: Text) -> bool | None:
    words = say("{question}; Enter when it lies there, s to leave it out, q to end", question=question)
    answer = click.prompt(str(words), default="", show_default=False)
    return {"s": False, "q": None}.get(answer.strip().lower(), True)


def _print_adopted(known: LabelSet, game: Game[Any, Any], out: Path) -> None:
    left = sum(1 for _ in known.due(game))
    click.echo(say_plural("{path}: {count} code", "{path}: {count} codes", len(known.labels), path=out))
    if left:
        click.echo(say_plural("{count} piece keeps our label", "{count} pieces keep our labels", left))
    click.echo(say("Write into the settings, under [labels]: {line}", line=f'{game.name} = "{out.name}"'))


def simulated_camera(game: Game[Any, Any]) -> Any:
    """The game's table as it lies before anybody has played, and nobody touches it."""
    with installed("simulation"):
        from companion.simulation.physical_table import still_camera
    return still_camera(game, opening_state(game))
