"""Checks that known labels still lie where they lay, at about a microsecond each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats, Luma
from vision.detection.warp import homographies, project
from vision.detections import Detection


class ClosedSet(Protocol):
    """The tags that are known, and how each looks."""

    def __contains__(self, tag: object) -> bool: ...

    def patterns(self, tags: Sequence[str]) -> tuple[Doubles, Floats]:
        """For each tag the places of 208 data modules, label coordinates, (K, 208, 2), and their pattern, (K, 208)."""


class Verifier:
    """Knows for each detection which pixels show its data modules, and what they should look like.

    `share` picks some of the 208 data modules: a quarter of them tells nearly as surely for a quarter of the cost.
    """

    def __init__(self, codebook: ClosedSet, detections: Sequence[Detection], share: slice = slice(None)) -> None:
        centres, looks = codebook.patterns([s.tag for s in detections])
        quads = np.array([s.corners for s in detections], dtype=np.float32).reshape(-1, 4, 2)
        self._pixels = np.rint(project(homographies(quads), centres[:, share])).astype(np.intp)
        patterns = looks[:, share]
        patterns = patterns - patterns.mean(axis=1, keepdims=True)
        self._patterns = patterns / np.linalg.norm(patterns, axis=1, keepdims=True)
        self._shape: tuple[int, int] | None = None
        self._flat = np.empty(0, dtype=np.intp)

    def scores(self, image: Luma, offsets: NDArray[np.intp] | None = None) -> Floats:
        """Correlation of each label's place with its tag: 1 perfect, about 0 when it is gone or moved by a module.

        `offsets`, (n, 2), are the whole pixels by which the camera has since moved each label's place.
        """
        if self._shape != image.shape:
            rows, columns = image.shape
            x, y = np.clip(self._pixels[..., 0], 0, columns - 1), np.clip(self._pixels[..., 1], 0, rows - 1)
            self._shape, self._flat = (rows, columns), y * columns + x
        flat = self._flat
        if offsets is not None:
            flat = flat + (offsets[:, 1] * image.shape[1] + offsets[:, 0])[:, None]
        values = image.reshape(-1).take(flat, mode="clip").astype(np.float32)
        # The patterns have zero mean and unit length, so only the values' own spread is left to divide by.
        count = values.shape[1]
        spread = np.einsum("kp,kp->k", values, values) - values.sum(axis=1) ** 2 / count
        return np.asarray(np.einsum("kp,kp->k", values, self._patterns) / np.sqrt(np.maximum(spread, 1e-3)))
