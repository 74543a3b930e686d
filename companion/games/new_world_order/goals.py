"""The best use of a player's tiles for Great Goals: an exact optimum (NWO-76, NWO-77).

A goal needs three tiles of its colour and every tile serves one goal only. Goals are tried one after the other, most
valuable first; adding a goal asks for three more tiles, and tiles are re-assigned along augmenting paths, so a set of
goals is refused exactly when no assignment serves it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from companion.core.table import Piece
from companion.games.new_world_order.catalog import Catalog

TILES_PER_GOAL = 3
GOAL_POINTS = 500
OWN_GOAL_POINTS = 200

ColoursOf = Mapping[Piece, Collection[str]]
"""The colours of each tile."""

Assignment = Mapping[str, tuple[Piece, ...]]
"""The three tiles that serve each reached goal, by the goal's colour."""


@lru_cache(maxsize=4096)
def best_assignment(catalog: Catalog, tiles: tuple[Piece, ...], own_goal: str) -> Assignment:
    """The goals and their tiles with the most points; of equal ones the first in catalogue order."""
    colours = sorted(_reachable(catalog, tiles), key=lambda colour: -_worth(catalog, colour, own_goal))
    worths = [_worth(catalog, colour, own_goal) for colour in colours]
    useful = sum(1 for tile in tiles if set(colours) & set(catalog.tile_colours[tile]))
    best: tuple[int, dict[Piece, str]] = (0, {})
    todo: list[tuple[int, int, dict[Piece, str]]] = [(0, 0, {})]
    while todo:
        index, points, used = todo.pop()
        if points > best[0]:
            best = (points, used)
        # At most so many more goals can be had with the tiles that are left: the next ones are worth most.
        more = (useful - len(used)) // TILES_PER_GOAL
        if points + sum(worths[index : index + more]) <= best[0]:
            continue
        todo.append((index + 1, points, used))
        served = serve(catalog.tile_colours, tiles, colours[index], used)
        if served is not None:
            todo.append((index + 1, points + worths[index], served))
    return _by_colour(best[1])


def assign(colours_of: ColoursOf, tiles: tuple[Piece, ...], colours: tuple[str, ...]) -> Assignment | None:
    """Three tiles for each of these colours, None if the tiles cannot serve them all."""
    used: dict[Piece, str] | None = {}
    for colour in colours:
        used = serve(colours_of, tiles, colour, used) if used is not None else None
    return None if used is None else _by_colour(used)


def serve(
    colours_of: ColoursOf, tiles: tuple[Piece, ...], colour: str, used: Mapping[Piece, str]
) -> dict[Piece, str] | None:
    """The use of tiles with three more for this colour, None if they cannot be found."""
    served: dict[Piece, str] | None = dict(used)
    for _ in range(TILES_PER_GOAL):
        served = _one_more(colours_of, tiles, colour, served, frozenset()) if served is not None else None
    return served


def in_use(assignment: Assignment) -> dict[Piece, str]:
    """The colour that each used tile serves."""
    return {tile: colour for colour, tiles in assignment.items() for tile in tiles}


def lacking(catalog: Catalog, tiles: tuple[Piece, ...], colour: str, used: Mapping[Piece, str]) -> int:
    """How many more tiles this colour's goal needs beside those that these can give up for it."""
    served = dict(used)
    for found in range(TILES_PER_GOAL):
        more = _one_more(catalog.tile_colours, tiles, colour, served, frozenset())
        if more is None:
            return TILES_PER_GOAL - found
        served = more
    return 0


def _one_more(
    colours_of: ColoursOf, tiles: tuple[Piece, ...], colour: str, used: dict[Piece, str], tried: frozenset[Piece]
) -> dict[Piece, str] | None:
    fitting = [tile for tile in tiles if colour in colours_of[tile] and tile not in tried]
    for tile in fitting:
        if tile not in used:
            return {**used, tile: colour}
    for tile in fitting:
        if used[tile] != colour:
            freed = _one_more(colours_of, tiles, used[tile], used, tried | {tile})
            if freed is not None:
                return {**freed, tile: colour}
    return None


def _reachable(catalog: Catalog, tiles: tuple[Piece, ...]) -> list[str]:
    def have(colour: str) -> int:
        return sum(colour in catalog.tile_colours[tile] for tile in tiles)

    return [colour for colour in catalog.colours if have(colour) >= TILES_PER_GOAL]


def _worth(catalog: Catalog, colour: str, own_goal: str) -> int:
    if catalog.goal_of_colour[colour].id == own_goal:
        return GOAL_POINTS + OWN_GOAL_POINTS
    return GOAL_POINTS


def _by_colour(used: Mapping[Piece, str]) -> Assignment:
    return {
        colour: tuple(sorted(tile for tile, served in used.items() if served == colour))
        for colour in dict.fromkeys(used.values())
    }
