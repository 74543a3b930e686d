"""What costs no action: putting own cards together, moving and swapping piles (NWO-29, NWO-37, NWO-60 to NWO-64)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import ClassVar

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text, say
from companion.games.new_world_order.actions.base import Decision
from companion.games.new_world_order.actions.pick import (
    LaysCards,
    no_third_on_two,
    obstacle_to,
    one_pile_each,
    only_specials_outside,
    own_slot,
)
from companion.games.new_world_order.names import counted_names, place_name
from companion.games.new_world_order.piles import (
    Kind,
    begun_colour,
    colour_sets_begun,
    complete_colour,
    kind,
    splits,
    without,
)
from companion.games.new_world_order.places import Obstacle, cards_in, clash, keeps_outside, places_for, put, take
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import SlotEvidence
from companion.games.new_world_order.state import EMPTY, Part, Phase, Pile, Place, Player, State, whole_pile

BEFORE_THE_END = (Phase.SETUP, Phase.DEAL, Phase.TURNS)


def _arranging(state: State) -> Iterator[Seat]:
    """Who may arrange his cards now: whose turn it is or was last, and before the first turn everybody (NWO-29)."""
    if state.turn is not None:
        yield state.on_turn
        if state.acted is not None and state.acted.seat != state.on_turn:
            yield state.acted.seat
    elif state.round == 1:
        yield from (seat for seat in state.seats if state.player(seat).starters)


@book.check("NWO-29")
def in_own_turn(state: State, action: Combine | Rearrange) -> Refusal | None:
    if isinstance(action, Rearrange) and _changes_nothing(state, action):
        return None
    preparing = state.phase is Phase.SETUP or (state.phase is Phase.DEAL and state.round == 1)
    going_on = state.acted is not None and state.acted.seat == action.player
    if preparing or going_on or (state.turn is not None and action.player == state.on_turn):
        return None
    return refuse(
        "Own cards are put together in one's own turn only, and it is not the turn of {who}.",
        repair="Lay the cards back into their slots.",
    )


def _specials_in_slots(state: State, player: Player) -> list[tuple[Place, Pile]]:
    return [(place, pile) for place, pile in player.piles if not place.outside and pile.top in state.catalog.specials]


def _moved(evidence: SlotEvidence, seat: Seat) -> Iterator[tuple[Place, list[Part]]]:
    """Where cards came to, and the parts of other own piles of which some may be."""
    gone, parts = evidence.gone_from(seat), evidence.gone_parts(seat)
    for place, cards in evidence.came_to(seat).items():
        yield place, [part for part in parts if part.place != place and gone[part.place] & cards]


# --- putting piles together ---


def _combined_piles(state: State, action: Combine) -> list[tuple[Piece, ...]]:
    return [state.player(action.player).pile(place).cards for place in action.places]


def _combined_names(state: State, action: Combine) -> tuple[Text, ...]:
    return counted_names(state, tuple(chain(*_combined_piles(state, action))))


@book.check("NWO-60")
def belong_together(state: State, action: Combine) -> Refusal | None:
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
def colour_set_kept(state: State, action: Combine) -> bool:
    return _clash(state, action) is not Obstacle.COMPLETE_SET


@book.requires(
    "NWO-61",
    "{cards} make no colour set: it has a single card of each corporation.",
    repair="Lay the cards back into their slots.",
    cards=_combined_names,
)
def single_cards(state: State, action: Combine) -> bool:
    return _clash(state, action) is not Obstacle.TWICE_IN_SET


@book.requires(
    "NWO-35-R",
    "{cards} are not all single: two of them lie together, and they take no third at this table.",
    repair="Lay the cards back into their slots.",
    cards=_combined_names,
)
def no_third_combined(state: State, action: Combine) -> bool:
    together = any(begun_colour(state.catalog, cards) for cards in _combined_piles(state, action))
    return not together or state.choices["thirdOnPair"] == "yes"


def _clash(state: State, action: Combine) -> Obstacle | None:
    """Why the piles cannot lie together: one that is complete is asked first what may join it."""
    first, *others = sorted(_combined_piles(state, action), key=lambda cards: not complete_colour(state.catalog, cards))
    return clash(state.catalog, first, tuple(chain(*others)))


@dataclass(frozen=True, slots=True)
class Combine(Decision):
    """Puts the piles of several own places together in the first of them. No action (NWO-62)."""

    said: ClassVar = say("{who} put {places} together")
    form: ClassVar = "{player}: combine {places}"
    rules: ClassVar = (in_own_turn, belong_together, colour_set_kept, single_cards, no_third_combined)
    phases: ClassVar = BEFORE_THE_END
    title: ClassVar = say("Put piles together")
    icon: ClassVar = "stack"
    places: tuple[Place, ...]

    def apply(self, state: State) -> State:
        player = state.player(self.player)
        piles = [player.pile(place) for place in dict.fromkeys(self.places)]
        cards = tuple(card for pile in piles for card in pile.cards)
        player = take(state, player, *map(Part, self.places))
        player = put(state, player, cards, self.places[0], fresh=any(pile.fresh for pile in piles))
        return state.with_player(self.player, player)

    @staticmethod
    def candidates(state: State) -> Iterator[Combine]:
        for seat in _arranging(state):
            yield from (Combine(seat, places) for places in _combinations(state, state.player(seat)))

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Combine]:
        for seat in sorted(evidence.concerned):
            for place, sources in _moved(evidence, seat):
                whole = [part.place for part in sources] if all(part.whole for part in sources) else []
                if whole and evidence.state.player(seat).pile(place):
                    yield Combine(seat, (place, *whole))
                if len(whole) > 1:
                    yield Combine(seat, tuple(whole))
            yield from _together_unseen(evidence, seat)


def _combinations(state: State, player: Player) -> Iterator[tuple[Place, ...]]:
    """Own single cards of one colour set, begun colour sets with the missing single card, and equal specials."""
    for same_set in colour_sets_begun(state.catalog, player).values():
        for size in (2, 3) if len(same_set) > 1 else ():
            for group in combinations(same_set, size):
                cards = [card for _, have in group for card in have]
                if len(set(cards)) == len(cards) or (size == 2 and len(set(cards)) == 1):
                    yield tuple(place for place, _ in group)
    for (place, pile), (other, joined) in combinations(_specials_in_slots(state, player), 2):
        if kind(state.catalog, tuple(sorted((*pile.cards, *joined.cards)))) is not Kind.MIXED:
            yield place, other


def _together_unseen(evidence: SlotEvidence, seat: Seat) -> Iterator[Combine]:
    """Own piles that belong together, where each of their slots has changed or could not be seen."""
    player = evidence.state.player(seat)
    changed = {*evidence.gone_from(seat), *evidence.came_to(seat), *evidence.new_unread_places(seat)}
    open_to_doubt = [
        (place, pile)
        for place, pile in player.piles
        if not place.outside and (place in changed or evidence.place_unseen(seat, place))
    ]
    for size in (2, 3):
        for group in combinations(open_to_doubt, size):
            places = tuple(place for place, _ in group)
            together = tuple(sorted(card for _, pile in group for card in pile.cards))
            if changed.intersection(places) and kind(evidence.state.catalog, together) is not Kind.MIXED:
                yield from (Combine(seat, (first, *(p for p in places if p != first))) for first in places)


# --- moving a pile ---


@book.check("NWO-38")
def a_pile_moves(state: State, action: Rearrange) -> Refusal | None:
    if not action.laid(state):
        return _nothing_lies_there(action.pile.place)
    if action.place == action.pile.place or (action.place.outside and action.pile.place.outside):
        return refuse(
            "The pile lies in {place} already.", repair="Leave it there.", place=place_name(action.pile.place)
        )
    return None


@book.check("NWO-38")
def two_piles_change_places(state: State, action: Swap) -> Refusal | None:
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
def whole_pile_moves(state: State, action: Rearrange) -> Refusal | None:
    pile = action.lying(state)
    if splits(pile, action.pile) and kind(state.catalog, pile.cards) is not Kind.COLOUR:
        return refuse(
            "{pile} lie in one pile, which is not split.",
            repair="Put the cards back onto their pile.",
            pile=counted_names(state, pile.cards),
        )
    return None


@book.check("NWO-64")
def colour_set_not_broken(state: State, action: Rearrange) -> Refusal | None:
    pile = action.lying(state)
    if splits(pile, action.pile) and complete_colour(state.catalog, pile.cards):
        return refuse(
            "{pile} are a colour set, which is not broken up.",
            repair="Put the card back to its set.",
            pile=counted_names(state, pile.cards),
        )
    return None


@book.check("NWO-64-R")
def colour_pair_not_parted(state: State, action: Rearrange) -> Refusal | None:
    pile = action.lying(state)
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
    pile=lambda state, action: counted_names(state, action.meets(state)),
    cards=lambda state, action: counted_names(state, action.laid(state)),
)
def room_for_what_moves(state: State, action: Rearrange) -> bool:
    return obstacle_to(state, action) not in (Obstacle.OTHER_CARDS, Obstacle.COMPLETE_SET, Obstacle.TWICE_IN_SET)


def _changes_nothing(state: State, action: Rearrange) -> bool:
    """Whether a whole pile goes from one slot into an empty one, which changes nothing that a rule knows."""
    return not action.pile.place.outside and _goes_whole(state, action)


def _goes_whole(state: State, action: Rearrange) -> bool:
    """Whether a whole pile goes into an empty slot."""
    return not action.place.outside and not action.meets(state) and not splits(action.lying(state), action.pile)


@dataclass(frozen=True, slots=True)
class Rearrange(LaysCards):
    """Moves a pile or a part of it to another own place, an empty one or onto what it belongs to. Free."""

    said: ClassVar = say("{who} moved {pile} to {place}")
    form: ClassVar = "{player}: move {pile:part} -> {place}"
    rules: ClassVar = (
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
    )
    phases: ClassVar = BEFORE_THE_END
    title: ClassVar = say("Move a pile")
    icon: ClassVar = "hand-move"
    pile: Part
    place: Place

    def lying(self, state: State) -> Pile:
        """The pile in the place of which cards are moved."""
        return state.player(self.player).pile(self.pile.place)

    def laid(self, state: State) -> tuple[Piece, ...]:
        return cards_in(state.player(self.player), self.pile)

    def holding(self, state: State) -> Player:
        return take(state, state.player(self.player), Part(self.pile.place))

    def lay_together(self, state: State) -> bool:
        return True

    def piles_made(self, state: State) -> Iterator[tuple[tuple[Piece, ...], Place]]:
        if not _goes_whole(state, self):
            yield self.laid(state), self.place
            yield without(self.lying(state).cards, self.laid(state)), self.pile.place

    def apply(self, state: State) -> State:
        player, cards = state.player(self.player), self.laid(state)
        if not cards:
            return state
        player = put(state, take(state, player, self.pile), cards, self.place, fresh=self.lying(state).fresh)
        return state.with_player(self.player, player)

    def about(self, state: State) -> Piece:
        return self.lying(state).top

    @staticmethod
    def candidates(state: State) -> Iterator[Rearrange]:
        for seat in _arranging(state):
            player = state.player(seat)
            if keeps_outside(state, player):
                yield from (Rearrange(seat, part, place) for part, place in _moves_outside(state, player))
            if state.choices["partialColourLocked"] == "no":
                yield from (Rearrange(seat, part, place) for part, place in _taken_apart(state, player))

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Rearrange]:
        for seat in sorted(evidence.concerned):
            for place, sources in _moved(evidence, seat):
                lying = evidence.state.player(seat).pile(place)
                yield from (Rearrange(seat, part, place) for part in sources if not (part.whole and lying))
            if not evidence.came:
                alone = [part for part in evidence.gone_parts(seat) if part.whole or part.place.outside]
                for place in _out_of_sight(evidence, seat):
                    yield from (Rearrange(seat, part, place) for part in alone if part.place != place)


def _moves_outside(state: State, player: Player) -> Iterator[tuple[Part, Place]]:
    """A Globalist's specials out of the slots, and back into one."""
    yield from ((whole_pile(place), player.next_outside) for place, _ in _specials_in_slots(state, player))
    for place, pile in player.piles:
        if place.outside:
            targets = (target for target in places_for(state, player, pile.cards) if not target.outside)
            yield from ((whole_pile(place), target) for target in targets)


