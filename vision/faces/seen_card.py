"""A card as it was seen to lie, and which of several that cannot all be there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

LARGER = 0.08
"""Share by which a card may look larger or smaller than one on the table: leaning, and on a pile, not in a hand."""

APART_MM = 8.0
"""Middles of two cards, of which both can be seen, lie further apart: the title of the lower one is as high as that."""


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
    def is_to_scale(self) -> bool:
        """Whether it looks as large as a card on the table."""
        return abs(self.scale - 1.0) <= LARGER


class Conclusions(NamedTuple):
    """The cards that are told, and how many outlines were held against all faces to tell them."""

    told: list[SeenCard]
    judged: int


def apart(cards: Iterable[SeenCard]) -> list[SeenCard]:
    """The surest of those whose middles are nearer to one another than those of two cards in sight."""
    kept: list[SeenCard] = []
    for card in sorted(cards, key=lambda card: -card.margin):
        if all(hypot(card.x - other.x, card.y - other.y) > APART_MM for other in kept):
            kept.append(card)
    return kept
