"""One cheap glance at all labels in sight, for looks in which nothing stirs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.codebook import Codebook
from vision.track import TrackTable
from vision.verifier import Verifier

SHARES = 4
"""Each glance verifies all labels by every fourth of their modules; the next one by the next."""

SLACK = 0.1
"""A quarter of the modules tells less exactly than all: a label that shows so much less is still at its place."""


class Glance:
    """Knows where each label in sight lies, until one of them is lost or moves."""

    def __init__(self, codebook: Codebook, table: TrackTable) -> None:
        self._sightings, self._lost = table.sightings, table.lost
        in_sight = np.flatnonzero(~table.lost)
        shown = table.some(in_sight)
        self._shares = [Verifier(codebook, shown, slice(first, None, SHARES)) for first in range(SHARES)]
        self._least = table.least[in_sight] - np.float32(SLACK)

    def is_for(self, table: TrackTable) -> bool:
        """Whether the table still has the same labels in sight at the same places."""
        return self._sightings is table.sightings and bool((self._lost == table.lost).all())

    def agrees(self, image: NDArray[np.uint8], number: int) -> bool:
        """Whether all labels are where they were; `number` counts the glances."""
        return bool((self._shares[number % SHARES].scores(image) >= self._least).all())
