"""How high piles are of which only the top shows, as far as that is known, and what a look tells by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from companion.core.belief.transposition_table import position
from companion.core.evidence import Evidence
from companion.core.game import Action, Game
from companion.core.table import TableSnapshot, Zone

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Height(NamedTuple):
    """From how many to how many pieces a pile may hold."""

    least: int
    most: int = 1_000

    def __contains__(self, height: object) -> bool:
        return isinstance(height, int) and self.least <= height <= self.most


NO_HEIGHTS: Mapping[Zone, Height] = {}


def fit_heights(game: Game[S, A], state: S, heights: Mapping[Zone, Height]) -> bool:
    """Whether the piles of that state are as high as is known."""
    if not heights:
        return True
    expected = position(game, state).pile_heights
    return all(least <= expected[zone] <= most for zone, (least, most) in heights.items())


def evidence_of(
    game: Game[S, A], state: S, seen: TableSnapshot, heights: Mapping[Zone, Height], table: TableSnapshot | None = None
) -> Evidence:
    """What the look tells that is not so in that state, or on that table, by what is known of the heights of piles."""
    known = position(game, state)
    now = known.pile_heights if heights else {}
    restacked, intact = [], []
    for zone, (least, most) in heights.items():
        if not least <= now[zone] <= most:
            restacked.append(zone)
        elif least == most:
            intact.append(zone)
    return Evidence.between(
        known.table if table is None else table, seen, restacked=frozenset(restacked), intact=frozenset(intact)
    )


def between(now: Mapping[Zone, int], later: Mapping[Zone, Height]) -> Mapping[Zone, Height]:
    """How high piles may be on the way: none grows and shrinks again in one look."""
    return {zone: Height(min(now[zone], told.least), max(now[zone], told.most)) for zone, told in later.items()}
