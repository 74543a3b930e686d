"""What a player could do with cards on a turn: pick them, put them together, throw them away."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, groupby
from typing import NamedTuple

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability, Catalog, Effect
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    first_empty,
    kind,
    numbered,
    on_offer,
    own_pile,
    part_of,
    pile_of,
)
from companion.games.new_world_order.state import OUTSIDE, Pile, Player, State

# The same few thousand actions come up again and again, and looking one up is quicker than making it.
whole_pile = lru_cache(maxsize=32)(act.Part)
SET = 3
"""The cards of a complete colour set."""

_pick = lru_cache(maxsize=1 << 15)(act.Pick)
_discard = lru_cache(maxsize=128)(act.Discard)


class Holding(NamedTuple):
    """What a player holds, looked up once for all that he could do with it.

    `begun`: the slots with one or two different cards of a colour set, by the set: to these cards of it may be added.
    """

    seat: Seat
    player: Player
    piles: list[tuple[int, Pile]]
    begun: dict[str, list[tuple[int, tuple[Piece, ...]]]]


def holding(state: State, seat: Seat) -> Holding:
    player = state.player(seat)
    piles = numbered(player)
    begun: dict[str, list[tuple[int, tuple[Piece, ...]]]] = {}
    for slot, pile in piles:
        if len(pile.cards) <= 2 and (name := _set_begun(state.catalog, pile.cards)) is not None:
            begun.setdefault(name, []).append((slot, pile.cards))
    return Holding(seat, player, piles, begun)


def _set_begun(catalog: Catalog, cards: tuple[Piece, ...]) -> str | None:
    """The colour set that one card of it, or two different ones, may become."""
    pair = len(cards) == 2
    return catalog.set_of(cards[0]) if not pair or kind(catalog, cards) is Kind.COLOUR else None


def discards(state: State, own: Holding) -> list[act.Discard]:
    return [_discard(own.seat, part) for part in disposable(state, own.player)]


def disposable(state: State, player: Player) -> list[act.Part]:
    """What the player may throw away (NWO-66)."""
    found = [whole_pile(slot) for slot, _ in numbered(player)]
    return found + parts_outside(state, player) if player.outside else found


def parts_outside(state: State, player: Player) -> list[act.Part]:
    """What lies outside the slots: the Dividends as one, every other special by its name."""
    names = dict.fromkeys(pile.cards[0] for pile in player.outside if pile.cards[0] in state.catalog.specials)
    others = [card for card in names if state.catalog.effect(card) is not Effect.DIVIDENDS]
    found = [whole_pile(OUTSIDE)] if len(others) < len(names) else []
    return found + [special_outside(card) for card in others]


@lru_cache(maxsize=16)
def special_outside(card: Piece) -> act.Part:
    return act.Part(OUTSIDE, cards=(card,))


# --- picks ---


def picks(state: State, own: Holding) -> list[act.Pick]:
    offered = on_offer(state, own.player)
    found = [*_plain_picks(state.catalog, own.seat, offered)]
    sets = _sets_offered(state.catalog, offered) if own.begun else {}
    full = bool(sets) and first_empty(state, own.player) is None
    for name, lying in own.begun.items():
        if name in sets:
            found += _added_to_colour_sets(own, lying, sets[name], full=full)
    for card, most in _specials_offered(state.catalog, offered):
        for slot in _places_for_special(state, own, card):
            found += [_pick(own.seat, (card,) * count, slot) for count in range(1, most + 1)]
    return found


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


def _added_to_colour_sets(
    own: Holding, lying: list[tuple[int, tuple[Piece, ...]]], offered: tuple[Piece, ...], *, full: bool
) -> Iterator[act.Pick]:
    """One or two different cards laid onto own cards of the same set (NWO-34, NWO-35).

    Without an empty slot a plain pick leads to the first place that is left.
    """
    for index, (slot, have) in enumerate(lying):
        lacking = [card for card in offered if card not in have]
        for size in (1, 2):
            for cards in combinations(lacking, size):
                expected = full and not (size == 1 and own_pile(own.player, cards[0]))
                earlier = lying[:index]
                if not expected or any(_room(cards, piled) for _, piled in earlier):
                    yield _pick(own.seat, cards, slot)


def _room(cards: tuple[Piece, ...], lying: tuple[Piece, ...]) -> bool:
    """Whether these cards of a colour set are all lacking in another begun one."""
    return len(cards) + len(lying) <= SET and not set(cards).intersection(lying)


@lru_cache(maxsize=4096)
def _sets_offered(catalog: Catalog, offered: tuple[Piece, ...]) -> dict[str, tuple[Piece, ...]]:
    """The different cards of each colour set that are offered, sorted."""
    sets: dict[str, tuple[Piece, ...]] = {}
    for card in dict.fromkeys(offered):
        name = catalog.set_of(card)
        if name is not None:
            sets[name] = (*sets.get(name, ()), card)
    return sets


@lru_cache(maxsize=4096)
def _specials_offered(catalog: Catalog, offered: tuple[Piece, ...]) -> tuple[tuple[Piece, int], ...]:
    """The specials that are offered, and how many of each."""
    return tuple((card, offered.count(card)) for card in dict.fromkeys(offered) if card in catalog.specials)


def _places_for_special(state: State, own: Holding, card: Piece) -> list[int]:
    """Slots that a picked special may join or open besides the expected one (NWO-36, NWO-37)."""
    alike = [slot for slot, pile in own.piles if _belong(state, (*pile.cards, card))]
    empty = first_empty(state, own.player)
    if empty is not None and (alike or Ability.OUTSIDE_SPECIALS in abilities(state, own.player)):
        return [*alike, empty]
    return alike


def _belong(state: State, cards: tuple[Piece, ...]) -> bool:
    return kind(state.catalog, tuple(sorted(cards))) is not Kind.MIXED


# --- free moves ---


def free_moves(state: State, own: Holding) -> list[act.Action]:
    """What costs no action: putting own piles together, and by power or table setting taking some away (NWO-62)."""
    found: list[act.Action] = [*_combinations(state, own)]
    if Ability.OUTSIDE_SPECIALS in abilities(state, own.player):
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
                    found.append(act.Combine(own.seat, tuple(slot for slot, _ in group)))
    specials = _special_piles(state, own)
    for (slot, pile), (other, joined) in combinations(specials, 2):
        if _belong(state, pile.cards + joined.cards):
            found.append(act.Combine(own.seat, (slot, other)))
    return found


def _special_piles(state: State, own: Holding) -> list[tuple[int, Pile]]:
    return [(slot, pile) for slot, pile in own.piles if pile.cards[0] in state.catalog.specials]


def _moves_outside(state: State, own: Holding) -> list[act.Rearrange]:
    """A Globalist's specials out of the slots, and back into one."""
    found = [act.Rearrange(own.seat, whole_pile(slot), OUTSIDE) for slot, _ in _special_piles(state, own)]
    for part in parts_outside(state, own.player):
        cards = part_of(pile_of(state, own.player, part), part)
        targets = [slot for slot, pile in own.piles if _belong(state, (*pile.cards, *cards))]
        found += [act.Rearrange(own.seat, part, slot) for slot in (*targets, *_empty(state, own))]
    return found


def _taken_apart(state: State, own: Holding) -> list[act.Rearrange]:
    """A card off two of a colour set, where these are not locked (NWO-64)."""
    found: list[act.Rearrange] = []
    for slot, pile in own.piles:
        if len(pile.cards) == 2 and kind(state.catalog, pile.cards) is Kind.COLOUR:
            for card in pile.cards:
                target = own_pile(own.player, card)
                targets = [target] if target is not None else [*_empty(state, own), *_singles(state, own, slot, card)]
                found += [act.Rearrange(own.seat, act.Part(slot, cards=(card,)), target) for target in targets]
    return found


def _singles(state: State, own: Holding, slot: int, card: Piece) -> list[int]:
    """Other slots with cards of its colour that the card may join."""
    begun = own.begun.get(state.catalog.set_of(card) or "", ())
    return [other for other, cards in begun if other != slot and card not in cards]


def _empty(state: State, own: Holding) -> list[int]:
    """The first empty slot, if there is one."""
    slot = first_empty(state, own.player)
    return [] if slot is None else [slot]
