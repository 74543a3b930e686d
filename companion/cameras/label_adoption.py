"""Adopting codes that are on the pieces already: each is shown once, and from then on stands for one of the labels.

What is stored are the modules of the very code that was shown. A code counts as shown only when the companion's own
reader finds it again in the same picture: what it cannot follow it does not adopt.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.config import read_text
from companion.core.game import Game
from companion.core.table import Piece, Tag
from companion.core.text import Text, say, say_plural
from companion.errors import CatalogError, ConfigError, HardwareError, ImageError
from companion.label_sets.label_set import AdoptedLabel, LabelSet, described, read_label_set, shown, write_label_set
from hardware.camera import FrameSource
from hardware.image_files import is_picture, read_luma
from vision.arrays import Luma
from vision.detection.qr_readers import ReadCode, front_view, read_codes
from vision.detection.symbol_codebook import SymbolSet
from vision.detection.symbol_detector import SymbolDetector
from vision.symbols import Symbol, symbols_from_texts

_SLACK = 1.3
"""A general reader places a code's corners by a few per cent: the code is looked for at so much smaller and larger."""


class Adoption:
    """A label set that grows code by code; the file is written after each, so that nothing shown is shown in vain."""

    def __init__(self, game: Game[Any, Any], path: Path, symbol_mm: float | None = None) -> None:
        """Goes on with the set in the file, or begins one, for which `symbol_mm` is needed. Raises ConfigError."""
        self.game, self._path = game, path
        if path.exists():
            known = read_label_set(path, game)
            self.labels = known if symbol_mm is None else replace(known, symbol_mm=symbol_mm)
        elif symbol_mm is None:
            raise ConfigError("Write --symbol-mm: the edge of the codes in millimetres, without the white round them.")
        else:
            self.labels = LabelSet(game.name, symbol_mm)

    def take(self, tag: Tag, image: Luma) -> None:
        """Adopts the code in a picture for that tag. Raises as `adopt` does, or ConfigError, and then keeps nothing."""
        labels = adopt(self.labels, self.game, tag, image)
        write_label_set(self._path, labels)
        self.labels = labels


def adopt(labels: LabelSet, game: Game[Any, Any], tag: Tag, image: Luma) -> LabelSet:
    """The set with the code that the picture shows on the piece of that tag, instead of any that was there.

    Raises ImageError when the picture does not show one code that can be followed, CatalogError when that is another
    piece's.
    """
    code = the_code_in(image)
    others = tuple(label for label in labels.labels if label.tag != tag)
    for other, symbol in symbols_from_texts({label.tag: label.modules for label in others}).items():
        if are_alike(code.symbol, symbol):
            raise CatalogError(
                str(
                    say(
                        "The code {text} is on {piece} already: two pieces with one code cannot be told apart; give "
                        "one of them another code.",
                        text=shown(code.text),
                        piece=described(game, other),
                    )
                )
            )
    adopted = AdoptedLabel(tag, game.piece_of[tag], code.text, code.symbol.to_text())
    return replace(labels, labels=(*others, adopted))


def the_code_in(image: Luma) -> ReadCode:
    """The one code in a picture. Raises ImageError when there is none, or several, or one that cannot be followed."""
    codes = read_codes(image)
    if not codes:
        raise ImageError(
            str(say("No code can be read there: hold it flat and near, in good light, with white paper all round it."))
        )
    if len(codes) > 1:
        raise ImageError(
            str(say_plural("{count} code is there: show one.", "{count} codes are there: show one.", len(codes)))
        )
    (code,) = codes
    if code.symbol.is_mirrored or not _is_found_again(code, image):
        raise ImageError(
            str(
                say(
                    "The code {text} can be read but not be followed: it has to be black on white, not mirrored, and "
                    "needs a white margin of one module at least.",
                    text=shown(code.text),
                )
            )
        )
    return code


def are_alike(one: Symbol, other: Symbol) -> bool:
    """Whether two codes are one, as far as pictures of them tell.

    Different codes of a size, level and mask differ in so many codewords that fewer are misread modules of one.
    """
    if one.version != other.version:
        return False
    differing = one.structure.codeword[one.modules != other.modules]
    return len({int(codeword) for codeword in differing if codeword >= 0}) < one.least_difference


def _is_found_again(code: ReadCode, image: Luma) -> bool:
    view, unit = front_view(image, code)
    found = SymbolDetector(SymbolSet({code.text: code.symbol}), (unit / _SLACK, unit * _SLACK)).detect(view)
    return len(found.decoded) == 1


# --- where the pictures of codes come from: a list, a folder, or a camera that each code is held under ---


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
