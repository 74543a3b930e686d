"""Tables as states: what lies where, and how high piles are. Each state may follow any other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import cast

from companion.core.game import Game
from companion.core.table import TableSnapshot, Zone


@dataclass(frozen=True, eq=False)
class Piles:
    """A state: the pieces of each zone, several with spaces between them; of piles the height."""

    lying: Mapping[Zone, str]
    heights: Mapping[Zone, int]


@dataclass(frozen=True)
class Become:
    """Somebody, or chance, makes the table so."""

    player: str | None
    becomes: Piles


class _PilesGame:
    """What the functions ask that only compare tables."""

    def apply(self, _: Piles, action: Become) -> Piles:
        return action.becomes

    def layout(self, state: Piles) -> SimpleNamespace:
        return SimpleNamespace(piles=state.heights.keys())

    def table(self, state: Piles) -> TableSnapshot:
        return TableSnapshot.of({zone: pieces.split() for zone, pieces in state.lying.items()})

    def pile_heights(self, state: Piles) -> Mapping[Zone, int]:
        return state.heights


GAME = cast(Game[Piles, Become], _PilesGame())
