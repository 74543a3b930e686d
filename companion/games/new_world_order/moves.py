"""Everything hands could do now: all legal actions, and the illegal ones that players really try.

Two things that change nothing the rules know are left out here and found from the table instead (clues.py): which of
several empty slots a pile lies in, and moving a pile to another empty slot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability, Catalog, Effect
from companion.games.new_world_order.flow import awaits_second, leading_character
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    dividends_lie,
    first_empty,
    kind,
    numbered,
    on_offer,
    outside,
    points,
    robbery_limit,
    usable,
)
from companion.games.new_world_order.pyramid import (
    PLACES,
    free_tiles,
    hidden_tile,
    open_places,
    opened_by,
    unlaid,
)
from companion.games.new_world_order.rules_setup import stuck, worn
from companion.games.new_world_order.rules_specials import blackmail_roles
from companion.games.new_world_order.state import AWAY, OUTSIDE, Phase, Pile, Player, State

# The same few thousand actions come up again and again, and looking one up is quicker than making it.
_pick = lru_cache(maxsize=1 << 15)(act.Pick)
_buy = lru_cache(maxsize=1 << 15)(act.Buy)
_dealt = lru_cache(maxsize=64)(act.Dealt)
_pass = lru_cache(maxsize=8)(act.Pass)
_discard = lru_cache(maxsize=128)(act.Discard)
_whole = lru_cache(maxsize=32)(act.Part)

Piles = list[tuple[int, Pile]]
Payment = tuple[act.Part, ...]
Begun = dict[str, list[tuple[int, set[Piece]]]]


def candidates(state: State) -> Iterator[act.Action]:
    match state.phase:
        case Phase.SETUP:
            yield from _setup(state)
        case Phase.DEAL:
            yield from _deal(state)
        case Phase.TURNS:
            yield from _turns(state)
        case Phase.OVER:
            return


# --- set-up and deal ---


def _setup(state: State) -> Iterator[act.Action]:
    left = unlaid(state)
    for place in open_places(state):
        yield from map(_layings(state.catalog, place).__getitem__, left)
    if stuck(state):
        yield from (act.Exchanged(tile, laid) for tile in left for laid in state.pyramid if laid is not None)
    remaining = [character for character in state.catalog.characters if character not in worn(state)]
    for seat in state.seats:
        yield from _preparation(state, seat, remaining)


@lru_cache(maxsize=len(PLACES))
def _layings(catalog: Catalog, place: int) -> dict[Piece, act.Laid]:
    """Every tile laid on this place."""
    return {tile: act.Laid(tile, *PLACES[place]) for tile in catalog.tiles}


def _preparation(state: State, seat: Seat, remaining: list[Piece]) -> Iterator[act.Action]:
    player = state.player(seat)
    if player.character is None:
        yield from (act.Drew(seat, character) for character in remaining)
    elif awaits_second(state, player):
        yield from (act.Choose(seat, character) for character in remaining)
    elif len(player.starters) < 3:
        named = state.catalog.characters[leading_character(player) or player.character].starters
        yield from (act.Started(seat, card) for card in named or state.catalog.corporations)
    yield from _own_combinations(state, seat)


def _deal(state: State) -> Iterator[act.Action]:
    yield from (_dealt(card) for card, count in zip(state.catalog.cards, state.unseen, strict=True) if count)
    if state.round == 1:
        for seat in state.seats:
            yield from _own_combinations(state, seat)
    if not state.open:
        return
    yield act.SetAside(state.open[0])
    if state.catalog.effect(state.open[0]) is Effect.BLACKMAIL:
        roles = blackmail_roles(state)
        if roles is not None:
            for pile, slot in _robberies(state, roles[0], roles[1], Effect.BLACKMAIL):
                yield act.Blackmail(*roles, pile, slot)
    else:
        for seat in state.seats:
            yield from (act.Drop(seat, _whole(slot)) for slot, _ in numbered(state.player(seat)))


# --- turns ---


def _turns(state: State) -> Iterator[act.Action]:
    seat = state.on_turn
    player = state.player(seat)
    piles = numbered(player)
    yield from (_pass(other) for other in state.seats)
    begun = _begun(state, piles)
    yield from _picks(state, seat, begun)
    yield from _buys(state, seat, piles)
    yield from (_discard(seat, _whole(slot)) for slot, _ in piles)
    if player.outside and dividends_lie(state, player):
        yield _discard(seat, _whole(OUTSIDE))
    yield from _combinations(state, seat, piles, begun)
    if state.last is not None and state.last != seat:
        yield from _own_combinations(state, state.last)
    yield from _specials(state)


def _picks(state: State, seat: Seat, begun: Begun) -> Iterator[act.Pick]:
    player = state.player(seat)
    offered = on_offer(state, player)
    yield from _plain_picks(state.catalog, seat, offered)
    for cards in _colours_offered(state.catalog, offered) if begun else ():
        name = state.catalog.set_of(cards[0])
        if name in begun:
            yield from (_pick(seat, cards, slot) for slot, have in begun[name] if not have & {*cards})
    for card in _specials_offered(state.catalog, offered):
        yield from (_pick(seat, (card,), slot) for slot in _places_for_special(state, player, card))


@lru_cache(maxsize=4096)
def _plain_picks(catalog: Catalog, seat: Seat, offered: tuple[Piece, ...]) -> tuple[act.Pick, ...]:
    """The picks whose cards go where they are expected."""
    picks = [_pick(seat, (card,) * n, None) for card, count in Counter(offered).items() for n in range(1, count + 1)]
    for lying in _sets_offered(catalog, offered):
        picks.extend(_pick(seat, pair, None) for pair in combinations(lying, 2))
        if len(lying) == 3:
            picks.append(_pick(seat, lying, None))
    return tuple(picks)


@lru_cache(maxsize=4096)
def _colours_offered(catalog: Catalog, offered: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], ...]:
    """The single cards of colour sets, and the pairs of different cards of one."""
    sets = _sets_offered(catalog, offered)
    return tuple(cards for lying in sets for size in (1, 2) for cards in combinations(lying, size))


@lru_cache(maxsize=4096)
def _sets_offered(catalog: Catalog, offered: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], ...]:
    """The different cards of each colour set that are offered, sorted."""
    sets: dict[str, list[Piece]] = {}
    for card in dict.fromkeys(offered):
        name = catalog.set_of(card)
        if name is not None:
            sets.setdefault(name, []).append(card)
    return tuple(tuple(sorted(lying)) for lying in sets.values())


@lru_cache(maxsize=4096)
def _specials_offered(catalog: Catalog, offered: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(card for card in dict.fromkeys(offered) if card in catalog.specials)


def _begun(state: State, piles: Piles) -> Begun:
    """The slots with one or two different cards of a colour set, by the set: to which cards of it may be added."""
    found: Begun = {}
    for slot, pile in piles:
        if len(pile.cards) < 3 and kind(state.catalog, pile.cards) in _LOOSE:
            cards = set(pile.cards)
            name = state.catalog.set_of(pile.cards[0])
            if name is not None and len(cards) == len(pile.cards):
                found.setdefault(name, []).append((slot, cards))
    return found


_LOOSE = frozenset({Kind.CORPORATION, Kind.COLOUR})


def _places_for_special(state: State, player: Player, card: Piece) -> Iterator[int]:
    """Slots that a picked special may join or open besides the expected one (NWO-36, NWO-37)."""
    alike = [slot for slot, pile in numbered(player) if _belong(state, (*pile.cards, card))]
    yield from alike
    empty = first_empty(state, player)
    if empty is not None and (alike or Ability.OUTSIDE_SPECIALS in abilities(state, player)):
        yield empty


def _belong(state: State, cards: tuple[Piece, ...]) -> bool:
    return kind(state.catalog, tuple(sorted(cards))) is not Kind.MIXED


def _buys(state: State, seat: Seat, piles: Piles) -> Iterator[act.Buy]:
    player = state.player(seat)
    free = [(tile, state.catalog.tiles[tile].points) for tile in free_tiles(state)]
    payments = _payments(state, player, piles)
    for value, paid in payments:
        yield from (_buy(seat, (tile,), paid) for tile, price in free if price <= value)
        if len(paid) == 1 and Ability.TWO_TILES in abilities(state, player):
            yield from (_buy(seat, pair, paid) for pair in _pairs(state, value))
    if Ability.CONVERSION in abilities(state, player):
        yield from _conversions(state, seat, piles)
    if free:
        best = max(payments, default=(0, ()), key=lambda payment: payment[0])
        yield from _mistaken_buys(state, seat, piles, best)


def _payments(state: State, player: Player, piles: Piles) -> list[tuple[int, Payment]]:
    """The ways to pay with one or two usable piles, or three for a Mediamogul, each with its points."""
    parts = [(points(state, player, pile.cards), _whole(slot)) for slot, pile in piles if usable(state, pile)]
    beside = outside(state, player, Effect.DIVIDENDS)
    if beside and usable(state, beside):
        parts.append((points(state, player, beside.cards), _whole(OUTSIDE)))
    most = 3 if Ability.THREE_SETS in abilities(state, player) else 2
    return [
        (sum(value for value, _ in group), tuple(part for _, part in group))
        for size in range(1, most + 1)
        for group in combinations(parts, size)
    ]


def _pairs(state: State, value: int) -> Iterator[tuple[Piece, Piece]]:
    """Two tiles, the second free at least once the first is gone, neither dearer than the value."""
    affordable = [tile for tile in state.pyramid if tile is not None and state.catalog.tiles[tile].points <= value]
    free = set(free_tiles(state))
    for first in affordable:
        if first in free:
            opened = opened_by(state, first)
            yield from ((first, other) for other in affordable if other in opened or (other in free and other > first))


def _conversions(state: State, seat: Seat, piles: Piles) -> Iterator[act.Buy]:
    """President's ways to pay: a usable pile turned into the corporation of another of his piles, with that pile.

    Only where the two as they are would not do: nobody burns the power for nothing.
    """
    player = state.player(seat)
    if Ability.CONVERSION.value in player.spent:
        return
    corporations = [(slot, pile) for slot, pile in piles if kind(state.catalog, pile.cards) is Kind.CORPORATION]
    for (slot, pile), (own, target) in permutations(corporations, 2):
        if usable(state, pile) and pile.cards[0] != target.cards[0]:
            plain = points(state, player, pile.cards) + points(state, player, target.cards) * usable(state, target)
            paid = (act.Part(slot, turned=target.cards[0]), _whole(own))
            prices = ((tile, state.catalog.tiles[tile].points) for tile in free_tiles(state))
            yield from (_buy(seat, (tile,), paid) for tile, price in prices if price > plain)


def _mistaken_buys(state: State, seat: Seat, piles: Piles, best: tuple[int, Payment]) -> Iterator[act.Buy]:
    """A covered tile, too few points, three sets, a split set: what players try."""
    value, paid = best
    hidden = hidden_tile(state)
    free = free_tiles(state)
    if hidden is not None:
        yield _buy(seat, (hidden,), paid)
    dear = next((tile for tile in free if state.catalog.tiles[tile].points > value), None)
    if dear is not None:
        yield _buy(seat, (dear,), paid)
    if len(piles) > 2 and Ability.THREE_SETS not in abilities(state, state.player(seat)):
        yield _buy(seat, (free[0],), tuple(_whole(slot) for slot, _ in piles[:3]))
    large = next((slot for slot, pile in piles if len(pile.cards) > 1), None)
    if large is not None:
        yield _buy(seat, (free[0],), (act.Part(large, count=1),))


def _own_combinations(state: State, seat: Seat) -> Iterator[act.Combine]:
    piles = numbered(state.player(seat))
    return _combinations(state, seat, piles, _begun(state, piles))


def _combinations(state: State, seat: Seat, piles: Piles, begun: Begun) -> Iterator[act.Combine]:
    """Own single cards of one colour set, begun colour sets with the missing single card, and equal specials."""
    for same_set in begun.values():
        for size in (2, 3) if len(same_set) > 1 else ():
            for group in combinations(same_set, size):
                cards = [card for _, have in group for card in have]
                if len(set(cards)) == len(cards) or (size == 2 and len(set(cards)) == 1):
                    yield act.Combine(seat, tuple(slot for slot, _ in group))
    specials = [(slot, pile) for slot, pile in piles if state.catalog.set_of(pile.cards[0]) is None]
    for (slot, pile), (other, joined) in combinations(specials, 2):
        if _belong(state, pile.cards + joined.cards):
            yield act.Combine(seat, (slot, other))


# --- specials ---


def _specials(state: State) -> Iterator[act.Action]:
    if state.extra:
        yield act.Waive(state.on_turn)
    if state.last is not None:
        yield from (act.AboveTheLaw(state.last, slot) for slot in _places(state, state.last, Effect.EXTRA_ACTION))
    robber = state.on_turn
    takeovers: list[int | None] = list(_places(state, robber, Effect.TAKEOVER))
    yield from _takeovers(state, robber, takeovers)
    if state.again is not None:
        yield from _takeovers(state, state.again, [None])


def _places(state: State, seat: Seat, effect: Effect) -> Iterator[int]:
    player = state.player(seat)
    specials = state.catalog.specials
    for slot, pile in numbered(player):
        if pile.cards[0] in specials and specials[pile.cards[0]].effect is effect:
            yield slot
    if player.outside and outside(state, player, effect):
        yield OUTSIDE


def _takeovers(state: State, robber: Seat, cards: list[int | None]) -> Iterator[act.TakeOver]:
    for card in cards:
        for victim in state.seats:
            if victim != robber:
                for pile, slot in _robberies(state, robber, victim, Effect.TAKEOVER):
                    yield act.TakeOver(robber, victim, pile, card, slot)


def _robberies(state: State, robber: Seat, victim: Seat, effect: Effect) -> Iterator[tuple[act.Part, int | None]]:
    """What may be robbed, and whether it is kept or thrown away."""
    for slot, pile in numbered(state.player(victim)):
        if kind(state.catalog, pile.cards) is not Kind.CORPORATION:
            continue
        limit = robbery_limit(state.catalog, pile.cards[0], effect)
        for count in range(1, min(limit, len(pile)) + 1):
            part = act.Part(slot) if count == len(pile) else act.Part(slot, count)
            yield part, None
            yield part, AWAY
