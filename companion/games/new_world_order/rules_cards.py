"""Checks of picking, combining, moving and throwing away cards (NWO-30 to NWO-38, NWO-60 to NWO-66)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.apply import expected_slot
from companion.games.new_world_order.catalog import Ability
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
from companion.games.new_world_order.settings import book, ruling
from companion.games.new_world_order.state import EMPTY, OUTSIDE, Phase, State


def names(state: State, cards: tuple[Piece, ...]) -> tuple[Text, ...]:
    found = (state.catalog.named(card) for card in dict.fromkeys(cards))
    return tuple(named.name for named in found if named is not None)


# --- picking ---


@book.rule("NWO-30")
def in_the_market(state: State, action: act.Pick) -> Refusal | None:
    """Cards are picked from the market, as many as lie there of the wanted kind."""
    offered = on_offer(state, state.player(action.player))
    lacking = tuple(card for card in dict.fromkeys(action.cards) if action.cards.count(card) > offered.count(card))
    if not action.cards:
        return refuse("No card was taken.", repair="Take one, or pass.")
    if lacking:
        return refuse(
            "The market does not offer {cards}.",
            repair="Put the cards back and take what lies in the market.",
            cards=names(state, lacking),
        )
    return None


@book.rule("NWO-85")
def no_immediate(state: State, action: act.Pick) -> Refusal | None:
    """Blackmail and Cut the Losses are never taken."""
    if any(state.catalog.immediate(card) for card in action.cards):
        return refuse("This card is resolved when dealt and never taken.", repair="Put it back.")
    return None


@book.rule("NWO-31", page=6)
def identical_or_one_colour(state: State, action: act.Pick) -> Refusal | None:
    """One pick takes any number of identical cards, or two or three different corporations of one colour set."""
    cards = action.cards
    if len(set(cards)) > 1 and kind(state.catalog, tuple(sorted(cards))) is not Kind.COLOUR:
        return refuse(
            "{cards} are neither identical nor different cards of one colour set.",
            repair="Keep one kind and put the others back into the market.",
            cards=names(state, cards),
        )
    return None


@book.rule("NWO-14")
def own_slot(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    """A player has 7 slots with two or three players, 5 with four or five; the Banker has one more."""
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


@book.rule("NWO-103")
def only_specials_outside(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    """A Globalist keeps special cards outside the slots; nobody else does, and nothing else lies there."""
    if action.slot != OUTSIDE:
        return None
    if Ability.OUTSIDE_SPECIALS not in abilities(state, state.player(action.player)):
        return refuse("Only a Globalist keeps specials outside the slots.", repair="Lay the card into a slot.")
    if any(state.catalog.effect(card) is None for card in _meant(state, action)):
        return refuse("Only specials lie outside the slots.", repair="Lay the cards into a slot.")
    return None


def _meant(state: State, action: act.Pick | act.Rearrange) -> tuple[Piece, ...]:
    """The cards that an action picks or moves."""
    if isinstance(action, act.Pick):
        return action.cards
    return part_of(pile_in(state, state.player(action.player), action.pile.slot), action.pile)


def _no_such_slot(count: int) -> Refusal:
    return refuse("There are only {count} slots.", repair="Lay the cards into one of the {count} slots.", count=count)


@book.rule("NWO-32")
def has_room(state: State, action: act.Pick) -> Refusal | None:
    """Picked cards go onto the own pile of that corporation or into an empty slot."""
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


def _fit_together(state: State, lying: tuple[Piece, ...], cards: tuple[Piece, ...]) -> bool:
    """Whether the cards may lie in one slot, or would but for being one too many of a colour set."""
    together = tuple(sorted((*lying, *cards)))
    return kind(state.catalog, together) is not Kind.MIXED or _same_set(state, lying, cards)


def _same_set(state: State, *groups: tuple[Piece, ...]) -> bool:
    sets = {state.catalog.set_of(card) for cards in groups for card in cards}
    return len(sets) == 1 and None not in sets


@ruling.rule("NWO-33")
def one_pile_each(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    """A second pile of the same corporation is not opened, by what comes into a slot or by what stays in one."""
    if action.slot is None or (isinstance(action, act.Rearrange) and _changes_places(action)):
        return None
    player = state.player(action.player)
    opened = () if pile_in(state, player, action.slot) else _meant(state, action)
    for cards in (opened, _left_behind(state, action)):
        pile = own_pile(player, cards[0]) if kind(state.catalog, cards) is Kind.CORPORATION else None
        if pile is not None and pile != action.slot:
            return refuse(
                "{who} has a pile of {cards} already, in slot {slot}.",
                repair="Lay the cards onto slot {slot}.",
                who=player.name,
                cards=names(state, cards),
                slot=pile,
            )
    return None


def _left_behind(state: State, action: act.Pick | act.Rearrange) -> tuple[Piece, ...]:
    """What stays in the slot from which a part is moved."""
    if isinstance(action, act.Pick):
        return ()
    return without(pile_in(state, state.player(action.player), action.pile.slot).cards, _meant(state, action))


@book.rule("NWO-65")
def colour_set_not_full(state: State, action: act.Pick) -> Refusal | None:
    """No card is added to a complete colour set."""
    lying = _lying_there(state, action)
    if complete_colour(state.catalog, lying):
        return refuse("That colour set is complete.", repair="Lay the cards into another slot.")
    return None


# A picked card joins an own single one of its colour (NWO-35), two picked ones the single third (NWO-34).
@book.rule("NWO-63")
def laid_on_single(state: State, action: act.Pick) -> Refusal | None:
    """A pile of two or more equal cards is not part of a colour set."""
    lying = _lying_there(state, action)
    together = (*lying, *action.cards)
    if lying and 1 < len(set(together)) < len(together) and _same_set(state, together):
        return refuse(
            "A colour set has one card of each of its corporations.",
            repair="Lay the cards into a slot of their own.",
        )
    return None


def _lying_there(state: State, action: act.Pick) -> tuple[Piece, ...]:
    """What lies in the slot that was chosen for the cards; nothing if they go where they are expected."""
    return pile_in(state, state.player(action.player), action.slot).cards if action.slot else ()


# --- free moves ---


@ruling.rule("NWO-29")
def in_own_turn(state: State, action: act.Combine | act.Rearrange) -> Refusal | None:
    """Piles are put together in one's own turn, before or after the action, or before the game begins."""
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
def room_for_what_moves(state: State, action: act.Rearrange) -> Refusal | None:
    """What is taken off an incomplete colour set, or from outside the slots, joins its equals or an empty slot."""
    if _changes_places(action) or action.slot == OUTSIDE:
        return None
    lying = pile_in(state, state.player(action.player), action.slot).cards
    cards = _meant(state, action)
    together = kind(state.catalog, tuple(sorted((*lying, *cards))))
    if lying and set(lying) != set(cards) and together is not Kind.DIVIDENDS:
        return refuse("That slot holds other cards.", repair="Lay the card into an empty slot.")
    return None


def _changes_places(action: act.Rearrange) -> bool:
    """Whether whole piles change places between slots, which changes nothing that a rule knows."""
    return action.pile.whole and OUTSIDE not in (action.slot, action.pile.slot)


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
