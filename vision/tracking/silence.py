"""How long the watcher has been able to tell nothing: silence must not look like a table at rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.arrays import CellMask, Doubles
from vision.tracking.temporal_filter import AGREEING, WINDOW


class WhySilent(Enum):
    """What keeps the watcher from telling."""

    DARK = "dark"
    DAZZLED = "dazzled"
    UNSTEADY_LIGHT = "unsteady light"
    UNSTEADY_CAMERA = "unsteady camera"
    NO_MAT = "no mat"
    FAILING = "failing"
    IN_MOTION = "in motion"


OF_THE_LIGHT = {WhySilent.DARK, WhySilent.DAZZLED, WhySilent.UNSTEADY_LIGHT}

SILENT_AFTER, SILENT_AFTER_IN_BAD_LIGHT = 10.0, 4.0
"""Seconds for which nothing could be told before that is said. Hands go away by themselves, lamps do not."""

BROKEN_AFTER, OVER_AFTER = 0.5, 3.0
"""Seconds of telling that end a silence: one that has not been said, and one that has. Bands of a lamp roll through
the picture, and let a frame tell now and then."""

LONGEST_GAP = 15.0
"""Seconds without a frame after which nothing is known of the time before: the camera was lost, or lent to a page. A
search of the whole picture takes less, also on a small machine."""


@dataclass(frozen=True, slots=True, eq=False)
class Silence:
    """What could be told of each cell, and for how long too little, after the frame at `at` seconds.

    For each cell, shape (rows, columns): `looks` has a bit for each of the last frames, set where it was in sight and
    nothing moved; `told_at` is when as many of these were set as a vote takes, in seconds. `causes` counts what has
    kept frames from telling since `since`, the last one at `silent_at`; `why` is what is to be said, if anything.
    """

    at: float
    looks: NDArray[np.uint8]
    told_at: Doubles
    since: float
    silent_at: float
    causes: Mapping[WhySilent, int] = field(default_factory=dict)
    why: WhySilent | None = None

    @classmethod
    def until(cls, at: float, cells: tuple[int, ...], before: Silence | None) -> Silence:
        """At the time of the next frame. Where nothing is known of the time before it, all could be told until now."""
        if before is not None and before.looks.shape == cells and 0 <= at - before.at <= LONGEST_GAP:
            return replace(before, at=at)
        return cls(at, np.zeros(cells, np.uint8), np.full(cells, at), at, at)

    @property
    def untold(self) -> CellMask:
        """The cells of which nothing can be told just now."""
        return np.asarray(self.told_at < self.at)

    @property
    def lasting(self) -> CellMask:
        """Those of which nothing could be told for long."""
        return np.asarray(self.at - self.told_at >= SILENT_AFTER)

    def looked(self, in_sight: CellMask) -> Silence:
        """With what this frame showed at rest."""
        looks = np.asarray(self.looks << 1 | in_sight) & np.uint8(2**WINDOW - 1)
        return replace(self, looks=looks, told_at=np.where(np.bitwise_count(looks) >= AGREEING, self.at, self.told_at))

    def judged(self, cause: WhySilent | None) -> Silence:
        """With one frame more that told of the table, or for this cause did not."""
        if cause is None:
            is_over = self.at - self.silent_at >= (OVER_AFTER if self.why else BROKEN_AFTER)
            return replace(self, since=self.at, causes={}, why=None) if is_over else self
        causes = {**self.causes, cause: self.causes.get(cause, 0) + 1}
        likeliest = max(causes, key=lambda each: causes[each])
        long = SILENT_AFTER_IN_BAD_LIGHT if likeliest in OF_THE_LIGHT else SILENT_AFTER
        # What has been said is not said in other words while it lasts.
        why = self.why or (likeliest if self.at - self.since >= long else None)
        return replace(self, silent_at=self.at, causes=causes, why=why)
