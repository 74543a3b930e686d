"""Detects all labels of the codebook in one picture, at one scale."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Indices, Luma, Mask, Quads
from vision.detection.alignment import align, finder_likeness, sample_modules, typical_label, upright
from vision.detection.closed_rings import closed_rings
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
    finders_of_labels,
    legs_between,
    likeness_in_view,
    quads_from_pairs,
    quads_from_singles,
    quads_from_triples,
)
from vision.detection.spoiled_labels import are_spoiled_labels

TRIPLE_RING, PAIR_RING, FITTED_RING = 0.6, 0.35, 0.6
"""Ring scores: least of a proposal from three finders, from two or one, and after the fit. Labels have 1.0 to 1.9,
chance patterns rarely 0.35 (docs/reading.md)."""

LIKE_A_LABEL, WORTH_MOVING = 0.45, 0.42
"""Likeness to what all labels have in common: least of a quad that is decoded, and of a proposal that is moved to where
it would be most. Of labels within 0.6 modules none had less than 0.49, within 1.5 modules none less than 0.38; half of
the chance patterns have less than 0.42 and 0.29."""

CLEARLY_A_LABEL = 0.65
"""Likeness of a label that is called unreadable: labels in no set have 0.9, dice and framed text seldom 0.6."""

RING_OF_A_LABEL = 0.55
"""Likeness of a label of which only the ring is left: 0.6 in nineteen of twenty, whose modules are a pixel wide."""

LIKE_A_FINDER = 0.3
"""A label is called unreadable when two of its corners look at least so much like finder patterns. Frames round text
and dice have less in 99 of 100 (docs/reading.md)."""

LIKE_A_FINDER_IN_SIGHT = 0.35
"""A label of which a part is covered shows at least one finder pattern: of 189 read by their visible part none had less
than 0.37 in its clearest corner, of what else came so far two in five (docs/reading.md)."""

STRONG = 0.6
"""Finder patterns with this share of the clearest ones' evidence are taken together in threes, whatever the view."""

FINDER_EVIDENCE, FRAME_EVIDENCE, SINGLE_EVIDENCE = 0.55, 0.5, 0.65
"""What is looked for next has at least these shares of the evidence that read labels have in the middle: a finder
pattern, two or three of them in their common frame, and one alone."""

_SQUARE_MODULES_PER_STRONG, _STRONG_AT_LEAST = 2000, 150
"""Labels have three finder patterns on 841 square modules: cards without a gap between them have no more than this."""

LIKELY, WEAKEST = 0.6, 5
"""The finder patterns of labels still to be found have at least this share of the clarity of the weakest ones, in per
cent, of labels read: their own likeness times that to a finder pattern of a label lying flat in the view of others. In
23 pictures of ten kinds nineteen in twenty of the labels not read at first had more, and on busy boards one in ten of
the chance patterns (docs/reading.md shows what it gains)."""

_SQUARE_MODULES_PER_PROPOSAL, _MOST_PROPOSALS = 1000, 500
_ALIGNMENT_STEPS = 3

