"""Detects all labels of the codebook in one picture, at one scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Luma, Quads
from vision.detection.codebook import Codebook
from vision.detection.decode import (
    FIRM_MARGIN,
    NO_QUADS_DECODED,
    DecodedQuads,
    Decoding,
    align_decoded,
    decode,
    decode_aligned,
)
from vision.detection.edge_fit import COARSE, FINE, fit_edges, quick_ring_score, ring_score
from vision.detection.finder_patterns import (
    FinderPatterns,
    detect_finder_patterns,
    locally_prominent,
    neighbouring_pairs,
    quads_from_pairs,
    quads_from_triples,
)
from vision.detection.module_size import ModuleSizeRange
from vision.detection.non_maximum_suppression import (
    best_per_cell,
    centres,
    outside_quads,
    plausible_labels,
    suppress_non_maxima,
)
from vision.detection.pyramid import downsample
from vision.detection.quads import contour_quads

PROPOSAL_PX = 1.0
"""Pixels per module at which labels are looked for; they are fitted and read in the full picture."""

TRIPLE_RING, PAIR_RING, FITTED_RING, CLEAR_RING = 0.6, 0.35, 0.6, 1.0
"""Ring scores: least of a proposal from three finders, from two, after the fit, and of a label that is reported as
unreadable. Labels have 1.0 to 1.9, chance patterns rarely 0.35 (docs/reading.md)."""

_MOST_PROPOSALS = 12_000


@dataclass(frozen=True, slots=True, eq=False)
class PyramidLevel:
    """A picture `factor` times as small as the camera's, whose modules are of `sizes` pixels."""

    image: Luma
    sizes: ModuleSizeRange
    factor: int


class SingleScaleDetector:
    """Keeps what has been decoded so far in one picture, and the rings that could not be.

    Each way of proposing is tried only outside the labels decoded before; `known` are labels that need not be found
    again.
    """

    def __init__(self, codebook: Codebook, level: PyramidLevel, known: Quads) -> None:
        self._codebook, self._image, self._sizes, self._known = codebook, level.image, level.sizes, known
        self._is_downsampled = level.factor > 1
        self._decoded = Decoding(NO_QUADS_DECODED, NO_QUADS_DECODED, NO_QUADS_DECODED.quads)
        self._proposal_image = downsample(level.image, level.sizes.middle / PROPOSAL_PX)
        rows, columns = self._proposal_image.shape
        self._proposal_scale = (rows * columns / level.image.size) ** 0.5
        self._pixel_step = np.array([level.image.shape[1] / columns, level.image.shape[0] / rows], dtype=np.float32)

    def detect(self) -> tuple[DecodedQuads, Floats]:
        """Labels decoded, and the corners, shape (K, 4, 2), of those that are there and unreadable."""
        finders = self._finder_patterns()
        near = neighbouring_pairs(finders, self._sizes)
        triples = self._best_rings(*quads_from_triples(finders, near, self._sizes), TRIPLE_RING)
        # Where a side is covered, the fit can run off to the edge of what covers it: there the finders know better.
        self._decode(self._fit(triples, FINE))
        triples = triples[outside_quads(centres(triples), self._known_and_read())]
        contours = self._contours()
        free = outside_quads(finders.places, self._known_and_read())
        squares = quads_from_pairs(finders, near.where(free[near.i] & free[near.j]), self._sizes)
        pairs = self._best_rings(*squares, PAIR_RING)
        rough = self._fit(np.concatenate([self._one_per_cell(contours), pairs]), COARSE)
        self._decode(np.concatenate([self._fit(rough, FINE), triples, pairs]))
        accepted = self._decoded.accepted
        firm = accepted.margin >= FIRM_MARGIN
        weak = accepted.where(~firm) + self._decode_doubtful()
        read = accepted.where(firm) + align_decoded(self._codebook, self._image, weak)
        return read, self._unreadable_rings(read.quads)

    def _finder_patterns(self) -> FinderPatterns:
        finders = detect_finder_patterns(self._proposal_image, self._sizes.middle * self._proposal_scale)
        places = self._at_level(finders.places)
        finders = FinderPatterns(places, finders.response).where(outside_quads(places, self._known))
        return finders.where(locally_prominent(finders, self._sizes))

    def _contours(self) -> Floats:
        taken = (self._known_and_read() + 0.5) / self._pixel_step - 0.5
        sizes = self._sizes.scaled(self._proposal_scale)
        return self._at_level(contour_quads(self._proposal_image, sizes, taken, median_filtered=self._is_downsampled))

    def _at_level(self, places: Floats) -> Floats:
        return np.asarray((places + 0.5) * self._pixel_step - 0.5, dtype=np.float32)

    def _known_and_read(self) -> Floats:
        return np.concatenate([self._known, self._decoded.accepted.quads])

    def _one_per_cell(self, contours: Floats) -> Floats:
        """One contour of each cell where nothing is read: too rough to be asked whether it looks like a ring."""
        free = contours[outside_quads(centres(contours), self._known_and_read())]
        return best_per_cell(free, np.zeros(len(free), dtype=np.float32), self._sizes.middle)[:_MOST_PROPOSALS]

    def _best_rings(self, quads: Quads, score: Floats, least: float) -> Floats:
        """The proposals whose ring score is at least `least`, the best of each place."""
        if len(quads) > _MOST_PROPOSALS:
            quads = quads[np.argsort(-score, kind="stable")[:_MOST_PROPOSALS]]
        quads = quads[outside_quads(centres(quads), self._known_and_read())]
        quick = quick_ring_score(self._image, quads)
        enough = quick >= 0.7 * least
        quads = best_per_cell(quads[enough], quick[enough], self._sizes.middle)
        rings = ring_score(self._image, quads)
        return suppress_non_maxima(quads[rings >= least], rings[rings >= least], 2 * self._sizes.middle)

    def _fit(self, quads: Quads, search: tuple[float, float]) -> Floats:
        """The quads with their edges fitted to their rings, as far as they still look like labels then."""
        quads = fit_edges(self._image, quads, search)
        quads = quads[plausible_labels(quads, self._sizes)]
        return quads[ring_score(self._image, quads) >= FITTED_RING]

    def _decode(self, quads: Quads) -> None:
        self._decoded += decode(self._codebook, self._image, quads)

    def _decode_doubtful(self) -> DecodedQuads:
        """Doubtful labels that are decoded once aligned, the surest of each place being asked."""
        doubtful = self._decoded.doubtful
        doubtful = doubtful.where(outside_quads(centres(doubtful.quads), self._known_and_read()))
        return decode_aligned(self._codebook, self._image, doubtful.one_per_place())

    def _unreadable_rings(self, read: Floats) -> Floats:
        """Clear rings that could not be decoded, each once."""
        quads = self._decoded.undecoded
        quads = quads[outside_quads(centres(quads), np.concatenate([self._known, read]))]
        scores = ring_score(self._image, quads)
        clear = scores >= CLEAR_RING
        return suppress_non_maxima(quads[clear], scores[clear], 10 * self._sizes.middle)
