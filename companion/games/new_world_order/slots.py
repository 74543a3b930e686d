"""What comes into a player's slots and out of them. Checks nothing: an overruled action makes sensible piles too."""

from __future__ import annotations

from companion.core.table import Piece
from companion.games.new_world_order.actions import Part
from companion.games.new_world_order.catalog import Ability, Effect
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    first_empty,
    kind,
    laid_outside,
    numbered,
    own_pile,
    part_of,
    pile_of,
    slot_count,
    special_in,
    without,
)
from companion.games.new_world_order.state import EMPTY, OUTSIDE, Pile, Player, State, evolve


def put(state: State, player: Player, cards: tuple[Piece, ...], slot: int | None, *, fresh: bool = False) -> Player:
    """The player with more cards in a slot; None for where they would be expected. Earns triangles (NWO-67)."""
    if slot is None:
        slot = expected_slot(state, player, cards)
    if slot == OUTSIDE:
        return _put_outside(state, player, cards, fresh=fresh)
    slots = [*player.slots, *(EMPTY,) * (slot - len(player.slots))]
    pile = slots[slot - 1]
    special = fresh and any(state.catalog.effect(card) is not None for card in cards)
    slots[slot - 1] = joined = Pile(tuple(sorted((*pile.cards, *cards))), fresh=pile.fresh or special)
    if _earns_triangle(state, player, joined):
        return evolve(player, slots=tuple(slots), triangles=(*player.triangles, joined.cards[0]))
    return evolve(player, slots=tuple(slots))


def expected_slot(state: State, player: Player, cards: tuple[Piece, ...]) -> int:
    """Where cards go if nothing else is said: the own pile of the same, OUTSIDE, the first empty slot.

    Without an empty one, onto what they belong to; if that does not lie there either, into one slot too many.
    """
    pile_kind = kind(state.catalog, cards)
    if pile_kind in (Kind.SPECIAL, Kind.DIVIDENDS) and Ability.OUTSIDE_SPECIALS in abilities(state, player):
        return OUTSIDE
    pile = own_pile(player, cards[0]) if pile_kind is Kind.CORPORATION else None
    if pile_kind is Kind.DIVIDENDS:
        pile = next((slot for slot, lying in numbered(player) if kind(state.catalog, lying.cards) is pile_kind), None)
    empty = first_empty(state, player)
    if pile is None and empty is None:
        pile = _joined(state, player, cards)
    return pile or empty or max(len(player.slots), slot_count(state, player)) + 1


def _joined(state: State, player: Player, cards: tuple[Piece, ...]) -> int | None:
    """The first slot with cards that these belong to: equal ones, or single ones of their colour (NWO-34, NWO-35)."""
    for slot, pile in numbered(player):
        if slot <= slot_count(state, player):
            together = tuple(sorted((*pile.cards, *cards)))
            if kind(state.catalog, together) is not Kind.MIXED:
                return slot
    return None


def _put_outside(state: State, player: Player, cards: tuple[Piece, ...], *, fresh: bool) -> Player:
    return evolve(player, outside=laid_outside(state, (*player.outside, *(Pile((card,), fresh) for card in cards))))


def _earns_triangle(state: State, player: Player, pile: Pile) -> bool:
    """Each starting corporation earns one triangle, for good and however its cards came (NWO-67, NWO-68)."""
    card = pile.cards[0] if kind(state.catalog, pile.cards) is Kind.CORPORATION else None
    if card is None or card not in player.starters or card in player.triangles:
        return False
    return len(pile) > state.catalog.corporations[card].size.full


def take(state: State, player: Player, part: Part) -> Player:
    """The player without these cards."""
    if part.slot == OUTSIDE:
        pile = pile_of(state, player, part)
        rest = without(pile.cards, part_of(pile, part))
        return evolve(player, outside=_replaced(player.outside, pile, Pile(rest, pile.fresh)))
    if part.slot > len(player.slots):
        return player
    slots = list(player.slots)
    pile = slots[part.slot - 1]
    rest = without(pile.cards, part_of(pile, part))
    slots[part.slot - 1] = Pile(rest, pile.fresh) if rest else EMPTY
    return evolve(player, slots=tuple(slots))


def _replaced(piles: tuple[Pile, ...], pile: Pile, rest: Pile) -> tuple[Pile, ...]:
    if pile not in piles:
        return piles
    index = piles.index(pile)
    return (*piles[:index], *((rest,) if rest else ()), *piles[index + 1 :])


def cards_in(state: State, player: Player, part: Part) -> tuple[Piece, ...]:
    return part_of(pile_of(state, player, part), part)


def spend_special(state: State, player: Player, slot: int, effect: Effect) -> tuple[Player, Pile]:
    """The player without the specials of a place: equal ones are used together (NWO-84)."""
    pile = special_in(state, player, slot, effect)
    if slot == OUTSIDE:
        return evolve(player, outside=_replaced(player.outside, pile, EMPTY)), pile
    return take(state, player, Part(slot)), pile