def _taken_apart(state: State, player: Player) -> Iterator[tuple[Part, Place]]:
    """A card off two of a colour set, where these are not locked (NWO-64)."""
    for place, pile in player.piles:
        for card in pile.cards if begun_colour(state.catalog, pile.cards) else ():
            yield from ((Part(place, cards=(card,)), target) for target in places_for(state, player, (card,)))


def _out_of_sight(evidence: SlotEvidence, seat: Seat) -> list[Place]:
    """Where a pile may have come to lie unread or unseen."""
    hidden, outside = evidence.hidden_empty(seat), evidence.state.player(seat).next_outside
    places = [*evidence.new_unread_places(seat), *([] if hidden is None else [hidden])]
    return [*places, outside] if evidence.place_unseen(seat, outside) else places


@dataclass(frozen=True, slots=True)
class Swap(Decision):
    """Two own piles change places between their slots, which changes nothing that a rule knows. Free."""

    said: ClassVar = say("{who} swapped {place} and {other}")
    form: ClassVar = "{player}: swap {place} and {other:place}"
    rules: ClassVar = (two_piles_change_places,)
    title: ClassVar = say("Let two piles change places")
    icon: ClassVar = "replace"
    place: Place
    other: Place

    def apply(self, state: State) -> State:
        player = state.player(self.player)
        if self.place.outside or self.other.outside:
            return state
        here, there = self.place.number - 1, self.other.number - 1
        slots = [*player.slots, *(EMPTY,) * (max(here, there) + 1 - len(player.slots))]
        slots[here], slots[there] = slots[there], slots[here]
        return state.with_player(self.player, replace(player, slots=tuple(slots)))

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Swap]:
        for seat in sorted(evidence.concerned):
            gone, came = evidence.gone_from(seat), evidence.came_to(seat)
            for place, sources in _moved(evidence, seat):
                for part in sources if place in gone and evidence.state.player(seat).pile(place) else ():
                    if part.whole and not part.place.outside and (part.place < place or part.place not in came):
                        yield Swap(seat, min(part.place, place), max(part.place, place))
