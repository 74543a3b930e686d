"""An owner's label set: QR codes that are on the pieces already, each standing for one of a game's labels.

A code maps to a tag, and the tag stays what it is: journal, layout and rules never hear of the code. The file is TOML
that `companion labels --adopt` writes; its texts are whatever somebody printed, and are never more than text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from companion.config import Settings, read_text, replace_file
from companion.core.game import Game, Table
from companion.core.printed_copy import second_tags_of
from companion.core.schema import Constraint, Schema
from companion.core.table import Piece, Tag
from companion.core.tags import readable
from companion.core.text import Text, say
from companion.errors import CatalogError, ConfigError
from companion.label_sets.piece_labels import LABEL_MM, SYMBOL_SHARE

COPIES = (1, 2)
"""Of so many copies of a game labels ship that differ."""

MOST_SHOWN = 60
"""So many characters of a code's text are shown; the rest is anybody's."""

Millimetres = Annotated[float, Constraint("a number of millimetres from 1 to 500", lambda mm: 1 <= mm <= 500)]


Copy = Annotated[int, Constraint("1 or 2", lambda copy: copy in COPIES)]


@dataclass(frozen=True)
class AdoptedLabel:
    """A code on a piece: the tag that it stands for, the piece, the code's text, its modules in hexadecimal digits."""

    tag: Tag
    piece: Piece
    text: str
    modules: str


@dataclass(frozen=True)
class LabelSet:
    """The codes on one owner's copy of a game.

    `symbol_mm` is the edge of the codes in millimetres, without the white round them: all are of about one size.
    `copy` says which of the two sets of labels that ship is on the other pieces.
    """

    game: str
    symbol_mm: Millimetres
    labels: tuple[AdoptedLabel, ...] = ()
    copy: Copy = 1

    def __post_init__(self) -> None:
        for name, values in (("tag", self.modules_of), ("code", set(self.modules_of.values()))):
            if len(values) < len(self.labels):
                raise CatalogError(f"a {name} stands there twice; every piece needs a code of its own")

    @cached_property
    def modules_of(self) -> Mapping[Tag, str]:
        """The modules of each tag's code, in hexadecimal digits."""
        return {label.tag: label.modules for label in self.labels}

    @cached_property
    def tag_of_text(self) -> Mapping[str, Tag]:
        """The tag of each text that only one code has."""
        texts = [label.text for label in self.labels]
        return {label.text: label.tag for label in self.labels if texts.count(label.text) == 1}

    @property
    def label_mm(self) -> float:
        """The edge of a label whose symbol is as large as these."""
        return self.symbol_mm / SYMBOL_SHARE

    def due(self, game: Table[Any, Any]) -> Iterator[Tag]:
        """The tags of the game's pieces that have no code yet, piece by piece."""
        return (tag for tag in game.piece_of if tag not in self.modules_of)


def printed_tags(game: Game[Any, Any], adopted: LabelSet | None) -> Mapping[Tag, Tag]:
    """What the labels say, where that is not the tag by which the game knows them.

    Where the second copy lies on the table, its labels stand for those of the first, and the other way round.
    """
    if adopted is None or adopted.copy == 1:
        return {}
    return {**second_tags_of(game), **{second: first for first, second in second_tags_of(game).items()}}


def other_copy(path: Path, game: Game[Any, Any]) -> None:
    """From now on the other copy's labels are on this house's pieces. Raises ConfigError."""
    known = read_label_set(path, game) if path.exists() else LabelSet(game.name, SYMBOL_SHARE * LABEL_MM)
    write_label_set(path, replace(known, copy=sum(COPIES) - known.copy))


def shown(text: str) -> str:
    """A code's text as one line of plain characters in quotation marks."""
    plain = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return f"'{plain[:MOST_SHOWN]}…'" if len(plain) > MOST_SHOWN else f"'{plain}'"


def described(game: Game[Any, Any], tag: Tag) -> Text:
    """A label as people speak of it: its piece, which of how many, and what our own label for it says."""
    piece = game.piece_of[tag]
    alike = [other for other, its in game.piece_of.items() if its == piece]
    name, code = game.piece_name(piece), readable(tag)
    if len(alike) == 1:
        return say("{piece} ({code})", piece=name, code=code)
    number = alike.index(tag) + 1
    return say("{piece} {number} of {all} ({code})", piece=name, number=number, all=len(alike), code=code)


def read_label_set(path: Path, game: Game[Any, Any]) -> LabelSet:
    """The label set in a file. Raises ConfigError for a file that cannot be read, or is not for this game's pieces."""
    found = _SCHEMA.read(LabelSet, read_text(path), str(path))
    if found.game != game.name:
        raise ConfigError(f"{path} is a label set for {found.game!r}, not for {game.name!r}.")
    for label in found.labels:
        if game.piece_of.get(label.tag) != label.piece:
            raise ConfigError(
                f"{path}: {label.tag!r} is no label of {label.piece!r} in this game; show that code again with "
                "`companion labels --adopt`."
            )
    return found


def write_label_set(path: Path, labels: LabelSet) -> None:
    """Writes the file whole or not at all. Raises ConfigError when it cannot be written."""
    try:
        replace_file(path, _SCHEMA.write(labels).encode())
    except OSError as error:
        raise ConfigError(f"{path} cannot be written ({error.strerror}); name a file in a folder of yours.") from error


def label_set_of(settings: Settings, game: Game[Any, Any]) -> LabelSet | None:
    """The label set that the settings name for this game. Raises ConfigError."""
    path = settings.labels.get(game.name)
    return None if path is None else read_label_set(path, game)


def usual_label_file(folder: Path, game: str) -> Path:
    """Where a game's codes are kept that were taken on the screen."""
    return folder / f"labels-{game}.toml"


_SCHEMA = Schema(ConfigError)
