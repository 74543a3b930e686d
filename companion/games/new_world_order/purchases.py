"""What a buy gives up: its sets, what they are worth together, and the once-per-game power that it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, permutations
from typing import NamedTuple

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order.catalog import Ability, Catalog, Effect
from companion.games.new_world_order.catalog_checks import ladder_value
from companion.games.new_world_order.goals import GOAL_POINTS, OWN_GOAL_POINTS, TILES_PER_GOAL, best_assignment
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    colour_points,
    complete_colour,
    delayed,
    half_reached,
    kind,
    on_offer,
    own_pile,
    part_of,
    points,
    restarts,
    usable,
)
from companion.games.new_world_order.scoring import own_goal
from companion.games.new_world_order.state import Part, Phase, Pile, Place, Player, State, whole_pile
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


# --- what can still be reached ---
#
# What a player could still come by, at the very most: bounds that no play can pass, for the outlook on the screen.


MOST_ROBBED = 3
"""How many cards one robbery brings at most (NWO-83)."""


def still_plays(state: State, player: Player) -> bool:
    """Whether anything can still come to the player: nothing does once he has passed in the last round."""
    return state.phase is not Phase.OVER and not (player.passed and _last_round(state))


def _last_round(state: State) -> bool:
    """Whether no deal can follow (NWO-71, NWO-72)."""
    return state.turn is not None and (state.turn.final or all(tile is None for tile in state.pyramid))


def cards_within_reach(state: State, seat: Seat) -> Counter[Piece]:
    """The cards that the player has or could get and use: offered, still to be dealt, robbed from the others."""
    player, last = state.player(seat), _last_round(state)
    own = (pile for pile in (*player.slots, *player.outside) if not (last and delayed(state, pile)))
    found = Counter(card for pile in own for card in pile.cards)
    found.update(card for card in on_offer(state, player) if not (last and _would_wait(state, card)))
    if not last:
        deck = state.deck
        found.update({card: min(count, deck) for card, count in zip(state.catalog.cards, state.unseen, strict=True)})
    loot = MOST_ROBBED * _robberies(state, seat, found)
    others = (pile for other in state.players if other is not player for pile in other.slots)
    lying = Counter(card for pile in others for card in pile.cards if card in state.catalog.corporations)
    found.update({card: min(count, loot) for card, count in lying.items()})
    return found


def _would_wait(state: State, card: Piece) -> bool:
    """Whether the card, taken now, can be used from the next round only (NWO-81)."""
    return state.catalog.effect(card) is not None and delayed(state, Pile((card,), fresh=True))


def _robberies(state: State, seat: Seat, cards: Counter[Piece]) -> int:
    """How often the player could rob with these cards, with the second effect of a stack, or by a Blackmail."""
    robbing = (Effect.TAKEOVER, Effect.BLACKMAIL)
    held = sum(count for card, count in cards.items() if state.catalog.effect(card) in robbing)
    dealt = sum(state.catalog.effect(card) is Effect.BLACKMAIL for card in state.open)
    return held + dealt + (state.robs_again == seat)


class PurchaseLimit(NamedTuple):
    """For how many points, and for how many tiles, a player's cards could pay."""

    points: int
    tiles: int


def purchase_limit(state: State, seat: Seat, cards: Counter[Piece]) -> PurchaseLimit:
    """The most that the player could pay with these cards until the end, a set at least for each buy (NWO-52)."""
    player = state.player(seat)
    catalog, restart = state.catalog, restarts(state.catalog, state.choices)
    colour_sets = {name: min(cards[card] for card in members) for name, members in catalog.members.items()}
    dividends = [card for card in cards.elements() if catalog.effect(card) is Effect.DIVIDENDS]
    together = {} if _robberies(state, seat, cards) else _piles(catalog, player)
    thirds, sets = 0, len(dividends) + sum(colour_sets.values())
    for card, corporation in catalog.corporations.items():
        colour = colour_points(state, player) if colour_sets[corporation.set] else 0
        thirds += _thirds(catalog, card, cards[card], restart, colour)
        lying = together.get(card, 0)
        sets += _most_sets(lying, cards[card] - lying, corporation.size.half)
    points = thirds // 3 + sum(catalog.specials[card].points for card in dividends)
    return PurchaseLimit(
        points + _points_by_powers(state, player, cards), sets + (Ability.TWO_TILES in unspent(state, player))
    )


def _piles(catalog: Catalog, player: Player) -> dict[Piece, int]:
    """How many cards of each corporation lie in one slot: only who robs back what was robbed of them parts them."""
    return {pile.cards[0]: len(pile) for pile in player.slots if kind(catalog, pile.cards) is Kind.CORPORATION}


@lru_cache(maxsize=4096)
def _thirds(catalog: Catalog, card: Piece, count: int, restart: bool, colour: int) -> int:
    """Thirds of the points that so many cards pay, in usable piles or one by one as the third of a colour set."""
    corporation = catalog.corporations[card]
    best = [0]
    for number in range(1, count + 1):
        sizes = range(corporation.size.half, number + 1)
        piles = (best[number - size] + 3 * ladder_value(corporation.ladder, size, restart=restart) for size in sizes)
        best.append(max([best[-1] + colour, *piles]))
    return best[count]


def _most_sets(lying: int, more: int, half: int) -> int:
    """How many usable piles of a corporation there could be in turn: those that lie together stay so (NWO-54)."""
    if not lying:
        return more // half
    rest = more - max(0, half - lying)
    return 1 + rest // half if rest >= 0 else 0


