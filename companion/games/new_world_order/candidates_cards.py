"""What a player could do with cards on a turn: pick them, put them together, throw them away."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, groupby
from typing import NamedTuple

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Catalog
from companion.games.new_world_order.piles import Kind, kind, on_offer
from companion.games.new_world_order.places import keeps_outside, places_for
from companion.games.new_world_order.state import Pile, Place, Player, State

# The same few thousand actions come up again and again, and looking one up is quicker than making it.
whole_pile = lru_cache(maxsize=32)(act.Part)
_pick = lru_cache(maxsize=1 << 15)(act.Pick)
_discard = lru_cache(maxsize=128)(act.Discard)


class Holding(NamedTuple):
    """What a player holds, looked up once for all that he could do with it.

    `begun`: the slots with one or two different cards of a colour set, by the set: to these cards of it may be added.
    """

    seat: Seat
    player: Player
    piles: list[tuple[Place, Pile]]
    begun: dict[str, list[tuple[Place, tuple[Piece, ...]]]]


def holding(state: State, seat: Seat) -> Holding:
    player = state.player(seat)
    piles = player.piles
    begun: dict[str, list[tuple[Place, tuple[Piece, ...]]]] = {}
    for place, pile in piles:
        if len(pile.cards) <= 2 and (name := _set_begun(state.catalog, pile.cards)) is not None:
            begun.setdefault(name, []).append((place, pile.cards))
    return Holding(seat, player, piles, begun)


def _set_begun(catalog: Catalog, cards: tuple[Piece, ...]) -> str | None:
    """The colour set that one card of it, or two different ones, may become."""
    pair = len(cards) == 2
    return catalog.set_of(cards[0]) if not pair or kind(catalog, cards) is Kind.COLOUR else None


def discards(own: Holding) -> list[act.Discard]:
    return [_discard(own.seat, part) for part in disposable(own.player)]


def disposable(player: Player) -> list[act.Part]:
    """What the player may throw away (NWO-66)."""
    return [whole_pile(place) for place, _ in player.piles]


# --- picks ---


def picks(state: State, own: Holding) -> list[act.Pick]:
    offered = on_offer(state, own.player)
    found = [*_plain_picks(state.catalog, own.seat, offered)]
    specials = keeps_outside(state, own.player) or any(pile.cards[0] in state.catalog.specials for _, pile in own.piles)
    for cards in _with_several_places(state.catalog, offered, tuple(own.begun), specials=specials):
        found += [_pick(own.seat, cards, place) for place in places_for(state, own.player, cards)[1:]]
    return found


@lru_cache(maxsize=4096)
def _with_several_places(
    catalog: Catalog, offered: tuple[Piece, ...], begun: tuple[str, ...], *, specials: bool
) -> tuple[tuple[Piece, ...], ...]:
    """The picks whose cards might lie elsewhere too: with a begun colour set, or with other specials or apart."""
    sets = _sets_offered(catalog, offered)
    of_a_set = [cards for name in begun for size in (1, 2) for cards in combinations(sets.get(name, ()), size)]
    alone = [card for card in dict.fromkeys(offered) if specials and card in catalog.specials]
    return (*of_a_set, *((card,) * count for card in alone for count in range(1, offered.count(card) + 1)))


@lru_cache(maxsize=4096)
def _plain_picks(catalog: Catalog, seat: Seat, offered: tuple[Piece, ...]) -> list[act.Pick]:
    """The picks whose cards go where they are expected."""
    found: list[act.Pick] = []
    for card, equal in groupby(offered):
        found += _identical(seat, card, len(tuple(equal)))
    for different in _sets_offered(catalog, offered).values():
        found += _of_one_colour(seat, different)
    return found


@lru_cache(maxsize=2048)
def _identical(seat: Seat, card: Piece, most: int) -> list[act.Pick]:
    return [_pick(seat, (card,) * count) for count in range(1, most + 1)]


@lru_cache(maxsize=256)
def _of_one_colour(seat: Seat, different: tuple[Piece, ...]) -> list[act.Pick]:
    return [_pick(seat, cards) for size in (2, 3) for cards in combinations(different, size)]


@lru_cache(maxsize=4096)
def _sets_offered(catalog: Catalog, offered: tuple[Piece, ...]) -> dict[str, tuple[Piece, ...]]:
    """The different cards of each colour set that are offered, sorted."""
    sets: dict[str, tuple[Piece, ...]] = {}
    for card in dict.fromkeys(offered):
        name = catalog.set_of(card)
        if name is not None:
            sets[name] = (*sets.get(name, ()), card)
    return sets


# --- free moves ---


def free_moves(state: State, own: Holding) -> list[act.Action]:
    """What costs no action: putting own piles together, and by power or table setting taking some away (NWO-62)."""
    found: list[act.Action] = [*_combinations(state, own)]
    if keeps_outside(state, own.player):
        found += _moves_outside(state, own)
    if state.choices["partialColourLocked"] == "no":
        found += _taken_apart(state, own)
    return found


def _combinations(state: State, own: Holding) -> list[act.Combine]:
    """Own single cards of one colour set, begun colour sets with the missing single card, and equal specials."""
    found: list[act.Combine] = []
    for same_set in own.begun.values():
        for size in (2, 3) if len(same_set) > 1 else ():
            for group in combinations(same_set, size):
                cards = [card for _, have in group for card in have]
                if len(set(cards)) == len(cards) or (size == 2 and len(set(cards)) == 1):
                    found.append(act.Combine(own.seat, tuple(place for place, _ in group)))
    for (place, pile), (other, joined) in combinations(_specials_in_slots(state, own), 2):
        if kind(state.catalog, tuple(sorted((*pile.cards, *joined.cards)))) is not Kind.MIXED:
            found.append(act.Combine(own.seat, (place, other)))
    return found


def _specials_in_slots(state: State, own: Holding) -> list[tuple[Place, Pile]]:
    return [(place, pile) for place, pile in own.piles if not place.outside and pile.cards[0] in state.catalog.specials]


def _moves_outside(state: State, own: Holding) -> list[act.Rearrange]:
    """A Globalist's specials out of the slots, and back into one."""
    outside = own.player.next_outside
    found = [act.Rearrange(own.seat, whole_pile(place), outside) for place, _ in _specials_in_slots(state, own)]
    for place, pile in own.piles:
        if place.outside:
            targets = [target for target in places_for(state, own.player, pile.cards) if not target.outside]
            found += [act.Rearrange(own.seat, whole_pile(place), target) for target in targets]
    return found


def _taken_apart(state: State, own: Holding) -> list[act.Rearrange]:
    """A card off two of a colour set, where these are not locked (NWO-64)."""
    return [
        act.Rearrange(own.seat, act.Part(place, cards=(card,)), target)
        for place, pile in own.piles
        if len(pile.cards) == 2 and kind(state.catalog, pile.cards) is Kind.COLOUR
        for card in pile.cards
        for target in places_for(state, own.player, (card,))
    ]
