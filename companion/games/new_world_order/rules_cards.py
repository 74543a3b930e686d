"""Picking, combining, moving and throwing away cards: checks and effects (NWO-30 to NWO-38, NWO-60 to NWO-66)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text, say_plural
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.phases import after_action
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    complete_colour,
    first_empty,
    kind,
    on_offer,
    own_pile,
    part_of,
    pile_in,
    slot_count,
    splits,
    without,
)
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_turn import ON_TURN
from companion.games.new_world_order.slots import expected_slot, put, take
from companion.games.new_world_order.state import EMPTY, OUTSIDE, Phase, State, evolve


def card_names(state: State, cards: tuple[Piece, ...]) -> tuple[Text, ...]:
    found = (state.catalog.named(card) for card in dict.fromkeys(cards))
    return tuple(named.name for named in found if named is not None)


# --- picking ---


@book.check("NWO-30")
def in_the_market(state: State, action: act.Pick) -> Refusal | None:
    offered = on_offer(state, state.player(action.player))
    lacking = tuple(card for card in dict.fromkeys(action.cards) if action.cards.count(card) > offered.count(card))
    if not action.cards:
        return refuse("No card was taken.", repair="Take one, or pass.")
    if lacking:
        return refuse(
            "The market does not offer {cards}.",
            repair="Put the cards back and take what lies in the market.",
            cards=card_names(state, lacking),
        )
    return None


@book.check("NWO-85")
def no_immediate(state: State, action: act.Pick) -> Refusal | None:
    if any(state.catalog.immediate(card) for card in action.cards):
        return refuse("This card is resolved when dealt and never taken.", repair="Put it back.")
    return None


@book.check("NWO-31")
def identical_or_one_colour(state: State, action: act.Pick) -> Refusal | None:
    cards = action.cards
    if len(set(cards)) > 1 and kind(state.catalog, tuple(sorted(cards))) is not Kind.COLOUR:
        return refuse(
            "{cards} are neither identical nor different cards of one colour set.",
            repair="Keep one kind and put the others back into the market.",
            cards=card_names(state, cards),
        )
    return None


@book.check("NWO-14")
def own_slot(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    slot = action.slot
    if slot is None:
        return None
    player = state.player(action.player)
    count = slot_count(state, player)
    if slot == OUTSIDE:
        return None  # the next check
    if 1 <= slot <= count:
        return None
    if first_empty(state, player) is None:
        # The next check says what is really wrong: there is no free slot at all.
        return None if isinstance(action, act.Pick) else _no_such_slot(count)
    return _no_such_slot(count)


@book.check("NWO-103")
def only_specials_outside(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    if action.slot != OUTSIDE:
        return None
    if Ability.OUTSIDE_SPECIALS not in abilities(state, state.player(action.player)):
        return refuse("Only a Globalist keeps specials outside the slots.", repair="Lay the card into a slot.")
    if any(state.catalog.effect(card) is None for card in _cards_moved(state, action)):
        return refuse("Only specials lie outside the slots.", repair="Lay the cards into a slot.")
    return None


def _cards_moved(state: State, action: act.Pick | act.Rearrange) -> tuple[Piece, ...]:
    """The cards that an action picks or moves."""
    if isinstance(action, act.Pick):
        return action.cards
    return part_of(pile_in(state, state.player(action.player), action.pile.slot), action.pile)


def _no_such_slot(count: int) -> Refusal:
    return refuse(
        say_plural("There is only {count} slot.", "There are only {count} slots.", count),
        repair="Lay the cards into one of them.",
    )


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
            cards=card_names(state, action.cards),
        )
    if misplaced:
        return refuse(
            "{cards} cannot lie on {pile}.",
            repair="Lay the cards into an empty slot, or put them back.",
            cards=card_names(state, action.cards),
            pile=card_names(state, lying.cards),
        )
    return None


def _fit_together(state: State, lying: tuple[Piece, ...], cards: tuple[Piece, ...]) -> bool:
    """Whether the cards may lie in one slot, or would but for being one too many of a colour set."""
    together = tuple(sorted((*lying, *cards)))
    return kind(state.catalog, together) is not Kind.MIXED or _same_set(state, lying, cards)


def _same_set(state: State, *groups: tuple[Piece, ...]) -> bool:
    sets = {state.catalog.set_of(card) for cards in groups for card in cards}
    return len(sets) == 1 and None not in sets


@book.check("NWO-33")
def one_pile_each(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    if action.slot is None or (isinstance(action, act.Rearrange) and _changes_places(action)):
        return None
    player = state.player(action.player)
    opened = () if pile_in(state, player, action.slot) else _cards_moved(state, action)
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
    return without(pile_in(state, state.player(action.player), action.pile.slot).cards, _cards_moved(state, action))


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
    if lying and 1 < len(set(together)) < len(together) and _same_set(state, together):
        return refuse(
            "A colour set has one card of each of its corporations.", repair="Lay the cards into a slot of their own."
        )
    return None


def _lying_there(state: State, action: act.Pick) -> tuple[Piece, ...]:
    """What lies in the slot that was chosen for the cards; nothing if they go where they are expected."""
    return pile_in(state, state.player(action.player), action.slot).cards if action.slot else ()


# --- free moves ---


@book.check("NWO-29")
def in_own_turn(state: State, action: act.Combine | act.Rearrange) -> Refusal | None:
    if isinstance(action, act.Rearrange) and _changes_places(action):
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
        return refuse("There are not two piles to put together.", repair="Lay the cards back into their slots.")
    together = tuple(sorted(card for cards in piles for card in cards))
    if kind(state.catalog, together) is Kind.MIXED and not _same_set(state, together):
        return refuse(
            "{cards} do not belong together.",
            repair="Lay the cards back into their slots.",
            cards=card_names(state, together),
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
            "Only single cards make a colour set, one of each corporation.",
            repair="Lay the cards back into their slots.",
        )
    return None


@book.check("NWO-63")
def whole_pile_moves(state: State, action: act.Rearrange) -> Refusal | None:
    pile = pile_in(state, state.player(action.player), action.pile.slot)
    if not pile:
        return refuse("There is nothing to move in that slot.", repair="Put the cards back.")
    if splits(pile, action.pile) and kind(state.catalog, pile.cards) is not Kind.COLOUR:
        return refuse("A pile is not split.", repair="Put the cards back onto their pile.")
    return None


@book.check("NWO-64")
def colour_set_not_broken(state: State, action: act.Rearrange) -> Refusal | None:
    pile = pile_in(state, state.player(action.player), action.pile.slot)
    if splits(pile, action.pile) and complete_colour(state.catalog, pile.cards):
        return refuse("A colour set is not broken.", repair="Put the card back to its set.")
    return None


@book.check("NWO-64-R")
def colour_pair_not_parted(state: State, action: act.Rearrange) -> Refusal | None:
    pile = pile_in(state, state.player(action.player), action.pile.slot)
    if splits(pile, action.pile) and state.choices["partialColourLocked"] == "yes":
        return refuse("Two cards of a colour set stay together.", repair="Put the card back to the other one.")
    return None


@book.check("NWO-37-R")
def room_for_what_moves(state: State, action: act.Rearrange) -> Refusal | None:
    if _changes_places(action) or action.slot == OUTSIDE:
        return None
    lying = pile_in(state, state.player(action.player), action.slot).cards
    cards = _cards_moved(state, action)
    together = kind(state.catalog, tuple(sorted((*lying, *cards))))
    if lying and set(lying) != set(cards) and together is not Kind.DIVIDENDS:
        return refuse("That slot holds other cards.", repair="Lay the card into an empty slot.")
    return None


def _changes_places(action: act.Rearrange) -> bool:
    """Whether whole piles change places between slots, which changes nothing that a rule knows."""
    return action.pile.whole and OUTSIDE not in (action.slot, action.pile.slot)


# --- throwing away ---


@book.check("NWO-66")
def throws_a_whole_pile(state: State, action: act.Discard | act.Drop) -> Refusal | None:
    pile = pile_in(state, state.player(action.player), action.pile.slot)
    if not pile:
        return refuse("There is nothing to throw away in that slot.", repair="Put the cards back.")
    if splits(pile, action.pile):
        return refuse(
            "A set is thrown away whole, not in part.", repair="Put the cards back, or throw the whole pile away."
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
    pile = pile_in(state, player, action.pile.slot)
    if not action.pile.whole or OUTSIDE in (action.slot, action.pile.slot):
        cards = part_of(pile, action.pile)
        player = put(state, take(state, player, action.pile), cards, action.slot, fresh=pile.fresh)
        return state.with_player(action.player, player)
    reach = max(action.slot, action.pile.slot)
    slots = [*player.slots, *(EMPTY,) * (reach - len(player.slots))]
    here, there = action.pile.slot - 1, action.slot - 1
    slots[here], slots[there] = slots[there], slots[here]
    return state.with_player(action.player, evolve(player, slots=tuple(slots)))


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
    act.Combine: (in_own_turn, belong_together, colour_set_kept, single_cards),
    act.Rearrange: (
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


EFFECTS = {act.Pick: _pick, act.Discard: _discard, act.Combine: _combine, act.Rearrange: _rearrange}
