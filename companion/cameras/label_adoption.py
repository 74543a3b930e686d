"""Adopting codes that are on the pieces already: each is shown once, and from then on stands for one of the labels.

What is stored are the modules of the very code that was shown. A code counts as shown only when the companion's own
reader finds it again in the same picture: what it cannot follow it does not adopt.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.core.table import Tag
from companion.core.text import say, say_plural
from companion.errors import CatalogError, ConfigError, ImageError
from companion.label_sets.label_set import AdoptedLabel, LabelSet, described, read_label_set, shown, write_label_set
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
