"""Decides which tag a fitted quadrilateral shows, or that it shows none for sure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook, Match
from vision.labels import SYMBOL_MODULES, SYMBOL_OFFSET
from vision.reading.places import has_earlier_neighbour
from vision.reading.polish import likeness, polish
from vision.reading.warp import Floats, homographies, look

LEAST_SCORE, LEAST_MARGIN, LEAST_LIKENESS = 0.50, 0.25, 0.45
CLEAN_SCORE, CLEAN_MARGIN, CLEAN_LIKENESS = 0.50, 0.22, 0.62
"""A doubtful reading counts when it passes all three of either row: partly hidden labels keep their lead over other
tags, faint ones keep their likeness. docs/reading.md shows the distributions behind the figures."""

SURE_SCORE = 0.75
SURE_MARGIN = 0.30
"""Above both, a reading is not looked at twice."""

PLAUSIBLE_MARGIN = 0.03
PLAUSIBLE_LIKENESS = 0.2
"""Below either, it is not worth a second look."""

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
        edge = np.linalg.norm(ranked.quads - np.roll(ranked.quads, 1, axis=1), axis=2).mean(axis=1)
        return ranked.where(~has_earlier_neighbour(ranked.quads.mean(axis=1), 0.5 * edge))


NOTHING = Readings(
    np.empty((0, 4, 2), np.float32), np.empty(0, np.intp), np.empty(0, np.float32), np.empty(0, np.float32)
)


def judge(codebook: Codebook, image: NDArray[np.uint8], quads: Floats) -> tuple[Readings, Floats]:
    """The quads, shape (K, 4, 2), that are read for sure, and the others' corners."""
    if not len(quads):
        return NOTHING, quads
    first = _identified(codebook, image, quads)
    sure = (first.score >= SURE_SCORE) & (first.margin >= SURE_MARGIN)
    doubtful = first.where(~sure & (first.margin >= PLAUSIBLE_MARGIN))
    worth = likeness(image, doubtful.quads, codebook.labels(doubtful.index)) >= PLAUSIBLE_LIKENESS
    second, passed = _second_look(codebook, image, doubtful.where(worth))
    return first.where(sure) + second.where(passed), first.quads[~sure]


def _second_look(
    codebook: Codebook, image: NDArray[np.uint8], doubtful: Readings
) -> tuple[Readings, NDArray[np.bool_]]:
    """The doubtful readings after a better fit to the tag each is thought to be, and which of them now pass."""
    if not len(doubtful):
        return doubtful, np.zeros(0, dtype=np.bool_)
    fitted = polish(image, doubtful.quads, codebook.labels(doubtful.index))
    again = _identified(codebook, image, fitted)
    alike = likeness(image, again.quads, codebook.labels(again.index))
    hidden = (again.score >= LEAST_SCORE) & (again.margin >= LEAST_MARGIN) & (alike >= LEAST_LIKENESS)
    faint = (again.score >= CLEAN_SCORE) & (again.margin >= CLEAN_MARGIN) & (alike >= CLEAN_LIKENESS)
    passed = hidden | faint
    return again, passed


def _identified(codebook: Codebook, image: NDArray[np.uint8], quads: Floats) -> Readings:
    match: Match = codebook.identify(look(image, homographies(quads), SYMBOL_CENTRES))
    corner = (np.arange(4)[None, :] + match.turns[:, None]) % 4
    return Readings(np.take_along_axis(quads, corner[..., None], axis=1), match.index, match.score, match.margin)
