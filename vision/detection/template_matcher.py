"""Template matching of known labels at their known places: what lies where it lay, at about a microsecond a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats, Luma, Mask
from vision.detection.warp import homographies, project
from vision.detections import Detection


class ClosedSet(Protocol):
    """The tags that are known, and how each looks."""

    def __contains__(self, tag: object) -> bool: ...

    def patterns(self, tags: Sequence[str]) -> tuple[Doubles, Floats]:
        """For each tag the places of 208 data modules, label coordinates, (K, 208, 2), and their pattern, (K, 208)."""


@dataclass(frozen=True, slots=True)
class VisiblePart:
    """What a straight edge leaves of a label: where its own x and y, times `across` and `down`, sum to `limit` at most.

    Coordinates are in modules.
    """

    across: float
    down: float
    limit: float

    def mask(self, places: Doubles) -> Mask:
        """Which of the places, (n, 2), are in it."""
        return np.asarray(places @ (self.across, self.down) <= self.limit)


WHOLE = VisiblePart(0.0, 0.0, 0.0)

_DIRECTIONS = 16
_SHARES = (0.5, 0.65, 0.8)
"""How much of the data modules a part leaves: a label is read with half of them, and not with less."""

SMALLER_COUNTS_LESS = 0.25
"""A part with a share of the modules counts that share to this power: of many small parts one agrees by chance."""


class TemplateMatcher:
    """Knows for each detection which pixels show its data modules, and what they should look like.

    `share` picks some of the 208 data modules: a quarter of them tells nearly as surely for a quarter of the cost.
    `parts` are what is to be seen of each; without them, all of it.
    """

    def __init__(
        self,
        codebook: ClosedSet,
        detections: Sequence[Detection],
        share: slice = slice(None),
        parts: Sequence[VisiblePart] | None = None,
    ) -> None:
        centres, looks = codebook.patterns([s.look for s in detections])
        quads = np.array([s.corners for s in detections], dtype=np.float32).reshape(-1, 4, 2)
        places = centres[:, share]
        self._pixels = np.rint(project(homographies(quads), places)).astype(np.intp)
        self._places, self._looks = places, looks[:, share]
        parts = [WHOLE] * len(detections) if parts is None else parts
        self._partial = np.array([part != WHOLE for part in parts], dtype=np.bool_)
        masks = [part.mask(of) for part, of in zip(parts, places, strict=True)]
        self._shown = np.array(masks, dtype=np.float32).reshape(self._looks.shape)
        self._counts = np.maximum(self._shown.sum(axis=1), 1)
        self._patterns = _unit(self._looks, self._shown)
        self._shape: tuple[int, int] | None = None
        self._flat = np.empty(0, dtype=np.intp)

    def scores(self, image: Luma, offsets: NDArray[np.intp] | None = None) -> Floats:
        """Correlation of each label's place with its tag: 1 perfect, about 0 when it is gone or moved by a module.

        `offsets`, (n, 2), are the whole pixels by which the camera has since moved each label's place.
        """
        values = self._values(image, offsets)
        values[self._partial] *= self._shown[self._partial]
        # The patterns have zero mean and unit length, so only the values' own spread is left to divide by.
        spread = np.einsum("kp,kp->k", values, values) - values.sum(axis=1) ** 2 / self._counts
        return np.asarray(np.einsum("kp,kp->k", values, self._patterns) / np.sqrt(np.maximum(spread, 1e-3)))

    def visible_part(self, number: int, image: Luma, offsets: NDArray[np.intp] | None = None) -> VisiblePart:
        """The part of one of the detections that shows its tag best."""
        values, look, places = self._values(image, offsets)[number], self._looks[number], self._places[number]
        parts = _parts(places)
        shown = np.array([part.mask(places) for part in parts], dtype=np.float32)
        seen, expected = (_unit(np.broadcast_to(one, shown.shape), shown) for one in (values, look))
        likeness = np.einsum("kp,kp->k", seen, expected) * shown.mean(axis=1) ** SMALLER_COUNTS_LESS
        return parts[int(likeness.argmax())]

    def _values(self, image: Luma, offsets: NDArray[np.intp] | None) -> Floats:
        if self._shape != image.shape:
            rows, columns = image.shape
            x, y = np.clip(self._pixels[..., 0], 0, columns - 1), np.clip(self._pixels[..., 1], 0, rows - 1)
            self._shape, self._flat = (rows, columns), y * columns + x
        flat = self._flat
        if offsets is not None:
            flat = flat + (offsets[:, 1] * image.shape[1] + offsets[:, 0])[:, None]
        return image.reshape(-1).take(flat, mode="clip").astype(np.float32)


def _unit(values: Floats, shown: Floats) -> Floats:
    """The values, (K, n), with zero mean and unit length over those that are `shown` (1, else 0), and 0 elsewhere."""
    mean = (values * shown).sum(axis=1, keepdims=True) / np.maximum(shown.sum(axis=1, keepdims=True), 1)
    centred = (values - mean) * shown
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-3))


def _parts(places: Doubles) -> list[VisiblePart]:
    """All parts of a label with data modules at these places, the whole first."""
    parts = [WHOLE]
    for number, share in product(range(_DIRECTIONS), _SHARES):
        across, down = cos(2 * pi * number / _DIRECTIONS), sin(2 * pi * number / _DIRECTIONS)
        parts.append(VisiblePart(across, down, float(np.quantile(places @ (across, down), share))))
    return parts
