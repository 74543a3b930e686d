"""Any QR symbol as its modules: which are the same in all symbols of its size, which carry its codewords.

The names and the placement are those of ISO/IEC 18004 (QR Code, Model 2). A symbol of version v has 17 + 4 v modules
along its edge. In label coordinates (`vision.labels`) every symbol fills the middle 21 of 29 units, whatever its
version: the margin of four units round a symbol of 21 modules is the standard's quiet zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, cast

import cv2
import numpy as np
import segno
from segno import consts

from companion.errors import CatalogError
from vision.arrays import Doubles, Indices, Luma, Mask
from vision.labels import MODULES, SYMBOL_MODULES, SYMBOL_OFFSET

VERSIONS = range(1, 11)
"""The standard has forty; a symbol of more than 57 modules on a game's piece is finer than a camera over it sees."""

FINDER_MODULES = 7
"""A finder pattern is as wide in symbols of every version (ISO/IEC 18004, 6.3.3)."""

_UNEQUAL = (consts.TYPE_DATA_DARK, consts.TYPE_DATA_LIGHT, consts.TYPE_FORMAT_DARK, consts.TYPE_FORMAT_LIGHT)
"""The modules that symbols of one version may have different: the data, and what tells their level and mask."""

_MOST_WRONG = 0.05
"""Of a symbol that was read so many of the fixed modules may have been seen wrongly: dirt, a scratch, a dull print."""

_FORMAT_MASK, _FORMAT_GENERATOR = 0x5412, 0x537
_FORMAT_PLACES = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
"""Where the upper left copy of the fifteen bits stands, the highest first: row and column (ISO/IEC 18004, 7.9)."""


@dataclass(frozen=True, slots=True, eq=False)
class SymbolStructure:
    """What all symbols of one version have alike, each array of shape (size, size).

    `fixed` are the modules that are always the same, `dark` those of them that are black; `codeword` numbers the
    codeword of each data module, -1 elsewhere and for the few bits that remain.
    """

    version: int
    fixed: Mask
    dark: Mask
    codeword: Indices

    @property
    def size(self) -> int:
        return len(self.fixed)

    @property
    def data(self) -> Mask:
        """The modules that carry codewords."""
        return self.codeword >= 0


@cache
def structure(version: int) -> SymbolStructure:
    """The structure of a version, one of VERSIONS."""
    code = segno.make_qr("0", version=version, error="l")
    kinds = np.array(list(code.matrix_iter(scale=1, border=0, verbose=True)))
    fixed = ~np.isin(kinds, _UNEQUAL)
    dark = fixed & (np.array([list(row) for row in code.matrix]) > 0)
    data = ~fixed
    # segno 1.6 calls one data module beside the format information a part of it, so its places are written out.
    data[8, :9] = data[8, -8:] = data[:9, 8] = data[-8:, 8] = False
    codeword = np.full(kinds.shape, -1, dtype=np.intp)
    whole = 8 * sum(block.num_blocks * block.num_total for block in _blocks(version, consts.ERROR_LEVEL_L))
    for bit, (row, column) in enumerate(_zigzag(data)):
        codeword[row, column] = bit // 8 if bit < whole else -1
    return SymbolStructure(version, fixed, dark, codeword)


def _blocks(version: int, level: int) -> Sequence[Any]:
    """The blocks of a version at a level, each with its number of codewords (ISO/IEC 18004, table 9)."""
    table: Any = consts.ECC
    return cast("Sequence[Any]", table[version][level])


def _zigzag(data: Mask) -> Iterator[tuple[int, int]]:
    """The data modules in the order of their bits: two columns at a time from the right, up and down by turns."""
    size, upwards = len(data), True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for row in range(size)[::-1] if upwards else range(size):
            for column in (right, right - 1):
                if data[row, column]:
                    yield row, column
        upwards = not upwards


