"""Sets of symbols as others print them: any version, level and mask, texts in series, and no ring round them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

import cv2
import numpy as np
import segno

from benchmarks.vision.cards import INK, PAPER, TEXELS, Floats, Sticker
from vision.labels import SYMBOL_MODULES
from vision.symbols import Symbol


@dataclass(frozen=True, slots=True)
class Maker:
    """How somebody prints: the series' texts, the version and level, the quiet zone in modules."""

    name: str
    series: str
    versions: tuple[int, ...]
    level: str
    quiet: float = 2.0

    def symbols(self, first: int, count: int) -> dict[str, Symbol]:
        """So many of the series by their texts; the mask is the encoder's choice."""
        texts = [self.series.format(number) for number in range(first, first + count)]
        return {
            text: symbol(text, self.versions[place % len(self.versions)], self.level)
            for place, text in enumerate(texts)
        }


MAKERS = (
    Maker("version 1, L", "CARD{:03d}", (1,), "l"),
    Maker("version 1, H", "C{:05d}", (1,), "h"),
    Maker("version 2, L", "https://ex.am/c/{:04d}", (2,), "l"),
    Maker("version 3, M", "https://example.org/card/{:04d}", (3,), "m"),
    Maker("version 5, Q", "https://example.org/set/cards?number={:04d}", (5,), "q"),
    Maker("versions 1 to 4", "CARD {:04d}", (1, 2, 3, 4), "m"),
)


@cache
def symbol(text: str, version: int | None = None, level: str = "m") -> Symbol:
    """The text as an ordinary encoder prints it; kept, since to choose a mask takes an encoder longest."""
    code = segno.make_qr(text, version=version, error=level, boost_error=False)
    return Symbol(np.array([list(row) for row in code.matrix]) > 0)


def stickers(symbols: dict[str, Symbol], quiet: float) -> Sticker:
    """Each symbol as it is cut out, with a quiet zone of so many modules."""
    return partial(_sticker, symbols, quiet)


def _sticker(symbols: dict[str, Symbol], quiet: float, text: str) -> Floats:
    modules = symbols[text].modules
    size = len(modules)
    # A whole number of texels for a module and for the margin, before it is averaged to the size of a sticker.
    fine = np.pad(modules.repeat(8, axis=0).repeat(8, axis=1), round(8 * quiet), constant_values=False)
    edge = round((size + 2 * quiet) * SYMBOL_MODULES / size * TEXELS / 2) * 2
    light = np.where(fine, INK, PAPER).astype(np.float32)
    return np.asarray(cv2.resize(light, (edge, edge), interpolation=cv2.INTER_AREA), dtype=np.float32)
