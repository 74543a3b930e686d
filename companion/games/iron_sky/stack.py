"""An army as a value: the Elite tile leads it, is in it once, and counts apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.text import say
from companion.errors import NotationError
from companion.games.iron_sky.catalog import ELITE_TILES, TILE_SIDE, Side, Tile
from companion.games.iron_sky.settings import BOOK

Tiles = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """The normal tiles from the bottom up, and the Elite on top of them if there is one (ISK-166).

    Only normal ones count against the largest army (ISK-165).
    """

    normal: Tiles = ()
    elite: Tile | None = None

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Stack:
        """The stack of these tiles, from the bottom up. Raises NotationError for what can be no army."""
        *below, top = tuple(tiles) or (None,)
        if top is None:
            return cls()
        if len({TILE_SIDE[tile] for tile in (*below, top)}) > 1:
            raise NotationError(f"{say('an army has tiles of one side')} [{BOOK['ISK-5']}]")
        if ELITE_TILES.intersection(below):
            raise NotationError(f"{say('an army has one Elite tile at most, and it lies on top')} [{BOOK['ISK-166']}]")
        return cls(tuple(below), top) if top in ELITE_TILES else cls((*below, top))

    def __len__(self) -> int:
        return len(self.normal) + (self.elite is not None)

    @property
    def tiles(self) -> Tiles:
        """All of them from the bottom up."""
        return self.normal if self.elite is None else (*self.normal, self.elite)

    @property
    def leader(self) -> Tile | None:
        """The tile on top, which is the one that can be seen (ISK-11)."""
        return self.elite or (self.normal[-1] if self.normal else None)

    @property
    def side(self) -> Side | None:
        """Whose army it is; None of an empty place."""
        if self.normal:
            return TILE_SIDE[self.normal[0]]
        return None if self.elite is None else TILE_SIDE[self.elite]

    def joined_by(self, arriving: Stack) -> Stack:
        """Arrivals go on top and lead (ISK-11), but go under an Elite tile (ISK-10, ISK-166)."""
        return Stack(self.normal + arriving.normal, arriving.elite or self.elite)

    def lifted(self, count: int, *, leaving_elite: bool = False) -> tuple[Stack, Stack]:
        """What stays and what goes when so many tiles are taken off the top (ISK-10)."""
        if self.elite is None or leaving_elite or count < 1:
            cut = max(len(self.normal) - count, 0)
            return Stack(self.normal[:cut], self.elite), Stack(self.normal[cut:])
        cut = max(len(self.normal) - count + 1, 0)
        return Stack(self.normal[:cut]), Stack(self.normal[cut:], self.elite)

    def lifted_from(self, tile: Tile, count: int) -> tuple[Stack, Stack]:
        """As `lifted`, when hands took this tile, and what is under it, from below others (ISK-10 forbids it)."""
        if tile not in self.normal:
            return self.lifted(count)
        above = self.normal[::-1].index(tile)
        reached = len(self.normal) - above
        cut = max(reached - count, 0)
        return Stack(self.normal[:cut] + self.normal[reached:], self.elite), Stack(self.normal[cut:reached])

    def losing(self, count: int) -> tuple[Stack, Tiles]:
        """What stays when so many normal tiles fall from the top, and these, the first to fall first."""
        cut = max(len(self.normal) - count, 0)
        return Stack(self.normal[:cut], self.elite), self.normal[cut:][::-1]
