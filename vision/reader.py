"""Reads all labels of a closed set in one picture.

Three ways of proposing where a label might be, each only where the ones before have read nothing: three finder
patterns, the outline of the ring, two finder patterns. Every proposal is fitted to the ring and judged against the
book. docs/reading.md explains the steps and shows what each gains.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook
from vision.images import require_luma
from vision.labels import FRAME_MODULES
from vision.reading.judge import NOTHING, Readings
from vision.reading.places import best_places, edge_lengths, middles, outside
from vision.reading.search import Level, Search
from vision.reading.shrink import halved
from vision.reading.sizes import SizeRange
from vision.reading.warp import Floats
from vision.sightings import Found, LabelOutline, TagSighting, as_corners
from vision.verifier import Verifier

ANY_SIZE = (1.0, 8.0)
WORKING_PX = 1.2
"""Pixels per module that are enough: a picture with larger labels is made smaller by a whole number first."""


class ClosedSetReader:
    """Finds every label of the codebook in a picture; says where a label is that it cannot read.

    `module_px` is the range of a module's size in pixels, known from calibration; None looks for 1 to 8. A range
    wider than 1 to 1.5 costs more, but finds labels that are squeezed by a slanting view.
    """

    def __init__(self, codebook: Codebook, module_px: tuple[float, float] | None = None) -> None:
        self.codebook = codebook
        least, most = module_px or ANY_SIZE
        if not 0 < least <= most:
            raise ValueError(f"A module's size runs from a least to a greatest width, not from {least} to {most} px.")
        self._sizes = SizeRange(least, most)
        self._verifier: Verifier | None = None

    def read(self, image: NDArray[np.uint8]) -> Found:
        """All labels in a luma picture, uint8, shape (height, width); raises ValueError for any other array."""
        require_luma(image)
        readings, unread = NOTHING, NOTHING.quads
        for sizes in self._sizes.parts():
            if min(image.shape) < FRAME_MODULES * sizes.least / 2:
                continue
            small, factor = halved(image, sizes.middle / WORKING_PX)
            known = np.asarray((readings.quads + 0.5) / factor - 0.5, dtype=np.float32)
            read, rest = Search(self.codebook, Level(small, sizes.scaled(1 / factor), factor), known).run()
            readings += read.at_scale(factor)
            unread = np.concatenate([unread, (rest + 0.5) * factor - 0.5])
        return _report(self.codebook, readings.one_per_place(), unread)

    def verify(self, image: NDArray[np.uint8], sighting: TagSighting) -> float:
        """How well the picture still shows the tag at its known place: 1 perfect, about 0 when it is gone or moved."""
        return float(Verifier(self.codebook, (sighting,)).scores(image)[0])

    def verify_all(self, image: NDArray[np.uint8], sightings: Sequence[TagSighting]) -> Floats:
        """`verify` for many; about a microsecond each when called again with the same sequence object."""
        if self._verifier is None or self._verifier.sightings is not sightings:
            self._verifier = Verifier(self.codebook, sightings)
        return self._verifier.scores(image)


def _report(codebook: Codebook, readings: Readings, unread: Floats) -> Found:
    sightings = tuple(
        TagSighting.from_corners(codebook.payloads[index], as_corners(quad), float(score), float(margin))
        for quad, index, score, margin in zip(
            readings.quads, readings.index, readings.score, readings.margin, strict=True
        )
    )
    return Found(sightings, tuple(LabelOutline(as_corners(quad)) for quad in _unread_ones(readings, unread)))


def _unread_ones(readings: Readings, unread: Floats) -> Floats:
    """Rings found at one scale that were read at no other, each once."""
    left = unread[outside(middles(unread), readings.quads)]
    edge = float(edge_lengths(left).mean()) if len(left) else 1.0
    return best_places(left, np.zeros(len(left), dtype=np.float32), 0.4 * edge)
