"""Checks of picking, combining, moving and throwing away cards (NWO-30 to NWO-38, NWO-60 to NWO-66)."""

from __future__ import annotations

from collections import Counter

from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.apply import expected_slot
from companion.games.new_world_order.catalog import Ability, Effect
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    complete_colour,
    first_empty,
    kind,
    on_offer,
    own_pile,
    pile_in,
    slot_count,
    splits,
)
from companion.games.new_world_order.settings import book, ruling
from companion.games.new_world_order.state import OUTSIDE, Phase, State


def names(state: State, cards: tuple[Piece, ...]) -> tuple[Text, ...]:
    found = (state.catalog.named(card) for card in dict.fromkeys(cards))
    return tuple(named.name for named in found if named is not None)


# --- picking ---


@book.rule("NWO-30")
def in_the_market(state: State, action: act.Pick) -> Refusal | None:
    """Cards are picked from the market, as many as lie there of the wanted kind."""
    offered = Counter(on_offer(state, state.player(action.player)))
    lacking = Counter(action.cards) - offered
    if lacking or not action.cards:
        return refuse(
            "The market does not offer {cards}.",
            repair="Put the cards back and take what lies in the market.",
            cards=names(state, tuple(lacking)),
        )
    return None


@book.rule("NWO-85")
def no_immediate(state: State, action: act.Pick) -> Refusal | None:
    """Blackmail and Cut the Losses are never taken."""
    effects = {state.catalog.effect(card) for card in action.cards}
    if effects & {Effect.BLACKMAIL, Effect.CUT_LOSSES}:
        return refuse("This card is resolved when dealt and never taken.", repair="Put it back.")
    return None


@book.rule("NWO-31", page=6)
def identical_or_one_colour(state: State, action: act.Pick) -> Refusal | None:
    """One pick takes any number of identical cards, or two or three different corporations of one colour set."""
    cards = tuple(sorted(action.cards))
    if len(set(cards)) > 1 and kind(state.catalog, cards) is not Kind.COLOUR:
        return refuse(
            "{cards} are neither identical nor different cards of one colour set.",
            repair="Keep one kind and put the others back into the market.",
            cards=names(state, cards),
        )
    return None


