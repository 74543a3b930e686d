"""Picking and throwing away cards: checks and effects (NWO-30 to NWO-38, NWO-63, NWO-65, NWO-66)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text, say_plural
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.names import card_names, counted_names, place_name
from companion.games.new_world_order.phases import after_action
from companion.games.new_world_order.piles import (
    Kind,
    begun_colour,
    kind,
    on_offer,
    own_pile,
    slot_count,
    splits,
    without,
)
from companion.games.new_world_order.places import Obstacle, cards_in, obstacle, places_for, put, take
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.rules_turn import ON_TURN
from companion.games.new_world_order.state import Pile, Player, State

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


@book.requires(
    "NWO-85",
    "{cards} is resolved when dealt and never taken.",
    repair="Put it back.",
    cards=lambda state, action: card_names(state, tuple(filter(state.catalog.immediate, action.cards))),
)
def no_immediate(state: State, action: act.Pick) -> bool:
    return not any(state.catalog.immediate(card) for card in action.cards)


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


def cards_moved(state: State, action: act.Pick | act.Rearrange) -> tuple[Piece, ...]:
    """The cards that an action picks or moves."""
    if isinstance(action, act.Pick):
        return action.cards
    return cards_in(state.player(action.player), action.pile)


def pile_moved(state: State, action: act.Rearrange | act.Discard | act.Drop) -> Pile:
    return state.player(action.player).pile(action.pile.place)


def obstacle_to(state: State, action: act.Pick | act.Rearrange) -> Obstacle | None:
    """Why the cards may not lie in the place that was chosen for them."""
    if action.place is None:
        return None
    return obstacle(state, _before_laying(state, action), cards_moved(state, action), action.place)


def _before_laying(state: State, action: act.Pick | act.Rearrange) -> Player:
    """The player with the cards in hand, and all of the pile that they are moved from."""
    player = state.player(action.player)
    return player if isinstance(action, act.Pick) else take(state, player, act.Part(action.pile.place))


@book.check("NWO-103")
def only_specials_outside(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    match obstacle_to(state, action):
        case Obstacle.NO_GLOBALIST:
            return refuse("Only a Globalist keeps specials outside the slots.", repair="Lay the card into a slot.")
        case Obstacle.NO_SPECIALS:
            return refuse("Only specials lie outside the slots.", repair="Lay the cards into a slot.")
        case _:
            return None


@book.check("NWO-32")
def has_room(state: State, action: act.Pick) -> Refusal | None:
    player = state.player(action.player)
    if not places_for(state, player, action.cards):
        return refuse(
            "{who} has no free slot for {cards}.",
            repair="Put the cards back; free a slot by a purchase or by throwing a pile away.",
            who=player.name,
            cards=counted_names(state, action.cards),
        )
    return None


@book.check("NWO-14")
def own_slot(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    if obstacle_to(state, action) is Obstacle.NO_SUCH_SLOT:
        player = state.player(action.player)
        count = slot_count(state, player)
        return refuse(
            say_plural("{who} has only {count} slot.", "{who} has only {count} slots.", count, who=player.name),
            repair="Lay the cards into one of them.",
        )
    return None


def _picked_names(state: State, action: act.Pick) -> tuple[Text, ...]:
    return counted_names(state, action.cards)


def _names_lying_there(state: State, action: act.Pick) -> tuple[Text, ...]:
    there = state.player(action.player).pile(action.place).cards if action.place is not None else ()
    return counted_names(state, there)


@book.requires(
    "NWO-32",
    "{cards} cannot lie on {pile}.",
    repair="Lay the cards into an empty slot, or put them back.",
    cards=_picked_names,
    pile=_names_lying_there,
)
def joins_what_it_belongs_to(state: State, action: act.Pick) -> bool:
    return obstacle_to(state, action) is not Obstacle.OTHER_CARDS


@book.check("NWO-33")
def one_pile_each(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    if action.place is None or (isinstance(action, act.Rearrange) and goes_whole(state, action)):
        return None
    player = _before_laying(state, action)
    laid = [(cards_moved(state, action), action.place)]
    if isinstance(action, act.Rearrange):
        laid.append((without(pile_moved(state, action).cards, laid[0][0]), action.pile.place))
    for cards, place in laid:
        if cards and obstacle(state, player, cards, place) is Obstacle.OWN_PILE:
            return refuse(
                "{who} has a pile of {cards} already, in {place}.",
                repair="Lay the cards onto that pile.",
                who=player.name,
                cards=card_names(state, cards),
                place=place_name(own_pile(player, cards[0]) or place),
            )
    return None


@book.requires(
    "NWO-65",
    "{pile} are a complete colour set, to which nothing is added.",
    repair="Lay the cards into another slot.",
    pile=_names_lying_there,
)
def colour_set_not_full(state: State, action: act.Pick) -> bool:
    return obstacle_to(state, action) is not Obstacle.COMPLETE_SET


@book.check("NWO-35-R")
def no_third_on_two(state: State, action: act.Pick | act.Rearrange) -> Refusal | None:
    lying = state.player(action.player).pile(action.place).cards if action.place is not None else ()
    moved = cards_moved(state, action)
    if obstacle_to(state, action) is Obstacle.BEGUN_SET:
        return _lies_as_two(state, lying)
    if isinstance(action, act.Rearrange) and lying and begun_colour(state.catalog, moved):
        return _lies_as_two(state, moved) if state.choices["thirdOnPair"] == "no" else None
    return None


def _lies_as_two(state: State, pair: tuple[Piece, ...]) -> Refusal:
    return refuse(
        "{pair} are two cards of a colour set, which takes no third at this table.",
        repair="Lay the cards back, or into another slot.",
        pair=card_names(state, pair),
    )


# A picked card joins an own single one of its colour (NWO-35), two picked ones the single third (NWO-34).
@book.requires(
    "NWO-63",
    "{cards} cannot join {pile}: a colour set has one card of each corporation.",
    repair="Lay the cards into a slot of their own.",
    cards=_picked_names,
    pile=_names_lying_there,
)
def laid_on_single(state: State, action: act.Pick) -> bool:
    return obstacle_to(state, action) is not Obstacle.TWICE_IN_SET


def goes_whole(state: State, action: act.Rearrange) -> bool:
    """Whether a whole pile goes into an empty slot."""
    if action.place.outside or state.player(action.player).pile(action.place):
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
            place=place_name(action.pile.place),
        )
    if splits(pile, action.pile):
        return refuse(
            "A set is thrown away whole, and here it is {pile}.",
            repair="Put the cards back, or throw the whole pile away.",
            pile=counted_names(state, pile.cards),
        )
    return None


# --- effects ---


def _pick(state: State, action: act.Pick) -> State:
    player = put(state, state.player(action.player), action.cards, action.place, fresh=True)
    left = without(state.market, action.cards)
    reserve = without(state.reserve, without(action.cards, state.market))
    return after_action(state, action.player, player, market=left, reserve=reserve)


def _discard(state: State, action: act.Discard) -> State:
    """Whatever is thrown away is out of the game (NWO-66-R)."""
    return after_action(state, action.player, take(state, state.player(action.player), action.pile))


CHECKS = {
    act.Pick: (
        *ON_TURN,
        no_immediate,
        in_the_market,
        identical_or_one_colour,
        only_specials_outside,
        has_room,
        own_slot,
        joins_what_it_belongs_to,
        one_pile_each,
        colour_set_not_full,
        no_third_on_two,
        laid_on_single,
    ),
    act.Discard: (*ON_TURN, throws_a_whole_pile),
}


EFFECTS = {act.Pick: _pick, act.Discard: _discard}
