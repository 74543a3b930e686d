"""A second referee of purchases, combining, Above the Law and the final scores, written from the rules alone.

It knows nothing of the program: cards and tiles are names, and what is printed on them is given (`Printed`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Tile = tuple[int, int, int]
"""A place of the pyramid: layer 1 to 4 from below, row, column."""


@dataclass(frozen=True)
class Printed:
    """What is printed: ladders, full sets and half sets of corporations, their colours, Dividends, tiles, goals."""

    ladder: Mapping[str, Sequence[int]]
    half: Mapping[str, int]
    colour: Mapping[str, str]
    dividends: Mapping[str, int]
    price: Mapping[str, int]
    colours: Mapping[str, Sequence[str]]
    goal: Mapping[str, str]


@dataclass(frozen=True)
class Hand:
    """A player's piles by slot, which of them came this round, his powers, and those that are spent."""

    piles: Mapping[int, tuple[str, ...]]
    fresh: frozenset[int]
    powers: frozenset[str]
    spent: frozenset[str]


@dataclass(frozen=True)
class House:
    """Table settings that a purchase or a combination depends on."""

    restart: bool
    dividends_wait: bool
    whole_pile_turned: bool
    two_tiles_together: bool
    third_on_pair: bool
    several_laws: bool
    both_effects: bool


def is_free(tile: Tile, left: frozenset[Tile]) -> bool:
    """NWO-6, NWO-51: no tile of the next layer lies on any of its corners."""
    layer, row, column = tile
    above = {(layer + 1, row - up, column - along) for up in (0, 1) for along in (0, 1)}
    return not above & left


def ladder(printed: Printed, corporation: str, count: int, restart: bool) -> int:
    """NWO-40, NWO-41."""
    values = printed.ladder[corporation]
    sets, more = divmod(count, len(values))
    rest = values[more - 1] if restart and more else sum(values[:more])
    return sets * values[-1] + rest if sets else (values[more - 1] if more else 0)


def worth(printed: Printed, hand: Hand, cards: Sequence[str], restart: bool) -> int:
    """NWO-40 to NWO-45."""
    if all(card in printed.dividends for card in cards):
        return sum(printed.dividends[card] for card in cards)
    if not all(card in printed.ladder for card in cards):
        return 0
    if len(set(cards)) == 1:
        return ladder(printed, cards[0], len(cards), restart)
    return (200 if "colour_200" in hand.powers else 100) if len(cards) == 3 else 0


def usable(printed: Printed, hand: Hand, slot: int, context: House) -> bool:
    """NWO-42, NWO-43, NWO-45, NWO-57, NWO-81."""
    cards = hand.piles.get(slot, ())
    if not cards:
        return False
    if all(card in printed.dividends for card in cards):
        return not (context.dividends_wait and slot in hand.fresh)
    if not all(card in printed.ladder for card in cards):
        return False
    return len(cards) >= printed.half[cards[0]] if len(set(cards)) == 1 else len(cards) == 3


def may_buy(
    printed: Printed,
    pyramid: Mapping[Tile, str],
    hand: Hand,
    tiles: Sequence[str],
    slots: Sequence[int],
    turned: Mapping[int, str],
    context: House,
) -> bool:
    """NWO-50 to NWO-58, NWO-104 to NWO-110: whether these tiles may be taken for the whole piles of these slots."""
    if len(set(slots)) < len(slots) or not slots or len(set(tiles)) < len(tiles):
        return False
    have = hand.powers - hand.spent
    terms = [(len(tiles) > 1, "two_tiles", 2, 1), (len(slots) > 2, "three_sets", 1, 3), (turned, "conversion", 1, 2)]
    needed = [each for each in terms if each[0]]
    if len(needed) > 1 or (needed and needed[0][1] not in have):
        return False
    _, _, most_tiles, most_sets = needed[0] if needed else (True, "", 1, 2)
    if len(tiles) > most_tiles or len(slots) > most_sets or not _free_in_turn(pyramid, tiles):
        return False
    total = _paid(printed, hand, slots, turned, context)
    prices = [printed.price[tile] for tile in tiles]
    return total is not None and total >= (sum(prices) if context.two_tiles_together else max(prices))


