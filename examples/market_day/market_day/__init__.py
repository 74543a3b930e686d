"""Market Day, a game with open cards and a market, made for this example.

Five cards lie open in the market (MD-1). On his turn a player takes one into his basket (MD-3), sells all cards of a
kind (MD-4), or throws one away out of a full basket (MD-5). What was sold is worth points (MD-6), many at once more
(MD-7); the game is over when the market cannot be filled any more (MD-8).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.choices import Choices
from companion.core.declared.actions import Chance, Decision
from companion.core.declared.game import DeclaredGame, Kind
from companion.core.declared.mat import Mat, Spread
from companion.core.declared.state import TableState, counted
from companion.core.game import Outcome, Seat
from companion.core.rules import Refusal, Rulebook, Score, ScoreLine, refuse
from companion.core.table import Piece, PieceShape
from companion.core.text import Text, say, say_plural

OPEN, BASKET = 5, 5
BONUS = (0, 0, 0, 3, 6, 10)
"""By how many are sold together."""

MARKET, WASTE = "market", "waste"

PIECES = {
    "apple": Kind(say("Apple"), 8, "1", icon="circle-dot", tint="#C8463C"),
    "bean": Kind(say("Bean"), 7, "2", icon="droplet", tint="#5E9B4B"),
    "corn": Kind(say("Corn"), 6, "3", icon="wheat", tint="#E0B341"),
    "date": Kind(say("Date"), 5, "4", icon="diamond", tint="#8A5A3C"),
    "egg": Kind(say("Egg"), 4, "5", icon="circle", tint="#CFC6B4"),
}

book = Rulebook.load(
    __package__, who=lambda state, action: state.name(action.player), card=lambda _, action: PIECES[action.card].name
)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    bonus: tuple[int, ...] = counted(say("bonus"), (), 60)

    def in_deck(self, card: Piece) -> int:
        return PIECES[card].copies - self.placement.count(card)

    @property
    def is_full(self) -> bool:
        """Whether play can go on: five cards lie there, or no more can come."""
        return len(self.placement[MARKET]) >= OPEN or not any(map(self.in_deck, PIECES))

    def basket(self, seat: Seat) -> tuple[Piece, ...]:
        return self.placement[f"{seat}.basket"]

    def next_turn(self, **changes: object) -> State:
        return replace(self, on_turn=self.after(self.on_turn), **changes)  # type: ignore[arg-type]


@book.requires("MD-1", "Five cards lie in the market.", repair="Put it back onto the deck.")
def market_has_room(state: State, action: Deal) -> bool:
    return len(state.placement[MARKET]) < OPEN


@book.check("MD-2")
def in_turn(state: State, action: Take | Sell | Throw) -> Refusal | None:
    if not state.is_full:
        return refuse("The market is not full.", repair="Put everything back, and fill the market first.")
    if action.player != state.on_turn:
        return refuse("It is not {who}’s turn.", repair="Put everything back and wait.")
    return None


@book.check("MD-3")
def room_in_the_basket(state: State, action: Take) -> Refusal | None:
    if action.card not in state.placement[MARKET]:
        return refuse("No such card lies in the market: {card}.", repair="Put everything back.")
    if len(state.basket(action.player)) >= BASKET:
        return refuse("The basket of {who} is full.", repair="Put the card back, and sell or throw one away.")
    return None


@book.requires("MD-4", "{who} has not two cards to sell: {card}.", repair="Take the card back into the basket.")
def two_at_least(state: State, action: Sell) -> bool:
    return state.basket(action.player).count(action.card) >= 2


@book.requires("MD-5", "The basket of {who} is not full.", repair="Take the card back into the basket.")
def out_of_a_full_basket(state: State, action: Throw) -> bool:
    return len(state.basket(action.player)) >= BASKET and action.card in state.basket(action.player)


@dataclass(frozen=True, slots=True)
class Deal(Chance):
    form: ClassVar = "deal {card:piece}"
    rules: ClassVar = (market_has_room,)
    said: ClassVar = say("{card} came to the market")
    title: ClassVar = say("Fill the market")
    offer: ClassVar = say("{card}")
    icon: ClassVar = "cards"
    card: Piece

    def apply(self, state: State) -> State:
        return replace(state, placement=state.placement.put(self.card, MARKET))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Deal]:
        return (cls(card) for card in PIECES if state.in_deck(card))


@dataclass(frozen=True, slots=True)
class Take(Decision):
    form: ClassVar = "{player}: take {card:piece}"
    rules: ClassVar = (in_turn, room_in_the_basket)
    said: ClassVar = say("{player} took a card: {card}")
    title: ClassVar = say("Take a card")
    offer: ClassVar = say("Take it into the basket: {card}")
    icon: ClassVar = "hand-grab"
    card: Piece

    def apply(self, state: State) -> State:
        return state.next_turn(placement=state.placement.moved(self.card, MARKET, f"{self.player}.basket"))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Take]:
        return (cls(seat, card) for seat in state.seats for card in dict.fromkeys(state.placement[MARKET]))


@dataclass(frozen=True, slots=True)
class Sell(Decision):
    form: ClassVar = "{player}: sell {card:piece}"
    rules: ClassVar = (in_turn, two_at_least)
    said: ClassVar = say("{player} sold all cards of a kind: {card}")
    title: ClassVar = say("Sell")
    offer: ClassVar = say("Sell all of the kind: {card}")
    icon: ClassVar = "coins"
    card: Piece

    def apply(self, state: State) -> State:
        count = state.basket(self.player).count(self.card)
        placement = state.placement
        for _ in range(count):
            placement = placement.moved(self.card, f"{self.player}.basket", f"{self.player}.sold")
        more = BONUS[min(count, len(BONUS) - 1)]
        bonus = tuple(had + more * (seat == self.player) for seat, had in zip(state.seats, state.bonus, strict=True))
        return state.next_turn(placement=placement, bonus=bonus)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Sell]:
        return (cls(seat, card) for seat in state.seats for card in dict.fromkeys(state.basket(seat)))


@dataclass(frozen=True, slots=True)
class Throw(Decision):
    form: ClassVar = "{player}: throw {card:piece}"
    rules: ClassVar = (in_turn, out_of_a_full_basket)
    said: ClassVar = say("{player} threw a card away: {card}")
    title: ClassVar = say("Throw a card away")
    offer: ClassVar = say("Throw it away: {card}")
    icon: ClassVar = "trash"
    card: Piece

    def apply(self, state: State) -> State:
        return state.next_turn(placement=state.placement.moved(self.card, f"{self.player}.basket", WASTE))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Throw]:
        return (cls(seat, card) for seat in state.seats for card in dict.fromkeys(state.basket(seat)))


class MarketDay(DeclaredGame[State, Deal | Take | Sell | Throw]):
    name = "market_day"
    title = say("Market Day")
    players = range(2, 5)
    rulebook = book
    state = State
    actions = (Deal, Take, Sell, Throw)
    pieces = PIECES
    mat = Mat(
        rows=((Spread(MARKET, say("the market"), OPEN), Spread(WASTE, say("what was thrown away"), pile=True)),),
        seat=(
            Spread("basket", say("the basket of {seat}"), BASKET),
            Spread("sold", say("what {seat} has sold"), pile=True),
        ),
        shape=PieceShape(57, 87, label_dy=-32),
        put_away=False,
    )

    def start(self, names: tuple[str, ...], choices: Choices) -> State:
        return replace(super().start(names, choices), bonus=(0,) * len(names))

    def status(self, state: State) -> Text:
        return say("A card is taken, or sold") if state.is_full else say("The market is filled")

    def outcome(self, state: State) -> Outcome | None:
        if any(map(state.in_deck, PIECES)) or len(state.placement[MARKET]) >= OPEN:
            return None
        totals = {score.player: score.total for score in self.score(state)}
        best = tuple(seat for seat, total in totals.items() if total == max(totals.values()))
        return Outcome(best, say("The market cannot be filled any more."), book["MD-8"])

    def score(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(seat, tuple(self._lines(state, seat))) for seat in state.seats)

    def _lines(self, state: State, seat: Seat) -> Iterator[ScoreLine]:
        sold = state.placement[f"{seat}.sold"]
        for card, kind in PIECES.items():
            if count := sold.count(card):
                why = say_plural("{count} card: {card}", "{count} cards: {card}", count, card=kind.name)
                yield ScoreLine(count * int(kind.value), why, book["MD-6"], kind=say("Cards"))
        yield ScoreLine(state.bonus[state.seats.index(seat)], say("many at once"), book["MD-7"], kind=say("Bonus"))


GAME = MarketDay()
