"""Tables as a camera sees them, labels at their places, some unreadable, some under a hand; and what is made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from companion.conformance.playouts import AnyGame
from companion.core.belief.search import Explained, Illegal, explain
from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Piece, Tag

UNREADABLE_LABELS = 0.02
"""How many of the labels cannot be read."""

HANDS = 1 / 3
"""In how many of the looks a hand lies over the table."""


@dataclass(frozen=True)
class Onlooker:
    """Somebody who looks at the tables of a game.

    `essence` leaves of a state what the rules care about: two states with the same essence are the same conclusion.
    """

    game: AnyGame
    essence: Callable[[Any], Any] = lambda state: state

    @cached_property
    def tags(self) -> dict[Piece, list[Tag]]:
        """The labels of each kind of piece."""
        tags: dict[Piece, list[Tag]] = {}
        for tag, piece in self.game.piece_of.items():
            tags.setdefault(piece, []).append(tag)
        return tags

    def labels(self, state: Any) -> list[LabelPlace]:
        """Every label that the state shows, where the layout puts it."""
        layout, used = self.game.layout(state), Counter[Piece]()
        found = []
        for zone, pieces in self.game.table(state).zones.items():
            for index, piece in enumerate(pieces):
                found.append(LabelPlace(self.tags[piece][used[piece]], layout.spot(zone, index)))
                used[piece] += 1
        return found

    def observe(self, state: Any, random: Random, *, unreadable: float = 0.0, hands: int = 0) -> Observation:
        """One look: each label unreadable with a probability, and boxes of 40 to 160 mm that hide what is in them."""
        layout, boxes = self.game.layout(state), []
        for _ in range(hands):
            x, y = random.uniform(0, layout.width), random.uniform(0, layout.height)
            across, down = random.uniform(20, 80), random.uniform(20, 80)
            boxes.append(Box(x - across, y - down, x + across, y + down))
        seen = [
            LabelPlace(UNREADABLE, label.pose) if random.random() < unreadable else label
            for label in self.labels(state)
            if not any(box.contains(label.pose.x, label.pose.y) for box in boxes)
        ]
        return Observation(tuple(seen), tuple(boxes))

    def conclusion(self, state: Any, after: Any, random: Random) -> str:
        """What is made of one look after one action: `right`, `nothing` seen, `asks`, or `wrong`."""
        hands = 1 if random.random() < HANDS else 0
        observation = self.observe(after, random, unreadable=UNREADABLE_LABELS, hands=hands)
        seen = self.game.layout(state).read(observation).identify(self.game.piece_of)
        match explain(self.game, state, seen):
            case Explained(()):
                return "nothing"
            case Explained(actions):
                end = state
                for action in actions:
                    end = self.game.apply(end, action)
                return "right" if self.essence(end) == self.essence(after) else "wrong"
            case Illegal():
                return "wrong"
            case _:
                return "asks"


def apart_from_slots(state: Any) -> Any:
    """A position of New World Order without the numbers of slots: a hand may hide them, and no rule cares."""
    return replace(
        state,
        players=tuple(
            replace(player, slots=tuple(sorted(player.slots, key=lambda pile: (pile.cards, pile.fresh))))
            for player in state.players
        ),
    )


ESSENCE: dict[str, Callable[[Any], Any]] = {"new_world_order": apart_from_slots}
"""Where two states of a game can mean the same; all others are compared as they are."""


def onlooker(game: AnyGame) -> Onlooker:
    return Onlooker(game, ESSENCE.get(game.name, lambda state: state))
