"""Nine Men's Morris, as the public domain has it: a fourth game, made of the defaults of `BaseGame`.

Two players lay nine men each on the points of three squares (M-2), then push them along the lines (M-3), with three men
left to any point (M-4). Whoever has three in a row, a mill, takes a man of the other player (M-5), none out of a mill
while there is another (M-6). Who has two men left, or cannot move, has lost (M-7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.core import notation_words as words
from companion.core.base_game import BaseGame
from companion.core.choices import Choices
from companion.core.game import Options, Outcome, Seat
from companion.core.notation import Notation
from companion.core.rules import Refusal, Rule, Rulebook, Score, ScoreLine, refuse
from companion.core.screen import Board, Screen, SeatView
from companion.core.selection import NO_SELECTION, Selection
from companion.core.table import Box, Piece, PieceShape, Pose, TableSnapshot, Tag, Zone
from companion.core.text import Text, say
from companion.core.zones import Area, ZoneLayout

MEN = 9
LINES = tuple(
    line.split()
    for line in (
        *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
        *("a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1"),
    )
)
POINTS = tuple(sorted({point for line in LINES for point in line}))
JOINED = frozenset(pair for a, b, c in LINES for pair in ((a, b), (b, a), (b, c), (c, b)))
COLOUR = {"A": "white", "B": "black"}
OTHER = {"A": "B", "B": "A"}

book = Rulebook.read("""
[M-1]
text = "Players act in turn; who has closed a mill takes a man first."
source = "rulebook"

[M-2]
text = "A man is laid on an empty point, until each player has laid nine."
source = "rulebook"

[M-3]
text = "A man is pushed along a line to the next point."
source = "rulebook"

[M-4]
text = "With three men left a man goes to any point."
source = "rulebook"

[M-5]
text = "A mill takes a man of the other player."
source = "rulebook"

[M-6]
text = "No man is taken out of a mill while another stands elsewhere."
source = "rulebook"

