"""Commands about rules: positions, worked cases, and what is printed on one's own copy."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from companion.cases import case_runner as cases
from companion.cli.photos import score_entry, score_photos
from companion.cli.position_file import read_position_file
from companion.cli.root import (
    any_file,
    cli,
    game_option,
    json_option,
    name_and_choice,
    profile_option,
    required_game_option,
)
from companion.config import Settings
from companion.core.facts import differences, provisional
from companion.core.game import violation
from companion.core.printed_copy import facts_of, profile_of
from companion.core.rules import Violation
from companion.core.text import say, say_plural
from companion.errors import NotationError
from companion.games import GAMES
from companion.journal.reports import leaders, score_sheet
from companion.owners_copy.copy_files import read_copy


@cli.command()
@json_option
@profile_option
@click.argument("position", type=any_file)
@click.argument("action")
@click.pass_obj
def check(settings: Settings, as_json: bool, profile: Path | None, position: Path, action: str) -> None:
    """Say whether an action is legal in a position, and if not, by which rule."""
    game, state = read_position_file(settings, profile, position)
    found = violation(game, state, game.read_action(action))
    if as_json:
        click.echo(json.dumps(verdict_entry(found), ensure_ascii=False))
    elif found is None:
        click.echo(say("legal"))
    else:
        click.echo(say("not legal: {reason}", reason=found.reason))
        click.echo(f"  {found.rule.citation}\n  {found.repair}")


@cli.command()
@json_option
@profile_option
@click.option("--photo", "photos", multiple=True, type=click.Path(path_type=Path), help="A picture of the table.")
@game_option
@click.option("--players", "names", help="Who plays in the pictures: how many, or names, clockwise, with commas.")
@click.option("--set", "chosen", multiple=True, callback=name_and_choice, help="A setting of the game: NAME=CHOICE.")
@click.option("--answer", "answers", multiple=True, callback=name_and_choice, help="An answer: QUESTION=CHOICE.")
@click.argument("position", type=any_file, required=False)
@click.pass_obj
def score(settings: Settings, /, as_json: bool, position: Path | None, **asked: Any) -> None:
    """Score a position, or what lies in pictures of a table, line by line with the rule behind each."""
    if asked["photos"]:
        if position is not None:
            raise click.UsageError("Score a position or pictures, not both.")
        score_photos(settings, asked, as_json=as_json)
        return
    if position is None:
        raise click.UsageError("Name a file with a position, or pictures with --photo.")
    game, state = read_position_file(settings, asked["profile"], position)
    scores, outcome = game.score(state), game.outcome(state)
    if as_json:
        winners = outcome.winners if outcome else leaders(scores)
        sheets = [score_entry(sheet) for sheet in scores]
        answer = {"game": game.name, "final": outcome is not None, "scores": sheets, "winners": list(winners)}
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    names = {seat.seat: seat.name for seat in game.present(state).seats}
    for line in score_sheet(scores, outcome, names):
        click.echo(line)


@cli.command("cases")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def run_cases(paths: tuple[Path, ...]) -> None:
    """Run files of worked cases, or folders of them; say which hold."""
    files = [file for path in paths for file in (sorted(path.rglob("*.toml")) if path.is_dir() else [path])]
    if not files:
        raise NotationError(f"{', '.join(map(str, paths))}: there is no file of cases (*.toml) in it.")
    reports = [cases.run(file, GAMES) for file in files]
    for report in reports:
        for result in report.results:
            click.echo(f"{say('holds') if result.holds else say('FAILS')}  {result.id}  {result.title}")
            for failure in result.failures:
                click.echo(f"       {failure}")
    failed = sum(not result.holds for report in reports for result in report.results)
    total = sum(len(report.results) for report in reports)
    click.echo(say_plural("{held} of {count} cases hold", "{held} of {count} cases hold", total, held=total - failed))
    sys.exit(1 if failed else 0)


@cli.command("profile")
@required_game_option
@json_option
@click.argument("file", type=any_file, required=False)
def printed(name: str, as_json: bool, file: Path | None) -> None:
    """Write out what we know to be printed on the pieces, or check FILE, what your copy says, against it."""
    game = GAMES[name]
    if file is None:
        click.echo(profile_of(game))
        return
    own = read_copy(name, file)
    changed, unconfirmed = list(differences(facts_of(game), facts_of(own))), provisional(facts_of(own))
    if as_json:
        click.echo(json.dumps({"different": [asdict(each) for each in changed], "provisional": unconfirmed}))
        return
    for each in changed:
        click.echo(each)
    click.echo(say_plural("{count} value differs", "{count} values differ", len(changed)))
    click.echo(
        say_plural(
            "{count} of {all} is still provisional",
            "{count} of {all} are still provisional",
            unconfirmed,
            all=len(facts_of(own)),
        )
    )


def verdict_entry(found: Violation | None) -> dict[str, Any]:
    if found is None:
        return {"legal": True, **dict.fromkeys(("check", "rule", "source", "page", "reason", "repair"))}
    return {
        "legal": False,
        "check": found.check,
        "rule": found.rule.id,
        "source": found.rule.source.value,
        "page": found.rule.page,
        "reason": str(found.reason),
        "repair": str(found.repair),
    }
