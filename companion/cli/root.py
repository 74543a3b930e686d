"""The command itself, and the options that several of its commands share."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import platformdirs
from click.core import ParameterSource

from companion import __version__
from companion.config import CAMERA_KINDS, is_camera, read_settings, with_usual_files
from companion.core.text import say
from companion.errors import ConfigError, JournalError
from companion.games import GAMES
from companion.journal.repair import new_of
from companion.journal.store import JournalStore
from companion.label_sets.label_set import usual_label_file
from companion.settings_recovery import SettingsFile, recover_settings

FOLDER = Path(platformdirs.user_data_dir("table-companion", appauthor=False))
SETTINGS = Path(platformdirs.user_config_dir("table-companion", appauthor=False)) / "companion.toml"

TOUCHSCREEN = "run"
SETTINGS_FILE = "companion.settings_file"
"""Where the context of the touchscreen's command has a `SettingsFile`."""


class Number(click.FloatRange):
    """A number within bounds. `nan` is within all of them, since nothing compares with it, and is none."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is no number.", param, ctx)
        return number


LENSES = SETTINGS.with_name("lenses.toml")
CAMERA = "auto, pi, webcam:N, folder:PATH or simulator, instead of the settings'"


def camera_sources(_context: click.Context, _option: click.Parameter, sources: tuple[str, ...]) -> tuple[str, ...]:
    """Names of cameras; which words there are is said of one that is none."""
    for source in sources:
        if not is_camera(source):
            raise click.BadParameter(f"There is no camera {source!r}; there is {', '.join(CAMERA_KINDS)}.")
    return sources


def name_and_choice(_context: click.Context, _option: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    """`NAME=CHOICE`, several times, as a mapping; which names and choices there are, the game knows."""
    for pair in pairs:
        if "=" not in pair:
            raise click.BadParameter(f"{pair!r} is no choice; write NAME=CHOICE.")
    return dict(pair.split("=", 1) for pair in pairs)


any_file = click.Path(path_type=Path, dir_okay=False)
profile_option = click.option("--profile", type=any_file, help="What is printed on your copy; over the settings.")
game_option = click.option("--game", "name", type=click.Choice(sorted(GAMES)), help="Which game.")
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
required_game_option = click.option(
    "--game", "name", type=click.Choice(sorted(GAMES)), required=True, help="Which game."
)
journal_option = click.option(
    "--journal", type=any_file, default=FOLDER / "journal.db", show_default=True, help="The journal file."
)


@contextmanager
def opened_journal(path: Path, *, repair: bool = False) -> Iterator[JournalStore]:
    """To be read, and left as it is: what is wrong with it is said, and ends the command with 1.

    With `repair` it is mended instead. Raises JournalError.
    """
    if not path.exists() and not new_of(path).exists():
        raise JournalError(f"There is no journal at {path}; `companion run` begins one.")
    with JournalStore(path, to_read=not repair) as store:
        wrong = store.repaired
        if wrong is not None and not repair:
            wrong = say(
                "{wrong} Nothing was changed; `companion journal --repair` takes up what is found.", wrong=wrong
            )
        if wrong is not None:
            click.echo(wrong, err=True)
        yield store
    if wrong is not None and not repair:
        click.get_current_context().exit(1)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--settings", "path", type=any_file, default=SETTINGS, show_default=True, help="The settings file.")
@click.version_option(__version__)
@click.option("--debug", is_flag=True, help="Show every step, and the whole trace of an error.")
@click.pass_context
def cli(context: click.Context, path: Path, debug: bool) -> None:
    """A companion for the physical table: sees the pieces, knows the rules, keeps the score."""
    logging.basicConfig(level=logging.DEBUG if debug else logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    if not debug:
        # Kivy sets its own logger to INFO whatever we ask for.
        logging.getLogger().handlers[0].addFilter(lambda line: line.levelno >= logging.WARNING)
    if context.get_parameter_source("path") is not ParameterSource.DEFAULT and not path.exists():
        raise ConfigError(f"There are no settings at {path}; name a file that is there, or leave --settings out.")
    taken = {game: file for game in GAMES if (file := usual_label_file(FOLDER, game)).exists()}
    lenses = path.with_name(LENSES.name)
    if context.invoked_subcommand == TOUCHSCREEN:
        # Nobody can edit a file there: it starts with what can be read, and says what cannot.
        settings, wrong = recover_settings(path, GAMES)
        context.obj = with_usual_files(settings, lenses, taken)
        context.meta[SETTINGS_FILE] = SettingsFile(path, wrong)
        return
    context.obj = with_usual_files(read_settings(path), lenses, taken)
    for section in ("copies", "labels", "faces"):
        for game in getattr(context.obj, section):
            if game not in GAMES:
                raise ConfigError(f"{path}: [{section}] has no game {game!r}; there are {', '.join(sorted(GAMES))}.")
