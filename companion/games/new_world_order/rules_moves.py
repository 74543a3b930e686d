"""What costs no action: putting own cards together, moving and swapping piles (NWO-29, NWO-37, NWO-60 to NWO-64)."""

from __future__ import annotations

from itertools import chain

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.names import counted_names, place_name
from companion.games.new_world_order.piles import Kind, begun_colour, complete_colour, kind, splits
from companion.games.new_world_order.places import Obstacle, clash, put, take
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_cards import (
    cards_moved,
    goes_whole,
    no_third_on_two,
    obstacle_to,
    one_pile_each,
    only_specials_outside,
    own_slot,
    pile_moved,
)
from companion.games.new_world_order.stages import Phase
from companion.games.new_world_order.state import EMPTY, Place, State


@book.check("NWO-29")
def in_own_turn(state: State, action: act.Combine | act.Rearrange) -> Refusal | None:
    if isinstance(action, act.Rearrange) and _changes_nothing(state, action):
        return None
    preparing = state.phase is Phase.SETUP or (state.phase is Phase.DEAL and state.round == 1)
    going_on = state.acted is not None and state.acted.seat == action.player
    if preparing or going_on or (state.turn is not None and action.player == state.on_turn):
        return None
    return refuse(
        "Own cards are put together in one's own turn only, and it is not the turn of {who}.",
        repair="Lay the cards back into their slots.",
    )


def _combined_piles(state: State, action: act.Combine) -> list[tuple[Piece, ...]]:
    return [state.player(action.player).pile(place).cards for place in action.places]


def _combined_names(state: State, action: act.Combine) -> tuple[Text, ...]:
    return counted_names(state, tuple(chain(*_combined_piles(state, action))))


@book.check("NWO-60")
def belong_together(state: State, action: act.Combine) -> Refusal | None:
    piles = _combined_piles(state, action)
    if len(set(action.places)) < 2 or not all(piles):
        return refuse("There are not two piles there to put together.", repair="Lay the cards back into their slots.")
    if _clash(state, action) is Obstacle.OTHER_CARDS:
        return refuse(
            "{cards} do not belong together.",
            repair="Lay the cards back into their slots.",
            cards=_combined_names(state, action),
        )
    return None


@book.requires(
    "NWO-64",
    "A complete colour set is among {cards}, and it stays as it is.",
    repair="Lay the cards back into their slots.",
    cards=_combined_names,
)
def colour_set_kept(state: State, action: act.Combine) -> bool:
    return _clash(state, action) is not Obstacle.COMPLETE_SET


@book.requires(
    "NWO-61",
    "{cards} make no colour set: it has a single card of each corporation.",
    repair="Lay the cards back into their slots.",
    cards=_combined_names,
)
def single_cards(state: State, action: act.Combine) -> bool:
    return _clash(state, action) is not Obstacle.TWICE_IN_SET


@book.requires(
    "NWO-35-R",
    "{cards} are not all single: two of them lie together, and they take no third at this table.",
    repair="Lay the cards back into their slots.",
    cards=_combined_names,
)
def no_third_combined(state: State, action: act.Combine) -> bool:
    together = any(begun_colour(state.catalog, cards) for cards in _combined_piles(state, action))
    return not together or state.choices["thirdOnPair"] == "yes"


def _clash(state: State, action: act.Combine) -> Obstacle | None:
    """Why the piles cannot lie together: one that is complete is asked first what may join it."""
    first, *others = sorted(_combined_piles(state, action), key=lambda cards: not complete_colour(state.catalog, cards))
    return clash(state.catalog, first, tuple(chain(*others)))


@book.check("NWO-38")
def a_pile_moves(state: State, action: act.Rearrange) -> Refusal | None:
    if not cards_moved(state, action):
        return _nothing_lies_there(action.pile.place)
    if action.place == action.pile.place or (action.place.outside and action.pile.place.outside):
        return refuse(
            "The pile lies in {place} already.", repair="Leave it there.", place=place_name(action.pile.place)
        )
    return None


@book.check("NWO-38")
def two_piles_change_places(state: State, action: act.Swap) -> Refusal | None:
    for place in (action.place, action.other):
        if place.outside:
            return refuse("Only piles in slots change places.", repair="Move the cards instead.")
        if not state.player(action.player).pile(place):
            return _nothing_lies_there(place)
    if action.place == action.other:
        return refuse("A pile does not change places with itself.", repair="Choose two piles.")
    return None


def _nothing_lies_there(place: Place) -> Refusal:
    return refuse(
        "There is nothing to move in {place}.", repair="Leave the cards where they lie.", place=place_name(place)
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
        return refuse(
            "{pile} are a colour set, which is not broken up.",
            repair="Put the card back to its set.",
            pile=counted_names(state, pile.cards),
        )
    return None


@book.check("NWO-64-R")
def colour_pair_not_parted(state: State, action: act.Rearrange) -> Refusal | None:
    pile = pile_moved(state, action)
    if splits(pile, action.pile) and state.choices["partialColourLocked"] == "yes":
        return refuse(
            "{pile} are two cards of a colour set, which stay together.",
            repair="Put the card back to the other one.",
            pile=counted_names(state, pile.cards),
        )
    return None


@book.requires(
    "NWO-37-R",
    "Slot {slot} holds {pile}, to which {cards} cannot be laid.",
    repair="Lay the cards back, or into an empty slot.",
    slot=lambda _, action: action.place.number,
    pile=lambda state, action: counted_names(state, state.player(action.player).pile(action.place).cards),
    cards=lambda state, action: counted_names(state, cards_moved(state, action)),
)
def room_for_what_moves(state: State, action: act.Rearrange) -> bool:
    return obstacle_to(state, action) not in (Obstacle.OTHER_CARDS, Obstacle.COMPLETE_SET, Obstacle.TWICE_IN_SET)


def _changes_nothing(state: State, action: act.Rearrange) -> bool:
    """Whether a whole pile goes from one slot into an empty one, which changes nothing that a rule knows."""
    return not action.pile.place.outside and goes_whole(state, action)


# --- effects ---


def _combine(state: State, action: act.Combine) -> State:
    player = state.player(action.player)
    piles = [player.pile(place) for place in dict.fromkeys(action.places)]
    cards = tuple(card for pile in piles for card in pile.cards)
    player = take(state, player, *map(act.Part, action.places))
    player = put(state, player, cards, action.places[0], fresh=any(pile.fresh for pile in piles))
    return state.with_player(action.player, player)


def _rearrange(state: State, action: act.Rearrange) -> State:
    player, cards = state.player(action.player), cards_moved(state, action)
    if not cards:
        return state
    player = put(state, take(state, player, action.pile), cards, action.place, fresh=pile_moved(state, action).fresh)
    return state.with_player(action.player, player)


def _swap(state: State, action: act.Swap) -> State:
    player = state.player(action.player)
    if action.place.outside or action.other.outside:
        return state
    here, there = action.place.number - 1, action.other.number - 1
    slots = [*player.slots, *(EMPTY,) * (max(here, there) + 1 - len(player.slots))]
    slots[here], slots[there] = slots[there], slots[here]
    return state.with_player(action.player, replace(player, slots=tuple(slots)))


CHECKS = {
    act.Combine: (in_own_turn, belong_together, colour_set_kept, single_cards, no_third_combined),
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
        no_third_on_two,
        one_pile_each,
    ),
}


EFFECTS = {act.Combine: _combine, act.Rearrange: _rearrange, act.Swap: _swap}
