"""The ways in which a player could pay for the free tiles, with and without the once-per-game powers."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations

from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.candidates_cards import Holding, whole_pile
from companion.games.new_world_order.catalog import Ability, Effect
from companion.games.new_world_order.piles import Kind, abilities, buying_power, kind, numbered, outside, usable
from companion.games.new_world_order.pyramid import free_tiles, opened_by
from companion.games.new_world_order.state import OUTSIDE, Player, State

_buy = lru_cache(maxsize=1 << 15)(act.Buy)

Payment = tuple[act.Part, ...]


def buys(state: State, own: Holding) -> list[act.Buy]:
    """Free tiles with each way to pay for them: one or two sets, or what a power allows that has not been used."""
    seat, player = own.seat, own.player
    free = [(tile, state.catalog.tiles[tile].points) for tile in free_tiles(state)]
    powers = unspent(state, player)
    found: list[act.Buy] = []
    for value, paid in ways_to_pay(state, player):
        found += [_buy(seat, (tile,), paid) for tile, price in free if price <= value]
        if len(paid) == 1 and Ability.TWO_TILES in powers:
            found += [_buy(seat, pair, paid) for pair in _pairs(state, value)]
    if Ability.CONVERSION in powers:
        found += [_buy(seat, (tile,), paid) for paid in turned_ways(state, player) for tile, _ in free]
    return found


def ways_to_pay(state: State, player: Player) -> list[tuple[int, Payment]]:
    """Every one or two usable piles, or three with a Mediamogul's unused power, each with its points (NWO-52)."""
    parts = [
        (value, whole_pile(slot)) for slot, pile in numbered(player) if (value := buying_power(state, player, pile))
    ]
    if player.outside and (value := buying_power(state, player, outside(state, player, Effect.DIVIDENDS))):
        parts.append((value, whole_pile(OUTSIDE)))
    most = 3 if Ability.THREE_SETS in unspent(state, player) else 2
    return [
        (sum(value for value, _ in group), tuple(part for _, part in group))
        for size in range(1, most + 1)
        for group in combinations(parts, size)
    ]


def turned_ways(state: State, player: Player) -> list[Payment]:
    """President's ways to pay: a usable pile turned into the corporation of another of his piles, with that pile."""
    piles = [(slot, pile) for slot, pile in numbered(player) if kind(state.catalog, pile.cards) is Kind.CORPORATION]
    return [
        (act.Part(slot, turned=target.cards[0]), whole_pile(other))
        for (slot, pile), (other, target) in permutations(piles, 2)
        if usable(state, pile) and pile.cards[0] != target.cards[0]
    ]


def unspent(state: State, player: Player) -> list[Ability]:
    """The powers that the player still has (NWO-109)."""
    return [power for power in abilities(state, player) if power.value not in player.spent]


def _pairs(state: State, value: int) -> list[tuple[Piece, Piece]]:
    """Two tiles, the second free at least once the first is gone, neither dearer than the value (NWO-107)."""
    affordable = [tile for tile in state.pyramid if tile is not None and state.catalog.tiles[tile].points <= value]
    free = free_tiles(state)
    found: list[tuple[Piece, Piece]] = []
    for first in affordable:
        if first in free:
            opened = opened_by(state, first)
            found += [(first, other) for other in affordable if other in opened or (other in free and other > first)]
    return found
