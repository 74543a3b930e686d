"""The closed set: every tag that can be on this table, as its pattern of 208 data modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Indices
from vision.detection.local_contrast import contrast_normalised, unit
from vision.detection.visible_part import best_parts
from vision.labels import MODULES, SYMBOL_MODULES, SYMBOL_OFFSET, data_modules, half_modules

BLURS = (0.4, 0.8)
"""Standard deviations, in modules, of the blur the patterns are kept with: a sharp and a soft picture of each tag."""

_PART_BLUR = 0.7
"""That of the pictures whose parts are compared: between the two, since these comparisons are dear."""

SHARPENING = 0.6
"""Share of its four neighbours' mean that is taken off each module before the soft pictures are compared: blur makes
tags alike. Of half covered labels at 1.0 pixels per module 74 in 100 lead by 0.18 without it, 81 with it, and labels
that are not in the set by no more (docs/reading.md)."""

CLEAR_LEAD = 0.4
"""A lead of the sharp picture that the soft one need not confirm; blurred labels have less (docs/reading.md)."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """The best tag for each of K patches: its index, its quarter turns clockwise, its score, its lead; shape (K,)."""

    index: Indices
    turns: Indices
    score: Floats
    margin: Floats


class Codebook:
    """Finds which of the known tags, in which of four rotations, a patch of 21 x 21 grey values looks like."""

    def __init__(self, payloads: Iterable[str], printed: Mapping[str, str] | None = None) -> None:
        """`printed` is what a label says, where it is known by another payload than its own."""
        self.payloads = tuple(payloads)
        if not self.payloads:
            raise ValueError("A codebook needs at least one tag.")
        if len(set(self.payloads)) != len(self.payloads):
            raise ValueError("A codebook holds each tag once; a payload was given twice.")
        self.index = {payload: i for i, payload in enumerate(self.payloads)}
        says = printed or {}
        drawings = [1.0 - half_modules(says.get(name, name)).astype(np.float32) for name in self.payloads]
        soft = np.stack([_blurred(drawing, BLURS[-1]) for drawing in drawings])
        self._labels, self._slopes = at_modules(soft), slopes_at_modules(soft)
        sharp, middle = (
            at_modules(np.stack([_blurred(drawing, blur) for drawing in drawings])) for blur in (BLURS[0], _PART_BLUR)
        )
        self._sharp_bank = _template_bank(sharp)
        self._soft_bank, self._part_bank = (_template_bank(labels, _sharpened) for labels in (self._labels, middle))

    def __len__(self) -> int:
        return len(self.payloads)

    def identify(self, patches: Floats) -> Match:
        """The best tag for each patch, shape (K, 441), and its lead over every other tag and rotation.

        Each patch is compared with the sharp pictures and, where their lead is small, with the soft ones; the surer
        comparison counts.
        """
        match = self._best(_turned(patches), self._sharp_bank)
        doubtful = np.flatnonzero(match.margin < CLEAR_LEAD)
        if len(doubtful):
            soft = self._best(_turned(_sharpened(patches[doubtful])), self._soft_bank)
            surer = soft.margin > match.margin[doubtful]
            for name in Match.__slots__:
                getattr(match, name)[doubtful[surer]] = getattr(soft, name)[surer]
        return match

    def identify_visible(self, patches: Floats) -> Match:
        """The same by the part of each patch that fits a tag best: for labels of which up to half is covered."""
        turned = contrast_normalised(_sharpened(patches))[:, _ROTATED_MODULES]
        return self._surest(best_parts(turned, self._part_bank).reshape(len(patches), 4 * len(self)))

    def _best(self, turned: Floats, bank: Floats) -> Match:
        """Best tag and lead for unit patches in four turns, shape (K, 4, 208)."""
        return self._surest((turned.reshape(-1, turned.shape[2]) @ bank).reshape(len(turned), 4 * len(self)))

    def _surest(self, scores: Floats) -> Match:
        """The best of the scores of all tags in all turns, shape (K, 4 * tags), and its lead."""
        best, rows = scores.argmax(axis=1), np.arange(len(scores))
        score = scores[rows, best].copy()
        scores[rows, best] = -1.0
        turns, index = np.divmod(best, len(self))
        return Match(index, turns, score, score - scores.max(axis=1))

    def __contains__(self, tag: object) -> bool:
        return tag in self.index

    def patterns(self, tags: Sequence[str]) -> tuple[Doubles, Floats]:
        """Where the data modules lie, label coordinates, (K, 208, 2), and each tag's sharp pattern there, (K, 208).

        The sharp one, because a soft one hardly changes when it is moved by a module, and moves are to be noticed.
        """
        centres = np.broadcast_to(_DATA_CENTRES, (len(tags), *_DATA_CENTRES.shape))
        looks = self._sharp_bank[:, [self.index[tag] for tag in tags]].T
        return np.asarray(centres), np.ascontiguousarray(looks)

    def labels(self, indices: Indices) -> Floats:
        """Softened pictures of whole labels, ring and margin too, at the 29 x 29 module centres: shape (K, 841)."""
        return self._labels[indices]

    def slopes(self, indices: Indices) -> Floats:
        """How the softened pictures change per module to the right, and downwards: shape (2, K, 841)."""
        return self._slopes[:, indices]


def _turned(patches: Floats) -> Floats:
    """The data modules in four turns, of zero mean and unit length, the local light taken out: shape (K, 4, 208)."""
    return unit(contrast_normalised(patches)[:, _ROTATED_MODULES])


def _sharpened(patches: Floats) -> Floats:
    """Patches, shape (K, 441), with a share of its neighbours' mean taken off each module."""
    square = np.pad(patches.reshape(-1, SYMBOL_MODULES, SYMBOL_MODULES), ((0, 0), (1, 1), (1, 1)), mode="edge")
    beside = square[:, 1:-1, :-2] + square[:, 1:-1, 2:] + square[:, :-2, 1:-1] + square[:, 2:, 1:-1]
    return patches - np.float32(SHARPENING / 4) * beside.reshape(patches.shape)


