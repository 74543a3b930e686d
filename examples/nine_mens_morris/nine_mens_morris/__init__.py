"""Nine Men's Morris, as the public domain has it.

Two players lay nine men each on the points of three squares (M-2), then push them along the lines (M-3), with three men
left to any point (M-4). Whoever has three in a row, a mill, takes a man of the other player (M-5), none out of a mill
while there is another (M-6). Who has two men left, or cannot move, has lost (M-7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.core.declared.actions import Decision
from companion.core.declared.game import DeclaredGame, Kind
from companion.core.declared.mat import Grid, Mat
from companion.core.declared.state import TableState, counted
from companion.core.game import Outcome, Seat
from companion.core.rules import Refusal, Rulebook, Score, ScoreLine, refuse
from companion.core.table import Piece, PieceShape, Zone
from companion.core.text import Text, say

MEN = 9
LINES = tuple(
    line.split()
    for line in (
        *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
        *("a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1"),
    )
)
JOINED = frozenset(pair for a, b, c in LINES for pair in ((a, b), (b, a), (b, c), (c, b)))
THROUGH = {point: [line for line in LINES if point in line] for line in LINES for point in line}
MAN = {"A": "white", "B": "black"}

book = Rulebook.load(__package__, who=lambda state, action: state.name(action.player))

BOARD = Grid(
    say("the board"),
    (
        *("a7 .  .  d7 .  .  g7", ".  b6 .  d6 .  f6 . ", ".  .  c5 d5 e5 .  . ", "a4 b4 c4 .  e4 f4 g4"),
        *(".  .  c3 d3 e3 .  . ", ".  b2 .  d2 .  f2 . ", "a1 .  .  d1 .  .  g1"),
    ),
    joined=frozenset(pair for a, b, c in LINES for pair in ((a, b), (b, c))),
    gap=34.0,
)
PIECES = {
    "white": Kind(say("white man"), MEN, tint="#F3E6CB"),
    "black": Kind(say("black man"), MEN, tint="#6E6A64"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class State(TableState):
    to_lay: tuple[int, ...] = counted(say("to lay"), (MEN, MEN), MEN)
    takes: bool = counted(say("a man is to be taken"), False)

    def at(self, point: Zone) -> Piece | None:
        return next(iter(self.placement[point]), None)

    def left_to_lay(self, seat: Seat) -> int:
        return self.to_lay[self.seats.index(seat)]

    def standing(self, seat: Seat) -> Sequence[Zone]:
        return self.placement.zones_of(MAN[seat])

    def in_mill(self, point: Zone) -> bool:
        man = self.at(point)
        return man is not None and any(all(self.at(each) == man for each in line) for line in THROUGH[point])

    def done(self, seat: Seat, end: Zone) -> State:
        """After a man came to `end`: a mill takes a man first."""
        other = self.after(seat)
        takes = self.in_mill(end) and bool(self.standing(other))
        return replace(self, on_turn=seat if takes else other, takes=takes)


@book.requires("M-1", "{who} cannot do that now.", repair="Put the man back.")
def in_turn(state: State, action: Any) -> bool:
    return bool(action.player == state.on_turn and state.takes == isinstance(action, Take))


@book.check("M-2")
def on_an_empty_point(state: State, action: Lay) -> Refusal | None:
    if not state.left_to_lay(action.player):
        return refuse("{who} has laid all nine men.", repair="Take it away.")
    return refuse("A man stands there already.", repair="Take it away.") if state.at(action.point) else None


@book.check("M-3")
def along_a_line(state: State, action: Push) -> Refusal | None:
    if state.left_to_lay(action.player):
        return refuse("{who} has men to lay yet.", repair="Put it back.")
    if state.at(action.start) != MAN[action.player] or state.at(action.end):
        return refuse("That man cannot be pushed there.", repair="Put it back.")
    if (action.start, action.end) not in JOINED and len(state.standing(action.player)) > 3:
        return refuse("No line leads there.", repair="Put it back.")
    return None


@book.check("M-6")
def out_of_no_mill(state: State, action: Take) -> Refusal | None:
    other = state.after(action.player)
    if state.at(action.point) != MAN[other]:
        return refuse("There is no man to be taken.", repair="Put it back.")
    if state.in_mill(action.point) and not all(map(state.in_mill, state.standing(other))):
        return refuse("That man stands in a mill.", repair="Put it back and take another.")
    return None


@dataclass(frozen=True, slots=True)
class Lay(Decision):
    form: ClassVar = "{player}: lay {point:empty}"
    rules: ClassVar = (in_turn, on_an_empty_point)
    said: ClassVar = say("{player} laid a man on {point}")
    title: ClassVar = say("Lay a man")
    offer: ClassVar = say("Lay a man on {point}")
    icon: ClassVar = "circle-plus"
    point: Zone

    def apply(self, state: State) -> State:
        at = state.seats.index(self.player)
        left = tuple(max(0, count - (each == at)) for each, count in enumerate(state.to_lay))
        placement = state.placement.put(MAN[self.player], self.point)
        return replace(state, placement=placement, to_lay=left).done(self.player, self.point)


@dataclass(frozen=True, slots=True)
class Push(Decision):
    form: ClassVar = "{player}: push {start:laid} -> {end:empty}"
    rules: ClassVar = (in_turn, along_a_line)
    said: ClassVar = say("{player} pushed a man from {start} to {end}")
    title: ClassVar = say("Push a man")
    offer: ClassVar = say("Push it to {end}")
    icon: ClassVar = "arrows-sort"
    start: Zone
    end: Zone

    def apply(self, state: State) -> State:
        placement = state.placement.moved(MAN[self.player], self.start, self.end)
        return replace(state, placement=placement).done(self.player, self.end)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Push]:
        free = [point for point in THROUGH if not state.at(point)]
        return (cls(seat, start, end) for seat in state.seats for start in state.standing(seat) for end in free)


@dataclass(frozen=True, slots=True)
class Take(Decision):
    form: ClassVar = "{player}: take {point:laid}"
    rules: ClassVar = (in_turn, out_of_no_mill)
    said: ClassVar = say("{player} took the man on {point}")
    title: ClassVar = say("Take a man")
    offer: ClassVar = say("Take the man on {point}")
    icon: ClassVar = "hand-grab"
    point: Zone

    def apply(self, state: State) -> State:
        other = state.after(self.player)
        return replace(state, placement=state.placement.taken(MAN[other], self.point), on_turn=other, takes=False)


class Morris(DeclaredGame[State, Lay | Push | Take]):
    name = "nine_mens_morris"
    title = say("Nine Men's Morris")
    players = range(2, 3)
    rulebook = book
    state = State
    actions = (Lay, Push, Take)
    pieces = PIECES
    mat = Mat(((BOARD,),), PieceShape(30, 30))
    most_moved = 2

    def chairs(self, options: Any) -> tuple[Text, ...]:
        return say("white"), say("black")

    def status(self, state: State) -> Text:
        if state.takes:
            return say("A mill: a man is taken")
        return say("A man is laid") if state.left_to_lay(state.on_turn) else say("A man is pushed")

    def outcome(self, state: State) -> Outcome | None:
        seat = state.on_turn
        if state.takes or state.left_to_lay(seat):
            return None
        standing = state.standing(seat)
        few = len(standing) < 3
        free = [point for point in THROUGH if not state.at(point)]
        if not few and (len(standing) == 3 or any((start, end) in JOINED for start in standing for end in free)):
            return None
        reason = say("{seat} has two men left.", seat=seat) if few else say("{seat} cannot move.", seat=seat)
        return Outcome((state.after(seat),), reason, book["M-7"])

    def score(self, state: State) -> tuple[Score, ...]:
        lines = {
            seat: ScoreLine(len(state.standing(seat)), say("men on the board"), book["M-7"]) for seat in state.seats
        }
        return tuple(Score(seat, (line,)) for seat, line in lines.items())


GAME = Morris()
