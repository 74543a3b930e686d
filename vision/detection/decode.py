"""Decides which tag a fitted quadrilateral shows, or that it shows none for sure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Indices, Luma, Quads
from vision.detection.alignment import TagTemplates, align, correlation
from vision.detection.codebook import Codebook, Match
from vision.detection.non_maximum_suppression import centres, edge_lengths, has_earlier_neighbour
from vision.detection.warp import monomials, sample, views
from vision.labels import SYMBOL_MODULES, SYMBOL_OFFSET

COVERED_SCORE, COVERED_MARGIN, COVERED_CORRELATION = 0.50, 0.25, 0.45
FAINT_SCORE, FAINT_MARGIN, FAINT_CORRELATION = 0.50, 0.22, 0.62
"""A doubtful label counts when it passes all three of either row: partly covered labels keep their lead over other
tags, faint ones keep their correlation. docs/reading.md shows the distributions behind the figures."""

VISIBLE_SCORE, VISIBLE_MARGIN, VISIBLE_CORRELATION, VISIBLE_PLAUSIBLE = 0.45, 0.18, 0.40, 0.08
"""A label of which a part is covered counts when its visible part passes the first two, and all of it, cover included,
the third, which places without any label do not; above the fourth its tag is worth aligning to."""

ACCEPTED_SCORE = 0.75
ACCEPTED_MARGIN = 0.30
"""Above both, a label counts as it is."""

PLAUSIBLE_MARGIN = 0.08
PLAUSIBLE_CORRELATION = 0.45
"""Below either, it is not worth aligning."""

FIRM_MARGIN = 0.45
"""An accepted label that leads by less is aligned to its tag as well: its edges are faint or covered."""

ALIGNMENT_STEPS = 6
"""Steps of Lucas-Kanade that give such labels, and doubtful ones that passed, their places."""

_AXIS = np.arange(SYMBOL_MODULES) + SYMBOL_OFFSET + 0.5
SYMBOL_CENTRES = monomials(np.stack(np.meshgrid(_AXIS, _AXIS), -1).reshape(-1, 2))


@dataclass(frozen=True, slots=True, eq=False)
class DecodedQuads:
    """K labels decoded: corners, the label's own upper left first, (K, 4, 2); codebook index, score, margin, (K,)."""

    quads: Quads
    index: Indices
    score: Floats
    margin: Floats

    def __len__(self) -> int:
        return len(self.quads)

    def where(self, chosen: NDArray[np.generic]) -> DecodedQuads:
        return DecodedQuads(self.quads[chosen], self.index[chosen], self.score[chosen], self.margin[chosen])

    def __add__(self, other: DecodedQuads) -> DecodedQuads:
        pairs = ((getattr(self, name), getattr(other, name)) for name in DecodedQuads.__slots__)
        return DecodedQuads(*(np.concatenate(pair) for pair in pairs))

    def at_scale(self, factor: float) -> DecodedQuads:
        """The same labels in a picture `factor` times as large."""
        return DecodedQuads((self.quads + 0.5) * factor - 0.5, self.index, self.score, self.margin)

    def one_per_place(self) -> DecodedQuads:
        """Those of the greatest margin at each place; the same tag at two places stays twice."""
        ranked = self.where(np.argsort(-self.margin, kind="stable"))
        half_edge = 0.125 * edge_lengths(ranked.quads).sum(axis=1)
        return ranked.where(~has_earlier_neighbour(centres(ranked.quads), half_edge))


NO_QUADS_DECODED = DecodedQuads(
    np.empty((0, 4, 2), np.float32), np.empty(0, np.intp), np.empty(0, np.float32), np.empty(0, np.float32)
)


@dataclass(frozen=True, slots=True, eq=False)
class Decoding:
    """What is decoded for sure, what may be once it is aligned, and the corners of all that is not decoded for sure."""

    accepted: DecodedQuads
    doubtful: DecodedQuads
    undecoded: Floats

    def __add__(self, other: Decoding) -> Decoding:
        undecoded = np.concatenate([self.undecoded, other.undecoded])
        return Decoding(self.accepted + other.accepted, self.doubtful + other.doubtful, undecoded)


def decode(codebook: Codebook, image: Luma, quads: Quads) -> Decoding:
    """Matches the proposals, shape (K, 4, 2), with the codebook as they are."""
    if not len(quads):
        return Decoding(NO_QUADS_DECODED, NO_QUADS_DECODED, NO_QUADS_DECODED.quads)
    seen = _best_matches(codebook.identify, image, quads)
    accepted = (seen.score >= ACCEPTED_SCORE) & (seen.margin >= ACCEPTED_MARGIN)
    doubtful = seen.where(~accepted & (seen.margin >= PLAUSIBLE_MARGIN))
    return Decoding(seen.where(accepted), doubtful, seen.quads[~accepted])


def decode_aligned(codebook: Codebook, image: Luma, doubtful: DecodedQuads) -> DecodedQuads:
    """The doubtful ones that pass after each is aligned to the tag it is thought to be."""
    if not len(doubtful):
        return doubtful
    worth = correlation(image, doubtful.quads, codebook.labels(doubtful.index)) >= PLAUSIBLE_CORRELATION
    doubtful = doubtful.where(worth)
    if not len(doubtful):
        return doubtful
    templates = TagTemplates.of(codebook, doubtful.index)
    again = _best_matches(codebook.identify, image, align(image, doubtful.quads, templates))
    alike = correlation(image, again.quads, codebook.labels(again.index))
    covered = (again.score >= COVERED_SCORE) & (again.margin >= COVERED_MARGIN) & (alike >= COVERED_CORRELATION)
    faint = (again.score >= FAINT_SCORE) & (again.margin >= FAINT_MARGIN) & (alike >= FAINT_CORRELATION)
    passed = (covered | faint) & (again.index == doubtful.index)
    return again.where(passed)


def decode_visible(codebook: Codebook, image: Luma, quads: Quads) -> DecodedQuads:
    """The quads, shape (K, 4, 2), whose visible part shows a tag, before and after they are aligned to it."""
    if not len(quads):
        return NO_QUADS_DECODED
    first = _best_matches(codebook.identify_visible, image, quads)
    first = first.where(first.margin >= VISIBLE_PLAUSIBLE).one_per_place()
    if not len(first):
        return first
    aligned = align(image, first.quads, TagTemplates.of(codebook, first.index), ALIGNMENT_STEPS)
    again = _best_matches(codebook.identify_visible, image, aligned)
    passed = (again.score >= VISIBLE_SCORE) & (again.margin >= VISIBLE_MARGIN) & (again.index == first.index)
    again = again.where(passed)
    return again.where(correlation(image, again.quads, codebook.labels(again.index)) >= VISIBLE_CORRELATION)


def align_decoded(codebook: Codebook, image: Luma, decoded: DecodedQuads) -> DecodedQuads:
    """The same labels at the places where all of each fits best: to tell the tag a rough fit was enough."""
    if not len(decoded):
        return decoded
    templates = TagTemplates.of(codebook, decoded.index)
    return replace(decoded, quads=align(image, decoded.quads, templates, ALIGNMENT_STEPS))


def _best_matches(identify: Callable[[Floats], Match], image: Luma, quads: Quads) -> DecodedQuads:
    match = identify(sample(image, views(quads), SYMBOL_CENTRES))
    corner = (np.arange(4)[None, :] + match.turns[:, None]) % 4
    return DecodedQuads(np.take_along_axis(quads, corner[..., None], axis=1), match.index, match.score, match.margin)
