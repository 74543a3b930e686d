"""The smallest game that has everything the session must cope with: chance, turns, a rule to break, a pass, an end.

Two players share an orchard. Three fruits are dealt into the market; on his turn a player takes one fruit into one of
his two baskets (T-2: only an empty one), throws a basket away, or passes. Who has passed acts no more (T-1), and when
both have passed the game is over: each fruit is worth a point (T-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.core import notation_words as words
from companion.core.base_game import BaseGame
from companion.core.choices import Choices
from companion.core.game import Options, Outcome, Seat, legal_actions, violation
from companion.core.notation import Notation
from companion.core.rules import Refusal, Rule, Rulebook, Score, ScoreLine, refuse
from companion.core.screen import Board, Button, Cell, Do, Inspect, Screen, SeatView, Select, question
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import (
    Box,
    LabelPlace,
    Observation,
    Piece,
    PieceShape,
    Pose,
    TableSnapshot,
    Tag,
    Zone,
)
from companion.core.text import Text, say, verbatim
from companion.core.zones import Area, ZoneLayout

FRUITS = ("apple", "cherry", "pear")
BASKETS = ("A.1", "A.2", "B.1", "B.2")
BASKET = {zone: zone for zone in BASKETS}
book = Rulebook.read("""
[T-1]
text = "Players act in turn; who has passed acts no more."
source = "rulebook"
page = 1

[T-2]
text = "A fruit goes into an empty basket."
source = "rulebook"
page = 2

[T-3]
text = "Each fruit is worth a point."
source = "rulebook"

