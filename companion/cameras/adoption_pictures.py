"""Where the pictures of codes come from: a list, a folder, or a camera that each code is held under."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.cameras.label_adoption import Adoption
from companion.config import read_text
from companion.core.game import Game
from companion.core.table import Piece, Tag
from companion.core.text import Text, say
from companion.errors import ConfigError, HardwareError
from companion.label_sets.label_set import described
from hardware.camera import FrameSource
from hardware.image_files import is_picture, read_luma
from vision.arrays import Luma

LONGEST_PATH = 4096

Shown = tuple[Tag, Callable[[], Luma]]
"""A tag, and what opens the picture of its code; raises ImageError or HardwareError when it cannot."""

Ask = Callable[[Text], bool | None]
"""Asks people to show a code: True when it is there, False to leave that piece out, None to end."""


def pictures_in_order(adoption: Adoption, paths: Sequence[Path]) -> Iterator[Shown]:
    """The pictures, folders by name, for the pieces that have no code yet, in the game's order."""
    pictures = [
        picture
        for path in paths
        for picture in (sorted(filter(is_picture, path.iterdir())) if path.is_dir() else [path])
    ]
    due = list(adoption.labels.due(adoption.game))
    if len(pictures) > len(due):
        raise ConfigError(f"There are {len(pictures)} pictures, and {len(due)} pieces without a code; take some away.")
    for tag, picture in zip(due, pictures, strict=False):
        yield tag, _opened(picture)


def listed_pictures(adoption: Adoption, path: Path) -> Iterator[Shown]:
    """The pictures of a list, lines of `piece,picture`; a piece's copies in the order in which they stand there.

    Pictures lie beside the list. Raises ConfigError for a line that names no piece, or one more copy than there is.
    """
    left: dict[Piece, list[Tag]] = {}
    for tag in adoption.labels.due(adoption.game):
        left.setdefault(adoption.game.piece_of[tag], []).append(tag)
    found = []
    for number, row in enumerate(_lines(path), start=1):
        if not row or (number == 1 and row == ["piece", "picture"]):
            continue
        piece = _piece(adoption.game, row[0].strip()) if len(row) == 2 and _is_path(row[1]) else None
        if piece is None:
            raise ConfigError(f"{path}, line {number}: write a piece of the game, a comma and a picture's file.")
        if not left.get(piece):
            name = adoption.game.piece_name(piece)
            raise ConfigError(f"{path}, line {number}: every {name} of the game has its code already.")
        found.append((left[piece].pop(0), _opened(path.parent / row[1].strip())))
    yield from found


def _lines(path: Path) -> Iterator[list[str]]:
    """The lines of a list. Raises ConfigError for one that nobody wrote by hand, such as one without an end."""
    rows = csv.reader(read_text(path).splitlines())
    try:
        yield from rows
    except csv.Error as error:
        raise ConfigError(f"{path}, line {rows.line_num}: this is no list of piece,picture ({error}).") from error


def shown_to_camera(adoption: Adoption, camera: FrameSource, ask: Ask) -> Iterator[Shown]:
    """A frame of the camera for each piece that has no code yet, again until it is adopted or left out."""
    for tag in list(adoption.labels.due(adoption.game)):
        while tag not in adoption.labels.modules_of:
            answer = ask(say("Show the code of {piece}", piece=described(adoption.game, tag)))
            if answer is None:
                return
            if not answer:
                break
            yield tag, lambda: _frame_of(camera)


def _is_path(words: str) -> bool:
    """Whether a file may be called so: Linux knows no longer path, and no sign that nobody can write."""
    return words.isprintable() and len(words) <= LONGEST_PATH


def _piece(game: Game[Any, Any], words: str) -> Piece | None:
    """The piece of that id or name, in small or capital letters."""
    for piece in dict.fromkeys(game.piece_of.values()):
        if words.casefold() in (piece.casefold(), str(game.piece_name(piece)).casefold()):
            return piece
    return None


def _opened(path: Path) -> Callable[[], Luma]:
    return lambda: read_luma(path)


def _frame_of(camera: FrameSource) -> Luma:
    frame = camera.read()
    if frame is None:
        raise HardwareError("The camera has no more pictures.")
    return frame.image