def _rotated_modules() -> Indices:
    """Indices of shape (4, 208): where the data modules lie in a patch whose label is turned clockwise 0 to 3 times."""
    places = np.arange(SYMBOL_MODULES**2).reshape(SYMBOL_MODULES, SYMBOL_MODULES)
    # A label turned clockwise is set upright by turning the patch counter-clockwise, which is rot90's direction.
    return np.array([np.rot90(places, turn)[data_modules()] for turn in range(4)])


def _blurred(drawing: Floats, blur: float) -> Floats:
    """A drawing in half modules, shape (58, 58), blurred by a standard deviation in modules."""
    return np.asarray(cv2.GaussianBlur(drawing, (0, 0), 2 * blur, borderType=cv2.BORDER_REPLICATE))


def at_modules(drawings: Floats) -> Floats:
    """Drawings in half modules, shape (K, 2 * n, 2 * n), at the module centres: shape (K, n * n)."""
    return _in_modules(drawings).mean(axis=(2, 4)).reshape(len(drawings), -1)


def slopes_at_modules(drawings: Floats) -> Floats:
    """Change per module to the right, and downwards, of drawings in half modules: shape (2, K, n * n)."""
    halves = _in_modules(drawings)
    right, down = (np.diff(halves.mean(axis=other), axis=own) for other, own in ((2, 3), (4, 2)))
    return 2 * np.stack([right.reshape(len(drawings), -1), down.reshape(len(drawings), -1)])


def _in_modules(drawings: Floats) -> Floats:
    side = drawings.shape[1] // 2
    return drawings.reshape(-1, side, 2, side, 2)


def _template_bank(labels: Floats, seen_as: Callable[[Floats], Floats] = lambda symbols: symbols) -> Floats:
    """Unit vectors of the data modules of labels, shape (tags, 841), as their symbols are seen: shape (208, tags)."""
    first, last = int(SYMBOL_OFFSET), int(SYMBOL_OFFSET) + SYMBOL_MODULES
    symbols = labels.reshape(-1, MODULES, MODULES)[:, first:last, first:last].reshape(-1, SYMBOL_MODULES**2)
    return np.ascontiguousarray(unit(seen_as(symbols)[:, data_modules().ravel()]).T)


_ROTATED_MODULES = _rotated_modules()
_DATA_CENTRES = np.argwhere(data_modules())[:, ::-1] + SYMBOL_OFFSET + 0.5
"""Label coordinates of the data modules, shape (208, 2)."""
