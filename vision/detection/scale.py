"""One picture at one scale, and what is asked of places in it: does a ring stand here, where exactly, like a label?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Luma, Quads
from vision.detection.alignment import TagTemplates, align, sample_modules, typical_label, upright
from vision.detection.codebook import Codebook
from vision.detection.edge_fit import COARSE, FINE, fit_edges, quick_ring_score, ring_score
from vision.detection.module_size import ModuleSizeRange
from vision.detection.non_maximum_suppression import (
    best_per_cell,
    centres,
    outside_quads,
    plausible_labels,
    suppress_non_maxima,
)

FITTED_RING, QUICKLY = 0.6, 0.7
"""Least ring score after the fit, and the share of what is asked for that a quick look has to show. Labels have 1.0 to
1.9, chance patterns rarely 0.35 (docs/reading.md, ring score)."""

LIKE_A_LABEL = 0.45
"""Likeness to what all labels have in common: least of a quad that is decoded. Of labels within 0.6 modules none had
less than 0.49; half of the chance patterns have less than 0.42 (docs/reading.md, likeness)."""

_SQUARE_MODULES_PER_PROPOSAL, _MOST_PROPOSALS = 1000, 500
"""Cost is bounded by the picture's area: no scene of docs/reading.md has had so many proposals of labels."""

_ALIGNMENT_STEPS = 3
"""Of Lucas-Kanade, on what all labels have in common; a label that is presumed takes more (`decode`)."""


@dataclass(frozen=True, slots=True, eq=False)
class PyramidLevel:
    """A picture `factor` times as small as the camera's, whose modules are of `sizes` pixels."""

    image: Luma
    sizes: ModuleSizeRange
    factor: int


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """The picture of one level, and the set whose labels are looked for in it."""

    codebook: Codebook
    image: Luma
    sizes: ModuleSizeRange
    typical: TagTemplates
    square_modules: float

    @classmethod
    def of(cls, codebook: Codebook, level: PyramidLevel) -> Scale:
        area = level.image.size / level.sizes.middle**2
        return cls(codebook, level.image, level.sizes, typical_label(codebook), area)

    def best_rings(self, quads: Quads, evidence: Floats, ring: float, known: Quads) -> Floats:
        """The proposals outside the labels `known` whose ring score is at least `ring`, the best of each place."""
        most = int(self.square_modules / _SQUARE_MODULES_PER_PROPOSAL) + _MOST_PROPOSALS
        if len(quads) > most:
            quads = quads[np.argsort(-evidence, kind="stable")[:most]]
        quads = quads[outside_quads(centres(quads), known)]
        if not len(quads):
            return quads
        quick = quick_ring_score(self.image, quads)
        enough = quick >= QUICKLY * ring
        quads = best_per_cell(quads[enough], quick[enough], self.sizes.middle)
        rings = ring_score(self.image, quads)
        return suppress_non_maxima(quads[rings >= ring], rings[rings >= ring], 2 * self.sizes.middle)

    def fitted(self, quads: Quads, search: tuple[float, float] = FINE) -> Floats:
        """The quads with their edges fitted to their rings, as far as they still look like labels then."""
        if not len(quads):
            return quads
        quads = fit_edges(self.image, quads, search)
        quads = quads[plausible_labels(quads, self.sizes)]
        return quads[ring_score(self.image, quads) >= FITTED_RING]

    def fitted_from_afar(self, quads: Quads) -> Floats:
        """The same of quads that are not so near to their rings."""
        return self.fitted(self.fitted(quads, COARSE))

    def like_labels(self, quads: Quads, least: float, known: Quads) -> tuple[Floats, Floats]:
        """Those quads outside the labels `known` that look like labels, turned upright, and how much they do."""
        quads = quads[outside_quads(centres(quads), known)]
        if not len(quads):
            return quads, np.empty(0, dtype=np.float32)
        quads, alike = upright(sample_modules(self.image, quads), quads, self.typical)
        return quads[alike >= least], alike[alike >= least]

    def moved(self, quads: Quads, alike: Floats, known: Quads) -> Floats:
        """The best quads of each place, moved to where what all labels have in common fits best, if it then does."""
        if not len(quads):
            return quads
        quads = best_per_cell(quads, alike, self.sizes.middle)
        quads, alike = self.like_labels(align(self.image, quads, self.typical, _ALIGNMENT_STEPS), LIKE_A_LABEL, known)
        return suppress_non_maxima(quads, alike, 2 * self.sizes.middle)
