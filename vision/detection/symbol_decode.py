"""Decides which symbol of a set a quadrilateral shows, or that it shows none for sure."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Indices, Luma, Mask, Quads
from vision.detection.module_grid import align, likeness_of
from vision.detection.symbol_codebook import SymbolCodebook
from vision.detection.warp import views

ACCEPTED_SCORE = 0.60
CLEAR_DOUBT, CLEAR_MARGIN = 0.05, 0.30
SOFT_DOUBT, SOFT_MARGIN = 0.10, 0.60
"""A symbol counts with a score from the first on, and with at most so much doubt and at least such a margin in either
row. The doubt is the codewords' and by how much the data modules are less clear than the fixed ones, together.
docs/adopted.md shows the distributions behind the figures."""

MOST_CLEARER = 0.15
"""The data modules are by up to so much clearer than the fixed ones, whose templates are softer; more tells nothing."""

PLAUSIBLE_SCORE, PLAUSIBLE_MARGIN = 0.35, 0.15
"""Below either, it is not worth aligning."""

SPOILT, LIKE_A_SPOILT_SYMBOL = 0.3, 0.7
"""A symbol is reported as unreadable when so many of its codewords are illegible - other makers' symbols are legible -
and the rest of it looks so much like one: nine in ten under a token have 0.76 and more, of places on busy boards 0.62
and less."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadSymbols:
    """K symbols: corners (K, 4, 2), codebook index, score, margin, doubt, evidence, and whether each counts.

    What does not count looks much like a symbol of the set and is not surely it, or has been spoilt.
    """

    quads: Quads
    index: Indices
    score: Floats
    margin: Floats
    doubt: Floats
    evidence: Floats
    counts: Mask

    def __len__(self) -> int:
        return len(self.quads)

    def where(self, chosen: NDArray[np.generic]) -> ReadSymbols:
        return ReadSymbols(*(getattr(self, name)[chosen] for name in ReadSymbols.__slots__))

    def __add__(self, other: ReadSymbols) -> ReadSymbols:
        pairs = ((getattr(self, name), getattr(other, name)) for name in ReadSymbols.__slots__)
        return ReadSymbols(*(np.concatenate(pair) for pair in pairs))

    @property
    def accepted(self) -> ReadSymbols:
        """Those that count."""
        return self.where(self.counts)

    def at_scale(self, factor: int) -> ReadSymbols:
        """The same symbols in a picture `factor` times as large."""
        return replace(self, quads=np.asarray((self.quads + 0.5) * factor - 0.5, dtype=np.float32))


NO_SYMBOLS = ReadSymbols(
    np.empty((0, 4, 2), np.float32), np.empty(0, np.intp), *(np.empty(0, np.float32),) * 4, np.empty(0, np.bool_)
)


def decode(book: SymbolCodebook, image: Luma, quads: Quads, evidence: Floats) -> ReadSymbols:
    """What the quads, upright, show: before and after each is aligned to the symbol it is thought to be."""
    if not len(quads):
        return NO_SYMBOLS
    values = book.grid.sample(image, quads)
    patches = book.grid.symbol_of(values)
    first = book.identify(patches)
    plausible = (first.score >= PLAUSIBLE_SCORE) & (first.margin >= PLAUSIBLE_MARGIN)
    spoilt = ~plausible & (book.illegible(patches) >= SPOILT)
    spoilt[spoilt] = likeness_of(values[spoilt], book.typical) >= LIKE_A_SPOILT_SYMBOL
    none, all_doubt = np.zeros(len(quads), np.bool_), np.ones(len(quads), np.float32)
    unsure = ReadSymbols(quads, first.index, first.score, first.margin, all_doubt, evidence, none)
    return _aligned(book, image, unsure.where(plausible)) + unsure.where(spoilt)


def _aligned(book: SymbolCodebook, image: Luma, thought: ReadSymbols) -> ReadSymbols:
    """The symbols at the places where each fits best, and whether each counts there.

    Small modules of a sharp picture are seen between pixels at their middles, and soft ones too softly round them: what
    does not count when looked at in one way is looked at in the other.
    """
    aligned = replace(thought, quads=align(image, thought.quads, book.templates(thought.index)))
    seen = _judged(book, aligned, book.grid.sample_middles(image, aligned.quads))
    rest = aligned.where(~seen.counts)
    return seen.accepted + _judged(book, rest, book.grid.sample_means(image, views(rest.quads)))


def _judged(book: SymbolCodebook, thought: ReadSymbols, values: Floats) -> ReadSymbols:
    """What grey values of all cells, (K, cells * cells), show, and whether that counts."""
    patches = book.grid.symbol_of(values)
    again = book.identify(patches)
    clarity = np.maximum(likeness_of(values, book.typical), 1e-3)
    unclear = np.maximum(1.0 - again.score / clarity, -MOST_CLEARER)
    doubt = np.asarray(book.doubt(patches, again) + unclear, dtype=np.float32)
    clear = (doubt <= CLEAR_DOUBT) & (again.margin >= CLEAR_MARGIN)
    soft = (doubt <= SOFT_DOUBT) & (again.margin >= SOFT_MARGIN)
    counts = (again.score >= ACCEPTED_SCORE) & (clear | soft) & (again.index == thought.index)
    return ReadSymbols(thought.quads, again.index, again.score, again.margin, doubt, thought.evidence, counts)
