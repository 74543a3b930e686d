"""What really lies in each zone, where a camera sees only the top: stacks of armies, open piles of cards and tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.conformance.playouts import AnyGame
from companion.core.declared.game import DeclaredGame
from companion.core.declared.state import TableState
from companion.core.table import Piece, Zone
from companion.games.inwo.state import State as DecksState
from companion.games.iron_sky.state import UNKNOWN_CARD, State
from companion.games.new_world_order import pyramid
from companion.games.new_world_order.state import State as PyramidState

Whole = Mapping[Zone, tuple[Piece, ...]]
"""By zone, all pieces that lie there, the lowest of a stack first."""

MARKERS = ("terror_", "jamming_")
"""What lies beside an army, never under it."""


def whole_table(game: AnyGame, state: Any) -> Whole:
    """The zones that the game can speak for, with all that lies there."""
    zones = dict(game.table(state).zones)
    for zone, stack in BENEATH.get(game.name, _in_piles)(state):
        if zone in zones and stack:
            zones[zone] = (*stack, *zones[zone])
    return zones


def built_over(game: AnyGame, state: Any) -> Whole:
    """What lies in zones under other zones, which no table speaks of: the tiles of a pyramid inside it."""
    return dict(BUILT_OVER.get(game.name, _nothing)(state))


def gap(before: Whole, after: Whole) -> Mapping[tuple[Zone, Piece], int]:
    """How many more, or fewer, of each piece lie in each zone that both speak for."""
    found = {}
    for zone in sorted(zone for zone, pieces in after.items() if before.get(zone, pieces) != pieces):
        delta = Counter(after[zone])
        delta.subtract(before[zone])
        found.update({(zone, piece): count for piece, count in sorted(delta.items()) if count})
    return found


def is_stacked(game: AnyGame, zone: Zone, piece: Piece) -> bool:
    """Whether such a piece lies on top of whatever lies in that zone."""
    if isinstance(game, DeclaredGame):
        return zone in game.mat.layout(max(game.players)).piles
    if game.name not in BENEATH or piece.startswith(MARKERS):
        return False
    first, _, rest = zone.partition(".")
    if len(first) == 1:
        return rest in ("discard", "used", "battle", "destroyed")
    return zone == "tokens" or rest.endswith((".cc", ".fl")) or (rest.startswith("o") and rest[1:].isdigit())


def _in_piles(state: Any) -> Iterator[tuple[Zone, tuple[Piece, ...]]]:
    """What lies under the topmost of each pile of a declared game."""
    if isinstance(state, TableState):
        yield from ((zone, state.placement[zone][:-1]) for zone in state.placement.piles)


def _nothing(_: Any) -> Iterator[tuple[Zone, tuple[Piece, ...]]]:
    return iter(())


def _iron_sky(state: State) -> Iterator[tuple[Zone, tuple[Piece, ...]]]:
    """What is out of sight under the top of each stack."""
    for board in state.boards:
        facts = state.profile.boards[board.name]
        for sector, stack in zip(facts.sectors, board.orbit, strict=True):
            yield f"{board.name}.o{sector.number}", stack.tiles[:-1]
        for ground, territory in zip(facts.territories, board.territories, strict=True):
            yield f"{board.name}.{ground.number}.cc", territory.centre.tiles[:-1]
            yield f"{board.name}.{ground.number}.fl", territory.frontline.tiles[:-1]
    for player in state.players:
        yield f"{player.seat}.discard", player.discard[:-1]
        used = player.battle.used
        if used[-1:] != (UNKNOWN_CARD,):
            yield f"{player.seat}.used", tuple(card for card in used[:-1] if card != UNKNOWN_CARD)
    yield "tokens", state.tokens[:-1]


def _inwo(state: DecksState) -> Iterator[tuple[Zone, tuple[Piece, ...]]]:
    """What is out of sight under the topmost card of each open pile."""
    for seat, player in state.each():
        yield f"{seat}.discard", player.discard[:-1]
        yield f"{seat}.destroyed", tuple(gone.card for gone in player.destroyed[:-1])


BENEATH: Mapping[str, Callable[[Any], Iterator[tuple[Zone, tuple[Piece, ...]]]]] = {
    "inwo": _inwo,
    "iron_sky": _iron_sky,
}


def _new_world_order(state: PyramidState) -> Iterator[tuple[Zone, tuple[Piece, ...]]]:
    for index, tile in enumerate(state.pyramid):
        if tile is not None and pyramid.covered(state, index):
            yield pyramid.zone(index), (tile,)


BUILT_OVER: Mapping[str, Callable[[Any], Iterator[tuple[Zone, tuple[Piece, ...]]]]] = {
    "new_world_order": _new_world_order
}
