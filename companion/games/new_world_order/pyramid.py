"""The geometry of the pyramid: four layers, 4x4 at the bottom, each tile over a joint of four (NWO-3, NWO-6).

A place is (layer 1-4, row, column), rows and columns from 0; states keep tiles by the place's index in PLACES.
"""

from __future__ import annotations

from functools import lru_cache

from companion.core.fast_dataclasses import replace
from companion.core.table import Piece
from companion.games.new_world_order.catalog import Catalog
from companion.games.new_world_order.state import State

PyramidPlace = tuple[int, int, int]
Pyramid = tuple[Piece | None, ...]

PLACES: tuple[PyramidPlace, ...] = tuple(
    (layer, row, column) for layer in (1, 2, 3, 4) for row in range(5 - layer) for column in range(5 - layer)
)
INDEX = {place: index for index, place in enumerate(PLACES)}
TOP = INDEX[4, 0, 0]


def _neighbours(place: PyramidPlace, step: int) -> tuple[int, ...]:
    layer, row, column = place
    shift = 0 if step < 0 else -1
    around = [(layer + step, row + dr + shift, column + dc + shift) for dr in (0, 1) for dc in (0, 1)]
    return tuple(INDEX[near] for near in around if near in INDEX)


OVER = tuple(_neighbours(place, +1) for place in PLACES)
"""The places whose tile lies directly on a corner of this place's tile."""

UNDER = tuple(_neighbours(place, -1) for place in PLACES)
"""The four places a tile here rests on; none for the bottom layer."""


def covered(state: State, index: int) -> bool:
    """Whether a tile on this place would have something lying on it."""
    return index in _hidden(state.pyramid)


def place_of(state: State, tile: Piece) -> int | None:
    """The index of the place where the tile lies in the pyramid."""
    return state.pyramid.index(tile) if tile in state.pyramid else None


def free_tiles(state: State) -> tuple[Piece, ...]:
    """The tiles with nothing on top of them (NWO-51), in the order of PLACES."""
    return _free(state.pyramid)


@lru_cache(maxsize=1024)
def _free(pyramid: Pyramid) -> tuple[Piece, ...]:
    hidden = _hidden(pyramid)
    return tuple(tile for index, tile in enumerate(pyramid) if tile is not None and index not in hidden)


@lru_cache(maxsize=1024)
def _hidden(pyramid: Pyramid) -> frozenset[int]:
    return frozenset(index for index in range(len(PLACES)) if any(pyramid[above] is not None for above in OVER[index]))


def covered_tiles(state: State) -> tuple[Piece, ...]:
    """The tiles on which others lie, in the order of PLACES."""
    hidden = _hidden(state.pyramid)
    return tuple(tile for index, tile in enumerate(state.pyramid) if tile is not None and index in hidden)


def opened_by(state: State, tile: Piece) -> set[Piece]:
    """The tiles that only this one covers."""
    index = state.pyramid.index(tile)
    without = with_tile(state, index, None).pyramid
    hidden = _hidden(without)
    return {lying for place in UNDER[index] if (lying := without[place]) is not None and place not in hidden}


def with_tile(state: State, index: int, tile: Piece | None) -> State:
    """The state with this tile, or none, on a place."""
    return replace(state, pyramid=(*state.pyramid[:index], tile, *state.pyramid[index + 1 :]))


def open_places(state: State) -> list[int]:
    """The empty places whose four supports lie there: where a tile can be laid."""
    lying = state.pyramid.__getitem__
    return [index for index, tile in enumerate(state.pyramid) if tile is None and all(map(lying, UNDER[index]))]


def unlaid(state: State) -> tuple[Piece, ...]:
    """The tiles that are neither in the pyramid nor taken, in catalogue order."""
    return _unlaid(state.catalog, state.pyramid, tuple(tile for player in state.players for tile in player.tiles))


@lru_cache(maxsize=1024)
def _unlaid(catalog: Catalog, pyramid: Pyramid, taken: tuple[Piece, ...]) -> tuple[Piece, ...]:
    used = {*pyramid, *taken}
    return tuple(tile for tile in catalog.tiles if tile not in used)


def zone(index: int) -> str:
    layer, row, column = PLACES[index]
    return f"pyramid.{layer}.{row}.{column}"
