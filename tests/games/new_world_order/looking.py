"""The table as a camera would see it: labels at their places, some unreadable, some under a hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Tag
from companion.games.new_world_order import GAME
from companion.games.new_world_order.state import State

TAGS: dict[str, list[Tag]] = defaultdict(list)
for _tag, _piece in GAME.piece_of.items():
    TAGS[_piece].append(_tag)


def labels(state: State) -> list[LabelPlace]:
    """Every label that the state shows, where the layout puts it."""
    layout, used = GAME.layout(state), Counter[str]()
    found = []
    for zone, pieces in GAME.table(state).zones.items():
        for index, piece in enumerate(pieces):
            found.append(LabelPlace(TAGS[piece][used[piece]], layout.spot(zone, index)))
            used[piece] += 1
    return found


def glance(state: State, random: Random, *, unreadable: float = 0.0, hands: int = 0) -> Observation:
    """One look: each label unreadable with a probability, and boxes of 40 to 160 mm under which nothing is seen."""
    boxes = []
    for _ in range(hands):
        x, y = random.uniform(0, 1200), random.uniform(0, 800)
        across, down = random.uniform(20, 80), random.uniform(20, 80)
        boxes.append(Box(x - across, y - down, x + across, y + down))
    seen = [
        LabelPlace(UNREADABLE, label.pose) if random.random() < unreadable else label
        for label in labels(state)
        if not any(box.contains(label.pose.x, label.pose.y) for box in boxes)
    ]
    return Observation(tuple(seen), tuple(boxes))
