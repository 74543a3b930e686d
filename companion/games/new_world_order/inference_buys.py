"""Buys read off the table: which tile was taken, and what was or is still to be paid for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.evidence import NONE, SlotEvidence
from companion.games.new_world_order.piles import Kind, abilities, kind, usable
from companion.games.new_world_order.purchases import TERMS, purchase, unspent
from companion.games.new_world_order.pyramid import free_tiles, place_of

MOST_PAYMENTS = 6

Payment = tuple[act.Part, ...]


def bought(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Buy]:
    taken = tiles_taken(evidence, seat)
    parts = tuple(_payment_parts(evidence, seat))
    if not taken:
        yield from _tile_to_come(evidence, seat, parts)
        return
    groups: list[tuple[Piece, ...]] = [(tile,) for tile in taken]
    if len(taken) == 2:
        # Illuminati's two tiles: the second may have been freed by the first.
        groups.extend((tuple(taken), tuple(reversed(taken))))
    for tiles in groups:
        for paid in _ways_to_pay(evidence, seat, tiles, parts, several=len(taken) > 1):
            yield act.Buy(seat, tiles, paid, act.power_needed(tiles, paid))
            yield from _turned(evidence, seat, tiles, paid)
        if len(parts) == 1:
            yield from _turned_with_another(evidence, seat, tiles, parts[0])


def tiles_taken(evidence: SlotEvidence, seat: Seat) -> list[Piece]:
    """The tiles that came to the seat from the pyramid, or left it for nobody knows where while he is on turn."""
    zone = f"{seat}.tiles"
    taken = sorted(tile for tile in evidence.came.get(zone, NONE) if place_of(evidence.state, tile) is not None)
    unread = evidence.new_unread(zone)
    if evidence.tiles_gone and (unread or seat == evidence.state.on_turn):
        taken.extend(evidence.tiles_gone[: max(1, unread)])
    return taken


def _payment_parts(evidence: SlotEvidence, seat: Seat) -> list[act.Part]:
    """What is gone from the seat's slots and may have paid: action cards only where nothing else has."""
    player, parts = evidence.state.player(seat), evidence.gone_parts(seat)
    kinds = {part: kind(evidence.state.catalog, player.pile(part.place).cards) for part in parts}
    return [part for part in parts if kinds[part] is not Kind.SPECIAL] or parts


def _ways_to_pay(
    evidence: SlotEvidence, seat: Seat, tiles: tuple[Piece, ...], parts: Payment, *, several: bool
) -> Iterator[Payment]:
    """With what is gone; with some of it, where several buy or others rob; with piles yet to be put away, or unseen."""
    if parts:
        yield parts
    if len(parts) > 1 and (several or _is_robbed(evidence, seat, parts)):
        yield from (group for size in (1, 2) for group in combinations(parts, size) if group != parts)
    if len(parts) >= _most_sets(evidence, seat):
        return
    price = _price(evidence, tiles)
    if _worth(evidence, seat, tuple(part for part in parts if part.whole)) < price:
        yield from _completions(evidence, seat, price, parts)
    else:
        gone = {part.place for part in parts}
        rest = (part for part in _usable(evidence, seat) if evidence.place_unseen(seat, part.place))
        yield from ((*parts, part) for part in rest if part.place not in gone)


def _is_robbed(evidence: SlotEvidence, seat: Seat, parts: Payment) -> bool:
    """Whether any of what is gone has come to another player (NWO-83, NWO-86)."""
    gone = {card for part in parts for card in evidence.state.player(seat).pile(part.place).cards}
    others = (evidence.came_to(other) for other in evidence.state.seats if other != seat)
    return any(not gone.isdisjoint(cards) for came in others for cards in came.values())


def _most_sets(evidence: SlotEvidence, seat: Seat) -> int:
    """How many sets the seat may pay with (NWO-52, NWO-105)."""
    power = Ability.THREE_SETS if Ability.THREE_SETS in unspent(evidence.state, evidence.state.player(seat)) else None
    return TERMS[power].sets


def _price(evidence: SlotEvidence, tiles: tuple[Piece, ...]) -> int:
    return sum(evidence.state.catalog.tiles[tile].points for tile in tiles)


def _worth(evidence: SlotEvidence, seat: Seat, parts: Payment) -> int:
    return purchase(evidence.state, evidence.state.player(seat), parts, None).worth


def _usable(evidence: SlotEvidence, seat: Seat) -> list[act.Part]:
    return [act.Part(place) for place, pile in evidence.state.player(seat).piles if usable(evidence.state, pile)]


def _completions(evidence: SlotEvidence, seat: Seat, price: int, parts: Payment) -> Iterator[Payment]:
    """The cheapest payments that contain these parts and suffice; if none does, the most valuable one."""
    gone = {part.place for part in parts}
    rest = [part for part in _usable(evidence, seat) if part.place not in gone]
    whole = tuple(act.Part(part.place) for part in parts)
    ways = [
        (_worth(evidence, seat, paid), paid)
        for size in range(0 if parts else 1, _most_sets(evidence, seat) + 1 - len(parts))
        for more in combinations(rest, size)
        if (paid := (*whole, *more))
    ]
    enough = sorted(
        (way for way in ways if way[0] >= price), key=lambda way: (_in_sight(evidence, seat, way[1]), way[0])
    )
    if enough:
        yield from (paid for _, paid in enough[:MOST_PAYMENTS])
    elif not parts:
        yield max(ways, key=lambda way: way[0], default=(0, ()))[1]


def _in_sight(evidence: SlotEvidence, seat: Seat, paid: Payment) -> int:
    """How many of the piles lie, seen, where they should: the likelier payments are those that cannot be seen."""
    return sum(not evidence.place_unseen(seat, part.place) for part in paid)


def _turned(evidence: SlotEvidence, seat: Seat, tiles: tuple[Piece, ...], paid: Payment) -> Iterator[act.Buy]:
    """President's readings of a payment: one of the two piles turned into the other's corporation."""
    state, player = evidence.state, evidence.state.player(seat)
    if Ability.CONVERSION not in abilities(state, player) or len(paid) != 2 or not all(part.whole for part in paid):
        return
    piles = [player.pile(part.place).cards for part in paid]
    if all(kind(state.catalog, cards) is Kind.CORPORATION for cards in piles):
        for one, other in ((0, 1), (1, 0)):
            turned = act.Part(paid[one].place, turned=piles[other][0])
            yield act.Buy(seat, tiles, (turned, paid[other]), Ability.CONVERSION)


def _turned_with_another(
    evidence: SlotEvidence, seat: Seat, tiles: tuple[Piece, ...], part: act.Part
) -> Iterator[act.Buy]:
    """President's readings when only one of the two piles has been seen to go."""
    if Ability.CONVERSION in abilities(evidence.state, evidence.state.player(seat)):
        for place, _ in evidence.state.player(seat).piles:
            if place != part.place and evidence.place_unseen(seat, place):
                yield from _turned(evidence, seat, tiles, (act.Part(part.place), act.Part(place)))


def _tile_to_come(evidence: SlotEvidence, seat: Seat, parts: Payment) -> Iterator[act.Buy]:
    """Cards have been put away and no tile has been taken yet: it may be the first half of a buy."""
    if not 1 <= len(parts) <= 3 or not all(part.whole for part in parts):
        return
    value = _worth(evidence, seat, parts)
    for tile in free_tiles(evidence.state):
        if evidence.state.catalog.tiles[tile].points <= value:
            yield act.Buy(seat, (tile,), parts, act.power_needed((tile,), parts))
