"""The command that says whether the machine is ready for an evening."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from companion.cli.root import cli, journal_option, json_option
from companion.config import Settings

MARKS = {"good": "good  ", "usable": "usable", "broken": "BROKEN"}


@cli.command()
@json_option
@journal_option
@click.pass_obj
def doctor(settings: Settings, as_json: bool, journal: Path) -> None:
    """Check camera, light, pins, sound, screen, input, disk, clock and journal; say what to do about what is wrong."""
    from companion.appliance.doctor import Health, examine  # Heavy, and no other command needs it.

    findings = list(examine(settings, journal))
    if as_json:
        entries = [
            {"part": each.part, "health": each.health.value, "what": str(each.what), "remedy": str(each.remedy)}
            for each in findings
        ]
        click.echo(json.dumps(entries, ensure_ascii=False))
    else:
        for each in findings:
            click.echo(f"{MARKS[each.health.value]}  {each.part:8} {each.what}")
            if each.health is not Health.GOOD:
                click.echo(f"                  {each.remedy}")
    sys.exit(1 if any(each.health is Health.BROKEN for each in findings) else 0)
