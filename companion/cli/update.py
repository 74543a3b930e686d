"""The commands that bring another version of the companion onto the appliance."""

from __future__ import annotations

from pathlib import Path

import click

from companion.appliance import updates
from companion.cli.root import cli, journal_option
from companion.config import Settings
from companion.core.text import say
from companion.errors import UpdateError


@cli.command()
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path, exists=True))
@click.option("--yes", is_flag=True, help="Agree to install somebody's game without being asked.")
def update(source: Path, *, yes: bool) -> None:
    """Switch the appliance to the version in a wheel, or add a game's wheel; what does not come up is taken back."""
    if (added := updates.game_wheel(source)) is not None:
        click.echo(
            say(
                "The package {package} {version} brings games: {games}. It is a program with all rights of the "
                "companion’s service: it can use the camera, and read and change journal and settings.",
                package=added.package,
                version=added.version,
                games=added.games,
            )
        )
        if not yes and not click.confirm(str(say("Do you trust who made it?"))):
            raise UpdateError("Nothing was installed.")
    updates.update(source.absolute(), updates.Appliance(), updates.Systemd(), click.echo)


@cli.command("self-test", hidden=True)
@journal_option
@click.option("--game", "games", multiple=True, help="A game that has to be playable.")
@click.pass_obj
def self_test(settings: Settings, journal: Path, games: tuple[str, ...]) -> None:
    """Try out this version on this machine (what `update` starts)."""
    from companion.appliance.self_test import try_out

    for each in try_out(settings, journal, games):
        click.echo(each)
