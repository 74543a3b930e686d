"""Inverse-compositional Lucas-Kanade: moves the corners of K labels to where the picture looks most like their tags.

Baker and Matthews, "Lucas-Kanade 20 Years On: A Unifying Framework" (2004). Gauss-Newton on the four corners, for all
labels at once: grey values at the 29 x 29 module centres against the template, the tag's softened drawing, the local
light taken out of both. The gradients are the template's, not the picture's: they are free of noise and the same in
every step. Modules that disagree much - covered, or in a glare - lose their weight (Geman and McClure, 1987).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.arrays import Floats, Indices, Luma, Mask, Quads
from vision.detection import local_contrast
from vision.detection.codebook import Codebook
from vision.detection.corner_moves import SETTLED, SQUARE, CornerShares, corner_moves
from vision.detection.local_contrast import contrast_normalised, normalised
from vision.detection.warp import monomials, sample, seen_at, views
from vision.labels import MODULES, SYMBOL_MODULES, SYMBOL_OFFSET, data_modules

STEPS = 2
_TYPICAL = 100
"""Of so many tags the mean's data modules are grey to a tenth."""

_CENTRES = np.stack(np.meshgrid(np.arange(MODULES) + 0.5, np.arange(MODULES) + 0.5), -1).reshape(-1, 2)
_AT_CENTRES = monomials(_CENTRES)


@dataclass(frozen=True, slots=True, eq=False)
class TagTemplates:
    """Softened drawings of K tags, contrast-normalised, (K, 841), and their change per module right and down."""

    values: Floats
    slopes: Floats

    def where(self, chosen: Indices) -> TagTemplates:
        """Those of some labels; one for all stays one for all."""
        return self if len(self.values) == 1 else TagTemplates(self.values[chosen], self.slopes[:, chosen])

    @classmethod
    def of(cls, codebook: Codebook, tags: Indices) -> TagTemplates:
        values, spread = normalised(codebook.labels(tags), _LEAST_SPREAD)
        return cls(values, codebook.slopes(tags) / spread)


@lru_cache(maxsize=8)
def typical_label(codebook: Codebook) -> TagTemplates:
    """The mean of all tags, as one: what is the same in all stands out, the data modules have hardly any slope."""
    each = TagTemplates.of(codebook, np.arange(min(len(codebook), _TYPICAL)))
    return TagTemplates(each.values.mean(axis=0, keepdims=True), each.slopes.mean(axis=1, keepdims=True))


def align(image: Luma, quads: Quads, templates: TagTemplates, steps: int = STEPS) -> Floats:
    """The quads, shape (K, 4, 2), first corner the label's own upper left, aligned to one template each."""
    aligned, moving = np.array(quads, dtype=np.float32), np.arange(len(quads))
    for _ in range(steps):
        if not len(moving):
            break
        view, wanted = views(aligned[moving]), templates.where(moving)
        seen, _ = normalised(sample(image, view, _AT_CENTRES), _LEAST_SPREAD)
        moves = corner_moves(seen - wanted.values, wanted.slopes, _CORNER_SHARES)
        aligned[moving] = seen_at(view, monomials(SQUARE - moves))
        moving = moving[np.abs(moves).max(axis=(1, 2)) >= SETTLED]
    return aligned


def upright(modules: Floats, quads: Quads, typical: TagTemplates) -> tuple[Floats, Floats]:
    """The quads with their first corner where the label's own upper left must be, and how much they look like labels.

    `modules` are the quads' grey values at all module centres, shape (K, 841). What is the same in all labels, ring and
    finder patterns and timing, is correlated in four rotations; shape (K,).
    """
    seen = contrast_normalised(modules, _LEAST_SPREAD)
    wanted, fixed = _turned_template(typical)
    count = fixed.sum(axis=0)
    spread = np.maximum((seen * seen) @ fixed - (seen @ fixed) ** 2 / count, 1e-6)
    alike = (seen @ wanted) / np.sqrt(spread)
    corner = (np.arange(4)[None, :] + alike.argmax(axis=1)[:, None]) % 4
    return np.take_along_axis(quads, corner[..., None], axis=1), alike.max(axis=1, initial=-1.0)


@lru_cache(maxsize=8)
def _turned_template(typical: TagTemplates) -> tuple[Floats, Floats]:
    """The typical label turned clockwise 0 to 3 times, normalised where all are alike, and where that is: (841, 4)."""
    whole = typical.values[0].reshape(MODULES, MODULES)
    turned = [(np.rot90(whole, -turn), np.rot90(_FIXED, -turn)) for turn in range(4)]
    wanted = np.stack([np.where(fixed, values - values[fixed].mean(), 0.0).ravel() for values, fixed in turned], axis=1)
    fixed = np.stack([fixed.ravel() for _, fixed in turned], axis=1).astype(np.float32)
    return np.asarray(wanted / np.linalg.norm(wanted, axis=0), dtype=np.float32), fixed


def sample_modules(image: Luma, quads: Quads) -> Floats:
    """Grey values at all 29 x 29 module centres, shape (K, 841)."""
    return sample(image, views(quads), _AT_CENTRES)


def finder_likeness(image: Luma, quads: Quads) -> Floats:
    """How much each of the four corners of the symbols looks like a finder pattern, the most alike first: (K, 4)."""
    return finder_likeness_at(image, quads, 1.0, 0.0)


def finder_likeness_at(image: Luma, quads: Quads, module: float, inset: float) -> Floats:
    """The same of symbols whose modules are `module` times ours, and whose corners lie `inset` of ours farther in."""
    seen = sample(image, views(quads), _finders_at(module, inset)).reshape(-1, 4, len(_FINDER))
    seen -= seen.mean(axis=2, keepdims=True)
    seen /= np.linalg.norm(seen, axis=2, keepdims=True) + 1e-3
    return -np.sort(-(seen @ _FINDER), axis=1)


def _fixed() -> Mask:
    """The modules that all labels have alike, shape (29, 29)."""
    fixed = np.ones((MODULES, MODULES), dtype=np.bool_)
    first, last = int(SYMBOL_OFFSET), int(SYMBOL_OFFSET) + SYMBOL_MODULES
    fixed[first:last, first:last] = ~data_modules()
    return fixed


def _finder() -> Floats:
    """A finder pattern and the module round it, of zero mean and unit length, (81,)."""
    ring = np.abs(np.stack(np.meshgrid(np.arange(-4, 5), np.arange(-4, 5)))).max(axis=0).ravel()
    pattern = np.array([0.0, 0.0, 1.0, 0.0, 1.0], dtype=np.float32)[ring]
    pattern -= pattern.mean()
    return np.asarray(pattern / np.linalg.norm(pattern))


@lru_cache(maxsize=64)
def _finders_at(module: float, inset: float) -> Floats:
    """Where the 9 x 9 modules of a finder pattern and round it lie in each corner, `monomials` of 4 times 81."""
    first = SYMBOL_OFFSET + inset + module * (np.arange(9) - 0.5)
    ends = first, MODULES - first
    return monomials(np.concatenate([np.stack(np.meshgrid(x, y), -1).reshape(-1, 2) for y in ends for x in ends]))


_CORNER_SHARES = CornerShares.at(_CENTRES)
_FIXED = _fixed()
_FINDER = _finder()
_LEAST_SPREAD = 0.25


def correlation(image: Luma, quads: Quads, labels: Floats) -> Floats:
    """Correlation of whole labels, ring and finders included, with what the quads show, shape (K,)."""
    seen = sample(image, views(quads), _AT_CENTRES)
    return local_contrast.correlation(*(contrast_normalised(values, _LEAST_SPREAD) for values in (seen, labels)))
