"""What a camera sees of a trial and an ideal eye does not: how arms and covers look, the lamp, and what shines back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from random import Random

from benchmarks.clumsy.tabletop import Thing
from companion.core.table import Box
from companion.simulation.renderer.scene import Item, Reflection, RenderedMat, SceneHand, Shadow

MAT = RenderedMat().shade
SKIN = 0.25, 0.75
"""How much light hands reflect: the darkest and the palest."""

SLEEVES = (0.1, 0.2, MAT, MAT, 0.6, 0.9)
"""Sleeves from black to white; some are just like the mat."""

STRIPES_MM = (0.0, 0.0, 8.0, 20.0, 35.0)
LEAN = 35.0
"""An arm leaves the table straight, or askew by so many degrees."""

SWEEP_MM = 0.0, 60.0
"""How far a hand that has just come moves while the first picture of it is taken: up to 2 m/s for 30 ms."""

BOOKS = (0.15, 0.45, 0.7, 0.95)
CLOTH = MAT / 0.86
"""What covers the table is a book, or a cloth of the mat's own shade: a face is drawn a little darker than it is said
to be."""

CLOTHS = 0.3


@dataclass(slots=True)
class Scenery:
    """What behaviours change: `level` is the lamp's, 1 as a trial begins, `reflections` are those of a second lamp,
    `shadows` those of people who lean over the table, and `held` the pieces that somebody holds in sight over the
    table, with how far over it, in millimetres.
    """

    random: Random
    level: float = 1.0
    reflections: list[Reflection] = field(default_factory=list)
    shadows: list[Shadow] = field(default_factory=list)
    held: list[tuple[Thing, float]] = field(default_factory=list)
    _arms: dict[Box, SceneHand] = field(default_factory=dict)
    _covers: dict[Box, Item] = field(default_factory=dict)
    _sleeves: list[tuple[float, float, float]] = field(default_factory=list)

    def arms(self, boxes: tuple[Box, ...], mat_height: float) -> tuple[SceneHand, ...]:
        """Whoever reaches there; who has just come moves."""
        moving = {box: self._arm(box, mat_height) for box in boxes if box not in self._arms}
        resting = {box: self._arms[box] for box in boxes if box in self._arms}
        self._arms = {box: replace(hand, sweep=(0.0, 0.0)) for box, hand in (moving | resting).items()}
        return tuple((moving | resting)[box] for box in boxes)

    def cover(self, box: Box) -> Item:
        """What lies there."""
        if box not in self._covers:
            is_cloth = self.random.random() < CLOTHS
            shade = CLOTH if is_cloth else self.random.choice(BOOKS)
            width, height = box.right - box.left, box.bottom - box.top
            self._covers[box] = Item(None, *box.centre, 0.0, width, height, shade=shade, rim=not is_cloth)
        return self._covers[box]

    def _arm(self, box: Box, mat_height: float) -> SceneHand:
        x, y = box.centre
        skin, sleeve, stripes = self.random.choice(self._people())
        straight = 90.0 if y > mat_height / 2 else 270.0
        angle, far = straight + self.random.uniform(-LEAN, LEAN), self.random.uniform(*SWEEP_MM)
        sweep = far * cos(radians(angle)), far * sin(radians(angle))
        return SceneHand(x, y, angle, shade=skin, sleeve=sleeve, stripes=stripes, sweep=sweep)

    def _people(self) -> list[tuple[float, float, float]]:
        """Skin, sleeve and stripes of two people."""
        if not self._sleeves:
            for _ in range(2):
                skin = self.random.uniform(*SKIN)
                self._sleeves.append((skin, self.random.choice((*SLEEVES, skin)), self.random.choice(STRIPES_MM)))
        return self._sleeves
