"""What a pile is, what it is worth, and what a character can do with it. Pure facts about single values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache

from companion.core.choices import Choices
from companion.core.table import Piece
from companion.games.new_world_order.catalog import Ability, Catalog, Effect, Size
from companion.games.new_world_order.catalog_checks import ladder_value
from companion.games.new_world_order.state import SLOTS, Part, Pile, Place, Player, State

COLOUR_SET = 3
"""Cards of a full colour set."""


class Kind(Enum):
    """What the cards of one slot are to the rules (NWO-38). MIXED: nothing the rules know, only after an overrule."""

    EMPTY = "empty"
    CORPORATION = "corporation"
    COLOUR = "colour"
    DIVIDENDS = "dividends"
    SPECIAL = "special"
    MIXED = "mixed"


@lru_cache(maxsize=8192)
def kind(catalog: Catalog, cards: tuple[Piece, ...]) -> Kind:
    if not cards:
        return Kind.EMPTY
    distinct = set(cards)
    if len(distinct) == 1:
        effect = catalog.effect(cards[0])
        if effect is None:
            return Kind.CORPORATION
        return Kind.DIVIDENDS if effect is Effect.DIVIDENDS else Kind.SPECIAL
    if all(catalog.effect(card) is Effect.DIVIDENDS for card in distinct):
        return Kind.DIVIDENDS
    sets = {catalog.set_of(card) for card in distinct}
    if len(sets) == 1 and None not in sets and len(distinct) == len(cards):
        return Kind.COLOUR
    return Kind.MIXED


def complete_colour(catalog: Catalog, cards: tuple[Piece, ...]) -> bool:
    return len(cards) == 3 and kind(catalog, cards) is Kind.COLOUR


def begun_colour(catalog: Catalog, cards: tuple[Piece, ...]) -> bool:
    """Whether these are two cards of a colour set."""
    return len(cards) == 2 and kind(catalog, cards) is Kind.COLOUR


@lru_cache(maxsize=1024)
def colour_sets_begun(catalog: Catalog, player: Player) -> Mapping[str, list[tuple[Place, tuple[Piece, ...]]]]:
    """The places with one card of a colour set, or two different ones, by the set: to these may be added."""
    begun: dict[str, list[tuple[Place, tuple[Piece, ...]]]] = {}
    for place, pile in player.piles:
        name = catalog.set_of(pile.cards[0])
        if name is not None and (len(pile) == 1 or begun_colour(catalog, pile.cards)):
            begun.setdefault(name, []).append((place, pile.cards))
    return begun


def half_reached(catalog: Catalog, cards: tuple[Piece, ...]) -> bool:
    """Whether a corporation's pile has at least half of its full set (NWO-42)."""
    return len(cards) >= catalog.corporations[cards[0]].size.half


@lru_cache(maxsize=8192)
def worth(catalog: Catalog, restart: bool, colour_points: int, cards: tuple[Piece, ...]) -> int:
    """The points of these cards as one pile, usable or not (NWO-40, NWO-41, NWO-43, NWO-44, NWO-45)."""
    match kind(catalog, cards):
        case Kind.CORPORATION:
            return ladder_value(catalog.corporations[cards[0]].ladder, len(cards), restart=restart)
        case Kind.COLOUR:
            return colour_points if complete_colour(catalog, cards) else 0
        case Kind.DIVIDENDS:
            return sum(catalog.specials[card].points for card in cards)
        case _:
            return 0


def restarts(catalog: Catalog, choices: Choices) -> bool:
    """Which reading of a pile beyond its full set is played (NWO-41-R)."""
    return catalog.restart if choices["overflow"] == "auto" else choices["overflow"] == "restart"


@lru_cache(maxsize=256)
def _abilities(catalog: Catalog, characters: tuple[Piece | None, ...]) -> tuple[Ability, ...]:
    return tuple(catalog.characters[character].ability for character in characters if character is not None)


def abilities(state: State, player: Player) -> tuple[Ability, ...]:
    """The powers of his character, and of the second one of an Illuminati (NWO-8)."""
    return _abilities(state.catalog, (player.character, player.second))


def colour_points(state: State, player: Player) -> int:
    """What a complete colour set is worth: a Philanthropist has more of it (NWO-43, NWO-104)."""
    return 200 if Ability.COLOUR_200 in abilities(state, player) else 100


