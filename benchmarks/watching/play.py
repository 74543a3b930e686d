"""A stage on which people play cards: hands fetch, carry, lay, pile, nudge, rest and hover; cups, lamps, bumps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import hypot

import numpy as np

from companion.core.plane import moved
from companion.core.table import PieceShape, Pose
from companion.simulation.renderer.scene import LABEL_MM, Bump, Item, Scene, SceneHand, SceneLight
from vision.labels import MODULES

CARD = PieceShape(57.0, 87.0, 0.0, 16.0)
CUP_MM = 60.0
COLUMNS, ROWS = 11, 5
SLOT_MM = (70.0, 105.0)
FIRST_SLOT = (100.0, 90.0)
MODULE_MM = LABEL_MM / MODULES

HIDDEN_AT_MOST = 150
"""Frames for which a cup stands on a card; after half a minute the pipeline may believe that the card is gone."""

ACTS = {
    "move": 6.0,
    "fetch": 3.0,
    "bring": 4.0,
    "pile": 2.0,
    "rest": 4.0,
    "hover": 3.0,
    "nudge": 2.0,
    "lamp": 1.0,
    "push_camera": 0.5,
    "cup": 1.0,
    "glare": 1.0,
    "wait": 4.0,
}
"""How often people do what."""

AFTER_A_BUMP = 15
"""Frames in which nobody touches the table after the camera was pushed."""


@dataclass(slots=True)
class Play:
    """A stage that people play on, reproducible from its seed."""

    tags: Sequence[str]
    seed: int = 1
    items: list[Item] = field(default_factory=list)
    light: SceneLight = field(default_factory=SceneLight)
    bump: Bump = field(default_factory=Bump)
    shown: Counter[str] = field(default_factory=Counter)
    _random: np.random.Generator = field(init=False)
    _hand_tags: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)
        self._hand_tags = list(self.tags)
        for slot in self._random.permutation(COLUMNS * ROWS)[:40]:
            self.items.append(self._card(self._hand_tags.pop(), *self._spot(int(slot))))

    def scenes(self) -> Iterator[Scene]:
        acts = [getattr(self, f"_{name}") for name in ACTS]
        weights = np.array(list(ACTS.values()))
        yield from self._still(10)
        while True:
            act = acts[self._random.choice(len(acts), p=weights / weights.sum())]
            self.shown[act.__name__.strip("_")] += 1
            yield from act()
            yield from self._still(int(self._random.integers(4, 16)))

    def _scene(self, *hands: SceneHand) -> Scene:
        return Scene(tuple(self.items), hands, self.light, self.bump)

    def _still(self, frames: int) -> Iterator[Scene]:
        for _ in range(frames):
            yield self._scene()

    def _wait(self) -> Iterator[Scene]:
        yield from self._still(int(self._random.integers(10, 60)))

    def _card(self, tag: str, x: float, y: float) -> Item:
        turn = float(self._random.uniform(-8, 8) + self._random.choice([0, 0, 0, 180]))
        shade = float(self._random.uniform(0.6, 0.95))
        offset = (CARD.label_dx, CARD.label_dy)
        return Item(tag, x, y, turn, CARD.width, CARD.height, offset, shade=shade, caption=tag[:5])

    def _spot(self, slot: int) -> tuple[float, float]:
        dx, dy = (float(value) for value in self._random.uniform(-3, 3, 2))
        row, column = divmod(slot, COLUMNS)
        return FIRST_SLOT[0] + column * SLOT_MM[0] + dx, FIRST_SLOT[1] + row * SLOT_MM[1] + dy

    def _free_spot(self) -> tuple[float, float] | None:
        for slot in self._random.permutation(COLUMNS * ROWS):
            x, y = self._spot(int(slot))
            if all(abs(item.x - x) > 55 or abs(item.y - y) > 80 for item in self.items):
                return x, y
        return None

    def _any_card(self) -> int:
        """A card on top: nobody pulls a card from under another, or from under a cup."""
        free = [index for index, item in enumerate(self.items) if self._on_top(index) and item.tag is not None]
        return int(self._random.choice(free))

    def _on_top(self, index: int) -> bool:
        item = self.items[index]
        return all(hypot(item.x - other.x, item.y - other.y) > 50 for other in self.items[index + 1 :])

    def _seat(self) -> SceneHand:
        angle = float(self._random.choice([90, 90, 270, 0, 180]) + self._random.uniform(-25, 25))
        return SceneHand(0, 0, angle, float(self._random.uniform(75, 100)), float(self._random.uniform(0.3, 0.95)))

    @staticmethod
    def _away(hand: SceneHand, steps: float) -> SceneHand:
        angle = np.radians(hand.angle)
        return replace(hand, x=hand.x + float(np.cos(angle)) * steps, y=hand.y + float(np.sin(angle)) * steps)

    def _reach(self, hand: SceneHand, frames: int = 5) -> Iterator[SceneHand]:
        for left in range(frames, -1, -1):
            yield self._away(hand, left * 150.0 * 5 / frames)

    def _grip(self, item: Item, seat: SceneHand) -> SceneHand:
        return self._away(replace(seat, x=item.x, y=item.y), -18.0)

    def _carry(self, index: int, x: float, y: float, seat: SceneHand) -> Iterator[Scene]:
        item = self.items.pop(index)
        self.items.append(item)
        steps = int(self._random.integers(4, 10))
        for step in range(1, steps + 1):
            share = step / steps
            now = replace(item, x=item.x + (x - item.x) * share, y=item.y + (y - item.y) * share)
            self.items[-1] = now
            yield self._scene(self._grip(now, seat))

    def _in_and_out(self, index: int, x: float, y: float) -> Iterator[Scene]:
        seat = self._seat()
        for hand in self._reach(self._grip(self.items[index], seat)):
            yield self._scene(hand)
        yield from self._carry(index, x, y, seat)
        yield from self._leave(self._grip(self.items[-1], seat))

    def _leave(self, hand: SceneHand) -> Iterator[Scene]:
        for leaving in reversed(list(self._reach(hand))):
            yield self._scene(leaving)

    def _move(self) -> Iterator[Scene]:
        spot = self._free_spot()
        if spot is not None:
            yield from self._in_and_out(self._any_card(), *spot)

    def _pile(self) -> Iterator[Scene]:
        """A card squarely on another."""
        index, under = self._any_card(), self._any_card()
        if index != under:
            below = self.items[under]
            self.items[index] = replace(self.items[index], rotation=below.rotation)
            yield from self._still(6)
            yield from self._in_and_out(index, below.x + 1.0, below.y - 1.5)

    def _fetch(self) -> Iterator[Scene]:
        """A card goes into somebody's hand."""
        if len(self.items) > 25:
            seat = self._seat()
            index = self._any_card()
            item = self.items[index]
            for hand in self._reach(self._grip(item, seat)):
                yield self._scene(hand)
            out = self._away(replace(seat, x=item.x, y=item.y), 1000.0)
            yield from self._carry(index, out.x, out.y, seat)
            self._hand_tags.insert(0, str(self.items.pop().tag))

    def _bring(self) -> Iterator[Scene]:
        spot = self._free_spot()
        if spot is not None and self._hand_tags and len(self.items) < 52:
            seat = self._seat()
            start = self._away(replace(seat, x=spot[0], y=spot[1]), 1000.0)
            self.items.append(self._card(self._hand_tags.pop(), start.x, start.y))
            yield from self._carry(len(self.items) - 1, *spot, seat)
            yield from self._leave(self._grip(self.items[-1], seat))

    def _over_the_table(self) -> SceneHand:
        x, y = self._random.uniform(100, 800), self._random.uniform(100, 500)
        return replace(self._seat(), x=float(x), y=float(y))

    def _rest(self) -> Iterator[Scene]:
        """A hand lies still on the cards."""
        hand = self._over_the_table()
        for coming in self._reach(hand):
            yield self._scene(coming)
        for _ in range(int(self._random.integers(3, 80))):
            yield self._scene(hand)
        yield from self._leave(hand)

    def _hover(self) -> Iterator[Scene]:
        """Two hands wander over the table."""
        one, other = self._over_the_table(), self._over_the_table()
        for _ in range(int(self._random.integers(10, 40))):
            drift = self._random.uniform(-25, 25, 4)
            one = replace(one, x=one.x + drift[0], y=one.y + drift[1])
            other = replace(other, x=other.x + drift[2], y=other.y + drift[3])
            yield self._scene(one, other)

    def _nudge(self) -> Iterator[Scene]:
        """A card is pushed a little; every other time by one module."""
        index = self._any_card()
        far, way = self._random.choice([1.0, self._random.uniform(1.0, 5.0)]), self._random.uniform(0, 2 * np.pi)
        dx, dy = (float(far * MODULE_MM * part) for part in (np.cos(way), np.sin(way)))
        item = self.items[index]
        yield from self._in_and_out(index, item.x + dx, item.y + dy)

    def _lamp(self) -> Iterator[Scene]:
        """Gradually, or at once."""
        start, end = self.light.level, float(self._random.uniform(0.6, 1.1))
        steps = int(self._random.choice([1, 10]))
        for step in range(1, steps + 1):
            self.light = replace(self.light, level=start + (end - start) * step / steps)
            yield self._scene()

    def _push_camera(self) -> Iterator[Scene]:
        dx, dy, turn = self._random.uniform(-5, 5, 3)
        self.bump = Bump(self.bump.dx / 2 + float(dx), self.bump.dy / 2 + float(dy), float(turn) / 5)
        yield from self._still(AFTER_A_BUMP)

    def _cup(self) -> Iterator[Scene]:
        """Something without a label stands on a card for a while."""
        item = self.items[self._any_card()]
        label = label_pose(item)
        shade = float(self._random.uniform(0.2, 0.9))
        cup = Item(None, label.x, label.y, 0.0, CUP_MM, CUP_MM, shade=shade, caption="cup")
        seat = self._seat()
        start = self._away(replace(seat, x=cup.x, y=cup.y), 1000.0)
        self.items.append(replace(cup, x=start.x, y=start.y))
        yield from self._carry(len(self.items) - 1, cup.x, cup.y, seat)
        yield from self._leave(self._grip(cup, seat))
        yield from self._still(int(self._random.integers(10, HIDDEN_AT_MOST)))
        for hand in self._reach(self._grip(cup, seat)):
            yield self._scene(hand)
        yield from self._carry(len(self.items) - 1, start.x, start.y, seat)
        self.items.pop()

    def _glare(self) -> Iterator[Scene]:
        """A reflection comes and goes."""
        index = self._any_card()
        clear = self.items[index]
        self.items[index] = replace(clear, unreadable_by="glare")
        yield from self._still(int(self._random.integers(5, 40)))
        self.items[index] = clear


def label_pose(item: Item) -> Pose:
    """Where an item's label is on the mat."""
    return moved(Pose(item.x, item.y, item.rotation), *item.label_offset)
