"""Where cards may lie before a player, why nowhere else, and how they come there and go.

`places_for` and `obstacle` judge; `put` and `take` check nothing: an overruled action makes sensible piles too.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order.catalog import Ability, Catalog, Effect
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    begun_colour,
    complete_colour,
    kind,
    laid_outside,
    own_pile,
    part_of,
    slot_count,
    without,
)
from companion.games.new_world_order.state import EMPTY, SLOTS, Part, Pile, Place, Player, State


class Obstacle(Enum):
    """Why cards may not lie in a place."""

    NO_SUCH_SLOT = auto()
    NO_GLOBALIST = auto()
    NO_SPECIALS = auto()
    OTHER_CARDS = auto()
    COMPLETE_SET = auto()
    BEGUN_SET = auto()
    TWICE_IN_SET = auto()
    OWN_PILE = auto()


def obstacle(state: State, player: Player, cards: tuple[Piece, ...], place: Place) -> Obstacle | None:
    """Why the cards may not lie there, None if they may.

    Only a Globalist has places outside the slots, for specials (NWO-14, NWO-103). Cards lie on what they belong to
    (NWO-32, NWO-34, NWO-35, NWO-36), once in a colour set (NWO-63), on none that is complete (NWO-65); and an empty
    slot is for no corporation of which there is a pile (NWO-33).
    """
    if place.outside:
        if not keeps_outside(state, player):
            return Obstacle.NO_GLOBALIST
        return None if all(card in state.catalog.specials for card in cards) else Obstacle.NO_SPECIALS
    if place.number > slot_count(state, player):
        return Obstacle.NO_SUCH_SLOT
    lying = player.pile(place).cards
    if lying:
        return joining_obstacle(state, lying, cards)
    corporation = kind(state.catalog, cards) is Kind.CORPORATION
    return Obstacle.OWN_PILE if corporation and own_pile(player, cards[0]) is not None else None


def keeps_outside(state: State, player: Player) -> bool:
    """Whether the player may keep specials outside the slots (NWO-103)."""
    return Ability.OUTSIDE_SPECIALS in abilities(state, player)


def joining_obstacle(state: State, lying: tuple[Piece, ...], cards: tuple[Piece, ...]) -> Obstacle | None:
    """Why the cards cannot join those that lie in a slot, as the table plays (NWO-35-R)."""
    found = clash(state.catalog, lying, cards)
    if found is None and state.choices["thirdOnPair"] == "no" and begun_colour(state.catalog, lying):
        return Obstacle.BEGUN_SET
    return found


@lru_cache(maxsize=1 << 14)
def clash(catalog: Catalog, lying: tuple[Piece, ...], cards: tuple[Piece, ...]) -> Obstacle | None:
    """Why the cards cannot join those that lie in a slot."""
    together = tuple(sorted((*lying, *cards)))
    if kind(catalog, together) is not Kind.MIXED:
        return None
    if not of_one_set(catalog, together):
        return Obstacle.OTHER_CARDS
    return Obstacle.COMPLETE_SET if complete_colour(catalog, lying) else Obstacle.TWICE_IN_SET


def of_one_set(catalog: Catalog, cards: tuple[Piece, ...]) -> bool:
    """Whether the cards are of corporations of one colour set, however many of each."""
    sets = {catalog.set_of(card) for card in cards}
    return len(sets) == 1 and None not in sets


def places_for(state: State, player: Player, cards: tuple[Piece, ...]) -> list[Place]:
    """Every place where the cards may lie, that first where they are expected; of empty slots only the first.

    They are expected outside a Globalist's slots, with the own pile of the same, else in an empty slot, and where there
    is none with what they belong to.
    """
    empty: list[Place] = []
    joined: list[Place] = []
    for place, pile in zip(SLOTS, player.slots[: slot_count(state, player)], strict=False):
        if not pile.cards:
            empty.append(place)
        elif joining_obstacle(state, pile.cards, cards) is None:
            joined.append(place)
    corporation = kind(state.catalog, cards) is Kind.CORPORATION
    own = own_pile(player, cards[0]) if corporation else _dividends(state.catalog, player, cards)
    opened = [] if corporation and own is not None else empty[:1]
    outside = [player.next_outside] if cards[0] in state.catalog.specials and keeps_outside(state, player) else []
    alike = [own] if own in joined and own is not None else []
    return [*outside, *alike, *opened, *(place for place in joined if place != own)]


def _dividends(catalog: Catalog, player: Player, cards: tuple[Piece, ...]) -> Place | None:
    """The slot in which Dividends lie, if these are some."""
    if kind(catalog, cards) is not Kind.DIVIDENDS:
        return None
    return next((place for place, pile in player.piles if kind(catalog, pile.cards) is Kind.DIVIDENDS), None)


def expected_place(state: State, player: Player, cards: tuple[Piece, ...]) -> Place:
    """Where cards go if nothing else is said; if they may lie nowhere, onto their pile or into one slot too many."""
    for place in places_for(state, player, cards):
        return place
    too_many = SLOTS[max(len(player.slots), slot_count(state, player))]
    return own_pile(player, cards[0]) or too_many if kind(state.catalog, cards) is Kind.CORPORATION else too_many


# --- what comes and goes ---


def put(state: State, player: Player, cards: tuple[Piece, ...], place: Place | None, *, fresh: bool = False) -> Player:
    """The player with more cards in a place; None for where they would be expected. Earns triangles (NWO-67)."""
    if place is None:
        place = expected_place(state, player, cards)
    special = fresh and any(card in state.catalog.specials for card in cards)
    if place.outside:
        return replace(player, outside=laid_outside(state, (*player.outside, Pile(cards, special))))
    slots = [*player.slots, *(EMPTY,) * (place.number - len(player.slots))]
    pile = slots[place.number - 1]
    slots[place.number - 1] = joined = Pile(tuple(sorted((*pile.cards, *cards))), fresh=pile.fresh or special)
    if _earns_triangle(state, player, joined):
        return replace(player, slots=tuple(slots), triangles=(*player.triangles, joined.cards[0]))
    return replace(player, slots=tuple(slots))


def _earns_triangle(state: State, player: Player, pile: Pile) -> bool:
    """Each starting corporation earns one triangle, for good and however its cards came (NWO-67, NWO-68)."""
    card = pile.cards[0] if kind(state.catalog, pile.cards) is Kind.CORPORATION else None
    if card is None or card not in player.starters or card in player.triangles:
        return False
    return len(pile) > state.catalog.corporations[card].size.full


def take(state: State, player: Player, *parts: Part) -> Player:
    """The player without these cards."""
    slots, outside = [*player.slots], [*player.outside]
    for part in parts:
        piles, index = (outside if part.place.outside else slots), part.place.number - 1
        if index < len(piles):
            rest = without(piles[index].cards, part_of(piles[index], part))
            piles[index] = Pile(rest, piles[index].fresh) if rest else EMPTY
    if not player.outside:
        return replace(player, slots=tuple(slots))
    return replace(player, slots=tuple(slots), outside=laid_outside(state, filter(None, outside)))


def cards_in(player: Player, part: Part) -> tuple[Piece, ...]:
    return part_of(player.pile(part.place), part)


def special_in(state: State, player: Player, place: Place, effect: Effect) -> Pile:
    """The specials with this effect that lie there, which are used together (NWO-84); EMPTY if something else does."""
    pile = player.pile(place)
    specials = kind(state.catalog, pile.cards) in (Kind.SPECIAL, Kind.DIVIDENDS)
    return pile if specials and state.catalog.effect(pile.cards[0]) is effect else EMPTY


def specials_with(state: State, seat: Seat, effect: Effect) -> list[Place]:
    """Where the player has specials with this effect."""
    return [place for place, pile in state.player(seat).piles if state.catalog.effect(pile.cards[0]) is effect]
