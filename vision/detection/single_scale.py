"""Detects all labels of the codebook in one picture, at one scale."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Luma, Quads
from vision.detection.alignment import align, finder_likeness, sample_modules, typical_label, upright
from vision.detection.codebook import Codebook
from vision.detection.decode import (
    FIRM_MARGIN,
    NO_QUADS_DECODED,
    DecodedQuads,
    Decoding,
    align_decoded,
    decode,
    decode_aligned,
    decode_visible,
)
from vision.detection.edge_fit import COARSE, FINE, fit_edges, quick_ring_score, ring_score
from vision.detection.finder_patterns import FinderPatterns, clearest, find_finders
from vision.detection.module_size import ModuleSizeRange
from vision.detection.non_maximum_suppression import (
    best_per_cell,
    centres,
    outside_quads,
    plausible_labels,
    suppress_non_maxima,
)
from vision.detection.proposals import (
    LEANING,
    Legs,
    View,
    evidence_of_labels,
    legs_between,
    quads_from_pairs,
    quads_from_singles,
    quads_from_triples,
)

TRIPLE_RING, PAIR_RING, FITTED_RING, CLEAR_RING = 0.6, 0.35, 0.6, 0.8
"""Ring scores: least of a proposal from three finders, from two or one, after the fit, and of a label that is reported
as unreadable. Labels have 1.0 to 1.9, chance patterns rarely 0.35 (docs/reading.md)."""

LIKE_A_LABEL, WORTH_MOVING = 0.45, 0.36
"""Likeness to what all labels have in common: least of a quad that is decoded, and of a proposal that is moved to where
it would be most. Of labels within 0.6 modules none had less than 0.49, within 1.5 modules none less than 0.38; half of
the chance patterns have less than 0.42 and 0.29."""

LIKE_A_FINDER = 0.3
"""A label is called unreadable when two of its corners look at least so much like finder patterns. Frames round text
and dice have less in 99 of 100 (docs/reading.md)."""

STRONG = 0.6
"""Finder patterns with this share of the clearest ones' evidence are taken together in threes, whatever the view."""

FINDER_EVIDENCE, FRAME_EVIDENCE, SINGLE_EVIDENCE = 0.55, 0.4, 0.6
"""What is looked for next has at least these shares of the evidence that read labels have in the middle: a finder
pattern, two or three of them in their common frame, and one alone."""

_SQUARE_MODULES_PER_STRONG, _STRONG_AT_LEAST = 2000, 150
"""Labels have three finder patterns on 841 square modules: cards without a gap between them have no more than this."""

_SQUARE_MODULES_PER_PROPOSAL, _MOST_PROPOSALS = 1000, 500
_ALIGNMENT_STEPS = 4


@dataclass(frozen=True, slots=True, eq=False)
class PyramidLevel:
    """A picture `factor` times as small as the camera's, whose modules are of `sizes` pixels."""

    image: Luma
    sizes: ModuleSizeRange
    factor: int