def _points_by_powers(state: State, player: Player, cards: Counter[Piece]) -> int:
    """What powers pay beyond the cards: a turned pile, or the second of two tiles; a tile's price each at most."""
    powers, dearest = unspent(state, player), max((points for _, points in tiles_left(state)), default=0)
    second = Ability.TWO_TILES in powers and state.choices["illuminatiTwoTiles"] == "each"
    turned = _most_turned(state, cards) if Ability.CONVERSION in powers else 0
    return min(turned, dearest) + (dearest if second else 0)


def _most_turned(state: State, cards: Counter[Piece]) -> int:
    """The most that a usable pile pays when turned and put to the pile of another corporation (NWO-106)."""
    corporations, restart = state.catalog.corporations, restarts(state.catalog, state.choices)
    usable = [card for card in corporations if cards[card] >= corporations[card].size.half]
    targets = [card for card in corporations if cards[card]]
    together = ((target, cards[card] + cards[target]) for card in usable for target in targets if target != card)
    return max((_most_worth(corporations[target].ladder, most, restart) for target, most in together), default=0)


@lru_cache(maxsize=1024)
def _most_worth(ladder: tuple[int, ...], most: int, restart: bool) -> int:
    """The most that up to so many cards are worth: a second full set can be worth less than nearly one (NWO-41)."""
    return max(ladder_value(ladder, count, restart=restart) for count in range(1, most + 1))


def triangles_within_reach(state: State, player: Player, cards: Counter[Piece]) -> int:
    """How many triangles he could still earn with these: cards locked in colour sets make no pile (NWO-64, NWO-67)."""
    cards = cards.copy()
    for pile in player.slots:
        loose = state.choices["partialColourLocked"] == "no" and not complete_colour(state.catalog, pile.cards)
        if kind(state.catalog, pile.cards) is Kind.COLOUR and not loose:
            cards.subtract(pile.cards)
    return sum(
        card in player.starters and card not in player.triangles and cards[card] > corporation.size.full
        for card, corporation in state.catalog.corporations.items()
    )


# --- tiles and goals ---


def tiles_left(state: State) -> list[tuple[Piece, int]]:
    """The tiles left in the pyramid, covered or not, and their points."""
    return [(tile, state.catalog.tiles[tile].points) for tile in state.pyramid if tile is not None]


def tiles_within(state: State, most: PurchaseLimit) -> tuple[Piece, ...]:
    """The tiles that could be paid for, each if it were the only one."""
    return tuple(tile for tile, points in tiles_left(state) if points <= most.points and most.tiles)


def most_tile_points(state: State, most: PurchaseLimit) -> int:
    """The most points on as many tiles as could be paid for."""
    prices = [points for _, points in tiles_left(state)]
    if sum(prices) <= most.points and len(prices) <= most.tiles:
        return sum(prices)
    sums = [1] + [0] * min(most.tiles, len(prices))  # bit n of sums[k]: some k tiles cost n
    for price in prices:
        for count in range(len(sums) - 1, 0, -1):
            sums[count] |= sums[count - 1] << price
    within = (2 << most.points) - 1
    return max((reached & within).bit_length() - 1 for reached in sums)


def most_goal_points(state: State, player: Player, most: PurchaseLimit) -> int:
    """The most points that Great Goals could bring beside those reached: the least of three bounds.

    What all the tiles would serve that could be paid for one by one; and what can be paid for, by points and by number
    of tiles, if each goal had the cheapest tiles that it lacks, whatever other goals use.
    """
    own, tiles = own_goal(state, player), tiles_within(state, most)
    lacks = _missing_tile_prices(state, player, tiles)
    prices = {goal: sum(lack) for goal, lack in lacks.items()}
    numbers = {goal: len(lack) for goal, lack in lacks.items()}
    bounds = (
        _goal_points(state.catalog, own, tuple(sorted((*player.tiles, *tiles)))),
        _paid_goal_points(prices, own, most.points),
        _paid_goal_points(numbers, own, most.tiles),
    )
    return max(0, min(bounds) - _goal_points(state.catalog, own, player.tiles))


def _goal_points(catalog: Catalog, own: str, tiles: tuple[Piece, ...]) -> int:
    goals = [catalog.goal_of_colour[colour].id for colour in best_assignment(catalog, tiles, own)]
    points = GOAL_POINTS * len(goals)
    return points + OWN_GOAL_POINTS if own in goals else points


def _missing_tile_prices(state: State, player: Player, tiles: tuple[Piece, ...]) -> dict[str, list[int]]:
    """The points of the cheapest tiles that each Great Goal lacks, for those that these tiles could complete."""
    lacks = {}
    for goal in state.catalog.goals.values():
        lacking = max(0, TILES_PER_GOAL - len(_prices(state.catalog, player.tiles, goal.colour)))
        fitting = _prices(state.catalog, tiles, goal.colour)
        if len(fitting) >= lacking:
            lacks[goal.id] = sorted(fitting)[:lacking]
    return lacks


def _prices(catalog: Catalog, tiles: tuple[Piece, ...], colour: str) -> list[int]:
    """The points of those tiles that bear the colour."""
    return [catalog.tiles[tile].points for tile in tiles if colour in catalog.tile_colours[tile]]


def _paid_goal_points(costs: Mapping[str, int], own: str, budget: int) -> int:
    """The most goal points for the budget, each goal at its cost."""
    others = sorted(cost for goal, cost in costs.items() if goal != own)

    def without_own(left: int) -> int:
        return GOAL_POINTS * sum(total <= left for total in accumulate(others))

    if costs.get(own, budget + 1) > budget:
        return without_own(budget)
    return max(without_own(budget), GOAL_POINTS + OWN_GOAL_POINTS + without_own(budget - costs[own]))
