"""The command that plans where a camera has to hang."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.root import Number, any_file, cli, game_option, json_option
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM, opening_state
from companion.optional import installed

TABLE = (1200.0, 800.0)


def _pair(_context: click.Context, _option: click.Parameter, words: str | None) -> tuple[float, float] | None:
    """`1200x800` as two numbers above zero, of five digits at most: no picture and no table is larger."""
    found = re.fullmatch(r"(\d{1,5}(?:\.\d+)?)x(\d{1,5}(?:\.\d+)?)", words or "1x1")
    if found is None or min(float(found[1]), float(found[2])) <= 0:
        raise click.BadParameter(f"{words!r} is no size; write WIDTHxHEIGHT, such as 1200x800.")
    return None if words is None else (float(found[1]), float(found[2]))


@cli.command("plan-camera")
@click.option("--model", help="module3, module3-wide, hq-6mm, webcam-hd ...; without one all are compared.")
@click.option("--field", type=Number(5, 170), help="Degrees that another camera sees from left to right.")
@click.option("--size", callback=_pair, help="Its picture in pixels, WIDTHxHEIGHT.")
@game_option
@click.option("--players", type=int, help="For how many players the mat is.")
@click.option("--table", callback=_pair, help="Another table in millimetres, WIDTHxDEPTH.")
@click.option("--label-mm", type=Number(5, 60), default=LABEL_MM, show_default=True, help="The labels' edge.")
@click.option("--lean", type=Number(0, 45), default=0.0, show_default=True, help="Degrees off the vertical.")
@click.option("--out", type=any_file, help="A drawing to scale: an SVG, or a PDF where it is called so.")
@json_option
def plan(out: Path | None, as_json: bool, label_mm: float, lean: float, **asked: Any) -> None:
    """Say how high a camera has to hang over a table, and how well labels are read there."""
    from companion.cameras.camera_plan import as_json as figures
    from companion.cameras.camera_plan import heading, plan_camera, plan_lines

    table = _table(**{key: asked.pop(key) for key in ("name", "players", "table")})
    plans = [plan_camera(model, table, label_mm, lean) for model in _models(**asked)]
    if out is not None:
        _draw(out, plans)
    if as_json:
        click.echo(json.dumps([figures(each) for each in plans]))
        return
    for each in plans:
        click.echo(heading(each))
        for line in plan_lines(each):
            click.echo(f"  {line.words}")


def _table(name: str | None, players: int | None, table: tuple[float, float] | None) -> tuple[float, float]:
    if table is not None:
        return table
    if name is None:
        return TABLE
    layout = GAMES[name].layout(opening_state(GAMES[name], players))
    return layout.width, layout.height


def _models(model: str | None, field: float | None, size: tuple[float, float] | None) -> Sequence[Any]:
    """The named one, the described one, or all."""
    from companion.cameras.camera_plan import another_camera, known_models

    if field is not None:
        width, height = size or (1920, 1080)
        return [another_camera(field, (int(width), int(height)))]
    if size is not None:
        raise click.UsageError("--size needs --field: how many degrees the camera sees from left to right.")
    return known_models(model or "")


def _draw(out: Path, plans: Sequence[Any]) -> None:
    if len(plans) > 1:
        raise click.UsageError("--out draws one camera: name it with --model or --field.")
    from companion.cameras.camera_plan import heading, plan_lines, plan_sketch

    with installed("printing"):
        from companion.printing.drawing_pages import write_sketch
    (one,) = plans
    write_sketch(out, plan_sketch(one), heading(one), [line.words for line in plan_lines(one)])
    click.echo(out, err=True)