class SingleScaleDetector:
    """Keeps what has been decoded so far in one picture, and the rings that could not be.

    What stands out is read first; it tells how labels look from here, and so what else may be one.
    """

    def __init__(self, codebook: Codebook, level: PyramidLevel) -> None:
        self._codebook, self._image, self._sizes = codebook, level.image, level.sizes
        self._typical = typical_label(codebook)
        self._square_modules = level.image.size / level.sizes.middle**2
        self._finders = find_finders(level.image, level.sizes.filters())
        self._known = NO_QUADS_DECODED.quads
        self._decoded = Decoding(NO_QUADS_DECODED, NO_QUADS_DECODED, NO_QUADS_DECODED.quads)

    def read_clear(self) -> Quads:
        """Reads the labels whose three finders stand out; their corners, shape (K, 4, 2)."""
        strong = self._finders.strongest(int(self._square_modules / _SQUARE_MODULES_PER_STRONG) + _STRONG_AT_LEAST)
        strong = strong.where(strong.evidence >= STRONG * clearest(strong.evidence))
        view = View.unknown(strong.places, self._sizes)
        self._rings = self._from_triples(strong, view, legs_between(strong, view), 0.0)
        self._strong = strong
        return self._decoded.accepted.quads

    def read_rest(self, known: Quads) -> tuple[DecodedQuads, Floats]:
        """All labels decoded but for those `known`, and the corners, shape (K, 4, 2), of the unreadable ones."""
        self._known = known
        rest, view, least = self._still_unexplained()
        legs = legs_between(rest, view)
        if len(self._decoded.accepted):
            self._rings = self._from_triples(rest, view, legs, FRAME_EVIDENCE * least)
        pairs = self._best_rings(*quads_from_pairs(rest, view, legs), PAIR_RING, FRAME_EVIDENCE * least)
        rough = self._fit(pairs, COARSE)
        self._decode(np.concatenate([self._fit(rough, FINE), self._rings, pairs]))
        singles = self._best_rings(*quads_from_singles(rest, view), PAIR_RING, SINGLE_EVIDENCE * least)
        covered = self._like_labels(np.concatenate([self._rings, pairs, singles]))
        self._decode(covered)
        accepted = self._decoded.accepted
        firm = accepted.margin >= FIRM_MARGIN
        weak = accepted.where(~firm) + self._decode_doubtful(covered)
        found = accepted.where(firm) + align_decoded(self._codebook, self._image, weak)
        return found, self._unreadable_rings(found.quads)

    def _still_unexplained(self) -> tuple[FinderPatterns, View, float]:
        """Finder patterns outside the labels read, how labels look there, and the evidence that read ones had."""
        read = self._decoded.accepted.quads
        if len(read):
            usual = evidence_of_labels(self._strong, read)
            least = float(np.median(usual)) if len(usual) else 0.0
            rest = self._finders.where(outside_quads(self._finders.places, self._known_and_read()))
            rest = rest.where(rest.evidence >= FINDER_EVIDENCE * least)
            return rest, View.like(read, rest.places), least
        # Where labels stand out at another scale, what does not at this one is none.
        rest = self._strong.where(np.full(len(self._strong), not len(self._known)))
        return rest, View.unknown(rest.places, replace(self._sizes, max_aspect=LEANING)), 0.0

    def _from_triples(self, finders: FinderPatterns, view: View, legs: Legs, least: float) -> Floats:
        """Decodes what three finders propose; the proposals that look like rings and were not decoded."""
        rings = self._best_rings(*quads_from_triples(finders, view, legs), TRIPLE_RING, least)
        # Where a side is covered, the fit can run off to the edge of what covers it: there the finders know better.
        self._decode(self._fit(rings, FINE))
        return rings[outside_quads(centres(rings), self._known_and_read())]

    def _like_labels(self, quads: Quads) -> Floats:
        """Those of the quads that look like labels, each moved to where what all labels have in common fits best."""
        quads = quads[outside_quads(centres(quads), self._known_and_read())]
        quads, alike = self._upright(quads)
        likely = alike >= WORTH_MOVING
        quads = best_per_cell(quads[likely], alike[likely], self._sizes.middle)
        quads = align(self._image, quads, self._typical, _ALIGNMENT_STEPS)
        quads, alike = self._upright(quads)
        likely = alike >= LIKE_A_LABEL
        return suppress_non_maxima(quads[likely], alike[likely], 2 * self._sizes.middle)

    def _upright(self, quads: Quads) -> tuple[Floats, Floats]:
        return upright(sample_modules(self._image, quads), quads, self._typical)

    def _known_and_read(self) -> Floats:
        return np.concatenate([self._known, self._decoded.accepted.quads])

    def _best_rings(self, quads: Quads, evidence: Floats, ring: float, least: float) -> Floats:
        """The proposals of at least so much evidence whose ring score is at least `ring`, the best of each place."""
        quads, evidence = quads[evidence >= least], evidence[evidence >= least]
        most = int(self._square_modules / _SQUARE_MODULES_PER_PROPOSAL) + _MOST_PROPOSALS
        if len(quads) > most:
            quads = quads[np.argsort(-evidence, kind="stable")[:most]]
        quads = quads[outside_quads(centres(quads), self._known_and_read())]
        quick = quick_ring_score(self._image, quads)
        enough = quick >= 0.7 * ring
        quads = best_per_cell(quads[enough], quick[enough], self._sizes.middle)
        rings = ring_score(self._image, quads)
        return suppress_non_maxima(quads[rings >= ring], rings[rings >= ring], 2 * self._sizes.middle)

    def _fit(self, quads: Quads, search: tuple[float, float]) -> Floats:
        """The quads with their edges fitted to their rings, as far as they still look like labels then."""
        quads = fit_edges(self._image, quads, search)
        quads = quads[plausible_labels(quads, self._sizes)]
        return quads[ring_score(self._image, quads) >= FITTED_RING]

    def _decode(self, quads: Quads) -> None:
        """Decodes those of the quads that look like labels where they are."""
        _, alike = self._upright(quads)
        self._decoded += decode(self._codebook, self._image, quads[alike >= LIKE_A_LABEL])

    def _decode_doubtful(self, covered: Quads) -> DecodedQuads:
        """Doubtful labels decoded once aligned, and what is decoded by its visible part; one for each place."""
        doubtful = self._decoded.doubtful
        doubtful = doubtful.where(outside_quads(centres(doubtful.quads), self._known_and_read()))
        found = decode_aligned(self._codebook, self._image, doubtful.one_per_place())
        left = np.concatenate([covered, doubtful.quads])
        left = left[outside_quads(centres(left), np.concatenate([self._known_and_read(), found.quads]))]
        return (found + decode_visible(self._codebook, self._image, left)).one_per_place()

    def _unreadable_rings(self, read: Floats) -> Floats:
        """Clear rings with two finder patterns in them that could not be decoded, each once."""
        quads = self._decoded.undecoded
        quads = quads[outside_quads(centres(quads), np.concatenate([self._known, read]))]
        scores = ring_score(self._image, quads)
        quads, scores = quads[scores >= CLEAR_RING], scores[scores >= CLEAR_RING]
        second = finder_likeness(self._image, quads)[:, 1]
        clear = second >= LIKE_A_FINDER
        return suppress_non_maxima(quads[clear], second[clear], 10 * self._sizes.middle)
