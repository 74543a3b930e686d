"""Detects all labels of a closed set in one picture, scale by scale.

Finder patterns that stand out are taken in threes first; what they read tells how labels look from here, and what else
may be one: three, two or one of the other finder patterns. What looks like a ring there is fitted and decoded by the
codebook. docs/reading.md explains the steps and shows what each gains.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Luma, Quads, require_luma
from vision.detection.codebook import Codebook
from vision.detection.decode import NO_QUADS_DECODED, DecodedQuads
from vision.detection.module_size import ModuleSizeRange
from vision.detection.non_maximum_suppression import centres, edge_lengths, outside_quads, suppress_non_maxima
from vision.detection.pyramid import downsample_by_halves
from vision.detection.scale import PyramidLevel
from vision.detection.single_scale import first_round, second_round
from vision.detections import Detection, Detections, UnreadableLabel, as_corners
from vision.labels import FRAME_MODULES

ANY_SIZE = (1.0, 8.0)
WORKING_PX = 1.2
"""Pixels per module that are enough: a picture with larger labels is made smaller by a whole number first."""


class LabelDetector:
    """Finds every label of the codebook in a picture; says where a label is that it cannot decode.

    `module_px` is the range of a module's size in pixels, known from calibration; None looks for 1 to 8. A range
    wider than 1 to 1.6 costs more, but finds labels that are squeezed by a slanting view.
    """

    def __init__(self, codebook: Codebook, module_px: tuple[float, float] | None = None) -> None:
        self.codebook = codebook
        least, most = module_px or ANY_SIZE
        if not 0 < least <= most:
            raise ValueError(f"A module's size runs from a least to a greatest width, not from {least} to {most} px.")
        self._sizes = ModuleSizeRange(least, most)

    def detect(self, image: Luma) -> Detections:
        """All labels in a luma picture, uint8, shape (height, width); raises ValueError for any other array."""
        require_luma(image)
        levels = []
        for sizes in self._sizes.per_octave():
            if min(image.shape) >= FRAME_MODULES * sizes.least / 2:
                small, factor = downsample_by_halves(image, sizes.middle / WORKING_PX)
                levels.append(PyramidLevel(small, sizes.scaled(1 / factor), factor))
        # What stands out is read at all scales before the rest is looked for at any: mostly all labels are of one size.
        first = [first_round(self.codebook, level) for level in levels]
        clear = [_at_scale(one.read, level.factor) for one, level in zip(first, levels, strict=True)]
        decoded, undecoded = NO_QUADS_DECODED, NO_QUADS_DECODED.quads
        for number, (one, level) in enumerate(zip(first, levels, strict=True)):
            known = np.concatenate([decoded.quads, *clear[number + 1 :]])
            here, undecoded_here = second_round(one, _at_scale(known, 1 / level.factor))
            decoded += here.at_scale(level.factor)
            undecoded = np.concatenate([undecoded, _at_scale(undecoded_here, level.factor)])
        return _report(self.codebook, decoded.one_per_place(), undecoded)


def _at_scale(quads: Quads, factor: float) -> Floats:
    """The same quads in a picture `factor` times as large."""
    return np.asarray((quads + 0.5) * factor - 0.5, dtype=np.float32)


def _report(codebook: Codebook, decoded: DecodedQuads, undecoded: Floats) -> Detections:
    detections = tuple(
        Detection.from_corners(codebook.payloads[index], as_corners(quad), float(score), float(margin))
        for quad, index, score, margin in zip(decoded.quads, decoded.index, decoded.score, decoded.margin, strict=True)
    )
    return Detections(
        detections, tuple(UnreadableLabel(as_corners(quad)) for quad in _undecoded_at_all_scales(decoded, undecoded))
    )


def _undecoded_at_all_scales(decoded: DecodedQuads, undecoded: Floats) -> Floats:
    """Rings found at one scale that were decoded at no other, each once."""
    left = undecoded[outside_quads(centres(undecoded), decoded.quads)]
    edge = float(edge_lengths(left).mean()) if len(left) else 1.0
    return suppress_non_maxima(left, np.zeros(len(left), dtype=np.float32), 0.4 * edge)