[M-7]
text = "Who has two men left, or cannot move, has lost."
source = "rulebook"
""")


@dataclass(frozen=True, slots=True)
class State:
    names: tuple[str, ...]
    men: tuple[Seat | None, ...] = (None,) * len(POINTS)
    laid: tuple[int, int] = (0, 0)
    on_turn: Seat = "A"
    takes: bool = False

    def at(self, point: Zone) -> Seat | None:
        return self.men[POINTS.index(point)]

    def with_man(self, point: Zone, seat: Seat | None) -> State:
        index = POINTS.index(point)
        return replace(self, men=(*self.men[:index], seat, *self.men[index + 1 :]))

    def to_lay(self, seat: Seat) -> int:
        return MEN - self.laid["AB".index(seat)]

    def standing(self, seat: Seat) -> list[Zone]:
        return [point for point, man in zip(POINTS, self.men, strict=True) if man == seat]

    def in_mill(self, point: Zone) -> bool:
        man = self.at(point)
        return man is not None and any(all(self.at(each) == man for each in line) for line in LINES if point in line)


@dataclass(frozen=True, slots=True)
class Lay:
    player: Seat
    point: Zone


@dataclass(frozen=True, slots=True)
class Push:
    player: Seat
    start: Zone
    end: Zone


@dataclass(frozen=True, slots=True)
class Take:
    player: Seat
    point: Zone


Action = Lay | Push | Take


@book.check("M-1")
def in_turn(state: State, action: Action) -> Refusal | None:
    if action.player != state.on_turn or state.takes != isinstance(action, Take):
        return refuse("It is not {seat}'s turn for that.", repair="Put the man back.", seat=action.player)
    return None


@book.check("M-2")
def laid_on_an_empty_point(state: State, action: Lay) -> Refusal | None:
    if state.to_lay(action.player) == 0 or state.at(action.point) is not None:
        return refuse("No man can be laid there.", repair="Take it away.")
    return None


@book.check("M-3")
def pushed_along_a_line(state: State, action: Push) -> Refusal | None:
    if state.to_lay(action.player) or state.at(action.start) != action.player or state.at(action.end) is not None:
        return refuse("That man cannot be pushed there.", repair="Put it back.")
    if (action.start, action.end) not in JOINED and len(state.standing(action.player)) > 3:
        return refuse("No line leads there.", repair="Put it back.")
    return None


@book.check("M-6")
def none_out_of_a_mill(state: State, action: Take) -> Refusal | None:
    other = OTHER[action.player]
    if state.at(action.point) != other:
        return refuse("There is no man to be taken.", repair="Put it back.")
    if state.in_mill(action.point) and not all(map(state.in_mill, state.standing(other))):
        return refuse("That man stands in a mill.", repair="Put it back.")
    return None


def _area(point: Zone) -> Area:
    left, top = 90.0 * "abcdefg".index(point[0]) + 5, 90.0 * (7 - int(point[1])) + 5
    return Area(point, Box(left, top, left + 80, top + 80), Pose(left + 20, top + 40), across=25.0, per_row=3)


LAYOUT = ZoneLayout(630.0, 630.0, anchors={}, areas={point: _area(point) for point in POINTS})
"""The board: a point every 90 mm, each with a box of 80 mm."""


class Morris(BaseGame[State, Action]):
    name = "morris"
    title = say("Nine Men's Morris")
    players = range(2, 3)
    rulebook = book
    notation = Notation[Action](
        {
            Lay: "{player}: lay {point}",
            Push: "{player}: push {start} -> {end}",
            Take: "{player}: take {point}",
        },
        {
            "player": words.seat("AB"),
            **{name: words.one_of(name, {each: each for each in POINTS}) for name in ("point", "start", "end")},
        },
    )
    piece_of: Mapping[Tag, Piece] = MappingProxyType(
        {f"{colour[0].upper()}{n}": colour for colour in COLOUR.values() for n in range(1, MEN + 1)}
    )
    rules: Mapping[type, Sequence[Rule[State, Any]]] = MappingProxyType(
        {
            Lay: (in_turn, laid_on_an_empty_point),
            Push: (in_turn, pushed_along_a_line),
            Take: (in_turn, none_out_of_a_mill),
        }
    )

    def start(self, names: tuple[str, ...], choices: Choices) -> State:
        return State(names)

    def candidates(self, state: State) -> Iterator[Action]:
        free = [point for point in POINTS if state.at(point) is None]
        for seat in "AB":
            if state.to_lay(seat):
                yield from (Lay(seat, point) for point in free)
            else:
                yield from (Push(seat, start, end) for start in state.standing(seat) for end in free)
            yield from (Take(seat, point) for point in state.standing(OTHER[seat]))

    def apply(self, state: State, action: Action) -> State:
        seat = action.player
        match action:
            case Lay(_, point):
                laid = tuple(count + (each == seat) for each, count in zip("AB", state.laid, strict=True))
                after = replace(state.with_man(point, seat), laid=(laid[0], laid[1]))
                return self._next(after, seat, mill=after.in_mill(point))
            case Push(_, start, end):
                after = state.with_man(start, None).with_man(end, seat)
                return self._next(after, seat, mill=after.in_mill(end))
            case Take(_, point):
                return self._next(state.with_man(point, None), seat, mill=False)

    @staticmethod
    def _next(state: State, seat: Seat, *, mill: bool) -> State:
        takes = mill and bool(state.standing(OTHER[seat]))
        return replace(state, on_turn=seat if takes else OTHER[seat], takes=takes)

    def outcome(self, state: State) -> Outcome | None:
        seat = state.on_turn
        if state.takes or state.to_lay(seat):
            return None
        standing = state.standing(seat)
        free = [point for point in POINTS if state.at(point) is None]
        moves = len(standing) == 3 or any((start, end) in JOINED for start in standing for end in free)
        if len(standing) > 2 and moves:
            return None
        return Outcome((OTHER[seat],), say("There is no move left."), book["M-7"])

    def score(self, state: State) -> tuple[Score, ...]:
        lines = {seat: ScoreLine(len(state.standing(seat)), say("men"), book["M-7"]) for seat in "AB"}
        return tuple(Score(seat, (line,)) for seat, line in lines.items())

    def layout(self, state: State) -> ZoneLayout:
        return LAYOUT

    def shape(self, piece: Piece) -> PieceShape:
        return PieceShape(24, 24)

    def table(self, state: State) -> TableSnapshot:
        men = zip(POINTS, state.men, strict=True)
        return TableSnapshot({point: (COLOUR[seat],) if seat else () for point, seat in men})

    def present(self, state: State, selection: Selection = NO_SELECTION) -> Screen:
        seats = tuple(
            SeatView(seat, name, (), Board(seat, say("men"), 1, 1, ()), on_turn=seat == state.on_turn)
            for seat, name in zip("AB", state.names, strict=True)
        )
        return Screen(self.title, say("turn"), seats, (), (), None)

    def sentence(self, state: State, action: Action) -> Text:
        name = state.names["AB".index(action.player)]
        match action:
            case Lay(_, point):
                return say("{name} laid a man on {point}", name=name, point=point)
            case Push(_, start, end):
                return say("{name} pushed {start}-{end}", name=name, start=start, end=end)
            case Take(_, point):
                return say("{name} took the man on {point}", name=name, point=point)


GAME = Morris()
OPTIONS = Options(("Ann", "Ben"))