@dataclass(frozen=True, eq=False)
class Symbol:
    """A QR symbol, shape (size, size), True where black.

    Raises ValueError for modules that have not the finder patterns, timing and alignment patterns of a QR symbol.
    """

    modules: Mask

    def __post_init__(self) -> None:
        shape = self.modules.shape
        if len(shape) != 2 or shape[0] != shape[1] or (shape[0] - 17) % 4 or (shape[0] - 17) // 4 not in VERSIONS:
            size = " x ".join(map(str, shape))
            raise ValueError(f"it has {size} modules, and only codes of 21 to 57 each way can be used.")
        wrong = self.structure.fixed & (self.modules != self.structure.dark)
        if wrong.any():
            raise ValueError(f"{int(wrong.sum())} of its modules are not as in every QR code of its size.")

    @property
    def version(self) -> int:
        return (len(self.modules) - 17) // 4

    @property
    def structure(self) -> SymbolStructure:
        return structure(self.version)

    @cached_property
    def least_difference(self) -> int:
        """In how many codewords any other symbol of its version, level and mask differs at least: d = n - k + 1.

        The distance of a Reed-Solomon code; of one block where there are several, which one payload may change alone.
        """
        return min(block.num_total - block.num_data for block in _blocks(self.version, self._level)) + 1

    @property
    def is_mirrored(self) -> bool:
        """Whether these are the modules of a symbol in a mirror: readers read that, too, and so it may be shown one."""
        return min(_format_errors(self.modules.T)) < min(_format_errors(self.modules))

    @property
    def _level(self) -> int:
        """The error correction level that the nearest of the 32 format patterns tells."""
        wrong = _format_errors(self.modules)
        return wrong.index(min(wrong)) >> 3

    @classmethod
    def corrected(cls, modules: Mask) -> Symbol:
        """Of modules as a picture showed them. Raises ValueError when more of the fixed ones are wrong than can be."""
        version = (len(modules) - 17) // 4
        if version not in VERSIONS or len(modules) != 17 + 4 * version or not modules.any():
            return cls(modules)
        known = structure(version)
        wrong = known.fixed & (modules != known.dark)
        return cls(
            modules if wrong.sum() > _MOST_WRONG * known.fixed.sum() else np.where(known.fixed, known.dark, modules)
        )

    def to_text(self) -> str:
        """The modules row by row, eight to two hexadecimal digits."""
        return np.packbits(self.modules).tobytes().hex()

    @classmethod
    def from_text(cls, text: str) -> Symbol:
        """Raises ValueError for what `to_text` never writes."""
        try:
            raw = bytes.fromhex(text)
        except ValueError as error:
            raise ValueError("its modules are no hexadecimal digits.") from error
        bits = np.unpackbits(np.frombuffer(raw, dtype=np.uint8)).astype(np.bool_)
        size = int(len(bits) ** 0.5)
        if len(bits) - size * size > 7 or bits[size * size :].any():
            raise ValueError(f"{len(text)} hexadecimal digits are no square of modules.")
        return cls(bits[: size * size].reshape(size, size))


def _format_errors(modules: Mask) -> list[int]:
    """In how many of its fifteen bits the format information differs from each of the 32 patterns."""
    bits = [bool(modules[place]) for place in _FORMAT_PLACES]
    return [sum(a != b for a, b in zip(bits, pattern, strict=True)) for pattern in _format_patterns()]


@cache
def _format_patterns() -> tuple[tuple[bool, ...], ...]:
    """The fifteen bits of level and mask, all 32 of them (ISO/IEC 18004, annex C)."""
    patterns = []
    for data in range(32):
        rest = data << 10
        for bit in range(14, 9, -1):
            if rest >> bit & 1:
                rest ^= _FORMAT_GENERATOR << (bit - 10)
        word = (data << 10 | rest) ^ _FORMAT_MASK
        patterns.append(tuple(bool(word >> bit & 1) for bit in range(14, -1, -1)))
    return tuple(patterns)


def symbol_image(symbol: Symbol, pixels_per_unit: float) -> Luma:
    """The symbol and its margin as a picture, 0 black to 255 white, as `label_image` gives our labels."""
    size = len(symbol.modules)
    light = 255 * (1 - symbol.modules.astype(np.uint8))
    # The margin is 4/21 of the symbol's edge: at 21 pixels a module both are whole numbers of pixels.
    fine = light.repeat(SYMBOL_MODULES, axis=0).repeat(SYMBOL_MODULES, axis=1)
    whole = np.pad(fine, int(SYMBOL_OFFSET) * size, constant_values=255)
    edge = max(1, round(MODULES * pixels_per_unit))
    return np.asarray(cv2.resize(whole, (edge, edge), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def module_axis(size: int, beyond: int = 0) -> Doubles:
    """Where the centres of a symbol's modules lie along an axis, in label coordinates; so many beyond it on each side.

    Shape (size + 2 * beyond,).
    """
    return np.asarray(SYMBOL_OFFSET + (np.arange(-beyond, size + beyond) + 0.5) * (SYMBOL_MODULES / size), np.float64)


def symbols_from_texts(modules_of: Mapping[str, str]) -> dict[str, Symbol]:
    """The symbol of each tag from its modules as text. Raises CatalogError naming the tag whose modules are none."""
    found = {}
    for tag, modules in modules_of.items():
        try:
            found[tag] = Symbol.from_text(modules)
        except ValueError as error:
            raise CatalogError(f"The code for {tag!r} cannot be right: {error} Show it again to adopt it.") from error
    return found
