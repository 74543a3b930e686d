"""The one game behind every `counter.toml`: the camera reads what lies where, people tell the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from typing import Any, ClassVar

from companion.core import notation_words as words
from companion.core.action import Seat
from companion.core.declared.actions import Chance, Decision
from companion.core.declared.counter_screen import with_sheet
from companion.core.declared.counter_sheet import FILE, CounterSheet, read_sheet
from companion.core.declared.game import DeclaredGame, Kind
from companion.core.declared.mat import Mat, Spread
from companion.core.declared.state import TableState, counted
from companion.core.evidence import Evidence
from companion.core.game import Outcome
from companion.core.notation_words import Word
from companion.core.piece_sheet import Offer
from companion.core.rules import Refusal, Rule, Rulebook, Score, ScoreLine, refuse
from companion.core.screen import Screen
from companion.core.selection import NO_SELECTION, Selection
from companion.core.table import Piece, PieceShape, Tag, Zone, diff
from companion.core.tags import tags_of
from companion.core.text import Text, say, verbatim
from companion.errors import NotationError

BOOK = Rulebook.load("companion.core.declared")
TABLE = Spread("table", say("the table"), columns=10)
"""Where nothing has a place of its own."""


@dataclass(frozen=True, slots=True)
class WrittenScore:
    """What a player has written on the score sheet."""

    player: Seat
    category: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterState(TableState):
    sheet: tuple[WrittenScore, ...] = ()
    ended: bool = counted(say("the game is over"), False)

    def written(self, player: Seat, category: str) -> tuple[int, ...]:
        """What the player has written for it, in order."""
        return tuple(each.points for each in self.sheet if (each.player, each.category) == (player, category))


@dataclass(frozen=True, slots=True)
class Write(Decision):
    form: ClassVar = "{player}: {points} for {category}"
    said: ClassVar = say("{player} wrote {points} for {category}")
    category: str
    points: int

    def apply(self, state: CounterState) -> CounterState:
        entry = WrittenScore(self.player, self.category, self.points)
        return replace(state, sheet=(*state.sheet, entry), on_turn=state.after(self.player))


@dataclass(frozen=True, slots=True)
class Put(Chance):
    form: ClassVar = "{piece} -> {zone}"
    said: ClassVar = say("{piece} came to {zone}")
    title: ClassVar = say("A piece comes")
    offer: ClassVar = say("{piece} comes to {zone}")
    icon: ClassVar = "circle-plus"
    piece: Piece
    zone: Zone

    def apply(self, state: CounterState) -> CounterState:
        return replace(state, placement=state.placement.put(self.piece, self.zone))


@dataclass(frozen=True, slots=True)
class Take(Chance):
    form: ClassVar = "{piece} off {zone:laid}"
    said: ClassVar = say("{piece} left {zone}")
    title: ClassVar = say("A piece goes")
    offer: ClassVar = say("{piece} leaves {zone}")
    icon: ClassVar = "minus"
    piece: Piece
    zone: Zone

    def apply(self, state: CounterState) -> CounterState:
        return replace(state, placement=state.placement.taken(self.piece, self.zone))


@dataclass(frozen=True, slots=True)
class Move(Chance):
    form: ClassVar = "{piece}: {source:laid} -> {target:zone}"
    said: ClassVar = say("{piece} went from {source} to {target}")
    title: ClassVar = say("A piece moves")
    offer: ClassVar = say("{piece} goes from {source} to {target}")
    icon: ClassVar = "arrows-sort"
    piece: Piece
    source: Zone
    target: Zone

    def apply(self, state: CounterState) -> CounterState:
        return replace(state, placement=state.placement.moved(self.piece, self.source, self.target))


@dataclass(frozen=True, slots=True)
class End(Chance):
    form: ClassVar = "the game is over"
    said: ClassVar = say("The game was ended")
    title: ClassVar = say("The game is over")
    icon: ClassVar = "flag"

    def apply(self, state: CounterState) -> CounterState:
        return replace(state, ended=True)


CounterAction = Write | Put | Take | Move | End


class CounterGame(DeclaredGame[CounterState, CounterAction]):
    """A game made of a `counter.toml`; its labels are those of the package's `tags.csv`."""

    state = CounterState

    def __init__(self, name: str, package: str, sheet: CounterSheet, book: Rulebook = BOOK) -> None:
        self.name, self._package, self.counts, self.rulebook = name, package, sheet, book
        self.title, self.bgg_id = say(sheet.title), sheet.bgg_id
        self.players = range(sheet.players[0], sheet.players[1] + 1)
        self.pieces = {
            piece: Kind(
                say(kind.title),
                kind.copies,
                value=str(kind.points) if kind.points else "",
                icon=kind.icon,
                tint=kind.tint,
                shape=None if kind.size is None else PieceShape(*kind.size),
            )
            for piece, kind in sheet.pieces.items()
        }
        self.mat = _mat(sheet)
        moves = (Put, Take, Move) if sheet.pieces else ()
        self.actions = (*((Write,) if sheet.categories else ()), *moves, End)
        self.category_names = {id: say(category.title) for id, category in sheet.categories.items()}

    # --- the rules ---

    @cached_property
    def words(self) -> Mapping[str, Word[Any]]:  # type: ignore[override]
        names = {id: (id, str(name)) for id, name in self.category_names.items()}
        points = Word("number of points", int, str, r"-?\d{1,6}", "3")
        return {"category": words.named("category", names), "points": points}

    @cached_property
    def rules(self) -> Mapping[type, Sequence[Rule[CounterState, Any]]]:
        return {
            Write: (self._as_often_as_the_sheet_allows(), self._worth_what_the_sheet_names()),
            Put: (self._no_more_than_there_are(),),
            Take: (_from_where_it_lies("taken_from_where_it_lies", "zone"),),
            Move: (_from_where_it_lies("moved_from_where_it_lies", "source"),),
            End: (),
        }

    def _as_often_as_the_sheet_allows(self) -> Rule[CounterState, Write]:
        @BOOK.check("C-1")
        def as_often_as_the_sheet_allows(state: CounterState, action: Write) -> Refusal | None:
            times = self.counts.categories[action.category].times
            if times == 0 or len(state.written(action.player, action.category)) < times:
                return None
            name, category = state.name(action.player), self.category_names[action.category]
            return refuse(
                "{name} has written {category} already.",
                repair="Take back what was written, or write something else.",
                name=name,
                category=category,
            )

        return as_often_as_the_sheet_allows

    def _worth_what_the_sheet_names(self) -> Rule[CounterState, Write]:
        @BOOK.check("C-2")
        def worth_what_the_sheet_names(_: CounterState, action: Write) -> Refusal | None:
            category = self.category_names[action.category]
            if action.points in self.counts.categories[action.category].worth:
                return None
            return refuse(
                "{category} cannot be worth {points}.",
                repair="Count again.",
                category=category,
                points=action.points,
            )

        return worth_what_the_sheet_names

    def _no_more_than_there_are(self) -> Rule[CounterState, Put]:
        @BOOK.check("C-3")
        def no_more_than_there_are(state: CounterState, action: Put) -> Refusal | None:
            if state.placement.count(action.piece) < self.pieces[action.piece].copies:
                return None
            piece = self.piece_name(action.piece)
            return refuse("There are no more: {piece}.", repair="Take one away.", piece=piece)

        return no_more_than_there_are

    def candidates(self, state: CounterState) -> Iterator[CounterAction]:
        for seat in state.seats:
            for id, category in self.counts.categories.items():
                if category.times == 0 or len(state.written(seat, id)) < category.times:
                    yield from (Write(seat, id, points) for points in category.worth)
        zones = list(self.layout_zones(state))
        lying = [(source, piece) for source, pieces in state.placement.items() for piece in dict.fromkeys(pieces)]
        # A move comes first: what went and came is one thing, not two.
        yield from (Move(piece, source, target) for source, piece in lying for target in zones if target != source)
        for piece, kind in self.pieces.items():
            if state.placement.count(piece) < kind.copies:
                yield from (Put(piece, zone) for zone in zones)
        yield from (Take(piece, source) for source, piece in lying)
        yield End()

    def candidates_for(self, state: CounterState, evidence: Evidence, /) -> Iterator[CounterAction]:
        """Of chance only what shows in all that it changes: a piece that came to one place went by no other."""
        before = self.table(state)
        for action in super().candidates_for(state, evidence):
            after = () if action.player else diff(before, self.table(self.apply(state, action)))
            if all(map(evidence.shows, after)):
                yield action

    def chance_for(self, state: CounterState, evidence: Evidence, /) -> Iterator[CounterAction]:
        return (action for action in self.candidates_for(state, evidence) if action.player is None)

    def layout_zones(self, state: CounterState) -> Iterator[Zone]:
        """The places of this table, in the order of the mat; none where no piece lies anywhere."""
        for place in self.mat.places(len(state.names)) if self.pieces else ():
            yield from (zone for zone, _, _ in place.cells())

    def outcome(self, state: CounterState) -> Outcome | None:
        if not state.ended and not self._is_full(state):
            return None
        totals = {score.player: score.total for score in self.score(state)}
        best = (max if self.counts.wins == "most" else min)(totals.values())
        reason = say("People ended the game.") if state.ended else say("The whole sheet is written.")
        return Outcome(tuple(seat for seat, total in totals.items() if total == best), reason, BOOK["C-6"])

    def _is_full(self, state: CounterState) -> bool:
        each = self.counts.categories.items()
        return self.counts.ends_by_itself and all(
            len(state.written(seat, id)) >= category.times for seat in state.seats for id, category in each
        )

    def score(self, state: CounterState) -> tuple[Score, ...]:
        return tuple(Score(seat, tuple(self._lines(state, seat))) for seat in state.seats)

    def _lines(self, state: CounterState, seat: Seat) -> Iterator[ScoreLine]:
        for id, name in self.category_names.items():
            for points in state.written(seat, id):
                yield ScoreLine(points, name, BOOK["C-1"], kind=name)
        before = [piece for zone, pieces in state.placement.items() if zone.startswith(f"{seat}.") for piece in pieces]
        for piece, kind in self.counts.pieces.items():
            if kind.points and (count := before.count(piece)):
                why = say("{count} × {piece}", count=count, piece=self.piece_name(piece))
                yield ScoreLine(count * kind.points, why, BOOK["C-5"], kind=self.piece_name(piece))

    def read_position(self, notation: str) -> CounterState:
        state = super().read_position(notation)
        for entry in state.sheet:
            if entry.category not in self.category_names or entry.player not in state.seats:
                known = ", ".join(self.category_names)
                raise NotationError(f"The position: sheet: {entry} is of no player's category; there are {known}.")
        return state

    # --- the table and the people ---

    @cached_property
    def piece_of(self) -> Mapping[Tag, Piece]:
        return tags_of(self._package) or super().piece_of

    def present(self, state: CounterState, selection: Selection = NO_SELECTION) -> Screen:
        return with_sheet(self, state, super().present(state, selection), selection)

    def sentence(self, state: CounterState, action: CounterAction) -> Text:
        if not isinstance(action, Write):
            return super().sentence(state, action)
        name, category = state.name(action.player), self.category_names[action.category]
        return say("{player} wrote {points} for {category}", player=name, points=action.points, category=category)

    def offer(self, state: CounterState, action: CounterAction, /) -> Offer:
        return Offer(verbatim(str(action.points))) if isinstance(action, Write) else super().offer(state, action)


