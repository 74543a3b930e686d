"""How long parts of the picture could not be looked at: what people are told when it lasts."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from vision.arrays import CellMask, Doubles
from vision.cell_grid import connected_parts

LASTING = 3.0
"""Seconds without a look, and without anything moving there, from which on a part of the mat is said to be hidden."""

CHECK_EVERY, SPEAK_EVERY = 1.0, 10.0
"""Seconds between two looks at how much has become hidden: a hand that comes to rest is told in one go, and one that
moves all the while is elsewhere with each look."""


@dataclass(frozen=True, slots=True, eq=False)
class Blindness:
    """For each cell, shape (rows, columns), since when it is blind and what lies over it rests, seconds.

    `lasting` are the cells that have been blind for long; `checked_at` is when they were last added to, `spoken_at`
    when those were in which something moves all the while.
    """

    since: Doubles
    lasting: CellMask
    checked_at: float
    spoken_at: float = -inf

    @classmethod
    def none(cls, shape: tuple[int, ...], at: float) -> Blindness:
        return cls(np.full(shape, at), np.zeros(shape, np.bool_), at)

    def after(self, blocked: CellMask, moving: CellMask, silent: CellMask, at: float) -> Blindness:
        """After a frame; what has come into sight is forgotten at once, but for what is `silent`: too little of it is
        seen to be told, and has been for long, whatever moves there.
        """
        resting = np.zeros_like(blocked)
        for part in connected_parts(blocked):
            # A hand of one shade moves only at its edges.
            if not (part & moving).any():
                resting |= part
        since = np.where(resting, self.since, at)
        lasting, checked_at, spoken_at = self.lasting & (blocked | silent), self.checked_at, self.spoken_at
        if at - spoken_at >= SPEAK_EVERY and silent.any():
            lasting, spoken_at = lasting | silent, at
        if at - checked_at >= CHECK_EVERY:
            lasting, checked_at = lasting | (at - since >= LASTING), at
        return Blindness(since, lasting, checked_at, spoken_at)
