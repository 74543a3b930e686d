"""Reads all labels of the codebook in one picture, at one scale, in two rounds.

The first reads what stands out; what it gives, a value, tells how labels look from here. The second takes that, and
what was read at other scales, and reads what else may be a label.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Mask, Quads
from vision.detection.alignment import finder_likeness
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
from vision.detection.finder_patterns import FinderPatterns, clearest, find_finders
from vision.detection.non_maximum_suppression import centres, outside_quads
from vision.detection.proposals import (
    LEANING,
    View,
    clarity,
    evidence_of_labels,
    finders_of_labels,
    least_clarity,
    legs_between,
    quads_from_pairs,
    quads_from_singles,
    quads_from_triples,
)
from vision.detection.scale import LIKE_A_LABEL, PyramidLevel, Scale
from vision.detection.unreadable import unreadable_labels

TRIPLE_RING, PAIR_RING = 0.6, 0.35
"""Ring scores: least of a proposal from three finders, and from two or one. Labels have 1.0 to 1.9, chance patterns
rarely 0.35 (docs/reading.md, ring score)."""

WORTH_MOVING = 0.39
"""Likeness to what all labels have in common: least of a proposal that is moved to where it would be most. Of labels
within 1.5 modules none had less than 0.38; half of the chance patterns have less than 0.29 (docs/reading.md)."""

LIKE_A_FINDER_IN_SIGHT = 0.35
"""A label of which a part is covered shows at least one finder pattern: of 189 read by their visible part none had less
than 0.37 in its clearest corner, of what else came so far two in five had less than this."""

STRONG = 0.6
"""Finder patterns with this share of the clearest ones' evidence are taken together in threes, whatever the view."""

FINDER_EVIDENCE, FRAME_EVIDENCE, SINGLE_EVIDENCE = 0.55, 0.5, 0.65
"""What is looked for next has at least these shares of the evidence that read labels have in the middle: a finder
pattern, two or three of them in their common frame, and one alone."""

_SQUARE_MODULES_PER_STRONG, _STRONG_AT_LEAST = 2000, 150
"""Labels have three finder patterns on 841 square modules: cards without a gap between them have no more than this."""

WORTH_ANOTHER_ROUND = 1.5
"""So many times as many labels as told how labels look are worth another search."""


@dataclass(frozen=True, slots=True, eq=False)
class FirstRound:
    """What stands out at one scale: the labels whose three finder patterns do, and the rings that were not decoded.

    `finders` are all finder patterns of the picture, `strong` those that were taken together, in whatever view.
    """

    scale: Scale
    finders: FinderPatterns
    strong: FinderPatterns
    decoded: Decoding
    rings: Quads

    @property
    def read(self) -> Quads:
        """The corners of the labels read, shape (K, 4, 2)."""
        return self.decoded.accepted.quads


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """What has been read so far at one scale; `known` are the corners of labels read at others, shape (K, 4, 2)."""

    known: Quads
    decoded: Decoding
    weak: DecodedQuads = NO_QUADS_DECODED

    @property
    def here(self) -> Quads:
        return np.concatenate([self.decoded.accepted.quads, self.weak.quads])

    @property
    def everywhere(self) -> Quads:
        return np.concatenate([self.known, self.here])

    def decoding(self, scale: Scale, quads: Quads) -> _Read:
        """With what the quads show; of those accepted at one place the surest."""
        return replace(self, decoded=self.decoded + _decoded(scale, quads))


def first_round(codebook: Codebook, level: PyramidLevel) -> FirstRound:
    """Reads the labels whose three finders stand out: they tell how labels look from here, and so what else may be."""
    scale, finders = Scale.of(codebook, level), find_finders(level.image, level.sizes.filters())
    strong = finders.strongest(int(scale.square_modules / _SQUARE_MODULES_PER_STRONG) + _STRONG_AT_LEAST)
    strong = strong.where(strong.evidence >= STRONG * clearest(strong.evidence))
    view, nothing = View.unknown(strong.places, scale.sizes), NO_QUADS_DECODED.quads
    quads, evidence = quads_from_triples(strong, view, legs_between(strong, view))
    rings = scale.best_rings(quads[evidence >= 0.0], evidence[evidence >= 0.0], TRIPLE_RING, nothing)
    # Where a side is covered, the fit can run off to the edge of what covers it: there the finders know better.
    fitted, _ = scale.like_labels(scale.fitted(rings), LIKE_A_LABEL, nothing)
    decoded = _decoded(scale, fitted)
    return FirstRound(scale, finders, strong, decoded, rings[outside_quads(centres(rings), decoded.accepted.quads)])