def _from_where_it_lies(name: str, field: str) -> Rule[CounterState, Any]:
    def check(state: CounterState, action: Any) -> Refusal | None:
        if action.piece in state.placement[getattr(action, field)]:
            return None
        return refuse("Nothing of that kind lies there.", repair="Put it back.")

    return Rule(name, BOOK["C-4"], check)


def _mat(sheet: CounterSheet) -> Mat:
    """The zones in their rows, and those before each player."""
    spreads = {
        zone: Spread(zone, say(place.title), place.columns, place.rows, place.pile)
        for zone, place in sheet.zones.items()
    }
    rows = sorted({place.row for place in sheet.zones.values() if not place.each})
    common = tuple(
        tuple(spreads[zone] for zone, place in sheet.zones.items() if place.row == row and not place.each)
        for row in rows
    )
    each = tuple(spreads[zone] for zone, place in sheet.zones.items() if place.each)
    return Mat(common if sheet.zones else ((TABLE,),), PieceShape(*sheet.size), each)


def counter_game(name: str, package: str) -> CounterGame:
    """The game of a package that has a `counter.toml` and no code. Raises CatalogError."""
    folder = files(package)
    sheet = read_sheet(folder.joinpath(FILE).read_text(encoding="utf-8"), f"{package}, {FILE}")
    if not folder.joinpath("statements.toml").is_file():
        return CounterGame(name, package, sheet)
    own = Rulebook.load(package)
    return CounterGame(name, package, sheet, replace(own, statements={**own.statements, **BOOK.statements}))
