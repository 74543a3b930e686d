"""Positions that people wrote down, as commands take them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.root import FOLDER
from companion.config import Settings
from companion.core import toml
from companion.core.game import Game
from companion.core.text import say
from companion.errors import NotationError
from companion.games import GAMES
from companion.owners_copy.copy_files import read_copy
from companion.owners_copy.house_copies import COPIES, Copies


def read_position_file(settings: Settings, profile: Path | None, path: Path) -> tuple[Game[Any, Any], Any]:
    """The game and the state of a position file, whose `game` key says whose it is."""
    try:
        notation = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise NotationError(f"{path} is no file; name one with a position.") from error
    except OSError as error:
        raise NotationError(f"{path} cannot be read ({error.strerror}); check its rights.") from error
    except UnicodeDecodeError as error:
        raise NotationError(f"{path} is no position: it is no UTF-8 text.") from error
    name = toml.parse(notation, f"{path} is no position: its text", NotationError).get("game")
    if not isinstance(name, str) or name not in GAMES:
        said = "is missing" if name is None else f"is {name!r}"
        raise NotationError(f"{path}: its key `game` {said}; write one of {', '.join(sorted(GAMES))}.")
    copies = Copies(GAMES, FOLDER / COPIES, settings.profile)
    game = copies.game(name) if profile is None else read_copy(name, profile)
    state = game.read_position(notation)
    for fault in game.faults(state):
        what = say("this position cannot be: {reason}", reason=fault.reason)
        click.echo(f"{what} {fault.repair} [{fault.rule}]", err=True)
    return game, state
