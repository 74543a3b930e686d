"""Dealing, and setting aside what is resolved at once (NWO-20, NWO-39, NWO-85, NWO-87)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import ClassVar, Protocol

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text, say, say_plural
from companion.games.new_world_order.actions.base import Chance
from companion.games.new_world_order.catalog import Catalog, Effect
from companion.games.new_world_order.game_flow import after_deal, cards_lacking, market_target
from companion.games.new_world_order.names import card_names, counted_names, piece_name
from companion.games.new_world_order.piles import without
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import NONE, SlotEvidence
from companion.games.new_world_order.state import Deal, Phase, State, less_unseen


def all_seen(state: State, card: Piece, count: int = 1) -> Refusal | None:
    """The refusal of more copies than nobody has seen yet."""
    if state.unseen_of(card) >= count:
        return None
    return refuse(
        say_plural(
            "There is {count} card of {card}, and it has been seen.",
            "There are {count} cards of {card}, and all have been seen.",
            state.catalog.cards[card],
            card=card_names(state, (card,)),
        ),
        repair="Check the label, and what was read before.",
    )


@book.requires("NWO-87", "The deck is empty: nothing more is dealt.", repair="Put the card back where it was.")
def deck_not_empty(state: State, action: Dealt) -> bool:
    return state.deck >= len(action.cards)


@book.requires("NWO-20", "The market is full.", repair="Put the card back on the deck.")
def market_lacks_cards(state: State, action: Dealt) -> bool:
    return cards_lacking(state) >= max(1, len(action.cards) - len(_immediate(state, action)))


@book.requires("NWO-39", "No cards are dealt now.", repair="Put the card back on the deck.")
def no_refill_during_a_round(state: State, action: Dealt) -> bool:
    return state.phase is Phase.DEAL


@book.check("NWO-17")
def copies_left(state: State, action: Dealt) -> Refusal | None:
    refusals = (all_seen(state, card, count) for card, count in Counter(action.cards).items())
    return next(filter(None, refusals), None)


@book.requires(
    "NWO-85-R2",
    "What was resolved is replaced by a corporation card, not by {cards}.",
    repair="Shuffle it back into the deck, and deal on until a corporation card comes.",
    cards=lambda state, action: card_names(
        state, tuple(card for card in action.cards if card in state.catalog.specials)
    ),
)
def replaced_by_a_corporation_card(state: State, action: Dealt) -> bool:
    # With as few cards left as there are specials nobody has seen, the deck may have no corporation card any more.
    specials = sum(state.unseen_of(card) for card in state.catalog.specials)
    ordinary = len(action.cards) - len(_immediate(state, action))
    return state.deck <= specials or _owed_after(state, action) <= max(0, cards_lacking(state) - ordinary)


def _immediate(state: State, action: Dealt) -> tuple[Piece, ...]:
    return tuple(filter(state.catalog.immediate, action.cards))


def _owed_after(state: State, action: Dealt) -> int:
    """How many of the next cards have to be corporation cards once these lie there (setting replacement)."""
    if state.choices["replacement"] != "corporation" or not isinstance(state.stage, Deal):
        return 0
    came = sum(card in state.catalog.corporations for card in action.cards)
    return max(0, state.stage.owed + len(_immediate(state, action)) - came)


@dataclass(frozen=True, slots=True)
class Dealt(Chance):
    """Cards were turned up from the deck into the market (NWO-12, NWO-20).

    Several are a handful of which nobody saw in which order they came (NWO-85-R).
    """

    form: ClassVar = "deal {cards}"
    rules: ClassVar = (
        no_refill_during_a_round,
        copies_left,
        deck_not_empty,
        market_lacks_cards,
        replaced_by_a_corporation_card,
    )
    phases: ClassVar = (Phase.DEAL,)
    words: ClassVar = {
        "card": lambda state, action: piece_name(state, action.cards[0]),
        "cards": lambda state, action: counted_names(state, action.cards),
    }
    title: ClassVar = say("Deal a card")
    icon: ClassVar = "cards"
    cards: tuple[Piece, ...]

    def apply(self, state: State) -> State:
        """The cards lie open, in the market or in the reserve; in a round all the same, if people say so."""
        deal, cards = state.stage, self.cards
        if isinstance(deal, Deal):
            handful = tuple(sorted(_immediate(state, self)))
            cards = without(cards, handful)
            opened = (*deal.open, handful) if handful else deal.open
            state = replace(state, stage=Deal(True, opened, deal.dropped, _owed_after(state, self)))
        for card in self.cards:
            state = replace(state, unseen=less_unseen(state, card))
        for card in cards:
            state = _laid_out(state, card)
        return after_deal(state)

    @property
    def said(self) -> Text:
        return say("{card} was dealt") if len(self.cards) == 1 else say("{cards} were dealt")

    @staticmethod
    def candidates(state: State) -> Iterator[Dealt]:
        return compress(_dealings(state.catalog), state.unseen)

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Dealt]:
        """Card by card, but in one handful those that are resolved at once: who sees them together sees no order."""
        catalog = evidence.state.catalog
        came = evidence.came.get("market", Counter()) + evidence.came.get("reserve", Counter())
        yield from (Dealt((card,)) for card in came if card in catalog.cards and not catalog.immediate(card))
        if handful := tuple(sorted(card for card in came.elements() if catalog.immediate(card))):
            yield Dealt(handful)


@lru_cache(maxsize=4)
def _dealings(catalog: Catalog) -> tuple[Dealt, ...]:
    """Every card dealt, in the order of `State.unseen`."""
    return tuple(Dealt((card,)) for card in catalog.cards)


def _laid_out(state: State, card: Piece) -> State:
    if state.choices["royaltyMarket"] != "twoReserved" or len(state.market) < market_target(state):
        return replace(state, market=tuple(sorted((*state.market, card))))
    return replace(state, reserve=tuple(sorted((*state.reserve, card))))


@book.requires(
    "NWO-85",
    "{card} is not being resolved.",
    repair="Put it back where it was.",
    card=lambda state, action: card_names(state, (action.card,)),
)
def lying_open(state: State, action: SetAside) -> bool:
    return action.card in state.open


@book.check("NWO-85-R")
def set_aside_in_order(state: State, action: SetAside) -> Refusal | None:
    return dealt_before(state, action.card)


def dealt_before(state: State, card: Piece) -> Refusal | None:
    """The refusal of a special that lies open before those that were dealt earlier are resolved."""
    if card in state.due or card not in state.open:
        return None
    return refuse(
        "{first} was dealt before {card}.",
        repair="Resolve {first} first, and set it aside.",
        first=card_names(state, state.due[:1]),
        card=card_names(state, (card,)),
    )


@dataclass(frozen=True, slots=True)
class SetAside(Chance):
    """An immediate special was taken off the table: nobody uses it, or nobody uses it further (NWO-85)."""

    said: ClassVar = say("{card} was put aside")
    form: ClassVar = "set aside {card}"
    rules: ClassVar = (lying_open, set_aside_in_order)
    phases: ClassVar = (Phase.DEAL,)
    title: ClassVar = say("Set a card aside")
    card: Piece

    def apply(self, state: State) -> State:
        """What was dropped, was for Cut the Losses."""
        deal = state.stage
        if not isinstance(deal, Deal):
            return state
        dropped = () if state.catalog.effect(self.card) is Effect.CUT_LOSSES else deal.dropped
        return after_deal(replace(state, stage=replace(deal, open=_without(deal.open, self.card), dropped=dropped)))

    @staticmethod
    def candidates(state: State) -> list[SetAside]:
        return [SetAside(card) for card in dict.fromkeys(state.due)]

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[SetAside]:
        for card in dict.fromkeys(evidence.state.open):
            gone = card in evidence.gone.get("market", NONE) and evidence.missing("market")
            if gone and not any(evidence.gone_parts(seat) for seat in evidence.concerned):
                # With something gone from a slot the card was used: whoever set it aside first would hide that.
                yield SetAside(card)


def _without(handfuls: tuple[tuple[Piece, ...], ...], card: Piece) -> tuple[tuple[Piece, ...], ...]:
    """The handfuls less one such card, of the earliest that has one."""
    for index, handful in enumerate(handfuls):
        if card in handful:
            left = without(handful, (card,))
            return (*handfuls[:index], *((left,) if left else ()), *handfuls[index + 1 :])
    return handfuls


# --- what is resolved when it is dealt ---


class Resolves(Protocol):
    """An action with which an immediate special of this effect is resolved."""

    effect: ClassVar[Effect]


@book.check("NWO-85-R")
def resolved_in_order(state: State, action: Resolves) -> Refusal | None:
    card = state.open_with(action.effect)
    return None if card is None else dealt_before(state, card)
