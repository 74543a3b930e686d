"""Commands about the owner's copy: how much of it is known, and what somebody else's file says of his."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path

import click

from companion.cli.root import any_file, cli, journal_option, json_option, required_game_option
from companion.config import Settings
from companion.core.copy_form import different, status
from companion.core.printed_copy import copy_form_of
from companion.core.table import Piece
from companion.core.text import say, say_plural
from companion.games import GAMES, with_profile
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import pieces_in_play
from companion.owners_copy.copy_files import learn_copy, read_copy, write_copy
from companion.owners_copy.house_copies import Copies, folder_beside
from companion.session.game_history import GameHistory


@cli.group()
def catalogue() -> None:
    """What is printed on your copy of a game: how much is known, to a file, from a file."""


@catalogue.command("status")
@required_game_option
@json_option
@journal_option
@click.pass_obj
def copy_status(settings: Settings, name: str, as_json: bool, journal: Path) -> None:
    """Say how many printed values nobody has told yet, and how many of them are needed tonight."""
    copies = _copies(settings, journal)
    answers = copies.log(name).answers
    form = copy_form_of(copies.known(name))
    needed = _on_the_table(name, journal)
    needed = pieces_in_play(copies.known(name)) if needed is None else needed
    found = status(form.sheets(answers), answers, needed, form.remarks(answers))
    if as_json:
        groups = {group: {"values": values, "to_go": to_go} for group, (values, to_go) in found.by_group.items()}
        click.echo(json.dumps({"game": name, **asdict(found), "by_group": groups}, ensure_ascii=False))
        return
    click.echo(
        say(
            "{to_go} of {all} values to go, {needed} needed for tonight",
            to_go=found.to_go,
            all=found.total,
            needed=found.needed,
        )
    )
    for group, (values, to_go) in found.by_group.items():
        if to_go:
            click.echo(f"  {say('{group}: {to_go} of {all} to go', group=group, to_go=to_go, all=values)}")
    if found.doubtful:
        click.echo(
            say_plural(
                "{count} value cannot be right; look at it on the screen.",
                "{count} values cannot be right; look at them on the screen.",
                found.doubtful,
            )
        )


@catalogue.command("export")
@required_game_option
@journal_option
@click.argument("file", type=any_file)
@click.pass_obj
def export_copy(settings: Settings, name: str, journal: Path, file: Path) -> None:
    """Write what is known of your copy into FILE, to be kept or given to somebody."""
    write_copy(_copies(settings, journal), name, file)
    click.echo(say("{file} has what is known of your copy.", file=file))


@catalogue.command("import")
@required_game_option
@journal_option
@click.argument("file", type=any_file)
@click.pass_obj
def import_copy(settings: Settings, name: str, journal: Path, file: Path) -> None:
    """Take what FILE says of a copy for yours; it can be taken back on the screen with one touch."""
    count = learn_copy(_copies(settings, journal), name, file)
    click.echo(say_plural("{count} value was taken over.", "{count} values were taken over.", count))


@catalogue.command("difference")
@required_game_option
@journal_option
@click.argument("file", type=any_file)
@click.pass_obj
def copy_difference(settings: Settings, name: str, journal: Path, file: Path) -> None:
    """Say in words where FILE and your copy differ."""
    here = _copies(settings, journal).game(name)
    found = list(different(copy_form_of(here), copy_form_of(read_copy(name, file))))
    for each in found:
        click.echo(each.sentence())
    click.echo(say_plural("{count} value differs", "{count} values differ", len(found)))


def _copies(settings: Settings, journal: Path) -> Copies:
    return Copies(GAMES, folder_beside(journal.parent), settings.profile)


def _on_the_table(name: str, journal: Path) -> Collection[Piece] | None:
    """What lies on the table of the open evening of this game; None where there is none."""
    if not journal.exists():
        return None
    with JournalStore(journal, to_read=True) as store:
        saved = store.latest()
        if saved is None or saved.game != name:
            return None
        history = GameHistory(with_profile(name, saved.profile), store, saved, read_only=True)
        return {piece for pieces in history.game.table(history.state).zones.values() for piece in pieces}
