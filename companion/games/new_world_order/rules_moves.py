"""What costs no action: putting own cards together, moving and swapping piles (NWO-29, NWO-37, NWO-60 to NWO-64)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.names import counted_names, place_name
from companion.games.new_world_order.piles import Kind, complete_colour, kind, part_of, pile_in, splits
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_cards import (
    cards_moved,
    goes_whole,
    one_pile_each,
    only_specials_outside,
    own_slot,
    pile_moved,
    same_set,
)
from companion.games.new_world_order.slots import put, take
from companion.games.new_world_order.state import EMPTY, OUTSIDE, Phase, State, evolve


@book.check("NWO-29")
def in_own_turn(state: State, action: act.Combine | act.Rearrange) -> Refusal | None:
    if isinstance(action, act.Rearrange) and _changes_nothing(state, action):
        return None
    preparing = state.phase is Phase.SETUP or (state.phase is Phase.DEAL and state.round == 1)
    if preparing or (state.turning and action.player in {state.on_turn, state.last}):
        return None
    return refuse(
        "{who} puts cards together in the own turn only.",
        repair="Lay the cards back into their slots.",
        who=state.player(action.player).name,
    )


@book.check("NWO-60")
def belong_together(state: State, action: act.Combine) -> Refusal | None:
    player = state.player(action.player)
    piles = [pile_in(state, player, slot).cards for slot in action.slots]
    if len(set(action.slots)) < 2 or not all(piles):
        return refuse("There are not two piles there to put together.", repair="Lay the cards back into their slots.")
    together = tuple(sorted(card for cards in piles for card in cards))
    if kind(state.catalog, together) is Kind.MIXED and not same_set(state, together):
        return refuse(
            "{cards} do not belong together.",
            repair="Lay the cards back into their slots.",
            cards=counted_names(state, together),
        )
    return None


@book.check("NWO-64")
def colour_set_kept(state: State, action: act.Combine) -> Refusal | None:
    player = state.player(action.player)
    piles = [pile_in(state, player, slot).cards for slot in action.slots]
    if any(complete_colour(state.catalog, cards) for cards in piles):
        return refuse("A colour set stays as it is.", repair="Lay the cards back into their slots.")
    return None


@book.check("NWO-61")
def single_cards(state: State, action: act.Combine) -> Refusal | None:
    player = state.player(action.player)
    together = tuple(sorted(card for slot in action.slots for card in pile_in(state, player, slot).cards))
    if kind(state.catalog, together) is Kind.MIXED:
        return refuse(
            "{cards} make no colour set: it has a single card of each corporation.",
            repair="Lay the cards back into their slots.",
            cards=counted_names(state, together),
        )
    return None


@book.check("NWO-38")
def a_pile_moves(state: State, action: act.Rearrange) -> Refusal | None:
    if not cards_moved(state, action):
        return _nothing_lies_there(action.pile.slot)
    if action.slot == action.pile.slot:
        return refuse("The pile lies in {place} already.", repair="Leave it there.", place=place_name(action.slot))
    return None


@book.check("NWO-38")
def two_piles_change_places(state: State, action: act.Swap) -> Refusal | None:
    player = state.player(action.player)
    for slot in (action.slot, action.other):
        if slot == OUTSIDE:
            return refuse("Only piles in slots change places.", repair="Move the cards instead.")
        if not pile_in(state, player, slot):
            return _nothing_lies_there(slot)
    if action.slot == action.other:
        return refuse("A pile does not change places with itself.", repair="Name two slots.")
    return None


def _nothing_lies_there(slot: int) -> Refusal:
    return refuse(
        "There is nothing to move in {place}.", repair="Leave the cards where they lie.", place=place_name(slot)
    )


@book.check("NWO-63")
def whole_pile_moves(state: State, action: act.Rearrange) -> Refusal | None:
    pile = pile_moved(state, action)
    if splits(pile, action.pile) and kind(state.catalog, pile.cards) is not Kind.COLOUR:
        return refuse(
            "{pile} lie in one pile, which is not split.",
            repair="Put the cards back onto their pile.",
            pile=counted_names(state, pile.cards),
        )
    return None


@book.check("NWO-64")
def colour_set_not_broken(state: State, action: act.Rearrange) -> Refusal | None:
    pile = pile_moved(state, action)
    if splits(pile, action.pile) and complete_colour(state.catalog, pile.cards):
        return refuse("A colour set is not broken.", repair="Put the card back to its set.")
    return None


@book.check("NWO-64-R")
def colour_pair_not_parted(state: State, action: act.Rearrange) -> Refusal | None:
    pile = pile_moved(state, action)
    if splits(pile, action.pile) and state.choices["partialColourLocked"] == "yes":
        return refuse("Two cards of a colour set stay together.", repair="Put the card back to the other one.")
    return None


@book.check("NWO-37-R")
def room_for_what_moves(state: State, action: act.Rearrange) -> Refusal | None:
    lying = pile_in(state, state.player(action.player), action.slot).cards
    together = tuple(sorted((*lying, *cards_moved(state, action))))
    if action.slot != OUTSIDE and kind(state.catalog, together) is Kind.MIXED:
        return refuse(
            "Slot {slot} holds {pile}, to which {cards} cannot be laid.",
            repair="Lay the cards into an empty slot.",
            slot=action.slot,
            pile=counted_names(state, lying),
            cards=counted_names(state, cards_moved(state, action)),
        )
    return None


def _changes_nothing(state: State, action: act.Rearrange) -> bool:
    """Whether a whole pile goes from one slot into an empty one, which changes nothing that a rule knows."""
    return action.pile.slot != OUTSIDE and goes_whole(state, action)


# --- effects ---


def _combine(state: State, action: act.Combine) -> State:
    player = state.player(action.player)
    piles = [pile_in(state, player, slot) for slot in action.slots]
    for slot in action.slots:
        player = take(state, player, act.Part(slot))
    cards = tuple(card for pile in piles for card in pile.cards)
    player = put(state, player, cards, action.slots[0], fresh=any(pile.fresh for pile in piles))
    return state.with_player(action.player, player)


def _rearrange(state: State, action: act.Rearrange) -> State:
    player = state.player(action.player)
    pile = pile_moved(state, action)
    cards = part_of(pile, action.pile)
    if not cards:
        return state
    player = put(state, take(state, player, action.pile), cards, action.slot, fresh=pile.fresh)
    return state.with_player(action.player, player)


def _swap(state: State, action: act.Swap) -> State:
    player = state.player(action.player)
    if OUTSIDE in (action.slot, action.other):
        return state
    reach = max(action.slot, action.other)
    slots = [*player.slots, *(EMPTY,) * (reach - len(player.slots))]
    here, there = action.slot - 1, action.other - 1
    slots[here], slots[there] = slots[there], slots[here]
    return state.with_player(action.player, evolve(player, slots=tuple(slots)))


CHECKS = {
    act.Combine: (in_own_turn, belong_together, colour_set_kept, single_cards),
    act.Swap: (two_piles_change_places,),
    act.Rearrange: (
        a_pile_moves,
        whole_pile_moves,
        own_slot,
        only_specials_outside,
        colour_set_not_broken,
        colour_pair_not_parted,
        in_own_turn,
        room_for_what_moves,
        one_pile_each,
    ),
}


EFFECTS = {act.Combine: _combine, act.Rearrange: _rearrange, act.Swap: _swap}
