"""Tables as states: what lies where, and how high piles are. Each state may follow any other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from companion.core.game import Game
from companion.core.table import TableSnapshot, Zone


@dataclass(frozen=True, eq=False)
class Piles:
    """A state: the pieces of each zone, several with spaces between them; of piles the height."""

    lying: Mapping[Zone, str]
    heights: Mapping[Zone, int]


class _PilesGame:
    """What the functions ask that only compare tables."""

    def table(self, state: Piles) -> TableSnapshot:
        return TableSnapshot.of({zone: pieces.split() for zone, pieces in state.lying.items()})

    def pile_heights(self, state: Piles) -> Mapping[Zone, int]:
        return state.heights


GAME = cast(Game[Piles, Any], _PilesGame())