WORTH_ANOTHER_ROUND = 1.5
"""So many times as many labels as told how labels look are worth another search."""


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
        self._weak = NO_QUADS_DECODED
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
        told_by = 0
        # Many more labels tell better how labels look from here than the few that stood out.
        while told_by == 0 or len(self._read) > WORTH_ANOTHER_ROUND * told_by:
            told_by = max(len(self._read), 1)
            self._weak += self._decode_doubtful(self._search())
        accepted = self._decoded.accepted
        firm = accepted.margin >= FIRM_MARGIN
        weak = accepted.where(~firm) + self._weak
        found = accepted.where(firm) + align_decoded(self._codebook, self._image, weak)
        return found, self._unreadable(found.quads)

    def _search(self) -> Floats:
        """Decodes what stands where labels still may be; what looks like labels there, shape (K, 4, 2)."""
        rest, view, likely, least = self._still_unexplained()
        legs, alone = legs_between(rest, view, likely=likely), np.flatnonzero(likely)
        ways = (
            (quads_from_triples(rest, view, legs), FRAME_EVIDENCE),
            (quads_from_pairs(rest, view, legs), FRAME_EVIDENCE),
            (quads_from_singles(rest.where(alone), view.where(alone)), SINGLE_EVIDENCE),
        )
        quads = np.concatenate([quads for (quads, _), _ in ways])
        # In shares of what each is to have, so that all can be ranked together.
        evidence = np.concatenate([found / share for (_, found), share in ways])
        proposals = self._best_rings(quads, evidence, PAIR_RING, least)
        fitted = self._fit(self._fit(proposals, COARSE), FINE)
        quads, alike = self._like_labels(np.concatenate([fitted, self._rings, proposals]), WORTH_MOVING)
        moved = self._moved(quads, alike)
        self._decoded += decode(self._codebook, self._image, np.concatenate([quads[alike >= LIKE_A_LABEL], moved]))
        return moved

    def _still_unexplained(self) -> tuple[FinderPatterns, View, Mask, float]:
        """Finder patterns outside the labels read, how labels look there, which are likely, and labels' evidence."""
        read = self._known_and_read()
        if len(self._read):
            which, labels = finders_of_labels(self._strong, read)
            usual = evidence_of_labels(self._strong, which, read[labels])
            least = float(np.median(usual)) if len(usual) else 0.0
            rest = self._finders.where(self._finders.evidence >= FINDER_EVIDENCE * least)
            rest = rest.where(outside_quads(rest.places, read))
            view = View.like(read, rest.places)
            return rest, view, _clarity(rest, view) >= self._least_clarity(which, labels, read), least
        # Where labels stand out at another scale, what does not at this one is none.
        rest = self._strong.where(np.full(len(self._strong), not len(self._known)))
        view = View.unknown(rest.places, replace(self._sizes, max_aspect=LEANING))
        return rest, view, np.ones(len(rest), dtype=np.bool_), 0.0

    def _least_clarity(self, which: Indices, labels: Indices, read: Quads) -> float:
        """What is less clear than this is no label's finder, as far as those of the labels read tell."""
        if not len(labels):
            return 0.0
        own, of = self._strong.where(which.ravel()), np.repeat(labels, which.shape[1])
        return LIKELY * float(np.percentile(_clarity(own, View.of_others(read, own.places, of)), WEAKEST))

    def _from_triples(self, finders: FinderPatterns, view: View, legs: Legs, least: float) -> Floats:
        """Decodes what three finders propose; the proposals that look like rings and were not decoded."""
        rings = self._best_rings(*quads_from_triples(finders, view, legs), TRIPLE_RING, least)
        # Where a side is covered, the fit can run off to the edge of what covers it: there the finders know better.
        fitted, _ = self._like_labels(self._fit(rings, FINE), LIKE_A_LABEL)
        self._decoded += decode(self._codebook, self._image, fitted)
        return rings[outside_quads(centres(rings), self._known_and_read())]

    def _moved(self, quads: Quads, alike: Floats) -> Floats:
        """The best quads of each place, moved to where what all labels have in common fits best, if it then does."""
        quads = best_per_cell(quads, alike, self._sizes.middle)
        quads, alike = self._like_labels(align(self._image, quads, self._typical, _ALIGNMENT_STEPS), LIKE_A_LABEL)
        return suppress_non_maxima(quads, alike, 2 * self._sizes.middle)

    def _like_labels(self, quads: Quads, least: float) -> tuple[Floats, Floats]:
        """Those quads where nothing has been read that look like labels, turned upright, and how much they do."""
        quads = quads[outside_quads(centres(quads), self._known_and_read())]
        quads, alike = upright(sample_modules(self._image, quads), quads, self._typical)
        return quads[alike >= least], alike[alike >= least]

    @property
    def _read(self) -> Quads:
        return np.concatenate([self._decoded.accepted.quads, self._weak.quads])

    def _known_and_read(self) -> Floats:
        return np.concatenate([self._known, self._read])

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

    def _decode_doubtful(self, covered: Quads) -> DecodedQuads:
        """Doubtful labels decoded once aligned, and what is decoded by its visible part; one for each place."""
        doubtful = self._decoded.doubtful
        doubtful = doubtful.where(outside_quads(centres(doubtful.quads), self._known_and_read()))
        found = decode_aligned(self._codebook, self._image, doubtful.one_per_place())
        left = np.concatenate([covered, doubtful.quads])
        left = left[outside_quads(centres(left), np.concatenate([self._known_and_read(), found.quads]))]
        left = left[finder_likeness(self._image, left)[:, 0] >= LIKE_A_FINDER_IN_SIGHT]
        return (found + decode_visible(self._codebook, self._image, left)).one_per_place()

    def _unreadable(self, read: Floats) -> Floats:
        """What clearly is a label, with two finder patterns or nothing in it, and could not be decoded: each once."""
        quads = self._decoded.undecoded
        quads, alike = self._like_labels(quads[outside_quads(centres(quads), read)], CLEARLY_A_LABEL)
        # A frame that is fitted badly may cut a pip so that it looks like a finder pattern: the best fit decides.
        quads = suppress_non_maxima(quads, alike, 10 * self._sizes.middle)
        quads = quads[finder_likeness(self._image, quads)[:, 1] >= LIKE_A_FINDER]
        return np.concatenate([quads, self._spoiled(np.concatenate([read, quads]))])

    def _spoiled(self, found: Floats) -> Floats:
        """Labels of which little more than the ring is left, outside those `found`: each once."""
        rings = self._fit(self._fit(closed_rings(self._image, self._sizes, found), COARSE), FINE)
        rings = np.concatenate([rings, self._decoded.undecoded])
        rings, alike = self._like_labels(rings[outside_quads(centres(rings), found)], RING_OF_A_LABEL)
        spoiled = are_spoiled_labels(self._image, rings)
        return suppress_non_maxima(rings[spoiled], alike[spoiled], 10 * self._sizes.middle)


def _clarity(finders: FinderPatterns, view: View) -> Floats:
    return finders.evidence * likeness_in_view(finders, view)[0]