def _free_in_turn(pyramid: Mapping[Tile, str], tiles: Sequence[str]) -> bool:
    left = dict(pyramid)
    for tile in tiles:
        place = next((place for place, lying in left.items() if lying == tile), None)
        if place is None or not is_free(place, frozenset(left)):
            return False
        del left[place]
    return True


def _paid(printed: Printed, hand: Hand, slots: Sequence[int], turned: Mapping[int, str], context: House) -> int | None:
    """What the sets are worth together, None where one may not be part of a buy."""
    if not turned:
        if not all(usable(printed, hand, slot, context) for slot in slots):
            return None
        return sum(worth(printed, hand, hand.piles[slot], context.restart) for slot in slots)
    ((source, corporation),) = turned.items()
    cards = hand.piles.get(source, ())
    target = [slot for slot in slots if slot != source and set(hand.piles.get(slot, ())) == {corporation}]
    if len(set(cards)) != 1 or cards[0] not in printed.ladder or cards[0] == corporation or len(target) != 1:
        return None
    count = (len(cards) if context.whole_pile_turned else 1) + len(hand.piles[target[0]])
    if not usable(printed, hand, source, context) or count < printed.half[corporation]:
        return None
    return ladder(printed, corporation, count, context.restart)


def combined(printed: Printed, hand: Hand, slots: Sequence[int], context: House) -> bool:
    """NWO-35, NWO-61 to NWO-65, NWO-168: whether the piles of these slots may lie together."""
    piles = [hand.piles.get(slot, ()) for slot in slots]
    if len(set(slots)) < 2 or not all(piles):
        return False
    cards = [card for pile in piles for card in pile]
    if all(card in printed.dividends for card in cards):
        return True
    if not any(card in printed.ladder for card in cards):
        return len(set(cards)) == 1  # equal specials are a set (NWO-84)
    if not all(card in printed.ladder for card in cards):
        return False
    one_set = len({printed.colour[card] for card in cards}) == 1 and len(set(cards)) == len(cards)
    return one_set and all(len(pile) == 1 or context.third_on_pair for pile in piles)


def law(hand: Hand, slot: int, *, just_acted: bool, by_law: bool, context: House) -> int:
    """NWO-81, NWO-82: how many more actions Above the Law in this slot brings, 0 where it may not be played."""
    cards = hand.piles.get(slot, ())
    if set(cards) != {"above_the_law"} or slot in hand.fresh or not just_acted or (by_law and not context.several_laws):
        return 0
    return len(cards) if context.both_effects else 1


@dataclass(frozen=True)
class Finished:
    """What a player has at the end."""

    tiles: tuple[str, ...]
    dream: str
    triangles: int
    bonus: bool


def total(printed: Printed, player: Finished, players: int) -> int:
    """NWO-75 to NWO-78, NWO-102."""
    bonus = (500 if players <= 3 else 300) if player.bonus else 0
    tiles = sum(printed.price[tile] for tile in player.tiles)
    return tiles + 100 * player.triangles + bonus + best_goals(printed, player.tiles, player.dream)


def best_goals(printed: Printed, tiles: Sequence[str], dream: str) -> int:
    """NWO-76, NWO-77: three tiles for each goal, each tile for one goal; the best that can be made of them."""
    counted = Counter(colour for tile in tiles for colour in printed.colours[tile])
    possible = [colour for colour, count in counted.items() if count >= 3]
    values = {colour: 500 + 200 * (printed.goal[colour] == dream) for colour in possible}
    return max(
        sum(values[colour] for colour in chosen)
        for number in range(len(possible) + 1)
        for chosen in combinations(possible, number)
        if _served(printed, tiles, chosen)
    )


def _served(printed: Printed, tiles: Sequence[str], colours: Sequence[str]) -> bool:
    """Whether each of these colours finds three tiles of its own (each group of colours needs that many: Hall)."""
    for number in range(1, len(colours) + 1):
        for group in combinations(colours, number):
            if sum(bool(set(printed.colours[tile]) & set(group)) for tile in tiles) < 3 * number:
                return False
    return True


def winners(totals: Mapping[str, int]) -> tuple[str, ...]:
    """NWO-79."""
    return tuple(seat for seat in totals if totals[seat] == max(totals.values()))
