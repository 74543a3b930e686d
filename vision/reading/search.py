"""Searches one picture, at one scale, for all labels of the book."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook
from vision.reading.finders import Finders, find_finders, near_pairs, squares, triples
from vision.reading.judge import NOTHING, Readings, judge
from vision.reading.outlines import outline_quads
from vision.reading.places import best_places, label_like, outside
from vision.reading.sides import fit_sides, may_be_ring, ring_score
from vision.reading.sizes import SizeRange
from vision.reading.warp import Floats

PROPOSAL_PX = 1.2
"""Pixels per module at which labels are looked for; they are fitted and read in the full picture."""

TRIPLE_RING, PAIR_RING, OUTLINE_RING, FITTED_RING, CLEAR_RING = 0.6, 0.35, -1.0, 0.6, 1.0
"""Ring scores: least of a proposal from three finders, from two, from an outline (too rough to ask), after the fit,
and of a label that is reported as unreadable. Labels have 1.0 to 1.9, chance patterns rarely 0.35 (docs/reading.md)."""

_MOST_PROPOSALS = 12_000


class Search:
    """What has been read so far in one picture, and the rings nobody could read.

    `image` has modules of `sizes` pixels. Each way of proposing is tried only outside the labels read before;
    `known` are corners, shape (K, 4, 2), of labels that need not be found again.
    """

    def __init__(self, codebook: Codebook, image: NDArray[np.uint8], sizes: SizeRange, known: Floats) -> None:
        self._codebook, self._image, self._sizes, self._known = codebook, image, sizes, known
        self._read, self._unread = NOTHING, NOTHING.quads
        self._shrink = min(1.0, PROPOSAL_PX / sizes.middle)
        rows, columns = (max(1, round(side * self._shrink)) for side in image.shape)
        # Bilinear steps shorter than two pixels miss nothing, and take a fifth of the time of averaging by area.
        self._small = cv2.resize(image, (columns, rows), interpolation=cv2.INTER_LINEAR)
        self._step = np.array([image.shape[1] / columns, image.shape[0] / rows], dtype=np.float32)

    def run(self) -> tuple[Readings, Floats]:
        """Labels read, and the corners, shape (K, 4, 2), of those that are there and unreadable."""
        finders = self._finders()
        near = near_pairs(finders, self._sizes)
        self._try(*triples(finders, near, self._sizes), TRIPLE_RING)
        quads = self._outlines()
        self._try(quads, np.zeros(len(quads), dtype=np.float32), OUTLINE_RING)
        free = outside(finders.places, self._taken())
        self._try(*squares(finders, near.where(free[near.i] & free[near.j]), self._sizes), PAIR_RING)
        return self._read, self._clear_rings()

    def _finders(self) -> Finders:
        finders = find_finders(self._small, self._sizes.middle * self._shrink)
        places = self._from_small(finders.places)
        return Finders(places, finders.response).where(outside(places, self._known))

    def _outlines(self) -> Floats:
        taken = (self._taken() + 0.5) / self._step - 0.5
        return self._from_small(outline_quads(self._small, self._sizes.scaled(self._shrink), taken))

    def _from_small(self, places: Floats) -> Floats:
        return np.asarray((places + 0.5) * self._step - 0.5, dtype=np.float32)

    def _taken(self) -> Floats:
        return np.concatenate([self._known, self._read.quads])

    def _try(self, quads: Floats, goodness: Floats, least_ring: float) -> None:
        """Keeps the proposals that look like rings, the best of each place, fits and judges them."""
        quads = quads[np.argsort(-goodness, kind="stable")[:_MOST_PROPOSALS]]
        quads = quads[outside(quads.mean(axis=1), self._taken())]
        quads = quads[may_be_ring(self._image, quads, 0.7 * least_ring)]
        rings = ring_score(self._image, quads)
        enough = rings >= least_ring
        rough = best_places(quads[enough], rings[enough], 2 * self._sizes.middle)
        self._take(self._fitted(rough))
        # Where a side is covered, the fit can run off to the edge of what covers it: there the finders know better.
        if least_ring > OUTLINE_RING:
            self._take(rough[outside(rough.mean(axis=1), self._taken())])

    def _take(self, quads: Floats) -> None:
        read, unread = judge(self._codebook, self._image, quads)
        self._read += read
        self._unread = np.concatenate([self._unread, unread])

    def _fitted(self, quads: Floats) -> Floats:
        quads = fit_sides(self._image, quads, 2.0)
        quads = quads[label_like(quads, self._sizes)]
        quads = fit_sides(self._image, quads[ring_score(self._image, quads) >= FITTED_RING], 1.0)
        return np.asarray(quads[outside(quads.mean(axis=1), self._taken())])

    def _clear_rings(self) -> Floats:
        quads = self._unread[outside(self._unread.mean(axis=1), self._taken())]
        scores = ring_score(self._image, quads)
        clear = scores >= CLEAR_RING
        return best_places(quads[clear], scores[clear], 10 * self._sizes.middle)
