"""Searches one picture, at one scale, for all labels of the book."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook
from vision.reading.finders import Finders, find_finders, near_pairs, not_outdone, squares, triples
from vision.reading.judge import FIRM_MARGIN, NOTHING, Judged, Readings, judge, placed, second_look
from vision.reading.outlines import outline_quads
from vision.reading.places import best_of_cells, best_places, label_like, middles, outside
from vision.reading.shrink import shrunk
from vision.reading.sides import FAR, NEAR, fit_sides, quick_ring_score, ring_score
from vision.reading.sizes import SizeRange
from vision.reading.warp import Floats

PROPOSAL_PX = 1.0
"""Pixels per module at which labels are looked for; they are fitted and read in the full picture."""

TRIPLE_RING, PAIR_RING, FITTED_RING, CLEAR_RING = 0.6, 0.35, 0.6, 1.0
"""Ring scores: least of a proposal from three finders, from two, after the fit, and of a label that is reported as
unreadable. Labels have 1.0 to 1.9, chance patterns rarely 0.35 (docs/reading.md)."""

_MOST_PROPOSALS = 12_000


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A picture `factor` times as small as the camera's, whose modules are of `sizes` pixels."""

    image: NDArray[np.uint8]
    sizes: SizeRange
    factor: int


class Search:
    """What has been read so far in one picture, and the rings nobody could read.

    Each way of proposing is tried only outside the labels read before; `known` are corners, shape (K, 4, 2), of labels
    that need not be found again.
    """

    def __init__(self, codebook: Codebook, level: Level, known: Floats) -> None:
        self._codebook, self._image, self._sizes, self._known = codebook, level.image, level.sizes, known
        self._is_averaged = level.factor > 1
        self._judged = Judged(NOTHING, NOTHING, NOTHING.quads)
        self._small = shrunk(level.image, level.sizes.middle / PROPOSAL_PX)
        rows, columns = self._small.shape
        self._shrink = (rows * columns / level.image.size) ** 0.5
        self._step = np.array([level.image.shape[1] / columns, level.image.shape[0] / rows], dtype=np.float32)

    def run(self) -> tuple[Readings, Floats]:
        """Labels read, and the corners, shape (K, 4, 2), of those that are there and unreadable."""
        finders = self._finders()
        near = near_pairs(finders, self._sizes)
        threes = self._like_rings(*triples(finders, near, self._sizes), TRIPLE_RING)
        # Where a side is covered, the fit can run off to the edge of what covers it: there the finders know better.
        self._judge(self._fitted(threes, NEAR))
        threes = threes[outside(middles(threes), self._taken())]
        outlines = self._outlines()
        free = outside(finders.places, self._taken())
        twos = squares(finders, near.where(free[near.i] & free[near.j]), self._sizes)
        pairs = self._like_rings(*twos, PAIR_RING)
        rough = self._fitted(np.concatenate([self._one_each(outlines), pairs]), FAR)
        self._judge(np.concatenate([self._fitted(rough, NEAR), threes, pairs]))
        sure = self._judged.sure
        firm = sure.margin >= FIRM_MARGIN
        weak = sure.where(~firm) + self._second_looks()
        read = sure.where(firm) + placed(self._codebook, self._image, weak)
        return read, self._clear_rings(read.quads)

    def _finders(self) -> Finders:
        finders = find_finders(self._small, self._sizes.middle * self._shrink)
        places = self._from_small(finders.places)
        finders = Finders(places, finders.response).where(outside(places, self._known))
        return finders.where(not_outdone(finders, self._sizes))

    def _outlines(self) -> Floats:
        taken = (self._taken() + 0.5) / self._step - 0.5
        sizes = self._sizes.scaled(self._shrink)
        return self._from_small(outline_quads(self._small, sizes, taken, without_specks=self._is_averaged))

    def _from_small(self, places: Floats) -> Floats:
        return np.asarray((places + 0.5) * self._step - 0.5, dtype=np.float32)

    def _taken(self) -> Floats:
        return np.concatenate([self._known, self._judged.sure.quads])

    def _one_each(self, outlines: Floats) -> Floats:
        """One outline of each place where nothing is read: too rough to be asked whether it looks like a ring."""
        free = outlines[outside(middles(outlines), self._taken())]
        return best_of_cells(free, np.zeros(len(free), dtype=np.float32), self._sizes.middle)[:_MOST_PROPOSALS]

    def _like_rings(self, quads: Floats, goodness: Floats, least: float) -> Floats:
        """The proposals whose ring score is at least `least`, the best of each place."""
        if len(quads) > _MOST_PROPOSALS:
            quads = quads[np.argsort(-goodness, kind="stable")[:_MOST_PROPOSALS]]
        quads = quads[outside(middles(quads), self._taken())]
        quick = quick_ring_score(self._image, quads)
        enough = quick >= 0.7 * least
        quads = best_of_cells(quads[enough], quick[enough], self._sizes.middle)
        rings = ring_score(self._image, quads)
        return best_places(quads[rings >= least], rings[rings >= least], 2 * self._sizes.middle)

    def _fitted(self, quads: Floats, search: tuple[float, float]) -> Floats:
        """The quads fitted to their rings, as far as they still look like labels then."""
        quads = fit_sides(self._image, quads, search)
        quads = quads[label_like(quads, self._sizes)]
        return quads[ring_score(self._image, quads) >= FITTED_RING]

    def _judge(self, quads: Floats) -> None:
        self._judged += judge(self._codebook, self._image, quads)

    def _second_looks(self) -> Readings:
        """Doubtful readings that pass, the surest of each place being asked."""
        doubtful = self._judged.doubtful
        doubtful = doubtful.where(outside(middles(doubtful.quads), self._taken()))
        return second_look(self._codebook, self._image, doubtful.one_per_place())

    def _clear_rings(self, read: Floats) -> Floats:
        """Rings nobody could read, each once."""
        quads = self._judged.unread
        quads = quads[outside(middles(quads), np.concatenate([self._known, read]))]
        scores = ring_score(self._image, quads)
        clear = scores >= CLEAR_RING
        return best_places(quads[clear], scores[clear], 10 * self._sizes.middle)
