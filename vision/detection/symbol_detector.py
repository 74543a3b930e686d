"""Detects the symbols of a closed set of any QR codes: of several versions, with no ring round them.

Three finder patterns propose a symbol, as in `single_scale`. What is the same in all symbols of a version - finder
patterns, timing, alignment patterns, quiet zone - then does what the ring does for our own labels: it scores the
proposal, and places it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from vision.arrays import Luma, Mask, Quads, require_luma
from vision.detection.detector import ANY_SIZE
from vision.detection.finder_patterns import AMONG_DATA, FinderPatterns, clearest, find_finders
from vision.detection.glared_symbols import glared_symbols
from vision.detection.module_grid import align, likeness, quick_likeness
from vision.detection.module_size import ModuleSizeRange
from vision.detection.non_maximum_suppression import (
    centres,
    edge_lengths,
    has_earlier_neighbour,
    outside_quads,
    plausible_labels,
    suppress_non_maxima,
)
from vision.detection.proposals import (
    FINDER_MODULES,
    View,
    clarity,
    finders_of_labels,
    least_clarity,
    legs_between,
    quads_from_triples,
)
from vision.detection.pyramid import downsample_by_halves
from vision.detection.symbol_codebook import SymbolCodebook, SymbolSet
from vision.detection.symbol_decode import ReadSymbols, decode
from vision.detections import Detection, Detections, UnreadableLabel, as_corners

WORKING_PX = 1.4
"""Pixels per module that are enough: a picture with larger symbols is halved first."""

QUICKLY_LIKE = 0.33
"""The same by a quick look, least of a proposal that is compared at all: of 2187 at the places of symbols and worth
moving 99 in 100 have it, of all the others at one pixel a module one in seven."""

WORTH_MOVING, LIKE_A_SYMBOL = 0.40, 0.55
"""Likeness to what all symbols of a version have in common: least of a proposal that is moved to where it would be
most, and of one that is decoded."""

_KNOWN_SIZE = 2.5
"""Symbols in a glare are looked for where the ratio of sizes is no more: where their size is known."""

_STRONG, _FINDER_EVIDENCE, _FRAME_EVIDENCE = 0.6, 0.55, 0.4
_SQUARE_MODULES_PER_STRONG, _STRONG_AT_LEAST = 2000, 150
_SQUARE_MODULES_PER_PROPOSAL, _MOST_PROPOSALS = 1000, 500
"""As in `single_scale`: shares of evidence, and how many finder patterns and proposals are looked at."""


_Found = tuple[SymbolCodebook, ReadSymbols]


class SymbolDetector:
    """Finds every symbol of the set in a picture.

    `module_px` is the range of a label's unit in pixels, as `LabelDetector` has it: a 29th of the label's edge.
    """

    def __init__(self, symbols: SymbolSet, module_px: tuple[float, float] | None = None) -> None:
        self.symbols = symbols
        least, most = module_px or ANY_SIZE
        if not 0 < least <= most:
            raise ValueError(f"A module's size runs from a least to a greatest width, not from {least} to {most} px.")
        self._units = ModuleSizeRange(least, most)
        self._sizes = [self._units.scaled(book.grid.unit) for book in symbols.codebooks]

    def detect(self, image: Luma) -> Detections:
        """All symbols in a luma picture, uint8, shape (height, width); raises ValueError for any other array."""
        require_luma(image)
        found: list[_Found] = []
        glared = known = np.empty((0, 4, 2), np.float32)
        every = ModuleSizeRange(min(s.least for s in self._sizes), max(s.most for s in self._sizes))
        for octave in _per_picture(every):
            small, factor = downsample_by_halves(image, octave.middle / WORKING_PX)
            if min(small.shape) < 29:
                continue
            finders = find_finders(small, octave.scaled(1 / factor).filters(), AMONG_DATA)
            levels = [_Level(book, small, sizes.scaled(1 / factor)) for book, sizes in self._of_each_version(octave)]
            here = [
                (book, read.at_scale(factor)) for book, read in _read(levels, finders, (known + 0.5) / factor - 0.5)
            ]
            known = np.concatenate([known, *(read.accepted.quads for _, read in here)])
            found += here
        if self._units.most <= _KNOWN_SIZE * self._units.least:
            glared = glared_symbols(image, [book.grid for book in self.symbols.codebooks], self._units, known)
        return _report(found, glared)

    def _of_each_version(self, octave: ModuleSizeRange) -> Iterator[tuple[SymbolCodebook, ModuleSizeRange]]:
        """The sizes that a module of each version may have within those of an octave."""
        for book, sizes in zip(self.symbols.codebooks, self._sizes, strict=True):
            least, most = max(sizes.least, octave.least), min(sizes.most, octave.most)
            if least < most or sizes.least == sizes.most:
                yield book, ModuleSizeRange(least, most)


def _per_picture(sizes: ModuleSizeRange) -> Iterator[ModuleSizeRange]:
    """The range in parts of about an octave; those that are looked for in the same picture are one."""
    parts: dict[int, list[ModuleSizeRange]] = {}
    for octave in sizes.per_octave():
        parts.setdefault(max(0, int(np.log2(octave.middle / WORKING_PX))), []).append(octave)
    for same in parts.values():
        yield ModuleSizeRange(same[0].least, same[-1].most)


def _read(levels: Sequence[_Level], finders: FinderPatterns, known: Quads) -> Iterator[_Found]:
    """What stands out is read in all versions first: mostly little is left then to be looked for in any."""
    clear = []
    for level in levels:
        finders = finders.where(outside_quads(finders.places, known))
        clear.append(level.first_round(finders))
        known = np.concatenate([known, clear[-1].read.accepted.quads])
        yield level.book, clear[-1].read
    for level, first in zip(levels, clear, strict=True):
        if len(first.read.accepted):
            finders = finders.where(outside_quads(finders.places, known))
            rest = level.second_round(first, finders)
            known = np.concatenate([known, rest.accepted.quads])
            yield level.book, rest


class _FirstRound(NamedTuple):
    """What stands out of one version: the finder patterns that were taken together, and what they showed."""

    strong: FinderPatterns
    read: ReadSymbols


class _Level:
    """The symbols of one version in one picture."""

    def __init__(self, book: SymbolCodebook, image: Luma, sizes: ModuleSizeRange) -> None:
        self.book, self._image, self.sizes = book, image, sizes
        self._distance = float(book.grid.size - FINDER_MODULES)
        self._square_modules = image.size / sizes.middle**2

    def first_round(self, finders: FinderPatterns) -> _FirstRound:
        """What stands out: it tells how symbols look from here, and so what else may be one."""
        strong = finders.strongest(int(self._square_modules / _SQUARE_MODULES_PER_STRONG) + _STRONG_AT_LEAST)
        strong = strong.where(strong.evidence >= _STRONG * clearest(strong.evidence))
        return _FirstRound(strong, self._read(strong, View.unknown(strong.places, self.sizes), 0.0, None))

    def second_round(self, first: _FirstRound, finders: FinderPatterns) -> ReadSymbols:
        """What else may be a symbol, seen as those are that the first round read; at least one."""
        strong, read, unit = first.strong, first.read.accepted, self.book.grid.unit
        least = float(np.median(read.evidence))
        rest = finders.where(finders.evidence >= _FINDER_EVIDENCE * least)
        view = View.like(read.quads, rest.places, unit)
        which, labels = finders_of_labels(strong, read.quads, unit)
        likely = clarity(rest, view) >= least_clarity(strong, which, labels, read.quads, unit)
        return self._read(rest, view, _FRAME_EVIDENCE * least, likely)

    def _read(self, finders: FinderPatterns, view: View, least: float, likely: Mask | None) -> ReadSymbols:
        legs = legs_between(finders, view, self._distance, likely)
        quads, evidence = quads_from_triples(finders, view, legs, self._distance)
        quads, evidence = quads[evidence >= least], evidence[evidence >= least]
        most = int(self._square_modules / _SQUARE_MODULES_PER_PROPOSAL) + _MOST_PROPOSALS
        best = np.argsort(-evidence, kind="stable")[:most]
        quads, evidence = quads[best], evidence[best]
        quickly = quick_likeness(self._image, quads, self.book.typical) >= QUICKLY_LIKE
        quads, evidence = quads[quickly], evidence[quickly]
        alike = likeness(self._image, quads, self.book.typical)
        worth = np.flatnonzero(alike >= WORTH_MOVING)
        worth = worth[np.argsort(-alike[worth], kind="stable")]
        worth = worth[~has_earlier_neighbour(centres(quads[worth]), np.full(len(worth), self.sizes.middle))]
        quads, evidence, before = quads[worth], evidence[worth], alike[worth]
        moved = align(self._image, quads, self.book.typical, 2)
        after = likeness(self._image, moved, self.book.typical)
        # A version 1 has little that holds its lower right corner: art beside a narrow margin can draw it away.
        better = after > before
        quads, alike = np.where(better[:, None, None], moved, quads), np.maximum(before, after)
        good = (alike >= LIKE_A_SYMBOL) & plausible_labels(quads * self.book.grid.unit, self.sizes)
        order = np.flatnonzero(good)[np.argsort(-alike[good], kind="stable")]
        quads, evidence = quads[order], evidence[order]
        once = ~has_earlier_neighbour(centres(quads), np.full(len(quads), 2 * self.sizes.middle))
        return decode(self.book, self._image, quads[once], evidence[once])


def _report(found: list[_Found], glared: Quads) -> Detections:
    """One detection for each place, the one that agrees best.

    What is doubtful, or in a glare, where nothing counts is unreadable.
    """
    sure = [
        Detection.from_corners(book.tags[index], as_corners(quad), float(score), min(float(margin), 1.0))
        for book, read in found
        for quad, index, score, margin, counts in zip(
            read.quads, read.index, read.score, read.margin, read.counts, strict=True
        )
        if counts
    ]
    decoded: list[Detection] = []
    for one in sorted(sure, key=lambda one: -one.score):
        if all(np.hypot(one.x - other.x, one.y - other.y) > other.size_px / 4 for other in decoded):
            decoded.append(one)
    doubtful = [read.where(~read.counts) for _, read in found]
    quads = np.concatenate([glared, *(read.quads for read in doubtful)])
    score = np.concatenate([np.zeros(len(glared), np.float32), *(read.score for read in doubtful)])
    known = np.array([one.corners for one in decoded], dtype=np.float32).reshape(-1, 4, 2)
    outside = outside_quads(centres(quads), known)
    quads, score = quads[outside], score[outside]
    edge = float(edge_lengths(quads).mean()) if len(quads) else 1.0
    unreadable = suppress_non_maxima(quads, score, 0.4 * edge)
    return Detections(tuple(decoded), tuple(UnreadableLabel(as_corners(quad)) for quad in unreadable))
