"""Commands about labels: printing them, reading them, and how a camera sees them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.adoption import OPTIONS as ADOPTION
from companion.cli.adoption import adopt, adoption_options
from companion.cli.deck import label_decks
from companion.cli.root import (
    CAMERA,
    LENSES,
    any_file,
    cli,
    game_option,
    json_option,
    required_game_option,
)
from companion.config import Settings
from companion.core.game import Game
from companion.core.text import say, say_plural
from companion.core.zones import CornersOnly
from companion.games import GAMES
from companion.label_sets.label_set import LabelSet, label_set_of
from companion.label_sets.piece_labels import LABEL_MM, opening_state
from companion.optional import installed


@cli.command()
@required_game_option
@click.option("--format", "kind", type=click.Choice(["pdf", "png"]), default="pdf", show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="The PDF file, the folder for PNGs, or the label set that --adopt writes or goes on with.",
)
@click.option("--players", type=int, help="For how many players the mat is drawn.")
@click.option("--in-play", is_flag=True, help="Only labels that so many players need, by the usual rules.")
@click.option("--tiles-only", is_flag=True, help="No labels for cards that are known by their faces.")
@click.option("--only", multiple=True, help="A piece's name or a label's code, several times: lost ones, one kind.")
@click.option("--deck", type=any_file, help="Only labels of the decks in this file; each copy gets its own.")
@click.option("--copy", type=click.IntRange(1, 2), default=1, show_default=True, help="Labels for a second copy.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--mat-paper", type=click.Choice(["a4", "a3", "letter", "roll", "corners"]), help="The mat's own.")
@click.option("--stickers", help="The number of a sticker sheet (L7651, 5160 ...) or its measures; else cut marks.")
@click.option(
    "--label-mm", type=float, default=LABEL_MM, show_default=True, help="The largest labels' edge, 10 to 25 mm."
)
@click.option("--start", type=int, default=1, show_default=True, help="The first sticker that is still on its sheet.")
@click.option("--offset", type=(float, float), default=(0.0, 0.0), help="Prints so many mm further right and down.")
@click.option("--test-page", is_flag=True, help="Only the stickers' outlines, to hold against a sheet.")
@click.option("--plain-names", is_flag=True, help="PNGs are called by their tags alone.")
@adoption_options
@click.pass_obj
def labels(settings: Settings, /, name: str, out: Path, adopting: bool, **asked: Any) -> None:
    """Print the labels: a PDF with the table mat behind it, or one PNG for each tag.

    With --adopt nothing is printed: the codes that the pieces have already are learnt, one after the other.
    """
    adoption = {option: asked.pop(option) for option in ADOPTION}
    if adopting:
        adopt(settings, GAMES[name], out, **adoption)
    else:
        _print(name, out, **asked)


def _print(name: str, out: Path, kind: str, test_page: bool, plain_names: bool, **order: Any) -> None:
    with installed("printing"):
        from companion.printing.game_labels import LabelOrder, write_labels, write_offset_test, write_pictures
    game = GAMES[name]
    if (deck := order.pop("deck")) is not None:
        game, tags = label_decks(game, deck)
        order["only"] = (*order["only"], *tags)
    wanted = LabelOrder(**order)
    opening_state(game, wanted.players)
    if test_page:
        write_offset_test(game, out, wanted)
        written: Iterable[Path] = [out]
    elif kind == "png":
        written = write_pictures(game, out, wanted, named=not plain_names)
    else:
        written = write_labels(game, out, wanted)
    for path in written:
        click.echo(path)


@cli.command()
@click.option("--game", "name", type=click.Choice(sorted(GAMES)), required=True, help="Which game's labels.")
@json_option
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_obj
def read(settings: Settings, /, name: str, as_json: bool, images: tuple[Path, ...]) -> None:
    """Read the labels in pictures of a table."""
    from companion.cameras.label_reading import PictureLabels, read_labels

    found = list(read_labels(GAMES[name], images, label_set_of(settings, GAMES[name])))
    failures = [
        error for answer in found for error in (answer.complaints if isinstance(answer, PictureLabels) else [answer])
    ]
    for failure in failures:
        click.echo(f"companion: {failure}", err=True)
    pictures = [answer.labels if isinstance(answer, PictureLabels) else None for answer in found]
    if as_json:
        click.echo(json.dumps(pictures))
    else:
        _print_labels(name, images, pictures)
    if failures:
        sys.exit(1)


def _print_labels(name: str, images: Sequence[Path], pictures: Sequence[list[dict[str, Any]] | None]) -> None:
    for image, labels_seen in zip(images, pictures, strict=True):
        if labels_seen is None:
            continue
        click.echo(say_plural("{image}: {count} label", "{image}: {count} labels", len(labels_seen), image=image))
        for label in labels_seen:
            piece = GAMES[name].piece_of.get(label["tag"])
            what = GAMES[name].piece_name(piece) if piece else say("mat")
            x, y, score = (f"{label[key]:.{digits}f}" for key, digits in (("x", 1), ("y", 1), ("score", 2)))
            line = say(
                "{tag}  {what}  at ({x}, {y})  score {score}", tag=label["tag"], what=what, x=x, y=y, score=score
            )
            click.echo(f"  {line}")


def _board(_context: click.Context, _option: click.Parameter, words: str | None) -> tuple[int, int, float] | None:
    """`9x6x25`: columns and rows of inner corners, and the edge of a square in millimetres."""
    found = re.fullmatch(r"(\d{1,2})x(\d{1,2})x(\d{1,3}(?:\.\d+)?)", words or "9x6x25")
    if found is None or min(int(found[1]), int(found[2])) < 3 or float(found[3]) <= 0:
        raise click.BadParameter(f"{words!r} is no chequerboard; write COLUMNSxROWSxMM, such as 9x6x25.")
    return None if words is None else (int(found[1]), int(found[2]), float(found[3]))


@cli.command()
@game_option
@click.option("--camera", "source", help=f"{CAMERA}.")
@click.option("--players", type=int, help="For how many players the mat was drawn.")
@click.option("--corners", is_flag=True, help="Only the mat's four corners are taped onto the table.")
@click.option("--board", callback=_board, help="Measure the lens with a chequerboard of COLUMNSxROWSxMM inner corners.")
@click.option("--out", type=any_file, default=LENSES, show_default=True, help="Where --board keeps the lens.")
@click.pass_obj
def camera(settings: Settings, /, name: str | None, board: Any, out: Path, **asked: Any) -> None:
    """Say how well a camera stands over the mat: anchors, lens, and per region size, light and sharpness of labels."""
    from companion.cameras.lens_measurement import measure_lens
    from companion.cameras.placement_report import placement_report
    from companion.cameras.table_watch import WatchedTable

    source = asked["source"] or settings.camera.source
    if board is None and name is None:
        raise click.UsageError("Write --game for the mat that lies there, or --board for a chequerboard.")
    if board is not None:
        lines: Iterable[object] = measure_lens(source, settings, board, out)
    else:
        game, players = GAMES[str(name)], asked["players"]
        state = opening_state(game, players)
        adopted = label_set_of(settings, game)
        layout = CornersOnly(game.layout(state)) if asked["corners"] else game.layout(state)
        watched = WatchedTable(game, layout, settings, lambda: _simulated_camera(game, state, adopted), adopted)
        lines = placement_report(watched, source)
    for line in lines:
        click.echo(line)


def _simulated_camera(game: Game[Any, Any], state: Any, adopted: LabelSet | None) -> Any:
    with installed("simulation"):
        from companion.simulation.table_camera import still_camera
    return still_camera(game, state, adopted)
