"""A card as it was seen to lie, and which of several that cannot all be there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

import numpy as np

from companion.core.table import Pose
from vision.arrays import Mask, Points

LARGER = 0.08
"""Share by which a card may look larger or smaller than one on the table: leaning, and on a pile, not in a hand."""

APART_MM = 8.0
"""Middles of two cards, of which both can be seen, lie further apart: the title of the lower one is as high as that."""

WHOLE, EDGE_MM = 0.9, 1.0
"""A card that shows so much is in full sight, and so is its edge within so much."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card as it lies: the face's number in its set, the middle in millimetres, degrees, scale; how surely.

    `score` is the likeness of the part that is to be seen, `share` how much of the card that is, `margin` the lead over
    the next best face, as a share of what a perfect picture would lead by.
    """

    face: int
    x: float
    y: float
    rotation: float
    scale: float
    score: float
    margin: float
    share: float

    @property
    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.rotation)

    @property
    def is_to_scale(self) -> bool:
        """Whether it looks as large as a card on the table."""
        return abs(self.scale - 1.0) <= LARGER


class Conclusions(NamedTuple):
    """The cards that are told, and how many outlines were held against all faces to tell them."""

    told: list[SeenCard]
    judged: int


def is_within(places: Points, known: Iterable[SeenCard], short: float, long: float) -> Mask:
    """Which of the places, (n, 2), lie on one of these cards that is in full sight: there is no other one."""
    found = np.zeros(len(places), np.bool_)
    for card in known:
        if card.share >= WHOLE:
            turn = np.radians(card.rotation)
            beside = (places - (card.x, card.y)) @ [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
            found |= (np.abs(beside) <= (short / 2 + EDGE_MM, long / 2 + EDGE_MM)).all(axis=1)
    return found


def apart(cards: Iterable[SeenCard]) -> list[SeenCard]:
    """The surest of those whose middles are nearer to one another than those of two cards in sight."""
    kept: list[SeenCard] = []
    for card in sorted(cards, key=lambda card: -card.margin):
        if all(hypot(card.x - other.x, card.y - other.y) > APART_MM for other in kept):
            kept.append(card)
    return kept
