"""Commands that play: the touchscreen, the demo, and what the journal has kept."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.cli.root import (
    CAMERA,
    SETTINGS_FILE,
    any_file,
    camera_sources,
    cli,
    game_option,
    journal_option,
    name_and_choice,
    opened_journal,
)
from companion.config import SIMULATOR, Settings
from companion.core.game import Options
from companion.core.text import say
from companion.errors import ConfigError, JournalError
from companion.games import GAMES, version_of, with_profile
from companion.journal.exchange import hand_on, take_up
from companion.journal.record import write_record
from companion.journal.store import JournalStore
from companion.languages import house_language
from companion.optional import installed
from companion.owners_copy.house_copies import house_copies
from companion.pages.keepsake import keep_all
from companion.session.game_history import GameHistory

LAST_NUMBER = 2**63 - 1
"""The last that SQLite counts to."""

"""Pixels of a display of which pictures can be made, and as many digits as are looked at."""


@cli.command()
@game_option
@click.option("--players", "names", help="The players' names, clockwise, with commas between.")
@click.option("--set", "chosen", multiple=True, callback=name_and_choice, help="A setting of the game: NAME=CHOICE.")
@click.option(
    "--camera",
    "sources",
    multiple=True,
    callback=camera_sources,
    help=f"{CAMERA}; once for each camera over the table.",
)
@journal_option
@click.pass_obj
def run(settings: Settings, /, sources: tuple[str, ...], journal: Path, **new: Any) -> None:
    """Run the touchscreen. An evening that was cut off goes on where it stood; --players begins a new one.

    With --camera simulator it is a demonstration: the table plays by itself, and nothing is kept.
    """
    # Until there is a window that can be closed. A library that is being loaded would take a SystemExit for a fault of
    # its own; what the journal has is on the disk.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    driver = os.environ.get("SDL_VIDEODRIVER")  # importing the screen chooses one
    from companion.appliance import service, splash

    if driver is None:
        service.require_screen()
    watched = sources or (settings.camera.source, *settings.camera.more)
    if SIMULATOR in watched:
        settings = replace(settings, camera=replace(settings.camera, source=SIMULATOR))
    wanted = None if new["names"] is None else _wanted(settings, journal, **new)
    # What simulated hands do is no evening of this house.
    kept_in = ":memory:" if SIMULATOR in watched else journal
    with service.leaving_on_time(), JournalStore(kept_in, or_memory=True) as store:
        if kept_in != journal:
            as_the_house_likes_it(store, journal)
        saved = store.latest() if wanted is None else store.begin(*wanted, version=version_of(wanted[0]))
        file = click.get_current_context().meta[SETTINGS_FILE]
        preferences = store.preferences()
        language = house_language(preferences, os.environ)
        window = splash.window_with_splash(settings.display, preferences, language)
        from companion.application import bootstrap  # The heaviest import: by now there is something to see.

        bootstrap.run(window, settings, store, language, saved=saved, sources=watched, settings_file=file)


def as_the_house_likes_it(demonstration: JournalStore, journal: Path) -> None:
    """Language, colours and letters are those of the house, if it has chosen any; nothing is written there."""
    with suppress(JournalError), JournalStore(journal, to_read=True) as house:
        for name, value in house.preferences().items():
            demonstration.prefer(name, value)


def _wanted(
    settings: Settings, journal: Path, name: str | None, names: str, chosen: Mapping[str, str]
) -> tuple[str, Options, str]:
    """A new evening that can be played: its game, options and profile. Raises ConfigError, before anything is made."""
    from companion.cameras.learnt_faces import with_copies_known

    if name is None:
        raise click.UsageError("--players needs --game.")
    options = Options(tuple(part.strip() for part in names.split(",")), chosen)
    profile = house_copies(GAMES, settings, journal.parent).profile(name)
    profile = with_copies_known(settings, journal.parent, GAMES[name], profile)
    with_profile(name, profile).initial_state(options)
    return name, options, profile


@cli.command("demo")
@click.option("--game", "name", type=click.Choice(sorted(GAMES)), default=next(iter(GAMES)), show_default=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where pictures and journal go.")
@click.option("--evening", default="", help="Another recorded evening: its name, or a file.")
@click.pass_context
def play_demo(context: click.Context, /, name: str, out: Path | None, evening: str) -> None:
    """Play a game's recorded evening: real frames, real touches, a real power cut."""
    with installed("simulation"):
        from companion.simulation import demo
    folder = out or Path(tempfile.mkdtemp(prefix="companion-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    scenario, path = _scenario(name, evening), context.find_root().params["path"]
    settings = ("--settings", path) if path.exists() else ()

    def command(start: int) -> list[str]:
        return demo.interpreter(*settings, "run-scenario", scenario, "--out", folder, "--start", str(start))

    played = demo.play(command, click.echo)
    click.echo(say("journal {path}", path=folder / "journal.db"))
    sys.exit(1 if played.wrong else 0)


def _scenario(game: str, evening: str) -> Path:
    """A recorded evening of the game by its name, or a file. Raises ConfigError where there is neither."""
    shipped = {
        path.stem.removeprefix("evening").removeprefix("_"): path
        for path in sorted((GAMES.packages[game].folder or Path()).glob("evening*.toml"))
    }
    if evening in shipped:
        return shipped[evening]
    if evening and Path(evening).is_file():
        return Path(evening)
    if not evening:
        raise ConfigError(
            f"{game} brings no recorded evening; name one with --evening, or write one (docs/tutorial.md)."
        )
    names = ", ".join(name for name in shipped if name)
    raise ConfigError(f"--evening {evening}: no file, and no evening of {game}; there is {names or 'none'}.")


@cli.command(hidden=True)
@click.argument("scenario", type=any_file)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@click.option("--start", type=int, default=1)
@click.pass_obj
def run_scenario(settings: Settings, scenario: Path, out: Path, start: int) -> None:
    """Run a scenario from a step on, reporting in lines of JSON (what `demo` starts)."""
    with installed("simulation"):
        from companion.simulation import end_to_end
    end_to_end.run(settings, scenario, out, start, lambda said: print(json.dumps(said), flush=True))


@cli.command()
@click.argument("number", type=click.IntRange(1, LAST_NUMBER), required=False)
@journal_option
@click.option("--position", is_flag=True, help="Write the position that stands, instead of the moves.")
@click.option("--repair", is_flag=True, help="Take up what is found in a damaged journal, and say what is missing.")
@click.option("--export", "out", type=any_file, help="Write the records of all evenings, or of one, into this file.")
@click.option("--import", "taken", type=any_file, help="Take up the evenings whose records are in this file.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write each evening, or one, on a sheet into this folder: PDF and PNG.",
)
def journal(number: int | None, *, journal: Path, repair: bool, **wanted: Any) -> None:
    """List the evenings of the journal, write them out as records or one as a position, or take records up."""
    if wanted["taken"] is not None:
        with JournalStore(journal) as store:
            click.echo(take_up(store, wanted["taken"]))
        return
    with opened_journal(journal, repair=repair) as store:
        games = store.games()
        if number is not None and not 1 <= number <= len(games):
            raise JournalError(f"The journal {journal} has no game number {number}; `companion journal` lists them.")
        ids = [id for id, *_ in (games if number is None else games[number - 1 : number])]
        if wanted["keep"] is not None:
            for said in keep_all(store, ids, wanted["keep"], house_language(store.preferences(), os.environ)):
                click.echo(said)
        elif wanted["out"] is not None:
            click.echo(hand_on(store, ids, wanted["out"]))
        elif number is None:
            for place, (_, name, begun, ended) in enumerate(games, 1):
                end = say("ended {ended}", ended=ended) if ended else say("not ended")
                click.echo(f"{place:4}  {name}  {say('begun {begun}', begun=begun)}  {end}")
        elif wanted["position"]:
            saved = store.load(ids[0])
            game = with_profile(saved.game, saved.profile)
            click.echo(game.write_position(GameHistory(game, store, saved).state))
        else:
            click.echo(write_record(store.record(ids[0])), nl=False)