def second_round(first: FirstRound, known: Quads) -> tuple[DecodedQuads, Floats]:
    """All labels decoded but for those `known`, and the corners, shape (K, 4, 2), of the unreadable ones."""
    scale, read, told_by = first.scale, _Read(known, first.decoded), 0
    # Many more labels tell better how labels look from here than the few that stood out.
    while told_by == 0 or len(read.here) > WORTH_ANOTHER_ROUND * told_by:
        told_by = max(len(read.here), 1)
        read, covered = _searched(first, read)
        read = replace(read, weak=read.weak + _decoded_doubtful(scale, read, covered))
    accepted = read.decoded.accepted
    firm = accepted.margin >= FIRM_MARGIN
    weak = accepted.where(~firm) + read.weak
    found = accepted.where(firm) + align_decoded(scale.codebook, scale.image, weak)
    return found, unreadable_labels(scale, read.decoded.undecoded, found.quads, known, read.everywhere)


def _searched(first: FirstRound, read: _Read) -> tuple[_Read, Floats]:
    """With what stands where labels still may be, and what looks like labels there, shape (K, 4, 2)."""
    scale = first.scale
    proposals = _proposals(first, read)
    fitted = scale.fitted_from_afar(proposals)
    quads, alike = scale.like_labels(np.concatenate([fitted, first.rings, proposals]), WORTH_MOVING, read.everywhere)
    moved = scale.moved(quads, alike, read.everywhere)
    return read.decoding(scale, np.concatenate([quads[alike >= LIKE_A_LABEL], moved])), moved


def _proposals(first: FirstRound, read: _Read) -> Floats:
    """What three, two or one of the finder patterns that are still unexplained make, where it looks like a ring."""
    rest, view, likely, least = _still_unexplained(first, read)
    if not len(rest):
        return NO_QUADS_DECODED.quads
    legs, alone = legs_between(rest, view, likely=likely), np.flatnonzero(likely)
    ways = (
        (quads_from_triples(rest, view, legs), FRAME_EVIDENCE),
        (quads_from_pairs(rest, view, legs), FRAME_EVIDENCE),
        (quads_from_singles(rest.where(alone), view.where(alone)), SINGLE_EVIDENCE),
    )
    quads = np.concatenate([quads for (quads, _), _ in ways])
    # In shares of what each is to have, so that all can be ranked together.
    evidence = np.concatenate([found / share for (_, found), share in ways])
    quads, evidence = quads[evidence >= least], evidence[evidence >= least]
    return first.scale.best_rings(quads, evidence, PAIR_RING, read.everywhere)


def _still_unexplained(first: FirstRound, read: _Read) -> tuple[FinderPatterns, View, Mask, float]:
    """Finder patterns outside the labels read, how labels look there, which are likely, and labels' evidence."""
    strong, everywhere = first.strong, read.everywhere
    if len(read.here):
        which, labels = finders_of_labels(strong, everywhere)
        usual = evidence_of_labels(strong, which, everywhere[labels])
        least = float(np.median(usual)) if len(usual) else 0.0
        rest = first.finders.where(first.finders.evidence >= FINDER_EVIDENCE * least)
        rest = rest.where(outside_quads(rest.places, everywhere))
        view = View.like(everywhere, rest.places)
        return rest, view, clarity(rest, view) >= least_clarity(strong, which, labels, everywhere), least
    # Where labels stand out at another scale, what does not at this one is none.
    rest = strong.where(np.full(len(strong), not len(read.known)))
    view = View.unknown(rest.places, replace(first.scale.sizes, max_aspect=LEANING))
    return rest, view, np.ones(len(rest), dtype=np.bool_), 0.0


def _decoded(scale: Scale, quads: Quads) -> Decoding:
    found = decode(scale.codebook, scale.image, quads)
    return replace(found, accepted=found.accepted.one_per_place())


def _decoded_doubtful(scale: Scale, read: _Read, covered: Quads) -> DecodedQuads:
    """Doubtful labels decoded once aligned, and what is decoded by its visible part; one for each place."""
    doubtful = read.decoded.doubtful
    doubtful = doubtful.where(outside_quads(centres(doubtful.quads), read.everywhere))
    found = decode_aligned(scale.codebook, scale.image, doubtful.one_per_place())
    left = np.concatenate([covered, doubtful.quads])
    left = left[outside_quads(centres(left), np.concatenate([read.everywhere, found.quads]))]
    left = left[finder_likeness(scale.image, left)[:, 0] >= LIKE_A_FINDER_IN_SIGHT]
    return (found + decode_visible(scale.codebook, scale.image, left)).one_per_place()
