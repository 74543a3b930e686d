"""The smallest game that has everything the session must cope with: chance, turns, a rule to break, a pass, an end.

Two players share an orchard. Three fruits are dealt into the market; on his turn a player takes one fruit into one of
his two baskets (T-2: only an empty one), throws a basket away, or passes. Who has passed acts no more (T-1), and when
both have passed the game is over: each fruit is worth a point (T-3).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.core.facts import Fact
from companion.core.game import Options, Outcome, Seat, Setting, violation
from companion.core.rules import Refusal, Rule, Rulebook, Score, ScoreLine, Source, refuse
from companion.core.screen import Board, Button, Cell, Do, Inspect, Notice, NoticeKind, Screen, SeatView
from companion.core.table import (
    Box,
    Change,
    LabelPlace,
    Observation,
    Piece,
    PieceShape,
    Pose,
    Reading,
    TableSnapshot,
    Tag,
    Zone,
)
from companion.core.text import Text, say, verbatim
from companion.errors import CatalogError, NotationError

FRUITS = ("apple", "cherry", "pear")
BASKETS = ("A.1", "A.2", "B.1", "B.2")
book = Rulebook(Source.BOOK)


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


@book.rule("T-1", page=1)
def in_turn(state: State, action: Take | Throw | Pass) -> Refusal | None:
    """Players act in turn; who has passed acts no more."""
    if action.player != state.on_turn or state.dealt < 3:
        return refuse("It is not {seat}'s turn.", repair="Put everything back and wait.", seat=action.player)
    return None


@book.rule("T-2", page=2)
def into_an_empty_basket(state: State, action: Take) -> Refusal | None:
    """A fruit goes into an empty basket."""
    if state.basket(action.basket) is not None:
        return refuse("{basket} is not empty.", repair="Use an empty basket.", basket=action.basket)
    return None


@book.rule("T-4")
def market_has_room(state: State, action: Dealt) -> Refusal | None:
    """Three fruits are dealt, no more."""
    return refuse("Three fruits lie there.", repair="Put it back.") if state.dealt >= 3 else None


class Layout:
    """Zones in a row of 100 mm boxes; the baskets and the market hold fruits side by side."""

    width, height = 500.0, 100.0
    piles: frozenset[Zone] = frozenset()
    anchors: Mapping[Tag, Pose] = MappingProxyType({})
    zones: Mapping[Zone, Box] = MappingProxyType(
        {zone: Box(100.0 * n, 0, 100.0 * n + 100, 100) for n, zone in enumerate(("market", *BASKETS))}
    )

    def read(self, observation: Observation) -> Reading:
        return Reading(
            {
                zone: tuple(label.tag for label in observation.labels if box.contains(label.pose.x, label.pose.y))
                for zone, box in self.zones.items()
                if not any(box.overlaps(blind) for blind in observation.blind)
            }
        )

    def spot(self, zone: Zone, index: int) -> Pose:
        return Pose(self.zones[zone].left + 10 + 25 * index, 50)


class Orchard:
    name = "orchard"
    title = say("Orchard")
    players = range(2, 3)
    settings: Sequence[Setting] = ()
    piece_of: Mapping[Tag, Piece] = MappingProxyType(
        {f"{fruit[0].upper()}{copy}": fruit for fruit in FRUITS for copy in (1, 2, 3)}
    )
    rules: Mapping[type, Sequence[Rule]] = MappingProxyType(
        {
            Dealt: (market_has_room,),
            Take: (in_turn, into_an_empty_basket),
            Throw: (in_turn,),
            Pass: (in_turn,),
        }
    )

    facts: Sequence[Fact] = ()

    def with_profile(self, profile: str) -> Orchard:
        raise CatalogError("Nothing is printed on a fruit; take the profile away.")

    def write_profile(self) -> str:
        return ""

    def setup(self, options: Options) -> State:
        return State(options.names)

    def candidates(self, state: State) -> Iterator[Action]:
        if state.dealt < 3:
            yield from (Dealt(fruit) for fruit in FRUITS)
        for seat in "AB":
            baskets = [zone for zone in BASKETS if zone[0] == seat]
            yield from (Take(seat, fruit, zone) for fruit in sorted(set(state.market)) for zone in baskets)
            yield from (Throw(seat, zone) for zone in baskets if state.basket(zone))
            yield Pass(seat)

    def candidates_for(self, state: State, changes: Sequence[Change]) -> Iterator[Action]:
        gone = {change.zone for change in changes if change.delta < 0}
        return (a for a in self.candidates(state) if not isinstance(a, Throw) or a.basket in gone)

    def chance_for(self, state: State, changes: Sequence[Change]) -> Iterator[Action]:
        return (action for action in self.candidates_for(state, changes) if action.player is None)

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
        return Outcome(winners, say("Both have passed."), book.cite("T-3"))

    def score(self, state: State) -> tuple[Score, ...]:
        rule = book.cite("T-3")
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

    def layout(self, state: State) -> Layout:
        return Layout()

    def shape(self, piece: Piece) -> PieceShape:
        return PieceShape(20, 20)

    def table(self, state: State) -> TableSnapshot:
        baskets = {zone: [fruit] if fruit else [] for zone, fruit in zip(BASKETS, state.baskets, strict=True)}
        return TableSnapshot.of({"market": state.market, **baskets})

    def present(self, state: State) -> Screen:
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
        passing = Button(
            say("Pass"), Do(self.write_action(action)), "pass", broken is None, broken.reason if broken else None
        )
        asking = Notice(NoticeKind.QUESTION, say("Deal an apple?"), answers=(Button(say("Yes"), Do("deal apple")),))
        boards = (Board("market", say("market"), 3, 1, market),)
        return Screen(self.title, say("turn"), seats, boards, (passing,), None if state.dealt else asking)

    def piece_name(self, piece: Piece) -> Text:
        return say(piece.capitalize())

    def zone_name(self, zone: Zone) -> Text:
        return verbatim(zone)

    def read_position(self, notation: str) -> State:
        raise NotationError("an orchard has no positions")

    def write_position(self, state: State) -> str:
        return json.dumps(state.market)

    def read_action(self, notation: str) -> Action:
        if found := re.fullmatch(r"deal (\w+)", notation):
            return Dealt(found[1])
        if found := re.fullmatch(r"(\w): take (\w+) -> (\S+)", notation):
            return Take(found[1], found[2], found[3])
        if found := re.fullmatch(r"(\w): throw (\S+)", notation):
            return Throw(found[1], found[2])
        if found := re.fullmatch(r"(\w): pass", notation):
            return Pass(found[1])
        raise NotationError(f"{notation!r} is no action of the orchard")

    def write_action(self, action: Action) -> str:
        match action:
            case Dealt(fruit):
                return f"deal {fruit}"
            case Take(seat, fruit, basket):
                return f"{seat}: take {fruit} -> {basket}"
            case Throw(seat, basket):
                return f"{seat}: throw {basket}"
            case Pass(seat):
                return f"{seat}: pass"


GAME = Orchard()
OPTIONS = Options(("Ann", "Ben"))


def lying(**zones: Sequence[Tag]) -> Observation:
    """What the camera would see: `lying(market="A1 C1 P1".split(), A1=[...])`; a zone's dot is left out of its name."""
    layout = Layout()
    names = {zone.replace(".", ""): zone for zone in layout.zones}
    return Observation(
        tuple(
            LabelPlace(tag, layout.spot(names[name], index))
            for name, tags in zones.items()
            for index, tag in enumerate(tags)
        )
    )
