"""Decides which tag a fitted quadrilateral shows, or that it shows none for sure."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook, Match
from vision.labels import SYMBOL_MODULES, SYMBOL_OFFSET
from vision.reading.places import edge_lengths, has_earlier_neighbour, middles
from vision.reading.polish import Drawings, likeness, polish
from vision.reading.warp import Floats, homographies, look

LEAST_SCORE, LEAST_MARGIN, LEAST_LIKENESS = 0.50, 0.25, 0.45
CLEAN_SCORE, CLEAN_MARGIN, CLEAN_LIKENESS = 0.50, 0.22, 0.62
"""A doubtful reading counts when it passes all three of either row: partly hidden labels keep their lead over other
tags, faint ones keep their likeness. docs/reading.md shows the distributions behind the figures."""

SURE_SCORE = 0.75
SURE_MARGIN = 0.30
"""Above both, a reading is not looked at twice."""

PLAUSIBLE_MARGIN = 0.08
PLAUSIBLE_LIKENESS = 0.45
"""Below either, it is not worth a second look."""

FIRM_MARGIN = 0.35
"""A sure reading that leads by less is fitted to its tag as well: its sides are faint or covered, their fit rough."""

PLACING_STEPS = 4
"""Steps of the fit that gives such labels, and doubtful ones that passed, their places."""

_AXIS = np.arange(SYMBOL_MODULES) + SYMBOL_OFFSET + 0.5
SYMBOL_CENTRES = np.stack(np.meshgrid(_AXIS, _AXIS), -1).reshape(-1, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """K labels read: corners with the label's own upper left first, (K, 4, 2), book index, score and margin, (K,)."""

    quads: Floats
    index: NDArray[np.intp]
    score: Floats
    margin: Floats

    def __len__(self) -> int:
        return len(self.quads)

    def where(self, chosen: NDArray[np.generic]) -> Readings:
        return Readings(self.quads[chosen], self.index[chosen], self.score[chosen], self.margin[chosen])

    def __add__(self, other: Readings) -> Readings:
        pairs = ((getattr(self, name), getattr(other, name)) for name in Readings.__slots__)
        return Readings(*(np.concatenate(pair) for pair in pairs))

    def at_scale(self, factor: float) -> Readings:
        """The same labels in a picture `factor` times as large."""
        return Readings((self.quads + 0.5) * factor - 0.5, self.index, self.score, self.margin)

    def one_per_place(self) -> Readings:
        """The surest reading of each place; the same tag at two places stays twice."""
        ranked = self.where(np.argsort(-self.margin, kind="stable"))
        half_edge = 0.125 * edge_lengths(ranked.quads).sum(axis=1)
        return ranked.where(~has_earlier_neighbour(middles(ranked.quads), half_edge))


NOTHING = Readings(
    np.empty((0, 4, 2), np.float32), np.empty(0, np.intp), np.empty(0, np.float32), np.empty(0, np.float32)
)


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What is read for sure, what may be read after a better fit, and the corners of all that is not sure."""

    sure: Readings
    doubtful: Readings
    unread: Floats

    def __add__(self, other: Judged) -> Judged:
        unread = np.concatenate([self.unread, other.unread])
        return Judged(self.sure + other.sure, self.doubtful + other.doubtful, unread)


def judge(codebook: Codebook, image: NDArray[np.uint8], quads: Floats) -> Judged:
    """A first look at proposals, shape (K, 4, 2)."""
    seen = _identified(codebook, image, quads)
    sure = (seen.score >= SURE_SCORE) & (seen.margin >= SURE_MARGIN)
    doubtful = seen.where(~sure & (seen.margin >= PLAUSIBLE_MARGIN))
    return Judged(seen.where(sure), doubtful, seen.quads[~sure])


def second_look(codebook: Codebook, image: NDArray[np.uint8], doubtful: Readings) -> Readings:
    """The doubtful readings that pass after a better fit to the tag each is thought to be."""
    worth = likeness(image, doubtful.quads, codebook.labels(doubtful.index)) >= PLAUSIBLE_LIKENESS
    doubtful = doubtful.where(worth)
    if not len(doubtful):
        return doubtful
    drawings = Drawings.of(codebook, doubtful.index)
    again = _identified(codebook, image, polish(image, doubtful.quads, drawings))
    alike = likeness(image, again.quads, codebook.labels(again.index))
    hidden = (again.score >= LEAST_SCORE) & (again.margin >= LEAST_MARGIN) & (alike >= LEAST_LIKENESS)
    faint = (again.score >= CLEAN_SCORE) & (again.margin >= CLEAN_MARGIN) & (alike >= CLEAN_LIKENESS)
    passed = (hidden | faint) & (again.index == doubtful.index)
    return again.where(passed)


def placed(codebook: Codebook, image: NDArray[np.uint8], readings: Readings) -> Readings:
    """The readings at the places where their whole labels fit best: for the tag a rough fit was enough."""
    drawings = Drawings.of(codebook, readings.index)
    return replace(readings, quads=polish(image, readings.quads, drawings, PLACING_STEPS))


def _identified(codebook: Codebook, image: NDArray[np.uint8], quads: Floats) -> Readings:
    match: Match = codebook.identify(look(image, homographies(quads), SYMBOL_CENTRES))
    corner = (np.arange(4)[None, :] + match.turns[:, None]) % 4
    return Readings(np.take_along_axis(quads, corner[..., None], axis=1), match.index, match.score, match.margin)
