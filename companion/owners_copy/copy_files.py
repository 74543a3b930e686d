"""An owner's copy as a file: to be kept, given to somebody, taken over from somebody, on a stick or on a disk."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from companion.config import read_text
from companion.core.game import Game, Rules
from companion.core.printed_copy import copy_form_of, profile_of
from companion.errors import CatalogError, ConfigError
from companion.games import with_profile
from companion.owners_copy.answer_log import sync_folder
from companion.owners_copy.house_copies import Copies

SUFFIX = ".copy.toml"


def read_copy(name: str, file: Path) -> Game[Any, Any]:
    """The game by a file's profile. Raises ConfigError, or CatalogError that names the file and what cannot be."""
    try:
        return with_profile(name, read_text(file))
    except CatalogError as error:
        raise CatalogError(f"{file}: {error}") from error


def learn_copy(copies: Copies, name: str, file: Path) -> int:
    """Takes over what an owner has told in a file; returns how many values were new. Raises as `read_copy` does."""
    told = copy_form_of(read_copy(name, file)).answers()
    if not told:
        raise ConfigError(f"{file} has no value that an owner has told; nothing was taken over.")
    capturing = copies.capturing(name)
    before = dict(capturing.answers)
    capturing.learn(told)
    return sum(before.get(question) != value for question, value in capturing.answers.items())


def write_copy(copies: Copies, name: str, file: Path) -> None:
    """Writes everything that is known of the copy: the file is there whole, on the disk, or as it was before.

    Raises ConfigError where it cannot be written.
    """
    fresh = file.with_name(f"{file.name}.new")
    try:
        with fresh.open("w", encoding="utf-8") as stream:
            stream.write(profile_of(copies.game(name)))
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(file)
        sync_folder(file.parent)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written ({error.strerror}); name a file in a folder of yours.") from error


def file_name(game: Rules[Any, Any]) -> str:
    """What a copy of this game is called on a stick: its title, without what some disks do not take."""
    title = "".join(letter for letter in str(game.title) if letter.isalnum() or letter == " ")
    return f"{title}{SUFFIX}"


def copies_on(stick: Path, game: Game[Any, Any]) -> list[Path]:
    """The files on a stick that may be copies, this game's own first."""
    try:
        files = sorted(file for file in stick.glob("*.toml") if file.is_file())
    except OSError:
        return []
    return sorted(files, key=lambda file: file.name != file_name(game))
