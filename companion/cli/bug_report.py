"""Commands for when something has gone wrong: the report, and playing it again."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.appliance.bug_report import Report, reports_beside, states, write_report
from companion.appliance.bug_report import replay as replayed
from companion.appliance.bug_report import why as explained
from companion.cli.root import any_file, cli, journal_option, opened_journal
from companion.core.text import Text, say, say_plural


@cli.command("bug-report")
@journal_option
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder; else beside the journal.")
@click.pass_context
def bug_report(context: click.Context, /, journal: Path, out: Path | None) -> None:
    """Write a report: the journal, and the settings without secrets."""
    with opened_journal(journal) as store:
        report = Report(context.find_root().params["path"], tuple(states(store)))
        click.echo(write_report(report, store, out or reports_beside(store)))


@cli.command()
@click.argument("report", type=any_file)
def replay(report: Path) -> None:
    """Play the evenings of a report, or of a journal, again, and compare how they end."""
    wrong = False

    def warn(lost: Text) -> None:
        nonlocal wrong
        wrong = True
        click.echo(lost, err=True)

    for number, (found, reported) in enumerate(replayed(report, warn), 1):
        actions = say_plural("{count} action", "{count} actions", found.actions)
        if found.fault is not None:
            said = say("cannot be followed: {fault}", fault=found.fault)
        elif reported is None:
            said = say("ends in the state {state}", state=found.state)
        elif reported.state == found.state:
            said = say("ends in the state {state}, as in the report", state=found.state)
        else:
            said = say("ends in the state {state}, in the report in {other}", state=found.state, other=reported.state)
        wrong = wrong or found.fault is not None or (reported is not None and reported.state != found.state)
        click.echo(f"{number:4}  {found.game}  {actions}  {said}")
    sys.exit(wrong)


@cli.command()
@click.argument("report", type=any_file)
@click.argument("evening", type=int)
@click.argument("action", type=int)
def why(report: Path, evening: int, action: int) -> None:
    """Tell what an action of an evening might have been instead, with what speaks against each."""
    for line in explained(report, evening, action):
        click.echo(line)
