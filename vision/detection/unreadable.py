"""What clearly is a label and could not be decoded, and labels of which little more than the ring is left."""

from __future__ import annotations

from itertools import product

import numpy as np

from vision.arrays import Floats, Luma, Mask, Quads
from vision.detection.alignment import finder_likeness, finder_likeness_at
from vision.detection.closed_rings import closed_rings
from vision.detection.decode import NO_QUADS_DECODED
from vision.detection.non_maximum_suppression import centres, edge_lengths, outside_quads, suppress_non_maxima
from vision.detection.scale import Scale
from vision.detection.spoiled_labels import are_spoiled_labels
from vision.labels import FRAME_MODULES

CLEARLY_A_LABEL = 0.65
"""Likeness of a label that is called unreadable: labels in no set have 0.9, dice and framed text seldom 0.6."""

RING_OF_A_LABEL = 0.55
"""Likeness of a label of which only the ring is left: 0.6 in nineteen of twenty, whose modules are a pixel wide."""

LIKE_A_FINDER = 0.3
"""A label is called unreadable when two of its corners look at least so much like finder patterns. Frames round text
and dice have less in 99 of 100 (docs/reading.md)."""

MOST_IN_THE_FOURTH = 0.6
"""A symbol has three finder patterns: its fourth corner looks less like one than this share of its best. Of 364 labels
in no set, scribbled over, stained and half covered none had more than 0.51; frames with a panel and frames within
frames have 0.64 to 1.0, for their corners are alike."""

_OURS = tuple(product((0.95, 1.0, 1.05), (-0.3, 0.0, 0.3)))
_OTHERS = tuple(product((0.55, 0.65, 0.75, 0.84), (-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0)))
"""Sizes of modules, in ours, and how far in the symbol's corner lies, as our own labels have them where they are fitted
a little badly, and as symbols of other versions have them that fill a frame like our ring."""

MOST_LIKE_OTHERS = 0.1
"""How much more a label's three best corners look like another symbol's finder patterns than like ours at most: 0.05 in
all of 700 labels that are spoiled or in no set, 0.15 to 0.51 in ten symbols of version 2 to 4."""

_APART = 10
"""Modules between two labels at least: a third of a label's edge."""


def unreadable_labels(scale: Scale, undecoded: Quads, found: Quads, known: Quads, read: Quads) -> Floats:
    """Corners, shape (K, 4, 2), of the labels that cannot be read, each once.

    `undecoded` were fitted and are no label of the set, `found` are the labels read at this scale, where they were
    aligned to lie, `known` those read at others, and `read` both, as they were when they were read.
    """
    left = undecoded[outside_quads(centres(undecoded), found)]
    quads, alike = scale.like_labels(left, CLEARLY_A_LABEL, read)
    # A frame that is fitted badly may cut a pip so that it looks like a finder pattern: the best fit decides.
    quads = suppress_non_maxima(quads, alike, _APART * scale.sizes.middle)
    corners = finder_likeness(scale.image, quads)
    quads = quads[(corners[:, 1] >= LIKE_A_FINDER) & (corners[:, 3] <= MOST_IN_THE_FOURTH * corners[:, 0])]
    spoiled = _spoiled(scale, undecoded, np.concatenate([found, quads]), known, read)
    quads = np.concatenate([quads, spoiled])
    return quads[~_are_other_symbols(scale.image, quads)] if len(quads) else quads


def _are_other_symbols(image: Luma, quads: Quads) -> Mask:
    """Whether each quad is round a symbol with more modules than ours, shape (K,)."""
    ours, others = (
        np.max([finder_likeness_at(image, quads, *way)[:, :3].mean(axis=1) for way in ways], axis=0)
        for ways in (_OURS, _OTHERS)
    )
    return np.asarray(others - ours > MOST_LIKE_OTHERS)


def _spoiled(scale: Scale, undecoded: Quads, found: Quads, known: Quads, read: Quads) -> Floats:
    """Labels of which little more than the ring is left, outside those `found`: each once."""
    every = np.concatenate([known, found])
    sizes = scale.sizes.beside(edge_lengths(every).mean(axis=1) / FRAME_MODULES) if len(every) else scale.sizes
    if sizes is None:
        return NO_QUADS_DECODED.quads
    rings = np.concatenate([scale.fitted_from_afar(closed_rings(scale.image, sizes, found)), undecoded])
    rings = rings[outside_quads(centres(rings), found)]
    rings, alike = scale.like_labels(rings, RING_OF_A_LABEL, read)
    if not len(rings):
        return rings
    spoiled = are_spoiled_labels(scale.image, rings)
    return suppress_non_maxima(rings[spoiled], alike[spoiled], _APART * scale.sizes.middle)
