"""Picking and throwing away cards: checks and effects (NWO-30 to NWO-38, NWO-63, NWO-65, NWO-66)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import say_plural
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.names import card_names, counted_names, place_name
from companion.games.new_world_order.phases import after_action
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    complete_colour,
    kind,
    on_offer,
    own_pile,
    part_of,
    pile_in,
    pile_of,
    slot_count,
    splits,
    without,
)
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_turn import ON_TURN
from companion.games.new_world_order.slots import expected_slot, put, take
from companion.games.new_world_order.state import EMPTY, OUTSIDE, Pile, State

# --- picking ---


@book.check("NWO-30")
def in_the_market(state: State, action: act.Pick) -> Refusal | None:
    offered = on_offer(state, state.player(action.player))
    lacking = tuple(card for card in dict.fromkeys(action.cards) if action.cards.count(card) > offered.count(card))
    if not action.cards:
        return refuse("No card was taken.", repair="Take one, or pass.")
    if nowhere := tuple(card for card in lacking if card not in offered):
        return refuse(
            "The market does not offer {cards}.",
            repair="Put the cards back and take what lies in the market.",
            cards=card_names(state, nowhere),
        )
    for card in lacking:
        return refuse(
            say_plural(
                "The market offers {count} card of {card}, not {taken}.",
                "The market offers {count} cards of {card}, not {taken}.",
                offered.count(card),
                card=card_names(state, (card,)),
                taken=action.cards.count(card),
            ),
            repair="Take no more than lie in the market.",
        )
    return None


@book.check("NWO-85")
def no_immediate(state: State, action: act.Pick) -> Refusal | None:
    if any(state.catalog.immediate(card) for card in action.cards):
        return refuse(
            "{cards} is resolved when dealt and never taken.",
            repair="Put it back.",
            cards=card_names(state, tuple(filter(state.catalog.immediate, action.cards))),
        )
    return None


@book.check("NWO-31")
def identical_or_one_colour(state: State, action: act.Pick) -> Refusal | None:
    cards = action.cards
    if len(set(cards)) > 1 and kind(state.catalog, tuple(sorted(cards))) is not Kind.COLOUR:
        return refuse(
            "{cards} are neither identical nor different cards of one colour set.",
            repair="Keep one kind and put the others back into the market.",
            cards=counted_names(state, cards),
        )
    return None


@book.check("NWO-14")
def own_slot(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    player = state.player(action.player)
    count = slot_count(state, player)
    if action.slot is None or action.slot == OUTSIDE or 1 <= action.slot <= count:
        return None
    if isinstance(action, act.Pick) and expected_slot(state, player, action.cards) > count:
        return None  # has_room says what is really wrong: there is no free slot at all
    return refuse(
        say_plural("{who} has only {count} slot.", "{who} has only {count} slots.", count, who=player.name),
        repair="Lay the cards into one of them.",
    )


@book.check("NWO-103")
def only_specials_outside(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    if action.slot != OUTSIDE:
        return None
    if Ability.OUTSIDE_SPECIALS not in abilities(state, state.player(action.player)):
        return refuse("Only a Globalist keeps specials outside the slots.", repair="Lay the card into a slot.")
    if any(state.catalog.effect(card) is None for card in cards_moved(state, action)):
        return refuse("Only specials lie outside the slots.", repair="Lay the cards into a slot.")
    return None


def cards_moved(state: State, action: act.Pick | act.Rearrange) -> tuple[Piece, ...]:
    """The cards that an action picks or moves."""
    if isinstance(action, act.Pick):
        return action.cards
    return part_of(pile_moved(state, action), action.pile)


def pile_moved(state: State, action: act.Rearrange | act.Discard | act.Drop) -> Pile:
    return pile_of(state, state.player(action.player), action.pile)


@book.check("NWO-32")
def has_room(state: State, action: act.Pick) -> Refusal | None:
    player = state.player(action.player)
    most, expected = slot_count(state, player), expected_slot(state, player, action.cards)
    slot = expected if action.slot is None else action.slot
    # What is expected fits: only another choice can be a wrong one.
    lying = pile_in(state, player, slot) if slot != expected else EMPTY
    misplaced = bool(lying) and slot != OUTSIDE and not _fit_together(state, lying.cards, action.cards)
    if slot > most or (misplaced and expected > most):
        return refuse(
            "{who} has no free slot for {cards}.",
            repair="Put the cards back; free a slot by a purchase or by throwing a pile away.",
            who=player.name,
            cards=counted_names(state, action.cards),
        )
    if misplaced:
        return refuse(
            "{cards} cannot lie on {pile}.",
            repair="Lay the cards into an empty slot, or put them back.",
            cards=counted_names(state, action.cards),
            pile=counted_names(state, lying.cards),
        )
    return None


def _fit_together(state: State, lying: tuple[Piece, ...], cards: tuple[Piece, ...]) -> bool:
    """Whether the cards may lie in one slot, or would but for being one too many of a colour set."""
    together = tuple(sorted((*lying, *cards)))
    return kind(state.catalog, together) is not Kind.MIXED or same_set(state, lying, cards)


def same_set(state: State, *groups: tuple[Piece, ...]) -> bool:
    sets = {state.catalog.set_of(card) for cards in groups for card in cards}
    return len(sets) == 1 and None not in sets


@book.check("NWO-33")
def one_pile_each(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    if action.slot is None or (isinstance(action, act.Rearrange) and goes_whole(state, action)):
        return None
    player = state.player(action.player)
    opened = () if pile_in(state, player, action.slot) else cards_moved(state, action)
    for cards in (opened, _left_behind(state, action)):
        pile = own_pile(player, cards[0]) if kind(state.catalog, cards) is Kind.CORPORATION else None
        if pile is not None and pile != action.slot:
            return refuse(
                "{who} has a pile of {cards} already, in slot {slot}.",
                repair="Lay the cards onto slot {slot}.",
                who=player.name,
                cards=card_names(state, cards),
                slot=pile,
            )
    return None


def _left_behind(state: State, action: act.Pick | act.Rearrange) -> tuple[Piece, ...]:
    """What stays in the slot from which a part is moved."""
    if isinstance(action, act.Pick):
        return ()
    return without(pile_moved(state, action).cards, cards_moved(state, action))


@book.check("NWO-65")
def colour_set_not_full(state: State, action: act.Pick) -> Refusal | None:
    lying = _lying_there(state, action)
    if complete_colour(state.catalog, lying):
        return refuse("That colour set is complete.", repair="Lay the cards into another slot.")
    return None


# A picked card joins an own single one of its colour (NWO-35), two picked ones the single third (NWO-34).
@book.check("NWO-63")
def laid_on_single(state: State, action: act.Pick) -> Refusal | None:
    lying = _lying_there(state, action)
    together = (*lying, *action.cards)
    if lying and 1 < len(set(together)) < len(together) and same_set(state, together):
        return refuse(
            "A colour set has one card of each of its corporations.", repair="Lay the cards into a slot of their own."
        )
    return None


def _lying_there(state: State, action: act.Pick) -> tuple[Piece, ...]:
    """What lies in the slot that was chosen for the cards; nothing if they go where they are expected."""
    return pile_in(state, state.player(action.player), action.slot).cards if action.slot else ()


def goes_whole(state: State, action: act.Rearrange) -> bool:
    """Whether a whole pile goes into an empty slot."""
    if action.slot == OUTSIDE or pile_in(state, state.player(action.player), action.slot):
        return False
    return not splits(pile_moved(state, action), action.pile)


# --- throwing away ---


@book.check("NWO-66")
def throws_a_whole_pile(state: State, action: act.Discard | act.Drop) -> Refusal | None:
    pile = pile_moved(state, action)
    if not pile:
        return refuse(
            "There is nothing to throw away in {place}.",
            repair="Put the cards back.",
            place=place_name(action.pile.slot),
        )
    if splits(pile, action.pile):
        return refuse(
            "{pile} are one set, which is thrown away whole.",
            repair="Put the cards back, or throw the whole pile away.",
            pile=counted_names(state, pile.cards),
        )
    return None


# --- effects ---


def _pick(state: State, action: act.Pick) -> State:
    player = put(state, state.player(action.player), action.cards, action.slot, fresh=True)
    left = without(state.market, action.cards)
    short = len(state.market) - len(left) < len(action.cards)
    reserve = without(state.reserve, without(action.cards, state.market)) if short else state.reserve
    return after_action(state, action.player, player, market=left, reserve=reserve)


def _discard(state: State, action: act.Discard) -> State:
    """Whatever is thrown away is out of the game (NWO-66-R)."""
    return after_action(state, action.player, take(state, state.player(action.player), action.pile))


CHECKS = {
    act.Pick: (
        *ON_TURN,
        in_the_market,
        no_immediate,
        identical_or_one_colour,
        own_slot,
        only_specials_outside,
        has_room,
        one_pile_each,
        colour_set_not_full,
        laid_on_single,
    ),
    act.Discard: (*ON_TURN, throws_a_whole_pile),
}


EFFECTS = {act.Pick: _pick, act.Discard: _discard}
