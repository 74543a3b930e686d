"""Taking cards from the market, and where cards may be laid (NWO-30 to NWO-38, NWO-63, NWO-65)."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby
from typing import ClassVar

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text, say, say_plural
from companion.games.new_world_order.actions.base import ON_TURN, Decision
from companion.games.new_world_order.catalog import Catalog
from companion.games.new_world_order.game_flow import after_action
from companion.games.new_world_order.names import card_names, counted_names, place_name
from companion.games.new_world_order.piles import (
    Kind,
    begun_colour,
    colour_sets_begun,
    kind,
    on_offer,
    own_pile,
    slot_count,
    without,
)
from companion.games.new_world_order.places import (
    Obstacle,
    expected_place,
    keeps_outside,
    obstacle,
    places_for,
    put,
)
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import SlotEvidence, selections, zone_of
from companion.games.new_world_order.state import Place, Player, State

MOST_WAYS = 13


# --- laying cards into a place ---


class LaysCards(Decision):
    """Lays cards into a place, None for where they are expected: from the market, or from another own place."""

    __slots__ = ()
    place: Place | None

    @abstractmethod
    def laid(self, state: State) -> tuple[Piece, ...]:
        """The cards that are laid."""

    def holding(self, state: State) -> Player:
        """The player with the cards in hand."""
        return state.player(self.player)

    def lay_together(self, state: State) -> bool:
        """Whether the cards were one pile before."""
        return False

    def piles_made(self, state: State) -> Iterator[tuple[tuple[Piece, ...], Place]]:
        """Which cards lie apart from others than before, and where."""
        if self.place is not None:
            yield self.laid(state), self.place

    def meets(self, state: State) -> tuple[Piece, ...]:
        """What lies in the place already."""
        return state.player(self.player).pile(self.place).cards if self.place is not None else ()


def obstacle_to(state: State, action: LaysCards) -> Obstacle | None:
    """Why the cards may not lie in the place that was chosen for them."""
    return None if action.place is None else obstacle(state, action.holding(state), action.laid(state), action.place)


@book.check("NWO-103")
def only_specials_outside(state: State, action: LaysCards) -> Refusal | None:
    match obstacle_to(state, action):
        case Obstacle.NO_GLOBALIST:
            return refuse("Only a Globalist keeps specials outside the slots.", repair="Lay the card into a slot.")
        case Obstacle.NO_SPECIALS:
            return refuse("Only specials lie outside the slots.", repair="Lay the cards into a slot.")
        case _:
            return None


@book.check("NWO-14")
def own_slot(state: State, action: LaysCards) -> Refusal | None:
    if obstacle_to(state, action) is Obstacle.NO_SUCH_SLOT:
        player = state.player(action.player)
        count = slot_count(state, player)
        return refuse(
            say_plural("{who} has only {count} slot.", "{who} has only {count} slots.", count, who=player.name),
            repair="Lay the cards into one of them.",
        )
    return None


@book.check("NWO-33")
def one_pile_each(state: State, action: LaysCards) -> Refusal | None:
    player = action.holding(state)
    for cards, place in action.piles_made(state):
        if cards and obstacle(state, player, cards, place) is Obstacle.OWN_PILE:
            return refuse(
                "{who} has a pile of {cards} already, in {place}.",
                repair="Lay the cards onto that pile.",
                who=player.name,
                cards=card_names(state, cards),
                place=place_name(own_pile(player, cards[0]) or place),
            )
    return None


@book.check("NWO-35-R")
def no_third_on_two(state: State, action: LaysCards) -> Refusal | None:
    lying, laid = action.meets(state), action.laid(state)
    pair: tuple[Piece, ...] = ()
    if obstacle_to(state, action) is Obstacle.BEGUN_SET:
        pair = lying
    elif lying and action.lay_together(state) and begun_colour(state.catalog, laid):
        pair = laid if state.choices["thirdOnPair"] == "no" else ()
    if not pair:
        return None
    return refuse(
        "{pair} are two cards of a colour set, which takes no third at this table.",
        repair="Lay the cards back, or into another slot.",
        pair=card_names(state, pair),
    )


# --- picking ---


@book.check("NWO-30")
def in_the_market(state: State, action: Pick) -> Refusal | None:
    offered = on_offer(state, state.player(action.player))
    lacking = tuple(card for card in dict.fromkeys(action.cards) if action.cards.count(card) > offered.count(card))
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
def no_immediate(state: State, action: Pick) -> bool:
    return not any(state.catalog.immediate(card) for card in action.cards)


@book.check("NWO-31")
def identical_or_one_colour(state: State, action: Pick) -> Refusal | None:
    cards = action.cards
    if len(set(cards)) > 1 and kind(state.catalog, tuple(sorted(cards))) is not Kind.COLOUR:
        return refuse(
            "{cards} are neither identical nor different cards of one colour set.",
            repair="Keep one kind and put the others back into the market.",
            cards=counted_names(state, cards),
        )
    return None


@book.check("NWO-32")
def has_room(state: State, action: Pick) -> Refusal | None:
    player = state.player(action.player)
    if not places_for(state, player, action.cards):
        return refuse(
            "{who} has no free slot for {cards}.",
            repair="Put the cards back; free a slot by a purchase or by throwing a pile away.",
            who=player.name,
            cards=counted_names(state, action.cards),
        )
    return None


def _picked_names(state: State, action: Pick) -> tuple[Text, ...]:
    return counted_names(state, action.cards)


def _names_lying_there(state: State, action: Pick) -> tuple[Text, ...]:
    return counted_names(state, action.meets(state))


@book.requires(
    "NWO-32",
    "{cards} cannot lie on {pile}.",
    repair="Lay the cards into an empty slot, or put them back.",
    cards=_picked_names,
    pile=_names_lying_there,
)
def joins_what_it_belongs_to(state: State, action: Pick) -> bool:
    return obstacle_to(state, action) is not Obstacle.OTHER_CARDS


@book.requires(
    "NWO-65",
    "{pile} are a complete colour set, to which nothing is added.",
    repair="Lay the cards into another slot.",
    pile=_names_lying_there,
)
def colour_set_not_full(state: State, action: Pick) -> bool:
    return obstacle_to(state, action) is not Obstacle.COMPLETE_SET


# A picked card joins an own single one of its colour (NWO-35), two picked ones the single third (NWO-34).
@book.requires(
    "NWO-63",
    "{cards} cannot join {pile}: a colour set has one card of each corporation.",
    repair="Lay the cards into a slot of their own.",
    cards=_picked_names,
    pile=_names_lying_there,
)
def laid_on_single(state: State, action: Pick) -> bool:
    return obstacle_to(state, action) is not Obstacle.TWICE_IN_SET


# --- what may have been picked ---


@lru_cache(maxsize=4096)
def _with_several_places(
    catalog: Catalog, offered: tuple[Piece, ...], begun: tuple[str, ...], *, specials: bool
) -> tuple[tuple[Piece, ...], ...]:
    """The picks whose cards might lie elsewhere too: with a begun colour set, or with other specials or apart."""
    sets = _sets_offered(catalog, offered)
    of_a_set = [cards for name in begun for size in (1, 2) for cards in combinations(sets.get(name, ()), size)]
    alone = [card for card in dict.fromkeys(offered) if specials and card in catalog.specials]
    return (*of_a_set, *((card,) * count for card in alone for count in range(1, offered.count(card) + 1)))


@lru_cache(maxsize=4096)
def _plain_picks(catalog: Catalog, seat: Seat, offered: tuple[Piece, ...]) -> list[Pick]:
    """The picks whose cards go where they are expected."""
    equal = ((card, len(tuple(copies))) for card, copies in groupby(offered))
    found = [_pick(seat, (card,) * count) for card, most in equal for count in range(1, most + 1)]
    for different in _sets_offered(catalog, offered).values():
        found += [_pick(seat, cards) for size in (2, 3) for cards in combinations(different, size)]
    return found


@lru_cache(maxsize=4096)
def _sets_offered(catalog: Catalog, offered: tuple[Piece, ...]) -> dict[str, tuple[Piece, ...]]:
    """The different cards of each colour set that are offered, sorted."""
    sets: dict[str, tuple[Piece, ...]] = {}
    for card in dict.fromkeys(offered):
        name = catalog.set_of(card)
        if name is not None:
            sets[name] = (*sets.get(name, ()), card)
    return sets


# --- picks read off the table ---


def _taken(evidence: SlotEvidence, seat: Seat, place: Place) -> list[tuple[Piece, ...]]:
    """The cards that may have come from the market to this place: the readable ones, and each guess at the others."""
    offered = Counter(on_offer(evidence.state, evidence.state.player(seat)))
    moved: Counter[Piece] = Counter()
    for other, cards in evidence.gone_from(seat).items():
        if evidence.missing(zone_of(seat, other)):
            moved += cards
    came = evidence.came_to(seat).get(place, Counter())
    readable = tuple(sorted(((came - moved) & offered).elements()))
    count = evidence.new_unread_places(seat).get(place, 0)
    if not count:
        return [readable] if readable else []
    pool = evidence.offered_gone & offered if evidence.market_seen else offered - Counter(readable)
    ways = [tuple(sorted((*readable, *cards))) for cards in selections(pool, min(count, 4))]
    fitting = [cards for cards in ways if kind(evidence.state.catalog, cards) is not Kind.MIXED]
    return (fitting or ways)[:MOST_WAYS]


def _left_the_market(evidence: SlotEvidence) -> list[tuple[Piece, ...]]:
    """The cards that left the market and have not been seen since, as picks."""
    count = evidence.missing("market") + evidence.missing("reserve")
    ways = selections(evidence.offered_gone, count) if 0 < count <= 4 else [tuple(evidence.offered_gone.elements())]
    whole = [cards for cards in ways if cards and kind(evidence.state.catalog, cards) is not Kind.MIXED]
    if whole or not count:
        return whole[:MOST_WAYS]
    return [(card,) * number for card, number in sorted(evidence.offered_gone.items())]


def _unseen_places(evidence: SlotEvidence, seat: Seat, cards: tuple[Piece, ...]) -> list[Place | None]:
    """Where the cards may lie unseen: where they are expected, and in the hidden places where they may lie."""
    state, player = evidence.state, evidence.state.player(seat)
    expected, *others = places_for(state, player, cards) or [expected_place(state, player, cards)]
    hidden = evidence.hidden_empty(seat)
    opens = obstacle(state, player, cards, hidden) is None if hidden is not None else False
    places: list[Place | None] = [None]
    if hidden is not None and opens and expected != hidden and kind(state.catalog, cards) is not Kind.CORPORATION:
        places.append(hidden)  # specials may lie apart from their equals, and inside the slots
    elif not evidence.place_unseen(seat, expected) and not player.pile(expected):
        places = [hidden]
    return [*places, *(place for place in others if player.pile(place) and evidence.place_unseen(seat, place))]


@dataclass(frozen=True, slots=True)
class Pick(LaysCards):
    """Takes cards from the market. `place` None: the first of `places_for`, where they are expected."""

    form: ClassVar = "{player}: take {cards}[ -> {place}]"
    rules: ClassVar = (
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
    )
    title: ClassVar = say("Take from the market")
    icon: ClassVar = "hand-grab"
    cards: tuple[Piece, ...]
    place: Place | None = None

    def laid(self, state: State) -> tuple[Piece, ...]:
        return self.cards

    def apply(self, state: State) -> State:
        player = put(state, state.player(self.player), self.cards, self.place, fresh=True)
        left = without(state.market, self.cards)
        reserve = without(state.reserve, without(self.cards, state.market))
        return after_action(state, self.player, player, market=left, reserve=reserve)

    @property
    def said(self) -> Text:
        return say("{who} took {cards}") if self.place is None else say("{who} took {cards} into {place}")

    @staticmethod
    def candidates(state: State) -> list[Pick]:
        seat, player = state.on_turn, state.player(state.on_turn)
        offered, begun = on_offer(state, player), colour_sets_begun(state.catalog, player)
        found = [*_plain_picks(state.catalog, seat, offered)]
        held = (pile.cards[0] in state.catalog.specials for _, pile in player.piles)
        specials = keeps_outside(state, player) or any(held)
        for cards in _with_several_places(state.catalog, offered, tuple(begun), specials=specials):
            found += [_pick(seat, cards, place) for place in places_for(state, player, cards)[1:]]
        return found

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Pick]:
        for seat in evidence.acting:
            came, unread = evidence.came_to(seat), evidence.new_unread_places(seat)
            for place in sorted({*came, *unread}):
                yield from (Pick(seat, cards, place) for cards in _taken(evidence, seat, place))
            if seat == evidence.state.on_turn and not evidence.unread_in_slots and not came:
                for cards in _left_the_market(evidence):
                    yield from (Pick(seat, cards, place) for place in _unseen_places(evidence, seat, cards))


# The same few thousand actions come up again and again, and looking one up is quicker than making it.
_pick = lru_cache(maxsize=1 << 15)(Pick)
