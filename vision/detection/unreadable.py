"""What clearly is a label and could not be decoded, and labels of which little more than the ring is left."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Quads
from vision.detection.alignment import finder_likeness
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
    quads = quads[finder_likeness(scale.image, quads)[:, 1] >= LIKE_A_FINDER]
    return np.concatenate([quads, _spoiled(scale, undecoded, np.concatenate([found, quads]), known, read)])


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
