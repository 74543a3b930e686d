"""What a buy gives up: its sets, what they are worth together, and the once-per-game power that it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from companion.core.table import Piece
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    half_reached,
    kind,
    own_pile,
    part_of,
    points,
    usable,
)
from companion.games.new_world_order.state import Part, Pile, Place, Player, State, whole_pile
from companion.games.new_world_order.untold import Span, exactly, pile_worth, total


class Terms(NamedTuple):
    """The most that one buy may take and give: tiles, sets, and sets that are turned."""

    tiles: int
    sets: int
    turned: int


TERMS = {
    None: Terms(1, 2, 0),
    Ability.TWO_TILES: Terms(2, 1, 0),
    Ability.THREE_SETS: Terms(1, 3, 0),
    Ability.CONVERSION: Terms(1, 2, 1),
}
"""The terms of a buy by the power that is used (NWO-50, NWO-52, NWO-105 to NWO-107)."""


def power_needed(tiles: tuple[Piece, ...], paid: tuple[Part, ...]) -> Ability | None:
    """The power without which nobody takes these tiles for these piles: what goes without saying in a notation."""
    if len(paid) > 2:
        return Ability.THREE_SETS
    if any(part.turned is not None for part in paid):
        return Ability.CONVERSION
    return Ability.TWO_TILES if len(tiles) > 1 else None


class PaidSet(NamedTuple):
    """One set of a purchase: which part of which pile is given up, and its cards."""

    part: Part
    pile: Pile
    cards: tuple[Piece, ...]


class Merged(NamedTuple):
    """A turned set and the own set of its new corporation, and the cards that both count as (NWO-106)."""

    turned: PaidSet
    own: PaidSet | None
    cards: tuple[Piece, ...]

    def includes(self, paid: PaidSet) -> bool:
        return paid in (self.turned, self.own)


class Purchase(NamedTuple):
    """The sets that pay for one buy, in the order in which they were named.

    `worth`: their points together, a turned set merged. `plain`: those without any turning, 0 if one is not usable.
    """

    paid: tuple[Part, ...]
    power: Ability | None
    worth: int
    plain: int

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(part.place for part in self.paid)

    def power_spent(self, price: int) -> Ability | None:
        """The power that is used up: nothing is turned where the sets pay the price as they are (NWO-106-R3)."""
        return None if self.power is Ability.CONVERSION and self.plain >= price else self.power


def purchase(state: State, player: Player, paid: tuple[Part, ...], power: Ability | None) -> Purchase:
    """What the player gives up with these parts of his piles, allowed or not."""
    sets = sets_paid(player, paid)
    merged = merged_sets(state, player, sets)
    worths = [points(state, player, cards) for _, _, cards in sets]
    plain = sum(worths) if all(usable(state, pile) for _, pile, _ in sets) else 0
    if merged is None:
        return Purchase(paid, power, sum(worths), plain)
    alone = sum(worth for one, worth in zip(sets, worths, strict=True) if not merged.includes(one))
    return Purchase(paid, power, alone + points(state, player, merged.cards), plain)


def sets_paid(player: Player, paid: tuple[Part, ...]) -> tuple[PaidSet, ...]:
    piles = ((part, player.pile(part.place)) for part in paid)
    return tuple(PaidSet(part, pile, part_of(pile, part)) for part, pile in piles)


def merged_sets(state: State, player: Player, sets: Sequence[PaidSet]) -> Merged | None:
    """The first turned set with the one that it is used with, None if nothing is turned."""
    turned = next((paid for paid in sets if paid.part.turned is not None), None)
    if turned is None or turned.part.turned is None:
        return None
    corporation = turned.part.turned
    place = own_pile(player, corporation)
    own = next((paid for paid in sets if paid.part.place == place and paid.part.turned is None), None)
    count = len(turned.pile) if state.choices["presidentConversion"] == "wholePile" else 1
    return Merged(turned, own, (corporation,) * (count + (len(own.pile) if own is not None else 0)))


def paid_worth(state: State, player: Player, paid: tuple[Part, ...]) -> Span:
    """What the parts of a purchase are worth together, a turned set merged (NWO-53, NWO-106)."""
    # The dearest first, as far as that can be guessed: it may settle it alone.
    sets = sorted(sets_paid(player, paid), key=lambda one: -points(state, player, one.cards))
    merged = merged_sets(state, player, sets)
    if merged is None:
        return total(pile_worth(state, player, one.cards) for one in sets)
    alone = [pile_worth(state, player, one.cards) for one in sets if not merged.includes(one)]
    return total((*alone, pile_worth(state, player, merged.cards)))


def plain_worth(state: State, player: Player, paid: tuple[Part, ...]) -> Span:
    """The same without any turning; nothing if one of the sets is not usable as it is."""
    sets = sets_paid(player, paid)
    if not all(usable(state, one.pile) for one in sets):
        return exactly(0)
    return total(pile_worth(state, player, one.cards) for one in sets)


# --- all ways to pay ---


def purchases(state: State, player: Player) -> Iterator[Purchase]:
    """Every one or two usable piles, or what a power allows that has not been used (NWO-52, NWO-105, NWO-106)."""
    powers = unspent(state, player)
    sets = [
        (points(state, player, pile.cards), whole_pile(place)) for place, pile in player.piles if usable(state, pile)
    ]
    for power in (None, Ability.THREE_SETS) if Ability.THREE_SETS in powers else (None,):
        for size in (1, 2) if power is None else (3,):
            for group in combinations(sets, size):
                worth = sum([worth for worth, _ in group])
                yield Purchase(tuple([part for _, part in group]), power, worth, worth)
    if Ability.CONVERSION in powers:
        yield from _turning(state, player)


def _turning(state: State, player: Player) -> Iterator[Purchase]:
    """A President's usable pile turned into the corporation of another of his piles, with that pile."""
    piles = [(place, pile) for place, pile in player.piles if kind(state.catalog, pile.cards) is Kind.CORPORATION]
    for (place, pile), (other, target) in permutations(piles, 2):
        if usable(state, pile) and pile.cards[0] != target.cards[0]:
            paid = (Part(place, turned=target.cards[0]), whole_pile(other))
            merged = merged_sets(state, player, sets_paid(player, paid))
            if merged is not None and half_reached(state.catalog, merged.cards):
                yield purchase(state, player, paid, Ability.CONVERSION)


def unspent(state: State, player: Player) -> list[Ability]:
    """The powers that the player still has (NWO-109)."""
    return [power for power in abilities(state, player) if power.value not in player.spent]