[T-4]
text = "Three fruits are dealt, no more."
source = "rulebook"
""")


@dataclass(frozen=True, slots=True)
class State:
    names: tuple[str, ...]
    market: tuple[Piece, ...] = ()
    baskets: tuple[Piece | None, ...] = (None,) * 4
    dealt: int = 0
    on_turn: Seat = "A"
    passed: tuple[Seat, ...] = ()

    def basket(self, zone: Zone) -> Piece | None:
        return self.baskets[BASKETS.index(zone)]

    def put(self, zone: Zone, fruit: Piece | None) -> tuple[Piece | None, ...]:
        index = BASKETS.index(zone)
        return (*self.baskets[:index], fruit, *self.baskets[index + 1 :])


@dataclass(frozen=True, slots=True)
class Dealt:
    fruit: Piece
    player: None = None


@dataclass(frozen=True, slots=True)
class Take:
    player: Seat
    fruit: Piece
    basket: Zone


@dataclass(frozen=True, slots=True)
class Throw:
    player: Seat
    basket: Zone


@dataclass(frozen=True, slots=True)
class Pass:
    player: Seat


Action = Dealt | Take | Throw | Pass


@book.check("T-1")
def in_turn(state: State, action: Take | Throw | Pass) -> Refusal | None:
    if action.player != state.on_turn or state.dealt < 3:
        return refuse("It is not {seat}'s turn.", repair="Put everything back and wait.", seat=action.player)
    return None


@book.check("T-2")
def into_an_empty_basket(state: State, action: Take) -> Refusal | None:
    if state.basket(action.basket) is not None:
        return refuse("{basket} is not empty.", repair="Use an empty basket.", basket=action.basket)
    return None


@book.check("T-4")
def market_has_room(state: State, action: Dealt) -> Refusal | None:
    return refuse("Three fruits lie there.", repair="Put it back.") if state.dealt >= 3 else None


LAYOUT = ZoneLayout(
    500.0,
    100.0,
    anchors={},
    areas={
        zone: Area(zone, Box(100.0 * n, 0, 100.0 * n + 100, 100), Pose(100.0 * n + 10, 50), across=25.0, per_row=4)
        for n, zone in enumerate(("market", *BASKETS))
    },
)
"""Zones in a row of 100 mm boxes; the baskets and the market hold fruits side by side."""


class Orchard(BaseGame[State, Action]):
    name = "orchard"
    title = say("Orchard")
    players = range(2, 3)
    notation = Notation[Action](
        {
            Take: "{player}: take {fruit} -> {basket}",
            Throw: "{player}: throw {basket}",
            Pass: "{player}: pass",
            Dealt: "deal {fruit}",
        },
        {
            "player": words.seat("AB"),
            "fruit": words.named("fruit", {f: (f,) for f in FRUITS}),
            "basket": words.one_of("basket", BASKET),
        },
    )
    piece_of: Mapping[Tag, Piece] = MappingProxyType(
        {f"{fruit[0].upper()}{copy}": fruit for fruit in FRUITS for copy in (1, 2, 3)}
    )
    rules: Mapping[type, Sequence[Rule[State, Any]]] = MappingProxyType(
        {
            Dealt: (market_has_room,),
            Take: (in_turn, into_an_empty_basket),
            Throw: (in_turn,),
            Pass: (in_turn,),
        }
    )

    def start(self, names: tuple[str, ...], choices: Choices) -> State:
        return State(names)

    def candidates(self, state: State) -> Iterator[Action]:
        if state.dealt < 3:
            yield from (Dealt(fruit) for fruit in FRUITS)
        for seat in "AB":
            baskets = [zone for zone in BASKETS if zone[0] == seat]
            yield from (Take(seat, fruit, zone) for fruit in sorted(set(state.market)) for zone in baskets)
            yield from (Throw(seat, zone) for zone in baskets if state.basket(zone))
            yield Pass(seat)

    def sentence(self, state: State, action: Action) -> Text:
        name = "" if action.player is None else state.names["AB".index(action.player)]
        match action:
            case Dealt(fruit):
                return say("{fruit} was dealt", fruit=fruit)
            case Take(_, fruit, basket):
                return say("{name} took {fruit} into basket {number}", name=name, fruit=fruit, number=basket[-1])
            case Throw(_, basket):
                return say("{name} threw {fruit} away", name=name, fruit=state.basket(basket) or "nothing")
            case Pass():
                return say("{name} passed", name=name)

    def apply(self, state: State, action: Action) -> State:
        match action:
            case Dealt(fruit):
                return replace(state, market=tuple(sorted((*state.market, fruit))), dealt=state.dealt + 1)
            case Take(seat, fruit, basket):
                market = list(state.market)
                market.remove(fruit)
                return self._next(replace(state, market=tuple(market), baskets=state.put(basket, fruit)), seat)
            case Throw(seat, basket):
                return self._next(replace(state, baskets=state.put(basket, None)), seat)
            case Pass(seat):
                return self._next(replace(state, passed=(*state.passed, seat)), seat)

    @staticmethod
    def _next(state: State, seat: Seat) -> State:
        other = "B" if seat == "A" else "A"
        return replace(state, on_turn=seat if other in state.passed else other)

    def outcome(self, state: State) -> Outcome | None:
        if len(state.passed) < 2:
            return None
        totals = {score.player: score.total for score in self.score(state)}
        winners = tuple(seat for seat in totals if totals[seat] == max(totals.values()))
        return Outcome(winners, say("Both have passed."), book["T-3"])

    def score(self, state: State) -> tuple[Score, ...]:
        rule = book["T-3"]
        return tuple(
            Score(
                seat,
                tuple(
                    ScoreLine(1, say(f), rule)
                    for z, f in zip(BASKETS, state.baskets, strict=True)
                    if f and z[0] == seat
                ),
            )
            for seat in "AB"
        )

    def layout(self, state: State) -> ZoneLayout:
        return LAYOUT

    def shape(self, piece: Piece) -> PieceShape:
        return PieceShape(30, 30)

    def table(self, state: State) -> TableSnapshot:
        baskets = {zone: [fruit] if fruit else [] for zone, fruit in zip(BASKETS, state.baskets, strict=True)}
        return TableSnapshot.of({"market": state.market, **baskets})

    def present(self, state: State, selection: Selection = NO_SELECTION) -> Screen:
        market = tuple(
            Cell(say(fruit), x, 0, zone="market", intent=Inspect("market", fruit))
            for x, fruit in enumerate(state.market)
        )
        seats = tuple(
            SeatView(seat, name, (), Board(seat, say("baskets"), 2, 1, ()), on_turn=seat == state.on_turn)
            for seat, name in zip("AB", state.names, strict=True)
        )
        action = Pass(state.on_turn)
        broken = violation(self, state, action)
        passing = Button(say("Pass"), Do(action), "pass", broken is None, broken.reason if broken else None)
        taking = Button(say("Take"), Select(Pick("take")))
        boards = (Board("market", say("market"), 3, 1, market),)
        notice = (
            question(say("Take which?"), self._takeable(state), selection)
            if selection.of("take")
            else None
            if state.dealt
            else question(say("Deal an apple?"), [Button(say("Yes"), Do(Dealt("apple")))], selection)
        )
        return Screen(self.title, say("turn"), seats, boards, (passing, taking), notice)

    def _takeable(self, state: State) -> Iterator[Button]:
        for action in legal_actions(self, state):
            if isinstance(action, Take):
                yield Button(verbatim(self.write_action(action)), Do(action))

    def piece_name(self, piece: Piece) -> Text:
        return say(piece.capitalize())


GAME = Orchard()
OPTIONS = Options(("Ann", "Ben"))


def lying(**zones: Sequence[Tag]) -> Observation:
    """What the camera would see: `lying(market="A1 C1 P1".split(), A1=[...])`; a zone's dot is left out of its name."""
    names = {zone.replace(".", ""): zone for zone in LAYOUT.zones}
    return Observation(
        tuple(
            LabelPlace(tag, LAYOUT.spot(names[name], index))
            for name, tags in zones.items()
            for index, tag in enumerate(tags)
        )
    )
