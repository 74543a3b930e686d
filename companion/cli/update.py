"""The commands that bring another version of the companion onto the appliance."""

from __future__ import annotations

from pathlib import Path

import click

from companion.appliance import updates
from companion.cli.root import cli, journal_option
from companion.config import Settings


@cli.command()
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path, exists=True))
def update(source: Path) -> None:
    """Switch the appliance to the version in a wheel, or in a folder with one; what does not come up is taken back."""
    updates.update(source.absolute(), updates.Appliance(), updates.Systemd(), click.echo)


@cli.command("self-test", hidden=True)
@journal_option
@click.pass_obj
def self_test(settings: Settings, journal: Path) -> None:
    """Try out this version on this machine (what `update` starts)."""
    from companion.appliance.self_test import try_out

    for each in try_out(settings, journal):
        click.echo(each)