def points(state: State, player: Player, cards: tuple[Piece, ...]) -> int:
    """What the cards are worth as one pile of this player."""
    return worth(state.catalog, restarts(state.catalog, state.choices), colour_points(state, player), cards)


def usable(state: State, pile: Pile) -> bool:
    """Whether the pile may be part of a buy by itself (NWO-42, NWO-43, NWO-45, NWO-81)."""
    match kind(state.catalog, pile.cards):
        case Kind.CORPORATION:
            return half_reached(state.catalog, pile.cards)
        case Kind.COLOUR:
            return complete_colour(state.catalog, pile.cards)
        case Kind.DIVIDENDS:
            return not delayed(state, pile)
        case _:
            return False


def full_set(state: State, pile: Pile) -> int:
    """Cards of the pile's full set, 0 where there is no such thing."""
    match kind(state.catalog, pile.cards):
        case Kind.CORPORATION:
            return state.catalog.corporations[pile.cards[0]].size.full
        case Kind.COLOUR:
            return COLOUR_SET
        case _:
            return 0


def delayed(state: State, pile: Pile) -> bool:
    """Whether the pile waits for the next round (NWO-81)."""
    if kind(state.catalog, pile.cards) is Kind.DIVIDENDS and state.choices["dividendsDelay"] == "off":
        return False
    return pile.fresh


def slot_count(state: State, player: Player) -> int:
    """How many slots the player has (NWO-14, NWO-100)."""
    return (7 if len(state.players) <= 3 else 5) + (Ability.EXTRA_SLOT in abilities(state, player))


def laid_outside(state: State, piles: Iterable[Pile]) -> tuple[Pile, ...]:
    """Piles outside the slots in the order of their places (NWO-103-R).

    Dividends lie first and as one set, those that wait for the next round apart; every other special for itself.
    """
    found: list[Pile] = []
    dividends: dict[bool, list[Piece]] = {}
    for card, fresh in ((card, pile.fresh) for pile in piles for card in pile.cards):
        lying = Pile((card,), fresh)
        if kind(state.catalog, lying.cards) is Kind.DIVIDENDS:
            dividends.setdefault(delayed(state, lying), []).append(card)
        else:
            found.append(lying)
    found += [Pile(tuple(sorted(cards)), fresh) for fresh, cards in dividends.items()]
    return tuple(sorted(found, key=lambda pile: (*_rank(state, pile), pile.cards)))


def _rank(state: State, pile: Pile) -> tuple[bool, bool]:
    return kind(state.catalog, pile.cards) is not Kind.DIVIDENDS, pile.fresh


def first_empty(state: State, player: Player) -> Place | None:
    """The first empty slot that the player may use."""
    for place, pile in zip(SLOTS, player.slots[: slot_count(state, player)], strict=False):
        if not pile.cards:
            return place
    return None


def own_pile(player: Player, card: Piece) -> Place | None:
    """The slot with the pile of this corporation (NWO-33); colour piles do not count."""
    for place, pile in zip(SLOTS, player.slots, strict=False):
        if pile.cards and pile.cards[0] == card == pile.cards[-1]:
            return place
    return None


def part_of(pile: Pile, part: Part) -> tuple[Piece, ...]:
    """The cards of the pile that a part means."""
    if part.whole:
        return pile.cards
    if part.cards:
        return tuple(sorted((Counter(part.cards) & Counter(pile.cards)).elements()))
    return pile.cards[: part.count]


def splits(pile: Pile, part: Part) -> bool:
    """Whether the part is another number of cards than the pile has."""
    return not part.whole and (part.count or len(part_of(pile, part))) != len(pile)


def without(cards: tuple[Piece, ...], gone: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The cards that are left, in their order; what is gone without having been there changes nothing."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def robbery_limit(catalog: Catalog, corporation: Piece, effect: Effect) -> int:
    """How many cards may be robbed from a pile of this corporation (NWO-83, NWO-86)."""
    few, many = (2, 3) if effect is Effect.TAKEOVER else (1, 2)
    return few if catalog.corporations[corporation].size is Size.EXPENSIVE else many


def on_offer(state: State, player: Player) -> tuple[Piece, ...]:
    """The cards the player may pick from: the market, and what is reserved for Royalty (setting royaltyMarket)."""
    if not state.reserve or Ability.LARGE_MARKET not in abilities(state, player):
        return state.market
    return tuple(sorted((*state.market, *state.reserve)))
