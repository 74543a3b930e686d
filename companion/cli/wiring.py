"""The command that says how buttons and lamps are wired."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.root import any_file, cli
from companion.config import Settings
from companion.core.text import say
from companion.optional import installed


@cli.command()
@click.option("--out", type=any_file, help="A drawing of the header: an SVG, or a PDF where it is called so.")
@click.pass_obj
def wiring(settings: Settings, /, out: Path | None) -> None:
    """Say which pin goes to what, by the settings that stand."""
    from companion.appliance.wiring import wires, wiring_sketch

    found = wires(settings)
    for wire in found:
        click.echo(wire.words)
    if not found:
        click.echo(say("The settings name no buttons, lamps or lights."))
    if out is not None:
        with installed("printing"):
            from companion.printing.drawing_pages import write_sketch
        write_sketch(out, wiring_sketch(found), say("Wiring"), [wire.words for wire in found])
        click.echo(out, err=True)