@book.rule("NWO-14")
def own_slot(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    """A player has 7 slots with two or three players, 5 with four or five; the Banker has one more."""
    player = state.player(action.player)
    count = slot_count(state, player)
    slot = action.slot
    if slot == OUTSIDE:
        if Ability.OUTSIDE_SPECIALS in abilities(state, player):
            return None
        return refuse("Only a Globalist keeps specials outside the slots.", repair="Lay the card into a slot.")
    if slot is None or 1 <= slot <= count:
        return None
    if first_empty(state, player) is None:
        # The next check says what is really wrong: there is no free slot at all.
        return None if isinstance(action, act.Pick) else _no_such_slot(count)
    return _no_such_slot(count)


def _no_such_slot(count: int) -> Refusal:
    return refuse("There are only {count} slots.", repair="Lay the cards into one of the {count} slots.", count=count)


@book.rule("NWO-32")
def has_room(state: State, action: act.Pick) -> Refusal | None:
    """Picked cards go onto the own pile of that corporation or into an empty slot."""
    player = state.player(action.player)
    expected = expected_slot(state, player, tuple(sorted(action.cards)))
    slot = expected if action.slot is None else action.slot
    lying = pile_in(state, player, slot)
    mixed = lying and kind(state.catalog, tuple(sorted((*lying.cards, *action.cards)))) is Kind.MIXED
    misplaced = mixed and slot != OUTSIDE and not _same_set(state, lying.cards, action.cards)
    if slot > slot_count(state, player) or (misplaced and expected > slot_count(state, player)):
        return refuse(
            "{who} has no free slot for {cards}.",
            repair="Put the cards back; free a slot by a purchase or by throwing a pile away.",
            who=player.name,
            cards=names(state, action.cards),
        )
    if misplaced:
        return refuse(
            "{cards} cannot lie on {pile}.",
            repair="Lay the cards into an empty slot, or put them back.",
            cards=names(state, action.cards),
            pile=names(state, lying.cards),
        )
    return None


def _same_set(state: State, *groups: tuple[Piece, ...]) -> bool:
    sets = {state.catalog.set_of(card) for cards in groups for card in cards}
    return len(sets) == 1 and None not in sets


@ruling.rule("NWO-33")
def one_pile_each(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    """A second pile of the same corporation is not opened."""
    player = state.player(action.player)
    cards = action.cards if isinstance(action, act.Pick) else action.pile.cards
    if action.slot is None or not cards or kind(state.catalog, tuple(cards)) is not Kind.CORPORATION:
        return None
    pile = own_pile(player, cards[0])
    if pile is None or pile == action.slot or pile_in(state, player, action.slot):
        return None
    return refuse(
        "{who} has a pile of {cards} already, in slot {slot}.",
        repair="Lay the cards onto slot {slot}.",
        who=player.name,
        cards=names(state, tuple(cards)),
        slot=pile,
    )


@book.rule("NWO-65")
def colour_set_not_full(state: State, action: act.Pick) -> Refusal | None:
    """No card is added to a complete colour set."""
    lying = pile_in(state, state.player(action.player), action.slot or 0).cards if action.slot else ()
    if complete_colour(state.catalog, lying):
        return refuse("That colour set is complete.", repair="Lay the cards into another slot.")
    return None


# A picked card joins an own single one of its colour (NWO-35), two picked ones the single third (NWO-34).
@book.rule("NWO-63")
def laid_on_single(state: State, action: act.Pick) -> Refusal | None:
    """A pile of two or more equal cards is not part of a colour set."""
    lying = pile_in(state, state.player(action.player), action.slot or 0).cards if action.slot else ()
    together = tuple(sorted((*lying, *action.cards)))
    if lying and _same_set(state, lying, action.cards) and len(set(together)) > 1:
        most = max(Counter(together).values())
        if most > 1:
            return refuse(
                "A colour set has one card of each of its corporations.",
                repair="Lay the cards into a slot of their own.",
            )
    return None


# --- free moves ---


@ruling.rule("NWO-29")
def in_own_turn(state: State, action: act.Combine) -> Refusal | None:
    """Piles are put together in one's own turn, before or after the action, or before the game begins."""
    preparing = state.phase is Phase.SETUP or (state.phase is Phase.DEAL and state.round == 1)
    if preparing or (state.turning and action.player in {state.on_turn, state.last}):
        return None
    return refuse(
        "{who} puts cards together in the own turn only.",
        repair="Lay the cards back into their slots.",
        who=state.player(action.player).name,
    )


@book.rule("NWO-60", page=6)
def belong_together(state: State, action: act.Combine) -> Refusal | None:
    """The three corporations of one colour form a colour set; specials join their equals."""
    player = state.player(action.player)
    piles = [pile_in(state, player, slot).cards for slot in action.slots]
    if len(set(action.slots)) < 2 or not all(piles):
        return refuse("There are not two piles to put together.", repair="Lay the cards back into their slots.")
    together = tuple(sorted(card for cards in piles for card in cards))
    if kind(state.catalog, together) is Kind.MIXED and not _same_set(state, together):
        return refuse(
            "{cards} do not belong together.",
            repair="Lay the cards back into their slots.",
            cards=names(state, together),
        )
    return None


@book.rule("NWO-64")
def colour_set_kept(state: State, action: act.Combine) -> Refusal | None:
    """Cards of a colour set serve no other set, and two begun colour sets are not joined."""
    player = state.player(action.player)
    piles = [pile_in(state, player, slot).cards for slot in action.slots]
    colours = [cards for cards in piles if kind(state.catalog, cards) is Kind.COLOUR]
    if any(complete_colour(state.catalog, cards) for cards in colours) or len(colours) > 1:
        return refuse("A colour set stays as it is.", repair="Lay the cards back into their slots.")
    return None


@book.rule("NWO-61", page=6)
def single_cards(state: State, action: act.Combine) -> Refusal | None:
    """Only single cards are put together into a colour set, one of each corporation."""
    player = state.player(action.player)
    together = tuple(sorted(card for slot in action.slots for card in pile_in(state, player, slot).cards))
    if kind(state.catalog, together) is Kind.MIXED:
        return refuse(
            "Only single cards make a colour set, one of each corporation.",
            repair="Lay the cards back into their slots.",
        )
    return None


@book.rule("NWO-63")
def whole_pile_moves(state: State, action: act.Rearrange) -> Refusal | None:
    """A pile is not split to feed another slot."""
    pile = pile_in(state, state.player(action.player), action.pile.slot)
    if not pile:
        return refuse("There is nothing to move in that slot.", repair="Put the cards back.")
    if splits(pile, action.pile) and kind(state.catalog, pile.cards) is not Kind.COLOUR:
        return refuse("A pile is not split.", repair="Put the cards back onto their pile.")
    return None


@ruling.rule("NWO-64")
def colour_pile_not_broken(state: State, action: act.Rearrange) -> Refusal | None:
    """Two cards of a colour set in one slot stay together, as a complete set does (setting partialColourLocked)."""
    pile = pile_in(state, state.player(action.player), action.pile.slot)
    loose = state.settings.partial_colour_locked == "no" and not complete_colour(state.catalog, pile.cards)
    if splits(pile, action.pile) and not loose:
        return refuse("A colour set is not broken.", repair="Put the card back to its set.")
    return None


@ruling.rule("NWO-37")
def room_for_the_part(state: State, action: act.Rearrange) -> Refusal | None:
    """A card taken off an incomplete colour set goes to its corporation's pile or into an empty slot."""
    if action.pile.whole and action.slot != OUTSIDE:
        return None
    lying = pile_in(state, state.player(action.player), action.slot).cards
    cards = pile_in(state, state.player(action.player), action.pile.slot).cards
    if action.slot == OUTSIDE:
        specials = all(state.catalog.effect(card) is not None for card in cards)
        return None if specials else refuse("Only specials lie outside the slots.", repair="Put the cards back.")
    if lying and set(lying) != set(action.pile.cards):
        return refuse("That slot holds other cards.", repair="Lay the card into an empty slot.")
    return None


# --- throwing away ---


@book.rule("NWO-66")
def throws_a_whole_pile(state: State, action: act.Discard | act.Drop) -> Refusal | None:
    """One single card or one whole set is thrown away, to free its slot."""
    pile = pile_in(state, state.player(action.player), action.pile.slot)
    if not pile:
        return refuse("There is nothing to throw away in that slot.", repair="Put the cards back.")
    if splits(pile, action.pile):
        return refuse(
            "A set is thrown away whole, not in part.",
            repair="Put the cards back, or throw the whole pile away.",
        )
    return None
